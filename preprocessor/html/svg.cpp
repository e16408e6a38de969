#include "html/svg.h"

#include "html/escape.h"

namespace insum::html {

namespace {

std::string number(std::string_view name, int value) { return attribute(name, std::to_string(value)); }

}  // namespace

int text_width(std::string_view text) { return static_cast<int>(width_of(text)) * letter_width; }

std::string svg(int width, int height, const std::string& title, const std::string& content) {
  return "<svg role=\"img\"" + attribute("aria-label", title) + number("width", width) +
         number("height", height) +
         attribute("viewBox", "0 0 " + std::to_string(width) + " " + std::to_string(height)) + ">\n" +
         content + "</svg>\n";
}

std::string svg_text(int x, int y, std::string_view css_class, std::string_view text) {
  return "<text" + attribute("class", css_class) + number("x", x) + number("y", y) + ">" + escape(text) +
         "</text>\n";
}

std::string svg_box(int x, int y, int width, int height, int radius, std::string_view css_class) {
  return "<rect" + attribute("class", css_class) + number("x", x) + number("y", y) + number("width", width) +
         number("height", height) + number("rx", radius) + "/>\n";
}

std::string svg_path(std::string_view path, std::string_view css_class) {
  return "<path" + attribute("class", css_class) + attribute("d", path) + "/>\n";
}

std::string svg_dot(int x, int y, int radius, std::string_view css_class) {
  return "<circle" + attribute("class", css_class) + number("cx", x) + number("cy", y) + number("r", radius) +
         "/>\n";
}

}  // namespace insum::html
