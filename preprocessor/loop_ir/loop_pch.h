// What most files of this folder and of passes/ include.
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

#include "loop_ir/loop_ir.h"
#include "loop_ir/rewrite.h"
