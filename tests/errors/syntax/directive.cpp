// What a line may begin with.

void f() {
  // expect-error@+2:16: expected a directive or an Einsum, found the end of the line [insum-syntax-error]
  // expect-note@+1:16: a line is an Einsum such as C[i,j] += A[i,k] * B[k,j], or begins with one of assume, baseline, deterministic, format, function, gradient, kernel, schedule, target, tensor, verify and workspace
  #pragma insum
  {}

  // expect-error@+2:17: unknown directive 'shedule' [insum-unknown-directive]
  // expect-note@+1:17: did you mean 'schedule'? known are assume, baseline, deterministic, format, function, gradient, kernel, schedule, target, tensor, verify and workspace, or an Einsum
  #pragma insum shedule reorder(i,j)
  {}

  // expect-error@+2:17: unknown directive 'schedul' [insum-unknown-directive]
  // expect-note@+1:17: did you mean 'schedule'? known are assume, baseline, deterministic, format, function, gradient, kernel, schedule, target, tensor, verify and workspace, or an Einsum
  #pragma insum schedul auto
  {}

  // expect-error@+2:17: unknown directive 'frobnicate' [insum-unknown-directive]
  // expect-note@+1:17: known are assume, baseline, deterministic, format, function, gradient, kernel, schedule, target, tensor, verify and workspace, or an Einsum
  #pragma insum frobnicate
  {}

  // expect-error@+2:17: unknown directive 'parallelize' [insum-unknown-directive]
  // expect-note@+1:17: known are assume, baseline, deterministic, format, function, gradient, kernel, schedule, target, tensor, verify and workspace, or an Einsum
  #pragma insum parallelize(i)
  {}

  // expect-error@+2:16: expected a directive or an Einsum, found the end of the line [insum-syntax-error]
  // expect-note@+1:16: a line is an Einsum such as C[i,j] += A[i,k] * B[k,j], or begins with one of assume, baseline, deterministic, format, function, gradient, kernel, schedule, target, tensor, verify and workspace
  #pragma insum // only a comment
  {}

  // expect-error@+2:17: expected a directive or an Einsum, found '3' [insum-syntax-error]
  // expect-note@+1:17: a line is an Einsum such as C[i,j] += A[i,k] * B[k,j], or begins with one of assume, baseline, deterministic, format, function, gradient, kernel, schedule, target, tensor, verify and workspace
  #pragma insum 3
  {}

  // expect-error@+2:17: expected a directive or an Einsum, found '[' [insum-syntax-error]
  // expect-note@+1:17: a line is an Einsum such as C[i,j] += A[i,k] * B[k,j], or begins with one of assume, baseline, deterministic, format, function, gradient, kernel, schedule, target, tensor, verify and workspace
  #pragma insum [i]
  {}

  #pragma insum kernel one
  // expect-error@+3:27: expected an operator, '[', ',' or ']' in a subscript, found the end of the line [insum-syntax-error]
  // expect-note@+2:27: a subscript is an index, a whole number, an array such as D[y], C++ in braces such as {n}, or a sum such as 2*i + j - 1
  // expect-note@+1:25: opened here
  #pragma insum C[i] = A[i
  // expect-error@+2:17: unknown directive 'shedule' [insum-unknown-directive]
  // expect-note@+1:17: did you mean 'schedule'? known are assume, baseline, deterministic, format, function, gradient, kernel, schedule, target, tensor, verify and workspace, or an Einsum
  #pragma insum shedule auto
  // expect-error@+2:24: unknown setting 'rtl' of verify [insum-unknown-setting]
  // expect-note@+1:24: did you mean 'rtol'? known are atol, every and rtol
  #pragma insum verify(rtl=1)
  {}
}
