// libFuzzer on the pragma parser: any bytes are a diagnosed error or a block that prints to a fixed point.
#include <cstdint>
#include <cstdlib>
#include <iostream>

#include "parse_invariants.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  if (!text.starts_with("#")) text.insert(0, "#pragma insum ");
  const std::string violation = insum::test::parse_violation(text);
  if (!violation.empty()) {
    std::cerr << violation << '\n';
    std::abort();
  }
  return 0;
}
