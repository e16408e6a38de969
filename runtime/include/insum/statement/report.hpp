// What was found of annotated statements: differences are printed as they are found, the rest at exit.
#pragma once
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <list>
#include <locale>
#include <mutex>
#include <set>
#include <source_location>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "../report/print.hpp"
#include "kept.hpp"
#include "print.hpp"
#include "record.hpp"
#include "shared_report.hpp"

namespace insum::statement {

/// All sites of the program. At its end the report is added to insum-report.json in the working directory,
/// times are printed, and a difference makes the exit status 1. It is never destroyed: destructors of static
/// objects may call annotated statements after that.
class report {
 public:
  static report& instance() {
    static report& all = *new report;
    return all;
  }

  /// References stay valid.
  record& add(description&& known) {
    const std::lock_guard guard(mutex_);
    return records_.emplace_back(std::move(known));
  }

  /// What is decided when a call begins.
  struct start {
    bool verifies = false;
    bool races = false;     // its class decides
    std::int64_t turn = 0;  // so many calls were to be verified before
  };

  /// Counts a call. Inside of a parallel region other threads may be at work on the outputs. Most calls of
  /// sampled verification do nothing more, so that there is no lock. Nor does one after the report was
  /// written: who should read what it finds?
  static start next(record& r, bool (*concurrent)()) {
    if (written_.load(std::memory_order_relaxed)) return {};
    const std::int64_t number = r.calls.fetch_add(1, std::memory_order_relaxed);
    const bool due = r.verifies && (r.known.every == 1 || number % r.known.every == 0);
    const bool races = r.races != racing::no;
    if ((due || races) && concurrent()) {
      r.skipped.fetch_add(1, std::memory_order_relaxed);
      return {};
    }
    if (!due) return {false, races, 0};
    return {true, races, number / r.known.every};
  }

  /// What runs in a call of this class.
  struct choice {
    call_class* of = nullptr;
    variant runs = variant::kernel;  // first, where both do
    bool both = false;
  };

  choice next(record& r, std::initializer_list<std::int64_t> sizes, std::initializer_list<filling> fillings) {
    const std::lock_guard guard(mutex_);
    call_class& c = r.class_of(sizes, fillings);
    if (++c.calls == 1) recall(r, c);
    if (!c.measures()) return {&c, c.faster(), false};
    return {&c, c.first_of_next(), true};
  }

  void timed(call_class& c, std::int64_t statement, std::int64_t kernel) {
    const std::lock_guard guard(mutex_);
    c.add(statement, kernel);
  }

  void compared(record& r, const std::string& difference) {
    const std::lock_guard guard(mutex_);
    ++r.verified;
    if (difference.empty()) return;
    if (r.differing++ > 0) return;
    r.first_difference = difference;
    std::fflush(stdout);
    std::fprintf(stderr, "%s:%d: insum %s: %s\n  %s\n", r.known.file.c_str(), r.known.line,
                 r.verifies ? "verify" : "race", difference.c_str(), r.title().c_str());
  }

  report(const report&) = delete;
  report& operator=(const report&) = delete;

 private:
  report() {
    std::atexit([] { instance().write(); });
  }

  void write() {
    const std::lock_guard guard(mutex_);
    written_.store(true, std::memory_order_relaxed);
    write_json();
    keep_decisions();
    std::set<std::tuple<std::string, int, std::string>> statements, differing;  // without instantiations
    std::fflush(stdout);
    for (const record& r : records_) {
      statements.insert({r.known.file, r.known.line, r.known.einsum});
      if (r.differing > 0) differing.insert({r.known.file, r.known.line, r.known.einsum});
      if (r.race_is_shown()) detail::print_race(r);
    }
    if (differing.empty()) return;
    std::fprintf(stderr, "insum verify: the kernels of %zu of %zu annotated statements differ from them\n",
                 differing.size(), statements.size());
    if (__atomic_load_n(&::insum::report::will_print, __ATOMIC_RELAXED)) ::insum::report::print();
    std::cout.flush();
    std::fflush(nullptr);
    std::_Exit(1);
  }

  static decision_key key_of(const record& r, const call_class& c) {
    return {r.identity, c.machine, detail::class_text(r, c)};
  }
  void recall(const record& r, call_class& c) {
    c.machine = machine_hash();
    if (const decision* found = kept_.find(key_of(r, c))) c.recall(found->statement, found->kernel);
  }
  void keep_decisions() {
    for (const record& r : records_)
      for (const call_class& c : r.classes)
        if (c.decided() && c.measured() > 0)
          kept_.keep(key_of(r, c),
                     {c.statement_time(), c.kernel_time(),
                      r.known.file + ':' + std::to_string(r.known.line) + ": " + r.known.einsum});
    kept_.write();
  }

  void write_json() const {
    const std::string program = detail::program_path();
    std::vector<std::string> kernels;
    for (const record& r : records_) {
      if (!r.shown()) continue;
      std::ostringstream out;
      out.imbue(std::locale::classic());
      detail::write_record(out, r, program);
      kernels.push_back(out.str());
    }
    if (!kernels.empty()) detail::write_shared_report(program, std::move(kernels));
  }

  inline static constinit std::atomic<bool> written_ = false;
  std::mutex mutex_;
  std::list<record> records_;
  kept_decisions kept_;
};

/// An annotated statement; instantiations of a template have one each.
class site {
 public:
  explicit site(description&& known, const char* build = INSUM_STATEMENT_BUILD,
                const std::source_location& where = std::source_location::current())
      : record_(report::instance().add(std::move(known))) {
    record_.instantiation = template_arguments(where.function_name());
    record_.identity = hash_of(where.function_name(), hash_of(build, record_.known.content));
  }
  record& all() { return record_; }

 private:
  record& record_;
};

}  // namespace insum::statement
