#include "driver/auto_target.h"

#include "support/content_hash.h"
#include "support/names.h"

namespace insum {

namespace {

/// A function of the CUDA file that tells whether the arrays are in device memory.
struct Choice {
  std::string head, definition, call;
};

Choice make_choice(const GeneratedSite& host, bool has_kernel, const std::string& why) {
  std::string names, arrays;
  for (const ArrayPlace& place : host.places) {
    names += (names.empty() ? "" : ", ") + c_string(place.name);
    arrays += (arrays.empty() ? "" : ", ") + ("static_cast<const void*>(" + place.call + ")");
  }
  const std::string check = has_kernel ? "all_on_device(" : "none_on_device(" + c_string(why) + ", ";
  const std::string body = " {\n  static constexpr const char* names[] = {" + names +
                           "};\n  return insum::rt::cuda::" + check + host.id + ", names, arrays);\n}\n";
  const std::string name =
      host.name + "_is_on_device_" + std::to_string(content_hash(host.name + body) % 0xffffffffu);
  const std::string head = "bool " + name + "(std::initializer_list<const void*> arrays)";
  return {head + ";  // in the CUDA file\n\n", "__attribute__((weak)) " + head + body,
          "if (::insum_kernels::" + name + "({" + arrays + "}))"};
}

}  // namespace

GeneratedSite with_choice_of_target(GeneratedSite host, const std::optional<GeneratedSite>& device,
                                    const std::string& why) {
  if (host.places.empty()) return host;  // nothing that could be on a device
  const Choice choice = make_choice(host, device.has_value(), why);
  const std::string device_call = device ? device->call : ";";
  host.kernel = choice.head + host.kernel + (device ? "\n" + device->kernel : "");
  host.device = choice.definition + (device ? "\n" + device->device : "");
  if (device) host.launches.insert(host.launches.end(), device->launches.begin(), device->launches.end());
  const std::string note = device ? "data in a device's memory: a kernel for cuda"
                                  : "data in a device's memory: none, since " + why;
  host.notes.push_back(note);
  host.explanation.scheduled.notes.push_back(note);
  host.call = choice.call + " { " + device_call + " } else { " + host.call + " }";
  if (host.kept_statement) {
    KeptStatement& kept = *host.kept_statement;
    kept.before_statement = "{ " + choice.call + " { " + device_call + " } else " + kept.before_statement;
    kept.after_call += " }";
  }
  return host;
}

}  // namespace insum
