// An array of pixels, and what is drawn on it.
#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "data/raster.h"

namespace insum::data {

using Color = std::array<std::uint8_t, 4>;  // red, green, blue, opacity

class Canvas {
 public:
  Canvas(int width, int height)
      : width_(width),
        height_(height),
        pixels_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 4, 0) {}

  int width() const { return width_; }
  int height() const { return height_; }
  const std::vector<std::uint8_t>& pixels() const { return pixels_; }

  /// Fills a rectangle; what lies outside of the canvas is left out.
  void fill(int left, int top, int width, int height, Color color);
  /// Writes with an alphabet of digits and few letters; `scale` is the size of a dot. A letter is 6 x 8 dots.
  void write(int left, int top, int scale, const std::string& text, Color color);
  /// Draws the cells of a raster, each of so many pixels.
  void draw(int left, int top, int cell_width, int cell_height, const Raster& raster);

 private:
  int width_, height_;
  std::vector<std::uint8_t> pixels_;
};

/// The bytes of a PNG file.
std::string encode_png(const Canvas& canvas);

}  // namespace insum::data
