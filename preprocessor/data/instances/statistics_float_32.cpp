#include "data/find_statistics.h"

template insum::data::Statistics insum::data::find_statistics<float, std::int32_t>(
    Entries<float, std::int32_t>&&, const TensorFile&, bool);
