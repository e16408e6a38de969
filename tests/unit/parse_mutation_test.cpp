// Damaged lines: no crash, every error located inside of the line, and what still parses prints to a fixed
// point. Deterministic; tests/fuzz/parse_fuzzer.cpp looks further.
#include <doctest/doctest.h>

#include <random>

#include "parse_invariants.h"

using namespace insum;

namespace {

const std::vector<std::string> seeds = {
    "#pragma insum C[i,j] += A[i,k] * B[k,j]",
    "#pragma insum O[2*h+r-1,{n}*w,D[y]] min= select(I[h] < 0, -1.5e-3f, sum(i,j: f(A[i], {x})))",
    "#pragma insum tensor A[M, K] : csr(rowptr, field(c, x), \"s\", 'c') fill(0) order(1,0) sorted",
    "#pragma insum tensor A[M] : levels(0/32: dense, 1%B: fixed(4, c), 1-0: offset(o); v)",
    "#pragma insum tensor A = *p->x[3].f<int>(1,2) symmetric(lower)",
    "#pragma insum format A -> bcsr<16,16> + ell<2> once",
    "#pragma insum schedule reorder(i,j; 0,1), tile(i=64, k=auto), bind(i, block.x), memory <= 1e9, p({i,j}, "
    "A[i])",
    "#pragma insum target cuda device(A, B)",
    "#pragma insum workspace W : user(std::map<int, float>)",
    "#pragma insum assume(M in [1000, 10], density(A) < 0.01, sorted(A), in_bounds)",
    "#pragma insum verify(rtol=1e-5, every=100)",
    "#pragma insum gradient(A, B) of C",
    "#pragma insum function ns::f(commutative, zero(x) = 0)",
    "#pragma insum C[i] = /* \xC3\xA4 */ A[i] \\\n  + {R\"(x)\"} // end",
};

const std::string alphabet = "()[]{},;:<>+-*/=!&|.'\"\\\n #@iA02ex_\x80\xFF";

std::string mutated(std::string text, std::mt19937& random) {
  const auto below = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
  };
  for (std::size_t edits = 1 + below(3); edits > 0 && !text.empty(); --edits) {
    const std::size_t at = below(text.size());
    switch (below(4)) {
      case 0:
        text.erase(at, 1 + below(4));
        break;
      case 1:
        text.insert(at, 1, alphabet[below(alphabet.size())]);
        break;
      case 2:
        text[at] = alphabet[below(alphabet.size())];
        break;
      default: {
        const std::string& other = seeds[below(seeds.size())];
        const std::size_t from = below(other.size());
        text.insert(at, other.substr(from, 1 + below(12)));
      }
    }
  }
  return text;
}

}  // namespace

TEST_CASE("damaged lines are diagnosed") {
  std::mt19937 random(20240607);
  int accepted = 0, refused = 0;
  for (int i = 0; i < 6000; ++i) {
    const std::string text = mutated(seeds[static_cast<std::size_t>(i) % seeds.size()], random);
    const std::string violation = test::parse_violation(text, &accepted, &refused);
    REQUIRE_MESSAGE(violation.empty(), violation << " for: " << text);
  }
  CHECK(accepted > 300);
  CHECK(refused > 500);
}
