// The runtime library of insum.
#pragma once
#include "advise.hpp"
#include "convert.hpp"
#include "core/buffer.hpp"
#include "core/errors.hpp"
#include "core/parse_error.hpp"
#include "core/types.hpp"
#include "decompose.hpp"
#include "formats.hpp"
#include "invalidate.hpp"
#include "io.hpp"
#include "required.hpp"
#include "storage.hpp"
