// Blocks where no statement can be annotated.
extern float* y;
extern int n;

// expect-error@+2:1: the block stands before a declaration, which generated code cannot replace [insum-block-on-declaration]
// expect-note@+1:1: put it directly above the statement that computes the result, inside of a function and after the declarations of what it uses
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
int global;

// expect-error@+2:1: the block stands before a declaration, which generated code cannot replace [insum-block-on-declaration]
// expect-note@+1:1: put it directly above the statement that computes the result, inside of a function and after the declarations of what it uses
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
void declared();

// expect-error@+2:1: the block stands before a declaration, which generated code cannot replace [insum-block-on-declaration]
// expect-note@+1:1: put it directly above the statement that computes the result, inside of a function and after the declarations of what it uses
#pragma insum y[i] = 0
namespace space {}

struct S {
// expect-error@+2:1: the block stands before a declaration, which generated code cannot replace [insum-block-on-declaration]
// expect-note@+1:1: put it directly above the statement that computes the result, inside of a function and after the declarations of what it uses
#pragma insum y[i] = 0
  int member;
// expect-error@+2:1: the block stands before a declaration, which generated code cannot replace [insum-block-on-declaration]
// expect-note@+1:1: put it directly above the statement that computes the result, inside of a function and after the declarations of what it uses
#pragma insum y[i] = 0
  void method() {}
// expect-error@+2:1: no statement follows the block [insum-dangling-block]
// expect-note@+1:1: put the '#pragma insum' lines directly above the statement that they describe; where there is no hand-written one, write 'INSUM_REQUIRED;'
#pragma insum y[i] = 0
};

void dangling() {
  y[0] = 0;
// expect-error@+2:1: no statement follows the block [insum-dangling-block]
// expect-note@+1:1: put the '#pragma insum' lines directly above the statement that they describe; where there is no hand-written one, write 'INSUM_REQUIRED;'
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
}

void before_else(bool c) {
  if (c)
    y[0] = 0;
// expect-error@+2:1: no statement follows the block [insum-dangling-block]
// expect-note@+1:1: put the '#pragma insum' lines directly above the statement that they describe; where there is no hand-written one, write 'INSUM_REQUIRED;'
#pragma insum y[i] = 0
  else
    y[0] = 1;
}

void labels(int c) {
  switch (c) {
// expect-error@+2:1: the block stands before a label [insum-block-before-label]
// expect-note@+1:1: put the '#pragma insum' lines after the label, directly above the statement that they describe
#pragma insum y[i] = 0
    case 0:
      y[0] = 0;
      break;
// expect-error@+2:1: the block stands before a label [insum-block-before-label]
// expect-note@+1:1: put the '#pragma insum' lines after the label, directly above the statement that they describe
#pragma insum y[i] = 0
    default:
      y[0] = 1;
  }
// expect-error@+2:1: the block stands before a label [insum-block-before-label]
// expect-note@+1:1: put the '#pragma insum' lines after the label, directly above the statement that they describe
#pragma insum y[i] = 0
again:
  y[0] = 1;
  if (c) goto again;
}

void declarations() {
// expect-error@+2:1: the block stands before a declaration, which generated code cannot replace [insum-block-on-declaration]
// expect-note@+1:1: put it directly above the statement that computes the result, inside of a function and after the declarations of what it uses
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
  int used = 0, also = 1;
// expect-error@+2:1: the block stands before a declaration, which generated code cannot replace [insum-block-on-declaration]
// expect-note@+1:1: put it directly above the statement that computes the result, inside of a function and after the declarations of what it uses
#pragma insum y[i] = 0
  static_assert(true);
// expect-error@+2:1: the block stands before a declaration, which generated code cannot replace [insum-block-on-declaration]
// expect-note@+1:1: put it directly above the statement that computes the result, inside of a function and after the declarations of what it uses
#pragma insum y[i] = 0
  using T = int;
// expect-error@+2:1: the block stands before a declaration, which generated code cannot replace [insum-block-on-declaration]
// expect-note@+1:1: put it directly above the statement that computes the result, inside of a function and after the declarations of what it uses
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)
  struct Local {
    int x;
  };
  y[0] = float(used + also);
#pragma insum y[i] = 0
  ;
}

int initialised =
// expect-error@+2:1: no statement can be annotated here [insum-block-misplaced]
// expect-note@+1:1: put the '#pragma insum' lines inside of a function, directly above the statement that they describe
#pragma insum y[i] = 0
    3;

enum E {
// expect-error@+2:1: no statement can be annotated here [insum-block-misplaced]
// expect-note@+1:1: put the '#pragma insum' lines inside of a function, directly above the statement that they describe
#pragma insum y[i] = 0
  a
};

void parameters(
// expect-error@+2:1: the block stands before a declaration, which generated code cannot replace [insum-block-on-declaration]
// expect-note@+1:1: put it directly above the statement that computes the result, inside of a function and after the declarations of what it uses
#pragma insum y[i] = 0
    int x) {
  y[0] = x +
// expect-error@+2:1: no statement can be annotated here [insum-block-misplaced]
// expect-note@+1:1: put the '#pragma insum' lines inside of a function, directly above the statement that they describe
#pragma insum y[i] = 0
         1;
}

#define FOO(x) x
void argument() {
  // expect-note@+1:3: expansion of macro 'FOO' requested here
  FOO(
// expect-error@+1:2: embedding a #pragma directive within macro arguments is not supported
#pragma insum y[i] = 0
  y[0] = 1);
}
// expect-error@+2:1: the block stands before a declaration, which generated code cannot replace [insum-block-on-declaration]
// expect-note@+1:1: put it directly above the statement that computes the result, inside of a function and after the declarations of what it uses
#pragma insum y[i] = 0
#pragma insum tensor y[n] : dense(y)

constexpr int evaluated(const int* x) {
  int s = 0;
  // expect-error@+2:3: generated code cannot run in constant expressions, and 'evaluated' is constexpr [insum-constexpr-function]
  // expect-note@+1:3: write the statement out: constant expressions are evaluated by it
  #pragma insum s = X[i]
  #pragma insum tensor X[3] : dense(x)
  ;
  return s;
}

consteval int only_evaluated(const int* x) {
  int s = 0;
  // expect-error@+2:3: generated code cannot run in constant expressions, and 'only_evaluated' is consteval [insum-constexpr-function]
  // expect-note@+1:3: annotate a function that runs in the program
  #pragma insum s = X[i]
  #pragma insum tensor X[3] : dense(x)
  for (int i = 0; i < 3; ++i) s += x[i];
  return s;
}
