// Register tiles: everything that the inner loops of generated kernels are made of.
#pragma once

#include "atomic.hpp"
#include "ops.hpp"
#include "pack.hpp"
#include "row_tiles.hpp"
