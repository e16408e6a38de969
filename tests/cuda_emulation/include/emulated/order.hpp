// The order in which the threads of a block, and the blocks of a grid, run: correct kernels give the same
// result in all.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace insum::emulated {

enum class order_kind { ascending, descending, random };

struct order {
  order_kind kind = order_kind::ascending;
  std::uint64_t seed = 0;
};

/// "ascending", "descending" or "random:SEED".
inline std::optional<order> parse_order(const std::string& text) {
  if (text == "ascending") return order{order_kind::ascending, 0};
  if (text == "descending") return order{order_kind::descending, 0};
  if (text.rfind("random:", 0) != 0 || text.size() == 7 ||
      text.find_first_not_of("0123456789", 7) != std::string::npos)
    return {};
  return order{order_kind::random, std::strtoull(text.c_str() + 7, nullptr, 10)};
}

namespace detail {

inline order order_of_environment() {
  const char* const text = std::getenv("INSUM_EMULATION_ORDER");
  if (text == nullptr) return {};
  const std::optional<order> found = parse_order(text);
  if (!found) {
    std::fprintf(stderr,
                 "cuda emulation: INSUM_EMULATION_ORDER=%s is not ascending, descending or random:SEED\n",
                 text);
    std::abort();
  }
  return *found;
}

inline order current_order = order_of_environment();
inline std::mt19937_64 order_random{current_order.seed};

}  // namespace detail

/// For all launches from now on. Work that streams still hold runs in the new order, too.
inline void set_order(order wanted) {
  detail::current_order = wanted;
  detail::order_random.seed(wanted.seed);
}
inline order get_order() { return detail::current_order; }

namespace detail {

/// Below `limit`; the same on all systems, which the distributions of the standard library are not.
inline std::uint64_t random_below(std::uint64_t limit) { return order_random() % limit; }

/// The numbers from 0 to size - 1 in the current order; at random, in another one after each renew().
template <class Number>
class sequence {
 public:
  explicit sequence(Number size) : numbers_(size) {
    std::iota(numbers_.begin(), numbers_.end(), Number{0});
    if (current_order.kind == order_kind::descending)
      for (Number i = 0; i < size / 2; ++i) std::swap(numbers_[i], numbers_[size - 1 - i]);
    renew();
  }
  void renew() {
    if (current_order.kind != order_kind::random) return;
    for (std::size_t i = numbers_.size(); i > 1; --i) std::swap(numbers_[i - 1], numbers_[random_below(i)]);
  }
  const std::vector<Number>& numbers() const { return numbers_; }

 private:
  std::vector<Number> numbers_;
};

}  // namespace detail
}  // namespace insum::emulated
