#include <chrono>
#include <filesystem>
#include <ostream>

#include "data/commands.h"
#include "data/conversion.h"
#include "data/errors.h"
#include "data/output.h"
#include "data/table.h"
#include "data/target_format.h"

namespace insum::data {

namespace {

void check_output(const ConvertRequest& request, const TargetFormat& target) {
  if (request.output.empty()) return;
  std::error_code ignored;
  if (std::filesystem::equivalent(request.input, request.output, ignored))
    throw UsageError("the output '" + request.output + "' is the input");
  if (output_kind(request.output) == OutputKind::numpy && target.name != "dense")
    throw UsageError("a .npy file holds one array: convert to dense, or name a folder for the arrays of " +
                     target.name);
}

void print(std::ostream& out, const Conversion& done) {
  Table table({"array", "type", "sizes", "bytes"}, {Align::left, Align::left, Align::left, Align::right});
  std::int64_t bytes = 0;
  for (const Conversion::Array& array : done.arrays) {
    table.add({array.name, array.type, with_crosses(array.sizes), std::to_string(array.bytes)});
    bytes += array.bytes;
  }
  table.add({"total", "", "", std::to_string(bytes)});
  table.print(out);
  out << "values stored " << done.slots << ", of which padding " << done.slots - done.entries << " ("
      << percent(done.slots - done.entries, done.slots) << ")\n";
}

}  // namespace

void run_convert(std::ostream& out, const ConvertRequest& request) {
  const TargetFormat target = parse_target(request.to);
  check_output(request, target);
  const TensorFile file = inspect(request.input);
  double read_seconds = 0;
  const Conversion done = with_types(request.elements, file, [&]<class V, class I>() {
    const auto start = std::chrono::steady_clock::now();
    Entries<V, I> entries = read_entries<V, I>(file);
    read_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return convert_entries<V, I>(std::move(entries), file, target, request.output);
  });
  out << request.input << ": " << with_crosses(done.shape) << ", " << done.entries << " entries; read in "
      << milliseconds(read_seconds) << ", sorted in " << milliseconds(done.sort_seconds) << '\n'
      << done.format << ": converted in " << milliseconds(done.convert_seconds) << '\n';
  print(out, done);
  if (!request.output.empty()) out << "written to " << request.output << '\n';
}

}  // namespace insum::data
