#include "data/errors.h"

#include <insum/core/parse_error.hpp>
#include <new>
#include <ostream>

namespace insum::data {

namespace {

bool says(const std::string& text, const char* words) { return text.find(words) != std::string::npos; }

std::string remedy_of(const std::string& reason) {
  if (says(reason, "the index type")) return "give --index 64";
  if (says(reason, "complex")) return "convert real values; complex ones are read by insum::read_mtx alone";
  if ((says(reason, "value '") && says(reason, "out of range")) ||
      says(reason, "does not fit the value type"))
    return "give --value double where that holds it, else correct the file";
  if (says(reason, "cannot be opened")) return "check the name and the permissions";
  return "correct the file";
}

std::string conversion_remedy(const std::string& reason) {
  if (says(reason, "the index type")) return "give --index 64";
  return "name other sizes or another format; 'insum stats' compares them";
}

}  // namespace

void print(std::ostream& out, const DataError& error) {
  Diagnostics diagnostics;
  const Diagnostic& diagnostic = diagnostics.report(error.id, {}, error.arguments);
  const std::string place =
      error.line > 0 ? error.file + ":" + std::to_string(error.line) + ": " : std::string("insum: ");
  out << place << "error: " << diagnostic.message << " [" << info(error.id).identifier << "]\n";
  if (!diagnostic.remedy.empty()) out << place << "note: " << diagnostic.remedy << '\n';
}

void reading(const std::string& file, const std::function<void()>& read) {
  try {
    read();
  } catch (const parse_error& error) {
    throw DataError{error.file(), error.line(), Diag::data_file, {error.reason(), remedy_of(error.reason())}};
  } catch (const storage_error& error) {
    throw DataError{file, 1, Diag::data_file, {error.what(), remedy_of(error.what())}};
  } catch (const std::bad_alloc&) {
    throw DataError{
        file, 1, Diag::data_file, {"the tensor does not fit into memory", "use a larger machine"}};
  }
}

void converting(const std::string& file, const std::string& to, const std::function<void()>& convert) {
  const auto fail = [&](const std::string& reason) {
    throw DataError{file, 0, Diag::conversion_impossible, {file, to, reason, conversion_remedy(reason)}};
  };
  try {
    convert();
  } catch (const storage_error& error) {
    fail(error.what());
  } catch (const std::bad_alloc&) {
    fail("the result does not fit into memory");
  }
}

}  // namespace insum::data
