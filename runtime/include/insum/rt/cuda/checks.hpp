// What files for CUDA need that check copies of arrays in a device's memory.
#pragma once
#include "../checks.hpp"
#include "../list_checks.hpp"
#include "../triangle_checks.hpp"
