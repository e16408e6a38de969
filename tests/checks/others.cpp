// clang-format off: the pragmas' columns
#include "cases.hpp"
#include "insum/required.hpp"

namespace {

const Storage csr = {{{Level::dense, m}, {Level::compressed, n}}, {{0, 2, 2, 5, 6}, {1, 4, 0, 2, 5, 3}}, {1, 2, 3, 4, 5, 6}};
const Storage dcsr = {{{Level::compressed, m}, {Level::compressed, n}}, {{0, 2}, {0, 2}, {0, 2, 4}, {1, 3, 0, 5}}, {1, 2, 3, 4}};

/// Another matrix, with an entry in each row.
const Index b_pos = {0, 1, 2, 3, 4}, b_crd = {4, 1, 5, 3};
const Values b = {1, 2, 3, 4};
Values image_of_b() { return image({csr.levels, {b_pos, b_crd}, b}, m * n, by_rows); }

Values image_of(const Storage& matrix) { return image(matrix, m * n, by_rows); }

Values sum_with_b(const Storage& s) {
  Values sum = image_of(s);
  const Values added = image_of_b();
  for (std::size_t e = 0; e < sum.size(); ++e) sum[e] += added[e];
  return sum;
}

std::vector<Case> searched() {
  return {
      {"csr, searched", "A", csr, [](Storage& s) {
         Index out_pos, out_crd;
         Values out;
         auto &pos = s.arrays[0], &crd = s.arrays[1];
         auto& vals = s.vals;
#pragma insum C[i,j] = A[i,j] + A[i,j] * B[i,j]
#pragma insum tensor A[m,n] : csr(pos, crd, vals)
#pragma insum tensor B[m,n] : csr(b_pos, b_crd, b)
#pragma insum tensor C[m,n] : csr(out_pos, out_crd, out)
         INSUM_REQUIRED;
         return image_of({csr.levels, {out_pos, out_crd}, out});
       }, [](const Storage& s) {
         Values result = image_of(s);
         const Values factors = image_of_b();
         for (std::size_t e = 0; e < result.size(); ++e) result[e] += result[e] * factors[e];
         return result;
       }},
      {"csf", "T", {{{Level::compressed, m}, {Level::compressed, n}, {Level::compressed, 3}},
                    {{0, 2}, {1, 3}, {0, 1, 3}, {4, 0, 5}, {0, 2, 3, 4}, {0, 2, 1, 2}}, {1, 2, 3, 4}}, [](Storage& s) {
         Values y(m);
         auto& a = s.arrays;
         auto& vals = s.vals;
#pragma insum y[i] = T[i,j,k]
#pragma insum tensor T[m,n,3] : csf(a[0], a[1], a[2], a[3], a[4], a[5], vals)
         INSUM_REQUIRED;
         return y;
       }, [](const Storage& s) { return image(s, m, [](const Index& c) { return c[0]; }); }},
  };
}

std::vector<Case> updated() {
  return {
      {"csr that is added to", "C", csr, [](Storage& s) {
         auto &pos = s.arrays[0], &crd = s.arrays[1];
         auto& vals = s.vals;
#pragma insum C[i,j] += B[i,j]
#pragma insum tensor B[m,n] : csr(b_pos, b_crd, b)
#pragma insum tensor C[m,n] : csr(pos, crd, vals)
         INSUM_REQUIRED;
         return image_of(s);
       }, sum_with_b},
      {"dcsr that is added to", "C", dcsr, [](Storage& s) {
         auto &pos0 = s.arrays[0], &crd0 = s.arrays[1], &pos1 = s.arrays[2], &crd1 = s.arrays[3];
         auto& vals = s.vals;
#pragma insum C[i,j] += B[i,j]
#pragma insum tensor B[m,n] : csr(b_pos, b_crd, b)
#pragma insum tensor C[m,n] : dcsr(pos0, crd0, pos1, crd1, vals)
         INSUM_REQUIRED;
         return image_of(s);
       }, sum_with_b},
      {"csr that keeps its entries", "C", csr, [](Storage& s) {
         auto &pos = s.arrays[0], &crd = s.arrays[1];
         auto& vals = s.vals;
#pragma insum C[i,j] += 2 * C[i,j]
#pragma insum tensor C[m,n] : csr(pos, crd, vals)
#pragma insum schedule same_pattern
         INSUM_REQUIRED;
         return image_of(s);
       }, [](const Storage& s) {
         Values result = image_of(s);
         for (double& value : result) value *= 3;
         return result;
       }},
  };
}

std::vector<Case> index_arrays() {
  return {
      {"gather", "at", {{{Level::gather, m, n}}, {{5, 0, 0, 3}}, {}}, [](Storage& s) {
         Values y(m);
         auto& at = s.arrays[0];
#pragma insum y[i] = x[at[i]]
#pragma insum tensor at[m] : dense(at)
         INSUM_REQUIRED;
         return y;
       }, [](const Storage& s) { return product(s, by_rows); }},
      {"scatter, base 1", "at", {{{Level::gather, n, m}}, {{4, 1, 1, 2, 3, 4}}, {}, 1}, [](Storage& s) {
         Values y(m);
         auto& at = s.arrays[0];
#pragma insum y[at[j]] += x[j]
#pragma insum tensor at[n] : dense(at) base(1)
         INSUM_REQUIRED;
         return y;
       }, [](const Storage& s) { return product(s, by_columns); }},
  };
}

/// x and y are somewhere in one array; arrays: where they begin.
Case overlaps() {
  const auto move = [](Storage& s, std::mt19937& random) {
    s.arrays[0] = {static_cast<int>(random() % (s.vals.size() - n + 1)), static_cast<int>(random() % (s.vals.size() - m + 1))};
  };
  return {"result over an operand", "y", {{}, {{0, n}}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4, 5, 6, 7}}, [](Storage& s) {
            const double* operand = s.vals.data() + s.arrays[0][0];
            double* y = s.vals.data() + s.arrays[0][1];
#pragma insum y[i] = A[i,j] * X[j]
#pragma insum tensor A[m,n] : csr(b_pos, b_crd, b)
#pragma insum tensor X[n] : dense(operand)
#pragma insum tensor y[m] : dense(y)
            INSUM_REQUIRED;
            return Values(y, y + m);
          }, [](const Storage& s) {
            const Values a = image_of_b();
            Values y(m);
            for (std::size_t e = 0; e < a.size(); ++e) y[e / n] += a[e] * s.vals[e % n + static_cast<std::size_t>(s.arrays[0][0])];
            return y;
          }, move, [](const Storage& s) {
            const int first = s.arrays[0][0], y = s.arrays[0][1];
            return first + n <= y || y + m <= first;
          }};
}

/// A result that is built in vectors, of which some are the same; arrays: which of four each is.
Case shared_containers() {
  const auto choose = [](Storage& s, std::mt19937& random) {
    for (int& which : s.arrays[0]) which = static_cast<int>(random() % 3);
    s.arrays[0][3] = static_cast<int>(random() % 2);
  };
  return {"containers that are shared", "C", {{}, {{0, 1, 2, 0}}, {}}, [](Storage& s) {
            Index vectors[] = {{}, {}, csr.arrays[1]};
            Index &pos = vectors[s.arrays[0][0]], &crd = vectors[s.arrays[0][1]];
            const Index &a_pos = csr.arrays[0], &a_crd = s.arrays[0][2] == 2 ? vectors[2] : csr.arrays[1];
            Values own, both = csr.vals;
            Values& vals = s.arrays[0][3] == 0 ? own : both;
#pragma insum C[i,j] = 2 * A[i,j] + B[i,j]
#pragma insum tensor A[m,n] : csr(a_pos, a_crd, both)
#pragma insum tensor B[m,n] : csr(b_pos, b_crd, b)
#pragma insum tensor C[m,n] : csr(pos, crd, vals)
            INSUM_REQUIRED;
            return image_of({csr.levels, {pos, crd}, vals});
          }, [](const Storage&) {
            Values sum = image_of_b();
            const Values a = image_of(csr);
            for (std::size_t e = 0; e < a.size(); ++e) sum[e] += 2 * a[e];
            return sum;
          }, choose, [](const Storage& s) {
            const Index& which = s.arrays[0];
            return which[0] != which[1] && (which[2] != 2 || (which[0] != 2 && which[1] != 2)) && which[3] == 0;
          }};
}

/// A dense result in the values of a sparse operand; arrays: where it begins.
Case result_over_values() {
  const auto move = [](Storage& s, std::mt19937& random) { s.arrays[0][0] = static_cast<int>(random() % (s.vals.size() - m + 1)); };
  return {"result over values", "y", {{}, {{6}}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 1}}, [](Storage& s) {
            const double* vals = s.vals.data();
            double* y = s.vals.data() + s.arrays[0][0];
            const Index &pos = csr.arrays[0], &crd = csr.arrays[1];
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : csr(pos, crd, vals)
#pragma insum tensor y[m] : dense(y)
            INSUM_REQUIRED;
            return Values(y, y + m);
          }, [](const Storage&) { return product(csr, by_rows); }, move, [](const Storage& s) { return s.arrays[0][0] >= n; }};
}

/// arrays: the sizes.
Case negative_sizes() {
  const auto choose = [](Storage& s, std::mt19937& random) { s.arrays[0][random() % 2] = static_cast<int>(random() % 10) - 5; };
  return {"negative sizes", "A", {{}, {{m, n}}, {}}, [](Storage& s) {
            const int rows = s.arrays[0][0], columns = s.arrays[0][1];
            double sum = 0;
            const Index pos(m + 1), crd;
            const Values vals;
#pragma insum sum = A[i,j]
#pragma insum tensor A[rows,columns] : csr(pos, crd, vals)
            INSUM_REQUIRED;
            return Values{sum};
          }, [](const Storage&) { return Values{0}; }, choose, [](const Storage& s) { return s.arrays[0][0] >= 0 && s.arrays[0][1] >= 0; }};
}

}  // namespace

std::vector<Case> others() {
  std::vector<Case> list = {overlaps(), shared_containers(), result_over_values(), negative_sizes()};
  for (const auto& part : {searched(), updated(), index_arrays()}) list.insert(list.end(), part.begin(), part.end());
  return list;
}
