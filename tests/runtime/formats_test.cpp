// validate() of every format: what is right passes, each broken rule is named.
#include <doctest/doctest.h>

#include <cmath>
#include <insum/insum.hpp>
#include <string>

namespace {

template <class Tensor>
std::string broken(const Tensor& t) {
  try {
    t.validate();
  } catch (const insum::storage_error& e) {
    return e.what();
  }
  return "valid";
}

/// Padding has this value.
template <class Tensor>
std::string broken(const Tensor& t, typename Tensor::value_type fill) {
  try {
    t.validate(fill);
  } catch (const insum::storage_error& e) {
    return e.what();
  }
  return "valid";
}

insum::csr<float> csr_example() { return {{3, 4}, {0, 2, 2, 3}, {0, 3, 1}, {1, 2, 3}}; }

}  // namespace

TEST_CASE("a default object of every format is valid and empty") {
  CHECK(broken(insum::coo<float>{}) == "valid");
  CHECK(broken(insum::csr<float>{}) == "valid");
  CHECK(broken(insum::csc<float>{}) == "valid");
  CHECK(broken(insum::dcsr<float>{}) == "valid");
  CHECK(broken(insum::dcsc<float>{}) == "valid");
  CHECK(broken(insum::csf<float, 3>{}) == "valid");
  CHECK(broken(insum::bcsr<float>{}) == "valid");
  CHECK(broken(insum::dbcsr<float>{}) == "valid");
  CHECK(broken(insum::ell<float>{}) == "valid");
  CHECK(broken(insum::dia<float>{}) == "valid");
  CHECK(broken(insum::ragged<float>{}) == "valid");
  CHECK(broken(insum::group_coo<float>{}) == "valid");
  CHECK(broken(insum::block_coo<float>{}) == "valid");
  CHECK(broken(insum::block_group_coo<float>{}) == "valid");
  CHECK(broken(insum::hyb<float>{}) == "valid");
  CHECK(broken(insum::sr_bcrs<float>{}) == "valid");
  CHECK(broken(insum::dense<float, 2>{}) == "valid");
  CHECK(insum::csf<float, 3>{}.nnz() == 0);
}

TEST_CASE("dense") {
  insum::dense<float, 3> t({2, 3, 4}, 1.5f);
  CHECK(t.vals.size() == 24);
  CHECK(t.bytes() == 96);
  CHECK(t(1, 2, 3) == 1.5f);
  t(1, 0, 2) = 0;
  CHECK(t.vals[14] == 0);
  CHECK(t.nnz() == 23);
  CHECK(t.size(2) == 4);
  t.vals.pop_back();
  CHECK(broken(t) == "dense.vals = 23: wrong length, expected 24");
  CHECK_THROWS_AS((insum::dense<float, 2>({-1, 4})), insum::storage_error);
  const std::int64_t huge = std::int64_t{1} << 40;
  CHECK_THROWS_AS((insum::dense<float, 2>({huge, huge})), insum::storage_error);
  CHECK(insum::dense<float, 2>({huge, std::int64_t{0}}).vals.empty());
  CHECK(insum::dense<int, 0>(insum::extents<0>{}).vals.size() == 1);
}

TEST_CASE("coo") {
  insum::coo<float> t{{3, 4}, {{{0, 2, 0}, {3, 1, 3}}}, {1, 2, 3}};
  CHECK(broken(t) == "valid");
  CHECK(t.nnz() == 3);
  CHECK(t.bytes() == 36);
  CHECK(!t.is_sorted_unique());
  t.crd[1][2] = 4;
  CHECK(broken(t) == "coo.crd[1][2] = 4: out of range [0, 4)");
  t.crd[1].pop_back();
  CHECK(broken(t) == "coo.crd[1] = 2: wrong length, expected 3");
  t.shape[1] = -4;
  CHECK(broken(t) == "coo.shape[1] = -4: a size cannot be negative");
  const insum::coo<float> sorted{{3, 4}, {{{0, 0, 1}, {1, 3, 0}}}, {1, 2, 3}};
  CHECK(sorted.is_sorted_unique());
  const insum::coo<float> twice{{3, 4}, {{{0, 0, 1}, {1, 1, 0}}}, {1, 2, 3}};
  CHECK(!twice.is_sorted_unique());
}

TEST_CASE("csr and csc") {
  const insum::csr<float> good = csr_example();
  CHECK(broken(good) == "valid");
  CHECK((good.nnz() == 3 && good.rows() == 3 && good.cols() == 4 && good.bytes() == 40));
  insum::csr<float> t = good;
  t.pos[0] = 1;
  CHECK(broken(t) == "csr.pos[0] = 1: the first position must be 0");
  t = good;
  t.pos[2] = 1;
  CHECK(broken(t) == "csr.pos[2] = 1: less than the position before it, 2");
  t = good;
  t.pos[3] = 4;
  CHECK(broken(t) == "csr.pos[3] = 4: the last position must be the number of entries, 3");
  t = good;
  t.pos.pop_back();
  CHECK(broken(t) == "csr.pos = 3: wrong length, expected 4");
  t = good;
  t.crd[1] = -1;
  CHECK(broken(t) == "csr.crd[1] = -1: out of range [0, 4)");
  t = good;
  t.crd[1] = 0;
  CHECK(broken(t) == "csr.crd[1] = 0: does not increase within its segment");
  t = good;
  t.vals.pop_back();
  CHECK(broken(t) == "csr.crd = 3: wrong length, expected 2");
  insum::csc<double, std::int64_t> c{{4, 3}, {0, 2, 2, 3}, {0, 3, 1}, {1, 2, 3}};
  CHECK(broken(c) == "valid");
  c.crd[2] = 4;
  CHECK(broken(c) == "csc.crd[2] = 4: out of range [0, 4)");
  t = good;
  t.shape[0] = INT64_MAX;
  CHECK(broken(t) == "csr.pos = 4: wrong length, expected 9223372036854775808");
  try {
    c.validate();
  } catch (const insum::storage_error& e) {
    CHECK((e.array() == "csc.crd" && e.position() == 2 && e.value() == 4));
  }
}

TEST_CASE("dcsr, dcsc and csf") {
  insum::dcsr<float> t{{9, 4}, {0, 2}, {1, 7}, {0, 1, 3}, {2, 0, 3}, {1, 2, 3}};
  CHECK(broken(t) == "valid");
  CHECK(t.nnz() == 3);
  t.crd0[1] = 1;
  CHECK(broken(t) == "dcsr.crd0[1] = 1: does not increase within its segment");
  t.crd0[1] = 9;
  CHECK(broken(t) == "dcsr.crd0[1] = 9: out of range [0, 9)");
  t.crd0[1] = 7;
  t.pos0[1] = 1;
  CHECK(broken(t) == "dcsr.pos0[1] = 1: the last position must be the number of entries, 2");
  insum::dcsc<float> c{{4, 9}, {0, 2}, {1, 7}, {0, 1, 3}, {2, 0, 4}, {1, 2, 3}};
  CHECK(broken(c) == "dcsc.crd1[2] = 4: out of range [0, 4)");

  insum::csf<float, 3> f{{2, 3, 4}, {{{0, 1}, {0, 2}, {0, 1, 3}}}, {{{1}, {0, 2}, {3, 0, 1}}}, {1, 2, 3}};
  CHECK(broken(f) == "valid");
  f.crd[2][2] = 0;
  CHECK(broken(f) == "csf.crd[2][2] = 0: does not increase within its segment");
  f.crd[2].push_back(2);
  CHECK(broken(f) == "csf.vals = 3: wrong length, expected 4");
}

TEST_CASE("bcsr and dbcsr") {
  insum::bcsr<float> t{{6, 6}, 2, 3, {0, 1, 1, 2}, {1, 0}, insum::buffer<float>(12, 1.0f)};
  CHECK(broken(t) == "valid");
  CHECK((t.block_rows() == 3 && t.block_cols() == 2 && t.nnz() == 12));
  t.crd[0] = 2;
  CHECK(broken(t) == "bcsr.crd[0] = 2: out of range [0, 2)");
  t.crd[0] = 1;
  t.vals.pop_back();
  CHECK(broken(t) == "bcsr.vals = 11: wrong length, expected 12");
  t.vals.push_back(1);
  t.shape[1] = 4;
  CHECK(broken(t) == "bcsr.vals: the value at 1 is padding and not the fill value");
  CHECK(broken(t, 1.0f) == "valid");
  t.shape = {5, 6};
  CHECK(broken(t) == "bcsr.vals: the value at 9 is padding and not the fill value");
  t.bm = 0;
  CHECK(broken(t) == "bcsr.bm = 0: must be at least 1");
  insum::dbcsr<float> d{{5, 5}, 2, 3, {0, 1}, {3}, {0, 1}, {1}, insum::buffer<float>(6, 1.0f)};
  CHECK(broken(d) == "dbcsr.crd0[0] = 3: out of range [0, 3)");
  d.crd0[0] = 2;
  CHECK(broken(d) == "dbcsr.vals: the value at 2 is padding and not the fill value");
  d.vals = {1, 2, 0, 0, 0, 0};
  CHECK(broken(d) == "valid");
}

TEST_CASE("ell, dia and ragged") {
  insum::ell<float> e{{2, 4}, 2, {1, 3, 0, -1}, {1, 2, 3, 0}};
  CHECK((broken(e) == "valid" && e.nnz() == 3));
  e.vals[3] = 5;
  CHECK(broken(e) == "ell.vals: the value at 3 is padding and not the fill value");
  CHECK(broken(e, 5.0f) == "valid");
  e.crd = {3, 1, 0, -1};
  CHECK(broken(e) == "ell.crd[1] = 1: does not increase within its row");
  e.vals = {1, 2, 0, 3};
  e.crd = {1, 3, -1, 0};
  CHECK(broken(e) == "ell.crd[3] = 0: an entry follows the padding of its row");
  e.crd = {1, 4, 0, -1};
  CHECK(broken(e) == "ell.crd[1] = 4: out of range [0, 4), and not the padding -1");
  e.width = 3;
  CHECK(broken(e) == "ell.crd = 4: wrong length, expected 6");

  insum::dia<float> d{{3, 3}, {-1, 2}, {0, 1, 1, 1, 0, 0}};
  CHECK((broken(d) == "valid" && d.nnz() == 3));
  d.vals[0] = NAN;
  CHECK(broken(d) == "dia.vals: the value at 0 is padding and not the fill value");
  CHECK(broken(d, NAN) == "dia.vals: the value at 4 is padding and not the fill value");
  d.vals[4] = d.vals[5] = NAN;
  CHECK(broken(d, NAN) == "valid");
  d.vals = {0, 1, 1, 1, 0, 2};
  CHECK(broken(d) == "dia.vals: the value at 5 is padding and not the fill value");
  d.vals[5] = 0;
  d.offsets[1] = 3;
  CHECK(broken(d) == "dia.offsets[1] = 3: outside the matrix: (-3, 3)");
  d.offsets[1] = -1;
  CHECK(broken(d) == "dia.offsets[1] = -1: does not increase");

  insum::ragged<float> r{{2, 3}, {0, 3, 4}, {1, 2, 3, 4}};
  CHECK((broken(r) == "valid" && r.nnz() == 4));
  r.shape[1] = 2;
  CHECK(broken(r) == "ragged.pos[1] = 3: the row is longer than 2 columns");
}

TEST_CASE("group_coo, block_coo, block_group_coo") {
  insum::group_coo<float> g{{3, 4}, 2, {0, 0, 2}, {0, 1, 3, 3, 2, 2}, {1, 2, 3, 0, 4, 0}};
  CHECK((broken(g) == "valid" && g.nnz() == 4 && g.groups() == 3));
  g.AK = {0, 1, 3, 2, 2, 2};  // where nothing is stored the column may be any
  CHECK(broken(g) == "valid");
  g.AK = {1, 0, 3, 3, 2, 2};
  CHECK(broken(g) == "group_coo.AK[1] = 0: does not increase within its group");
  g.AK = {0, 0, 3, 3, 2, 2};
  CHECK(broken(g) == "group_coo.AK[1] = 0: does not increase within its group");
  g.AK = {0, 1, 3, 3, 2, 2};
  CHECK(broken(g, 7.0f) == "group_coo.AK[3] = 3: does not increase within its group");
  g.AV[3] = g.AV[5] = 7;
  CHECK(broken(g, 7.0f) == "valid");
  g.AM[1] = 3;
  CHECK(broken(g) == "group_coo.AM[1] = 3: out of range [0, 3)");
  g.AM = {0, 2, 1};
  CHECK(broken(g) == "group_coo.AM[2] = 1: less than the one before it");
  g.AK.pop_back();
  CHECK(broken(g) == "group_coo.AK = 5: wrong length, expected 6");

  insum::group_coo<float, int, insum::dynamic, 3> g3{{2, 2, 4}, 2, {{{0}, {1}, {3, 1}}}, {1, 2}};
  CHECK(broken(g3) == "group_coo.crd[2][1] = 1: does not increase within its group");

  insum::block_coo<float> b{{3, 4}, 2, 2, {0, 1}, {1, 0}, insum::buffer<float>(8, 1.0f)};
  CHECK(broken(b) == "block_coo.AV: the value at 6 is padding and not the fill value");
  b.AV[6] = b.AV[7] = 0;
  CHECK((broken(b) == "valid" && b.nnz() == 6));
  b.AM[1] = 0;
  CHECK(broken(b) == "block_coo.AK[1] = 0: does not increase within its row");
  b.AK[1] = 1;
  CHECK(broken(b) == "block_coo.AK[1] = 1: does not increase within its row");
  b.AK[1] = 2;
  CHECK(broken(b) == "block_coo.AK[1] = 2: out of range [0, 2)");

  insum::block_group_coo<float> bg{{3, 4}, 2, 2, 2, {0}, {0, 1}, insum::buffer<float>(8, 1.0f)};
  CHECK(broken(bg) == "valid");
  bg.AK[1] = 0;
  CHECK(broken(bg) == "block_group_coo.AK[1] = 0: does not increase within its group");
  bg.AV[4] = bg.AV[5] = bg.AV[6] = bg.AV[7] = 0;
  CHECK(broken(bg) == "valid");
  bg.shape[0] = 1;
  CHECK(broken(bg) == "block_group_coo.AV: the value at 2 is padding and not the fill value");
  bg.AV.pop_back();
  CHECK(broken(bg) == "block_group_coo.AV = 7: wrong length, expected 8");
}

TEST_CASE("hyb and sr_bcrs") {
  insum::hyb<float> h{{3, 4}, 2, 1, {}};
  h.buckets.push_back({1, 2, {0, 2}, {2, 3, 2, -1}, {1, 2, 3, 0}});
  CHECK((broken(h) == "valid" && h.nnz() == 3 && h.bytes() == 40));
  h.buckets[0].vals[3] = 9;
  CHECK(broken(h) == "hyb.buckets.vals[0]: the value at 3 is padding and not the fill value");
  h.buckets[0].crd[2] = 1;
  CHECK(broken(h) == "hyb.buckets.crd[0][2] = 1: outside the partition's columns [2, 4)");
  h.buckets[0].partition = 2;
  CHECK(broken(h) == "hyb.buckets.partition[0] = 2: out of range [0, 2)");

  insum::sr_bcrs<float> s{{3, 4}, 2, 2, {0, 1, 2}, {0, 3, 1, 1}, {1, 2, 3, 4, 5, 0, 0, 0}};
  CHECK((broken(s) == "valid" && s.nnz() == 5));
  s.vals[7] = 6;
  CHECK(broken(s) == "sr_bcrs.crd[3] = 1: does not increase within its group");
  s.crd[3] = 2;
  CHECK(broken(s) == "sr_bcrs.vals: the value at 7 is padding and not the fill value");
  s.crd[3] = 9;
  CHECK(broken(s) == "sr_bcrs.crd[3] = 9: out of range [0, 4)");
  s.crd.pop_back();
  CHECK(broken(s) == "sr_bcrs.crd = 3: wrong length, expected 2");
}
