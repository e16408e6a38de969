// Lists of levels, and format lines.

void f() {
  // expect-error@+2:38: expected a level in a list of levels, found ')' [insum-syntax-error]
  // expect-note@+1:38: write levels(mode: kind(arrays), ...; values), such as levels(0: dense, 1: compressed(pos, crd); vals)
  #pragma insum tensor A[M] : levels()
  {}

  // expect-error@+2:37: expected '(' in a list of levels, found the end of the line [insum-syntax-error]
  // expect-note@+1:37: write levels(mode: kind(arrays), ...; values), such as levels(0: dense, 1: compressed(pos, crd); vals)
  #pragma insum tensor A[M] : levels
  {}

  // expect-error@+2:39: expected ':', '/', '%' or '-' in a level, found ')' [insum-syntax-error]
  // expect-note@+1:39: the mode of a level is a number, a block 0/32, a place in a block 0%32 or a diagonal 1-0
  #pragma insum tensor A[M] : levels(0)
  {}

  // expect-error@+2:38: expected a level in a list of levels, found 'dense' [insum-syntax-error]
  // expect-note@+1:38: write levels(mode: kind(arrays), ...; values), such as levels(0: dense, 1: compressed(pos, crd); vals)
  #pragma insum tensor A[M] : levels(dense)
  {}

  // expect-error@+2:41: unknown kind of level 'dens' [insum-unknown-level-kind]
  // expect-note@+1:41: did you mean 'dense'? known are compressed, compressed_nonunique, dense, fixed, offset, pointers, ragged and singleton
  #pragma insum tensor A[M] : levels(0: dens; v)
  {}

  // expect-error@+2:41: unknown kind of level 'blob' [insum-unknown-level-kind]
  // expect-note@+1:41: known are compressed, compressed_nonunique, dense, fixed, offset, pointers, ragged and singleton
  #pragma insum tensor A[M] : levels(0: blob; v)
  {}

  // expect-error@+2:48: expected a level in a list of levels, found ';' [insum-syntax-error]
  // expect-note@+1:48: write levels(mode: kind(arrays), ...; values), such as levels(0: dense, 1: compressed(pos, crd); vals)
  #pragma insum tensor A[M] : levels(0: dense, ; v)
  {}

  // expect-error@+2:47: expected an array in a list of levels, found ')' [insum-syntax-error]
  // expect-note@+1:47: write levels(mode: kind(arrays), ...; values), such as levels(0: dense, 1: compressed(pos, crd); vals)
  #pragma insum tensor A[M] : levels(0: dense;)
  {}

  // expect-error@+2:40: expected ':', '/', '%' or '-' in a level, found 'dense' [insum-syntax-error]
  // expect-note@+1:40: the mode of a level is a number, a block 0/32, a place in a block 0%32 or a diagonal 1-0
  #pragma insum tensor A[M] : levels(0 dense; v)
  {}

  // expect-error@+2:40: expected a block size in a level, found ':' [insum-syntax-error]
  // expect-note@+1:40: the mode of a level is a number, a block 0/32, a place in a block 0%32 or a diagonal 1-0
  #pragma insum tensor A[M] : levels(0/: dense; v)
  {}

  // expect-error@+2:40: expected a number in a level, found 'i' [insum-syntax-error]
  // expect-note@+1:40: the mode of a level is a number, a block 0/32, a place in a block 0%32 or a diagonal 1-0
  #pragma insum tensor A[M] : levels(0-i: dense; v)
  {}

  // expect-error@+2:43: expected ':' in a level, found 'dense' [insum-syntax-error]
  // expect-note@+1:43: a level is mode: kind(arrays), such as 1: compressed(pos, crd)
  #pragma insum tensor A[M] : levels(0%32 dense; v)
  {}

  // expect-error@+2:38: expected a level in a list of levels, found 'i' [insum-syntax-error]
  // expect-note@+1:38: write levels(mode: kind(arrays), ...; values), such as levels(0: dense, 1: compressed(pos, crd); vals)
  #pragma insum tensor A[M] : levels(i: dense; v)
  {}

  // expect-error@+3:49: expected ',' or ')' in a list of levels, found the end of the line [insum-syntax-error]
  // expect-note@+2:49: write levels(mode: kind(arrays), ...; values), such as levels(0: dense, 1: compressed(pos, crd); vals)
  // expect-note@+1:37: opened here
  #pragma insum tensor A[M] : levels(0: dense; v
  {}

  // expect-error@+2:38: '1.5' is not a whole number that fits in 64 bits [insum-invalid-number]
  // expect-note@+1:38: write digits, such as 32; a C++ constant stands in braces
  #pragma insum tensor A[M] : levels(1.5: dense; v)
  {}

  // expect-error@+2:38: '5000' is not a mode [insum-invalid-number]
  // expect-note@+1:38: modes are counted from 0
  #pragma insum tensor A[M] : levels(5000: dense; v)
  {}

  // expect-error@+2:52: expected ',' or ')' in a list of levels, found ';' [insum-syntax-error]
  // expect-note@+1:52: write levels(mode: kind(arrays), ...; values), such as levels(0: dense, 1: compressed(pos, crd); vals)
  #pragma insum tensor A[M] : levels(0: fixed(4); v; w)
  {}

  // expect-error@+2:23: expected a name in a format line, found the end of the line [insum-syntax-error]
  // expect-note@+1:23: write format A -> bcsr<16,16> + ell<2>, with 'once' at the end to keep the converted copy
  #pragma insum format
  {}

  // expect-error@+2:25: expected '->' in a format line, found the end of the line [insum-syntax-error]
  // expect-note@+1:25: write format A -> bcsr<16,16> + ell<2>, with 'once' at the end to keep the converted copy
  #pragma insum format A
  {}

  // expect-error@+2:26: expected '->' in a format line, found '=' [insum-syntax-error]
  // expect-note@+1:26: write format A -> bcsr<16,16> + ell<2>, with 'once' at the end to keep the converted copy
  #pragma insum format A = csr
  {}

  // expect-error@+2:28: expected a format in a format line, found the end of the line [insum-syntax-error]
  // expect-note@+1:28: write format A -> bcsr<16,16> + ell<2>, with 'once' at the end to keep the converted copy
  #pragma insum format A -> 
  {}

  // expect-error@+2:34: expected a format in a format line, found the end of the line [insum-syntax-error]
  // expect-note@+1:34: write format A -> bcsr<16,16> + ell<2>, with 'once' at the end to keep the converted copy
  #pragma insum format A -> csr +
  {}

  // expect-error@+2:33: expected '<', '+', 'once' or the end of the line in a format line, found 'twice' [insum-syntax-error]
  // expect-note@+1:33: write format A -> bcsr<16,16> + ell<2>, with 'once' at the end to keep the converted copy
  #pragma insum format A -> csr twice
  {}

  // expect-error@+2:39: expected ',' or '>' in the arguments of a format, found the end of the line [insum-syntax-error]
  // expect-note@+1:39: arguments of a format are whole numbers, C++ constants or auto: bcsr<16,16>, group_coo<auto>
  #pragma insum format A -> bcsr<16,16
  {}

  // expect-error@+2:29: expected a format in a format line, found 'levels' [insum-syntax-error]
  // expect-note@+1:29: write format A -> bcsr<16,16> + ell<2>, with 'once' at the end to keep the converted copy
  #pragma insum format A -> levels(0: dense)
  {}

  // expect-error@+2:32: expected '<', '+', 'once' or the end of the line in a format line, found '(' [insum-syntax-error]
  // expect-note@+1:32: write format A -> bcsr<16,16> + ell<2>, with 'once' at the end to keep the converted copy
  #pragma insum format A -> csr(x)
  {}

  // expect-note@+1:17: the first one is here
  #pragma insum format A -> csr
  // expect-error@+2:17: a block has only one format line for 'A' [insum-duplicate-directive]
  // expect-note@+1:17: remove one of them
  #pragma insum format A -> coo
  {}
}
