// The parameters of a kernel as C++ text, for all targets.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "loop_ir/loop_ir.h"

namespace insum::emit {

std::set<std::string> names_used(const loops::Body& body);
/// None in null.
std::set<std::string> names_used(const loops::ExprPtr& expr);
/// Without the parameters that its body does not use: compilers warn about them.
loops::Kernel with_used_parameters(const loops::Kernel& kernel);
std::string parameter_text(const loops::Parameter& parameter);
/// One a line, after an opening bracket.
std::string parameter_list(const std::vector<loops::Parameter>& parameters);
/// What stands between the parameters of a kernel's function and its body, and what ends it: exceptions say
/// which kernel it was.
std::string begin_of_body(const loops::Kernel& kernel);
std::string end_of_body(const loops::Kernel& kernel);
/// The template parameters for types that only the C++ compiler knows.
std::vector<std::string> template_names(const std::vector<loops::Parameter>& parameters);
/// "template <...>" with a line end; "" without names.
std::string template_line(const std::vector<std::string>& names);
/// The statement that calls the kernel.
std::string call_text(const loops::Kernel& kernel);

}  // namespace insum::emit
