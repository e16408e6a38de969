// The library by its include path alone: no OpenMP, no zlib, no definitions.
#include <doctest/doctest.h>

#include <insum/insum.hpp>
#include <string>

#if defined(_OPENMP) || defined(INSUM_HAS_ZLIB)
#error "this test is about doing without"
#endif

TEST_CASE("conversions run on one thread") {
  insum::coo<float> t;
  t.shape = {100, 100};
  for (int n = 0; n < 50000; ++n) {
    t.crd[0].push_back(n % 100);
    t.crd[1].push_back(n / 100 % 100);
    t.vals.push_back(1);
  }
  const auto a = insum::convert<insum::csr<float>>(t);
  a.validate();
  CHECK(a.nnz() == 10000);
  CHECK(a.vals[17] == 5);
}

TEST_CASE("compressed files are refused and told why") {
  CHECK_THROWS_WITH_AS(static_cast<void>(insum::parse_mtx<float>("\x1f\x8b\x08", "a.mtx.gz")),
                       "a.mtx.gz:1: the file is compressed, and this program was built without zlib",
                       insum::parse_error);
  CHECK_THROWS_WITH_AS(insum::write_mtx("a.mtx.gz", insum::csr<float>{}),
                       "a.mtx.gz: cannot be written: this program was built without zlib",
                       std::runtime_error);
  CHECK(insum::parse_mtx<float>("%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 2\n").vals[0] ==
        2);
}
