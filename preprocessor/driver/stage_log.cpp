#include "driver/stage_log.h"

#include <algorithm>
#include <iomanip>
#include <ostream>

namespace insum {

const std::vector<StageInfo>& stages() {
  static const std::vector<StageInfo> list = {
#define INSUM_STAGE(name, about) {#name, about},
#include "driver/stages.def"
  };
  return list;
}

StageLog::StageLog(std::ostream& out, std::set<std::string> print_after, bool time_stages)
    : out_(&out), print_after_(std::move(print_after)), time_(time_stages) {}

void StageLog::finished(const std::string& stage, const std::string& site,
                        const std::function<std::string()>& text) {
  const auto now = std::chrono::steady_clock::now();
  add_time(stage, now - last_);
  if (out_ && (print_after_.count(stage) || print_after_.count("all"))) {
    const std::string printed = text();
    *out_ << "// ---- " << site << ": after " << stage << (printed == last_text_ ? " (unchanged)\n" : "\n");
    if (printed != last_text_) *out_ << printed << (printed.ends_with('\n') ? "" : "\n");
    last_text_ = printed;
  }
  last_ = std::chrono::steady_clock::now();
}

void StageLog::add_time(const std::string& what, std::chrono::duration<double, std::milli> time) {
  const auto entry =
      std::find_if(times_.begin(), times_.end(), [&](const auto& e) { return e.first == what; });
  if (entry == times_.end())
    times_.emplace_back(what, time.count());
  else
    entry->second += time.count();
  last_ = std::chrono::steady_clock::now();
}

void StageLog::print_times() const {
  if (!out_ || !time_) return;
  for (const auto& [what, milliseconds] : times_)
    *out_ << std::left << std::setw(12) << what << std::right << std::fixed << std::setprecision(2)
          << std::setw(10) << milliseconds << " ms\n";
}

}  // namespace insum
