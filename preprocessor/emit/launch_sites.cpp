#include "emit/launch_sites.h"

#include "loop_ir/rewrite.h"
#include "support/names.h"

namespace insum::emit {

namespace {

std::string list_of(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + quoted(name);
  return "{" + text + "}";
}

}  // namespace

std::string LaunchSites::add(int number, const std::vector<std::string>& sizes,
                             const std::vector<std::string>& widths, bool fixed,
                             std::set<std::string>& taken) {
  const std::string site = loops::fresh_name("launch_" + std::to_string(number), taken);
  sites_.push_back({site, std::to_string(number) + ", " + list_of(sizes) + ", " + list_of(widths) +
                              (fixed ? ", true" : "")});
  return site;
}

std::string LaunchSites::statements(const loops::Kernel& kernel, const std::string& build) const {
  std::string text;
  for (const auto& [site, rest] : sites_)
    text += "  static insum::tuning::launch_site " + site + "({" + quoted(kernel.place) + ", " +
            quoted(kernel.einsum) + ", " + quoted(build) + ", " + rest + "});\n";
  return text;
}

}  // namespace insum::emit
