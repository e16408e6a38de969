#include "data/picture.h"

#include "data/canvas.h"

namespace insum::data {

namespace {

constexpr Color gray = {0x80, 0x80, 0x80, 0xff};

/// Pixels of a cell: small matrices are enlarged, and narrow ones stretched until something is to be seen.
struct CellSize {
  int width, height;
};
CellSize cell_size(const Raster& raster) {
  const int square = std::max(1, 600 / std::max(raster.width, raster.height));
  return {std::max(square, 120 / raster.width), std::max(square, 120 / raster.height)};
}

std::string caption(const Raster& raster) {
  return std::to_string(raster.rows) + " x " + std::to_string(raster.cols) + ", " +
         std::to_string(raster.entries) + (raster.entries == 1 ? " entry" : " entries");
}

std::string base64(const std::string& bytes) {
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    unsigned word = 0;
    for (std::size_t n = 0; n < 3; ++n)
      word = word << 8 | (at + n < bytes.size() ? static_cast<unsigned char>(bytes[at + n]) : 0u);
    for (std::size_t n = 0; n < 4; ++n)
      text += at + n > bytes.size() ? '=' : digits[word >> (18 - 6 * n) & 63];
  }
  return text;
}

std::string text_element(int x, int y, const char* anchor, const std::string& text) {
  return "  <text x=\"" + std::to_string(x) + "\" y=\"" + std::to_string(y) + "\" text-anchor=\"" + anchor +
         "\">" + text + "</text>\n";
}

}  // namespace

std::string draw_png(const Raster& raster) {
  constexpr int margin = 8, line = 2, letter = 2;
  const CellSize cell = cell_size(raster);
  const int width = raster.width * cell.width, height = raster.height * cell.height;
  const std::string text = caption(raster);
  const int text_width = static_cast<int>(text.size()) * 6 * letter;
  Canvas canvas(std::max(width, text_width) + 2 * (margin + line),
                height + 3 * margin + 2 * line + 8 * letter);
  const int left = margin + line, top = margin + line;
  canvas.fill(left - line, top - line, width + 2 * line, line, gray);
  canvas.fill(left - line, top + height, width + 2 * line, line, gray);
  canvas.fill(left - line, top - line, line, height + 2 * line, gray);
  canvas.fill(left + width, top - line, line, height + 2 * line, gray);
  canvas.draw(left, top, cell.width, cell.height, raster);
  canvas.write(left, top + height + line + margin, letter, text, gray);
  return encode_png(canvas);
}

std::string draw_svg(const Raster& raster) {
  const CellSize cell = cell_size(raster);
  const int width = raster.width * cell.width, height = raster.height * cell.height;
  Canvas cells(raster.width, raster.height);
  cells.draw(0, 0, 1, 1, raster);
  constexpr int left = 110, top = 40, right = 30, bottom = 44;  // room for a size of ten digits
  const std::string w = std::to_string(width), h = std::to_string(height);
  const std::string box = "x=\"" + std::to_string(left) + "\" y=\"" + std::to_string(top) + "\" width=\"" +
                          w + "\" height=\"" + h + "\"";
  const int total_width = std::max(left + width + right, left + 420), total_height = top + height + bottom;
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + std::to_string(total_width) + "\" height=\"" +
         std::to_string(total_height) + "\" viewBox=\"0 0 " + std::to_string(total_width) + " " +
         std::to_string(total_height) +
         "\" font-family=\"sans-serif\" font-size=\"16\" fill=\"#808080\">\n  <title>" + caption(raster) +
         "</title>\n  <image " + box +
         " preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\" href=\"data:image/png;base64," +
         base64(encode_png(cells)) + "\"/>\n  <rect " + box +
         " fill=\"none\" stroke=\"#808080\" stroke-width=\"2\"/>\n" +
         text_element(left, top - 12, "middle", "0") +
         text_element(left + width, top - 12, "end", std::to_string(raster.cols)) +
         text_element(left - 12, top + 12, "end", "0") +
         text_element(left - 12, top + height, "end", std::to_string(raster.rows)) +
         text_element(left, top + height + 28, "start", caption(raster)) + "</svg>\n";
}

}  // namespace insum::data
