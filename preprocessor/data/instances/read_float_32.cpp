#include "data/read_entries.h"

template insum::data::Entries<float, std::int32_t> insum::data::read_entries<float, std::int32_t>(
    const TensorFile&);
