// Where conversions are written: whole or not at all.
#pragma once
#include <functional>
#include <string>

namespace insum::data {

enum class OutputKind { matrix_market, frostt, numpy, folder };

/// By the name. Throws UsageError for names of files that cannot be written.
OutputKind output_kind(const std::string& path);

/// Calls `write` with the name of a new file or folder beside `path`, and puts it in the place of `path` when
/// all is written. A folder replaces only an empty one or one that holds arrays. Throws OutputError.
void write_whole(const std::string& path, OutputKind kind,
                 const std::function<void(const std::string&)>& write);

}  // namespace insum::data
