// Every construct of docs/language.md: what is parsed prints as expected, and parses to the same again.
#include <doctest/doctest.h>

#include "parse_text.h"

using namespace insum;

namespace {

/// Checks that `directive` is printed as `canonical`, and that `canonical` is a fixed point.
void prints_as(const std::string& directive, const std::string& canonical) {
  CAPTURE(directive);
  for (const std::string& text : {directive, canonical}) {
    const test::Parsed parsed = test::parse_directive(text);
    CHECK_MESSAGE(parsed.diagnostics.all().empty(), parsed.messages());
    REQUIRE(parsed.block.has_value());
    CHECK(ast::print(*parsed.block) == "#pragma insum " + canonical + "\n");
  }
}

void prints_as_itself(const std::string& directive) { prints_as(directive, directive); }

}  // namespace

TEST_CASE("Einsums") {
  prints_as_itself("C[i,j] += A[i,k] * B[k,j]");
  prints_as("C [ i , j ]=A[ i,k ]*B[k,j]", "C[i,j] = A[i,k] * B[k,j]");
  for (const char* op : {"=", "+=", "*=", "min=", "max=", "|=", "&="})
    prints_as_itself(std::string("E[i,j] ") + op + " D[i,k] + D[k,j]");
  prints_as_itself("s += x[i] * y[i]");
  prints_as_itself("s = t");
  prints_as_itself("x[i] = true");
}

TEST_CASE("subscripts") {
  prints_as_itself("C[D[y],x] += A[y,E[r]] * B[r,x]");
  prints_as_itself("C[D[E[y],2*z]] += A[y,z]");
  prints_as_itself("A[i,j] = B[i] + C[i+j]");
  prints_as_itself("O[h,w,f] = I[2*h+r-1,2*w+s-1,c] * F[r,s,c,f]");
  prints_as_itself("C[{batch},i] = A[{n + 1}*i+{offset}-{k}*j]");
  prints_as("C[i*2+j*{n}] = A[- i + 3, + j]", "C[2*i+{n}*j] = A[-i+3,j]");
}

TEST_CASE("expressions") {
  prints_as_itself("C[i] = A[i] + B[i] * c - d / e");
  prints_as_itself("C[i] = (A[i] + B[i]) * (c - d) / (e * f)");
  prints_as_itself("C[i] = a - (b - c) - (d + e)");
  prints_as("C[i] = ((a - b) - c) + (d * e)", "C[i] = a - b - c + d * e");
  prints_as_itself("C[i] = -A[i] * +b");
  prints_as("C[i] = - - a", "C[i] = -(-a)");
  prints_as_itself("C[i] = -(a + b) - -c");
  prints_as_itself("C[i] = !(a < b) && c >= d || e == f && g != h");
  prints_as_itself("C[i] = (a || b) && c == d == e < f");
  prints_as_itself("C[i] = 0 + 2 + 0.5 + 1e-3 + 2.0f + .5 + 1. + 0x1F + 0b101 + 1'000 + 0x1p-3 + 3u");
  prints_as_itself("C[i] = {x.size()} * A[i] + {f<int>(a, b)[2]}");
  prints_as_itself("C[i] = select(A[i] > 0, sqrt(abs(A[i])), pow(B[i], 2))");
  prints_as_itself("C[i] = ns::detail::f(A[i], {std::sin(x)}) + g()");
  for (const char* op : {"sum", "prod", "min", "max", "any", "all"})
    prints_as_itself(std::string("C[i] = ") + op + "(j,k: A[i,j] * B[j,k]) + 1");
  prints_as_itself("C[i] = min(A[i], B[i]) + min(j: D[i,j])");
}

TEST_CASE("words of the language are names too") {
  for (const char* word :
       {"kernel", "tensor",   "format",   "schedule",      "target",   "workspace", "assume",
        "verify", "gradient", "function", "deterministic", "baseline", "levels",    "field",
        "once",   "of",       "in",       "device",        "user",     "pragma",    "insum"}) {
    prints_as_itself(std::string(word) + "[i] += " + word + "[i] * " + word);
    prints_as_itself(std::string("tensor ") + word + "[" + word + "] : dense(" + word + ")");
    prints_as_itself(std::string("kernel ") + word);
    prints_as_itself(std::string("format ") + word + " -> csr");
  }
  prints_as_itself("deterministic = 3");
  prints_as_itself("tensor tensor = tensor");
  prints_as_itself("format format -> once once");
}

TEST_CASE("tensors and storage") {
  prints_as("tensor A[M, K] : csr(rowptr,col,val)", "tensor A[M,K] : csr(rowptr, col, val)");
  prints_as_itself("tensor A[m.rows(),f(a, b)[2]] : csr(A.val, rows[l], *p, &x, -y, a ? b : c)");
  prints_as_itself("tensor A[M] : dense((std::vector<int>{1, 2}).data())");
  prints_as_itself("tensor A[M] : dense([&](int i) { return i; }(3))");
  prints_as_itself("tensor A[M] : dense(\"a,)\\\"\", ')', '\\'', u8\"x\", R\"(a\")(\")\")");
  prints_as_itself("tensor A[M] : dense(static_cast<float*>(p), a << 2, ns::b->c.d)");
  prints_as_itself("tensor A[M] : dense(field(cells, weight), field, field[2], field.x)");
  prints_as_itself("tensor T[M,N] : dense");
  prints_as("tensor T[M,N] : csr()", "tensor T[M,N] : csr");
  prints_as_itself("tensor A = *this->parts[3].matrix<float>(1, 2)");
  prints_as_itself("tensor A = obj.mat symmetric(lower) sorted");
  prints_as_itself("tensor A = -x + f(y){3} fill(0)");
}

TEST_CASE("formats") {
  for (const char* format :
       {"dense(v)", "coo(r, c, v)", "csr(p, c, v)", "csc(p, c, v)", "dcsr(p0, c0, p1, c1, v)",
        "dcsc(p0, c0, p1, c1, v)", "csf(p0, c0, p1, c1, v)", "bcsr<16,16>(p, c, v)",
        "dbcsr<BM,2 * BN>(p0, c0, p1, c1, v)", "ell<4>(c, v)", "dia(o, v)", "group_coo<auto>(m, k, v)",
        "block_coo<16,16>(m, k, v)", "block_group_coo<4,16,16>(m, k, v)", "hyb<2,5>(buckets)",
        "sr_bcrs<8,4>(p, c, v)", "ragged(p, v)", "rows(n, c, v)", "ell<(a > b)>(c, v)"})
    prints_as_itself(std::string("tensor A[M,N] : ") + format);
}

TEST_CASE("levels") {
  prints_as_itself("tensor A[M,N] : levels(1: dense, 0: compressed(pos, crd); v)");
  prints_as_itself(
      "tensor A[M,N] : levels(0/32: dense, 1/{B::n}: compressed_nonunique(pos, crd), 0%32: dense, 1%B: "
      "dense; v)");
  prints_as_itself(
      "tensor A[M,N] : levels(0: fixed(4, crd), 1-0: offset(field(o, at)), 1: singleton(c), 2: ragged(p); v, "
      "w)");
  prints_as_itself("tensor A[M,N] : levels(0/auto: fixed(auto), 1: fixed(W); v)");
  prints_as_itself("tensor A[M] : levels(0: dense)");
  prints_as("tensor A[M] : levels(0 : dense() ; v)", "tensor A[M] : levels(0: dense; v)");
}

TEST_CASE("modifiers") {
  prints_as_itself(
      "tensor A[M,N] : dense(v) order(1, 0) strides(s, 1) fill(-INFINITY) base(1) sorted unsorted unique "
      "duplicates "
      "symmetric(upper)");
}

TEST_CASE("format lines") {
  prints_as_itself("format A -> group_coo<auto>");
  prints_as_itself("format A -> bcsr<16,16> + ell<2> + csr once");
  prints_as("format A->hyb< auto , auto >once", "format A -> hyb<auto,auto> once");
}

TEST_CASE("schedules") {
  prints_as_itself("schedule auto");
  prints_as_itself("schedule reorder(i, j, k), split(i, i0, i1, 32), fuse(i, j, f), pos(f, fp, A[i,k])");
  prints_as_itself(
      "schedule parallelize(i), parallelize(i, dynamic), parallelize(i, static), vectorize(j), unroll(j, 4)");
  prints_as(
      "schedule precompute(A[i,k]*B[k,j], {i,j}, {i, j}, W, hash, capacity(64), pipeline, double_buffer)",
      "schedule precompute(A[i,k] * B[k,j], {i,j}, {i,j}, W, hash, capacity(64), pipeline, double_buffer)");
  prints_as_itself("schedule loopfuse(2, left, {0,1}), loopfuse(2, right, {}), reorder(i, j; 0, 1)");
  prints_as_itself("schedule rfactor(i), cache_read(B, shared), cache_write(C, registers)");
  prints_as_itself("schedule bind(i, block.x), bind(j, thread.x), tensorize(mma)");
  prints_as_itself("schedule tile(i=64, j=auto, k={n + 1}), tile(auto)");
  prints_as_itself("schedule deterministic, no_convert, same_pattern, capacity(100), memory <= 1e9");
  prints_as_itself("schedule anything(-3, sqrt(x), a < B[i], x == 3, 0.5, {f(a)}, g(h(2)))");
  prints_as("schedule a(), b(;), c(i;), auto", "schedule auto, a, b, c(i)");
  prints_as_itself("schedule auto(memory <= 4)");
}

TEST_CASE("the other lines") {
  prints_as_itself("kernel spmm");
  prints_as_itself("target openmp");
  prints_as_itself("target auto");
  prints_as_itself("target cuda device(A, B, C)");
  for (const char* policy : {"coord", "bucket", "hash", "dense", "user(std::map<int, float>)"})
    prints_as_itself(std::string("workspace W : ") + policy);
  prints_as_itself("assume(M in [1000, 1000000], density(A) < 0.01, sorted(A), in_bounds, no_alias, ieee)");
  prints_as_itself("assume(memory <= 1e9, same_pattern(A, B), n == 3 * k, x > f(a, b), y >= 2)");
  prints_as_itself("verify");
  prints_as_itself("verify(rtol=1e-5, atol=1e-8, every=100)");
  prints_as_itself("gradient(A, B) of C");
  prints_as_itself("function f(commutative, associative, zero(x) = 0)");
  prints_as_itself("function ns::f");
  prints_as("function f()", "function f");
  prints_as_itself("deterministic");
  prints_as_itself("baseline");
}

TEST_CASE("a block prints line by line") {
  const std::string text =
      "#pragma insum kernel spmm\n"
      "#pragma insum C[i,j] += A[i,k] * B[k,j]\n"
      "#pragma insum tensor A[M,K] : csr(rowptr, col, val)\n";
  const test::Parsed parsed = test::parse_text(text);
  REQUIRE(parsed.block.has_value());
  CHECK(ast::print(*parsed.block) == text);
}
