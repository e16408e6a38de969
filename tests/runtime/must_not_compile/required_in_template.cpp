#ifdef FIXED
#define INSUM_PREPROCESSING
#endif
#include <insum/insum.hpp>

template <class T>
struct solver {
  template <class U>
  void run(U&) {
    auto kernel = [](auto) { INSUM_REQUIRED; };
    kernel(T{});
  }
};
void use(int x) { solver<float>().run(x); }
