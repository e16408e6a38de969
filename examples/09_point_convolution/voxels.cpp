#include "voxels.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <random>
#include <sstream>
#include <stdexcept>

#ifdef INSUM_HAS_ZLIB  // as insum::runtime says
#include <zlib.h>
#else
#include <fstream>
#endif

namespace {

std::string text_of(const std::string& path) {
  std::string text;
#ifdef INSUM_HAS_ZLIB
  gzFile file = gzopen(path.c_str(), "rb");  // plain files, too
  if (!file) throw std::runtime_error("cannot open " + path);
  char part[1 << 16];
  for (int length = 0; (length = gzread(file, part, sizeof part)) > 0;)
    text.append(part, static_cast<std::size_t>(length));
  gzclose(file);
#else
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot open " + path);
  text.assign(std::istreambuf_iterator<char>(file), {});
#endif
  return text;
}

// Reads a header, and returns how many points follow; without a header, as many as there are lines.
std::size_t point_count(std::istream& in) {
  std::string line;
  std::size_t count = std::string::npos;
  std::getline(in, line);
  if (line.starts_with("OFF")) {
    in >> count;
    std::getline(in, line);
  } else if (line.starts_with("ply")) {
    while (std::getline(in, line) && !line.starts_with("end_header"))
      if (line.starts_with("element vertex")) count = std::stoul(line.substr(14));
  } else {
    in.seekg(0);
  }
  return count;
}

void sort_unique(std::vector<std::int64_t>& keys) {
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
}

}  // namespace

Points read_points(const std::string& path) {
  std::istringstream in(text_of(path));
  const std::size_t count = point_count(in);
  Points points;
  for (std::string line; points.size() < count && std::getline(in, line);) {
    std::istringstream numbers(line);
    std::array<double, 3> point{};
    if (numbers >> point[0] >> point[1] >> point[2]) points.push_back(point);
  }
  if (points.empty()) throw std::runtime_error(path + " has no points in text form");
  return points;
}

Points scanned_torus(int count) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> angle(0, 2 * std::numbers::pi);
  Points points(static_cast<std::size_t>(count));
  for (std::array<double, 3>& point : points) {
    const double around = angle(random), along = angle(random);
    const double radius = 0.3 + 0.02 * std::sin(9 * along), distance = 1 + radius * std::cos(around);
    point = {distance * std::cos(along), distance * std::sin(along), radius * std::sin(around)};
  }
  return points;
}

Voxels voxelise(const Points& points, int resolution) {
  std::array<double, 3> low = points[0], high = points[0];
  for (const std::array<double, 3>& point : points)
    for (std::size_t d = 0; d < 3; ++d)
      low[d] = std::min(low[d], point[d]), high[d] = std::max(high[d], point[d]);
  double longest = 1e-300;
  for (std::size_t d = 0; d < 3; ++d) longest = std::max(longest, high[d] - low[d]);
  Voxels voxels;
  for (const std::array<double, 3>& point : points) {
    const auto coordinate = [&](std::size_t d) {
      return std::min<std::int64_t>(static_cast<std::int64_t>((point[d] - low[d]) / longest * resolution),
                                    resolution - 1);
    };
    voxels.keys.push_back(Voxels::key(coordinate(0), coordinate(1), coordinate(2)));
  }
  sort_unique(voxels.keys);
  return voxels;
}

Voxels halved(const Voxels& voxels) {
  Voxels result;
  for (std::size_t n = 0; n < voxels.keys.size(); ++n)
    result.keys.push_back(Voxels::key(voxels.x(n) / 2, voxels.y(n) / 2, voxels.z(n) / 2));
  sort_unique(result.keys);
  return result;
}
