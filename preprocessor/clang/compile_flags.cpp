#include "clang/compile_flags.h"

#include <algorithm>

#include "clang/Driver/Options.h"
#include "clang/Driver/ToolChain.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"

namespace insum::frontend {

namespace {

namespace options = clang::driver::options;

/// Response files, as gcc and clang read them.
std::vector<const char*> expanded(const FrontendOptions& given, llvm::BumpPtrAllocator& memory) {
  llvm::StringSaver saver(memory);
  llvm::SmallVector<const char*, 64> list;
  for (const std::string& flag : given.flags) list.push_back(saver.save(flag).data());
  llvm::cl::ExpansionContext context(memory, llvm::cl::TokenizeGNUCommandLine);
  if (!given.directory.empty()) context.setCurrentDir(given.directory);
  if (llvm::Error error = context.expandResponseFiles(list)) llvm::consumeError(std::move(error));
  return {list.begin(), list.end()};
}

/// A precompiled header of another compiler, or of another version, cannot be read; the header itself is
/// named beside it. Removes `-Xclang -include-pch -Xclang FILE` and `-include-pch FILE`.
void drop_precompiled(std::vector<const char*>& flags) {
  std::vector<const char*> kept;
  const auto is = [&](std::size_t i, llvm::StringRef text) { return i < flags.size() && text == flags[i]; };
  for (std::size_t i = 0; i < flags.size(); ++i) {
    if (is(i, "-Xclang") && is(i + 1, "-include-pch") && is(i + 2, "-Xclang"))
      i += 3;
    else if (is(i, "-include-pch"))
      i += 1;
    else
      kept.push_back(flags[i]);
  }
  flags = std::move(kept);
}

bool is_openmp(const llvm::opt::Option& option) {
  return option.matches(options::OPT_fopenmp) || option.matches(options::OPT_fopenmp_EQ) ||
         option.matches(options::OPT_fopenmp_simd) || option.matches(options::OPT_fopenmp_targets_EQ) ||
         option.matches(options::OPT_fopenmp_version_EQ);
}

/// Concerns outputs, warnings or tuning, not the meaning of the source.
bool is_dropped(const llvm::opt::Option& option) {
  static constexpr unsigned list[] = {options::OPT_UNKNOWN,
                                      options::OPT_INPUT,
                                      options::OPT_c,
                                      options::OPT_S,
                                      options::OPT_E,
                                      options::OPT_o,
                                      options::OPT_M_Group,
                                      options::OPT_save_temps,
                                      options::OPT_save_temps_EQ,
                                      options::OPT_mtune_EQ,
                                      options::OPT_W_Group,
                                      options::OPT_fsyntax_only,
                                      options::OPT_emit_llvm,
                                      options::OPT__serialize_diags,
                                      options::OPT_ftime_trace,
                                      options::OPT_ftime_trace_EQ};
  if (option.matches(options::OPT_Wp_COMMA)) return false;
  return is_openmp(option) ||
         std::any_of(std::begin(list), std::end(list), [&](unsigned id) { return option.matches(id); });
}

/// `--target` for a cross compiler that has its target in its name.
void add_target(const std::string& compiler, std::vector<std::string>& out) {
  const clang::driver::ParsedClangName name =
      clang::driver::ToolChain::getTargetAndModeFromProgramName(compiler);
  if (!name.TargetPrefix.empty() && name.TargetIsValid) out.push_back("--target=" + name.TargetPrefix);
}

/// The compiler that the resource folder belongs to. The driver looks for libstdc++ beside it; without a
/// folder it would find `/../lib/gcc/...`, which build systems shorten to a path that does not exist.
std::string driver_path(const std::string& resource_dir) {
  llvm::SmallString<256> path(resource_dir);
  llvm::sys::fs::make_absolute(path);
  llvm::sys::path::append(path, "..", "..", "..", "bin");
  llvm::sys::path::append(path, "clang++");
  llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
  return std::string(path);
}

}  // namespace

std::vector<std::string> driver_arguments(const FrontendOptions& given) {
  llvm::BumpPtrAllocator memory;
  std::vector<const char*> flags = expanded(given, memory);
  drop_precompiled(flags);
  unsigned missing_index = 0;
  unsigned missing_count = 0;
  const llvm::opt::InputArgList parsed = clang::driver::getDriverOptTable().ParseArgs(
      flags, missing_index, missing_count, llvm::opt::Visibility(options::ClangOption));

  std::vector<std::string> out;
  out.push_back(given.compiler.empty() ? driver_path(given.resource_dir) : given.compiler);
  out.push_back("--driver-mode=g++");
  add_target(given.compiler, out);
  // As insum's headers and what it writes need it, which is more than Clang's own default.
  if (!parsed.hasArg(options::OPT_std_EQ, options::OPT_ansi)) out.push_back("-std=gnu++20");
  bool openmp = false;
  for (const llvm::opt::Arg* flag : parsed) {
    const llvm::opt::Option& option = flag->getOption();
    if (option.matches(options::OPT_fopenmp) || option.matches(options::OPT_fopenmp_EQ)) openmp = true;
    if (option.matches(options::OPT_fno_openmp)) openmp = false;
    if (is_dropped(option)) continue;
    llvm::opt::ArgStringList text;
    flag->render(parsed, text);
    out.insert(out.end(), text.begin(), text.end());
  }
  // OpenMP's pragmas are left out of the analysis, since no attribute may follow one; its macro is not.
  if (openmp) out.push_back("-D_OPENMP=201511");
  // gcc's own headers (omp.h) name the function that frees in this attribute, which Clang does not know.
  out.push_back("-D__malloc__(...)=__malloc__");
  if (llvm::StringRef(given.input).ends_with(".ixx")) out.insert(out.end(), {"-x", "c++-module"});
  out.insert(out.end(), {"-DINSUM_PREPROCESSING=1", "-w", "-fsyntax-only", "-fno-delayed-template-parsing",
                         "-Qunused-arguments", "-resource-dir=" + given.resource_dir, "--", given.input});
  return out;
}

}  // namespace insum::frontend
