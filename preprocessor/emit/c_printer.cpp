#include "emit/c_printer.h"

#include <set>
#include <utility>

#include "emit/lambda.h"
#include "emit/local_storage.h"
#include "emit/partition.h"
#include "emit/product_text.h"
#include "loop_ir/rewrite.h"
#include "support/internal_error.h"

namespace insum::emit {

using namespace loops;

namespace {

const char* simd_symbol(Combine op) {
  switch (op) {
    case Combine::add:
      return "+";
    case Combine::mul:
      return "*";
    case Combine::min:
      return "min";
    case Combine::max:
      return "max";
    case Combine::either:
      return "||";
    case Combine::both:
      return "&&";
    case Combine::store:
      break;
  }
  internal_error("a simd reduction by assignment");
}

/// Prints statements with indentation.
class Printer {
 public:
  explicit Printer(int indent, StmtText instead = {}) : indent_(indent), instead_(std::move(instead)) {}

  void body(const Body& list) {
    ++indent_;
    statements(list);
    --indent_;
  }
  void statements(const Body& list) {
    bool checking = false;  // checks in a row stand in one block
    for (const StmtPtr& stmt : list) {
      const auto* effect = get_if<Effect>(stmt);
      const bool check = effect && effect->when_checking;
      if (check && !checking) line("if constexpr (insum::rt::checks_enabled) {"), ++indent_;
      if (!check && checking) --indent_, line("}");
      checking = check;
      print(stmt);
    }
    if (checking) --indent_, line("}");
  }
  std::string take() { return std::move(text_); }

 private:
  void line(const std::string& text) {
    text_ += std::string(static_cast<std::size_t>(indent_) * 2, ' ') + text + "\n";
  }

  void print(const StmtPtr& stmt) {
    if (const auto text = instead_ ? instead_(stmt, indent_) : std::nullopt) {
      text_ += *text;
      return;
    }
    match(
        stmt, [&](const Declare& n) { declare(n); }, [&](const Update& n) { update(n); },
        [&](const TileUpdate& n) { tile_update(n); }, [&](const ScatterUpdate& n) { scatter(n); },
        [&](const For& n) { loop(n); },
        [&](const While& n) {
          line("while (" + to_cpp(n.condition) + ") {");
          loop_body(n.body);
          line("}");
        },
        [&](const If& n) {
          line((n.constant ? "if constexpr (" : "if (") + to_cpp(n.condition) + ") {");
          body(n.body);
          line("}");
        },
        [&](const Aside& n) {
          line("if (" + to_cpp(n.condition) + ") {");
          body(n.body);
          line("}");
        },
        [&](const Continue& n) {
          const std::string leave = in_lambda_ ? "return;" : "continue;";
          line(n.condition ? "if (" + to_cpp(n.condition) + ") " + leave : leave);
        },
        [&](const Comment& n) { line("// " + n.text); },
        [&](const Allocate& n) {
          if (!n.count) return line(container_of(n) + ";");
          if (!n.budget.empty()) line(counted_bytes_of(n) + ";");
          line(storage_of(n) + ";");
          line(to_string(n.type) + "* const " + n.name + " = " + n.name + "_storage.data();");
        },
        [&](const Construct& n) { line(workspace_of(n) + ";"); }, [&](const ParallelFor& n) { parallel(n); },
        [&](const Launch& n) { launch(n); }, [&](const TileFor& n) { tile_for(n); },
        [&](const TileReduce& n) { tile_reduce(n); }, [&](const EntryReduce& n) { entry_reduce(n); },
        [&](const RowReduce& n) { row_reduce(n); },
        [&](const MatrixProduct& n) { text_ += product_text(n, indent_); },
        [&](const RowTiles& n) { row_tiles(n); }, [&](const EachRow& n) { each_row(n); },
        [&](const Effect& n) { line(to_cpp(n.call) + ";"); });
  }

  void declare(const Declare& n) {
    const std::string type = n.tile.empty() ? to_string(n.type) : "auto";
    const bool fill = !n.tile.empty() && !n.value->pack;
    std::string value = fill ? n.tile + ".fill(" + to_cpp(n.value) + ")" : to_cpp(n.value);
    if (!n.rows.empty()) value = n.rows + ".copies(" + value + ")";
    line((n.constant ? "const " : "") + type + " " + n.name + " = " + value + ";");
  }

  void update(const Update& n) {
    const std::string target = to_cpp(n.target), value = to_cpp(n.value);
    const ElementType type = n.target->type.element;
    const bool plain = type == ElementType::i32 || type == ElementType::i64 || type == ElementType::u32 ||
                       type == ElementType::u64 || type == ElementType::f32 || type == ElementType::f64 ||
                       is_complex(type);
    const auto* product = get_if<Binary>(n.value);
    if (n.op == Combine::store) return line(target + " = " + value + ";");
    if (n.target->pack && n.op == Combine::add && product && product->op == "*")
      return line(target + ".add_product(" + to_cpp(product->left) + ", " + to_cpp(product->right) + ");");
    if ((plain || n.target->pack) && n.op == Combine::add) return line(target + " += " + value + ";");
    if ((plain || n.target->pack) && n.op == Combine::mul) return line(target + " *= " + value + ";");
    if (n.op == Combine::either && type == ElementType::boolean)
      return line(target + " = " + target + " || " + nested(n.value, 4) + ";");
    if (n.op == Combine::both && type == ElementType::boolean)
      return line(target + " = " + target + " && " + nested(n.value, 4) + ";");
    if ((plain || n.target->pack) && (n.op == Combine::min || n.op == Combine::max))
      return line(target + " = insum::rt::" + (n.op == Combine::min ? "min(" : "max(") + target + ", " +
                  value + ");");
    line("insum::rt::update<" + op_tag(n.op) + ">(" + target + ", " + value + ");");
  }

  static std::string place(const ExprPtr& pointer, const ExprPtr& stride) {
    return to_cpp(pointer) + (stride ? ", " + to_cpp(stride) : "");
  }

  void tile_update(const TileUpdate& n) {
    const std::string value = n.value->pack ? to_cpp(n.value) : n.tile + ".fill(" + to_cpp(n.value) + ")";
    if (n.op == Combine::store)
      return line(n.tile + ".store(" + place(n.pointer, n.stride) + ", " + value + ");");
    const auto* product = get_if<Binary>(n.value);
    if (n.op == Combine::add && n.value->pack && product && product->op == "*") {
      line("insum::rt::add_product(" + n.tile + ", " + place(n.pointer, n.stride) + ", " +
           to_cpp(product->left) + ", " + to_cpp(product->right) + ");");
      return;
    }
    line(n.tile + ".template update<" + op_tag(n.op) + ">(" + place(n.pointer, n.stride) + ", " + value +
         ");");
  }

  void scatter(const ScatterUpdate& n) {
    if (n.tile.empty()) return line(n.into + ".update(" + to_cpp(n.offset) + ", " + to_cpp(n.value) + ");");
    const std::string value = n.value->pack ? to_cpp(n.value) : n.tile + ".fill(" + to_cpp(n.value) + ")";
    line(n.into + ".update(" + n.tile + ", " + place(n.offset, n.stride) + ", " + value + ");");
  }

  /// The loop as a function of the width, for the runtime to call.
  void loop_of_width(const For& n) {
    For inside = n;
    inside.width = std::nullopt;
    const std::string inner = text_of({make_stmt(std::move(inside))});
    line("insum::rt::for_width<" + to_string(n.width->type) + ">(" + to_cpp(n.width->value) + ", [&](auto " +
         n.width->name + ") INSUM_RT_LAMBDA {");
    text_ += inner;
    line("});");
  }

  void loop(const For& n) {
    if (n.width) return loop_of_width(n);
    std::string reductions;
    for (const auto& [op, variable] : n.simd_reductions)
      reductions += std::string(" reduction(") + simd_symbol(op) + ":" + variable + ")";
    if (n.simd) line("INSUM_RT_SIMD(omp simd" + reductions + ")");
    if (n.unroll != 1 && !n.simd) line("INSUM_RT_UNROLL(" + std::to_string(std::max(n.unroll, 1)) + ")");
    const std::string next = n.step ? n.var + " += " + to_cpp(n.step) : "++" + n.var;
    line(std::string("for (std::") + (n.is_word ? "uint32_t " : "int64_t ") + n.var + " = " +
         to_cpp(n.begin) + "; " + n.var + " < " + nested(n.end, 8) + "; " + next + ") {" +
         (n.lanes ? "  // on lanes" : ""));
    loop_body(n.body);
    line("}");
  }

  void loop_body(const Body& list) {
    const bool outside = std::exchange(in_lambda_, false);
    body(list);
    in_lambda_ = outside;
  }

  void parallel(const ParallelFor& n) {
    const std::string partition = partition_of(n), inner = filled(n);
    const std::string chunk = lambda_parameter("std::int64_t", n.chunk_begin, inner) + ", " +
                              lambda_parameter("std::int64_t", n.chunk_end, inner) + ") INSUM_RT_LAMBDA {";
    if (n.assembly) {
      if (n.assembly->fill)
        line("insum::rt::refresh(" + n.assembly->parts + ", " + to_cpp(n.assembly->fill) + ",");
      else
        line(n.assembly->counted
                 ? "insum::rt::assemble_counted("
                 : "auto " + n.assembly->parts + " = insum::rt::assemble<" + part_type(*n.assembly) + ">(");
      if (!n.assembly->fill) line("    " + to_cpp(n.assembly->name) + ",");
      if (n.assembly->counted)
        for (const ExprPtr& target : n.assembly->targets) line("    " + to_cpp(target) + ",");
      line("    " + partition + ",");
      line("    " + captures(n.body) + "(" + lambda_parameter("auto&", n.assembly->part, inner) + ", " +
           chunk);
    } else if (n.scatter) {
      line(std::string("insum::rt::") + (n.scatter->in_order ? "scatter_in_order<" : "scatter_into<") +
           to_string(n.scatter->type) + ", " + op_tag(n.scatter->op) + ">(");
      line("    " + to_cpp(n.scatter->target) + ", " + to_cpp(n.scatter->count) + ",");
      line("    " + partition + ",");
      line("    " + captures(n.body) + "(" + lambda_parameter("auto", n.scatter->into, inner) + ", " + chunk);
    } else {
      line("insum::rt::parallel(" + partition + ", " + captures(n.body) + "(" + chunk);
    }
    text_ += inner;
    line("});");
    if (!n.assembly || n.assembly->fill || n.assembly->counted) return;
    std::vector<ExprPtr> joined = n.assembly->targets;
    joined.insert(joined.begin(), {n.assembly->name, name(n.assembly->parts)});
    line(to_cpp(invoke("insum::rt::join", std::move(joined))) + ";");
  }

  /// The body of a loop, which is handed to the workspace that it fills.
  std::string filled(const ParallelFor& n) const {
    if (!n.filling) return text_of(n.body);
    Printer call(indent_ + 1);
    const std::string inner = call.text_of(n.body);
    call.line("insum::rt::fill(" + to_cpp(n.filling->workspace) + ", " + std::to_string(n.filling->loop) +
              ", " + n.chunk_begin + ", " + captures(n.body) + "(" +
              lambda_parameter("auto&", n.filling->part, inner) + ") INSUM_RT_LAMBDA {");
    call.text_ += inner;
    call.line("});");
    return call.take();
  }

  /// insum::rt::part<double, insum::rt::compressed_part<int, int>>
  static std::string part_type(const Assembly& n) {
    std::string text = "insum::rt::part<" + to_string(n.type);
    for (const Assembly::Level& level : n.levels)
      text += (level.positions.empty() ? ", insum::rt::listed_part<"
                                       : ", insum::rt::compressed_part<" + level.positions + ", ") +
              level.coordinates + (level.goes_on ? ", true>" : ">");
    return text + ">";
  }

  /// As dumps show it: targets have a form of their own.
  void launch(const Launch& n) {
    const std::string groups = n.blocks.empty()
                                   ? "items: " + (n.items ? to_cpp(n.items) : "?") +
                                         ", lanes: " + (n.lanes ? to_cpp(n.lanes) : "1") +
                                         (n.vectors ? ", of vectors: " + to_cpp(n.vectors->lanes) : "")
                                   : "blocks: " + to_cpp(make_expr(List{n.blocks}, {})) +
                                         ", threads: " + to_cpp(make_expr(List{n.threads}, {}));
    line("launch " + n.group + "(" + groups + ") {" +
         (n.assembly ? "  // counts, then fills " + n.assembly->part : ""));
    for (const Allocate& array : n.scratch)
      line("  scratch " + to_string(array.type) + " " + array.name + "[" + to_cpp(array.count) + "];");
    body(n.body);
    line("}");
  }

  void tile_for(const TileFor& n) {
    const std::string inner = text_of(n.body);
    line("insum::rt::for_tiles<" + to_string(n.type) + ">(" + to_cpp(n.begin) + ", " + to_cpp(n.end) +
         ", [&](" + lambda_parameter("auto", n.tile, inner) + ", " +
         lambda_parameter("std::int64_t", n.var, inner) + ") INSUM_RT_LAMBDA {");
    text_ += inner;
    line("});");
  }

  void tile_reduce(const TileReduce& n) {
    const std::string inner = text_of(n.body);
    line("const " + to_string(n.type) + " " + n.result + " = insum::rt::reduce_tiles<" + to_string(n.type) +
         ", " + op_tag(n.op) + ">(" + to_cpp(n.begin) + ", " + to_cpp(n.end) + ", [&](" +
         lambda_parameter("auto", n.tile, inner) + ", " + lambda_parameter("std::int64_t", n.var, inner) +
         ", auto& " + n.accumulator + ") INSUM_RT_LAMBDA {");
    text_ += inner;
    line("});");
  }

  void entry_reduce(const EntryReduce& n) {
    Printer inner(indent_ + 1);
    inner.in_lambda_ = true;
    inner.statements(n.body);
    const std::string text = inner.take();
    line("const " + to_string(n.type) + " " + n.result + " = insum::rt::reduce_entries<" + to_string(n.type) +
         ", " + op_tag(n.op) + ">(" + to_cpp(n.begin) + ", " + to_cpp(n.end) + ", [&](" +
         lambda_parameter("std::int64_t", n.var, text) + ", auto& " + n.accumulator + ") INSUM_RT_LAMBDA {");
    text_ += text;
    line("});");
  }

  void row_reduce(const RowReduce& n) {
    const TileReduce& reduce = n.reduce;
    const std::string inner = text_of(reduce.body), after = text_of(n.after), type = to_string(reduce.type);
    const std::string work = n.light ? ", insum::rt::light" : "";
    line("insum::rt::reduce_rows<" + type + ", " + op_tag(reduce.op) + work + ">(" + to_cpp(n.begin) + ", " +
         to_cpp(n.end) + ", " + to_cpp(reduce.begin) + ", " + to_cpp(reduce.end) + ", [&](" +
         lambda_parameter("auto", reduce.tile, inner) + ", " +
         lambda_parameter("std::int64_t", reduce.var, inner) + ", " +
         lambda_parameter("std::int64_t", n.row, inner) + ", auto& " + reduce.accumulator +
         ") INSUM_RT_LAMBDA {");
    text_ += inner;
    line("}, [&](" + lambda_parameter("std::int64_t", n.row, after) + ", const " + type + " " +
         reduce.result + ") INSUM_RT_LAMBDA {");
    text_ += after;
    line("});");
  }

  void row_tiles(const RowTiles& n) {
    const TileFor& columns = n.columns;
    const std::string inner = text_of(columns.body);
    const std::string packs = n.packs > 1 ? ", " + std::to_string(n.packs) : "";
    line("insum::rt::for_row_tiles<" + to_string(columns.type) + packs + ">(" + to_cpp(n.begin) + ", " +
         to_cpp(n.end) + ", " + to_cpp(columns.begin) + ", " + to_cpp(columns.end) + ", [&](auto " + n.rows +
         ", " + lambda_parameter("auto", columns.tile, inner) + ", " +
         lambda_parameter("std::int64_t", columns.var, inner) + ") INSUM_RT_LAMBDA {");
    text_ += inner;
    line("});");
  }

  void each_row(const EachRow& n) {
    const std::string inner = text_of(n.body);
    line(n.rows + ".each([&](" + lambda_parameter("auto", n.slot, inner) + ", " +
         lambda_parameter("std::int64_t", n.row, inner) + ") INSUM_RT_LAMBDA {");
    text_ += inner;
    line("});");
  }

  std::string text_of(const Body& list) const {
    Printer inner(indent_ + 1);
    inner.statements(list);
    return inner.take();
  }

  int indent_;
  StmtText instead_;
  bool in_lambda_ = false;  // the innermost loop around is a lambda
  std::string text_;
};

}  // namespace

std::string to_cpp(const Body& body, int indent, const StmtText& instead) {
  Printer printer(indent, instead);
  printer.statements(body);
  return printer.take();
}

}  // namespace insum::emit
