#include "data/find_statistics.h"

template insum::data::Statistics insum::data::find_statistics<double, std::int64_t>(
    Entries<double, std::int64_t>&&, const TensorFile&, bool);
