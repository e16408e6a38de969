// INSUM_MODE: what a program does that has hand-written statements beside their kernels.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <string>

namespace insum::statement {

enum class mode {
  built,   // as each block was built
  on,      // kernels alone
  off,     // statements alone
  verify,  // both, compared
  race,    // both are timed, then the faster one
};

inline mode wanted_mode() {
  static const mode result = [] {
    const char* const variable = std::getenv("INSUM_MODE");
    const std::string word = variable ? variable : "";
    if (word == "on") return mode::on;
    if (word == "off") return mode::off;
    if (word == "verify") return mode::verify;
    if (word == "race") return mode::race;
    if (!word.empty())
      std::fprintf(stderr,
                   "insum: INSUM_MODE is '%s', which is none of on, off, verify and race; the program does "
                   "what it was built for\n",
                   word.c_str());
    return mode::built;
  }();
  return result;
}

}  // namespace insum::statement
