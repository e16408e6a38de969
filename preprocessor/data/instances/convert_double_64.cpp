#include "data/convert_entries.h"

template insum::data::Conversion insum::data::convert_entries<double, std::int64_t>(
    Entries<double, std::int64_t>&&, const TensorFile&, const TargetFormat&, const std::string&);
