// equivariant<lmax>_<channels>: the tensor product of examples/10_equivariant_product, batches of 10000.
#include "../examples/10_equivariant_product/product.hpp"
#include "applications.hpp"
#include "product_cases.hpp"

namespace bench {

namespace {

struct tensor_product_case {
  Coupling coupling;
  Features X, Z;
  Harmonics Y;
  Weights W;
};

work work_of(int lmax, int channels) {
  constexpr int batch = 10000;
  const Coupling C = couple(lmax);
  const auto of = std::make_shared<tensor_product_case>(tensor_product_case{
      C, Features({batch, C.components, channels}), Features({batch, C.components, channels}),
      Harmonics({batch, C.components}), Weights({C.paths, channels, channels})});
  fill(of->X), fill(of->Y), fill(of->W);
  work w;
  const double per_channel = static_cast<double>(C.entries()) + C.rows() * static_cast<double>(channels);
  w.flops = 2 * per_channel * channels * batch;
  w.bytes = 4.0 * static_cast<double>(2 * of->X.vals.size() + of->Y.vals.size() + of->W.vals.size());
  w.turn = product_turn;
  const auto result = compared(std::make_shared<comparison<Features>>(16 * channels), of->Z);
  w.forms = {
      {"insum", [of] { generated::tensor_product(of->coupling, of->X, of->Y, of->W, of->Z); }, result},
      {"loops", [of] { handwritten::tensor_product(of->coupling, of->X, of->Y, of->W, of->Z); }, result}};
  return w;
}

}  // namespace

void add_tensor_products() {
  for (const int threads : thread_counts())
    for (const int lmax : {1, 2, 3})
      for (const int channels : {16, 32, 64})
        add(
            "equivariant" + std::to_string(lmax) + "_" + std::to_string(channels) + "/random/float/" +
                std::to_string(threads),
            threads, [=] { return work_of(lmax, channels); }, duration::by_options);
}

}  // namespace bench
