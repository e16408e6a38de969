// Normal equations of a spline. VARIANT is the namespace: the build compiles this file with insum and without.
#include "normal.hpp"

#include <insum/convert.hpp>

#include "band_array.hpp"

namespace VARIANT {

namespace {

using Band = band_array<double, insum::op_add>;

// All products of two entries of a row of B, to be sorted and added up.
Matrix collect_products(const Matrix& B, const Vector& w) {
  insum::coo<double> products;
  products.shape = {B.cols(), B.cols()};
  for (int k = 0; k < static_cast<int>(B.rows()); ++k)
    for (int p = B.pos[k]; p < B.pos[k + 1]; ++p)
      for (int q = B.pos[k]; q < B.pos[k + 1]; ++q) {
        products.crd[0].push_back(B.crd[p]);
        products.crd[1].push_back(B.crd[q]);
        products.vals.push_back(B.vals[p] * w[k] * B.vals[q]);
      }
  return insum::convert<Matrix>(products);
}

}  // namespace

void normal_matrix(const Matrix& B, const Vector& w, Matrix& N) {
#pragma insum N[i, j] = B[k, i] * w[k] * B[k, j]
#pragma insum workspace N : user(Band)
  N = collect_products(B, w);
}

void normal_matrix_auto(const Matrix& B, const Vector& w, Matrix& N) {
#pragma insum N[i, j] = B[k, i] * w[k] * B[k, j]
#pragma insum workspace N : auto
  N = collect_products(B, w);
}

}  // namespace VARIANT
