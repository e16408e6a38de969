// Stands in for CUB's header: device-wide calls only.
#pragma once

#include "../emulated/cub.hpp"
