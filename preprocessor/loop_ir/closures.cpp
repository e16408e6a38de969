#include "loop_ir/closures.h"

#include "loop_ir/rewrite.h"

namespace insum::loops {

void drop_unused(Closure& closure) {
  std::size_t before = 0;
  do {  // what is dropped used others
    before = closure.body.size();
    const Body all = closure.body;
    std::erase_if(closure.body, [&](const StmtPtr& stmt) {
      const auto* declared = get_if<Declare>(stmt);
      return declared && !uses(all, {declared->name}) && !uses(closure.value, {declared->name});
    });
  } while (closure.body.size() != before);
}

}  // namespace insum::loops
