// Pictures of patterns. Backgrounds are transparent and colours of middling brightness, so that a picture can
// be read on light and on dark pages.
#pragma once
#include <string>

#include "data/raster.h"

namespace insum::data {

/// The whole picture as a PNG file: the cells, the darker the fuller, in a frame, and a line that says the
/// sizes.
std::string draw_png(const Raster& raster);

/// ... as an SVG file, with the sizes at the axes.
std::string draw_svg(const Raster& raster);

}  // namespace insum::data
