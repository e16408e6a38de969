// rulebook: the rules of a submanifold convolution of a scan, found and put into groups on the device.
#include "../../examples/09_point_convolution/rulebook.hpp"

#include <memory>

#include "cases.hpp"
#include "device_data.hpp"

namespace bench::gpu {

namespace {

struct device_places {
  vector<int> x, y, z;
  places_view view() const { return {span_of(x), span_of(y), span_of(z)}; }
  double bytes() const { return static_cast<double>(x.bytes() + y.bytes() + z.bytes()); }
};

device_places places_of(const Voxels& voxels) {
  std::vector<int> x, y, z;
  for (std::size_t n = 0; n < voxels.keys.size(); ++n)
    x.push_back(voxels.x(n)), y.push_back(voxels.y(n)), z.push_back(voxels.z(n));
  return {upload(x), upload(y), upload(z)};
}

device_places all_ways() {
  std::vector<int> x, y, z;
  for (int r = 0; r < 27; ++r) x.push_back(r / 9), y.push_back(r / 3 % 3), z.push_back(r % 3);
  return {upload(x), upload(y), upload(z)};
}

struct device_tree {
  int size;
  vector<int> xpos, x, ypos, y, zpos, z, number;
  explicit device_tree(const Tree& from)
      : size(from.size),
        xpos(upload(from.xpos)),
        x(upload(from.x)),
        ypos(upload(from.ypos)),
        y(upload(from.y)),
        zpos(upload(from.zpos)),
        z(upload(from.z)),
        number(upload(from.number)) {}
  tree_view view() const {
    return {size,       span_of(xpos), span_of(x), span_of(ypos),
            span_of(y), span_of(zpos), span_of(z), span_of(number)};
  }
  double bytes() const {
    return static_cast<double>(xpos.bytes() + x.bytes() + ypos.bytes() + y.bytes() + zpos.bytes() +
                               z.bytes() + number.bytes());
  }
};

struct rulebook {
  Rulebook wanted, book;  // the arrays of `book` are these
  device_tree tree;
  device_places ways, outputs;
  device_rows<int> matches;
  matrix<int> input, output;
  matrix<half> share;

  explicit rulebook(const Voxels& voxels)
      : wanted(make_rules(voxels, voxels, 1, 32)),
        tree(make_tree(voxels)),
        ways(all_ways()),
        outputs(places_of(voxels)) {
    matches.shape = {27, static_cast<std::int64_t>(voxels.keys.size())};
  }

  /// The host reads how many rules each way has, and no more.
  void make() {
    find_rules(tree.view(), 1, ways.view(), outputs.view(), matches);
    const insum::dense<int, 1> pos = insum::to_host(matches.pos.tensor());
    const GroupPlan plan = plan_groups(std::span(pos.data(), 28), wanted.size, book);
    const vector<int> begin = upload(plan.begin), length = upload(plan.length);
    const std::array<std::int64_t, 2> shape = {book.groups, book.size};
    input = matrix<int>(shape), output = matrix<int>(shape), share = matrix<half>(shape);
    fill_groups(matches, span_of(begin), span_of(length), input, output, share);
  }

  /// Rules that fill up groups may differ.
  bool is_right() const {
    if (book.first != wanted.first || book.offset != wanted.offset) return false;
    const insum::dense<int, 2> in = insum::to_host(input), out = insum::to_host(output);
    const insum::dense<half, 2> shares = insum::to_host(share);
    for (std::size_t p = 0; p < wanted.share.size(); ++p) {
      if (static_cast<float>(shares.vals[p]) != wanted.share[p]) return false;
      if (wanted.share[p] != 0 && (in.vals[p] != wanted.input[p] || out.vals[p] != wanted.output[p]))
        return false;
    }
    return true;
  }

  /// Coordinates once, and a rulebook.
  double bytes() const {
    const double slots = static_cast<double>(wanted.input.size());
    return tree.bytes() + ways.bytes() + outputs.bytes() + slots * (2 * sizeof(int) + sizeof(half));
  }
};

}  // namespace

kernel_case rulebook_case(const Points& points, int resolution) {
  const auto on = std::make_shared<rulebook>(voxelise(points, resolution));
  kernel_case made;
  made.bytes = on->bytes();
  made.call = [on] { on->make(); };
  made.error = [on] { return on->is_right() ? 0.0 : 2.0; };
  made.forget = [on] { on->input = {}, on->output = {}, on->share = {}; };
  return made;
}

}  // namespace bench::gpu
