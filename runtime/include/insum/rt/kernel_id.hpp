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

/// For the handler around a kernel: throws the exception again that is being handled. insum's own say which
/// kernel it was and `what` it did, as "format A -> ell"; std::bad_alloc becomes a memory_error that does.
/// Others pass as they are.
[[noreturn]] INSUM_RT_COLD inline void throw_from(const kernel_id& kernel, const char* what = "") {
  insum::detail::message text = detail::about(kernel);
  if (*what != '\0') text << what << ": ";
  try {
    throw;
  } catch (error& thrown) {
    thrown.put_in_front(text);
    throw;
  } catch (const std::bad_alloc&) {
    throw memory_error(text << "there is no memory for what it computes with");
  }
}

INSUM_RT_END
