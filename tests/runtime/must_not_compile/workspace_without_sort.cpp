// An accumulation array of the user's that lacks a member: the message names it.
#include <insum/workspace.hpp>

struct list {
  using value_type = double;
  using reduction = insum::op_add;
  static constexpr int rank = 2;
  list(const insum::coordinates<2>&, std::int64_t);
  static std::size_t bytes(const insum::coordinates<2>&, std::int64_t);
  bool insert(const insum::coordinates<2>&, double);
#ifdef FIXED
  void sort();
#endif
  std::int64_t size() const;
  template <class F>
  void visit(F&&) const {}
  void clear();
};

void use() { insum::sparse_workspace<list> w({3, 4}); }
