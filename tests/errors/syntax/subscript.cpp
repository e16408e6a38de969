// Subscripts.

void f() {
  // expect-error@+2:30: expected an index, a number or '{' in the subscripts, found ',' [insum-syntax-error]
  // expect-note@+1:30: a subscript is an index, a whole number, an array such as D[y], C++ in braces such as {n}, or a sum such as 2*i + j - 1
  #pragma insum C[i,j] = A[i,,k]
  {}

  // expect-error@+2:30: expected an operator, '[', ',' or ']' in a subscript, found 'k' [insum-syntax-error]
  // expect-note@+1:30: a subscript is an index, a whole number, an array such as D[y], C++ in braces such as {n}, or a sum such as 2*i + j - 1
  #pragma insum C[i,j] = A[i k]
  {}

  // expect-error@+3:31: expected an operator, '[', ',' or ']' in a subscript, found the end of the line [insum-syntax-error]
  // expect-note@+2:31: a subscript is an index, a whole number, an array such as D[y], C++ in braces such as {n}, or a sum such as 2*i + j - 1
  // expect-note@+1:27: opened here
  #pragma insum C[i,j] = A[i,k
  {}

  // expect-error@+2:26: expected an index, a number or '{' in the subscripts, found ']' [insum-syntax-error]
  // expect-note@+1:26: a subscript is an index, a whole number, an array such as D[y], C++ in braces such as {n}, or a sum such as 2*i + j - 1
  #pragma insum C[i] = A[]
  {}

  // expect-error@+2:28: expected an index, a number or '{' in the subscripts, found ']' [insum-syntax-error]
  // expect-note@+1:28: a subscript is an index, a whole number, an array such as D[y], C++ in braces such as {n}, or a sum such as 2*i + j - 1
  #pragma insum C[i] = A[i,]
  {}

  // expect-error@+2:28: expected an operator or the end of the line in an Einsum, found '[' [insum-syntax-error]
  // expect-note@+1:28: write all subscripts in one pair: A[i,j]
  #pragma insum C[i] = A[i][j]
  {}

  // expect-error@+2:26: expected an index, a number or '{' in the subscripts, found '(' [insum-syntax-error]
  // expect-note@+1:26: a subscript is an index, a whole number, an array such as D[y], C++ in braces such as {n}, or a sum such as 2*i + j - 1
  #pragma insum C[i] = A[(i+1)]
  {}

  // expect-error@+2:20: expected an operator, '[', ',' or ']' in a subscript, found '/' [insum-syntax-error]
  // expect-note@+1:20: a subscript is an index, a whole number, an array such as D[y], C++ in braces such as {n}, or a sum such as 2*i + j - 1
  #pragma insum C[i/2] = A[i]
  {}

  // expect-error@+2:27: expected an operator, '[', ',' or ']' in a subscript, found '%' [insum-syntax-error]
  // expect-note@+1:27: a C++ expression stands in braces, such as {x.size()}
  #pragma insum C[i] = A[i%2]
  {}

  // expect-error@+2:19: a subscript is not affine: it multiplies two indices [insum-not-affine]
  // expect-note@+1:19: one factor of a product is a number or C++ in braces
  #pragma insum C[i*j] = A[i]
  {}

  // expect-error@+2:26: a subscript is not affine: it multiplies two constants [insum-not-affine]
  // expect-note@+1:26: write the product as one number, or all of it in braces
  #pragma insum C[i] = A[2*3]
  {}

  // expect-error@+2:31: expected an operator, ',' or ']' in a subscript, found '*' [insum-syntax-error]
  // expect-note@+1:31: a subscript is an index, a whole number, an array such as D[y], C++ in braces such as {n}, or a sum such as 2*i + j - 1
  #pragma insum C[i] = A[2*{n}*i]
  {}

  // expect-error@+2:29: expected an operator, an index, a number or '{' in a subscript, found ']' [insum-syntax-error]
  // expect-note@+1:29: a subscript is an index, a whole number, an array such as D[y], C++ in braces such as {n}, or a sum such as 2*i + j - 1
  #pragma insum C[i] = A[i +]
  {}

  // expect-error@+2:26: expected an index, a number or '{' in the subscripts, found '*' [insum-syntax-error]
  // expect-note@+1:26: a subscript is an index, a whole number, an array such as D[y], C++ in braces such as {n}, or a sum such as 2*i + j - 1
  #pragma insum C[i] = A[* i]
  {}

  // expect-error@+3:30: expected an operator, ',' or ']' in a subscript, found the end of the line [insum-syntax-error]
  // expect-note@+2:30: a subscript is an index, a whole number, an array such as D[y], C++ in braces such as {n}, or a sum such as 2*i + j - 1
  // expect-note@+1:25: opened here
  #pragma insum C[i] = A[D[j]
  {}

  // expect-error@+2:27: expected an operator, '[', ',' or ']' in a subscript, found '.' [insum-syntax-error]
  // expect-note@+1:27: a C++ expression stands in braces, such as {x.size()}
  #pragma insum C[i] = A[n.x]
  {}

  // expect-error@+2:26: '99999999999999999999' is not a whole number that fits in 64 bits [insum-invalid-number]
  // expect-note@+1:26: write digits, such as 32; a C++ constant stands in braces
  #pragma insum C[i] = A[99999999999999999999]
  {}

  // expect-error@+2:28: '4611686018427387904' is not a number with which this subscript can be computed in 64 bits [insum-invalid-number]
  // expect-note@+1:28: use one up to 2147483648
  #pragma insum C[i] = A[i,4611686018427387904*k]
  {}

  // expect-error@+2:30: '9223372036854775807' is not a number with which this subscript can be computed in 64 bits [insum-invalid-number]
  // expect-note@+1:30: use one up to 1152921504606846976
  #pragma insum C[i] = A[i,j+9223372036854775807]
  {}

  // expect-error@+2:26: '2.5' is not a whole number that fits in 64 bits [insum-invalid-number]
  // expect-note@+1:26: write digits, such as 32; a C++ constant stands in braces
  #pragma insum C[i] = A[2.5*i]
  {}

  // expect-error@+2:27: expected an operator, '[', ',' or ']' in a subscript, found '(' [insum-syntax-error]
  // expect-note@+1:27: a subscript is an index, a whole number, an array such as D[y], C++ in braces such as {n}, or a sum such as 2*i + j - 1
  #pragma insum C[i] = A[f(i)]
  {}

  // expect-error@+2:27: expected an operator, '[', ',' or ']' in a subscript, found ':' [insum-syntax-error]
  // expect-note@+1:27: a subscript is an index, a whole number, an array such as D[y], C++ in braces such as {n}, or a sum such as 2*i + j - 1
  #pragma insum C[i] = A[i:j]
  {}

  // expect-error@+2:19: 'while' is a C++ keyword and cannot be a name [insum-cpp-keyword]
  // expect-note@+1:19: choose another name
  #pragma insum C[while] = A[i]
  {}

  // expect-error@+2:28: 'for' is a C++ keyword and cannot be a name [insum-cpp-keyword]
  // expect-note@+1:28: choose another name
  #pragma insum C[i] = A[D[for]]
  {}

  // expect-error@+2:18: expected an assignment or '[' in an Einsum, found '(' [insum-syntax-error]
  // expect-note@+1:18: subscripts stand in brackets: C[i,j]
  #pragma insum C(i) = A[i]
  {}

  // expect-error@+2:27: expected an operator, an index, a number or '{' in a subscript, found ']' [insum-syntax-error]
  // expect-note@+1:27: a subscript is an index, a whole number, an array such as D[y], C++ in braces such as {n}, or a sum such as 2*i + j - 1
  #pragma insum C[i] = A[-]
  {}

  // expect-error@+2:27: expected a C++ expression in a subscript, found '}' [insum-syntax-error]
  // expect-note@+1:27: a subscript is an index, a whole number, an array such as D[y], C++ in braces such as {n}, or a sum such as 2*i + j - 1
  #pragma insum C[i] = A[{}]
  {}

  // expect-error@+2:27: expected an operator, '[', ',' or ']' in a subscript, found '}' [insum-syntax-error]
  // expect-note@+1:27: a subscript is an index, a whole number, an array such as D[y], C++ in braces such as {n}, or a sum such as 2*i + j - 1
  #pragma insum C[i] = A[i}
  {}
}
