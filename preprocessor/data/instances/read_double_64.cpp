#include "data/read_entries.h"

template insum::data::Entries<double, std::int64_t> insum::data::read_entries<double, std::int64_t>(
    const TensorFile&);
