#include <insum/rt/kernel.hpp>
