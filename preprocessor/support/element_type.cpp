#include "support/element_type.h"

#include "support/internal_error.h"

namespace insum {

std::string cpp_name(ElementType type) {
  switch (type) {
    case ElementType::boolean:
      return "bool";
    case ElementType::i8:
      return "std::int8_t";
    case ElementType::u8:
      return "std::uint8_t";
    case ElementType::i16:
      return "std::int16_t";
    case ElementType::u16:
      return "std::uint16_t";
    case ElementType::i32:
      return "std::int32_t";
    case ElementType::u32:
      return "std::uint32_t";
    case ElementType::i64:
      return "std::int64_t";
    case ElementType::u64:
      return "std::uint64_t";
    case ElementType::f16:
      return "insum::half";
    case ElementType::bf16:
      return "insum::bfloat16";
    case ElementType::f32:
      return "float";
    case ElementType::f64:
      return "double";
    case ElementType::c32:
      return "std::complex<float>";
    case ElementType::c64:
      return "std::complex<double>";
    case ElementType::none:
    case ElementType::dependent:
      break;
  }
  internal_error("an element type without a C++ name");
}

bool is_integer(ElementType type) { return type >= ElementType::boolean && type <= ElementType::u64; }

bool is_unsigned(ElementType type) {
  return type == ElementType::boolean || type == ElementType::u8 || type == ElementType::u16 ||
         type == ElementType::u32 || type == ElementType::u64;
}

bool is_floating(ElementType type) { return type >= ElementType::f16 && type <= ElementType::f64; }

bool is_complex(ElementType type) { return type == ElementType::c32 || type == ElementType::c64; }

int size_in_bytes(ElementType type) {
  switch (type) {
    case ElementType::boolean:
    case ElementType::i8:
    case ElementType::u8:
      return 1;
    case ElementType::i16:
    case ElementType::u16:
    case ElementType::f16:
    case ElementType::bf16:
      return 2;
    case ElementType::i32:
    case ElementType::u32:
    case ElementType::f32:
      return 4;
    case ElementType::i64:
    case ElementType::u64:
    case ElementType::f64:
    case ElementType::c32:
      return 8;
    case ElementType::c64:
      return 16;
    case ElementType::none:
    case ElementType::dependent:
      return 0;
  }
  return 0;
}

}  // namespace insum
