#include "data/find_statistics.h"

template insum::data::Statistics insum::data::find_statistics<float, std::int64_t>(
    Entries<float, std::int64_t>&&, const TensorFile&, bool);
