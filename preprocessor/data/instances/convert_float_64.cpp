#include "data/convert_entries.h"

template insum::data::Conversion insum::data::convert_entries<float, std::int64_t>(
    Entries<float, std::int64_t>&&, const TensorFile&, const TargetFormat&, const std::string&);
