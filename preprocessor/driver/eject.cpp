#include "driver/eject.h"

#include <cctype>
#include <ostream>

#include "clang/reformat.h"
#include "driver/build_config.h"
#include "driver/output_files.h"
#include "driver/report.h"
#include "driver/runtime_copy.h"
#include "driver/translate_file.h"

namespace insum {

namespace fs = std::filesystem;

namespace {

/// A file of the user's tree.
struct Output {
  fs::path path;
  std::string text;
};

/// `text` with another name for the kernel, and for what is named after it.
std::string renamed(const std::string& text, const std::string& name, const std::string& other) {
  std::string out;
  std::size_t done = 0;
  for (std::size_t at; (at = text.find(name, done)) != std::string::npos; done = at + name.size()) {
    out.append(text, done, at - done);
    const bool begins =
        at == 0 || !(std::isalnum(static_cast<unsigned char>(text[at - 1])) || text[at - 1] == '_');
    out += begins ? other : name;
  }
  return out.append(text, done);
}

/// Headers of insum's from where the project has them, else from beside the kernels.
std::string include_lines(const std::vector<std::string>& headers) {
  std::string installed, copied, others;
  for (const std::string& header : headers) {
    if (!header.starts_with("insum/")) {
      others += "#include <" + header + ">\n";
      continue;
    }
    installed += "#include <" + header + ">\n";
    copied += "#include \"" + header + "\"\n";
  }
  return "#if __has_include(<" + headers.front() + ">)\n" + installed + "#else\n" + copied + "#endif\n" +
         others;
}

class Ejection {
 public:
  Ejection(const TranslatedFile& file, const Options& options)
      : file_(file),
        source_(file.files[file.clang.main_file]),
        edited_(options.output.empty() ? fs::path(file.path) : fs::path(options.output)),
        folder_(options.kernel_folder.empty() ? fs::path(file.path).parent_path() / "insum_kernels"
                                              : fs::path(options.kernel_folder)) {}

  /// Writes the kernel of one block; blocks come in the order of the source.
  void add(const TranslatedSite& site) {
    const std::string name = free_name(site);
    for (const Output& output : files_of(site, name)) write_file(output.path, output.text);
    insert_call(site, name);
    includes_ += "#include \"" + relative_header(name) + "\"\n";
    for (const std::string& header : headers_of({kernel_of(site)})) headers_.insert(header);
    if (!site.generated.device.empty())
      for (const std::string& header : cuda_headers_of(site.generated.device)) headers_.insert(header);
  }

  /// What the kernels need of the runtime, and what the file itself names of it.
  void copy_headers() {
    std::vector<std::string> headers(headers_.begin(), headers_.end());
    const std::size_t needed = headers.size();
    const std::string_view text = source_.text();
    for (std::size_t at = 0; (at = text.find("#include <insum/", at)) != std::string_view::npos; ++at) {
      const std::size_t begin = at + std::string_view("#include <").size();
      headers.emplace_back(text.substr(begin, text.find('>', begin) - begin));
    }
    copy_runtime(headers, folder_);
    if (headers.size() > needed)
      summary_ += file_.path + " includes <" + headers[needed] + ">: where insum is not installed, -I" +
                  folder_.string() + " finds it\n";
  }

  const fs::path& edited() const { return edited_; }

  /// The user's file with the calls.
  std::string text() {
    copy(static_cast<std::uint32_t>(source_.text().size()));
    const std::size_t at = file_.clang.include_at;
    out_.insert(at, with_line_ends(includes_));
    std::vector<std::pair<std::size_t, std::size_t>> calls = calls_;
    for (auto& [begin, length] : calls) begin += with_line_ends(includes_).size();
    return frontend::reformat(out_, file_.path, calls);
  }

  /// "spmv.cpp:12: spmv_multiply_1 is in insum_kernels/spmv_multiply_1.hpp" for each kernel.
  const std::string& summary() const { return summary_; }

 private:
  /// The kernel takes the statement's place for good: it is not verified, and races nothing.
  static Edit kernel_of(const TranslatedSite& site) {
    Edit edit = edit_of(site);
    edit.kept_statement.reset();
    return edit;
  }

  std::string with_line_ends(const std::string& text) const {
    std::string out;
    for (const char c : text) c == '\n' ? out += source_.line_end() : out += c;
    return out;
  }

  /// The kernel's header, and its CUDA file where it has one.
  std::vector<Output> files_of(const TranslatedSite& site, const std::string& name) const {
    Edit edit = kernel_of(site);
    edit.kernel = renamed(edit.kernel, site.generated.name, name);
    const std::string about = "// Ejected by insum " INSUM_VERSION " from " +
                              fs::path(file_.path).filename().string() +
                              ". insum does not write this file again: it is yours.\n";
    const fs::path header = folder_ / (name + ".hpp");
    std::vector<Output> list = {{header, about + "#pragma once\n\n" + include_lines(headers_of({edit})) +
                                             kernel_namespace({edit}, file_.clang.early_macros)}};
    if (!site.generated.device.empty())
      list.push_back(
          {folder_ / (name + ".cu"), about + include_lines(cuda_headers_of(site.generated.device)) +
                                         "\nnamespace insum_kernels {\n\n" +
                                         renamed(site.generated.device, site.generated.name, name) +
                                         "\n}  // namespace insum_kernels\n"});
    for (Output& output : list) output.text = frontend::reformat(output.text, file_.path);
    return list;
  }

  /// The kernel's name, with a number where an earlier one has left a file of that name.
  std::string free_name(const TranslatedSite& site) const {
    std::string name = site.generated.name;
    for (int n = 2; fs::exists(folder_ / (name + ".hpp")); ++n) {
      const Output header = files_of(site, name).front();
      if (read_file_bytes(header.path) == header.text) break;
      name = site.generated.name + "_" + std::to_string(n);
    }
    return name;
  }

  std::string relative_header(const std::string& name) const {
    const fs::path from = edited_ == "-" ? fs::path(file_.path).parent_path() : edited_.parent_path();
    return (fs::relative(fs::absolute(folder_), fs::absolute(from.empty() ? fs::path(".") : from)) /
            (name + ".hpp"))
        .generic_string();
  }

  void copy(std::uint32_t end) {
    out_ += std::string_view(source_.text()).substr(done_, end - done_);
    done_ = end;
  }

  void write(const std::string& text) { out_ += with_line_ends(text); }

  /// The block stays as it is in the other branch of an #if.
  void insert_call(const TranslatedSite& site, const std::string& name) {
    const SourceRange& region = site.statement.site.statement;
    copy(region.begin);
    const std::size_t line = out_.rfind('\n') + 1;
    const std::string indent = out_.substr(line);
    write("#if 1  // the kernel in " + name + ".hpp; 0: the block that it was made from\n");
    const std::size_t begin = out_.size();
    write(indent + call_of(site, name) + "\n");
    calls_.emplace_back(begin, out_.size() - begin - 1);
    write(indent + "#else\n" + indent);
    copy(region.end);
    write("\n" + indent + "#endif");
    const std::string_view rest = std::string_view(source_.text()).substr(region.end);
    const std::size_t next = rest.find_first_not_of(" \t\r");
    if (next != std::string_view::npos && rest[next] != '\n') write("\n");
    summary_ += place_of(file_, site.statement.site.block.range) + ": " + name + " is in " +
                (folder_ / (name + ".hpp")).string() + "\n";
  }

  std::string call_of(const TranslatedSite& site, const std::string& name) const {
    const std::string call = renamed(site.generated.call, site.generated.name, name);
    if (!site.statement.site.constant_evaluated) return call;
    const SourceRange& region = site.statement.site.statement;
    const std::string statement(
        std::string_view(source_.text())
            .substr(site.statement.statement_begin, region.end - site.statement.statement_begin));
    return "{ if (__builtin_is_constant_evaluated()) { " + statement + " } else { " + call + " } }";
  }

  const TranslatedFile& file_;
  const SourceFile& source_;
  fs::path edited_, folder_;
  std::string out_, includes_, summary_;
  std::set<std::string> headers_;
  std::vector<std::pair<std::size_t, std::size_t>> calls_;  // where they are in out_
  std::uint32_t done_ = 0;                                  // bytes of the source that are in out_
};

}  // namespace

int run_eject(std::ostream& out, std::ostream& errors, const Options& options) {
  StageLog log(errors, std::set<std::string>(options.print_after.begin(), options.print_after.end()),
               options.time_stages);
  TranslatedFile file;
  translate_file(options, options.inputs.front(), log, file);
  print_report(errors, {&file}, ReportFormat::text);
  log.print_times();
  if (!file.ok()) return 1;
  Ejection ejection(file, options);
  bool found = false;
  for (const TranslatedSite& site : file.sites) {
    if (!file.covers(site, options.line)) continue;
    ejection.add(site);
    found = true;
  }
  if (!found) {
    errors << "insum: error: no block at " << options.inputs.front()
           << (options.line > 0 ? ":" + std::to_string(options.line) : "") << '\n';
    return 1;
  }
  ejection.copy_headers();
  const std::string text = ejection.text();
  if (ejection.edited() == "-")
    out << text;
  else
    write_file(ejection.edited(), text);
  (ejection.edited() == "-" ? errors : out) << ejection.summary();
  return 0;
}

}  // namespace insum
