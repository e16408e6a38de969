// Tensors and storage.

void f() {
  // expect-error@+2:23: expected a name in a tensor line, found the end of the line [insum-syntax-error]
  // expect-note@+1:23: write tensor NAME[size, ...] : format(storage, ...), or tensor NAME = object
  #pragma insum tensor
  {}

  // expect-error@+2:24: expected a name in a tensor line, found '3' [insum-syntax-error]
  // expect-note@+1:24: write tensor NAME[size, ...] : format(storage, ...), or tensor NAME = object
  #pragma insum tensor 3
  {}

  // expect-error@+2:25: expected '=' or '[' in a tensor line, found the end of the line [insum-syntax-error]
  // expect-note@+1:25: write tensor NAME[size, ...] : format(storage, ...), or tensor NAME = object
  #pragma insum tensor A
  {}

  // expect-error@+2:26: expected '=' or '[' in a tensor line, found ':' [insum-syntax-error]
  // expect-note@+1:26: write tensor NAME[size, ...] : format(storage, ...), or tensor NAME = object
  #pragma insum tensor A : csr(x)
  {}

  // expect-error@+2:30: expected ':' in a tensor line, found the end of the line [insum-syntax-error]
  // expect-note@+1:30: write tensor NAME[size, ...] : format(storage, ...), or tensor NAME = object
  #pragma insum tensor A[M,K]
  {}

  // expect-error@+2:31: expected ':' in a tensor line, found 'csr' [insum-syntax-error]
  // expect-note@+1:31: write tensor NAME[size, ...] : format(storage, ...), or tensor NAME = object
  #pragma insum tensor A[M,K] csr(x)
  {}

  // expect-error@+2:26: expected a C++ expression in the sizes of a tensor, found ']' [insum-syntax-error]
  // expect-note@+1:26: sizes are C++ expressions: tensor A[rows, cols] : csr(...)
  #pragma insum tensor A[] : csr(x)
  {}

  // expect-error@+2:28: expected a C++ expression in the sizes of a tensor, found ']' [insum-syntax-error]
  // expect-note@+1:28: sizes are C++ expressions: tensor A[rows, cols] : csr(...)
  #pragma insum tensor A[M,] : csr(x)
  {}

  // expect-error@+3:38: expected ',' or ']' in the sizes of a tensor, found the end of the line [insum-syntax-error]
  // expect-note@+2:38: sizes are C++ expressions: tensor A[rows, cols] : csr(...)
  // expect-note@+1:25: opened here
  #pragma insum tensor A[M,K : csr(x)
  {}

  // expect-error@+2:32: expected a format in a tensor line, found the end of the line [insum-syntax-error]
  // expect-note@+1:32: write tensor NAME[size, ...] : format(storage, ...), or tensor NAME = object
  #pragma insum tensor A[M,K] :
  {}

  // expect-error@+2:40: expected an array in the storage of a format, found ')' [insum-syntax-error]
  // expect-note@+1:40: storage is a list of C++ expressions, such as csr(pos, crd, vals)
  #pragma insum tensor A[M,K] : csr(x, )
  {}

  // expect-error@+3:41: expected ',' or ')' in the storage of a format, found the end of the line [insum-syntax-error]
  // expect-note@+2:41: storage is a list of C++ expressions, such as csr(pos, crd, vals)
  // expect-note@+1:36: opened here
  #pragma insum tensor A[M,K] : csr(x, y
  {}

  // expect-error@+2:38: expected ',' or ')' in the storage of a format, found ';' [insum-syntax-error]
  // expect-note@+1:38: storage is a list of C++ expressions, such as csr(pos, crd, vals)
  #pragma insum tensor A[M,K] : csr(x; y)
  {}

  // expect-error@+2:38: expected ',' or ')' in the storage of a format, found ']' [insum-syntax-error]
  // expect-note@+1:38: storage is a list of C++ expressions, such as csr(pos, crd, vals)
  #pragma insum tensor A[M,K] : csr(x] y)
  {}

  // expect-error@+2:33: expected a format in a tensor line, found '3' [insum-syntax-error]
  // expect-note@+1:33: write tensor NAME[size, ...] : format(storage, ...), or tensor NAME = object
  #pragma insum tensor A[M,K] : 3
  {}

  // expect-error@+2:40: unknown modifier 'sort' [insum-unknown-modifier]
  // expect-note@+1:40: did you mean 'sorted'? known are base, duplicates, fill, order, sorted, strides, symmetric, unique and unsorted
  #pragma insum tensor A[M,K] : csr(x) sort
  {}

  // expect-error@+2:40: expected a modifier or the end of the line in a tensor line, found '5' [insum-syntax-error]
  // expect-note@+1:40: write tensor NAME[size, ...] : format(storage, ...), or tensor NAME = object
  #pragma insum tensor A[M,K] : csr(x) 5
  {}

  // expect-error@+2:39: expected a modifier or the end of the line in a tensor line, found ',' [insum-syntax-error]
  // expect-note@+1:39: write tensor NAME[size, ...] : format(storage, ...), or tensor NAME = object
  #pragma insum tensor A[M,K] : csr(x), sorted
  {}

  // expect-error@+2:42: the modifier 'order' takes one argument for each mode, found 0 [insum-modifier-arguments]
  // expect-note@+1:42: write 'order(...)'
  #pragma insum tensor A[M,K] : dense(x) order
  {}

  // expect-error@+2:42: the modifier 'sorted' takes no arguments, found 1 [insum-modifier-arguments]
  // expect-note@+1:42: write 'sorted'
  #pragma insum tensor A[M,K] : dense(x) sorted(1)
  {}

  // expect-error@+2:42: the modifier 'fill' takes one argument, found 2 [insum-modifier-arguments]
  // expect-note@+1:42: write 'fill(...)'
  #pragma insum tensor A[M,K] : dense(x) fill(1, 2)
  {}

  // expect-error@+2:50: expected 'lower' or 'upper', found 'down' [insum-syntax-error]
  // expect-note@+1:50: write symmetric(lower) where only the lower triangle is stored, else symmetric(upper)
  #pragma insum tensor A[M,K] : csr(x) symmetric(down)
  {}

  // expect-error@+2:40: the modifier 'symmetric' takes one argument, found 0 [insum-modifier-arguments]
  // expect-note@+1:40: write 'symmetric(...)'
  #pragma insum tensor A[M,K] : csr(x) symmetric
  {}

  // expect-error@+2:40: the modifier 'fill' takes one argument, found 0 [insum-modifier-arguments]
  // expect-note@+1:40: write 'fill(...)'
  #pragma insum tensor A[M,K] : csr(x) fill()
  {}

  // expect-error@+3:46: expected ',' or ')' in a modifier, found the end of the line [insum-syntax-error]
  // expect-note@+2:46: modifiers are base(1), duplicates, fill(v), order(1,0), sorted, strides(s,1), symmetric(lower), unique and unsorted
  // expect-note@+1:44: opened here
  #pragma insum tensor A[M,K] : csr(x) fill(0
  {}

  // expect-error@+2:27: expected a C++ object in a tensor line, found the end of the line [insum-syntax-error]
  // expect-note@+1:27: write tensor NAME[size, ...] : format(storage, ...), or tensor NAME = object
  #pragma insum tensor A =
  {}

  // expect-error@+4:30: unknown modifier 'y' [insum-unknown-modifier]
  // expect-note@+3:30: known are base, duplicates, fill, order, sorted, strides, symmetric, unique and unsorted
  // expect-error@+2:32: unknown modifier 'z' [insum-unknown-modifier]
  // expect-note@+1:32: known are base, duplicates, fill, order, sorted, strides, symmetric, unique and unsorted
  #pragma insum tensor A = x y z(3)
  {}

  // expect-error@+2:30: expected a C++ operand in a C++ object, found the end of the line [insum-syntax-error]
  // expect-note@+1:30: write tensor NAME[size, ...] : format(storage, ...), or tensor NAME = object
  #pragma insum tensor A = x.
  {}

  // expect-error@+2:24: 'int' is a C++ keyword and cannot be a name [insum-cpp-keyword]
  // expect-note@+1:24: choose another name
  #pragma insum tensor int = x
  {}

  // expect-error@+2:44: expected ',' in field(array, member), found ')' [insum-syntax-error]
  // expect-note@+1:44: field(array, member) names an array of structs and a member of its elements
  #pragma insum tensor A[M] : dense(field(a))
  {}

  // expect-error@+2:46: expected a name in field(array, member), found '3' [insum-syntax-error]
  // expect-note@+1:46: field(array, member) names an array of structs and a member of its elements
  #pragma insum tensor A[M] : dense(field(a, 3))
  {}

  // expect-error@+2:47: expected ')' in field(array, member), found '.' [insum-syntax-error]
  // expect-note@+1:47: field(array, member) names an array of structs and a member of its elements
  #pragma insum tensor A[M] : dense(field(a, b.c))
  {}

  // expect-error@+2:35: expected an argument of the format in the arguments of a format, found '>' [insum-syntax-error]
  // expect-note@+1:35: arguments of a format are whole numbers, C++ constants or auto: bcsr<16,16>, group_coo<auto>
  #pragma insum tensor A[M] : ell<>(c, v)
  {}

  // expect-error@+2:42: expected ',' or '>' in the arguments of a format, found the end of the line [insum-syntax-error]
  // expect-note@+1:42: arguments of a format are whole numbers, C++ constants or auto: bcsr<16,16>, group_coo<auto>
  #pragma insum tensor A[M] : ell<4(c, v)
  {}

  // expect-error@+2:38: expected an argument of the format in the arguments of a format, found '>' [insum-syntax-error]
  // expect-note@+1:38: arguments of a format are whole numbers, C++ constants or auto: bcsr<16,16>, group_coo<auto>
  #pragma insum tensor A[M] : ell<4, >(c, v)
  {}

  // expect-error@+2:37: unknown modifier 'c' [insum-unknown-modifier]
  // expect-note@+1:37: known are base, duplicates, fill, order, sorted, strides, symmetric, unique and unsorted
  #pragma insum tensor A[M] : ell<4>c
  {}

  // expect-error@+2:25: expected '=' or '[' in a tensor line, found '.' [insum-syntax-error]
  // expect-note@+1:25: write tensor NAME[size, ...] : format(storage, ...), or tensor NAME = object
  #pragma insum tensor A.b[M] : dense(x)
  {}

  // expect-note@+1:17: the first one is here
  #pragma insum tensor A[M] : dense(a)
  #pragma insum tensor B[M] : dense(b)
  // expect-error@+2:17: a block has only one tensor line for 'A' [insum-duplicate-directive]
  // expect-note@+1:17: remove one of them
  #pragma insum tensor A[M] : dense(c)
  {}
}
