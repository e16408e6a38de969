// Storage with one thing wrong in it, in kernels that check: an exception where it breaks an invariant, the result where it
// does not, and nothing that a sanitizer sees.
//
//   fuzz ROUNDS SEED
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "insum/core/errors.hpp"
#include "insum/required.hpp"

namespace {

using Index = std::vector<int>;

struct Level {
  enum Kind { dense, compressed, list, single, fixed, offset, ragged } kind;
  int size;  // of the mode; fixed: entries of each row
  int other = 0;
};

/// A tensor in storage: the arrays of its levels in their order.
struct Storage {
  std::vector<Level> levels;
  std::vector<Index> arrays;
  std::vector<double> vals;
};

bool ascends(const Index& crd, std::size_t begin, std::size_t end) {
  for (std::size_t p = begin + 1; p < end; ++p)
    if (crd[p] <= crd[p - 1]) return false;
  return true;
}

bool inside(const Index& crd, std::size_t count, int size) {
  if (crd.size() < count) return false;
  for (std::size_t p = 0; p < count; ++p)
    if (crd[p] < 0 || crd[p] >= size) return false;
  return true;
}

bool are_positions(const Index& pos, std::size_t count) {
  if (pos.size() < count + 1 || pos[0] != 0) return false;
  for (std::size_t p = 0; p < count; ++p)
    if (pos[p + 1] < pos[p]) return false;
  return true;
}

bool compressed_is_valid(const Index& pos, const Index& crd, std::size_t& count, int size) {
  if (!are_positions(pos, count) || !inside(crd, static_cast<std::size_t>(pos[count]), size)) return false;
  for (std::size_t p = 0; p < count; ++p)
    if (!ascends(crd, static_cast<std::size_t>(pos[p]), static_cast<std::size_t>(pos[p + 1]))) return false;
  count = static_cast<std::size_t>(pos[count]);
  return true;
}

bool list_is_valid(const Index& a, const Index& b, std::size_t& count, int rows, int columns) {
  count = a.size();
  if (!inside(a, count, rows) || !inside(b, count, columns)) return false;
  for (std::size_t p = 1; p < count; ++p)
    if (a[p] < a[p - 1] || (a[p] == a[p - 1] && b[p] <= b[p - 1])) return false;
  return true;
}

bool offsets_are_valid(const Index& offsets, int rows, int columns) {
  for (std::size_t p = 0; p < offsets.size(); ++p) {
    if (offsets[p] <= -rows || offsets[p] >= columns) return false;
    for (std::size_t q = 0; q < p; ++q)
      if (offsets[q] == offsets[p]) return false;
  }
  return true;
}

/// Independent of what generated code does.
bool is_valid(const Storage& s) {
  std::size_t count = 1, array = 0;
  for (std::size_t l = 0; l < s.levels.size(); ++l) {
    const Level& level = s.levels[l];
    bool good = true;
    switch (level.kind) {
      case Level::dense: count *= static_cast<std::size_t>(level.size); break;
      case Level::compressed:
        good = compressed_is_valid(s.arrays[array], s.arrays[array + 1], count, level.size);
        array += 2;
        break;
      case Level::list:
        good = list_is_valid(s.arrays[0], s.arrays[1], count, level.size, s.levels[l + 1].size);
        array = 2;
        break;
      case Level::single: break;
      case Level::fixed:
        count *= static_cast<std::size_t>(level.size);
        good = s.arrays[array].size() >= count;
        for (std::size_t p = 0; good && p < count; ++p) good = s.arrays[array][p] < level.other;  // -1 and less: padding
        ++array;
        break;
      case Level::offset:
        good = offsets_are_valid(s.arrays[0], level.other, level.size);
        count = s.arrays[array++].size();
        break;
      case Level::ragged:
        good = are_positions(s.arrays[array], count);
        for (std::size_t p = 0; good && p < count; ++p) good = s.arrays[array][p + 1] - s.arrays[array][p] <= level.size;
        if (good) count = static_cast<std::size_t>(s.arrays[array++][count]);
        break;
    }
    if (!good) return false;
  }
  return s.vals.size() >= count;
}

struct Case {
  std::string name;
  Storage storage;
  std::function<void(Storage&)> run;
};

constexpr int m = 4, n = 6;

std::vector<Case> matrices() {
  const std::vector<double> x = {1, 2, 3, 4, 5, 6};
  const Index rows = {0, 2, 2, 5, 6}, columns = {1, 4, 0, 2, 5, 3};
  return {
      {"csr", {{{Level::dense, m}, {Level::compressed, n}}, {rows, columns}, {1, 2, 3, 4, 5, 6}}, [=](Storage& s) {
         std::vector<double> y(m);
         auto &pos = s.arrays[0], &crd = s.arrays[1];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : csr(pos, crd, vals)
         INSUM_REQUIRED;
       }},
      {"csr, searched", {{{Level::dense, m}, {Level::compressed, n}}, {rows, columns}, {1, 2, 3, 4, 5, 6}}, [=](Storage& s) {
         Index out_pos, out_crd;
         std::vector<double> out;
         const Index b_pos = {0, 1, 2, 3, 4}, b_crd = {4, 1, 5, 3};
         const std::vector<double> b = {1, 2, 3, 4};
         auto &pos = s.arrays[0], &crd = s.arrays[1];
         auto& vals = s.vals;
#pragma insum C[i,j] = A[i,j] + A[i,j] * B[i,j]
#pragma insum tensor A[m,n] : csr(pos, crd, vals)
#pragma insum tensor B[m,n] : csr(b_pos, b_crd, b)
#pragma insum tensor C[m,n] : csr(out_pos, out_crd, out)
         INSUM_REQUIRED;
       }},
      {"csc", {{{Level::dense, m}, {Level::compressed, n}}, {rows, columns}, {1, 2, 3, 4, 5, 6}}, [=](Storage& s) {
         std::vector<double> y(n);
         auto &pos = s.arrays[0], &crd = s.arrays[1];
         auto& vals = s.vals;
#pragma insum y[i] += A[i,j]
#pragma insum tensor A[n,m] : csc(pos, crd, vals)
#pragma insum tensor y[n] : dense(y)
         INSUM_REQUIRED;
       }},
      {"dcsr", {{{Level::compressed, m}, {Level::compressed, n}}, {{0, 2}, {0, 2}, {0, 2, 4}, {1, 3, 0, 5}}, {1, 2, 3, 4}}, [=](Storage& s) {
         std::vector<double> y(m);
         auto &pos0 = s.arrays[0], &crd0 = s.arrays[1], &pos1 = s.arrays[2], &crd1 = s.arrays[3];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : dcsr(pos0, crd0, pos1, crd1, vals)
         INSUM_REQUIRED;
       }},
      {"coo", {{{Level::list, m}, {Level::single, n}}, {{0, 0, 2, 3}, {1, 3, 0, 5}}, {1, 2, 3, 4}}, [=](Storage& s) {
         std::vector<double> y(m);
         auto &row = s.arrays[0], &column = s.arrays[1];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : coo(row, column, vals) sorted unique
         INSUM_REQUIRED;
       }},
      {"ell", {{{Level::dense, m}, {Level::fixed, 2, n}}, {{1, 4, -1, -1, 0, 5, 3, -1}}, {1, 2, 0, 0, 3, 4, 5, 0}}, [=](Storage& s) {
         std::vector<double> y(m);
         auto& crd = s.arrays[0];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : ell<2>(crd, vals)
         INSUM_REQUIRED;
       }},
      {"dia", {{{Level::offset, n, m}, {Level::dense, m}}, {{-1, 0, 4}}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3}}, [=](Storage& s) {
         std::vector<double> y(m);
         auto& offsets = s.arrays[0];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : dia(offsets, vals)
         INSUM_REQUIRED;
       }},
      {"ragged", {{{Level::dense, m}, {Level::ragged, n}}, {{0, 2, 2, 5, 6}}, {1, 2, 3, 4, 5, 6}}, [=](Storage& s) {
         std::vector<double> y(m);
         auto& pos = s.arrays[0];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : ragged(pos, vals)
         INSUM_REQUIRED;
       }},
      {"bcsr", {{{Level::dense, 2}, {Level::compressed, 3}, {Level::dense, 2}, {Level::dense, 2}}, {{0, 2, 3}, {0, 2, 1}}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2, 3}}, [=](Storage& s) {
         std::vector<double> y(m);
         auto &pos = s.arrays[0], &crd = s.arrays[1];
         auto& vals = s.vals;
#pragma insum y[i] = A[i,j] * x[j]
#pragma insum tensor A[m,n] : bcsr<2,2>(pos, crd, vals)
         INSUM_REQUIRED;
       }},
  };
}

std::vector<Case> others() {
  const Index rows = {0, 2, 2, 5, 6}, columns = {1, 4, 0, 2, 5, 3};
  return {
      {"csf", {{{Level::compressed, m}, {Level::compressed, n}, {Level::compressed, 3}},
               {{0, 2}, {1, 3}, {0, 1, 3}, {4, 0, 5}, {0, 2, 3, 4}, {0, 2, 1, 2}}, {1, 2, 3, 4}}, [](Storage& s) {
         std::vector<double> y(m);
         auto& a = s.arrays;
         auto& vals = s.vals;
#pragma insum y[i] = T[i,j,k]
#pragma insum tensor T[m,n,3] : csf(a[0], a[1], a[2], a[3], a[4], a[5], vals)
         INSUM_REQUIRED;
       }},
      {"csr that is added to", {{{Level::dense, m}, {Level::compressed, n}}, {rows, columns}, {1, 2, 3, 4, 5, 6}}, [](Storage& s) {
         const Index b_pos = {0, 1, 2, 3, 4}, b_crd = {4, 1, 5, 3};
         const std::vector<double> b = {1, 2, 3, 4};
         auto &pos = s.arrays[0], &crd = s.arrays[1];
         auto& vals = s.vals;
#pragma insum C[i,j] += B[i,j]
#pragma insum tensor B[m,n] : csr(b_pos, b_crd, b)
#pragma insum tensor C[m,n] : csr(pos, crd, vals)
         INSUM_REQUIRED;
       }},
      {"dcsr that is added to", {{{Level::compressed, m}, {Level::compressed, n}}, {{0, 2}, {0, 2}, {0, 2, 4}, {1, 3, 0, 5}}, {1, 2, 3, 4}}, [](Storage& s) {
         const Index b_pos = {0, 1, 2, 3, 4}, b_crd = {4, 1, 5, 3};
         const std::vector<double> b = {1, 2, 3, 4};
         auto &pos0 = s.arrays[0], &crd0 = s.arrays[1], &pos1 = s.arrays[2], &crd1 = s.arrays[3];
         auto& vals = s.vals;
#pragma insum C[i,j] += B[i,j]
#pragma insum tensor B[m,n] : csr(b_pos, b_crd, b)
#pragma insum tensor C[m,n] : dcsr(pos0, crd0, pos1, crd1, vals)
         INSUM_REQUIRED;
       }},
      {"csr that keeps its entries", {{{Level::dense, m}, {Level::compressed, n}}, {rows, columns}, {1, 2, 3, 4, 5, 6}}, [](Storage& s) {
         auto &pos = s.arrays[0], &crd = s.arrays[1];
         auto& vals = s.vals;
#pragma insum C[i,j] += 2 * C[i,j]
#pragma insum tensor C[m,n] : csr(pos, crd, vals)
#pragma insum schedule same_pattern
         INSUM_REQUIRED;
       }},
  };
}

void damage(Storage& s, std::mt19937& random) {
  const std::size_t which = random() % (s.arrays.size() + 1);
  if (which == s.arrays.size()) {
    s.vals.resize(s.vals.size() - (random() % 3 == 0 ? 1 : 0));
    return;
  }
  Index& array = s.arrays[which];
  const std::size_t at = random() % array.size();
  const int values[] = {-1, 0, 1, static_cast<int>(static_cast<unsigned>(array[at]) + 1), static_cast<int>(static_cast<unsigned>(array[at]) - 1), array[at], 1000000, INT32_MAX, INT32_MIN, m, n, m - 1, n - 1};
  switch (random() % 5) {
    case 0: array.pop_back(); break;
    case 1: array.push_back(values[random() % 13]); break;
    case 2: std::swap(array[at], array[random() % array.size()]); break;
    default: array[at] = values[random() % 13]; break;
  }
}

/// "" or what is wrong.
std::string outcome(const Case& test, Storage& s) {
  const bool valid = is_valid(s);
  try {
    test.run(s);
    return valid ? "" : "no exception";
  } catch (const insum::error& error) {
    const std::string text = error.what();
    return valid ? "an exception for valid storage: " + text : text.empty() ? "an empty message" : "";
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 1000;
  std::mt19937 random(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1);
  std::vector<Case> cases = matrices();
  for (Case& test : others()) cases.push_back(std::move(test));
  int failures = 0;
  for (const Case& test : cases) {
    int broken = 0;
    for (int round = 0; round < rounds && failures < 20; ++round) {
      Storage s = test.storage;
      for (int times = round == 0 ? 0 : 1 + static_cast<int>(random() % 2); times > 0; --times) damage(s, random);
      const Storage before = s;
      broken += is_valid(s) ? 0 : 1;
      const std::string wrong = outcome(test, s);
      if (wrong.empty()) continue;
      ++failures;
      std::printf("%s: %s\n", test.name.c_str(), wrong.c_str());
      for (const Index& array : before.arrays) {
        std::printf("  ");
        for (const int v : array) std::printf(" %d", v);
        std::printf("\n");
      }
      std::printf("   %zu values\n", before.vals.size());
    }
    std::printf("%s: %d of %d storages were broken\n", test.name.c_str(), broken, rounds);
  }
  return failures == 0 ? 0 : 1;
}
