// What reports of programs say of a block, as JSON and in words.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "driver/program_reports.h"

namespace insum {

/// The block, as `blocks_json` describes it, with what reports say of it.
nlohmann::ordered_json block_status(const nlohmann::ordered_json& block, const std::string& source,
                                    const std::vector<BlockReport>& reports);

/// "agrees in 12 calls"
std::string verified_text(const nlohmann::ordered_json& status);
/// "2.1 times as fast as the statement"
std::string race_text(const nlohmann::ordered_json& status);

}  // namespace insum
