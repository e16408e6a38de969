#include "emit/cuda.h"

#include <algorithm>
#include <cstdint>
#include <set>

#include "emit/c_printer.h"
#include "emit/parameters.h"
#include "loop_ir/rewrite.h"
#include "support/internal_error.h"

namespace insum::emit {

using namespace loops;

namespace {

/// The arrays whose elements `body` writes.
std::set<std::string> written_in(const Body& body) {
  std::set<std::string> names;
  const auto add = [&](const ExprPtr& array) {
    if (const auto* n = get_if<Name>(array)) names.insert(n->text);
  };
  for_each_stmt(body, [&](const StmtPtr& s) {
    if (const auto* n = get_if<Update>(s))
      if (const auto* place = get_if<Load>(n->target)) add(place->array);
    const auto* effect = get_if<Effect>(s);
    const auto* call = effect ? get_if<Call>(effect->call) : nullptr;
    if (!call || call->arguments.empty()) return;
    const auto* place = get_if<Pointer>(call->arguments.front());  // of an atomic update
    add(place ? place->array : call->arguments.front());
  });
  return names;
}

/// Kernels have a type of their own for complex numbers: `text` with that for the C++ library's.
std::string for_kernels(std::string text) {
  const std::string of_library = "std::complex<", own = "insum::rt::cuda::complex<";
  for (std::size_t at = 0; (at = text.find(of_library, at)) != std::string::npos; at += own.size())
    text.replace(at, of_library.size(), own);
  return text;
}

/// Something that a kernel may get as an argument.
struct Value {
  std::string name, type;
  std::string argument;  // as the launch passes it
};

std::string array_type(const std::string& element, bool writable) {
  return (writable ? "" : "const ") + element + "*";
}

/// Tells kernels of files apart that have the same name: only the same text has the same number.
std::string fingerprint(const std::string& text) {
  std::uint32_t hash = 2166136261u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  static const char digits[] = "0123456789abcdef";
  std::string out;
  for (int shift = 28; shift >= 0; shift -= 4) out += digits[hash >> shift & 15u];
  return out;
}

class CudaEmitter {
 public:
  explicit CudaEmitter(const Kernel& kernel) : kernel_(kernel), written_(written_in(kernel.body)) {
    std::set<std::string> taken = names_in(kernel);
    arrays_ = fresh_name("arrays", taken), shape_ = fresh_name("shape", taken),
    lanes_ = fresh_name("lanes", taken);
  }

  Generated run() {
    Body checks = kernel_.record, launches;
    for (const StmtPtr& stmt : kernel_.body) (get_if<Effect>(stmt) ? checks : launches).push_back(stmt);
    collect_values(launches);
    const std::string arrays = array_statements(launches);
    const std::string body =
        to_cpp(launches, 1, [this](const StmtPtr& s, int indent) { return on_host(s, indent); });
    const std::vector<Parameter> parameters = entry_parameters(launches);
    const std::string entry = kernel_.name + "_cuda_" + fingerprint(arrays + body + kernels_);
    return {host_function(checks, parameters, entry), call_text(host_kernel(checks, parameters)),
            device_text(parameters, entry, arrays, body)};
  }

 private:
  void collect_values(const Body& body) {
    for (const Parameter& p : kernel_.parameters) {
      if (p.kind == Parameter::Kind::array || p.kind == Parameter::Kind::field)
        values_.push_back({p.name, array_type(to_string(p.type), written_.count(p.name) > 0),
                           arrays_ + "(" + p.name + ")"});
      else if (p.kind == Parameter::Kind::size || p.kind == Parameter::Kind::scalar)
        values_.push_back(
            {p.name, p.kind == Parameter::Kind::size ? "std::int64_t" : to_string(p.type), p.name});
    }
    collect_values_of_host(body);
  }

  /// Nests of loops may have variables of the same name.
  void add_value(const Value& value) {
    const bool known =
        std::any_of(values_.begin(), values_.end(), [&](const Value& v) { return v.name == value.name; });
    if (!known) values_.push_back(value);
  }

  void collect_values_of_host(const Body& body) {
    for (const StmtPtr& s : body) {
      if (const auto* n = get_if<Declare>(s)) add_value({n->name, to_string(n->type), n->name});
      if (const auto* n = get_if<Allocate>(s))
        add_value({n->name, to_string(n->type) + "*", n->name + ".data()"});
      if (const auto* n = get_if<If>(s)) collect_values_of_host(n->body);
      const auto* loop = get_if<For>(s);
      if (!loop) continue;
      add_value({loop->var, "std::int64_t", loop->var});
      collect_values_of_host(loop->body);
    }
  }

  /// Members of the elements of arrays come to the CUDA file as arrays of their own.
  std::vector<Parameter> entry_parameters(const Body& launches) const {
    std::set<std::string> used = names_used(launches);
    for (const ArrayUse& use : kernel_.arrays)
      if (used_arrays_.count(use.parameter) && !use.on_device)
        for_each_expr(use.count, [&](const ExprPtr& e) {
          if (const auto* n = get_if<Name>(e)) used.insert(n->text);
        });
    std::vector<Parameter> list;
    for (const Parameter& p : kernel_.parameters)
      if (used.count(p.name)) list.push_back(p);
    for (Parameter& p : list)
      if (p.kind == Parameter::Kind::field)
        p.kind = Parameter::Kind::array, p.writable = written_.count(p.name) > 0;
    return list;
  }

  std::string array_statements(const Body& launches) {
    const std::set<std::string> used = names_used(launches);
    std::string text;
    for (const ArrayUse& use : kernel_.arrays) {
      if (!used.count(use.parameter)) continue;
      used_arrays_.insert(use.parameter);
      const std::string array = "\"" + use.name + "\", " + use.parameter;
      if (use.on_device)
        text += "  " + arrays_ + ".on_device(" + array + ");\n";
      else
        text += "  " + arrays_ + "." + (written_.count(use.parameter) ? "write(" : "read(") + array + ", " +
                to_cpp(use.count) + ");\n";
    }
    return text;
  }

  std::optional<std::string> on_host(const StmtPtr& stmt, int indent) {
    const std::string pad(static_cast<std::size_t>(indent) * 2, ' ');
    if (const auto* n = get_if<Launch>(stmt)) return launch(*n, pad);
    if (const auto* n = get_if<Allocate>(stmt))
      return pad + "const insum::rt::cuda::buffer<" + for_kernels(to_string(n->type)) + "> " + n->name + "(" +
             arrays_ + ".stream(), " + to_cpp(n->count) + ");\n";
    return std::nullopt;
  }

  /// Adds the kernel, and gives the statements that launch it.
  std::string launch(const Launch& n, const std::string& pad) {
    const std::string name = kernel_.name + "_" + std::to_string(++count_);
    std::string parameters = n.lanes ? "\n    int " + lanes_ : "",
                arguments = n.lanes ? shape_ + ".lanes" : "";
    const auto add = [&](const std::string& parameter, const std::string& argument) {
      parameters += (parameters.empty() ? "\n    " : ",\n    ") + parameter;
      arguments += (arguments.empty() ? "" : ", ") + argument;
    };
    const std::set<std::string> used = names_used(n.body), own = declared_in(n);
    for (const Value& value : values_)
      if (used.count(value.name) && !own.count(value.name))
        add(value.type + " " + value.name, value.argument);
    const bool alone = group_text(n, "").empty();  // no loop that lanes share
    const std::string shape = alone ? "insum::rt::cuda::one_lane()"
                                    : "insum::rt::cuda::shape_of(" +
                                          (n.items ? to_cpp(n.items) : "insum::rt::cuda::unknown_items") +
                                          (n.lanes ? ", " + to_cpp(n.lanes) : "") + ")";
    std::string inside, buffers;
    for (const Allocate& array : n.scratch) {
      const std::string type = to_string(array.type), all = array.name + "_all";
      for (const Value& value : values_)  // of its size
        if (names_used_in(array.count).count(value.name) && !used.count(value.name))
          add(value.type + " " + value.name, value.argument);
      buffers += pad + "  const insum::rt::cuda::buffer<" + for_kernels(type) + "> " + array.name + "(" +
                 arrays_ + ".stream(), " + shape_ + ".groups() * (" + to_cpp(array.count) + "));\n";
      add(type + "* " + all, array.name + ".data()");
      inside += "  " + type + "* const " + array.name + " = " + all + " + " + n.group + ".index() * (" +
                to_cpp(array.count) + ");\n";
    }
    kernels_ += for_kernels("__global__ void " + name + "(" + parameters + ") {\n" + group_text(n, inside) +
                            inside + to_cpp(n.body, 1) + "}\n\n");
    return pad + "{\n" + pad + "  const insum::rt::cuda::shape " + shape_ + " = " + shape + ";\n" + buffers +
           pad + "  insum::rt::cuda::launch(" + name + ", " + shape_ + ", " + arrays_ + ".stream()" +
           (arguments.empty() ? "" : ", " + arguments) + ");\n" + pad + "}\n";
  }

  static std::set<std::string> names_used_in(const ExprPtr& expr) {
    std::set<std::string> names;
    for_each_expr(expr, [&](const ExprPtr& e) {
      if (const auto* n = get_if<Name>(e)) names.insert(n->text);
    });
    return names;
  }

  /// The declaration of the group, where the body asks for it.
  std::string group_text(const Launch& n, const std::string& scratch) const {
    bool used = !scratch.empty();
    for_each_expr(n.body, [&](const ExprPtr& e) {
      const auto* call = get_if<Call>(e);
      used |= call && call->function.starts_with(n.group + ".");
    });
    if (!used) return "";
    return "  const insum::rt::cuda::" +
           (n.lanes ? "group " + n.group + "(" + lanes_ + ");\n" : "single " + n.group + ";\n");
  }

  static std::set<std::string> declared_in(const Launch& n) {
    std::set<std::string> names;
    for_each_stmt(n.body, [&](const StmtPtr& s) {
      if (const auto* declare = get_if<Declare>(s)) names.insert(declare->name);
      if (const auto* loop = get_if<For>(s)) names.insert(loop->var);
    });
    for (const Allocate& array : n.scratch) names.insert(array.name);
    return names;
  }

  ExprPtr count_of(const std::string& array) const {
    for (const ArrayUse& use : kernel_.arrays)
      if (use.parameter == array) return use.count;
    internal_error("an array of unknown length: " + array);
  }

  /// What the rewritten file calls: the checks, then the function of the CUDA file.
  Kernel host_kernel(const Body& checks, const std::vector<Parameter>& entry) const {
    Kernel host = kernel_;
    std::set<std::string> used = names_used(checks);
    for (const Parameter& p : entry) used.insert(p.name);
    std::erase_if(host.parameters, [&](const Parameter& p) { return !used.count(p.name); });
    return host;
  }

  std::string host_function(const Body& checks, const std::vector<Parameter>& entry,
                            const std::string& name) const {
    std::string text = "void " + name + "(" + parameter_list(entry) + ");  // in the CUDA file\n\n",
                arguments;
    for (const std::string& line : kernel_.header) text += "// " + line + "\n";
    const std::vector<Parameter> own = host_kernel(checks, entry).parameters;
    text += template_line(template_names(own)) + "[[maybe_unused, gnu::noinline]] static void " +
            kernel_.name + "(" + parameter_list(own) + ") {\n";
    std::string packed, unpacked;
    for (const Parameter& p : entry) {
      const bool is_field = std::any_of(own.begin(), own.end(), [&](const Parameter& o) {
        return o.name == p.name && o.kind == Parameter::Kind::field;
      });
      arguments += (arguments.empty() ? "" : ", ") + (is_field ? p.name + "_packed.data()" : p.name);
      if (!is_field) continue;
      packed += "  const insum::rt::packed<" + to_string(p.type) + "> " + p.name + "_packed(" + p.name +
                ", " + to_cpp(count_of(p.name)) + ");\n";
      if (written_.count(p.name)) unpacked += "  " + p.name + "_packed.unpack(" + p.name + ");\n";
    }
    return text + to_cpp(checks, 1) + packed + "  " + name + "(" + arguments + ");\n" + unpacked + "}\n";
  }

  std::string device_text(const std::vector<Parameter>& parameters, const std::string& entry,
                          const std::string& arrays, const std::string& body) const {
    std::string text;
    for (const std::string& line : kernel_.header) text += "// " + line + "\n";
    text += "namespace {\n\n" + kernels_ + "}  // namespace\n\n";
    text += "__attribute__((weak)) void " + entry + "(" + parameter_list(parameters) + ") {\n";
    return text + "  insum::rt::cuda::arrays " + arrays_ + ";\n" + arrays + "  " + arrays_ + ".copy_in();\n" +
           body + "  " + arrays_ + ".copy_out();\n}\n";
  }

  const Kernel& kernel_;
  std::set<std::string> written_, used_arrays_;
  std::vector<Value> values_;
  std::string arrays_, shape_, lanes_;  // names that the user's leave free
  std::string kernels_;
  int count_ = 0;
};

}  // namespace

Generated emit_cuda(const Kernel& kernel) { return CudaEmitter(kernel).run(); }

}  // namespace insum::emit
