// The lines of one form each.

void f() {
  // expect-error@+2:23: expected a name in a kernel line, found the end of the line [insum-syntax-error]
  // expect-note@+1:23: write kernel NAME
  #pragma insum kernel
  {}

  // expect-error@+2:24: expected a name in a kernel line, found '5' [insum-syntax-error]
  // expect-note@+1:24: write kernel NAME
  #pragma insum kernel 5
  {}

  // expect-error@+2:26: expected the end of the line, found 'b' [insum-syntax-error]
  // expect-note@+1:26: write kernel NAME
  #pragma insum kernel a b
  {}

  // expect-error@+2:24: 'class' is a C++ keyword and cannot be a name [insum-cpp-keyword]
  // expect-note@+1:24: choose another name
  #pragma insum kernel class
  {}

  // expect-error@+2:23: expected a target in a target line, found the end of the line [insum-syntax-error]
  // expect-note@+1:23: write target openmp, target cuda, target cuda device(A, B) or target auto
  #pragma insum target
  {}

  // expect-error@+2:24: unknown target 'opnmp' [insum-unknown-target]
  // expect-note@+1:24: did you mean 'openmp'? known are auto, cuda and openmp
  #pragma insum target opnmp
  {}

  // expect-error@+2:24: unknown target 'gpu' [insum-unknown-target]
  // expect-note@+1:24: known are auto, cuda and openmp
  #pragma insum target gpu
  {}

  // expect-error@+2:29: expected 'device' or the end of the line in a target line, found 'dev' [insum-syntax-error]
  // expect-note@+1:29: write target openmp, target cuda, target cuda device(A, B) or target auto
  #pragma insum target cuda dev(A)
  {}

  // expect-error@+2:35: expected '(' in a target line, found the end of the line [insum-syntax-error]
  // expect-note@+1:35: write target openmp, target cuda, target cuda device(A, B) or target auto
  #pragma insum target cuda device
  {}

  // expect-error@+2:36: expected a name in a target line, found ')' [insum-syntax-error]
  // expect-note@+1:36: write target openmp, target cuda, target cuda device(A, B) or target auto
  #pragma insum target cuda device()
  {}

  // expect-error@+2:39: expected a name in a target line, found ')' [insum-syntax-error]
  // expect-note@+1:39: write target openmp, target cuda, target cuda device(A, B) or target auto
  #pragma insum target cuda device(A, )
  {}

  // expect-error@+2:31: expected 'device' or the end of the line in a target line, found 'cuda' [insum-syntax-error]
  // expect-note@+1:31: write target openmp, target cuda, target cuda device(A, B) or target auto
  #pragma insum target openmp cuda
  {}

  // expect-error@+2:26: expected a name in a workspace line, found the end of the line [insum-syntax-error]
  // expect-note@+1:26: write workspace W : followed by auto, bucket, coord, dense, hash or user(Type)
  #pragma insum workspace
  {}

  // expect-error@+2:28: expected ':' in a workspace line, found the end of the line [insum-syntax-error]
  // expect-note@+1:28: write workspace W : followed by auto, bucket, coord, dense, hash or user(Type)
  #pragma insum workspace W
  {}

  // expect-error@+2:30: expected a name, 'auto' or 'user' in a workspace line, found the end of the line [insum-syntax-error]
  // expect-note@+1:30: write workspace W : followed by auto, bucket, coord, dense, hash or user(Type)
  #pragma insum workspace W :
  {}

  // expect-error@+2:31: unknown kind of workspace 'hsh' [insum-unknown-workspace-policy]
  // expect-note@+1:31: did you mean 'hash'? known are auto, bucket, coord, dense, hash and user
  #pragma insum workspace W : hsh
  {}

  // expect-error@+2:31: a user's workspace needs its C++ type [insum-syntax-error]
  // expect-note@+1:31: write user(Type)
  #pragma insum workspace W : user
  {}

  // expect-error@+2:36: expected a C++ type in user(Type), found ')' [insum-syntax-error]
  // expect-note@+1:36: write workspace W : followed by auto, bucket, coord, dense, hash or user(Type)
  #pragma insum workspace W : user()
  {}

  // expect-error@+2:36: a C++ type stands without parentheses of its own [insum-syntax-error]
  // expect-note@+1:36: write user(Type)
  #pragma insum workspace W : user((T<int, 3>))
  {}

  // expect-error@+2:36: expected the end of the line, found '(' [insum-syntax-error]
  // expect-note@+1:36: write workspace W : followed by auto, bucket, coord, dense, hash or user(Type)
  #pragma insum workspace W : dense(3)
  {}

  // expect-error@+2:29: expected ':' in a workspace line, found '=' [insum-syntax-error]
  // expect-note@+1:29: write workspace W : followed by auto, bucket, coord, dense, hash or user(Type)
  #pragma insum workspace W = dense
  {}

  // expect-error@+2:23: expected '(' in assume, found the end of the line [insum-syntax-error]
  // expect-note@+1:23: write assume(fact, ...) with facts such as M in [1, 1000], density(A) < 0.01, sorted(A), in_bounds
  #pragma insum assume
  {}

  // expect-error@+2:24: expected a fact in assume, found ')' [insum-syntax-error]
  // expect-note@+1:24: write assume(fact, ...) with facts such as M in [1, 1000], density(A) < 0.01, sorted(A), in_bounds
  #pragma insum assume()
  {}

  // expect-error@+4:24: unknown fact 'dens' [insum-unknown-fact]
  // expect-note@+3:24: did you mean 'density'? known are density, deterministic, duplicates, ieee, in_bounds, memory, no_alias, no_convert, same_pattern, sorted, unique and unsorted
  // expect-error@+2:39: unknown fact 'inbounds' [insum-unknown-fact]
  // expect-note@+1:39: did you mean 'in_bounds'? known are density, deterministic, duplicates, ieee, in_bounds, memory, no_alias, no_convert, same_pattern, sorted, unique and unsorted
  #pragma insum assume(dens(A) < 0.1, inbounds)
  {}

  // expect-error@+2:33: expected ']' in a fact, found ')' [insum-syntax-error]
  // expect-note@+1:33: write assume(fact, ...) with facts such as M in [1, 1000], density(A) < 0.01, sorted(A), in_bounds
  #pragma insum assume(M in [1,2)
  {}

  // expect-error@+2:29: expected '[' in a fact, found '3' [insum-syntax-error]
  // expect-note@+1:29: write assume(fact, ...) with facts such as M in [1, 1000], density(A) < 0.01, sorted(A), in_bounds
  #pragma insum assume(M in 3)
  {}

  // expect-error@+2:31: expected ',' in a fact, found ']' [insum-syntax-error]
  // expect-note@+1:31: write assume(fact, ...) with facts such as M in [1, 1000], density(A) < 0.01, sorted(A), in_bounds
  #pragma insum assume(M in [1])
  {}

  // expect-error@+2:27: expected a C++ expression in a fact, found ')' [insum-syntax-error]
  // expect-note@+1:27: write assume(fact, ...) with facts such as M in [1, 1000], density(A) < 0.01, sorted(A), in_bounds
  #pragma insum assume(M <)
  {}

  // expect-error@+2:24: unknown fact 'M' [insum-unknown-fact]
  // expect-note@+1:24: known are density, deterministic, duplicates, ieee, in_bounds, memory, no_alias, no_convert, same_pattern, sorted, unique and unsorted
  #pragma insum assume(M)
  {}

  // expect-error@+3:33: expected a comparison, ',', 'in' or ')' in a fact, found the end of the line [insum-syntax-error]
  // expect-note@+2:33: write assume(fact, ...) with facts such as M in [1, 1000], density(A) < 0.01, sorted(A), in_bounds
  // expect-note@+1:23: opened here
  #pragma insum assume(sorted(A)
  {}

  // expect-error@+2:31: expected a name in the arguments of a fact, found ')' [insum-syntax-error]
  // expect-note@+1:31: write assume(fact, ...) with facts such as M in [1, 1000], density(A) < 0.01, sorted(A), in_bounds
  #pragma insum assume(sorted())
  {}

  // expect-error@+2:26: expected a comparison, ',', 'in', '(' or ')' in a fact, found '=' [insum-syntax-error]
  // expect-note@+1:26: write assume(fact, ...) with facts such as M in [1, 1000], density(A) < 0.01, sorted(A), in_bounds
  #pragma insum assume(M = 3)
  {}

  // expect-error@+2:24: expected a fact in assume, found '1' [insum-syntax-error]
  // expect-note@+1:24: write assume(fact, ...) with facts such as M in [1, 1000], density(A) < 0.01, sorted(A), in_bounds
  #pragma insum assume(1 < M)
  {}

  // expect-error@+2:24: expected '(' in assume, found 'in_bounds' [insum-syntax-error]
  // expect-note@+1:24: write assume(fact, ...) with facts such as M in [1, 1000], density(A) < 0.01, sorted(A), in_bounds
  #pragma insum assume in_bounds
  {}

  // expect-error@+2:24: unknown setting 'rtl' of verify [insum-unknown-setting]
  // expect-note@+1:24: did you mean 'rtol'? known are atol, every and rtol
  #pragma insum verify(rtl=3)
  {}

  // expect-error@+2:28: expected '=' in a setting, found ')' [insum-syntax-error]
  // expect-note@+1:28: write verify, or verify(rtol=1e-5, atol=1e-8)
  #pragma insum verify(rtol)
  {}

  // expect-error@+2:29: expected an expression in a setting, found ')' [insum-syntax-error]
  // expect-note@+1:29: write verify, or verify(rtol=1e-5, atol=1e-8)
  #pragma insum verify(rtol=)
  {}

  // expect-error@+2:24: expected a setting in verify, found ')' [insum-syntax-error]
  // expect-note@+1:24: write verify, or verify(rtol=1e-5, atol=1e-8)
  #pragma insum verify()
  {}

  // expect-error@+2:24: expected '(' or the end of the line in verify, found '1e-5' [insum-syntax-error]
  // expect-note@+1:24: write verify, or verify(rtol=1e-5, atol=1e-8)
  #pragma insum verify 1e-5
  {}

  // expect-error@+2:29: expected 'of' in a gradient line, found 'C' [insum-syntax-error]
  // expect-note@+1:29: write gradient(A, B) of C
  #pragma insum gradient(A) C
  {}

  // expect-error@+2:31: expected a name in a gradient line, found the end of the line [insum-syntax-error]
  // expect-note@+1:31: write gradient(A, B) of C
  #pragma insum gradient(A) of
  {}

  // expect-error@+2:26: expected a name in a gradient line, found ')' [insum-syntax-error]
  // expect-note@+1:26: write gradient(A, B) of C
  #pragma insum gradient() of C
  {}

  // expect-error@+2:26: expected '(' in a gradient line, found 'A' [insum-syntax-error]
  // expect-note@+1:26: write gradient(A, B) of C
  #pragma insum gradient A of C
  {}

  // expect-error@+2:31: expected the end of the line, found 'x' [insum-syntax-error]
  // expect-note@+1:31: 'deterministic' stands alone on its line
  #pragma insum deterministic x
  {}

  // expect-error@+2:30: expected the end of the line, found '(' [insum-syntax-error]
  // expect-note@+1:30: subscripts stand in brackets: C[i,j]
  #pragma insum deterministic(i)
  {}

  // expect-error@+2:26: expected the end of the line, found '3' [insum-syntax-error]
  // expect-note@+1:26: 'baseline' stands alone on its line
  #pragma insum baseline 3
  {}

  // expect-error@+2:25: expected the end of the line, found ',' [insum-syntax-error]
  // expect-note@+1:25: 'baseline' stands alone on its line
  #pragma insum baseline, deterministic
  {}

  // expect-note@+1:17: the first one is here
  #pragma insum kernel a
  // expect-error@+2:17: a block has only one kernel line [insum-duplicate-directive]
  // expect-note@+1:17: remove one of them
  #pragma insum kernel b
  {}

  // expect-note@+1:17: the first one is here
  #pragma insum target openmp
  // expect-error@+2:17: a block has only one target line [insum-duplicate-directive]
  // expect-note@+1:17: remove one of them
  #pragma insum target cuda
  {}

  // expect-note@+1:17: the first one is here
  #pragma insum verify
  // expect-error@+2:17: a block has only one verify line [insum-duplicate-directive]
  // expect-note@+1:17: remove one of them
  #pragma insum verify(rtol=1)
  {}

  // expect-note@+1:17: the first one is here
  #pragma insum deterministic
  // expect-error@+2:17: a block has only one deterministic line [insum-duplicate-directive]
  // expect-note@+1:17: remove one of them
  #pragma insum deterministic
  // expect-note@+1:17: the first one is here
  #pragma insum baseline
  // expect-error@+2:17: a block has only one baseline line [insum-duplicate-directive]
  // expect-note@+1:17: remove one of them
  #pragma insum baseline
  {}

  // expect-note@+1:17: the first one is here
  #pragma insum workspace W : dense
  // expect-error@+2:17: a block has only one workspace line for 'W' [insum-duplicate-directive]
  // expect-note@+1:17: remove one of them
  #pragma insum workspace W : hash
  {}

  // expect-note@+1:17: the first one is here
  #pragma insum function f
  // expect-error@+2:17: a block has only one function line for 'f' [insum-duplicate-directive]
  // expect-note@+1:17: remove one of them
  #pragma insum function f(commutative)
  {}
}
