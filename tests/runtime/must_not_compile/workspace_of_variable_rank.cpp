// A rank that is no constant: the message says what it is to be.
#include <insum/workspace.hpp>

struct list {
  using value_type = double;
  using reduction = insum::op_add;
#ifdef FIXED
  static constexpr int rank = 2;
#else
  static inline int rank = 2;
#endif
  list(const insum::coordinates<2>&, std::int64_t);
  static std::size_t bytes(const insum::coordinates<2>&, std::int64_t);
  bool insert(const insum::coordinates<2>&, double);
  void sort();
  std::int64_t size() const;
  template <class F>
  void visit(F&&) const {}
  void clear();
};

void use() { insum::sparse_workspace<list> w({3, 4}); }
