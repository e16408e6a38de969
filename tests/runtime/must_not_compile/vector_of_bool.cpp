#include <insum/insum.hpp>

#ifdef FIXED
using flags = insum::dense<bool, 1>;
#else
using flags = std::vector<bool>;
#endif
auto* pointer(flags& f) { return insum::storage<flags>::array<0>(f); }
