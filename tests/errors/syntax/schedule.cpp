// Schedules.

void f() {
  // expect-error@+2:25: expected a schedule command in a schedule, found the end of the line [insum-syntax-error]
  // expect-note@+1:25: write schedule command(arguments), ..., such as schedule reorder(i,k,j), parallelize(i)
  #pragma insum schedule
  {}

  // expect-error@+2:26: expected a schedule command in a schedule, found ',' [insum-syntax-error]
  // expect-note@+1:26: write schedule command(arguments), ..., such as schedule reorder(i,k,j), parallelize(i)
  #pragma insum schedule ,
  {}

  // expect-error@+2:41: expected ',' or the end of the line in a schedule, found 'vectorize' [insum-syntax-error]
  // expect-note@+1:41: write schedule command(arguments), ..., such as schedule reorder(i,k,j), parallelize(i)
  #pragma insum schedule parallelize(i) vectorize(j)
  {}

  // expect-error@+3:39: expected an operator, '[', '(', ',', ';' or ')' in a schedule command, found the end of the line [insum-syntax-error]
  // expect-note@+2:39: a schedule command has the form name(arguments) or name(arguments; path)
  // expect-note@+1:37: opened here
  #pragma insum schedule parallelize(i
  {}

  // expect-error@+2:40: expected an argument in a schedule command, found ')' [insum-syntax-error]
  // expect-note@+1:40: a schedule command has the form name(arguments) or name(arguments; path)
  #pragma insum schedule parallelize(i,)
  {}

  // expect-error@+2:40: expected an argument or ')' in the path of a schedule command, found ';' [insum-syntax-error]
  // expect-note@+1:40: a schedule command has the form name(arguments) or name(arguments; path)
  #pragma insum schedule parallelize(i;;j)
  {}

  // expect-error@+2:38: expected a comparison, ',', '(' or the end of the line in a schedule command, found 'i' [insum-syntax-error]
  // expect-note@+1:38: a schedule command has the form name(arguments) or name(arguments; path)
  #pragma insum schedule parallelize i
  {}

  // expect-error@+2:41: expected a schedule command in a schedule, found the end of the line [insum-syntax-error]
  // expect-note@+1:41: write schedule command(arguments), ..., such as schedule reorder(i,k,j), parallelize(i)
  #pragma insum schedule parallelize(i),
  {}

  // expect-error@+2:26: expected a schedule command in a schedule, found '3' [insum-syntax-error]
  // expect-note@+1:26: write schedule command(arguments), ..., such as schedule reorder(i,k,j), parallelize(i)
  #pragma insum schedule 3
  {}

  // expect-error@+2:41: expected an argument in the path of a schedule command, found ')' [insum-syntax-error]
  // expect-note@+1:41: a schedule command has the form name(arguments) or name(arguments; path)
  #pragma insum schedule reorder(i,j; 0,)
  {}

  // expect-error@+2:33: expected a value in a schedule command, found ')' [insum-syntax-error]
  // expect-note@+1:33: a schedule command has the form name(arguments) or name(arguments; path)
  #pragma insum schedule tile(i=)
  {}

  // expect-error@+2:36: expected an operator, ',', ';' or ')' in a schedule command, found 'j' [insum-syntax-error]
  // expect-note@+1:36: a schedule command has the form name(arguments) or name(arguments; path)
  #pragma insum schedule tile(i=64 j=64)
  {}

  // expect-error@+2:41: expected an index, a number or '{' in the subscripts, found ',' [insum-syntax-error]
  // expect-note@+1:41: a subscript is an index, a whole number, an array such as D[y], C++ in braces such as {n}, or a sum such as 2*i + j - 1
  #pragma insum schedule precompute(A[i,, {i})
  {}

  // expect-error@+2:46: expected a name in a list, found '}' [insum-syntax-error]
  // expect-note@+1:46: a list has the form {i, j}
  #pragma insum schedule precompute(A[i], {i,}, W)
  {}

  // expect-error@+2:40: expected a name in a schedule command, found ')' [insum-syntax-error]
  // expect-note@+1:40: a schedule command has the form name(arguments) or name(arguments; path)
  #pragma insum schedule bind(i, block.)
  {}

  // expect-error@+2:39: expected an operator, '[', '(', ',', ';' or ')' in a schedule command, found '.3' [insum-syntax-error]
  // expect-note@+1:39: a schedule command has the form name(arguments) or name(arguments; path)
  #pragma insum schedule bind(i, block.3)
  {}

  // expect-error@+2:35: expected a value in a schedule command, found the end of the line [insum-syntax-error]
  // expect-note@+1:35: a schedule command has the form name(arguments) or name(arguments; path)
  #pragma insum schedule memory <=
  {}

  // expect-error@+2:43: '99999999999999999999' is not a whole number that fits in 64 bits [insum-invalid-number]
  // expect-note@+1:43: write a smaller one, or one with a decimal point
  #pragma insum schedule split(i, i0, i1, 99999999999999999999)
  {}

  // expect-error@+2:36: '1.5' is not a whole number that fits in 64 bits [insum-invalid-number]
  // expect-note@+1:36: write digits, such as 32; a C++ constant stands in braces
  #pragma insum schedule split(i, {1.5})
  {}

  // expect-error@+2:37: expected a comparison, ',', '(' or the end of the line in a schedule command, found '[' [insum-syntax-error]
  // expect-note@+1:37: a schedule command has the form name(arguments) or name(arguments; path)
  #pragma insum schedule parallelize[i]
  {}
}
