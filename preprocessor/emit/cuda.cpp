#include "emit/cuda.h"

#include <algorithm>
#include <cstdint>
#include <set>

#include "emit/c_printer.h"
#include "emit/cuda_results.h"
#include "emit/cuda_types.h"
#include "emit/launch_sites.h"
#include "emit/launch_text.h"
#include "emit/parameters.h"
#include "emit/product_launch.h"
#include "emit/product_text.h"
#include "loop_ir/rewrite.h"
#include "support/internal_error.h"
#include "support/names.h"

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
    if (const auto* n = get_if<Declare>(s))
      if (const ExprPtr kept = kept_values_of(n->value)) add(kept);
    const auto* effect = get_if<Effect>(s);
    const auto* call = effect ? get_if<Call>(effect->call) : nullptr;
    if (!call || call->arguments.empty()) return;
    const auto* place = get_if<Pointer>(call->arguments.front());  // of an atomic update
    add(place ? place->array : call->arguments.front());
  });
  return names;
}

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
    taken_ = names_in(kernel);
    for (const auto& [name, stem] : {std::pair(&names_.arrays, "arrays"),
                                     {&names_.shape, "shape"},
                                     {&names_.lanes, "lanes"},
                                     {&names_.tuned, "tuned"},
                                     {&sizes_, "sizes"},
                                     {&names_.items, "items"},
                                     {&names_.vectors, "vectors"}})
      *name = fresh_name(stem, taken_);
  }

  Generated run() {
    Body checks = kernel_.record, launches;
    for (const StmtPtr& stmt : kernel_.body) (is_check(stmt, launches) ? checks : launches).push_back(stmt);
    collect_values(launches);
    const std::string arrays = array_statements(launches);
    const std::string body =
        for_nvcc(to_cpp(launches, 1, [this](const StmtPtr& s, int indent) { return on_host(s, indent); }));
    const std::vector<Parameter> parameters = entry_parameters(launches);
    const std::string entry = kernel_.name + "_cuda_" + fingerprint(arrays + body + kernels_);
    const Body all_checks = with_place_check(checks, entry + "_places");
    return {host_function(all_checks, parameters, entry), call_text(host_kernel(all_checks, parameters)),
            device_text(parameters, entry, arrays, body), sites_.launches(kernel_, entry)};
  }

 private:
  /// What the caller's file does: checks, and what must be so before the first launch.
  static bool is_check(const StmtPtr& stmt, const Body& launches) {
    if (get_if<Update>(stmt)) return launches.empty();
    const auto* effect = get_if<Effect>(stmt);
    const auto* call = effect ? get_if<Call>(effect->call) : nullptr;
    return effect && (!call || call->function.find('.') == std::string::npos);  // an object of launches
  }

  void collect_values(const Body& body) {
    for (const Parameter& p : kernel_.parameters) {
      if (p.kind == Parameter::Kind::array || p.kind == Parameter::Kind::field)
        values_.push_back({p.name, array_type(to_string(p.type), written_.count(p.name) > 0),
                           names_.arrays + "(" + p.name + ")", count_of(p.name)});
      else if (p.kind == Parameter::Kind::size || p.kind == Parameter::Kind::scalar)
        values_.push_back(
            {p.name, p.kind == Parameter::Kind::size ? "std::int64_t" : to_string(p.type), p.name});
    }
    collect_values_of_host(body);
  }

  /// Nests of loops may have variables of the same name.
  void add_value(const KernelValue& value) {
    const bool known = std::any_of(values_.begin(), values_.end(),
                                   [&](const KernelValue& v) { return v.name == value.name; });
    if (!known) values_.push_back(value);
  }

  void collect_values_of_host(const Body& body) {
    for (const StmtPtr& s : body) {
      if (const auto* n = get_if<Declare>(s)) {
        const std::string type = to_string(n->type);
        const bool array = type.ends_with('*');
        add_value({n->name, (array && n->constant ? "const " : "") + type,
                   array ? "insum::rt::cuda::for_kernel(" + n->name + ")" : n->name});
      }
      if (const auto* n = get_if<Allocate>(s); n && n->count)
        add_value({n->name, to_string(n->type) + "*", n->name + ".data()", n->count});
      if (const auto* n = get_if<If>(s)) collect_values_of_host(n->body);
      const auto* loop = get_if<For>(s);
      if (!loop) continue;
      add_value({loop->var, "std::int64_t", loop->var});
      collect_values_of_host(loop->body);
    }
  }

  /// `checks` with a call in front of those that look into arrays: it tells whether the host can.
  Body with_place_check(const Body& checks, const std::string& function) {
    const auto looks = [](const StmtPtr& s) {
      const auto* effect = get_if<Effect>(s);
      return effect && effect->when_checking;
    };
    const auto first = std::find_if(checks.begin(), checks.end(), looks);
    Body result(checks.begin(), first);
    const Body rest(first, checks.end());
    const std::set<std::string> used = names_used(rest);
    std::vector<ExprPtr> arguments;
    std::string calls;
    for (const Parameter& p : kernel_.parameters) {
      if (p.kind != Parameter::Kind::array || !used.count(p.name)) continue;
      const ArrayUse& use = use_of(p.name);
      if (use.on_device) continue;
      arguments.push_back(passed(p));
      places_.push_back(in_cuda_file(p));
      calls += "  insum::rt::cuda::check_on_host(\"" + use.name + "\", " + p.name + ");\n";
    }
    if (!places_.empty()) {
      result.push_back(make_stmt(Effect{invoke(function, std::move(arguments)), true}));
      place_check_ = "void " + function + "(" + parameter_list(places_) + ")";
      place_text_ = "__attribute__((weak)) " + place_check_ + " {\n" + calls + "}\n\n";
    }
    result.insert(result.end(), rest.begin(), rest.end());
    return result;
  }

  /// Members of the elements of arrays come to the CUDA file as arrays of their own, containers without their
  /// types.
  std::vector<Parameter> entry_parameters(const Body& launches) const {
    std::set<std::string> used = names_used(launches);
    for (const ArrayUse& use : kernel_.arrays)
      if (used_arrays_.count(use.parameter) && !use.on_device)
        used.merge(names_used(use.count)), used.merge(names_used(use.first));
    for_each_stmt(launches, [&](const StmtPtr& s) {
      const auto* n = get_if<Launch>(s);
      if (!n || !n->vectors) return;
      for (const std::string& array : n->vectors->arrays) used.merge(names_used(count_of(array)));
    });
    std::vector<Parameter> list;
    for (const Parameter& p : kernel_.parameters)
      if (used.count(p.name)) list.push_back(in_cuda_file(p));
    for (Parameter& p : list) {
      if (p.kind == Parameter::Kind::field)
        p.kind = Parameter::Kind::array, p.writable = written_.count(p.name) > 0;
      if (p.kind == Parameter::Kind::container) {
        p.kind = Parameter::Kind::scalar;
        p.type = Type{ElementType::dependent, "insum::container_ref<" + to_string(p.type) + ">"};
      }
    }
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
        text += "  " + names_.arrays + ".on_device(" + array + ");\n";
      else
        text += "  " + names_.arrays + "." + (written_.count(use.parameter) ? "write(" : "read(") + array +
                ", " + to_cpp(use.count) + (use.first ? ", " + to_cpp(use.first) : "") + ");\n";
    }
    return text;
  }

  std::optional<std::string> on_host(const StmtPtr& stmt, int indent) {
    const std::string pad(static_cast<std::size_t>(indent) * 2, ' ');
    if (const auto* n = get_if<Launch>(stmt)) return launch(*n, pad);
    if (const auto text = result_text(stmt, kernel_, names_.arrays, taken_)) {
      std::string lines;
      for (const std::string& line : *text) lines += pad + line + "\n";
      return lines;
    }
    if (const auto* n = get_if<Allocate>(stmt)) {
      const std::string type = "<" + for_kernels(to_string(n->type)) + ">",
                        arguments = "(" + c_string(n->name) + ", " + names_.arrays + ".stream(), " +
                                    to_cpp(n->count) + ");\n";
      if (n->for_launch)
        return pad + "const insum::rt::cuda::launch_" + (n->zeros ? "counters" : "scratch") + type + " " +
               n->name + arguments;
      return pad + "const insum::rt::cuda::buffer" + type + " " + n->name +
             (n->zeros ? " = insum::rt::cuda::zeros" + type : "") + arguments;
    }
    return std::nullopt;
  }

  /// The parameters of a kernel, and what its launch passes.
  struct Signature {
    std::string parameters, arguments;
    void add(const std::string& parameter, const std::string& argument) {
      parameters += (parameters.empty() ? "\n    " : ",\n    ") + parameter;
      arguments += (arguments.empty() ? "" : ", ") + argument;
    }
  };

  /// Adds the kernel, and gives the statements that launch it.
  std::string launch(const Launch& n, const std::string& pad) {
    const std::string name = kernel_.name + "_" + std::to_string(++count_);
    const LaunchText around(n, names_);
    Signature signature;
    std::string inside, buffers, after;
    if (n.assembly) {
      const std::string& part = n.assembly->part;
      inside = "  auto " + part + " = " + n.assembly->parts + ".of(" + n.group + ");\n";
      if (!n.assembly->fill) inside += "  if (" + part + ".adds_nothing()) return;\n";
      after = "  " + part + ".finish();\n";
      signature.parameters = "\n    const Parts " + n.assembly->parts;
      if (!n.assembly->fill) buffers = pad + "  " + assembly_text(*n.assembly, names_.arrays, names_.shape);
    }
    if (n.lanes) signature.add("int " + names_.lanes, names_.shape + ".lanes");
    std::set<std::string> used = names_used(n.body);
    const std::set<std::string> own = declared_in(n);
    for (const Allocate& array : n.scratch) used.merge(names_used(array.count));
    for (const KernelValue& value : values_)
      if (used.count(value.name) && !own.count(value.name))
        signature.add(value.type + " " + value.name, value.argument);
    for (const Allocate& array : n.scratch) {
      const std::string type = to_string(array.type), count = to_cpp(array.count),
                        all = fresh_name(array.name + "_all", taken_);
      buffers += pad + "  const insum::rt::cuda::buffer<" + for_kernels(type) + "> " + array.name + "(" +
                 c_string(array.name) + ", " + names_.arrays + ".stream(), " + names_.shape + ".groups() * " +
                 count + ");\n";
      signature.add(type + "* " + all, array.name + ".data()");
      inside += "  " + type + "* const " + array.name + " = " + all + " + " + n.group + ".index() * " +
                count + ";\n";
    }
    const MatrixProduct* product = product_in(n);
    kernels_ += for_kernels(around.head() + name + "(" + signature.parameters + ") {\n" +
                            around.group(inside) + inside + to_cpp(n.body, 1, near_array) + after + "}\n\n");
    if (product) return product_launch(*product, name, signature.arguments, pad);
    std::string text =
        pad + "{\n" + around.choice(sites_, count_, kernel_.deterministic, values_, taken_, pad + "  ") +
        pad + "  const insum::rt::cuda::shape " + names_.shape + " = " + around.shape() + ";\n" + buffers;
    const auto run = [&](const std::string& kernel, const std::string& first) {
      const std::string arguments =
          first + (first.empty() || signature.arguments.empty() ? "" : ", ") + signature.arguments;
      text += pad + "  insum::rt::cuda::launch(" + kernel + ", " + names_.shape + ", " + names_.arrays +
              ".stream()" + (arguments.empty() ? "" : ", " + arguments) + ");\n";
    };
    if (n.assembly && n.assembly->fill) {
      const std::string& kept = n.assembly->parts;
      text += pad + "  " + kept + ".fill(" + to_cpp(n.assembly->fill) + ");\n";
      run(name + "<decltype(" + kept + ")::refreshing>", kept + ".part()");
      text += pad + "  " + kept + ".finish();\n";
    } else if (n.assembly) {
      const std::string& parts = n.assembly->parts;
      run(name + "<decltype(" + parts + ")::counting>", parts + ".count()");
      run(name + "<decltype(" + parts + ")::filling>", parts + ".place()");
      text += pad + "  " + parts + ".finish();\n";
    } else {
      run(around.variant(name), "");
    }
    return text + pad + "}\n";
  }

  /// An array of the kernel itself, in shared memory or registers.
  static std::optional<std::string> near_array(const StmtPtr& stmt, int indent) {
    const auto* array = get_if<Allocate>(stmt);
    if (!array) return std::nullopt;
    const std::string pad(static_cast<std::size_t>(indent) * 2, ' ');
    const bool shared = array->place == Allocate::Place::shared;
    return pad + (shared ? "__shared__ " : "") + to_string(array->type) + " " + array->name + "[" +
           to_cpp(array->count) + (shared ? "];\n" : "] = {};\n");
  }

  std::string product_launch(const MatrixProduct& n, const std::string& kernel, const std::string& arguments,
                             const std::string& pad) {
    const std::string site =
        sites_.add(count_, {"batch", "rows", "columns", "depth"}, widths_of_product(n), false, taken_);
    return product_launch_text(n, kernel, arguments,
                               {site, names_.arrays, sizes_, names_.tuned, names_.shape,
                                fresh_name("tile", taken_), fresh_name("kernel", taken_)},
                               pad);
  }

  static std::set<std::string> declared_in(const Launch& n) {
    std::set<std::string> names;
    for_each_stmt(n.body, [&](const StmtPtr& s) {
      if (const auto* declare = get_if<Declare>(s)) names.insert(declare->name);
      if (const auto* array = get_if<Allocate>(s)) names.insert(array->name);
      if (const auto* loop = get_if<For>(s)) names.insert(loop->var);
    });
    for (const Allocate& array : n.scratch) names.insert(array.name);
    return names;
  }

  const ArrayUse& use_of(const std::string& array) const {
    for (const ArrayUse& use : kernel_.arrays)
      if (use.parameter == array) return use;
    internal_error("an array of unknown length: " + array);
  }

  /// The elements of the array of a parameter, if it points to the first one.
  ExprPtr count_of(const std::string& array) const {
    for (const ArrayUse& use : kernel_.arrays)
      if (use.parameter == array && !use.first) return use.count;
    return nullptr;
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
                            const std::string& name) {
    std::string text = (place_check_.empty() ? "" : place_check_ + ";\n") + "void " + name + "(" +
                       parameter_list(entry) + ");  // in the CUDA file\n\n",
                arguments;
    for (const std::string& line : kernel_.header) text += "// " + line + "\n";
    const std::vector<Parameter> own = host_kernel(checks, entry).parameters;
    text += template_line(template_names(own)) + "[[maybe_unused, gnu::noinline]] static void " +
            kernel_.name + "(" + parameter_list(own) + begin_of_body(kernel_);
    std::string packed, unpacked;
    for (const Parameter& p : entry) {
      const auto is = [&](Parameter::Kind kind) {
        return std::any_of(own.begin(), own.end(),
                           [&](const Parameter& o) { return o.name == p.name && o.kind == kind; });
      };
      const bool is_field = is(Parameter::Kind::field);
      const std::string array = is_field ? fresh_name(p.name + "_packed", taken_) : p.name;
      arguments += arguments.empty() ? "" : ", ";
      arguments += is_field                         ? array + ".data()"
                   : is(Parameter::Kind::container) ? "insum::rt::refer_to(" + array + ")"
                                                    : to_cpp(passed(own_parameter(own, p)));
      if (!is_field) continue;
      const ArrayUse& use = use_of(p.name);
      packed += "  const insum::rt::packed<" + to_string(p.type) + "> " + array + "(" + p.name + ", " +
                to_cpp(use.count) + (use.first ? ", " + to_cpp(use.first) : "") + ");\n";
      if (written_.count(p.name)) unpacked += "  " + array + ".unpack(" + p.name + ");\n";
    }
    return text + to_cpp(checks, 1) + packed + "  " + name + "(" + arguments + ");\n" + unpacked +
           end_of_body(kernel_);
  }

  static const Parameter& own_parameter(const std::vector<Parameter>& own, const Parameter& p) {
    const auto same =
        std::find_if(own.begin(), own.end(), [&](const Parameter& o) { return o.name == p.name; });
    return same == own.end() ? p : *same;
  }

  std::string device_text(const std::vector<Parameter>& parameters, const std::string& entry,
                          const std::string& arrays, const std::string& body) const {
    std::string text;
    for (const std::string& line : kernel_.header) text += "// " + line + "\n";
    text += "namespace {\n\n" + kernels_ + "}  // namespace\n\n" + place_text_;
    text += "__attribute__((weak)) void " + entry + "(" + parameter_list(parameters) + ") {\n";
    return text + sites_.statements(kernel_, entry) + "  insum::rt::cuda::arrays " + names_.arrays + ";\n" +
           arrays + "  " + names_.arrays + ".copy_in();\n" + body + "  " + names_.arrays +
           ".copy_out();\n}\n";
  }

  const Kernel& kernel_;
  std::set<std::string> written_, used_arrays_, taken_;
  std::vector<KernelValue> values_;
  LaunchNames names_;
  std::string sizes_;  // names that the user's leave free, as those
  LaunchSites sites_;
  std::vector<Parameter> places_;
  std::string place_check_, place_text_;  // of the arrays that checks look into: declaration and definition
  std::string kernels_;
  int count_ = 0;
};

}  // namespace

Generated emit_cuda(const Kernel& kernel) { return CudaEmitter(kernel).run(); }

}  // namespace insum::emit
