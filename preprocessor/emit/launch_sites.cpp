#include "emit/launch_sites.h"

#include <insum/tuning/launch_identity.hpp>
#include <utility>

#include "loop_ir/rewrite.h"
#include "support/names.h"

namespace insum::emit {

namespace {

template <class Names>
std::string list_of(const Names& names) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? "" : ", ") + c_string(name);
  return "{" + text + "}";
}

std::vector<std::string> names_of(const std::vector<TunedLaunch::Width>& widths) {
  std::vector<std::string> list;
  for (const TunedLaunch::Width& each : widths) list.push_back(each.name);
  return list;
}

}  // namespace

std::string LaunchSites::add(int number, std::vector<std::string> sizes,
                             std::span<const tuning::width> widths, bool fixed,
                             std::set<std::string>& taken) {
  const std::string site = loops::fresh_name("launch_" + std::to_string(number), taken);
  TunedLaunch known{"", std::move(sizes), {}, fixed};
  for (const tuning::width& each : widths)
    known.widths.push_back({each.name, each.between.least, each.between.most});
  sites_.push_back({site, number, std::move(known)});
  return site;
}

std::string LaunchSites::statements(const loops::Kernel& kernel, const std::string& build) const {
  std::string text;
  for (const Site& site : sites_)
    text += "  static insum::tuning::launch_site " + site.variable + "({" + c_string(kernel.place) + ", " +
            c_string(kernel.einsum) + ", " + c_string(build) + ", " + std::to_string(site.number) + ", " +
            list_of(site.known.sizes) + ", " + list_of(names_of(site.known.widths)) +
            (site.known.fixed ? ", true" : "") + "});\n";
  return text;
}

std::vector<TunedLaunch> LaunchSites::launches(const loops::Kernel& kernel, const std::string& build) const {
  std::vector<TunedLaunch> list;
  for (const Site& site : sites_) {
    TunedLaunch known = site.known;
    known.title = tuning::launch_title(kernel.einsum, site.number);
    known.identity = tuning::launch_identity(known.title, build);
    list.push_back(std::move(known));
  }
  return list;
}

}  // namespace insum::emit
