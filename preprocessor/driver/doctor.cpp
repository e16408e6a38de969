#include "driver/doctor.h"

#include <cstdlib>
#include <filesystem>
#include <ostream>
#include <thread>

#include "clang/frontend.h"
#include "driver/build_config.h"
#include "driver/environment.h"

namespace insum {

namespace fs = std::filesystem;

namespace {

class Report {
 public:
  explicit Report(std::ostream& out) : out_(out) {}

  void line(const std::string& name, const std::string& value) {
    out_ << name << std::string(name.size() < 20 ? 20 - name.size() : 1, ' ') << value << '\n';
  }
  void needed(const std::string& name, const fs::path& path, const std::string& remedy) {
    if (path.empty()) missing_ = true;
    line(name, path.empty() ? "NOT FOUND: " + remedy : path.string());
  }
  void program(const std::string& name) {
    const fs::path path = find_program(name);
    line(name, path.empty() ? "not found" : path.string());
  }
  void variable(const char* name) {
    const char* value = std::getenv(name);
    line(name, value ? value : "(not set)");
  }
  bool missing() const { return missing_; }

 private:
  std::ostream& out_;
  bool missing_ = false;
};

std::string gpu() {
  std::error_code ignored;
  return fs::exists("/dev/nvidia0", ignored) ? "/dev/nvidia0" : "none seen";
}

std::string cache_folder() {
  std::error_code ignored;
  if (const char* xdg = std::getenv("XDG_CACHE_HOME"); xdg && *xdg == '/')
    return (fs::path(xdg) / "insum").string();
  if (const char* home = std::getenv("HOME"); home && *home == '/' && fs::is_directory(home, ignored))
    return (fs::path(home) / ".cache/insum").string();
  return "(none: neither XDG_CACHE_HOME nor HOME is the whole path of a folder)";
}

}  // namespace

int run_doctor(std::ostream& out, const Options& options) {
  Report report(out);
  report.line("insum", INSUM_VERSION);
  report.line("program", own_executable().string());
  report.line("clang", frontend::clang_version());
  fs::path resources = find_resource_dir(options.resource_dir);
  std::error_code ignored;
  if (!fs::exists(resources / "include" / "stddef.h", ignored)) resources.clear();
  report.needed("resource directory", resources, "install clang 19's headers, or use --resource-dir");
  report.needed("runtime headers", runtime_include_dir(), "install insum's headers beside the program");
  for (const char* name : {"g++", "clang++-19", "cmake", "ninja", "nvcc"}) report.program(name);
  report.line("threads", std::to_string(std::thread::hardware_concurrency()));
  report.line("gpu", gpu());
  report.line("cache", cache_folder());
  for (const char* name :
       {"INSUM_FLAGS", "INSUM_MODE", "INSUM_RACE", "INSUM_REPORT", "INSUM_TUNE", "OMP_NUM_THREADS"})
    report.variable(name);
  if (report.missing()) out << "something that insum needs is missing\n";
  return report.missing() ? 1 : 0;
}

}  // namespace insum
