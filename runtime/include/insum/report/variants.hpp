// What kernels choose when they run. A call's choices together are its variant; a report counts the calls of
// each.
#pragma once
#include <cstdio>

#include "entries.hpp"
#include "ways.hpp"

namespace insum::report {

/// One choice of a call; texts are the kernel's literals.
struct choice {
  const char* name;
  const char* how = nullptr;  // null: a length, or the ways of a workspace
  std::int64_t length = 0;
  ways taken = {};
  choice* next = nullptr;
};

namespace detail {

/// Writes to a buffer as far as it reaches, and counts what all of it takes.
class bounded_text {
 public:
  bounded_text(char* to, std::size_t size) : to_(to), size_(size) {}
  void add(const char* text) {
    for (; *text; ++text, ++length_)
      if (length_ < size_) to_[length_] = *text;
  }
  std::size_t length() const { return length_; }

 private:
  char* to_;
  std::size_t size_, length_ = 0;
};

inline void add_ways(bounded_text& text, const ways& taken) {
  const char* separator = "";
  const auto add = [&](ways::way one, const char* word) {
    if (!taken.has(one)) return;
    text.add(separator), text.add(word);
    separator = " + ";
  };
  add(ways::in_order, "in order"), add(ways::lists, "lists"), add(ways::hash, "hash"),
      add(ways::dense, "dense");
}

/// "i=32, j=64", "C in loops", "C_entries lists + dense". Workspaces that took nothing are left out.
inline void add_choices(bounded_text& text, const choice* all) {
  const char* separator = "";
  for (const choice* c = all; c; c = c->next) {
    const bool is_workspace = !c->how && c->length == 0;
    if (is_workspace && !c->taken.any()) continue;
    text.add(separator), text.add(c->name);
    separator = ", ";
    if (c->how) {
      text.add(*c->how ? " " : ""), text.add(c->how);
    } else if (is_workspace) {
      text.add(" "), add_ways(text, c->taken);
    } else {
      char digits[24];
      std::snprintf(digits, sizeof digits, "=%lld", static_cast<long long>(c->length));
      text.add(digits);
    }
  }
}

/// Null: there is nothing to say, or no memory for it.
inline char* variant_text(const choice* all) {
  bounded_text counted(nullptr, 0);
  add_choices(counted, all);
  char* const text = counted.length() > 0 ? static_cast<char*>(std::malloc(counted.length() + 1)) : nullptr;
  if (!text) return nullptr;
  bounded_text written(text, counted.length());
  add_choices(written, all);
  text[counted.length()] = '\0';
  return text;
}

}  // namespace detail

/// One more call that chose so.
inline void count_variant(entry& of, const choice* all) {
  char* const text = detail::variant_text(all);
  if (!text) return;
  const detail::lock guard;
  variant** at = &of.variants;
  while (*at && std::strcmp((*at)->text, text) != 0) at = &(*at)->next;
  if (*at) {
    ++(*at)->calls;
    std::free(text);
  } else if (void* const place = std::malloc(sizeof(variant))) {
    *at = new (place) variant{.text = text, .calls = 1};
  } else {
    std::free(text);
  }
}

}  // namespace insum::report
