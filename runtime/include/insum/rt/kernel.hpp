// What generated kernels include. It must stay cheap: see the include budget in docs/runtime_kernels.md.
#pragma once

#include "args.hpp"
#include "assemble.hpp"
#include "checks.hpp"
#include "coordinates.hpp"
#include "copy_levels.hpp"
#include "grow.hpp"
#include "join.hpp"
#include "list_checks.hpp"
#include "loops.hpp"
#include "parallel.hpp"
#include "refresh.hpp"
#include "row_writer.hpp"
#include "scatter.hpp"
#include "search.hpp"
#include "simd.hpp"
#include "workspace.hpp"
