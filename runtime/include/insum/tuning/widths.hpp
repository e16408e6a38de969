// The widths that launches of kernels for CUDA can have: variants that are in a program from the start.
#pragma once
#include <cstdint>

namespace insum::tuning {

/// The largest of the powers of two that numbers are rounded up to: that of a launch whose iterations only
/// the device knows. Twice as much is a number, too.
inline constexpr std::int64_t unknown_size = std::int64_t{1} << 61;

/// Powers of two, between which a width is chosen.
struct bounds {
  std::int64_t least, most;
};

/// A number that says how a launch is cut.
struct width {
  const char* name;
  bounds between;
};

inline constexpr width group_widths[] = {{"lanes", {1, 32}}, {"threads", {64, 256}}};
inline constexpr width lane_widths[] = {{"threads", {64, 256}}};
/// Of a matrix product: a block's tile of the result, and how many steps of the depth are on their way while
/// one is multiplied.
inline constexpr width product_widths[] = {
    {"tile rows", {32, 128}}, {"tile columns", {32, 128}}, {"steps ahead", {2, 4}}};
/// ... of factors of 16 bits, which warpgroups may multiply, too.
inline constexpr width warpgroup_product_widths[] = {
    {"tile rows", {32, 128}}, {"tile columns", {32, 256}}, {"steps ahead", {2, 4}}};
inline constexpr std::int64_t most_tile_elements_far_ahead = 2048;  // of the result

/// A program of which all is compiled with INSUM_FEW_TILES has four variants of a matrix product in place of
/// fourteen, which its compiler finishes in a fraction of the time.
#ifdef INSUM_FEW_TILES
inline constexpr bool has_few_tiles = true;
#else
inline constexpr bool has_few_tiles = false;
#endif

/// Whether there is a kernel for these widths of a matrix product, each within its bounds. Blocks with large
/// tiles multiply so much in a step that two steps are enough to wait for the next.
inline constexpr bool is_product_variant(std::int64_t rows, std::int64_t columns, std::int64_t ahead) {
  if (has_few_tiles) return rows == columns && ahead == 2;
  return columns <= 128 && (ahead == 2 || (ahead == 4 && rows * columns <= most_tile_elements_far_ahead));
}

/// Whether these are widths of a tile that warpgroups multiply, by instructions that only some devices have.
/// Its steps are twice as deep: two of them are on their way.
inline constexpr bool is_warpgroup_variant(std::int64_t rows, std::int64_t columns, std::int64_t ahead) {
  return rows == 128 && columns >= (has_few_tiles ? 256 : 128) && ahead == 4;
}

}  // namespace insum::tuning
