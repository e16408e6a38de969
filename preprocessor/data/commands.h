// The commands on data files, as the driver calls them.
#pragma once
#include <iosfwd>
#include <optional>
#include <string>

#include "data/requests.h"

namespace insum::data {

/// Without OpenMP there is one thread, whatever is asked for.
void use_threads(int count);

/// `insum convert`. Throws UsageError, DataError and OutputError.
void run_convert(std::ostream& out, const ConvertRequest& request);

/// The bytes of a picture and where they go.
struct Picture {
  std::string path, bytes;
};

/// `insum stats`; the picture, if one is asked for, is left to the caller to write. Throws UsageError and
/// DataError.
std::optional<Picture> run_stats(std::ostream& out, const StatsRequest& request);

}  // namespace insum::data
