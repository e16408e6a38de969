#include "driver/crash_report.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstddef>

namespace insum {

namespace {

alignas(std::max_align_t) std::array<char, 1 << 16> crash_stack;

/// Only what is allowed in a signal handler.
extern "C" void report_crash(int) {
  static constexpr char text[] =
      "insum: internal error: the program crashed\n"
      "This is a bug in insum. Please report it with the output of 'insum doctor', the annotated source file "
      "and the\n"
      "command. With --print-after=all the output shows how far it came.\n";
  const auto written = ::write(STDERR_FILENO, text, sizeof text - 1);
  static_cast<void>(written);
  ::_exit(3);
}

}  // namespace

void install_crash_report() {
  stack_t stack = {};
  stack.ss_sp = crash_stack.data();
  stack.ss_size = crash_stack.size();
  ::sigaltstack(&stack, nullptr);
  struct sigaction action = {};
  action.sa_handler = report_crash;
  action.sa_flags = SA_ONSTACK;
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) ::sigaction(signal, &action, nullptr);
}

}  // namespace insum
