#include "data/read_entries.h"

template insum::data::Entries<double, std::int32_t> insum::data::read_entries<double, std::int32_t>(
    const TensorFile&);
