// The search for lengths of tiles, by times that the tests make up.
#include <doctest/doctest.h>
#include <insum/tuning/kept_choice.hpp>

#include <cmath>
#include <functional>
#include <set>

using namespace insum::tuning;

namespace {

using widths = search::widths;

/// Calls until it is decided; all that was tried.
std::set<widths> run(search& s, const std::function<std::int64_t(const widths&)>& time) {
  std::set<widths> tried;
  for (int call = 0; call < 1000; ++call) {
    const auto next = s.next();
    if (!next) return tried;
    tried.insert(*next);
    s.timed(*next, time(*next));
  }
  FAIL("the search does not end");
  return tried;
}

std::int64_t distance(const widths& from, const widths& to) {
  double sum = 0;
  for (std::size_t n = 0; n < from.size(); ++n)
    sum += std::abs(std::log2(static_cast<double>(from[n]) / static_cast<double>(to[n])));
  return 1000 + static_cast<std::int64_t>(sum * 500);
}

}  // namespace

TEST_CASE("it climbs to the best widths") {
  const std::vector<bounds> p = {{8, 1024}, {8, 1024}};
  for (const widths& best : {widths{64, 64}, widths{8, 1024}, widths{512, 16}}) {
    search s(p, {64, 64});
    run(s, [&](const widths& w) { return distance(w, best); });
    CHECK(s.decided());
    CHECK(s.best() == best);
    CHECK(s.time_of(best) == 1000);
    CHECK(s.tried() <= 32);
  }
}

TEST_CASE("it stays where nothing is faster") {
  search s({{8, 1024}, {8, 1024}}, {64, 64});
  const auto tried = run(s, [](const widths&) { return 1000; });
  CHECK(s.best() == widths{64, 64});
  CHECK(tried == std::set<widths>{{64, 64}, {128, 64}, {32, 64}, {64, 128}, {64, 32}});
}

TEST_CASE("noise of a few percent changes nothing, and one slow call of two does not count") {
  search s({{8, 1024}}, {64});
  int call = 0;
  run(s, [&](const widths& w) { return (++call % 2 ? 90000 : 1000) - (w[0] == 128 ? 20 : 0); });
  CHECK(s.best() == widths{64});
}

TEST_CASE("the first call does not count") {
  search s({{8, 1024}}, {64});
  s.timed({64}, 1);
  CHECK(s.time_of({64}) == std::numeric_limits<std::int64_t>::max());
}

TEST_CASE("widths stay within the sizes") {
  search s({{8, 8}, {8, 16}}, {8, 16});
  const auto tried = run(s, [](const widths& w) { return w[1] == 8 ? 10 : 100; });
  CHECK(tried == std::set<widths>{{8, 16}, {8, 8}});
  CHECK(s.best() == widths{8, 8});
}

TEST_CASE("what was found before is taken") {
  search s({{8, 1024}}, {64});
  s.recall({256}, 900, 300);
  CHECK(s.decided());
  CHECK_FALSE(s.next());
  CHECK(s.best() == widths{256});
  CHECK(s.time_of({64}) == 900);
}

TEST_CASE("only what a search can find is allowed") {
  const search s({{1, 32}, {64, 256}}, {8, 256});
  CHECK(s.allows({1, 64}));
  CHECK(s.allows({32, 256}));
  CHECK_FALSE(s.allows({64, 256}));
  CHECK_FALSE(s.allows({8, 32}));
  CHECK_FALSE(s.allows({3, 64}));
  CHECK_FALSE(s.allows({8}));
  CHECK_FALSE(s.allows({8, 64, 1}));
}

TEST_CASE("only variants that there are are tried") {
  const auto is_variant = [](const widths& w) { return w[0] * w[1] <= 4096; };
  search s({{32, 128}, {32, 128}}, {64, 64}, is_variant);
  const auto tried = run(s, [](const widths& w) { return 10000 / w[0] + w[1]; });
  CHECK(tried == std::set<widths>{{64, 64}, {32, 64}, {64, 32}, {128, 32}});
  CHECK(s.best() == widths{128, 32});
  CHECK_FALSE(s.allows({128, 128}));
}

TEST_CASE("what is kept is read again") {
  const kept_choice all{{64, 256}, {{{32, 256}, 900}, {{64, 256}, 300}}};
  CHECK(kept_text(all) == "64 256; 900 32 256; 300 64 256");
  const std::optional<kept_choice> read = read_kept(kept_text(all));
  REQUIRE(read);
  CHECK(read->best == all.best);
  CHECK(read->tried == all.tried);
  CHECK(read_kept("64 256")->tried.empty());
  for (const char* text : {"", "64 256; 900", "64 x", "64 256; 900 32 256 1", "; 1"})
    CHECK_FALSE(read_kept(text));
}
