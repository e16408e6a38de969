#pragma once

inline double scale() { return 2; }
