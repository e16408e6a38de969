// Floating point operations of kernels whose arrays are the host's or the device's.
#include "reports.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <cstring>
#include <insum/cuda.hpp>
#include <insum/report/calls.hpp>
#include <string>

#include "on_device.hpp"

namespace {

// Before anything asks for the variable. Nothing prints: the report goes to a file that nobody reads.
const int reported = setenv("INSUM_REPORT", "/dev/null", 1);

const std::vector<int> pos = {0, 2, 3, 3, 5}, crd = {0, 2, 3, 1, 2};
const std::vector<double> vals = {1, 2, 3, 4, 5}, x(4, 1);

const insum::report::entry& entry_of(const char* function) {
  const insum::report::entry* e = insum::report::first;
  while (e && !std::strstr(e->name, function)) e = e->next;
  REQUIRE(e != nullptr);
  return *e;
}

}  // namespace

TEST_CASE("what is stored on the host is counted before the call") {
  std::vector<double> y(4);
  from_host(4, 4, pos.data(), crd.data(), vals.data(), x.data(), y.data());
  CHECK(y == std::vector<double>{3, 3, 0, 9});
  CHECK(entry_of("from_host").flops == 2 * 5);
  CHECK(!entry_of("from_host").flops_estimated);
}

TEST_CASE("what is stored on the device is looked up there") {
  const OnDevice<int> Pos(pos), Crd(crd);
  const OnDevice<double> A(vals), X(x), Y(x), C(std::vector<double>(16));
  from_device(4, 4, Pos.data(), Crd.data(), A.data(), X.data(), Y.data());
  CHECK(Y.back() == std::vector<double>{3, 3, 0, 9});
  CHECK(entry_of("from_device").flops == 2 * 5);
  squared(4, Pos.data(), Crd.data(), A.data(), C.data());
  CHECK(C.back()[1 * 4 + 1] == 12);
  CHECK(entry_of("squared").flops == 2 * (2 + 0 + 2 + 1 + 0));  // rows 0, 2, 3, 1 and 2
  CHECK(!entry_of("squared").flops_estimated);
}

TEST_CASE("a call that a graph captures is not counted, and the report says so") {
  const OnDevice<int> Pos(pos), Crd(crd);
  const OnDevice<double> A(vals), X(x), Y(x);
  const insum::cuda::stream own;
  const insum::cuda::on_stream use(own);
  const std::int64_t before = entry_of("from_device").flops;
  cudaGraph_t graph = nullptr;
  REQUIRE(cudaStreamBeginCapture(own.get(), cudaStreamCaptureModeGlobal) == cudaSuccess);
  from_device(4, 4, Pos.data(), Crd.data(), A.data(), X.data(), Y.data());
  REQUIRE(cudaStreamEndCapture(own.get(), &graph) == cudaSuccess);
  CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  CHECK(entry_of("from_device").flops == before);
  CHECK(entry_of("from_device").flops_estimated);
}

TEST_CASE("what a kernel itself makes is not known before the call") {
  std::vector<double> c(16);
  transposed(4, pos.data(), crd.data(), vals.data(), c.data());
  CHECK(c[0] == 1);
  CHECK(entry_of("transposed").flops_estimated);
}

TEST_CASE("a block that runs where its data is has a record for each place") {
  const OnDevice<double> X(x), Y(x);
  std::vector<double> y(4);
  anywhere(4, x.data(), y.data());
  for (int n = 0; n < 2; ++n) anywhere(4, X.data(), Y.data());
  std::vector<std::string> variants;
  for (const insum::report::entry* e = insum::report::first; e; e = e->next)
    if (std::strstr(e->name, "anywhere")) {
      REQUIRE(e->variants != nullptr);
      CHECK(e->variants->next == nullptr);
      variants.push_back(std::to_string(e->variants->calls) + " " + e->variants->text);
    }
  CHECK(variants == std::vector<std::string>{"2 on the device", "1 on the host"});
}
