// The element types of value and index arrays.
#pragma once
#include <string>

namespace insum {

/// `dependent` is the type of an array inside an uninstantiated template: generated code is then a template
/// itself.
enum class ElementType {
  none,
  boolean,
  i8,
  u8,
  i16,
  u16,
  i32,
  u32,
  i64,
  u64,
  f16,
  bf16,
  f32,
  f64,
  c32,
  c64,
  dependent
};

/// C++ spelling, e.g. "float", "std::int64_t", "std::complex<float>". Not defined for `none` and `dependent`.
std::string cpp_name(ElementType type);

bool is_integer(ElementType type);  // i8 .. u64 and boolean
bool is_unsigned(ElementType type);
bool is_floating(ElementType type);  // f16 .. f64
bool is_complex(ElementType type);
int size_in_bytes(ElementType type);  // 0 for none and dependent

}  // namespace insum
