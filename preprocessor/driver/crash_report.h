// What is left to say when the program itself crashes.
#pragma once

namespace insum {

/// Crashes and aborts end the program with status 3 and a message, on a stack of its own: a deep recursion is
/// a crash too.
void install_crash_report();

}  // namespace insum
