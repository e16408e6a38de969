// What tests of resolve look at: levels, strides, errors.
#pragma once
#include <doctest/doctest.h>

#include "resolve_fixture.h"

namespace insum::test {

inline const std::string spmm =
    "tensor A[M,K] : csr(rowptr, col, val)\n"
    "tensor B[K,N] : dense(b)\n"
    "tensor C[M,N] : dense(c)\n";

/// Levels of the first tensor that has any.
inline std::string levels_of(const Run& run) {
  if (!run.resolved) return run.messages();
  for (const index::Tensor& tensor : run.resolved->program.tensors) {
    if (tensor->dense) continue;
    std::string text;
    for (const index::TensorLevel& level : tensor->levels) {
      text += text.empty() ? "" : " ";
      text += to_string(level.level.kind);
      if (!level.level.unique) text += "~";
      if (!level.level.ordered) text += "?";
      for (const index::Argument& array : level.arrays) text += "," + array->name;
      if (level.size) text += "[" + index::to_string(level.size) + "]";
    }
    return text + " " + tensor->values->name;
  }
  return "";
}

inline const index::TensorNode& tensor_of(const Run& run, const std::string& name) {
  REQUIRE_MESSAGE(run.resolved, run.messages());
  for (const index::Tensor& tensor : run.resolved->program.tensors)
    if (tensor->name == name) return *tensor;
  FAIL("no tensor " << name);
  return *run.resolved->program.tensors.front();
}

inline std::string strides_of(const Run& run, const std::string& name) {
  std::string text;
  for (const index::ExprPtr& stride : tensor_of(run, name).strides)
    text += (text.empty() ? "" : ",") + index::to_string(stride);
  return text;
}

inline std::string error_of(const std::string& block, const FactTable& extra = {}) {
  const Run run(block, extra);
  return run.resolved ? "no error" : run.messages() + "at " + run.blamed();
}

}  // namespace insum::test
