// Errors of commands on data files.
#pragma once
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/diagnostics.h"

namespace insum::data {

/// The command line asks for what cannot be; what() says why. Exit status 2.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An output cannot be written; what() says which and why. Exit status 1.
struct OutputError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A diagnostic about a file: its line where that is known, else 0. Exit status 1.
struct DataError {
  std::string file;
  std::int64_t line = 0;
  Diag id;
  std::vector<std::string> arguments;
};

/// Prints as other diagnostics are printed: "a.mtx:4: error: message [insum-data-file]" and the remedy.
void print(std::ostream& out, const DataError& error);

/// Runs `read`, which reads `file`; what the runtime throws leaves as a DataError.
void reading(const std::string& file, const std::function<void()>& read);

/// Runs `convert`, which makes the format `to` from the tensor in `file`; likewise.
void converting(const std::string& file, const std::string& to, const std::function<void()>& convert);

}  // namespace insum::data
