// A graph repeats calls with what their arrays hold by then.
#include "graphs.hpp"

#include <doctest/doctest.h>

#include <functional>

#include "matrices.hpp"
#include "on_device.hpp"

namespace {

/// The work of `calls` on a stream, captured once.
class Graph {
 public:
  Graph(const insum::cuda::stream& on, const std::function<void()>& calls) : stream_(on.get()) {
    cudaGraph_t graph = nullptr;
    REQUIRE(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal) == cudaSuccess);
    calls();
    REQUIRE(cudaStreamEndCapture(stream_, &graph) == cudaSuccess);
    REQUIRE(cudaGraphInstantiate(&ready_, graph, 0) == cudaSuccess);
    CHECK(cudaGraphDestroy(graph) == cudaSuccess);
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph() { CHECK(cudaGraphExecDestroy(ready_) == cudaSuccess); }
  void run() const {
    REQUIRE(cudaGraphLaunch(ready_, stream_) == cudaSuccess);
    REQUIRE(cudaStreamSynchronize(stream_) == cudaSuccess);
  }

 private:
  cudaStream_t stream_;
  cudaGraphExec_t ready_ = nullptr;
};

template <class T>
void replace(const OnDevice<T>& array, const std::vector<T>& values) {
  REQUIRE(cudaMemcpy(array.data(), values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice) ==
          cudaSuccess);
}

}  // namespace

TEST_CASE("calls with everything in device memory are captured, and repeated") {
  const int m = 20, n = 33, l = 18;
  const std::vector<double> a = make_vector(m * l), b = make_vector(l * n), d(at(l), 1), zeros(at(m * n));
  const OnDevice<double> A(a), B(b), D(d), C(zeros), E(zeros);
  const insum::cuda::stream own;
  const insum::cuda::on_stream use(own);
  const Graph graph(own, [&] {
    scaled_product(m, n, l, A.data(), B.data(), C.data());
    through_rows(m, n, l, A.data(), B.data(), D.data(), E.data());
  });
  CHECK(C.back() == zeros);  // nothing has run
  for (const double scale : {1, 3}) {
    std::vector<double> now = a, product(at(m * n)), shifted(at(m * n));
    for (double& v : now) v *= scale;
    for (int i = 0; i < m; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < l; ++k) {
          product[at(i * n + j)] += 2 * now[at(i * l + k)] * b[at(k * n + j)];
          shifted[at(i * n + j)] += (now[at(i * l + k)] + 1) * b[at(k * n + j)];
        }
    replace(A, now);
    graph.run();
    CHECK(C.back() == product);
    CHECK(E.back() == shifted);
  }
}

TEST_CASE("rows of very different length") {
  const Matrix a = make_matrix(40, 2500);
  const std::vector<double> x = make_vector(a.n);
  const OnDevice<int> pos(a.pos), crd(a.col);
  const OnDevice<double> values(a.values), X(x), Y(std::vector<double>(at(a.m)));
  const insum::cuda::stream own;
  const insum::cuda::on_stream use(own);
  const Graph graph(own, [&] { rows(a.m, a.n, pos.data(), crd.data(), values.data(), X.data(), Y.data()); });
  graph.run(), graph.run();
  std::vector<double> wanted = a.times(x);
  for (double& v : wanted) v *= 2;
  CHECK(Y.back() == wanted);
}

TEST_CASE("tensors that were made on the stream") {
  const insum::cuda::stream own;
  const insum::cuda::on_stream use(own);
  insum::dense<float, 2> ones({9, 9});
  for (float& v : ones.vals) v = 1;
  const auto A = insum::to_device(ones), B = insum::to_device(ones);
  auto C = insum::to_device(ones);
  {
    const Graph graph(own, [&] { tensors(A, B, C); });
    graph.run(), graph.run();
  }
  CHECK(insum::to_host(C).vals == std::vector<float>(81, 19));
}

TEST_CASE("a call that copies to the host's memory or from it cannot be captured") {
  const int n = 50;
  const std::vector<double> x = make_vector(n);
  const OnDevice<double> Y(x);
  const insum::cuda::stream own;
  const insum::cuda::on_stream use(own);
  REQUIRE(cudaStreamBeginCapture(own.get(), cudaStreamCaptureModeGlobal) == cudaSuccess);
  CHECK_THROWS_AS(from_host(n, x.data(), Y.data()), insum::cuda_error);
  cudaGraph_t graph = nullptr;
  CHECK(cudaStreamEndCapture(own.get(), &graph) != cudaSuccess);
  static_cast<void>(cudaGetLastError());
  from_host(n, x.data(), Y.data());  // later calls work
  std::vector<double> wanted = x;
  for (double& v : wanted) v *= 2;
  CHECK(Y.back() == wanted);
}
