// The few elements of SVG that drawings are made of. Colours come from page.css by class.
#pragma once
#include <string>
#include <string_view>

namespace insum::html {

/// Pixels that a letter of the drawings takes, in the font and size that page.css gives them.
constexpr int letter_width = 8;
int text_width(std::string_view text);

/// An <svg> of this size around `content`, as wide on the page as it is drawn.
std::string svg(int width, int height, const std::string& title, const std::string& content);
std::string svg_text(int x, int y, std::string_view css_class, std::string_view text);
std::string svg_box(int x, int y, int width, int height, int radius, std::string_view css_class);
/// A line, or a bent one, in the syntax of <path>: "M0 0 V10 H5".
std::string svg_path(std::string_view path, std::string_view css_class);
std::string svg_dot(int x, int y, int radius, std::string_view css_class);

}  // namespace insum::html
