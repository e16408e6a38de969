#include <insum/insum.hpp>
#include <string>

#ifdef FIXED
insum::buffer<int> values;
#else
insum::buffer<std::string> values;
#endif
