// Allocations in loops, before and after.
#include <doctest/doctest.h>

#include "emit/c_printer.h"
#include "loop_fixture.h"
#include "passes/hoist_allocations.h"

using namespace insum;
using namespace insum::loops;

namespace {

StmtPtr loop(const std::string& variable, Body body) {
  return make_stmt(For{variable, integer(0), name("n"), std::move(body), false, {}, 1});
}

/// A temporary of `count` elements, and its use.
Body allocated(ExprPtr count) {
  return {make_stmt(Allocate{f64, "t", std::move(count)}),
          make_stmt(Update{name("t", f64), Combine::store, integer(0)})};
}

std::string first_line(const StmtPtr& stmt) {
  const std::string text = emit::to_cpp({stmt});
  return text.substr(0, text.find('\n'));
}

std::string hoisted(Body body) {
  Kernel kernel;
  kernel.body = std::move(body);
  return emit::to_cpp(passes::hoist_allocations(kernel).body);
}

}  // namespace

TEST_CASE("an allocation moves in front of all loops that its size does not depend on") {
  const std::string text = hoisted({loop("i", {loop("j", allocated(name("m")))})});
  CHECK(text.starts_with(first_line(make_stmt(Allocate{f64, "t", name("m")}))));
  CHECK(text.find("for") < text.find("t = 0"));
}

TEST_CASE("an allocation stays below the loop that its size depends on") {
  const auto of = [](const std::string& variable) {
    return loop("i", {loop("j", allocated(name(variable)))});
  };
  const std::string allocation = first_line(make_stmt(Allocate{f64, "t", name("i")}));
  const std::string text = hoisted({of("i")});
  CHECK(text.find("for") < text.find(allocation));
  CHECK(text.find(allocation) < text.find("j"));
  CHECK(hoisted({of("j")}) == emit::to_cpp({of("j")}));
}

TEST_CASE("a size that the loop's body computes keeps the allocation there") {
  Body body = {make_stmt(Declare{i64, "m", name("i"), true, ""})};
  for (const StmtPtr& stmt : allocated(name("m"))) body.push_back(stmt);
  CHECK(hoisted({loop("i", body)}) == emit::to_cpp({loop("i", body)}));
}

TEST_CASE("allocations do not leave the chunk of a thread") {
  ParallelFor parallel;
  parallel.chunk_begin = "i_begin";
  parallel.chunk_end = "i_end";
  parallel.begin = integer(0);
  parallel.end = name("n");
  parallel.weight = integer(1);
  parallel.body = {loop("i", allocated(name("m")))};
  const std::string text = hoisted({make_stmt(parallel)});
  const std::size_t at = text.find(first_line(make_stmt(Allocate{f64, "t", name("m")})));
  CHECK(text.find("insum::rt::parallel") < at);
  CHECK(at < text.find("for ("));
}
