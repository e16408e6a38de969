// Stands in for CUB's header.
#pragma once

#include "../../emulated/cub.hpp"
