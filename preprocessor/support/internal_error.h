// Errors of insum itself. They are never compiled out: the preprocessor is not performance critical, and a
// wrong kernel is worse than a stopped build.
#pragma once
#include <stdexcept>
#include <string>

namespace insum {

/// A violated invariant of the compiler (exit status 3), as opposed to a diagnosed error in the user's input.
struct InternalError : std::logic_error {
  using std::logic_error::logic_error;
};

[[noreturn]] inline void internal_error(const std::string& what) { throw InternalError(what); }

inline void internal_check(bool condition, const std::string& what) {
  if (!condition) internal_error(what);
}

}  // namespace insum
