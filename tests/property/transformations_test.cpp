#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "index_ir/algebra.h"
#include "index_ir/make_concrete.h"
#include "index_ir/printer.h"
#include "random_program.h"
#include "schedule/apply_schedule.h"
#include "schedule/choose_schedule.h"
#include "schedule/find_products.h"
#include "schedule/fuse_temporaries.h"
#include "schedule/insert_accumulators.h"
#include "schedule/insert_workspaces.h"
#include "schedule/join_nests.h"
#include "schedule/walk_rows.h"

using namespace insum;
using namespace insum::test;
using index::Contents;
using index::Program;
using index::State;

namespace {

bool is_close(double a, double b) {
  return a == b || std::abs(a - b) <= 1e-9 * (1 + std::abs(a) + std::abs(b));
}

/// "" when the outputs agree; else the first element that differs.
std::string difference(const Program& program, const State& expected, const State& found) {
  for (const index::Tensor& tensor : program.outputs)
    for (const auto& [at, values] : expected.tensors.at(index::stored(*tensor))) {
      const double other = found.tensors.at(index::stored(*tensor)).at(at).at(0);
      const bool of_infinities =
          std::isinf(values.at(0)) && std::isnan(other);  // inf - inf, in another order
      if (is_close(values.at(0), other) || of_infinities) continue;
      std::string text = tensor->name + " at";
      for (const long long c : at) text += " " + std::to_string(c);
      return text + " is " + std::to_string(other) + " instead of " + std::to_string(values.at(0));
    }
  return "";
}

bool has_infinite_fill(const Program& program) {
  return std::any_of(program.tensors.begin(), program.tensors.end(), [](const index::Tensor& tensor) {
    const auto fill = index::known_value(index::fill_of(tensor));
    return !fill || std::isinf(*fill);
  });
}

struct Counts {
  int compared = 0, refused = 0, commands = 0, commands_refused = 0, joined = 0;
};

/// One program through all transformations; what is wrong, or "".
std::string try_program(unsigned seed, RandomBlock (*generate)(Random&), Counts& counts) {
  Random random(seed);
  const RandomBlock block = generate(random);
  Run run(block.text, block.facts);
  if (!run.resolved) {
    if (std::getenv("INSUM_PROPERTY_VERBOSE")) MESSAGE(block.text << run.messages());
    return ++counts.refused, "";
  }
  const Program& einsum = run.resolved->program;
  const State before = random_state(einsum, random);
  State expected = before;
  index::interpret(einsum, expected);
  if (expected.met_nan || (expected.met_cancelled && has_infinite_fill(einsum))) return ++counts.refused, "";

  std::string history;
  const auto wrong = [&](const std::string& stage, const Program& program) -> std::string {
    State state = before;
    std::string what;
    try {
      index::interpret(program, state);
      what = difference(einsum, expected, state);
    } catch (const std::logic_error& error) {
      what = error.what();
    }
    if (what.empty()) return "";
    return "after " + stage + history + ": " + what + "\n" + block.text + index::to_string(program);
  };
  const auto concrete = index::make_concrete(einsum, run.diagnostics);
  if (!concrete) return ++counts.refused, "";
  if (const std::string error = wrong("make_concrete", *concrete); !error.empty()) return error;
  Program program = schedule::choose_order(*concrete);
  if (const std::string error = wrong("choose_order", program); !error.empty()) return error;
  for (int n = random.below(4); n > 0 && !program.variables.empty(); --n) {
    const ast::ScheduleCommand command = random_command(program, random);
    Diagnostics diagnostics;
    const auto scheduled = schedule::apply_schedule(program, {command}, diagnostics);
    ++counts.commands;
    if (!scheduled) {
      ++counts.commands_refused;
      if (!diagnostics.has_errors())
        return "refused without a diagnostic: " + to_string(command) + "\n" + block.text;
      continue;
    }
    program = *scheduled;
    history += " " + to_string(command);
    if (const std::string error = wrong("apply_schedule", program); !error.empty()) return error;
  }
  program = schedule::choose_parallel(program, openmp_target());
  if (const std::string error = wrong("choose_parallel", program); !error.empty()) return error;
  program = schedule::walk_rows(program);
  if (const std::string error = wrong("walk_rows", program); !error.empty()) return error;
  program = schedule::insert_accumulators(program, openmp_target());
  if (const std::string error = wrong("insert_accumulators", program); !error.empty()) return error;
  program = schedule::fuse_temporaries(program);
  if (const std::string error = wrong("fuse_temporaries", program); !error.empty()) return error;
  program =
      schedule::insert_workspaces(program, openmp_target(), run.diagnostics).value();  // of the sorted copies
  if (const std::string error = wrong("insert_workspaces", program); !error.empty()) return error;
  for (const Target& target : {openmp_target(), cuda_target()}) {
    const Program found = schedule::find_products(program, target, run.diagnostics).value();
    if (const std::string error = wrong("find_products for " + target.name, found); !error.empty())
      return error;
    if (target.has_grid) continue;
    const Program joined = schedule::join_nests(found);
    if (const std::string error = wrong("join_nests", joined); !error.empty()) return error;
    counts.joined += joined.notes.size() > found.notes.size();
  }
  ++counts.compared;
  return "";
}

Counts try_programs(RandomBlock (*generate)(Random&)) {
  // INSUM_PROPERTY_SEED=N runs that program alone; INSUM_PROPERTY_CASES=N runs so many.
  const char* one = std::getenv("INSUM_PROPERTY_SEED");
  const char* cases = std::getenv("INSUM_PROPERTY_CASES");
  const unsigned first = one ? static_cast<unsigned>(std::atoi(one)) : 0;
  const unsigned count = one ? 1 : cases ? static_cast<unsigned>(std::atoi(cases)) : 2000;
  Counts counts;
  int failures = 0;
  for (unsigned seed = first; seed < first + count && failures < 10; ++seed) {
    std::string error;
    try {
      error = try_program(seed, generate, counts);
    } catch (const std::exception& exception) {
      error = exception.what();
    }
    if (error.empty()) continue;
    ++failures;
    FAIL_CHECK("program " << seed << " " << error);
  }
  MESSAGE(counts.compared << " programs compared, " << counts.refused << " refused; " << counts.commands
                          << " commands, " << counts.commands_refused << " refused; nests joined in "
                          << counts.joined);
  if (!one) CHECK(counts.compared > static_cast<int>(count) / 3);
  return counts;
}

}  // namespace

TEST_CASE("transformations keep what random programs compute") { try_programs(random_block); }

// Entries that come to 0 with an infinite factor, and a dense workspace for a copy with another fill value.
TEST_CASE("transformations keep what programs compute that they once did not") {
  Counts counts;
  for (const unsigned seed : {5305u, 6126u, 6274u, 28791u, 27704u})
    CHECK(try_program(seed, random_block, counts) == "");
}

TEST_CASE("transformations keep what Einsums over the same indices compute") {
  const Counts counts = try_programs(random_neighbours);
  if (!std::getenv("INSUM_PROPERTY_SEED")) CHECK(counts.joined > counts.compared / 10);
}
