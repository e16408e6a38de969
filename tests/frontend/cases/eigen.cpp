// Views of Eigen's matrices: rows, columns, maps with strides.
#include <insum/eigen.hpp>
#include <insum/insum.hpp>

#include <cstdio>

int main() {
  Eigen::MatrixXd A(2, 3);
  A << 1, 2, 3, 4, 5, 6;
  auto row = A.row(1);
  auto column = A.col(2);
  double s = 0;
#pragma insum s = row[i]
  s = row.sum();
  std::printf("%g\n", s);
#pragma insum s = R[i]
#pragma insum tensor R = column
  s = column.sum();
  std::printf("%g\n", s);
#pragma insum s = T[i,j] * A[j,i] + D[k] * R[k]
#pragma insum tensor T = A.transpose()
#pragma insum tensor D = A.diagonal()
#pragma insum tensor R = A.col(0)
  s = A.squaredNorm() + A.diagonal().dot(A.col(0));
  std::printf("%g\n", s);
#pragma insum row[i] += 1
  for (int i = 0; i < 3; ++i) row[i] += 1;
  std::printf("%g\n", A(1, 2));
  const Eigen::Map<Eigen::VectorXd, 0, Eigen::InnerStride<>> every_other(A.data(), 3, Eigen::InnerStride<>(2));
#pragma insum s = every_other[i]
  s = every_other.sum();
  std::printf("%g\n", s);
}
