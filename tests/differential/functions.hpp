// What random programs name: C++ functions in `function` lines, a type in `workspace` lines.
#pragma once
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>

namespace differential {

inline double both(double x, double y) { return x * y; }
inline double either(double x, double y) { return x + y - x * y; }
inline double weigh(double x, double y) { return x * (y + 1); }
inline double damp(double x) { return x / (1 + std::abs(x)); }
inline double shift(double x) { return x + 0.5; }

/// An accumulation array as docs/workspaces.md asks for one, apart from insum's own.
template <class T, class Op, int modes>
class sorted_components {
 public:
  using value_type = T;
  using reduction = Op;
  static constexpr int rank = modes;
  using coordinates = std::array<std::int64_t, static_cast<std::size_t>(modes)>;

  sorted_components(const coordinates&, std::int64_t capacity) : capacity_(capacity) {}
  static std::size_t bytes(const coordinates&, std::int64_t capacity) {
    return static_cast<std::size_t>(capacity) * (sizeof(coordinates) + sizeof(T) + 6 * sizeof(void*));
  }
  bool insert(const coordinates& where, const T& value) {
    if (const auto found = components_.find(where); found != components_.end()) {
      found->second = static_cast<T>(Op::apply(found->second, value));
      return true;
    }
    return size() < capacity_ && components_.emplace(where, value).second;
  }
  void sort() {}
  std::int64_t size() const { return static_cast<std::int64_t>(components_.size()); }
  template <class F>
  void visit(F&& f) const {
    for (const auto& [where, value] : components_) f(where, value);
  }
  void clear() { components_.clear(); }

 private:
  std::int64_t capacity_;
  std::map<coordinates, T> components_;
};

}  // namespace differential
