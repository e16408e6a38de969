// Einsums.

void f() {
  // expect-error@+2:24: expected an assignment in an Einsum, found '-=' [insum-syntax-error]
  // expect-note@+1:24: write C[...] += -(...)
  #pragma insum C[i,j] -= A[i]
  {}

  // expect-error@+2:24: expected an assignment in an Einsum, found '/=' [insum-syntax-error]
  // expect-note@+1:24: write C[...] *= 1 / (...)
  #pragma insum C[i,j] /= A[i]
  {}

  // expect-error@+2:22: expected an assignment in an Einsum, found '==' [insum-syntax-error]
  // expect-note@+1:22: an Einsum has the form C[i,j] += A[i,k] * B[k,j], with one of = += *= min= max= |= &=
  #pragma insum C[i] == A[i]
  {}

  // expect-error@+2:24: expected an assignment in an Einsum, found 'A' [insum-syntax-error]
  // expect-note@+1:24: an Einsum has the form C[i,j] += A[i,k] * B[k,j], with one of = += *= min= max= |= &=
  #pragma insum C[i,j] A[i]
  {}

  // expect-error@+2:25: expected an expression in an Einsum, found the end of the line [insum-syntax-error]
  // expect-note@+1:25: an Einsum has the form C[i,j] += A[i,k] * B[k,j], with one of = += *= min= max= |= &=
  #pragma insum C[i,j] =
  {}

  // expect-error@+2:25: expected an expression in an Einsum, found the end of the line [insum-syntax-error]
  // expect-note@+1:25: an Einsum has the form C[i,j] += A[i,k] * B[k,j], with one of = += *= min= max= |= &=
  #pragma insum C[i,j] = 
  {}

  // expect-error@+2:28: expected an operator or the end of the line in an Einsum, found ';' [insum-syntax-error]
  // expect-note@+1:28: leave out the ';': a directive ends with its line
  #pragma insum C[i] = A[i];
  {}

  // expect-error@+2:28: expected an operator or the end of the line in an Einsum, found ';' [insum-syntax-error]
  // expect-note@+1:28: an Einsum has the form C[i,j] += A[i,k] * B[k,j], with one of = += *= min= max= |= &=
  #pragma insum C[i] = A[i]; D[i] = B[i]
  {}

  // expect-error@+2:33: expected an operator or the end of the line in an Einsum, found 'B' [insum-syntax-error]
  // expect-note@+1:33: an Einsum has the form C[i,j] += A[i,k] * B[k,j], with one of = += *= min= max= |= &=
  #pragma insum C[i,j] = A[i,k] B[k]
  {}

  // expect-error@+2:35: expected an operand in an Einsum, found '*' [insum-syntax-error]
  // expect-note@+1:35: an Einsum has the form C[i,j] += A[i,k] * B[k,j], with one of = += *= min= max= |= &=
  #pragma insum C[i,j] = A[i,j] * * 3
  {}

  // expect-error@+3:37: expected an operator or ')' in parentheses, found the end of the line [insum-syntax-error]
  // expect-note@+2:37: an Einsum has the form C[i,j] += A[i,k] * B[k,j], with one of = += *= min= max= |= &=
  // expect-note@+1:26: opened here
  #pragma insum C[i,j] = (A[i,j] + 1
  {}

  // expect-error@+2:36: expected an operator or the end of the line in an Einsum, found ')' [insum-syntax-error]
  // expect-note@+1:36: an Einsum has the form C[i,j] += A[i,k] * B[k,j], with one of = += *= min= max= |= &=
  #pragma insum C[i,j] = A[i,j] + 1)
  {}

  // expect-error@+2:27: expected an expression in parentheses, found ')' [insum-syntax-error]
  // expect-note@+1:27: an Einsum has the form C[i,j] += A[i,k] * B[k,j], with one of = += *= min= max= |= &=
  #pragma insum C[i,j] = ()
  {}

  // expect-error@+2:30: expected an operand in an Einsum, found the end of the line [insum-syntax-error]
  // expect-note@+1:30: an Einsum has the form C[i,j] += A[i,k] * B[k,j], with one of = += *= min= max= |= &=
  #pragma insum C[i] = A[i] - 
  {}

  // expect-error@+2:27: expected an operator, '[', '(' or the end of the line in an Einsum, found '.' [insum-syntax-error]
  // expect-note@+1:27: a C++ expression stands in braces, such as {x.size()}
  #pragma insum C[i,j] = a.b + c
  {}

  // expect-error@+2:27: expected an operator, '[', '(' or the end of the line in an Einsum, found '->' [insum-syntax-error]
  // expect-note@+1:27: a C++ expression stands in braces, such as {x.size()}
  #pragma insum C[i,j] = p->x + c
  {}

  // expect-error@+2:37: expected '(' in a call, found '*' [insum-syntax-error]
  // expect-note@+1:37: a C++ expression stands in braces, such as {x.size()}
  #pragma insum C[i,j] = std::alpha * A[i]
  {}

  // expect-error@+2:29: expected an operator or the end of the line in an Einsum, found '%' [insum-syntax-error]
  // expect-note@+1:29: declare a C++ function that does it with '#pragma insum function f', and call it
  #pragma insum C[i] = A[i] % 2
  {}

  // expect-error@+2:28: expected an operator or the end of the line in an Einsum, found '^' [insum-syntax-error]
  // expect-note@+1:28: powers are written pow(x, 2)
  #pragma insum C[i] = A[i]^2
  {}

  // expect-error@+2:29: expected an operator or the end of the line in an Einsum, found 'and' [insum-syntax-error]
  // expect-note@+1:29: write &&
  #pragma insum C[i] = A[i] and B[i]
  {}

  // expect-error@+2:29: expected an operator or the end of the line in an Einsum, found 'or' [insum-syntax-error]
  // expect-note@+1:29: write ||
  #pragma insum C[i] = A[i] or B[i]
  {}

  // expect-error@+2:28: expected an operator, '[', '(' or the end of the line in an Einsum, found 'A' [insum-syntax-error]
  // expect-note@+1:28: an Einsum has the form C[i,j] += A[i,k] * B[k,j], with one of = += *= min= max= |= &=
  #pragma insum C[i] = not A[i]
  {}

  // expect-error@+2:26: expected an operator, '[', '(' or the end of the line in an Einsum, found '?' [insum-syntax-error]
  // expect-note@+1:26: write select(condition, a, b) for condition ? a : b
  #pragma insum C[i] = a ? b : c
  {}

  // expect-error@+2:37: expected an operator or the end of the line in an Einsum, found '=' [insum-syntax-error]
  // expect-note@+1:37: an Einsum has the form C[i,j] += A[i,k] * B[k,j], with one of = += *= min= max= |= &=
  #pragma insum C[i] = A[i] == B[i] =
  {}

  // expect-error@+2:25: expected a C++ expression in an Einsum, found '}' [insum-syntax-error]
  // expect-note@+1:25: an Einsum has the form C[i,j] += A[i,k] * B[k,j], with one of = += *= min= max= |= &=
  #pragma insum C[i] = {}
  {}

  // expect-error@+3:26: expected '}' in an Einsum, found the end of the line [insum-syntax-error]
  // expect-note@+2:26: an Einsum has the form C[i,j] += A[i,k] * B[k,j], with one of = += *= min= max= |= &=
  // expect-note@+1:24: opened here
  #pragma insum C[i] = {n
  {}

  // expect-error@+2:26: expected '}' in an Einsum, found ']' [insum-syntax-error]
  // expect-note@+1:26: an Einsum has the form C[i,j] += A[i,k] * B[k,j], with one of = += *= min= max= |= &=
  #pragma insum C[i] = {n]}
  {}

  // expect-error@+2:27: expected '}' in an Einsum, found ',' [insum-syntax-error]
  // expect-note@+1:27: an Einsum has the form C[i,j] += A[i,k] * B[k,j], with one of = += *= min= max= |= &=
  #pragma insum C[i] = { a, b }
  {}

  // expect-error@+2:24: 'int' is a C++ keyword and cannot be a name [insum-cpp-keyword]
  // expect-note@+1:24: choose another name
  #pragma insum C[i] = int * A[i]
  {}

  // expect-error@+2:17: 'double' is a C++ keyword and cannot be a name [insum-cpp-keyword]
  // expect-note@+1:17: choose another name
  #pragma insum double[i] = A[i]
  {}

  // expect-error@+2:24: '2x' is not a number [insum-invalid-number]
  // expect-note@+1:24: write a C++ literal, such as 2, 0.5 or 1e-3f
  #pragma insum C[i] = 2x * A[i]
  {}

  // expect-error@+2:24: '1.5.5' is not a number [insum-invalid-number]
  // expect-note@+1:24: write a C++ literal, such as 2, 0.5 or 1e-3f
  #pragma insum C[i] = 1.5.5
  {}

  // expect-error@+2:24: '99999999999999999999' is not a whole number that fits in 64 bits [insum-invalid-number]
  // expect-note@+1:24: write a smaller one, or one with a decimal point
  #pragma insum y[i] = 99999999999999999999 * x[i]
  {}
  // expect-error@+2:24: '1e999' is not within the range of its type [insum-invalid-number]
  // expect-note@+1:24: use INFINITY, or a smaller number
  #pragma insum y[i] = 1e999 * x[i]
  {}
  // expect-error@+2:24: '1e39f' is not within the range of its type [insum-invalid-number]
  // expect-note@+1:24: use INFINITY, or a smaller number
  #pragma insum y[i] = 1e39f * x[i]
  {}
  // expect-error@+2:24: '09' is not a number [insum-invalid-number]
  // expect-note@+1:24: write a C++ literal, such as 2, 0.5 or 1e-3f
  #pragma insum C[i] = 09
  {}

  // expect-error@+2:28: expected an operator or the end of the line in an Einsum, found '--' [insum-syntax-error]
  // expect-note@+1:28: an Einsum has the form C[i,j] += A[i,k] * B[k,j], with one of = += *= min= max= |= &=
  #pragma insum C[i] = A[i]--1
  {}

  // expect-error@+2:19: expected an assignment or '[' in an Einsum, found '+' [insum-syntax-error]
  // expect-note@+1:19: an Einsum has the form C[i,j] += A[i,k] * B[k,j], with one of = += *= min= max= |= &=
  #pragma insum C + 1 = A[i]
  {}

  // expect-error@+2:24: expected an expression in an Einsum, found '"text"' [insum-syntax-error]
  // expect-note@+1:24: an Einsum has the form C[i,j] += A[i,k] * B[k,j], with one of = += *= min= max= |= &=
  #pragma insum C[i] = "text"
  {}

  // expect-error@+2:29: expected an operator or the end of the line in an Einsum, found '#' [insum-syntax-error]
  // expect-note@+1:29: write one directive a line
  #pragma insum C[i] = A[i] # B[i]
  {}

  // expect-error@+2:22: expected an assignment in an Einsum, found ':' [insum-syntax-error]
  // expect-note@+1:22: an Einsum has the form C[i,j] += A[i,k] * B[k,j], with one of = += *= min= max= |= &=
  #pragma insum C[i] := A[i]
  {}

  // expect-error@+2:24: expected an expression in an Einsum, found ''x'' [insum-syntax-error]
  // expect-note@+1:24: an Einsum has the form C[i,j] += A[i,k] * B[k,j], with one of = += *= min= max= |= &=
  #pragma insum C[i] = 'x' * A[i]
  {}
}

void chains_of_comparisons(int n, const double* x, double* y) {
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-warning@+2:38: this compares the truth value of '2 < i', true or false, with '5' [insum-chained-comparison]
  // expect-note@+1:38: write two comparisons with && between them, or put brackets around '2 < i'
  #pragma insum y[i] = x[i] * (2 < i < 5)
  {}
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  // expect-warning@+4:38: this compares the truth value of '2 < i', true or false, with '5' [insum-chained-comparison]
  // expect-note@+3:38: write two comparisons with && between them, or put brackets around '2 < i'
  // expect-warning@+2:43: this compares the truth value of '2 < i <= 5', true or false, with '1' [insum-chained-comparison]
  // expect-note@+1:43: write two comparisons with && between them, or put brackets around '2 < i <= 5'
  #pragma insum y[i] = x[i] * (2 < i <= 5 > 1)
  {}
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  #pragma insum y[i] = x[i] * ((2 < i) < 5) * (2 < i && i < 5) * (2 < i == i < 5)
  {}
}
