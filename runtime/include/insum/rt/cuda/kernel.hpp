// What generated CUDA files include.
#pragma once

#include "../../core/types.hpp"
#include "../index.hpp"
#include "../scalar.hpp"
#include "../search.hpp"
#include "../sizes.hpp"
#include "arrays.hpp"
#include "atomic.hpp"
#include "bound.hpp"
#include "complex.hpp"
#include "group.hpp"
#include "launch.hpp"
#include "long_rows.hpp"
#include "product.hpp"
