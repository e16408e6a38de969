#include "data/convert_entries.h"

template insum::data::Conversion insum::data::convert_entries<double, std::int32_t>(
    Entries<double, std::int32_t>&&, const TensorFile&, const TargetFormat&, const std::string&);
