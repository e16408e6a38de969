#include "data/read_entries.h"

template insum::data::Entries<float, std::int64_t> insum::data::read_entries<float, std::int64_t>(
    const TensorFile&);
