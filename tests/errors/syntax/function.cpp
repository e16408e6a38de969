// Calls, reductions and function lines.

void f() {
  // expect-error@+2:30: expected an operator, '[', '(', ',', ':' or ')' in a call, found 'A' [insum-syntax-error]
  // expect-note@+1:30: a call has the form f(expression, ...), a reduction the form sum(i: expression)
  #pragma insum C[i] = sum(i A[i])
  {}

  // expect-error@+2:31: expected an expression in a reduction, found ')' [insum-syntax-error]
  // expect-note@+1:31: a reduction has the form sum(i, j: expression), a call the form f(expression, ...)
  #pragma insum C[i] = sum(i: )
  {}

  // expect-error@+2:30: expected an expression or a name in a call, found ':' [insum-syntax-error]
  // expect-note@+1:30: a call has the form f(expression, ...), a reduction the form sum(i: expression)
  #pragma insum C[i] = sum(i,: A[i])
  {}

  // expect-error@+2:28: expected an expression, a name or ')' in a call, found ':' [insum-syntax-error]
  // expect-note@+1:28: a call has the form f(expression, ...), a reduction the form sum(i: expression)
  #pragma insum C[i] = sum(: A[i])
  {}

  // expect-error@+2:24: unknown reduction 'men' [insum-unknown-reduction]
  // expect-note@+1:24: did you mean 'min'? known are all, any, max, min, prod and sum
  #pragma insum C[i] = men(i: A[i])
  {}

  // expect-error@+2:24: unknown reduction 'sums' [insum-unknown-reduction]
  // expect-note@+1:24: did you mean 'sum'? known are all, any, max, min, prod and sum
  #pragma insum C[i] = sums(k: A[i,k])
  {}

  // expect-error@+2:29: expected an operator, ',' or ')' in a call, found ':' [insum-syntax-error]
  // expect-note@+1:29: a call has the form f(expression, ...), a reduction the form sum(i: expression)
  #pragma insum C[i] = sum(2: A[i])
  {}

  // expect-error@+2:31: expected an expression in a call, found ')' [insum-syntax-error]
  // expect-note@+1:31: a call has the form f(expression, ...), a reduction the form sum(i: expression)
  #pragma insum C[i] = f(A[i],)
  {}

  // expect-error@+3:30: expected an operator, ',' or ')' in a call, found the end of the line [insum-syntax-error]
  // expect-note@+2:30: a call has the form f(expression, ...), a reduction the form sum(i: expression)
  // expect-note@+1:25: opened here
  #pragma insum C[i] = f(A[i]
  {}

  // expect-error@+2:29: expected an operator, '[', '(' or the end of the line in an Einsum, found 'A' [insum-syntax-error]
  // expect-note@+1:29: an Einsum has the form C[i,j] += A[i,k] * B[k,j], with one of = += *= min= max= |= &=
  #pragma insum C[i] = sqrt A[i]
  {}

  // expect-error@+2:29: expected a name in a call, found '(' [insum-syntax-error]
  // expect-note@+1:29: a call has the form f(expression, ...), a reduction the form sum(i: expression)
  #pragma insum C[i] = std::(3)
  {}

  // expect-error@+2:25: expected a name in a function line, found the end of the line [insum-syntax-error]
  // expect-note@+1:25: write function f, or function f(commutative, associative, zero(x) = 0)
  #pragma insum function
  {}

  // expect-error@+2:28: unknown property 'comutative' of a function [insum-unknown-function-property]
  // expect-note@+1:28: did you mean 'commutative'? known are associative, commutative and zero
  #pragma insum function f(comutative)
  {}

  // expect-error@+2:37: expected a C++ expression in a property of a function, found ')' [insum-syntax-error]
  // expect-note@+1:37: write function f, or function f(commutative, associative, zero(x) = 0)
  #pragma insum function f(zero(x) =)
  {}

  // expect-error@+2:40: expected ',', '(', '=' or ')' in a property of a function, found 'associative' [insum-syntax-error]
  // expect-note@+1:40: write function f, or function f(commutative, associative, zero(x) = 0)
  #pragma insum function f(commutative associative)
  {}

  // expect-error@+2:26: expected a name in a function line, found '3' [insum-syntax-error]
  // expect-note@+1:26: write function f, or function f(commutative, associative, zero(x) = 0)
  #pragma insum function 3
  {}

  // expect-error@+2:33: expected a name in a property of a function, found ')' [insum-syntax-error]
  // expect-note@+1:33: write function f, or function f(commutative, associative, zero(x) = 0)
  #pragma insum function f(zero() = 0)
  {}

  // expect-error@+2:28: expected '(' or the end of the line in a function line, found 'g' [insum-syntax-error]
  // expect-note@+1:28: write function f, or function f(commutative, associative, zero(x) = 0)
  #pragma insum function f g
  {}

  // expect-error@+2:26: 'if' is a C++ keyword and cannot be a name [insum-cpp-keyword]
  // expect-note@+1:26: choose another name
  #pragma insum function if(commutative)
  {}
}
