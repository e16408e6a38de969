// Products row by row: one pass into parts that are joined, or a pass that counts before.
#pragma once

namespace bench {

void add_row_products();

}  // namespace bench
