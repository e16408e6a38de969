// A kernel, as messages call it: by its name, and by the place of its pragma.
#pragma once

#include "../core/errors.hpp"
#include "config.hpp"

INSUM_RT_BEGIN

struct kernel_id {
  const char* name;
  const char* place;  // "spmm.cpp:9"; "": the kernel stands by itself
  // NOLINTNEXTLINE(google-explicit-constructor): a name is one
  constexpr kernel_id(const char* kernel, const char* pragma = "") : name(kernel), place(pragma) {}
};

namespace detail {

/// "kernel 'spmm' (spmm.cpp:9): "
inline insum::detail::message about(const kernel_id& kernel) {
  insum::detail::message text;
  text << "kernel '" << kernel.name << "'";
  if (*kernel.place != '\0') text << " (" << kernel.place << ")";
  text << ": ";
  return text;
}

}  // namespace detail

INSUM_RT_END
