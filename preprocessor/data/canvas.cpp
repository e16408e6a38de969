#include "data/canvas.h"

#include <png.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace insum::data {

namespace {

/// Letters of 5 x 7 dots: a byte a row, the lowest bit at the right.
struct Glyph {
  char letter;
  std::array<std::uint8_t, 7> rows;
};
constexpr Glyph glyphs[] = {
    {'0', {14, 17, 19, 21, 25, 17, 14}}, {'1', {4, 12, 4, 4, 4, 4, 14}},
    {'2', {14, 17, 1, 2, 4, 8, 31}},     {'3', {31, 2, 4, 2, 1, 17, 14}},
    {'4', {2, 6, 10, 18, 31, 2, 2}},     {'5', {31, 16, 30, 1, 1, 17, 14}},
    {'6', {6, 8, 16, 30, 17, 17, 14}},   {'7', {31, 1, 2, 4, 8, 8, 8}},
    {'8', {14, 17, 17, 14, 17, 17, 14}}, {'9', {14, 17, 17, 15, 1, 2, 12}},
    {'x', {0, 0, 17, 10, 4, 10, 17}},    {',', {0, 0, 0, 0, 12, 4, 8}},
    {'e', {0, 0, 14, 17, 31, 16, 14}},   {'n', {0, 0, 22, 25, 17, 17, 17}},
    {'t', {8, 8, 28, 8, 8, 9, 6}},       {'r', {0, 0, 22, 25, 16, 16, 16}},
    {'i', {4, 0, 12, 4, 4, 4, 14}},      {'s', {0, 0, 14, 16, 14, 1, 30}},
    {'y', {0, 0, 17, 17, 15, 1, 14}},
};

}  // namespace

void Canvas::fill(int left, int top, int width, int height, Color color) {
  for (int y = std::max(top, 0); y < std::min(top + height, height_); ++y)
    for (int x = std::max(left, 0); x < std::min(left + width, width_); ++x)
      std::copy(color.begin(), color.end(), pixels_.begin() + (std::ptrdiff_t{y} * width_ + x) * 4);
}

void Canvas::write(int left, int top, int scale, const std::string& text, Color color) {
  for (const char letter : text) {
    for (const Glyph& glyph : glyphs) {
      if (glyph.letter != letter) continue;
      for (int y = 0; y < 7; ++y)
        for (int x = 0; x < 5; ++x)
          if (glyph.rows[static_cast<std::size_t>(y)] >> (4 - x) & 1)
            fill(left + x * scale, top + y * scale, scale, scale, color);
    }
    left += 6 * scale;
  }
}

void Canvas::draw(int left, int top, int cell_width, int cell_height, const Raster& raster) {
  double fullest = 0;
  const auto share = [&](int x, int y) {
    const std::size_t at =
        static_cast<std::size_t>(y) * static_cast<std::size_t>(raster.width) + static_cast<std::size_t>(x);
    return static_cast<double>(raster.counts[at]) / raster.area(x, y);
  };
  for (int y = 0; y < raster.height; ++y)
    for (int x = 0; x < raster.width; ++x) fullest = std::max(fullest, share(x, y));
  for (int y = 0; y < raster.height; ++y)
    for (int x = 0; x < raster.width; ++x) {
      const double full = share(x, y);
      if (full == 0) continue;
      // A cell with one entry among thousands has to be seen too.
      const double opacity = 0.4 + 0.6 * std::sqrt(full / fullest);
      fill(left + x * cell_width, top + y * cell_height, cell_width, cell_height,
           {0x3b, 0x82, 0xc4, static_cast<std::uint8_t>(std::lround(255 * opacity))});
    }
}

std::string encode_png(const Canvas& canvas) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(canvas.width());
  image.height = static_cast<png_uint_32>(canvas.height());
  image.format = PNG_FORMAT_RGBA;
  const auto fail = [&] { throw std::runtime_error(std::string("libpng: ") + image.message); };
  png_alloc_size_t size = 0;
  if (png_image_write_to_memory(&image, nullptr, &size, 0, canvas.pixels().data(), 0, nullptr) == 0) fail();
  std::string bytes(size, '\0');
  if (png_image_write_to_memory(&image, bytes.data(), &size, 0, canvas.pixels().data(), 0, nullptr) == 0)
    fail();
  bytes.resize(size);
  return bytes;
}

}  // namespace insum::data
