#include "random_program.h"

#include <algorithm>
#include <map>

#include "index_ir/rewrite.h"

namespace insum::test {

namespace {

struct Subscript {
  std::string text;
  int size = 1;
};

class Generator {
 public:
  explicit Generator(Random& random) : random_(random) {
    for (const char* name : {"i", "j", "k", "l"}) sizes_[name] = 1 + random_.below(4);
  }

  RandomBlock run() {
    if (const std::vector<std::string> vars = some_variables(2); !vars.empty() && random_.chance(25)) {
      einsum("W" + subscripts_text(plain(vars)), vars, "=");
      temporary_ = vars;
    }
    result();
    block_.text = einsums_ + tensors_;
    return block_;
  }

 private:
  void result() {
    const std::vector<std::string> vars = some_variables(2);
    std::vector<Subscript> subscripts = plain(vars);
    std::string op = random_.pick<std::string>({"=", "=", "+=", "+=", "min=", "max=", "*="});
    if (!subscripts.empty() && random_.chance(15)) subscripts[0] = affine(vars[0]);
    if (!subscripts.empty() && random_.chance(15)) {
      subscripts[0] = indirect(vars[0]);
      if (op == "min=" || op == "max=" || op == "*=") op = "+=";
    }
    if (subscripts.empty()) {
      block_.facts["Y"] = scalar(ElementType::f64, "double");
      return einsum("Y", vars, op);
    }
    output_ = declare("Y", subscripts, "dense(", true) + subscripts_text(subscripts);
    einsum(output_, vars, op);
  }

  void einsum(const std::string& left, const std::vector<std::string>& free, const std::string& op) {
    const bool sums = op == "=" || op == "+=";
    std::string right;
    const int terms = sums ? 1 + random_.below(3) : 1;
    for (int t = 0; t < terms; ++t)
      right += (t ? random_.pick<std::string>({" + ", " - "}) : "") + term(free);
    if (!temporary_.empty() && right.find("W[") == std::string::npos)
      right += " * W" + subscripts_text(plain(temporary_));
    if (!sums && random_.chance(20))
      right = "-" + random_.pick<std::string>({"max", "min", "prod", "sum"}) + "(" + bound(right, free) + ")";
    einsums_ += left + " " + op + " " + right + "\n";
  }

  /// "k, l: expr" for the indices of `right` that are not free; one that nothing else uses when there are
  /// none.
  std::string bound(const std::string& right, const std::vector<std::string>& free) {
    std::string list;
    for (const auto& [name, size] : sizes_) {
      const bool used =
          right.find(name) != std::string::npos && std::find(free.begin(), free.end(), name) == free.end();
      if (used && right.find(name + ":") == std::string::npos) list += (list.empty() ? "" : ", ") + name;
    }
    if (list.empty()) declare("Q", {{"q", 2}}, "dense(", false);
    return (list.empty() ? "q" : list) + ": " + right + (list.empty() ? " * Q[q]" : "");
  }

  std::string term(const std::vector<std::string>& free) {
    sparse_ = 0;
    std::string text;
    const int count = 1 + random_.below(3);
    for (int f = 0; f < count; ++f) text += (f ? " * " : "") + factor(free);
    return text;
  }

  std::string factor(const std::vector<std::string>& free) {
    switch (random_.below(12)) {
      case 0:
        return random_.pick<std::string>({"2", "-1", "0.5"});
      case 1:
        return "abs(" + access() + ")";
      case 2:
        return "max(" + access() + ", " + access() + ")";
      case 3:
        return "(" + access() + " + " + random_.pick<std::string>({"1", "0", access()}) + ")";
      case 4:
        return "select(" + access() + " < 1, " + access() + ", " + random_.pick<std::string>({"0", "2"}) +
               ")";
      case 5:
        return "relu(" + access() + ")";
      case 6:
        return "-" + access();
      case 7:
        if (free.size() < 2 && random_.chance(50)) return "sum(m: " + access("m") + ")";
        return temporary_.empty() ? access() : "W" + subscripts_text(plain(temporary_));
      case 8:
        return random_.chance(40) && !output_.empty() ? output_ : access();
      default:
        return access();
    }
  }

  std::string access(const std::string& also = "") {
    if (!also.empty()) sizes_[also] = 1 + random_.below(3);
    std::vector<std::string> vars = some_variables(3);
    vars.erase(std::remove(vars.begin(), vars.end(), "m"), vars.end());
    if (vars.empty()) vars.push_back("i");
    if (!also.empty()) vars.back() = also;
    std::vector<Subscript> subscripts = plain(vars);
    if (random_.chance(10)) subscripts[0] = affine(vars[0]);
    if (random_.chance(7)) subscripts[0] = {"0", 2};
    if (random_.chance(7)) subscripts[0] = indirect(vars[0]);
    if (random_.chance(7) && subscripts.size() > 1) subscripts[1] = subscripts[0];
    if (!also.empty()) sizes_.erase(also);
    const std::string name = "T" + std::to_string(count_++);
    const bool sparse = sparse_ < 3 && random_.chance(50);
    sparse_ += sparse;
    return declare(name, subscripts, sparse ? format(subscripts) : "dense(", false) +
           subscripts_text(subscripts);
  }

  std::string format(const std::vector<Subscript>& subscripts) {
    if (subscripts.size() == 1) return "levels(0: compressed(";
    if (subscripts.size() == 3) return random_.pick<std::string>({"csf(", "coo("});
    return random_.pick<std::string>(
        {"csr(", "csc(", "dcsr(", "coo(", "bcsr<2,2>(", "bcsr<2,3>(", "ell<2>(", "dia(", "ragged("});
  }

  /// Writes the tensor line; `format` ends with the bracket that its storage follows.
  std::string declare(const std::string& name, const std::vector<Subscript>& subscripts,
                      const std::string& format, bool writable) {
    static const std::map<std::string, int> arrays = {
        {"dense(", 0},     {"csr(", 2},    {"csc(", 2}, {"dcsr(", 4},   {"bcsr<2,2>(", 2},
        {"bcsr<2,3>(", 2}, {"ell<2>(", 1}, {"dia(", 1}, {"ragged(", 1}, {"levels(0: compressed(", 2}};
    const int rank = static_cast<int>(subscripts.size());
    const int count = format == "csf(" ? 2 * rank : format == "coo(" ? rank : arrays.at(format);
    std::string storage;
    for (int a = 0; a < count; ++a) {
      const std::string array = name + "_a" + std::to_string(a);
      block_.facts[array] = range(ElementType::i32, "int");
      storage += (a ? ", " : "") + array;
    }
    if (format.starts_with("levels"))
      storage += "); ";
    else if (count)
      storage += ", ";
    block_.facts[name + "_v"] = pointer(ElementType::f64, "double", writable);
    tensors_ += "tensor " + name;
    tensors_ += "[";
    for (int m = 0; m < rank; ++m)
      tensors_ += (m ? "," : "") + std::to_string(subscripts[static_cast<std::size_t>(m)].size);
    tensors_ += "] : " + format + storage + name + "_v)" + modifiers(format, subscripts, writable) + "\n";
    return name;
  }

  std::string modifiers(const std::string& format, const std::vector<Subscript>& subscripts, bool writable) {
    std::string text;
    const bool square = subscripts.size() == 2 && subscripts[0].size == subscripts[1].size;
    const std::string triangle = random_.pick<std::string>({" symmetric(lower)", " symmetric(upper)"});
    if (format == "dense(") return square && !writable && random_.chance(15) ? triangle : text;
    if (random_.chance(15)) text += random_.pick<std::string>({" fill(2)", " fill(INFINITY)", " fill(-1)"});
    if (random_.chance(15) && format != "dia(" && format != "ragged(" && !format.starts_with("bcsr"))
      text += " duplicates";
    if (square && random_.chance(30) && (format == "csr(" || format == "coo(")) text += triangle;
    return text;
  }

  std::vector<std::string> some_variables(int most) {
    std::vector<std::string> names;
    for (const auto& [name, size] : sizes_) names.push_back(name);
    std::vector<std::string> list;
    for (int n = random_.below(most + 1); n > 0; --n) {
      const std::string name = random_.pick(names);
      if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
    }
    return list;
  }

  std::vector<Subscript> plain(const std::vector<std::string>& vars) const {
    std::vector<Subscript> list;
    for (const std::string& var : vars) list.push_back({var, sizes_.at(var)});
    return list;
  }

  Subscript affine(const std::string& var) {
    const std::string other = random_.pick<std::string>({"i", "j", "k"});
    const int size = sizes_.at(var);
    switch (random_.below(4)) {
      case 0:
        return {var + " + 1", size};
      case 1:
        return {var + " - 1", size};
      case 2:
        return {"2*" + var, 2 * size};
      default:
        return {var + " + " + other, size + random_.below(3)};
    }
  }

  Subscript indirect(const std::string& var) {
    const std::string name = "X" + std::to_string(count_++);
    block_.facts[name + "_v"] = range(ElementType::i32, "int", false);
    tensors_ += "tensor " + name + "[" + std::to_string(sizes_.at(var)) + "] : dense(" + name + "_v)\n";
    return {name + "[" + var + "]", 1 + random_.below(4)};
  }

  static std::string subscripts_text(const std::vector<Subscript>& subscripts) {
    std::string text;
    for (const Subscript& s : subscripts) text += (text.empty() ? "[" : ",") + s.text;
    return text.empty() ? text : text + "]";
  }

  Random& random_;
  std::map<std::string, int> sizes_;
  std::vector<std::string> temporary_;
  std::string output_, einsums_, tensors_;
  RandomBlock block_;
  int sparse_ = 0;  // operands of the term
  int count_ = 0;
};

}  // namespace

RandomBlock random_block(Random& random) { return Generator(random).run(); }

RandomBlock random_neighbours(Random& random) {
  RandomBlock block;
  const std::string n = std::to_string(2 + random.below(4));
  const bool rows = random.chance(40);  // two loops, sometimes over stored entries
  const auto dense = [&](const std::string& name, const std::string& sizes, bool writable) {
    block.text += "tensor " + name + "[" + sizes + "] : dense(" + name + "_v)\n";
    block.facts[name + "_v"] = pointer(ElementType::f64, "double", writable);
  };
  std::string einsums;
  const std::vector<std::string> results =
      rows ? std::vector<std::string>{"Y[f]", "Y[g]", "U[f,g]", "U[g,f]", "V[f,g]", "Y[P[f]]"}
           : std::vector<std::string>{"Y[f]", "Z[f]", "Y[P[f]]", "Y[Q[f]]", "Y[Q[f]]", "Z[P[f]]"};
  const std::vector<std::string> operands =
      rows ? std::vector<std::string>{"S[f,g]", "S[f,g]", "D[f,g]", "U[f,g]", "V[f,g]", "A[f]", "Y[f]"}
           : std::vector<std::string>{"A[f]", "A[f]", "B[P[f]]", "B[Q[f]]",
                                      "Y[f]", "Z[f]", "Y[P[f]]", "Z[Q[f]]"};
  const std::string op = random.pick<std::string>({"=", "+=", "+=", "max="});
  for (int count = 2 + random.below(2); count > 0; --count) {
    einsums += random.pick(results) + " " +
               (random.chance(80) ? op : random.pick<std::string>({"=", "+=", "min="})) + " " +
               random.pick(operands) + random.pick<std::string>({" * ", " + ", " - "}) +
               random.pick(operands);
    einsums += (rows ? " * D[f,g]" : "") + std::string("\n");
  }
  for (const char* name : {"A", "B", "Y", "Z"}) dense(name, n, name[0] > 'B');
  for (const char* name : {"D", "U", "V"}) dense(name, n + "," + n, name[0] > 'D');
  for (const char* name : {"P", "Q"}) {
    block.text += std::string("tensor ") + name + "[" + n + "] : dense(" + name + "_v)\n";
    block.facts[std::string(name) + "_v"] = range(ElementType::i32, "int", false);
  }
  block.text += "tensor S[" + n + "," + n + "] : csr(S_a0, S_a1, S_v)\n";
  for (const char* array : {"S_a0", "S_a1"}) block.facts[array] = range(ElementType::i32, "int");
  block.facts["S_v"] = pointer(ElementType::f64, "double", false);
  block.text = einsums + block.text;
  return block;
}

index::State random_state(const index::Program& program, Random& random) {
  index::State state;
  std::map<index::Argument, int> coordinates;  // index arrays, and the size of the mode that they subscript
  const auto note = [&](const index::Access& access) {
    for (std::size_t m = 0; m < access.subscripts.size(); ++m)
      for (const index::Access& inner : index::accesses_of(access.subscripts[m]))
        coordinates[inner.tensor->values] = static_cast<int>(*index::as_integer(access.tensor->sizes[m]));
  };
  index::for_each_expr(program.body, [&](const index::ExprPtr& e) {
    if (const auto* access = index::get_if<index::Access>(e)) note(*access);
  });
  index::for_each_stmt(program.body, [&](const index::StmtPtr& stmt) {
    if (const auto* einsum = index::get_if<index::Einsum>(stmt)) note(einsum->left);
  });
  for (const index::Tensor& tensor : program.tensors) {
    if (!tensor->values) continue;
    index::Contents& contents = state.tensors[index::stored(*tensor)];
    for (const index::Coordinates& at : index::all_coordinates(*tensor)) {
      const auto array = coordinates.find(tensor->values);
      if (array != coordinates.end()) {
        contents[at] = {static_cast<double>(random.below(array->second))};
        continue;
      }
      const bool other_triangle = (tensor->symmetry == index::Symmetry::lower && at[0] < at[1]) ||
                                  (tensor->symmetry == index::Symmetry::upper && at[0] > at[1]);
      if (!tensor->dense && (other_triangle || random.chance(60))) continue;
      contents[at] = {static_cast<double>(random.below(4) - 1)};
      const bool repeats = !tensor->dense && !tensor->levels.back().level.unique;
      if (repeats && random.chance(40)) contents[at].push_back(static_cast<double>(random.below(4) - 1));
    }
  }
  return state;
}

namespace {

/// What the statements read.
std::vector<index::Access> operands(const index::Program& program) {
  std::vector<index::Access> list;
  index::for_each_stmt(program.body, [&](const index::StmtPtr& stmt) {
    if (const auto* assign = index::get_if<index::Assign>(stmt))
      for (const index::Access& access : index::accesses_of(assign->right)) list.push_back(access);
  });
  return list;
}

/// The names of two loops, the second of which stands directly inside of the first, of some nest.
std::pair<std::string, std::string> neighbours(const index::Program& program, Random& random) {
  std::vector<std::pair<std::string, std::string>> list;
  index::for_each_stmt(program.body, [&](const index::StmtPtr& stmt) {
    const auto* outer = index::get_if<index::Forall>(stmt);
    const auto* inner = outer ? index::get_if<index::Forall>(outer->body) : nullptr;
    if (inner) list.emplace_back(outer->var->name, inner->var->name);
  });
  const std::string any = random.pick(program.variables)->name;
  return list.empty() ? std::pair{any, any} : random.pick(list);
}

/// The access as it would be written in a schedule, as far as its subscripts are indices.
ast::ExprPtr as_expression(const index::Access& access) {
  ast::Access written;
  written.tensor = {access.tensor->name, {}, -1};
  written.bracketed = !access.subscripts.empty();
  written.subscripts.resize(access.subscripts.size());
  return std::make_shared<const ast::Expr>(ast::Expr{std::move(written), {}});
}

}  // namespace

ast::ScheduleCommand random_command(const index::Program& program, Random& random) {
  ast::ScheduleCommand command;
  const auto add = [&](auto value) {
    ast::ScheduleArgument& argument = command.arguments.emplace_back();
    argument.value = std::move(value);
  };
  const auto add_index = [&] { add(ast::Name{random.pick(program.variables)->name, {}, -1}); };
  command.name.text =
      random.pick<std::string>({"reorder", "split", "parallelize", "vectorize", "unroll", "fuse", "fuse",
                                "pos", "pos", "tile", "rfactor", "precompute", "loopfuse", "loopfuse"});
  const std::vector<index::Access> accesses = operands(program);
  if (command.name.text == "fuse") {
    const auto [outer, inner] = neighbours(program, random);
    add(ast::Name{outer, {}, -1});
    add(ast::Name{inner, {}, -1});
    add(ast::Name{outer + "f", {}, -1});
    return command;
  }
  if (command.name.text == "tile") {
    for (int n = random.chance(50) ? 2 : 1; n-- > 0;) {
      add(ast::ScheduleSetting{{random.pick(program.variables)->name, {}, -1}, "=", {}});
      auto& setting = std::get<ast::ScheduleSetting>(command.arguments.back().value);
      setting.values.emplace_back().value = static_cast<long long>(1 + random.below(3));
    }
    return command;
  }
  if (command.name.text == "precompute" && !accesses.empty()) {
    const std::string index = random.pick(program.variables)->name;
    add(ast::Name{random.pick(accesses).tensor->name, {}, -1});
    command.arguments[0].value = as_expression(random.pick(accesses));
    add(ast::ScheduleList{{ast::Name{index, {}, -1}}});
    add(ast::ScheduleList{{ast::Name{random.chance(50) ? index : index + "w", {}, -1}}});
    add(ast::Name{"W1", {}, -1});
    return command;
  }
  if (command.name.text == "loopfuse") {
    add(static_cast<long long>(1 + random.below(2)));
    add(ast::Name{random.chance(50) ? "left" : "right", {}, -1});
    ast::ScheduleList path;
    for (int steps = random.below(3); steps > 0; --steps)
      path.names.push_back({random.chance(50) ? "0" : "1", {}, -1});
    add(std::move(path));
    return command;
  }
  if (command.name.text == "reorder") {
    std::vector<index::Var> vars = program.variables;
    for (std::size_t n = vars.size(); n > 1; --n)
      std::swap(vars[n - 1], vars[static_cast<std::size_t>(random.below(static_cast<int>(n)))]);
    vars.resize(std::min<std::size_t>(vars.size(), 2 + static_cast<std::size_t>(random.below(2))));
    for (const index::Var& var : vars) add(ast::Name{var->name, {}, -1});
    return command;
  }
  add_index();
  const std::string name = std::get<ast::Name>(command.arguments[0].value).text;
  if (command.name.text == "pos") {
    add(ast::Name{name + "_p", {}, -1});
    add(ast::Name{accesses.empty() ? "A" : random.pick(accesses).tensor->name, {}, -1});
  }
  if (command.name.text == "split") {
    add(ast::Name{name + "_o", {}, -1});
    add(ast::Name{name + "_i", {}, -1});
    add(static_cast<long long>(1 + random.below(3)));
  }
  if (command.name.text == "unroll") add(2LL);
  return command;
}

namespace {

std::string to_string(const ast::ScheduleArgument& argument) {
  if (const auto* name = std::get_if<ast::Name>(&argument.value)) return name->text;
  if (const auto* number = std::get_if<long long>(&argument.value)) return std::to_string(*number);
  if (const auto* list = std::get_if<ast::ScheduleList>(&argument.value)) {
    std::string text;
    for (const ast::Name& name : list->names) text += (text.empty() ? "" : ", ") + name.text;
    return "{" + text + "}";
  }
  if (const auto* setting = std::get_if<ast::ScheduleSetting>(&argument.value))
    return setting->name.text + "=" + to_string(setting->values.at(0));
  return std::get<ast::Access>(std::get<ast::ExprPtr>(argument.value)->node).tensor.text;
}

}  // namespace

std::string to_string(const ast::ScheduleCommand& command) {
  std::string text;
  for (const ast::ScheduleArgument& argument : command.arguments)
    text += (text.empty() ? "" : ", ") + to_string(argument);
  return command.name.text + "(" + text + ")";
}

}  // namespace insum::test
