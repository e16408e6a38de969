// PageRank. VARIANT is the namespace: the build compiles this file with insum and without.
#include "rank.hpp"

namespace VARIANT {

namespace {

// The number of links on each page: links(i) = sum of row i.
void count_links(const Graph& A, Vector& links) {
#pragma insum kernel count_links
#pragma insum links[i] = A[i, j]
#pragma omp parallel for
  for (int i = 0; i < static_cast<int>(A.rows()); ++i) {
    double sum = 0;
    for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) sum += A.vals[p];
    links[i] = sum;
  }
}

// What each page passes on along each of its links, and what those without links leave over.
double share_out(const Vector& rank, const Vector& links, Vector& share) {
  double dangling = 0;
#pragma insum kernel share_out
#pragma insum share[i] = select(links[i] > 0, rank[i] / links[i], 0)
#pragma insum dangling += select(links[i] > 0, 0, rank[i])
  for (int i = 0; i < static_cast<int>(rank.size()); ++i) {
    share[i] = links[i] > 0 ? rank[i] / links[i] : 0;
    dangling += links[i] > 0 ? 0 : rank[i];
  }
  return dangling;
}

// next = base + damping A^T share. The graph is stored by rows, so its transpose scatters: not a loop that
// one can simply put `omp parallel for` on.
void follow_links(const Graph& A, const Vector& share, double base, double damping, Vector& next) {
#pragma insum kernel follow_links
#pragma insum next[j] = base + damping * A[i, j] * share[i]
  {
    for (int j = 0; j < static_cast<int>(A.cols()); ++j) next[j] = base;
    for (int i = 0; i < static_cast<int>(A.rows()); ++i)
      for (int p = A.pos[i]; p < A.pos[i + 1]; ++p) next[A.crd[p]] += damping * A.vals[p] * share[i];
  }
}

double distance(const Vector& a, const Vector& b) {
  double sum = 0;
#pragma insum kernel distance
#pragma insum sum += abs(a[i] - b[i])
  for (int i = 0; i < static_cast<int>(a.size()); ++i) sum += a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
  return sum;
}

}  // namespace

Ranking rank_pages(const Graph& A, double damping, double tolerance, int limit) {
  const std::size_t n = static_cast<std::size_t>(A.rows());
  const double pages = static_cast<double>(n);
  Vector links(n), share(n), next(n);
  count_links(A, links);
  Ranking r{.rank = Vector(n, 1 / pages), .change = 1};
  for (; r.change > tolerance && r.iterations < limit; ++r.iterations) {
    const double dangling = share_out(r.rank, links, share);
    follow_links(A, share, (1 - damping + damping * dangling) / pages, damping, next);
    r.change = distance(next, r.rank);
    r.rank.swap(next);
  }
  return r;
}

}  // namespace VARIANT
