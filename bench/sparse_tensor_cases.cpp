// Products of sparse 3-tensors with dense matrices and vectors, with sparse results.
#include <insum/convert.hpp>
#include <insum/io.hpp>
#include <memory>
#include <string>
#include <utility>

#include "cases.hpp"
#include "harness.hpp"
#include "sparse_kernels.hpp"

namespace bench {

namespace {

template <class T>
struct tensor_case {
  std::string path;
  csf<T> X;
  matrix<T> U;
  vector<T> u;
  fibres<T> Y;
  dcsr<T> y;

  fibres<T>& fresh_fibres() {
    Y = fibres<T>{};
    Y.shape[0] = X.shape[0], Y.shape[1] = X.shape[1], Y.shape[2] = U.cols();
    return Y;
  }
  dcsr<T>& fresh_matrix() {
    y = dcsr<T>{};
    y.shape = {X.shape[0], X.shape[1]};
    return y;
  }
};

template <class T>
tensor_case<T>& loaded_tensor(const std::string& path) {
  constexpr std::int64_t columns = 32;
  static std::unique_ptr<tensor_case<T>> last;
  if (last && last->path == path) return *last;
  last = nullptr;
  auto c = std::make_unique<tensor_case<T>>();
  c->path = path;
  c->X = insum::convert<csf<T>>(insum::read_tns<T, 3>(path));
  c->U = matrix<T>({c->X.shape[2], columns});
  c->u = vector<T>({c->X.shape[2]});
  fill(c->U), fill(c->u);
  last = std::move(c);
  return *last;
}

template <class T>
void add_tensor(const std::string& path, const std::string& rest, int threads) {
  add("ttm32" + rest, threads, [=] {
    tensor_case<T>& c = loaded_tensor<T>(path);
    const double rows = static_cast<double>(c.X.crd[1].size()), columns = static_cast<double>(c.U.cols());
    const auto own = [&c] { return result_of(c.Y); };
    work w;
    w.bytes = static_cast<double>(c.X.bytes() + c.U.bytes()) + rows * (columns * sizeof(T) + 8);
    w.flops = 2 * columns * static_cast<double>(c.X.nnz());
    w.forms = {{"insum", [&c] { einsum::ttm(c.X, c.U, c.fresh_fibres()); }, own},
               {"loops", [&c] { loops::ttm(c.X, c.U, c.fresh_fibres()); }, own}};
    return w;
  });
  add("ttv" + rest, threads, [=] {
    tensor_case<T>& c = loaded_tensor<T>(path);
    const double rows = static_cast<double>(c.X.crd[1].size());
    const auto own = [&c] { return result_of(c.y); };
    work w;
    w.bytes = static_cast<double>(c.X.bytes() + c.u.bytes()) + rows * (sizeof(T) + 8);
    w.flops = 2 * static_cast<double>(c.X.nnz());
    w.forms = {{"insum", [&c] { einsum::ttv(c.X, c.u, c.fresh_matrix()); }, own},
               {"loops", [&c] { loops::ttv(c.X, c.u, c.fresh_matrix()); }, own}};
    return w;
  });
}

}  // namespace

void register_sparse_tensor_cases(const std::string& path) {
  for (int threads : thread_counts()) {
    const auto rest = [&](const char* type) {
      return data_name(path) + type + "/" + std::to_string(threads);
    };
    add_tensor<float>(path, rest("float"), threads);
    add_tensor<double>(path, rest("double"), threads);
  }
}

}  // namespace bench
