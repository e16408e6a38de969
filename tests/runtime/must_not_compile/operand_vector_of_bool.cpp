#include <insum/insum.hpp>
#include <insum/rt/kernel.hpp>
#include <vector>

#ifdef FIXED
std::vector<char> flags;
#else
std::vector<bool> flags;
#endif
const void* first = insum::rt::data(flags);
