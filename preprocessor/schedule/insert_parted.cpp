#include "schedule/insert_parted.h"

#include <iterator>
#include <utility>

#include "index_ir/algebra.h"
#include "index_ir/rewrite.h"

namespace insum::schedule {

using namespace index;

namespace {

/// A dense workspace has what its operator begins with where nothing is computed: in the result, that would
/// be an entry, and none is the fill value.
bool hides_missing(const Chain& producer, const Chain& consumer) {
  const Tensor& built = consumer.assign.left.tensor;
  if (built->dense || built->keeps_pattern || sparse_accesses(producer.assign.right).empty()) return false;
  const auto start = known_value(identity_of(consumer.assign.op, built->type));
  return !start || known_value(fill_of(built)) != start;
}

}  // namespace

bool insert_parted(Parted parted, std::vector<Chain>& chains, const Refuse& refuse) {
  const TensorNode& built = *parted.consumer.assign.left.tensor;
  if (hides_missing(parted.producer, parted.consumer))
    return refuse("a dense workspace would hide which elements of " + built.name +
                      " are missing, and fill is not 0",
                  "name a kind of workspace that knows its entries, such as hash"),
           false;
  auto at = chains.end();
  while (built.assembled && at != chains.begin() && std::prev(at)->assign.left.tensor->values == built.values)
    --at;
  for (const Access& access : accesses_of(parted.producer.assign.right))
    if (at != chains.end() && access.tensor->values && access.tensor->values == built.values)
      return refuse("it reads " + built.name + ", which terms before it build",
                    "compute it in an Einsum of its own"),
             false;
  parted.producer.path.push_back(0);
  parted.consumer.path.push_back(1);
  chains.insert(at, std::move(parted.producer));
  chains.push_back(std::move(parted.consumer));
  return true;
}

}  // namespace insum::schedule
