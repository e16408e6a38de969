// Prints and times the stages of the pipeline on request.
#pragma once
#include <chrono>
#include <functional>
#include <iosfwd>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace insum {

struct StageInfo {
  std::string name, about;
};
const std::vector<StageInfo>& stages();

class StageLog {
 public:
  StageLog() = default;
  /// Prints after the named stages ("all" for each) to `out`.
  StageLog(std::ostream& out, std::set<std::string> print_after, bool time_stages);

  /// Marks the end of a stage: prints its text when asked and when it differs from the last one printed for
  /// `site`.
  void finished(const std::string& stage, const std::string& site, const std::function<std::string()>& text);
  /// Time spent outside of the pipeline, e.g. in Clang.
  void add_time(const std::string& what, std::chrono::duration<double, std::milli> time);
  void print_times() const;

 private:
  std::ostream* out_ = nullptr;
  std::set<std::string> print_after_;
  bool time_ = false;
  std::string last_text_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  std::vector<std::pair<std::string, double>> times_;
};

}  // namespace insum
