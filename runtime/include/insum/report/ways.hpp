// How a workspace that chooses its arrays itself took what was inserted.
#pragma once

namespace insum::report {

/// Any number of threads note what the arrays were that they filled.
class ways {
 public:
  enum way : unsigned { none = 0, in_order = 1, lists = 2, hash = 4, dense = 8 };
  void note(way one) { __atomic_fetch_or(&noted_, static_cast<unsigned>(one), __ATOMIC_RELAXED); }
  bool has(way one) const { return (__atomic_load_n(&noted_, __ATOMIC_RELAXED) & one) != 0; }
  bool any() const { return __atomic_load_n(&noted_, __ATOMIC_RELAXED) != none; }

 private:
  unsigned noted_ = none;
};

}  // namespace insum::report
