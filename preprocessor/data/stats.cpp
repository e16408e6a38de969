#include "data/commands.h"
#include "data/errors.h"
#include "data/picture.h"
#include "data/statistics.h"
#include "support/output_folder.h"

namespace insum::data {

namespace {

void check_picture(const StatsRequest& request) {
  if (request.picture.empty()) return;
  if (!request.picture.ends_with(".svg") && !request.picture.ends_with(".png"))
    throw UsageError("'" + request.picture + "' is no picture's name: end it in .svg or .png");
  const std::string missing = missing_folder_of(request.picture);
  if (!missing.empty()) throw OutputError("cannot write '" + request.picture + "': " + missing);
}

[[noreturn]] void no_picture(const StatsRequest& request, const std::string& why, const std::string& remedy) {
  throw DataError{request.input, 0, Diag::no_picture, {request.input, why, remedy}};
}

}  // namespace

std::optional<Picture> run_stats(std::ostream& out, const StatsRequest& request) {
  check_picture(request);
  const TensorFile file = inspect(request.input);
  const bool draw = !request.picture.empty();
  if (draw && file.rank != 2)
    no_picture(request, "it has " + std::to_string(file.rank) + " modes", "leave --spy out: a matrix has 2");
  const Statistics statistics = with_types(request.elements, file, [&]<class V, class I>() {
    return find_statistics<V, I>(read_entries<V, I>(file), file, draw);
  });
  if (draw && !statistics.picture) no_picture(request, "it has no rows or no columns", "leave --spy out");
  (request.json ? print_json : print_text)(out, request.input, statistics);
  if (!draw) return std::nullopt;
  return Picture{request.picture, request.picture.ends_with(".svg") ? draw_svg(*statistics.picture)
                                                                    : draw_png(*statistics.picture)};
}

}  // namespace insum::data
