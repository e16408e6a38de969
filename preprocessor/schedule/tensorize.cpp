// tensorize(mma)          matrix instructions for the block's matrix products
// tensorize(mma, tf32)    ... of floats too, whose factors are rounded to 11 bits
// find_products() refuses a block without such a product (insum-impossible-tensorize).
#include "schedule/command.h"

namespace insum::schedule {

namespace {

bool is_word(Command& command, std::size_t number, const std::string& word) {
  const ast::ScheduleArgument& argument = command.text.arguments.at(number);
  const auto* name = std::get_if<ast::Name>(&argument.value);
  if (name && name->text == word) return true;
  command.diagnostics.report(Diag::schedule_argument, argument.range,
                             {command.text.name.text, "the word '" + word + "' here"});
  return false;
}

}  // namespace

bool tensorize(Command& command) {
  if (!has_arguments(command, 1, 2) || !is_word(command, 0, "mma")) return false;
  const bool tf32 = command.text.arguments.size() == 2;
  if (tf32 && !is_word(command, 1, "tf32")) return false;
  command.program.tensorize = {tf32, command.text.range};
  return true;
}

}  // namespace insum::schedule
