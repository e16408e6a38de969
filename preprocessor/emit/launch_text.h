// The text around the body of a launch: how its kernel begins, and how the host chooses its shape and
// variant.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "emit/launch_sites.h"
#include "loop_ir/loop_ir.h"

namespace insum::emit {

/// Something that a kernel may get as an argument.
struct KernelValue {
  std::string name, type;
  std::string argument;  // as the launch passes it
  loops::ExprPtr count =
      nullptr;  // of an array: its elements, from the one that it points to on; null: not known
};

/// What the host's function calls its own variables: names that the user's leave free.
struct LaunchNames {
  std::string arrays, shape, lanes, tuned, items, vectors;
};

class LaunchText {
 public:
  LaunchText(const loops::Launch& launch, const LaunchNames& names) : launch_(launch), names_(names) {}

  /// The kernel up to its name.
  std::string head() const;
  /// The declaration of the group, where the body asks for it, or the arrays of `scratch` do.
  std::string group(const std::string& scratch) const;
  /// Statements of the host that say which variant of the kernel runs, and how its shape is chosen.
  std::string choice(LaunchSites& sites, int number, bool deterministic,
                     const std::vector<KernelValue>& values, std::set<std::string>& taken,
                     const std::string& pad) const;
  std::string shape() const;
  /// The variant of kernel `name`.
  std::string variant(const std::string& name) const;

 private:
  bool has_size_of_group() const;
  bool is_tuned() const;
  std::string items() const;
  std::string lanes() const;
  std::string tuned(LaunchSites& sites, int number, bool deterministic, std::set<std::string>& taken) const;
  std::string vectors(const std::vector<KernelValue>& values) const;

  const loops::Launch& launch_;
  const LaunchNames& names_;
};

}  // namespace insum::emit
