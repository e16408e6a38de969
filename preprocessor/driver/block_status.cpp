#include "driver/block_status.h"

#include <iomanip>
#include <nlohmann/json.hpp>
#include <sstream>

namespace insum {

using Json = nlohmann::ordered_json;

namespace {

std::string einsum_text(const Json& block) {
  std::string text;
  for (const Json& einsum : block.at("einsums"))
    text += (text.empty() ? "" : "; ") + einsum.get<std::string>();
  return text;
}

}  // namespace

Json block_status(const Json& block, const std::string& source, const std::vector<BlockReport>& reports) {
  Json out = {{"line", block.at("line")},
              {"einsum", einsum_text(block)},
              {"kernel", block.at("kernel")},
              {"target", block.at("target")},
              {"has_statement", block.at("has_statement")},
              {"verifies", block.at("verifies")},
              {"races", block.at("races")}};
  const BlockReport* report = find_report(reports, source, block.at("line"), out["einsum"]);
  if (!report) return out;
  out["calls"] = report->calls;
  out["verified"] = report->verified;
  out["differing"] = report->differing;
  if (report->differing > 0) out["first_difference"] = report->first_difference;
  if (report->kernel_seconds > 0) {
    out["statement_seconds"] = report->statement_seconds;
    out["kernel_seconds"] = report->kernel_seconds;
    out["chosen"] = {{"kernel", report->kernel_classes}, {"statement", report->statement_classes}};
  }
  if (!report->not_raced.empty()) out["not_raced"] = report->not_raced;
  return out;
}

std::string verified_text(const Json& block) {
  const long long verified = block.value("verified", 0LL), differing = block.value("differing", 0LL);
  if (differing > 0)
    return "differs in " + std::to_string(differing) + " of " + std::to_string(verified) +
           " calls: " + block.value("first_difference", "");
  if (verified > 0) return "agrees in " + std::to_string(verified) + (verified == 1 ? " call" : " calls");
  return block.at("verifies").get<bool>() ? "to be verified by a run" : "not verified";
}

std::string race_text(const Json& block) {
  if (block.contains("not_raced")) return "not raced: " + block.at("not_raced").get<std::string>();
  if (!block.at("has_statement").get<bool>()) return "no hand-written statement";
  if (!block.contains("kernel_seconds"))
    return block.at("races").get<bool>() ? "to be raced by a run" : "not raced";
  const int slower = block.at("chosen").at("statement"), faster = block.at("chosen").at("kernel");
  if (slower + faster == 0) return "not raced in enough calls";
  const double statement = block.at("statement_seconds"), kernel = block.at("kernel_seconds");
  std::ostringstream text;
  text << std::fixed << std::setprecision(1);
  if (kernel <= statement)
    text << statement / kernel << " times as fast as the statement";
  else
    text << "the statement is " << kernel / statement << " times as fast";
  if (slower > 0) text << "; it is used for " << slower << " of " << slower + faster << " classes of calls";
  return text.str();
}

}  // namespace insum
