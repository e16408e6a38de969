// Parallel loops and the launches that become of them.
#include <doctest/doctest.h>

#include "emit/c_printer.h"
#include "loop_fixture.h"
#include "passes/map_to_grid.h"

using namespace insum;
using namespace insum::loops;

namespace {

ExprPtr element(const std::string& array, ExprPtr index) {
  return make_expr(Load{name(array, f64), std::move(index)}, f64);
}
StmtPtr set(ExprPtr target, ExprPtr value) {
  return make_stmt(Update{std::move(target), Combine::store, std::move(value)});
}
StmtPtr on_lanes(const std::string& variable, const ExprPtr& end, Body body) {
  For n{variable, integer(0), end, std::move(body), false, {}, 1};
  n.lanes = true, n.trips = end;
  return make_stmt(std::move(n));
}
ParallelFor parallel(const std::string& variable, const ExprPtr& end, Body body) {
  ParallelFor n;
  n.chunk_begin = variable + "_begin", n.chunk_end = variable + "_end";
  n.begin = integer(0), n.end = end, n.weight = integer(1);
  n.body = {loop(variable, name(n.chunk_begin), name(n.chunk_end), std::move(body))};
  return n;
}

std::string mapped(Body body, const std::string& on_device = "") {
  Kernel kernel;
  if (!on_device.empty()) {
    ArrayUse& use = kernel.arrays.emplace_back();
    use.name = use.parameter = on_device;
    use.on_device = true;
  }
  const auto add = [&](Parameter::Kind kind, const char* name, const Type& type) {
    Parameter& parameter = kernel.parameters.emplace_back();
    parameter.kind = kind, parameter.name = name, parameter.type = type;
  };
  for (const char* size : {"m", "n"}) add(Parameter::Kind::size, size, {});
  for (const char* array : {"a", "y"}) {
    add(Parameter::Kind::array, array, f64);
    ArrayUse& use = kernel.arrays.emplace_back();
    use.name = use.parameter = array, use.count = mul(name("m"), name("n"));
  }
  kernel.body = std::move(body);
  return emit::to_cpp(passes::map_to_grid(kernel).body);
}

}  // namespace

TEST_CASE("iterations are given to groups in steps") {
  CHECK(mapped({make_stmt(parallel("i", name("m"), {set(element("y", name("i")), integer(1))}))}) ==
        R"(launch group(items: m, lanes: 1) {
  for (std::int64_t i = group.index(); i < m; i += group.count()) {
    y[i] = 1;
  }
}
)");
}

TEST_CASE("a sparse result has a part for each group, which has a stretch of the loop") {
  ParallelFor n =
      parallel("i", name("m"), {make_stmt(Effect{invoke("part.template level<0>().push", {name("i")})})});
  n.assembly = Assembly{"parts", "part", f64, {{"", "int"}}, nullptr, {integer(0)}, integer(1), false};
  const std::string bounds = R"(  const std::int64_t i_begin = group.part_begin(0, m);
  const std::int64_t i_end = group.part_end(0, m);
)",
                    rest = R"(  if (i_begin < i_end) {
    for (std::int64_t i = i_begin; i < i_end; ++i) {
      part.template level<0>().push(i);
    }
  }
}
)";
  CHECK(mapped({make_stmt(n)}) ==
        "launch group(items: m, lanes: 1) {  // counts, then fills part\n" + bounds + rest);
  n.balance = ParallelFor::Balance::segments, n.coordinates = name("a");
  CHECK(mapped({make_stmt(n)}).find("start_of_run(a, 0, m, group.part_begin(0, m))") != std::string::npos);
}

TEST_CASE("rows of a sparse result are collected in memory of each group") {
  ParallelFor n = parallel("i", name("m"),
                           {on_lanes("j", name("n"), {make_stmt(Effect{invoke("row.update", {name("j")})})}),
                            make_stmt(Effect{invoke("row.update", {name("i")})}),
                            make_stmt(Effect{invoke("row.drain", {name("i")})})});
  Construct row{};
  row.name = "row", row.type = f64, row.op = Combine::add, row.size = name("n");
  n.body.insert(n.body.begin(), make_stmt(row));
  CHECK_THROWS_AS(mapped({make_stmt(n)}), passes::Unmappable);
  n.assembly = Assembly{"parts", "part", f64, {{"", "int"}}, nullptr, {integer(0)}, integer(1), false};
  CHECK(mapped({make_stmt(n)}) == R"(const std::int64_t row_bits_count = insum::rt::cuda::row_bits(n);
launch group(items: m, lanes: insum::rt::cuda::lanes_for(n)) {  // counts, then fills part
  scratch double row_values[n];
  scratch std::uint32_t row_bits[row_bits_count];
  const std::int64_t i_begin = group.part_begin(0, m);
  const std::int64_t i_end = group.part_end(0, m);
  if (i_begin < i_end) {
    auto row = insum::rt::cuda::row_for<double, insum::rt::op_add>(part, group, row_values, row_bits, n);
    for (std::int64_t i = i_begin; i < i_end; ++i) {
      for (std::int64_t j = group.lane(); j < n; j += group.lanes()) {
        row.update(j);
      }
      group.sync();
      if (group.leads()) {
        row.update(i);
      }
      group.sync();
      row.drain(i);
    }
  }
}
)");
}

TEST_CASE("a loop on lanes is divided, four iterations at a time, and its sum is that of all lanes") {
  const ExprPtr sum = name("s", f64);
  CHECK(mapped({make_stmt(parallel(
            "i", name("m"),
            {make_stmt(Declare{f64, "s", integer(0), false, ""}),
             on_lanes("j", name("n"), {make_stmt(Update{sum, Combine::add, element("x", name("j"))})}),
             set(element("y", name("i")), sum)}))}) ==
        R"(launch group(items: m, lanes: insum::rt::cuda::lanes_for(n)) {
  for (std::int64_t i = group.index(); i < m; i += group.count()) {
    double s = 0;
    double s_lane = insum::rt::op_add::identity<double>();
    const std::int64_t j_wide = group.wide_end(0, n, 4);
    for (std::int64_t j = group.lane(); j < j_wide; j += 4 * group.lanes()) {
      const std::int64_t j_1 = j + group.lanes();
      const std::int64_t j_2 = j_1 + group.lanes();
      const std::int64_t j_3 = j_2 + group.lanes();
      const double x_element = x[j];
      const double x_element_1 = x[j_1];
      const double x_element_2 = x[j_2];
      const double x_element_3 = x[j_3];
      s_lane += x_element;
      s_lane += x_element_1;
      s_lane += x_element_2;
      s_lane += x_element_3;
    }
    if (j_wide + group.lane() < n) {
      const std::int64_t j = j_wide + group.lane();
      const std::uint32_t j_left = insum::rt::cuda::low_bits(n) - insum::rt::cuda::low_bits(j);
      const bool has_j_1 = insum::rt::cuda::low_bits(group.lanes()) < j_left;
      const std::int64_t j_1_2 = j + insum::rt::cuda::low_bits(group.lanes());
      const bool has_j_2 = 2u * insum::rt::cuda::low_bits(group.lanes()) < j_left;
      const std::int64_t j_2_2 = j + 2u * insum::rt::cuda::low_bits(group.lanes());
      const bool has_j_3 = 3u * insum::rt::cuda::low_bits(group.lanes()) < j_left;
      const std::int64_t j_3_2 = j + 3u * insum::rt::cuda::low_bits(group.lanes());
      const double x_element = x[j];
      const double x_element_1_2 = has_j_1 ? x[j_1_2] : insum::rt::op_add::identity<double>();
      const double x_element_2_2 = has_j_2 ? x[j_2_2] : insum::rt::op_add::identity<double>();
      const double x_element_3_2 = has_j_3 ? x[j_3_2] : insum::rt::op_add::identity<double>();
      s_lane += x_element;
      if (has_j_1) {
        s_lane += x_element_1_2;
      }
      if (has_j_2) {
        s_lane += x_element_2_2;
      }
      if (has_j_3) {
        s_lane += x_element_3_2;
      }
    }
    s += group.reduce(insum::rt::op_add(), s_lane);
    if (group.leads()) {
      y[i] = s;
    }
  }
}
)");
}

namespace {

/// for i: for j on lanes: { s = 0; for p: s += b[p * n + j]; y[i * n + j] = s }
Body sums_of_columns(const Type& type, const ExprPtr& row) {
  const auto at = [&](const std::string& array, const ExprPtr& line) {
    return make_expr(Load{name(array, type), add(mul(line, row), name("j"))}, type);
  };
  const StmtPtr sum = make_stmt(Update{name("s", type), Combine::add, at("a", name("p"))});
  return {make_stmt(parallel(
      "i", name("m"),
      {on_lanes(
          "j", name("n"),
          {make_stmt(Declare{type, "s", integer(0), false, ""}),
           loop("p", integer(0), name("m"),
                {make_stmt(Declare{type, "c", make_expr(Load{name("k", type), name("p")}, type), true, ""}),
                 sum}),
           set(at("y", name("i")), name("s", type))})}))};
}

}  // namespace

TEST_CASE("lanes have vectors of neighbours where all that they load and store may be one") {
  const std::string text = mapped(sums_of_columns(f64, name("n")));
  CHECK(
      text.substr(0, text.find("if constexpr (!Vectors)")) ==
      R"(launch group(items: m, lanes: insum::rt::cuda::lanes_for(insum::rt::cuda::jammed_trips(n)), of vectors: insum::rt::cuda::lanes_for(insum::rt::cuda::vector_trips(n, 2))) {
  for (std::int64_t i = group.index(); i < m; i += group.count()) {
    if constexpr (Vectors) {
      const std::int64_t j_wide_2 = group.wide_end(0, n, 4);
      for (std::int64_t j = 2 * group.lane(); j < j_wide_2; j += 2 * (2 * group.lanes())) {
        const std::int64_t j_1_3 = j + 1;
        const std::int64_t j_2_3 = j + 2 * group.lanes();
        const std::int64_t j_3_3 = j_2_3 + 1;
        double s = 0;
        double s_1_3 = 0;
        double s_2_3 = 0;
        double s_3_3 = 0;
        for (std::int64_t p = 0; p < m; ++p) {
          const double c = k[p];
          const auto a_vector = insum::rt::cuda::load_vector<2>(a + (insum::rt::cuda::low_bits(p) * insum::rt::cuda::low_bits(n) + insum::rt::cuda::low_bits(j)));
          const auto a_vector_2 = insum::rt::cuda::load_vector<2>(a + (insum::rt::cuda::low_bits(p) * insum::rt::cuda::low_bits(n) + insum::rt::cuda::low_bits(j_2_3)));
          s += a_vector[0];
          s_1_3 += a_vector[1];
          s_2_3 += a_vector_2[0];
          s_3_3 += a_vector_2[1];
        }
        insum::rt::cuda::store_vector(y + (insum::rt::cuda::low_bits(i) * insum::rt::cuda::low_bits(n) + insum::rt::cuda::low_bits(j)), s, s_1_3);
        insum::rt::cuda::store_vector(y + (insum::rt::cuda::low_bits(i) * insum::rt::cuda::low_bits(n) + insum::rt::cuda::low_bits(j_2_3)), s_2_3, s_3_3);
      }
      for (std::int64_t j = j_wide_2 + 2 * group.lane(); j < n; j += 2 * group.lanes()) {
        const std::int64_t j_1_4 = j + 1;
        double s = 0;
        double s_1_4 = 0;
        for (std::int64_t p = 0; p < m; ++p) {
          const double c = k[p];
          const auto a_vector_3 = insum::rt::cuda::load_vector<2>(a + (insum::rt::cuda::low_bits(p) * insum::rt::cuda::low_bits(n) + insum::rt::cuda::low_bits(j)));
          s += a_vector_3[0];
          s_1_4 += a_vector_3[1];
        }
        insum::rt::cuda::store_vector(y + (insum::rt::cuda::low_bits(i) * insum::rt::cuda::low_bits(n) + insum::rt::cuda::low_bits(j)), s, s_1_4);
      }
    }
    )");
}

TEST_CASE("no vectors where rows begin anywhere, or elements are as large as vectors") {
  const auto has_vectors = [](const Body& body) {
    return mapped(body).find("load_vector") != std::string::npos;
  };
  CHECK(has_vectors(sums_of_columns(f64, mul(integer(3), name("n")))));
  CHECK(has_vectors(sums_of_columns(f64, integer(6))));
  CHECK_FALSE(has_vectors(sums_of_columns(f64, integer(3))));
  CHECK_FALSE(has_vectors(sums_of_columns(f64, name("from_an_array"))));
  CHECK_FALSE(has_vectors(sums_of_columns(Type{ElementType::c64, ""}, name("n"))));
}

TEST_CASE("the mean length of rows tells how many lanes there are") {
  For row{"j", integer(0), element("a", name("i")), {set(element("y", name("j")), integer(1))}, false, {}, 1};
  row.lanes = true;
  ParallelFor rows = parallel("i", name("m"), {make_stmt(row)});
  rows.balance = ParallelFor::Balance::prefix;
  rows.prefix_var = "p";
  rows.prefix = add(element("a", name("p")), name("p"));
  CHECK(
      mapped({make_stmt(rows)})
          .starts_with(
              "launch group(items: m, lanes: insum::rt::cuda::lanes_for(m > 0 ? (a[m] - a[0]) / m : 0)) {"));
}

TEST_CASE("arrays of an iteration are arrays of a group, of a length that the host computes") {
  const auto array = [](const char* text, const ExprPtr& count) {
    return make_stmt(Allocate{f64, text, count});
  };
  const ExprPtr product = make_expr(Call{"insum::rt::checked_mul", {name("m"), name("n")}}, {});
  ParallelFor n =
      parallel("i", name("m"), {array("t", name("n")), set(element("t", integer(0)), integer(1))});
  n.body.insert(n.body.begin(), array("u", product));
  CHECK(mapped({make_stmt(n)}) ==
        R"(const std::int64_t u_count = insum::rt::checked_mul(m, n);
launch group(items: m, lanes: 1) {
  scratch double t[n];
  scratch double u[u_count];
  for (std::int64_t i = group.index(); i < m; i += group.count()) {
    t[0] = 1;
  }
}
)");
}

TEST_CASE("conditions and constants of the device stand in each launch, in their order") {
  const ExprPtr stored = make_expr(Binary{"<", name("p"), name("n")}, boolean);
  Body around = {make_stmt(Declare{Type{}, "p", element("a", name("k")), true, ""}),
                 make_stmt(Continue{stored}),
                 make_stmt(Declare{Type{}, "q", element("a", name("p")), true, ""}),
                 make_stmt(parallel("i", name("m"), {set(element("y", name("i")), name("q"))}))};
  CHECK(mapped({loop("k", integer(0), name("n"), around)}) ==
        R"(for (std::int64_t k = 0; k < n; ++k) {
  launch group(items: m, lanes: 1) {
    const std::int64_t p = a[k];
    if (!(p < n)) {
      const std::int64_t q = a[p];
      for (std::int64_t i = group.index(); i < m; i += group.count()) {
        y[i] = q;
      }
    }
  }
}
)");
}

TEST_CASE("statements between loops are launches of one lane, and variables are arrays") {
  CHECK(mapped({make_stmt(Declare{f64, "s", integer(0), false, ""}),
                make_stmt(parallel("i", name("m"), {set(element("y", name("i")), name("s", f64))}))}) ==
        emit::to_cpp({make_stmt(Allocate{f64, "s", integer(1)})}) +
            R"(launch group(items: 1, lanes: 1) {
  s[0] = 0;
}
launch group_2(items: m, lanes: 1) {
  for (std::int64_t i = group_2.index(); i < m; i += group_2.count()) {
    y[i] = s[0];
  }
}
)");
}

TEST_CASE("a parallel loop inside of one whose length is in the memory of the host, or of the device") {
  const StmtPtr inner = make_stmt(parallel("i", name("m"), {set(element("y", name("i")), integer(1))}));
  const Body body = {loop("k", integer(0), element("a", integer(0)), {inner})};
  CHECK(mapped(body) == R"(for (std::int64_t k = 0; k < a[0]; ++k) {
  launch group(items: m, lanes: 1) {
    for (std::int64_t i = group.index(); i < m; i += group.count()) {
      y[i] = 1;
    }
  }
}
)");
  CHECK_THROWS_AS(mapped(body, "a"), passes::Unmappable);
}

TEST_CASE("sums in an order have a copy for each part of the loop, and a launch that adds the copies up") {
  ParallelFor n = parallel("i", name("m"), {});
  n.scatter = Scatter{"into", f64, name("y", f64), name("n"), Combine::add, true};
  n.body = {loop("i", name("i_begin"), name("i_end"),
                 {make_stmt(ScatterUpdate{"into", name("i"), element("a", name("i")), "", nullptr})})};
  const std::string text = mapped({make_stmt(n)});
  CHECK(text.find("into_copy[i] += a[i];") != std::string::npos);
  CHECK(text.find("y[element_2] += into_copies[into_part * n + element_2];") != std::string::npos);
  CHECK(text.find("atomic") == std::string::npos);
}
