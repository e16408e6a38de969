#include <doctest/doctest.h>

#include <complex>
#include <insum/eigen.hpp>
#include <insum/insum.hpp>
#include <string_view>
#include <vector>

namespace {

/// The element at (i, j) as generated code finds it: by the array and the strides.
template <class M>
auto at(M& m, int i, int j) {
  using S = insum::storage_of<M>;
  return S::template array<0>(m)[i * S::stride(m, 0) + j * S::stride(m, 1)];
}

template <class Matrix>
Matrix sparse_example() {
  std::vector<Eigen::Triplet<double>> entries{{0, 1, 1.0}, {2, 0, 2.0}, {2, 3, 3.0}};
  Matrix m(3, 4);
  m.setFromTriplets(entries.begin(), entries.end());
  return m;
}

}  // namespace

TEST_CASE("dense matrices in both orders, maps and blocks of them") {
  Eigen::MatrixXf a(2, 3);
  a << 1, 2, 3, 4, 5, 6;
  CHECK(at(a, 1, 2) == 6);
  CHECK(at(a, 0, 1) == 2);
  static_assert(insum::storage<Eigen::MatrixXf>::order[0] == 1);
  Eigen::Array<double, 2, 3, Eigen::RowMajor> b;
  b << 1, 2, 3, 4, 5, 6;
  CHECK(at(b, 1, 0) == 4);
  static_assert(insum::storage<decltype(b)>::order[0] == 0);
  std::vector<float> memory{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  using strides = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
  Eigen::Map<const Eigen::MatrixXf, 0, strides> c(memory.data(), 2, 3, strides(4, 2));
  CHECK(at(c, 1, 2) == 10);
  static_assert(std::is_same_v<decltype(insum::storage_of<decltype(c)>::array<0>(c)), const float*>);
  Eigen::Ref<Eigen::MatrixXf> d = a;
  CHECK(at(d, 1, 1) == 5);
  static_assert(insum::tensor_like<const Eigen::MatrixXcd&>);
}

TEST_CASE("views of blocks, rows, transposes and diagonals") {
  Eigen::MatrixXd a(2, 3);
  a << 1, 2, 3, 4, 5, 6;
  auto block = a.block(0, 1, 2, 2);
  CHECK(at(block, 1, 1) == 6);
  CHECK(insum::storage_of<decltype(block)>::length<0>(block) == 4);
  const auto transposed = a.transpose();
  CHECK(at(transposed, 2, 1) == 6);
  auto row = a.row(1);
  using row_storage = insum::storage_of<decltype(row)>;
  CHECK(row_storage::rank == 1);
  CHECK(row_storage::stride(row, 0) == 2);
  CHECK(row_storage::length<0>(row) == 5);
  CHECK(row_storage::array<0>(a.row(1)) == &a(1, 0));
  auto diagonal = a.diagonal();
  CHECK(insum::storage_of<decltype(diagonal)>::stride(diagonal, 0) == 3);
  static_assert(!insum::tensor_like<decltype(a + a)>);
  const Eigen::MatrixXd none(0, 3);
  CHECK(insum::storage<Eigen::MatrixXd>::length<0>(none) == 0);
}

template <class M>
concept has_order = requires { insum::storage<M>::order; };

TEST_CASE("contiguous maps have an order, others only strides") {
  static_assert(insum::storage<Eigen::Map<Eigen::MatrixXf>>::order[1] == 0);
  static_assert(insum::storage<Eigen::Map<const Eigen::VectorXd>>::order[0] == 0);
  static_assert(!has_order<Eigen::Ref<Eigen::MatrixXf>>);
  static_assert(has_order<Eigen::Ref<Eigen::VectorXf>>);
  static_assert(!has_order<decltype(std::declval<Eigen::MatrixXf&>().row(0))>);
  static_assert(has_order<decltype(std::declval<Eigen::MatrixXf&>().col(0))>);
  static_assert(!has_order<Eigen::Map<Eigen::VectorXd, 0, Eigen::InnerStride<2>>>);
}

TEST_CASE("conversions from Eigen") {
  const auto a = sparse_example<Eigen::SparseMatrix<double>>();
  const auto rows = insum::convert<insum::csr<double>>(a);
  CHECK(rows.crd == insum::buffer<int>{1, 0, 3});
  CHECK(rows.vals == insum::buffer<double>{1, 2, 3});
  const Eigen::MatrixXd d = a;
  CHECK(insum::convert<insum::csr<double>>(d).crd == rows.crd);
  const Eigen::Map<const Eigen::MatrixXd, 0, Eigen::OuterStride<>> corner(d.data() + 1, 2, 2,
                                                                          Eigen::OuterStride<>(3));
  CHECK(insum::convert<insum::coo<double>>(corner).vals == insum::buffer<double>{2});
}

TEST_CASE("vectors have rank 1") {
  Eigen::VectorXd x(5);
  using S = insum::storage<Eigen::VectorXd>;
  CHECK(S::rank == 1);
  CHECK(S::size(x, 0) == 5);
  CHECK(S::stride(x, 0) == 1);
  CHECK(insum::storage<Eigen::RowVector3f>::rank == 1);
  std::vector<double> memory(10);
  Eigen::Map<Eigen::VectorXd, 0, Eigen::InnerStride<2>> every_second(memory.data(), 5);
  CHECK(insum::storage_of<decltype(every_second)>::stride(every_second, 0) == 2);
}

TEST_CASE("sparse matrices are csr or csc") {
  using row_major = Eigen::SparseMatrix<double, Eigen::RowMajor, std::int64_t>;
  auto a = sparse_example<row_major>();
  using S = insum::storage<row_major>;
  CHECK(std::string_view(S::format) == "csr");
  static_assert(std::is_same_v<S::index_type, std::int64_t>);
  CHECK((S::length<0>(a) == 4 && S::length<1>(a) == 3));
  CHECK((S::array<0>(a)[3] == 3 && S::array<1>(a)[2] == 3 && S::array<2>(a)[2] == 3.0));
  const auto b = sparse_example<Eigen::SparseMatrix<double>>();
  using C = insum::storage_of<decltype(b)>;
  CHECK(std::string_view(C::format) == "csc");
  CHECK((C::length<0>(b) == 5 && C::array<0>(b)[1] == 1 && C::array<1>(b)[0] == 2));
  static_assert(std::is_same_v<decltype(C::array<2>(b)), const double*>);
  a.insert(1, 1) = 7;
  CHECK_THROWS_AS(S::array<0>(a), insum::storage_error);
  a.makeCompressed();
  CHECK(S::length<2>(a) == 4);
}
