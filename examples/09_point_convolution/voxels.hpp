#pragma once
#include <array>
#include <cstdint>
#include <string>
#include <vector>

using Points = std::vector<std::array<double, 3>>;

// The cubes of a grid that hold a point, each once and in the order of their keys. A key is linear in the
// coordinates, so that a neighbour's key is the key plus that of the way there; coordinates are below 2^20.
struct Voxels {
  std::vector<std::int64_t> keys;

  static std::int64_t key(std::int64_t x, std::int64_t y, std::int64_t z) {
    return (x << 40) + (y << 20) + z;
  }
  int x(std::size_t n) const { return static_cast<int>(keys[n] >> 40); }
  int y(std::size_t n) const { return static_cast<int>(keys[n] >> 20 & 0xfffff); }
  int z(std::size_t n) const { return static_cast<int>(keys[n] & 0xfffff); }
};

// The vertices of a file, plain or gzip: OFF, PLY in ASCII, or lines that begin with three numbers. Throws
// std::runtime_error where there are none.
Points read_points(const std::string& path);

// So many points of a torus with waves on it.
Points scanned_torus(int count);

// A grid of `resolution` cubes along the longest side of the points' bounding box.
Voxels voxelise(const Points& points, int resolution);

// The cubes of twice the side that hold one of these.
Voxels halved(const Voxels& voxels);
