// What most files of this folder and of those above it include.
#pragma once
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "index_ir/algebra.h"
#include "index_ir/index_ir.h"
#include "index_ir/nest.h"
#include "index_ir/rewrite.h"
