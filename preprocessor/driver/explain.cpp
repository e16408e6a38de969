#include "driver/explain.h"

#include <algorithm>
#include <ostream>

#include "driver/blocks.h"
#include "driver/explain_html.h"
#include "driver/output_files.h"
#include "driver/program_reports.h"
#include "driver/report.h"
#include "driver/translate_file.h"
#include "driver/tuned_launches.h"

namespace insum {

namespace {

void print_block(std::ostream& out, const TranslatedFile& file, const TranslatedSite& site) {
  const GeneratedSite& generated = site.generated;
  out << place_of(file, site.statement.site.statement) << ": " << generated.name << '\n'
      << explanation_text(generated.explanation, generated.einsums);
  if (const std::string launches = launches_text(generated.launches, generated.place); !launches.empty())
    out << "\nChosen at each call, by a model or as INSUM_TUNE=1 has measured:\n\n" << launches;
  out << "\ngenerated code:\n" << generated.kernel << "\ncall:\n" << generated.call << '\n';
  if (!generated.device.empty()) out << "\ndevice code:\n" << generated.device;
}

void print_blocks(std::ostream& out, const TranslatedFile& file, int line) {
  bool first = true;
  for (const TranslatedSite& site : file.sites) {
    if (!file.covers(site, line)) continue;
    if (!first) out << '\n';
    first = false;
    print_block(out, file, site);
  }
  if (first && line == 0 && file.ok()) out << file.path << ": no blocks\n";
}

}  // namespace

int run_explain(std::ostream& out, std::ostream& errors, const Options& options) {
  const bool to_page = !options.html.empty(), as_json = options.format == ReportFormat::json;
  const std::string& input = options.inputs.front();
  std::error_code ignored;
  if (to_page && std::filesystem::equivalent(input, options.html, ignored)) {
    errors << "insum: error: the output '" << options.html << "' is the input\n";
    return 2;
  }
  OutputFiles outputs;
  if (to_page) {
    require_folder_of(options.html);
    outputs.expect(options.html);
  }
  const std::vector<BlockReport> reports = read_reports({}, options.reports);

  StageLog log = make_log(options, to_page || as_json ? errors : out);
  TranslatedFile file;
  translate_file(options, input, log, file);
  if (as_json)
    out << blocks_json(file, options.line);
  else if (!to_page)
    print_blocks(out, file, options.line);
  print_report(errors, file, options.line);
  log.print_times();
  if (!file.ok()) return 1;
  const auto is_meant = [&](const TranslatedSite& site) { return file.covers(site, options.line); };
  if (options.line > 0 && std::none_of(file.sites.begin(), file.sites.end(), is_meant)) {
    errors << "insum: error: no block at " << input << ':' << options.line << '\n';
    return 1;
  }
  if (to_page) outputs.write(options.html, explain_html(file, options, reports));
  return 0;
}

}  // namespace insum
