#include "emit/cuda_types.h"

namespace insum::emit {

using namespace loops;

namespace {

constexpr const char* compiler_half = "_Float16";

std::string with(std::string text, const std::string& type, const std::string& own) {
  for (std::size_t at = 0; (at = text.find(type, at)) != std::string::npos; at += own.size())
    text.replace(at, type.size(), own);
  return text;
}

bool is_compiler_half(const Parameter& p) {
  return p.type.spelling == compiler_half &&
         (p.kind == Parameter::Kind::array || p.kind == Parameter::Kind::scalar);
}

}  // namespace

std::string for_nvcc(const std::string& text) { return with(text, compiler_half, "insum::half"); }

std::string for_kernels(const std::string& text) {
  return for_nvcc(with(text, "std::complex<", "insum::rt::cuda::complex<"));
}

Parameter in_cuda_file(Parameter p) {
  if (is_compiler_half(p)) p.type.spelling = "insum::half";
  return p;
}

ExprPtr passed(const Parameter& p) {
  const ExprPtr value = name(p.name, p.type);
  if (!is_compiler_half(p)) return value;
  if (p.kind == Parameter::Kind::array)
    return invoke(std::string("reinterpret_cast<") + (p.writable ? "" : "const ") + "insum::half*>", {value});
  return invoke("static_cast<insum::half>", {invoke("static_cast<float>", {value})});
}

}  // namespace insum::emit
