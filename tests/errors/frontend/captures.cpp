// What generated code would use must be reachable from where it stands.
#include <vector>
extern float* y;
// expect-note@+1:28: 'vec' declared here
void f(std::vector<float>& vec) {
  // expect-note@+1:9: 'Alpha' declared here
  float Alpha = 1;
  int count = 3;
  // expect-note@+5:12: lambda expression begins here
  // expect-note@+4:18: capture 'vec' by reference
  // expect-note@+3:12: lambda expression begins here
  // expect-note@+2:18: capture 'Alpha' by value
  // expect-note@+1:18: capture 'Alpha' by reference
  auto l = [count] {
// expect-error@+1:29: variable 'Alpha' cannot be implicitly captured in a lambda with no capture-default specified
#pragma insum y[i] = B[i] * Alpha
#pragma insum tensor y[count] : dense(y)
// expect-error@+1:39: variable 'vec' cannot be implicitly captured in a lambda with no capture-default specified
#pragma insum tensor B[count] : dense(vec)
  y[0] = 1;
  };
}
struct M { float* p; int n; 
  void g() {
   // expect-note@+3:14: explicitly capture 'this'
   // expect-note@+2:14: explicitly capture 'this'
   // expect-note@+1:14: explicitly capture 'this'
   auto l = [] {
#pragma insum y[i] = p[i]
// expect-error@+1:24: 'this' cannot be implicitly captured in this context
#pragma insum tensor y[n] : dense(y)
// expect-error@+2:24: 'this' cannot be implicitly captured in this context
// expect-error@+1:35: 'this' cannot be implicitly captured in this context
#pragma insum tensor p[n] : dense(p)
    y[0] = 1;
    };
   auto l2 = [this] {
// expect-warning@+4:15: the statement does not compute what its block says: it makes 'y[0]' 1, and the Einsum 8 [insum-statement-disagrees]
// expect-note@+3:15: seen with n = 4; correct the one that is wrong
// expect-note@+2:15: the statement writes y[0]; the block has y[i]
// expect-note@+1:15: the statement does not access 'p', which the block names
#pragma insum y[i] = p[i]
#pragma insum tensor y[n] : dense(y)
#pragma insum tensor p[n] : dense(p)
    y[0] = 1;
    };
  }
  static void h() {
#pragma insum y[i] = p[i]
// expect-error@+1:24: invalid use of non-static data member 'n'
#pragma insum tensor y[n] : dense(y)
// expect-error@+2:24: invalid use of non-static data member 'n'
// expect-error@+1:35: invalid use of non-static data member 'p'
#pragma insum tensor p[n] : dense(p)
    y[0] = 1;
  }
};
