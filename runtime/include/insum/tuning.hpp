// The lengths of tiles that kernels choose when they run: what `tile(auto)` puts into a program.
#pragma once
#include "tuning/tiles.hpp"
