// rulebook, and convolution<channels>: a submanifold convolution of a scan; equivariant<lmax>_<channels>: a
// tensor product.
#include <cstdio>
#include <filesystem>
#include <memory>

#include "../../examples/09_point_convolution/rulebook.hpp"
#include "../../examples/10_equivariant_product/coupling.hpp"
#include "cases.hpp"
#include "device_data.hpp"
#include "hand_written.hpp"
#ifdef INSUM_BENCH_PEERS
#include "peers.hpp"
#endif

namespace bench::gpu {

namespace {

struct device_rules {
  Rulebook host;
  insum::device_dense<int, 1> offset, input, output;
  insum::device_dense<half, 1> share;

  explicit device_rules(const Rulebook& from)
      : host(from),
        offset(upload_as<int>(from.offset)),
        input(upload_as<int>(from.input)),
        output(upload_as<int>(from.output)),
        share(upload_as<half>(from.share)) {}
  rules_view view() const {
    return {host.groups, host.size, span_of(offset), span_of(input), span_of(output), span_of(share)};
  }
  double bytes() const {
    return static_cast<double>(offset.bytes() + input.bytes() + output.bytes() + share.bytes());
  }
};

struct convolution {
  device_rules rules;
  mirrored<half, 2> in;
  mirrored<half, 3> W;
  matrix<float> out;
};

/// Row o of the result: of all rules, those that lead to o.
void add_row(const convolution& of, std::int64_t o, std::vector<double>& row) {
  const Rulebook& rules = of.rules.host;
  for (std::size_t p = 0; p < rules.output.size(); ++p) {
    if (rules.output[p] != o || rules.share[p] == 0) continue;
    const int r = rules.offset[p / static_cast<std::size_t>(rules.size)];
    for (std::int64_t c = 0; c < of.in.host.size(1); ++c)
      for (std::int64_t m = 0; m < of.W.host.size(2); ++m)
        row[static_cast<std::size_t>(m)] +=
            static_cast<double>(of.in.host(rules.input[p], c)) * static_cast<float>(of.W.host(r, c, m));
  }
}

kernel_case convolution_case(const Points& points, int resolution, int channels) {
  const Voxels voxels = voxelise(points, resolution);
  const auto n = static_cast<std::int64_t>(voxels.keys.size());
  const auto on = std::make_shared<convolution>(
      convolution{device_rules(make_rules(voxels, voxels, 1, 32)), random_tensor<half, 2>({n, channels}),
                  random_tensor<half, 3>({27, channels, channels}), matrix<float>({n, channels})});
  kernel_case made;
  made.flops = 2.0 * static_cast<double>(on->rules.host.rules) * channels * channels;
  made.bytes =
      on->rules.bytes() + static_cast<double>(on->in.device.bytes() + on->W.device.bytes() + on->out.bytes());
  made.call = [on] { convolve(on->rules.view(), on->in.device, on->W.device, on->out); };
  made.forget = [on] { forget(on->out); };
#ifdef INSUM_BENCH_PEERS
  made.rivals.push_back({"steps", peers::gather_multiply_scatter(on->rules.view(), on->rules.host.first,
                                                                 on->in.device, on->W.device, on->out)});
#endif
  made.error = [on, channels] {
    return largest_error(on->out, 27 * channels,
                         [&](std::int64_t o, std::vector<double>& row) { add_row(*on, o, row); });
  };
  return made;
}

struct device_coupling {
  Coupling host;
  insum::device_dense<int, 1> pos, first, second, component, path;
  insum::device_dense<float, 1> value;

  explicit device_coupling(const Coupling& from)
      : host(from),
        pos(upload_as<int>(from.pos)),
        first(upload_as<int>(from.first)),
        second(upload_as<int>(from.second)),
        component(upload_as<int>(from.component)),
        path(upload_as<int>(from.path)),
        value(upload_as<float>(from.value)) {}
  coupling_view view() const {
    return {host.rows(),     host.components, span_of(pos),       span_of(first),
            span_of(second), span_of(value),  span_of(component), span_of(path)};
  }
};

struct coupled {
  device_coupling C;
  mirrored<float, 3> X, W;
  mirrored<float, 2> Y;
  tensor3<float> Z;
};

/// Z[b, k, ...] as a row.
void add_row(const coupled& of, std::int64_t b, std::int64_t k, std::vector<double>& row) {
  const Coupling& C = of.C.host;
  for (std::size_t r = 0; r < C.component.size(); ++r) {
    if (C.component[r] != k) continue;
    for (int p = C.pos[r]; p < C.pos[r + 1]; ++p) {
      const auto at = static_cast<std::size_t>(p);
      for (std::int64_t u = 0; u < of.X.host.size(2); ++u) {
        const double t =
            static_cast<double>(C.value[at]) * of.X.host(b, C.first[at], u) * of.Y.host(b, C.second[at]);
        for (std::int64_t w = 0; w < of.W.host.size(2); ++w)
          row[static_cast<std::size_t>(w)] += t * of.W.host(C.path[r], u, w);
      }
    }
  }
}

kernel_case equivariant_case(int lmax, int channels, std::int64_t batch) {
  const Coupling C = couple(lmax);
  const auto on = std::make_shared<coupled>(coupled{
      device_coupling(C), random_tensor<float, 3>({batch, C.components, channels}),
      random_tensor<float, 3>({C.paths, channels, channels}), random_tensor<float, 2>({batch, C.components}),
      tensor3<float>({batch, C.components, channels})});
  kernel_case made;
  const double each = static_cast<double>(C.entries()) + C.rows() * static_cast<double>(channels);
  made.flops = 2 * each * channels * static_cast<double>(batch);
  made.bytes =
      static_cast<double>(on->X.device.bytes() + on->Y.device.bytes() + on->W.device.bytes() + on->Z.bytes());
  made.call = [on] { tensor_product(on->C.view(), on->X.device, on->Y.device, on->W.device, on->Z); };
  made.forget = [on] { forget(on->Z); };
  made.rivals.push_back(
      {"loops",
       [on] { loops::tensor_product(on->C.view(), on->X.device, on->Y.device, on->W.device, on->Z); }});
  made.error = [on, channels] {
    const std::int64_t components = on->Z.size(1);
    return largest_error(on->Z, 16 * channels, [&](std::int64_t at, std::vector<double>& row) {
      add_row(*on, at / components, at % components, row);
    });
  };
  return made;
}

}  // namespace

void add_applications(std::vector<named_case>& to, const std::string& data, scale size) {
  const bool whole = size == scale::device;
  const std::string name = whole ? "building" : "kitten";
  const std::string path = data + "/points/" + (whole ? "building.ply.gz" : "kitten.xyz.gz");
  const int resolution = whole ? 256 : 8;
  const int points = whole ? 200000 : 1000;
  if (std::filesystem::exists(path))
    to.push_back({"rulebook/" + name + "/int", [=] { return rulebook_case(read_points(path), resolution); }});
  to.push_back({"rulebook/torus/int", [=] { return rulebook_case(scanned_torus(points), resolution); }});
  for (const int channels : whole ? std::vector<int>{32, 64, 128, 256} : std::vector<int>{32, 128}) {
    const std::string kernel = "convolution" + std::to_string(channels);
    if (!std::filesystem::exists(path))
      std::printf("%s/%s: skipped, no file\n", kernel.c_str(), name.c_str());
    else
      to.push_back({kernel + "/" + name + "/half",
                    [=] { return convolution_case(read_points(path), resolution, channels); }});
    to.push_back({kernel + "/torus/half",
                  [=] { return convolution_case(scanned_torus(points), resolution, channels); }});
  }
  for (const int lmax : whole ? std::vector<int>{1, 2, 3} : std::vector<int>{1, 2})
    for (const int channels : whole ? std::vector<int>{16, 32, 64} : std::vector<int>{16})
      to.push_back({"equivariant" + std::to_string(lmax) + "_" + std::to_string(channels) + "/random/float",
                    [=] { return equivariant_case(lmax, channels, whole ? 10000 : 64); }});
}

}  // namespace bench::gpu
