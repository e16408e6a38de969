#include "support/binary_op.h"

#include <algorithm>
#include <array>

namespace insum {

namespace {

struct Row {
  BinaryOp op;
  const char* symbol;
  int precedence;
};
constexpr std::array table = {
    Row{BinaryOp::add, "+", 5}, Row{BinaryOp::sub, "-", 5},          Row{BinaryOp::mul, "*", 6},
    Row{BinaryOp::div, "/", 6}, Row{BinaryOp::lt, "<", 4},           Row{BinaryOp::le, "<=", 4},
    Row{BinaryOp::gt, ">", 4},  Row{BinaryOp::ge, ">=", 4},          Row{BinaryOp::eq, "==", 3},
    Row{BinaryOp::ne, "!=", 3}, Row{BinaryOp::logical_and, "&&", 2}, Row{BinaryOp::logical_or, "||", 1}};

constexpr const Row& row(BinaryOp op) { return table[static_cast<std::size_t>(op)]; }

static_assert(std::all_of(table.begin(), table.end(),
                          [](const Row& each) { return row(each.op).op == each.op; }));
static_assert(table.size() == static_cast<std::size_t>(BinaryOp::logical_or) + 1);

}  // namespace

const char* symbol(BinaryOp op) { return row(op).symbol; }

std::optional<BinaryOp> binary_op(std::string_view symbol) {
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const Row& each) { return each.symbol == symbol; });
  return found == table.end() ? std::nullopt : std::optional(found->op);
}

bool is_comparison(BinaryOp op) { return BinaryOp::lt <= op && op <= BinaryOp::ne; }

int precedence(BinaryOp op) { return row(op).precedence; }

}  // namespace insum
