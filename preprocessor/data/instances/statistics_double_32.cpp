#include "data/find_statistics.h"

template insum::data::Statistics insum::data::find_statistics<double, std::int32_t>(
    Entries<double, std::int32_t>&&, const TensorFile&, bool);
