"""Matrix products inside of Einsums: batch, row, column and summed indices in any number and order, gathered and scattered,
with factors of several operands."""
import grow
from data import Rejected
from einsum import Einsum
from expressions import Access, Index, Indirect, unique
from tensors import make_sparse

NAMES = ["i", "j", "k", "l", "m", "n"]
# One program in so many of the first family.
SHARE = 16
# ... and of these in so many, a factor is a matrix of stored blocks.
BLOCKS_SHARE = 3


def split(random, names, kinds):
    """Each index gets a kind; every kind that a product needs has one."""
    names = random.sample(names, len(names))
    parts = {"row": [names.pop()], "column": [names.pop()], "depth": [names.pop()], "batch": []}
    for name in names:
        if random.random() < 0.35:
            parts[random.choice(kinds)].append(name)
    return parts


def operand(pool, names):
    """A new operand, one of whose subscripts may go through an index array."""
    random = pool.random
    access = Access(pool.dense([pool.sizes[n] for n in names]), [Index(n) for n in names])
    if random.random() > 0.25 or 0 in access.tensor.shape:
        return access
    n = random.randrange(len(access.subscripts))
    extent = grow.small_extent(random)
    shape = list(access.tensor.shape)
    index = Indirect(pool.index_array([shape[n]], extent), [access.subscripts[n]])
    shape[n] = extent
    pool.features.add("gather")
    pool.tensors.remove(access.tensor)
    return Access(pool.dense(shape), access.subscripts[:n] + [index] + access.subscripts[n + 1:])


def factors(pool, names, batch, depth):
    """One side: an operand over all of these indices, or two that share them."""
    random = pool.random
    own = names + depth + batch
    list_of = [operand(pool, random.sample(own, len(own)))]
    if random.random() < 0.3:
        more = unique(random.sample(own, random.choice([1, 2])))
        list_of.append(operand(pool, more))
    return list_of


def stored_blocks(pool, row, depth):
    """A matrix of blocks that are as large as those of products, whatever its sizes are."""
    random = pool.random
    block = random.choice([(4, 8), (8, 8), (8, 16), (16, 16), (9, 5), (16, 4)])
    tensor = make_sparse(random, "A", [pool.sizes[row], pool.sizes[depth]], pool.element_type(), 0,
                         random.choice(["block_coo", "block_group_coo", "block_group_coo"]), block=block)
    pool.tensors.append(tensor)
    pool.sparse = Access(tensor, [Index(row), Index(depth)])
    pool.features.add("matrix product of stored blocks")
    return pool.sparse


def grow_blocks(program, pool):
    """C[i,j] = A[i,k] * B[k,j] and the like, A of blocks; B may be gathered, and have a batch."""
    random = pool.random
    row, column, depth, batch = NAMES[:4]
    more = [batch] if random.random() < 0.2 else []
    left = [row, column] + more
    random.shuffle(left)
    program.used = left + [depth]
    program.output = program.new_output(left, "+=")
    x = [stored_blocks(pool, row, depth), operand(pool, random.sample([depth, column] + more, 2 + len(more)))]
    if random.random() < 0.2:
        x.append(operand(pool, [random.choice([row, depth, column])]))
    if random.random() < 0.2:
        x.append(grow.scalar(pool))
    random.shuffle(x)
    access = Access(program.output, [Index(n) for n in left])
    program.einsums.append(Einsum(access, random.choice(["=", "+="]), [("+", grow.product_of(pool, x))], pool.sizes))
    program.check_size()


def grow_product(program):
    random = program.random
    sizes = [random.choice([8, 8, 9, 13, 17, 33] if random.random() < 0.8 else [1, 2, 3, 5]) if random.random() < 0.99 else 0 for _ in NAMES]
    pool = program.pool = grow.Pool(random, "real", NAMES, sizes)
    program.kind, program.einsums, program.temporary = "real", [], None
    if program.number // SHARE % BLOCKS_SHARE == BLOCKS_SHARE - 1:
        return grow_blocks(program, pool)
    parts = split(random, NAMES, ["row", "column", "depth", "batch"])
    left = parts["row"] + parts["column"] + parts["batch"]
    random.shuffle(left)
    if len(left) > 4:
        raise Rejected
    program.used = left + parts["depth"]
    program.output = program.new_output(left, random.choice(["=", "+="]))
    op = random.choice(["=", "+=", "+="])
    subscripts = [Index(n) for n in left]
    if random.random() < 0.2:
        subscripts = program.scatter(subscripts)
    x = factors(pool, parts["row"], parts["batch"], parts["depth"]) + factors(pool, parts["column"], parts["batch"], parts["depth"])
    if random.random() < 0.3:
        x.append(grow.scalar(pool))
    random.shuffle(x)
    access = Access(program.output, subscripts)
    program.einsums.append(Einsum(access, op, [("+", grow.product_of(pool, x))], pool.sizes))
    pool.features.add("matrix product")
    program.check_size()
