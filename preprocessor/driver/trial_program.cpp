#include <algorithm>
#include <map>
#include <sstream>

#include "driver/trial.h"
#include "support/names.h"

namespace insum {

using nest::VariableKind;
using suggest::FillKind;

namespace {

class Program {
 public:
  Program(const nest::Nest& nest, const suggest::Suggestion& block) : nest_(nest), block_(block) {}

  /// Declarations of all that the statement names, with data.
  std::string declarations() {
    number_subscripts();
    sizes();
    for (const nest::Variable& v : nest_.variables)
      if (v.kind == VariableKind::object || v.kind == VariableKind::object_pointer) object(v);
    for (const nest::Variable& v : block_.objects) object(v);
    for (const nest::Variable& v : nest_.variables)
      if (v.kind == VariableKind::vector && holds_objects(v)) line(v.type + " " + v.text + "(" + count_of_subscripts() + ");");
    for (const nest::Variable& v : nest_.variables)
      if (v.kind == VariableKind::integer && !is_filled(v)) set(v, known_.at(v.text));
    for (const std::string& extra : block_.sizes)
      line((is_member(extra) ? "" : "const long long ") + extra + " = " + known_.at(extra) + ";");
    for (const suggest::Fill& fill : block_.fills) memory(fill);
    for (const nest::Variable& v : nest_.variables) variable(v);
    return out_.str();
  }

 private:
  void line(const std::string& text) { out_ << "  " << text << '\n'; }

  static bool is_member(const std::string& text) {
    return text.find('.') != std::string::npos || text.find("->") != std::string::npos;
  }

  bool is_filled(const nest::Variable& v) const {
    return v.array >= 0 && nest_.arrays[static_cast<std::size_t>(v.array)].kind == nest::ArrayKind::scalar;
  }

  /// What subscripts arrays of objects and arrays, as l in L[l].z and r in m[r][j], has a number of its own.
  void number_subscripts() {
    const auto subscripts = [](const std::string& text, const std::string& name) { return text.find("[" + name + "]") != std::string::npos; };
    for (const nest::Variable& v : nest_.variables) {
      const bool is_one =
          std::any_of(nest_.arrays.begin(), nest_.arrays.end(), [&](const nest::Array& a) { return subscripts(a.text, v.text); }) ||
          std::any_of(nest_.variables.begin(), nest_.variables.end(), [&](const nest::Variable& other) { return subscripts(other.text, v.text); });
      if (v.kind != VariableKind::integer || !is_one || known_.count(v.text)) continue;
      numbers_[v.text] = numbers_.size();
      known_[v.text] = std::to_string(numbers_.at(v.text));
    }
  }
  std::string count_of_subscripts() const { return std::to_string(std::max<std::size_t>(numbers_.size(), 1)); }

  /// Its elements are structs that have arrays: L[l].z.
  bool holds_objects(const nest::Variable& v) const {
    return std::any_of(nest_.variables.begin(), nest_.variables.end(), [&](const nest::Variable& other) {
      return other.text.starts_with(v.text + "[") && is_member(other.text);
    });
  }

  void new_size(const std::string& text) {
    if (known_.count(text)) return;
    const std::string name = "insum_size_" + std::to_string(known_.size());
    known_[text] = name;
    std::string value = "insum_data.size()";
    for (const auto& [distance, length] : block_.distances)
      if (distance == text) value = poly(length) + " + insum_data.size() - 1";
    line("const long long " + name + " = " + value + ";");
  }

  void sizes() {
    const auto is_distance = [&](const std::string& text) {
      return std::any_of(block_.distances.begin(), block_.distances.end(), [&](const auto& d) { return d.first == text; });
    };
    for (const bool distances : {false, true}) {
      for (const nest::Variable& v : nest_.variables)
        if (v.kind == VariableKind::integer && is_distance(v.text) == distances) new_size(v.text);
      if (distances) continue;
      for (const std::string& extra : block_.sizes) new_size(extra);
      for (const nest::Array& array : nest_.arrays)
        if (array.kind == nest::ArrayKind::range) new_size(array.text + ".size()");
      for (const nest::Records& records : nest_.records)
        if (records.kind == nest::ArrayKind::range) new_size(records.text + ".size()");
    }
    for (const suggest::Fill& fill : block_.fills)
      for (const nest::Polynomial& p : {fill.length, fill.range}) computed_sizes(p);
  }

  /// Calls of methods: data is made so that they say what they are taken for, as A.rows() that counts
  /// positions does.
  void computed_sizes(const nest::Polynomial& p) {
    for (const nest::Term& term : p.terms)
      for (const nest::ExprPtr& factor : term.factors)
        if (factor->kind == nest::ExprKind::scalar && factor->text.ends_with("()")) new_size(factor->text);
  }

  std::string poly(nest::Polynomial p) const {
    for (nest::Term& term : p.terms)
      for (nest::ExprPtr& factor : term.factors)
        if (const auto known = known_.find(factor->text); known != known_.end())
          factor = nest::make(nest::ExprKind::scalar, known->second);
    return "static_cast<long long>(" + nest::text(p) + ")";
  }

  void object(const nest::Variable& v) {
    const bool pointer = v.kind == VariableKind::object_pointer;
    if (is_member(v.text)) return;  // it stands in its object
    if (pointer && holds_objects(v)) {
      line("auto* " + v.text + " = insum_data.template structs<" + v.type + ">(" + count_of_subscripts() + ");");
      return;
    }
    const std::string name = pointer ? "insum_object_" + v.text : v.text;
    line(v.type + " " + name + "{};");
    if (pointer) line("auto* " + v.text + " = &" + name + ";");
  }

  void set(const nest::Variable& v, const std::string& value) {
    if (is_member(v.text))
      line(v.text + " = " + value + ";");
    else
      line(v.type + " " + v.text + " = static_cast<" + v.type + ">(" + value + ");");
  }

  static std::string data_name(int array) { return "insum_array_" + std::to_string(array); }
  static std::string length_name(int array) { return "insum_length_" + std::to_string(array); }

  void memory(const suggest::Fill& fill) {
    const std::string name = data_name(fill.array), length = length_name(fill.array);
    if (!filled_.insert(fill.array).second) return;
    const std::string& type = nest_.arrays[static_cast<std::size_t>(fill.array)].element;
    std::string value;
    if (fill.kind == FillKind::entries) {
      const std::string positions = data_name(fill.of), rows = rows_.at(fill.of);
      line("const long long " + length + " = static_cast<long long>(" + positions + "[" + rows + "]);");
      value = fill.range.terms.empty() ? "numbers<" + type + ">(" + length + ")"
                                       : "coordinates<" + type + ">(" + positions + ", " + rows + ", " + poly(fill.range) + ")";
    } else if (fill.kind == FillKind::positions) {
      rows_[fill.array] = length + "_rows";
      line("const long long " + length + "_rows = " + poly(fill.length) + ", " + length + " = " + length + "_rows + 1;");
      value = "positions<" + type + ">(" + length + "_rows, " + range_of_entries(fill.array) + ")";
    } else if (fill.kind == FillKind::counts) {
      line("const long long " + length + " = " + poly(fill.length) + ";");
      value = "counts<" + type + ">(" + length + ", " + poly(fill.range) + ")";
    } else if (fill.kind == FillKind::rows) {
      const std::string counts = data_name(fill.of);
      line("const long long " + length + " = " + length_name(fill.of) + ";");
      value = "rows<" + row_pointer(fill.array) + ">(" + counts + ", " + length + (fill.range.terms.empty() ? "" : ", " + poly(fill.range)) + ")";
    } else {
      std::string longest = poly(fill.length);
      for (const nest::Polynomial& other : fill.lengths) longest = "std::max(" + longest + ", " + poly(other) + ")";
      line("const long long " + length + " = " + longest + ";");
      value = fill.kind == FillKind::values ? "numbers<" + type + ">(" + length + ")" : "indices<" + type + ">(" + length + ", " + poly(fill.range) + (fill.padded ? ", true" : "") + ")";
    }
    line("auto* " + name + " = insum_data.template " + value + ";");
    if (!fill.origin.terms.empty() || fill.base != 0) move(fill);
  }

  /// What the statement sees of an array that does not begin at 0, or holds numbers that do not.
  void move(const suggest::Fill& fill) {
    const std::string name = data_name(fill.array), length = length_name(fill.array), seen = name + "_seen";
    line("auto* " + seen + " = insum_data.moved(" + name + ", " + length + ", " + poly(fill.origin) + ", " + std::to_string(fill.base) + ");");
    line("const long long " + length + "_seen = (" + length + " > 0 ? " + length + " : 0) + " + poly(fill.origin) + ";");
    moved_.insert(fill.array);
  }

  /// The type of the pointers in an array of them.
  std::string row_pointer(int array) const {
    for (const nest::Variable& v : nest_.variables)
      if (v.array == array) return v.element;
    return nest_.arrays[static_cast<std::size_t>(array)].element + "*";
  }

  /// How many entries a row can have: the range of their coordinates.
  std::string range_of_entries(int positions) const {
    for (const suggest::Fill& fill : block_.fills)
      if (fill.of == positions && !fill.range.terms.empty()) return poly(fill.range);
    return "1";
  }

  void variable(const nest::Variable& v) {
    if (is_filled(v) || v.kind == VariableKind::number) {
      const std::string type = v.array >= 0 ? nest_.arrays[static_cast<std::size_t>(v.array)].element : v.type;
      return set(v, "insum_data.template number<std::remove_cv_t<" + type + ">>()");
    }
    if (v.records >= 0) return structs(v);
    if (v.kind == VariableKind::vector && holds_objects(v)) return;
    if (const std::map<std::size_t, int> arrays = numbered_arrays(v); !arrays.empty()) return numbered(v, arrays);
    if (v.array < 0 || !filled_.count(v.array)) return;
    const std::string seen = moved_.count(v.array) ? "_seen" : "";
    declare(v, data_name(v.array) + seen, length_name(v.array) + seen);
  }

  /// The arrays in it, by number, where the statement names all of them by constant ones: w[0], w[1].
  std::map<std::size_t, int> numbered_arrays(const nest::Variable& v) const {
    std::map<std::size_t, int> out;
    const std::string begin = v.text + "[";
    for (int array = 0; array < static_cast<int>(nest_.arrays.size()); ++array) {
      const std::string& text = nest_.arrays[static_cast<std::size_t>(array)].text;
      if (!text.starts_with(begin)) continue;
      const std::string number = text.substr(begin.size(), text.size() - begin.size() - 1);
      const auto named = numbers_.find(number);
      const bool is_number = !number.empty() && number.size() < 4 && number.find_first_not_of("0123456789") == std::string::npos;
      if ((!is_number && named == numbers_.end()) || !filled_.count(array)) return {};
      out[is_number ? std::stoul(number) : named->second] = array;
    }
    return out;
  }

  /// An array of pointers, containers or arrays.
  void numbered(const nest::Variable& v, const std::map<std::size_t, int>& arrays) {
    const std::string count = std::to_string(arrays.rbegin()->first + 1), rows = v.kind == VariableKind::pointer ? "insum_rows_" + std::to_string(arrays.begin()->second) : v.text;
    if (v.kind == VariableKind::pointer) {
      line("auto* " + rows + " = insum_data.template structs<std::remove_const_t<std::remove_pointer_t<" + v.type + ">>>(" + count + ");");
      line((is_member(v.text) ? "" : "std::type_identity_t<" + v.type + "> ") + v.text + " = " + rows + ";");
    } else if (v.kind == VariableKind::vector) {
      line(is_member(v.text) ? v.text + ".resize(" + count + ");" : v.type + " " + v.text + "(" + count + ");");
    } else if (!is_member(v.text)) {
      line("std::type_identity_t<" + v.type + "> " + v.text + "{};");
    }
    for (const auto& [number, array] : arrays) {
      const std::string seen = moved_.count(array) ? "_seen" : "", data = data_name(array) + seen, length = length_name(array) + seen;
      const std::string row = rows + "[" + std::to_string(number) + "]";
      if (v.element.ends_with("*"))
        line(row + " = " + data + ";");
      else if (nest_.arrays[static_cast<std::size_t>(array)].kind == nest::ArrayKind::c_array)
        copy(row, data, length);
      else
        line(row + " = " + v.element + "(" + data + ", " + data + " + " + length + ");");
    }
  }

  /// Into memory of constant length.
  void copy(const std::string& to, const std::string& data, const std::string& length) {
    const std::string bytes = "sizeof(*" + data + ") * static_cast<std::size_t>(" + length + ")";
    line("if (sizeof(" + to + ") < " + bytes + ") std::_Exit(" + std::to_string(array_too_short) + ");");
    line("std::memcpy(&" + to + ", " + data + ", " + bytes + ");");
  }

  /// An array of structs, whose members that the statement names are filled.
  void structs(const nest::Variable& v) {
    const std::string name = "insum_structs_" + std::to_string(v.records), length = name + "_length";
    std::string longest = "0LL", members;
    for (const int number : filled_) {
      const nest::Array& array = nest_.arrays[static_cast<std::size_t>(number)];
      if (array.records != v.records) continue;
      const std::string seen = moved_.count(number) ? "_seen" : "";
      const std::string own = length_name(number) + seen;
      longest = "std::max<long long>(" + longest + ", " + own + ")";
      members += "  for (long long insum_i = 0; insum_i < " + own + "; ++insum_i) " + name + "[insum_i]." + array.member + " = " + data_name(number) + seen +
                 "[insum_i];\n";
    }
    line("const long long " + length + " = " + longest + ";");
    line("auto* " + name + " = insum_data.template structs<" + nest_.records[static_cast<std::size_t>(v.records)].element + ">(" + length + ");");
    out_ << members;
    declare(v, name, length);
  }

  void declare(const nest::Variable& v, const std::string& data, const std::string& length) {
    const std::string end = data + " + " + length;
    const std::string value = v.kind == VariableKind::pointer ? data : v.type + "(" + data + ", " + end + ")";
    if (v.kind == VariableKind::c_array) {
      if (!is_member(v.text)) line("std::type_identity_t<" + v.type + "> " + v.text + "{};");
      return copy(v.text, data, length);
    }
    if (v.kind == VariableKind::pointer && v.array >= 0 && nest_.arrays[static_cast<std::size_t>(v.array)].nested)
      return line("auto " + v.text + " = reinterpret_cast<" + v.type + ">(" + value + ");");
    if (is_member(v.text)) return line(v.text + " = " + value + ";");
    line("std::type_identity_t<" + v.type + "> " + v.text + " = " + value + ";");
  }

  const nest::Nest& nest_;
  const suggest::Suggestion& block_;
  std::ostringstream out_;
  std::map<std::string, std::string> known_;  // sizes: C++ to the name of what was chosen for it
  std::map<std::string, std::size_t> numbers_;  // of run-time subscripts
  std::map<int, std::string> rows_;
  std::set<int> filled_, moved_;
};

}  // namespace

std::string trial_program(const TrialFile& file, std::span<const TrialBlock> blocks) {
  std::string out = "#define main insum_main_of_the_file\n#include \"insum_source.hpp\"\n#undef main\n"
                    "#include <insum/statement/trial.hpp>\n#include <algorithm>\n#include <span>\n#include <vector>\n#include <type_traits>\n\n";
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    const nest::FoundLoop& loop = *blocks[n].loop;
    const suggest::Suggestion& block = *blocks[n].block;
    const std::string number = std::to_string(n), &text = file.source.text();
    for (const std::string& name : loop.nest.namespaces) out += "namespace " + name + " {\n";
    out += "static void insum_try_" + number + "(::insum::statement::trial::data& insum_data) {\n";
    std::map<std::string, nest::Definition> defined = loop.parameters;
    defined.insert(loop.constants.begin(), loop.constants.end());
    for (const auto& [name, is] : defined) {
      if (name.find(':') != std::string::npos) continue;  // of an 'auto': no C++ names it
      out += is.type.empty() ? "  using " + name + " [[maybe_unused]] = " + is.value + ";\n"
                             : "  [[maybe_unused]] constexpr " + is.type + " " + name + " = static_cast<" + is.type + ">(" + is.value + ");\n";
    }
    out += Program(loop.nest, block).declarations();
    for (const std::string& directive : block.directives) out += "#pragma insum " + directive + "\n";
    out += "  " + text.substr(loop.statement.begin, loop.statement.end - loop.statement.begin) + "\n}\n";
    out += "__attribute__((constructor(101))) static void insum_start_" + number + "() { ::insum::statement::trial::run(" + number +
           ", insum_try_" + number + "); }\n";
    for (std::size_t i = 0; i < loop.nest.namespaces.size(); ++i) out += "}\n";
  }
  return out + "int main() {}\n";
}

}  // namespace insum
