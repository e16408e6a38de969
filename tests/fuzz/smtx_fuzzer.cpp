#include <cstddef>
#include <cstdint>

#include "reader_inputs.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzzing::read_smtx({reinterpret_cast<const char*>(data), size});
  return 0;
}
