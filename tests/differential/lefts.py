"""Left sides that do not name every element of the result: slices, diagonals, and rows that are apart."""
import data
from expressions import Affine, Fixed, Index


def changed(random, text):
    """The Einsum with such a left side; None where it has none that can be changed."""
    left, space, rest = text.partition(" ")
    if not left.startswith("C["):
        return None
    subscripts = left[2:-1].split(",")
    if any(not x.isidentifier() for x in subscripts) or len(subscripts) > 2:
        return None
    at = random.randrange(len(subscripts))
    kind = random.choice(["slice", "diagonal", "affine", "affine"])
    if kind == "slice":
        subscripts.insert(random.randrange(len(subscripts) + 1), random.choice("012"))
    elif kind == "diagonal":
        subscripts.insert(random.randrange(len(subscripts) + 1), subscripts[at])
    else:
        subscripts[at] = random.choice(["%s+1", "2*%s", "2*%s+1", "3*%s"]) % subscripts[at]
    return "C[%s]%s%s" % (",".join(subscripts), space, rest)


def shape(random, subscripts, sizes):
    """Sizes of the result in which all that is written has a place."""
    result = []
    for s in subscripts:
        if isinstance(s, Index):
            result.append(sizes[s.name])
        elif isinstance(s, Fixed):
            result.append(s.value + random.choice([1, 1, 2, 3]))
        else:
            assert isinstance(s, Affine)
            last = s.constant + sum(coefficient * (sizes[name] - 1) for coefficient, name in s.terms)
            result.append(max(last, 0) + random.choice([1, 1, 2]))
    if data.product(result) > 2000:
        raise data.Rejected
    return result


def is_plain(subscripts):
    """Whether every element is named once."""
    return all(isinstance(s, Index) for s in subscripts) and len({s.name for s in subscripts}) == len(subscripts)


def feature(subscripts):
    if any(isinstance(s, Fixed) for s in subscripts):
        return "slice of a result"
    return "diagonal of a result" if all(isinstance(s, Index) for s in subscripts) else "affine subscript of a result"
