// What the tests of the emulation share: all orders, and programs that the emulation ends.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdio>
#include <string>
#include <vector>

#include "doctest/doctest.h"
#include "launching.hpp"

namespace cuda_test {

/// Calls f in ascending, descending and some random orders.
template <class F>
void in_all_orders(F f) {
  using insum::emulated::order;
  using insum::emulated::order_kind;
  const insum::emulated::order before = insum::emulated::get_order();
  for (const order& one :
       {order{order_kind::ascending, 0}, order{order_kind::descending, 0}, order{order_kind::random, 1},
        order{order_kind::random, 2}, order{order_kind::random, 3}}) {
    insum::emulated::set_order(one);
    f();
  }
  insum::emulated::set_order(before);
}

/// A kernel with n threads in one block that writes n results.
template <class T, class... Parameters, class... Arguments>
std::vector<T> results_of_block(unsigned n, void (*kernel)(T*, Parameters...), Arguments&&... arguments) {
  const device_array<T> results(n);
  run(1, n, kernel, results.data(), std::forward<Arguments>(arguments)...);
  return results.values();
}

/// What f() writes to stderr in a process of its own, which it must end by `signal`, or by any failure where
/// that is 0; empty otherwise.
template <class F>
std::string last_words(int signal, F f) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return {};
  std::fflush(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    for (const int one : {SIGABRT, SIGSEGV}) std::signal(one, SIG_DFL);
    insum::emulated::detail::watch_faults();
    ::dup2(ends[1], STDERR_FILENO);
    f();
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string text;
  char part[512];
  for (ssize_t n; (n = ::read(ends[0], part, sizeof part)) > 0;)
    text.append(part, static_cast<std::size_t>(n));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  const bool as_wanted = signal == 0 ? status != 0 : WIFSIGNALED(status) && WTERMSIG(status) == signal;
  return as_wanted ? text : std::string();
}

inline bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace cuda_test
