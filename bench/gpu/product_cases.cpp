// spmv, spmm, spmm_groups, spmm_hyb, sddmm: on graphs, meshes and pruned weights; block_spmm on random
// blocks; dense.
#include <cstdio>
#include <filesystem>
#include <memory>

#include "../../examples/08_sparse_products/matrices.hpp"
#include "../block_matrix.hpp"
#include "cases.hpp"
#include "device_matrices.hpp"
#include "hand_written.hpp"
#ifdef INSUM_BENCH_PEERS
#include "peers.hpp"
#endif

namespace bench::gpu {

namespace {

template <class T>
struct product {
  device_csr<T> A;
  mirrored<T, 2> B;
  matrix<T> C;

  product(const insum::csr<float>& from, std::int64_t columns)
      : A(from), B(random_tensor<T, 2>({A.host.cols(), columns})), C({A.host.rows(), columns}) {}
  /// With A in `bytes` bytes.
  template <class Result>
  kernel_case of(double bytes, const Result& result) const {
    kernel_case made;
    made.flops = 2.0 * static_cast<double>(A.host.nnz() * B.host.size(1));
    made.bytes = bytes + static_cast<double>(B.device.bytes() + result.bytes());
    return made;
  }
};

/// `call` computes C, and reads A in `bytes` bytes.
template <class T>
kernel_case spmm_case(const std::shared_ptr<product<T>>& on, double bytes, std::function<void()> call) {
  kernel_case made = on->of(bytes, on->C);
  made.call = std::move(call);
  made.forget = [on] { forget(on->C); };
  made.rivals.push_back({"loops", [on] { loops::spmm(on->A.view(), on->B.device, on->C); }});
#ifdef INSUM_BENCH_PEERS
  made.rivals.push_back({"cusparse", peers::cusparse_spmm(on->A.view(), on->B.device, on->C)});
#endif
  made.error = [on] {
    return largest_error(on->C, on->A.host.cols(), row_of_product(on->A.host, on->B.host));
  };
  return made;
}

template <class T>
kernel_case spmm_case(const insum::csr<float>& from, std::int64_t columns) {
  const auto on = std::make_shared<product<T>>(from, columns);
  return spmm_case(on, on->A.bytes(), [on] { spmm(on->A.view(), on->B.device, on->C); });
}

kernel_case spmm_groups_case(const insum::csr<float>& from, std::int64_t columns) {
  const auto on = std::make_shared<product<float>>(from, columns);
  const auto A = std::make_shared<device_groups<float>>(in_groups(on->A.host));
  return spmm_case(on, A->bytes(), [on, A] { spmm(A->view(), on->B.device, on->C); });
}

kernel_case spmm_hyb_case(const insum::csr<float>& from, std::int64_t columns) {
  const auto on = std::make_shared<product<float>>(from, columns);
  insum::invalidate(on->A.view().vals.data());  // what another matrix left, whose memory this is now
  return spmm_case(on, on->A.bytes(), [on] { spmm_in_buckets(on->A.view(), on->B.device, on->C); });
}

#ifdef INSUM_BENCH_PEERS
/// The product with A dense.
std::function<void()> dense_peer(const product<half>& of, matrix<float>& C) {
  insum::dense<half, 2> A({of.A.host.rows(), of.A.host.cols()}, half(0));
  for (std::int64_t i = 0; i < of.A.host.rows(); ++i)
    for (int p = of.A.host.pos[static_cast<std::size_t>(i)];
         p < of.A.host.pos[static_cast<std::size_t>(i) + 1]; ++p)
      A(i, of.A.host.crd[static_cast<std::size_t>(p)]) = half(of.A.host.vals[static_cast<std::size_t>(p)]);
  const auto on_device = std::make_shared<matrix<half>>(insum::to_device(A));
  return [on_device, call = peers::cublas_product(*on_device, of.B.device, C)] { call(); };
}
#endif

kernel_case block_spmm_case(std::int64_t side, int percent, std::int64_t columns) {
  const auto on = std::make_shared<product<half>>(block_matrix<float>(side, percent), columns);
  const auto A = std::make_shared<device_groups<half>>(in_block_groups(on->A.host));
  const auto C = std::make_shared<matrix<float>>(matrix<float>({side, columns}));
  kernel_case made = on->of(A->bytes(), *C);
  made.call = [on, A, C] { block_spmm(A->view(), on->B.device, *C); };
  made.forget = [C] { forget(*C); };
#ifdef INSUM_BENCH_PEERS
  made.rivals.push_back({"cusparse", peers::cusparse_block_spmm(on->A.host, on->B.device, *C)});
  made.rivals.push_back({"cublas", dense_peer(*on, *C)});
#endif
  made.error = [on, C] {
    return largest_error(*C, on->A.host.cols(), row_of_product(on->A.host, on->B.host));
  };
  return made;
}

kernel_case spmv_case(const insum::csr<float>& from) {
  const auto on = std::make_shared<product<float>>(from, 1);
  const auto x = std::make_shared<vector<float>>(upload_as<float>(on->B.host.vals));
  const auto y = std::make_shared<vector<float>>(vector<float>({on->A.host.rows()}));
  kernel_case made = on->of(on->A.bytes(), *y);
  made.call = [on, x, y] { spmv(on->A.view(), *x, *y); };
  made.forget = [y] { forget(*y); };
  made.rivals.push_back({"loops", [on, x, y] { loops::spmv(on->A.view(), *x, *y); }});
#ifdef INSUM_BENCH_PEERS
  made.rivals.push_back({"cusparse", peers::cusparse_spmv(on->A.view(), *x, *y)});
#endif
  made.error = [on, y] {
    return largest_error(*y, on->A.host.cols(), row_of_product(on->A.host, on->B.host));
  };
  return made;
}

kernel_case sddmm_case(const insum::csr<float>& from, std::int64_t depth) {
  struct operands {
    device_csr<float> A;
    mirrored<float, 2> X, Y;
    vector<float> O;
  };
  const std::int64_t entries = from.nnz();
  const auto on = std::make_shared<operands>(
      operands{device_csr<float>(from, true), random_tensor<float, 2>({from.rows(), depth}),
               random_tensor<float, 2>({from.cols(), depth}), vector<float>({entries})});
  kernel_case made;
  made.flops = 2.0 * static_cast<double>(entries * depth);
  made.bytes =
      on->A.bytes() + static_cast<double>(on->X.device.bytes() + on->Y.device.bytes() + on->O.bytes());
  made.call = [on] { sddmm(on->A.view(), on->X.device, on->Y.device, on->O); };
  made.forget = [on] { forget(on->O); };
  made.rivals.push_back({"loops", [on] { loops::sddmm(on->A.view(), on->X.device, on->Y.device, on->O); }});
#ifdef INSUM_BENCH_PEERS
  // Which does not multiply by the values of A: these are one.
  made.rivals.push_back({"cusparse", peers::cusparse_sddmm(on->A.view(), on->X.device, on->Y.device, on->O)});
#endif
  made.error = [on, depth] {
    std::vector<std::int64_t> row_of_entry;
    for (std::int64_t i = 0; i < on->A.host.rows(); ++i)
      row_of_entry.resize(static_cast<std::size_t>(on->A.host.pos[static_cast<std::size_t>(i) + 1]), i);
    return largest_error(on->O, depth, [&](std::int64_t p, std::vector<double>& row) {
      const auto at = static_cast<std::size_t>(p);
      for (std::int64_t k = 0; k < depth; ++k)
        row[0] += static_cast<double>(on->A.host.vals[at]) * on->X.host(row_of_entry[at], k) *
                  on->Y.host(on->A.host.crd[at], k);
    });
  };
  return made;
}

template <class T>
kernel_case dense_case(std::int64_t n) {
  struct operands {
    mirrored<T, 2> A, B;
    matrix<T> C;
  };
  const auto on = std::make_shared<operands>(
      operands{random_tensor<T, 2>({n, n}), random_tensor<T, 2>({n, n}), matrix<T>({n, n})});
  const auto side = static_cast<double>(n);
  kernel_case made;
  made.flops = 2 * side * side * side;
  made.bytes = static_cast<double>(3 * on->C.bytes());
  made.call = [on] { dense_product(on->A.device, on->B.device, on->C); };
  made.forget = [on] { forget(on->C); };
#ifdef INSUM_BENCH_PEERS
  made.rivals.push_back({"cublas", peers::cublas_product(on->A.device, on->B.device, on->C)});
#endif
  made.error = [on, n] {
    return largest_error(on->C, n, [&](std::int64_t i, std::vector<double>& row) {
      for (std::int64_t k = 0; k < n; ++k)
        for (std::int64_t j = 0; j < n; ++j)
          row[static_cast<std::size_t>(j)] +=
              static_cast<double>(on->A.host(i, k)) * static_cast<float>(on->B.host(k, j));
    });
  };
  return made;
}

struct data_file {
  const char *name, *file;
  bool small;  // enough for the emulation
};
constexpr data_file files[] = {
    {"cora", "graph/cora.mtx.gz", true},
    {"email-Enron", "graph/email-Enron.mtx.gz", false},
    {"blogcatalog", "graph/blogcatalog.mtx.gz", false},
    {"bcsstk16", "matrix/bcsstk16.mtx.gz", false},
    {"fem_horse3", "matrix/fem_horse3.mtx.gz", false},
    {"rn50_0.9", "pruned/rn50__magnitude_pruning__0.9__final_dense.smtx.gz", false},
    {"transformer_0.7", "pruned/transformer__magnitude_pruning__0.7__encoder_layer_0_ffn_conv1.smtx.gz",
     false},
};

/// Points of a cube and their neighbours, up to 27. With 100 points a side the matrix is many times what
/// caches hold, with 64 so are matrices of 128 columns.
insum::csr<float> stencil(int side) {
  insum::csr<float> A;
  A.shape = {side * side * side, side * side * side};
  const auto near = [side](int c) { return std::pair(std::max(c - 1, 0), std::min(c + 2, side)); };
  for (int x = 0; x < side; ++x)
    for (int y = 0; y < side; ++y)
      for (int z = 0; z < side; ++z) {
        for (int u = near(x).first; u < near(x).second; ++u)
          for (int v = near(y).first; v < near(y).second; ++v)
            for (int w = near(z).first; w < near(z).second; ++w) A.crd.push_back((u * side + v) * side + w);
        A.pos.push_back(static_cast<int>(A.crd.size()));
      }
  A.vals.resize(A.crd.size());
  return A;
}

constexpr std::int64_t columns = 128;

void add_sparse(std::vector<named_case>& to, const std::string& name,
                const std::function<insum::csr<float>()>& make) {
  to.push_back({"spmv/" + name + "/float", [=] { return spmv_case(make()); }});
  to.push_back({"spmm128/" + name + "/float", [=] { return spmm_case<float>(make(), columns); }});
  to.push_back({"spmm128/" + name + "/half", [=] { return spmm_case<half>(make(), columns); }});
  to.push_back({"spmm128_groups/" + name + "/float", [=] { return spmm_groups_case(make(), columns); }});
  to.push_back({"spmm128_hyb/" + name + "/float", [=] { return spmm_hyb_case(make(), columns); }});
  to.push_back({"sddmm128/" + name + "/float", [=] { return sddmm_case(make(), columns); }});
}

}  // namespace

void add_products(std::vector<named_case>& to, const std::string& data, scale size) {
  const bool whole = size == scale::device;
  for (const auto& [name, file, small] : files) {
    const std::string path = data + "/" + file;
    if (!whole && !small) continue;
    if (!std::filesystem::exists(path))
      std::printf("%s: skipped, no file\n", name);
    else
      add_sparse(to, name, [path] { return read_matrix(path); });
  }
  add_sparse(to, "random_graph", [=] { return random_graph(whole ? 100000 : 1000); });
  if (whole) {
    to.push_back({"spmv/stencil100/float", [] { return spmv_case(stencil(100)); }});
    add_sparse(to, "stencil64", [] { return stencil(64); });
  }
  const std::int64_t side = whole ? 4096 : 1024;
  for (const int percent : {5, 10, 25, 50, 75})
    if (whole || percent == 10)
      to.push_back({"block_spmm/" + std::to_string(side) + "_" + std::to_string(percent) + "%/half",
                    [=] { return block_spmm_case(side, percent, whole ? side : 128); }});
  const std::int64_t n = whole ? 4096 : 128;
  to.push_back({"dense/" + std::to_string(n) + "/half", [=] { return dense_case<half>(n); }});
  to.push_back({"dense/" + std::to_string(n) + "/float", [=] { return dense_case<float>(n); }});
}

std::vector<named_case> all_cases(const std::string& data, scale size) {
  std::vector<named_case> all;
  add_products(all, data, size);
  add_applications(all, data, size);
  add_ablation(all, size);
  return all;
}

}  // namespace bench::gpu
