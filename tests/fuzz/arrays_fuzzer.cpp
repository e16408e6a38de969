#include <cstddef>
#include <cstdint>

#include "reader_inputs.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzzing::read_arrays({reinterpret_cast<const char*>(data), size});
  return 0;
}
