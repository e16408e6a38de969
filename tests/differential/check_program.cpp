#include <cmath>
#include <cstdio>
#include <cstring>
#include <set>

#include "assembled.hpp"

#include <omp.h>

namespace differential {

namespace {

struct Wanted {
  std::string name;
  Layout layout;
  Tolerance tolerance{};
  bool deterministic = false;
};

const Real& values_of(const Result& r, double) { return r.real; }
const Integer& values_of(const Result& r, std::int64_t) { return r.integer; }
const Complex& values_of(const Result& r, std::complex<double>) { return r.complex; }

std::string text(double x) {
  char s[40];
  std::snprintf(s, sizeof s, "%.9g", x);
  return s;
}
std::string text(std::int64_t x) { return std::to_string(x); }
std::string text(std::complex<double> x) { return text(x.real()) + "+" + text(x.imag()) + "i"; }
std::string text(const Coordinates& where) {
  std::string s = "(";
  for (const std::int64_t x : where) s += (s.size() > 1 ? "," : "") + std::to_string(x);
  return s + ")";
}

bool close(std::int64_t a, std::int64_t b, Tolerance) { return a == b; }
bool close(double a, double b, Tolerance t) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b)) return a == b;
  return std::abs(a - b) <= t.absolute + t.relative * std::abs(b);
}
bool close(std::complex<double> a, std::complex<double> b, Tolerance t) {
  return std::abs(a - b) <= t.absolute + t.relative * std::abs(b);
}

template <class T>
class Comparison {
 public:
  Comparison(const char* text) : words_(text) {
    words_.word();  // the kind
    std::string word = words_.word();
    for (; word != "result"; word = words_.word()) {
      if (!interpreter_.statement(word, words_)) throw std::invalid_argument("unknown statement " + word);
    }
    read_result();
  }

  bool deterministic() const { return wanted_.deterministic; }

  /// The first thing that is wrong with a result; empty if nothing is.
  std::string complaint(const Result& result) {
    const Operand<T>& reference = interpreter_.operand(wanted_.name);
    if (!result.shape.empty() && result.shape != reference.shape)
      return "the sizes are " + text(result.shape) + ", wanted " + text(reference.shape);
    const std::vector<T>& values = values_of(result, T());
    const Entries stored = walk(wanted_.layout, result.indices, values.size());
    if (!stored.complaint.empty()) return stored.complaint;
    std::map<Coordinates, T> got;
    for (std::size_t n = 0; n < values.size(); ++n) {
      if (!stored.entries[n].inside) continue;
      const auto [place, fresh] = got.insert({stored.entries[n].where, values[n]});
      if (!fresh) place->second += values[n];
    }
    for (const auto& [where, wanted] : reference.computed) {
      const auto place = got.find(where);
      const T x = place == got.end() ? reference.fill : place->second;
      if (!close(x, wanted.value, wanted_.tolerance))
        return "element " + text(where) + (place == got.end() ? " (not stored)" : "") + " is " + text(x) +
               ", wanted " + text(wanted.value);
    }
    return superfluous(stored.entries, reference);
  }

 private:
  void read_result() {
    wanted_.name = words_.word();
    wanted_.layout.shape = interpreter_.operand(wanted_.name).shape;
    for (std::int64_t n = words_.integer(); n > 0; --n) {
      Level level;
      level.kind = words_.word();
      level.mode = static_cast<std::size_t>(words_.integer());
      level.part = words_.word()[0];
      level.block = words_.integer();
      wanted_.layout.levels.push_back(level);
    }
    wanted_.layout.base = words_.integer();
    wanted_.layout.sorted = words_.integer() != 0;
    wanted_.layout.unique = words_.integer() != 0;
    wanted_.tolerance.absolute = words_.number();
    wanted_.tolerance.relative = words_.number();
    wanted_.deterministic = words_.integer() != 0;
  }

  /// Entries, and inner nodes of the levels, that no stored value of an operand can be the reason of.
  std::string superfluous(const std::vector<Entry>& entries, const Operand<T>& reference) const {
    const std::size_t depth = entry_depth(wanted_.layout);
    if (depth == 0) return "";
    std::map<Coordinates, bool> groups;
    for (const Entry& entry : entries) {
      const Coordinates group(entry.levels.begin(),
                              entry.levels.begin() + static_cast<std::ptrdiff_t>(depth));
      bool& justified = groups[group];
      if (!entry.inside) continue;
      const auto found = reference.computed.find(entry.where);
      justified = justified || (found != reference.computed.end() && !found->second.fixed) ||
                  reference.entries.contains(entry.where);
    }
    for (const auto& [group, justified] : groups)
      if (!justified)
        return "superfluous entry " + text(group) + ": nothing that is stored can have caused it";
    return "";
  }

  Words words_;
  Interpreter<T> interpreter_;
  Wanted wanted_;
};

bool same_bits(const Result& a, const Result& b) {
  const auto equal = [](const auto& x, const auto& y) {
    return x.size() == y.size() &&
           (x.empty() || std::memcmp(x.data(), y.data(), x.size() * sizeof x[0]) == 0);
  };
  return a.indices == b.indices && equal(a.real, b.real) && equal(a.integer, b.integer) &&
         equal(a.complex, b.complex);
}

template <class T>
bool check(Result (*run)(int threads), const char* text) {
  Comparison<T> comparison(text);
  Result first;
  for (const int threads : {1, 2, 4}) {
    omp_set_num_threads(threads);
    Result result = run(threads);
    std::string complaint = comparison.complaint(result);
    if (complaint.empty() && threads > 1 && comparison.deterministic() && !same_bits(first, result))
      complaint = "other bits than on one thread";
    if (!complaint.empty()) {
      std::printf("  on %d threads: %s\n", threads, complaint.c_str());
      return false;
    }
    if (threads == 1) first = std::move(result);
  }
  return true;
}

}  // namespace

bool check_program(Result (*run)(int threads), const char* text) {
  const std::string kind = Words(text).word();
  if (kind == "complex") return check<std::complex<double>>(run, text);
  if (kind == "real") return check<double>(run, text);
  return check<std::int64_t>(run, text);
}

}  // namespace differential
