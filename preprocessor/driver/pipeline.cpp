#include "driver/pipeline.h"

#include <insum/tuning/model.hpp>

#include <algorithm>

#include "ast/ast_printer.h"
#include "driver/auto_target.h"
#include "emit/c_printer.h"
#include "emit/cuda.h"
#include "emit/openmp.h"
#include "index_ir/make_concrete.h"
#include "index_ir/printer.h"
#include "lower/lower_program.h"
#include "passes/carry_positions.h"
#include "passes/fix_widths.h"
#include "passes/group_reductions.h"
#include "passes/hoist_allocations.h"
#include "passes/hoist_rows.h"
#include "passes/hoist_segments.h"
#include "passes/join_segments.h"
#include "passes/map_to_grid.h"
#include "passes/merge_reductions.h"
#include "passes/narrow_positions.h"
#include "passes/remove_unused.h"
#include "passes/reserve_rows.h"
#include "passes/split_reductions.h"
#include "passes/split_unions.h"
#include "passes/spread_entries.h"
#include "passes/tile_rows.h"
#include "resolve/call_text.h"
#include "resolve/resolve.h"
#include "resolve/storage_statements.h"
#include "schedule/apply_schedule.h"
#include "schedule/extract_parts.h"
#include "schedule/schedule_program.h"
#include "support/names.h"
#include "support/target.h"

namespace insum {

namespace {

/// The Einsums as the user wrote them, without the pragma words.
std::vector<std::string> einsum_texts(const bind::Site& site, const SourceFiles& files) {
  std::vector<std::string> list;
  for (const ast::Directive& directive : site.block.directives)
    if (const auto* einsum = std::get_if<ast::Einsum>(&directive.node)) {
      std::string text(files.text(einsum->range));
      std::erase(text, '\r');
      for (std::size_t at; (at = text.find("\\\n")) != std::string::npos;) text.erase(at, 2);
      std::erase(text, '\n');
      list.push_back(text);
    }
  return list;
}

lower::Origin origin(const bind::Site& site, const PipelineOptions& options, const SourceFiles& files,
                     const std::vector<std::string>& einsums) {
  lower::Origin place{options.source_name.empty() ? files[site.block.range.file].path() : options.source_name,
                      static_cast<int>(files.position(site.block.range).line), ""};
  for (const std::string& text : einsums) place.einsum += (place.einsum.empty() ? "" : "; ") + text;
  return place;
}

std::string kernel_name(const index::Program& program, const bind::Site& site, const PipelineOptions& options,
                        bool beside_another) {
  const std::string given =
      program.name.empty() ? (site.function.empty() ? "kernel" : site.function) : program.name;
  const std::string prefix = options.kernel_prefix.empty() ? "" : options.kernel_prefix + "_";
  return to_identifier(prefix + given + "_" + std::to_string(site.number) + (beside_another ? "_cuda" : ""));
}

std::vector<std::string> header(const index::Program& program, const std::vector<std::string>& einsums) {
  std::vector<std::string> lines = einsums;
  for (const index::Tensor& tensor : program.tensors)
    if (!tensor->dense && !tensor->storage_form) lines.push_back(tensor->name + " is " + tensor->format_name);
  for (const std::string& note : program.notes) lines.push_back(note);
  return lines;
}

/// What builds with INSUM_CHECKS verify at the call of the sizes and arrays of a program.
std::string checks_at_call(const index::Program& program, const std::vector<std::string>& checks) {
  std::string statements = resolver::sizes_statement(program);
  if (!statements.empty()) statements += " ";
  for (const std::string& statement : checks) statements += statement + " ";
  return statements;
}

/// Statements at the call for builds with INSUM_CHECKS: what they throw says which kernel it is about.
std::string when_checking(const std::string& statements, const std::string& id) {
  if (statements.empty()) return "";
  return "if constexpr (::insum::rt::checks_enabled) try { " + statements +
         "} catch (...) { ::insum::rt::throw_from(" + id + "); } ";
}

/// What builds with INSUM_CHECKS verify of stored tensors before they are converted: a kernel for each, and
/// the statements that call them.
std::string source_checks(const Resolved& resolved, const loops::Kernel& kernel, std::string& definitions) {
  std::string statements;
  for (std::size_t n = 0; n < resolved.sources.size(); ++n) {
    index::Program program = resolved.sources[n].program;
    program.name = kernel.name + "_source" + std::to_string(n);
    const emit::Generated text = emit::emit_openmp(passes::remove_unused(lower::lower_checks(program)));
    definitions += text.definition + "\n";
    statements += checks_at_call(resolved.sources[n].program, resolved.sources[n].checks);
    statements += text.call + " ";
  }
  return when_checking(statements, kernel.id);
}

/// The call with what must run before it, still one statement. Constants that became literals would be unused
/// variables of the user's where the hand-written statement does not use them.
std::string with_preparations(const std::string& call, const Resolved& resolved, const std::string& before,
                              const std::string& id) {
  std::string statements;
  for (const std::string& name : resolved.constants) statements += "static_cast<void>(" + name + "); ";
  statements += before;
  for (const std::string& statement : resolved.preparations) statements += statement + " ";
  statements += when_checking(checks_at_call(resolved.program, resolved.checks), id);
  for (const std::string& statement : resolved.fits) statements += statement + " ";
  if (statements.find(resolver::kernel_at_call) != std::string::npos)
    statements = std::string("constexpr ::insum::rt::kernel_id ") + resolver::kernel_at_call + " = " + id +
                 "; " + statements;
  return statements.empty() ? call : "{ " + statements + call + " }";
}

/// The Einsums as they are without `format` lines, which a hand-written statement is compared with.
std::optional<index::Program> over_stored(bind::Site site, const Resolved& resolved,
                                          const TargetChoice& target) {
  if (!resolved.converts || !site.hand_written) return resolved.program;
  std::erase_if(site.block.directives, [](const ast::Directive& directive) {
    return std::holds_alternative<ast::FormatDirective>(directive.node);
  });
  Diagnostics unused;  // what can be said of the block was said
  std::optional<Resolved> stored = resolve(site, target, unused);
  return stored ? std::optional(std::move(stored->program)) : std::nullopt;
}

emit::Generated generated(const loops::Kernel& kernel, const Target& target) {
  return target.has_grid ? emit::emit_cuda(kernel) : emit::emit_openmp(kernel);
}

/// The loops that are left, for threads of a processor: sums over entries get several parts.
loops::Kernel for_threads(loops::Kernel kernel, bool deterministic) {
  kernel = passes::split_unions(passes::reserve_rows(passes::hoist_allocations(kernel)));
  kernel = passes::merge_reductions(passes::split_reductions(kernel));
  if (!deterministic) kernel = passes::group_reductions(kernel);  // groups depend on where threads begin
  kernel = passes::remove_unused(passes::tile_rows(kernel));
  kernel = passes::hoist_segments(passes::carry_positions(passes::join_segments(kernel)));
  return passes::fix_widths(passes::hoist_rows(kernel));
}

/// ... for the lanes of a device. Nothing once a part that it cannot run was reported.
std::optional<loops::Kernel> for_grid(loops::Kernel kernel, const Target& target, const Resolved& resolved,
                                      Diagnostics& diagnostics) {
  try {
    kernel = passes::remove_unused(passes::split_unions(passes::hoist_allocations(kernel)));
    kernel = passes::spread_entries(kernel);
    return passes::narrow_positions(passes::remove_unused(passes::map_to_grid(kernel)));
  } catch (const passes::Unmappable& reason) {
    diagnostics.report(Diag::target_cannot, resolved.target_where,
                       {target.name, reason.what(), reason.remedy});
    return std::nullopt;
  }
}

/// What the target of a block is: with `auto`, one of the two kernels.
std::string target_name(const Resolved& resolved) {
  return resolved.is_auto && !resolved.target.has_own_memory ? "auto" : resolved.target.name;
}

/// What is generated for the kernel, wherever its block stands.
std::string placeless_text(const loops::Kernel& kernel, const Target& target) {
  const emit::Generated text = generated(lower::placeless(kernel), target);
  return text.definition + text.call + text.device;
}

/// Those of a device, or the tiles of a kernel for processors.
std::vector<emit::TunedLaunch> tuned_launches(const index::Program& program, const loops::Kernel& kernel,
                                              std::vector<emit::TunedLaunch> launches) {
  if (program.tiling.indices.empty()) return launches;
  emit::TunedLaunch tiles{kernel.einsum, {}, {}, program.deterministic};
  for (const index::Program::Tiling::Index& index : program.tiling.indices) {
    tiles.sizes.push_back(index.name);
    tiles.widths.push_back({index.name, tuning::least_width, 0});
  }
  launches.push_back(std::move(tiles));
  return launches;
}

/// The whole translation, for one target.
std::optional<GeneratedSite> translate_for(const std::string& automatic, const bind::Site& site,
                                           const PipelineOptions& options, const SourceFiles& files,
                                           Diagnostics& diagnostics, StageLog& log) {
  const std::vector<std::string> einsums = einsum_texts(site, files);
  lower::Origin place = origin(site, options, files, einsums);
  const std::string where = "block " + std::to_string(site.number);
  log.finished("ast", where, [&] { return ast::print(site.block); });

  // Names become tensors, arguments and index variables; every reduction is explicit from here on.
  const TargetChoice choice{options.default_target, automatic};
  std::optional<Resolved> resolved = resolve(site, choice, diagnostics);
  if (!resolved) return std::nullopt;
  const Target& target = resolved->target;
  place.times_conversions = !target.has_own_memory;
  if (resolved->is_auto && options.has_cuda_file && !resolved->places.empty())
    place.variant = target.has_own_memory ? "on the device" : "on the host";
  index::Program program = resolved->program;
  const bool beside_another = resolved->is_auto && target.has_own_memory;
  program.name = kernel_name(program, site, options, beside_another);
  const index::Program einsum = program;
  log.finished("einsum", where, [&] { return index::to_string(program); });

  // Parts that sparse workspaces collect are Einsums of their own.
  const std::optional<schedule::Extracted> parts =
      schedule::extract_parts(program, resolved->schedule, diagnostics);
  if (!parts) return std::nullopt;
  program = parts->program;

  // Sparse accesses name storage coordinates, and each term has its loops, in any legal order.
  std::optional<index::Program> concrete = make_concrete(program, diagnostics);
  if (!concrete) return std::nullopt;
  log.finished("concrete", where, [&] { return index::to_string(*concrete); });

  const bool is_free = !schedule::orders_loops(resolved->schedule);
  std::optional<schedule::Scheduled> scheduled =
      schedule::schedule_program(*concrete, make_scattered(program, *concrete), parts->schedule, is_free,
                                 target, resolved->target_where, diagnostics);
  if (!scheduled) return std::nullopt;
  program = std::move(scheduled->program);
  log.finished("schedule", where, [&] { return index::to_string(program); });

  const auto named = options.standalone ? std::nullopt : std::optional(place);
  loops::Kernel kernel = lower::lower_program(program, named);
  kernel.header = header(program, einsums);
  log.finished("loops", where, [&] { return emit::to_cpp(kernel.body); });

  // What lowering leaves behind is tidied, since kernels are read by people, and mapped to the target's
  // threads.
  const std::size_t lines = kernel.header.size();
  std::optional<loops::Kernel> mapped = target.has_grid ? for_grid(kernel, target, *resolved, diagnostics)
                                                        : for_threads(kernel, program.deterministic);
  if (!mapped) return std::nullopt;
  program.notes.insert(program.notes.end(), mapped->header.begin() + static_cast<std::ptrdiff_t>(lines),
                       mapped->header.end());
  kernel = std::move(*mapped);
  log.finished("passes", where, [&] { return emit::to_cpp(kernel.body); });

  emit::Generated text = generated(kernel, target);
  std::vector<ArrayPlace> places;
  for (const auto& [name, call] : resolved->places) places.push_back({name, call});
  std::string definitions;
  const std::string before = source_checks(*resolved, kernel, definitions);
  for (const Resolved::DeviceFunction& function : resolved->device_functions) {
    definitions += function.declaration + ";  // in the CUDA file\n\n";
    text.device = function.definition + "\n" + text.device;
  }
  text.definition = definitions + text.definition;
  text.call = with_preparations(text.call, *resolved, before, kernel.id);
  std::optional<KeptStatement> kept;
  if (!options.standalone) {
    const auto content = [&] { return placeless_text(kernel, target); };
    kept = kept_statement(*resolved, site, options.modes, place, content, files, diagnostics);
    if (kept)
      kept->call = with_preparations(generated(with_lent_outputs(kernel, *resolved, site), target).call,
                                     *resolved, before, kernel.id);
    text.definition += unraced_block(*resolved, site, options.modes, kernel.name, place);
  }
  log.finished("code", where,
               [&] { return text.definition + (kept ? around(*kept) : text.call) + "\n" + text.device; });
  return GeneratedSite{kernel.name,
                       text.definition,
                       text.call,
                       text.device,
                       resolved->target_where,
                       std::move(kept),
                       Explanation{einsum, *concrete, program, scheduled->considered},
                       einsums,
                       header(program, {}),
                       target_name(*resolved),
                       over_stored(site, *resolved, choice),
                       places,
                       kernel.place,
                       kernel.id,
                       tuned_launches(program, kernel, std::move(text.launches))};
}

/// `target auto`: a second kernel, where it can be.
GeneratedSite with_device_kernel(GeneratedSite host, const bind::Site& site, const PipelineOptions& options,
                                 const SourceFiles& files) {
  if (std::any_of(host.explanation.einsum.outputs.begin(), host.explanation.einsum.outputs.end(),
                  [](const index::Tensor& output) { return output->assembled; }))
    return with_choice_of_target(std::move(host), std::nullopt, "it builds a sparse result");
  Diagnostics reasons;
  StageLog silent;
  std::optional<GeneratedSite> device = translate_for("cuda", site, options, files, reasons, silent);
  const std::string why = device || reasons.all().empty() ? "" : reasons.all().front().message;
  return with_choice_of_target(std::move(host), device, why);
}

}  // namespace

std::optional<GeneratedSite> translate(const bind::Site& site, const PipelineOptions& options,
                                       const SourceFiles& files, Diagnostics& diagnostics, StageLog& log) {
  std::optional<GeneratedSite> host = translate_for("openmp", site, options, files, diagnostics, log);
  if (!host || host->target != "auto" || !options.has_cuda_file) return host;
  return with_device_kernel(std::move(*host), site, options, files);
}

}  // namespace insum
