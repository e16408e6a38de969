#include "driver/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <optional>

#include "driver/build_config.h"
#include "driver/stage_log.h"

namespace insum {

namespace {

/// Splits INSUM_FLAGS at blanks; quotes keep blanks together.
std::vector<std::string> split_words(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;
  char quote = 0;
  for (const char c : text) {
    if (quote ? c == quote : c == '"' || c == '\'') {
      quote = quote ? 0 : c;
      inside = true;
    } else if (!quote && std::isspace(static_cast<unsigned char>(c))) {
      if (inside) words.push_back(std::exchange(word, {}));
      inside = false;
    } else {
      word += c;
      inside = true;
    }
  }
  if (inside) words.push_back(word);
  return words;
}

/// The command line in two parts: insum's own words, with INSUM_FLAGS at their end, and the flags after `--`.
struct Words {
  std::vector<std::string> own, compile_flags;
};

Words split_command_line(int argc, const char* const* argv) {
  Words words;
  int i = 1;
  for (; i < argc && std::string_view(argv[i]) != "--"; ++i) words.own.emplace_back(argv[i]);
  for (++i; i < argc; ++i) words.compile_flags.emplace_back(argv[i]);
  if (const char* more = std::getenv("INSUM_FLAGS"))
    for (std::string& word : split_words(more)) words.own.push_back(std::move(word));
  return words;
}

std::vector<std::string> stage_names() {
  std::vector<std::string> names = {"all"};
  for (const StageInfo& stage : stages()) names.push_back(stage.name);
  return names;
}

bool is_line(const std::string& text) {
  const bool number = std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c); });
  return number && !text.empty() && text.size() <= 9 && std::stoi(text) > 0;
}

/// `file.cpp:12` names a line unless such a file exists. Returns what stands behind the name of a file and is
/// no line.
std::optional<std::string> split_line(Options& options) {
  std::string& input = options.inputs.front();
  const auto is_file = [](const std::string& name) { return CLI::ExistingFile(name).empty(); };
  if (is_file(input)) return std::nullopt;
  const std::size_t last = input.rfind(':');
  if (last != std::string::npos && is_line(input.substr(last + 1)) &&
      (is_file(input.substr(0, last)) || input.find(':') == last)) {
    options.line = std::stoi(input.substr(last + 1));
    input.resize(last);
    return std::nullopt;
  }
  for (std::size_t colon = 0; (colon = input.find(':', colon)) != std::string::npos; ++colon)
    if (is_file(input.substr(0, colon))) return input.substr(colon + 1);
  return std::nullopt;
}

CLI::Validator file_name() {
  return CLI::Validator([](std::string& text) { return text.empty() ? "'' names no file" : ""; }, "");
}

class Parser {
 public:
  std::variant<Options, int> run(Words words) {
    describe();
    options_.compile_flags = std::move(words.compile_flags);
    std::reverse(words.own.begin(), words.own.end());  // as CLI11 wants them
    try {
      app_.parse(words.own);
    } catch (const CLI::ParseError& error) {
      return app_.exit(error) == 0 ? 0 : 2;
    }
    return finish();
  }

 private:
  void describe() {
    app_.set_version_flag("--version", std::string("insum ") + INSUM_VERSION);
    app_.set_help_flag("-h,--help", "Print this help");
    app_.set_help_all_flag("--help-all", "Print the help of all commands");
    app_.footer(
        "Flags of the compiler stand after '--'. The words in the environment variable INSUM_FLAGS are "
        "appended\n"
        "to the command line. Exit status: 0 done, 1 errors in the input, 2 wrong usage, 3 internal error.");
    app_.fallthrough();
    app_.require_subcommand(0, 1);
    app_.add_option("--print-after", options_.print_after,
                    "Print the program after these stages, or after all")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->check(CLI::IsMember(stage_names()));
    app_.add_flag("--time-stages", options_.time_stages, "Print the time that each stage took");
    app_.add_flag("--list-stages", list_stages_, "List the stages' names");
    app_.add_option("--resource-dir", options_.resource_dir, "Folder of Clang's own headers");
    app_.add_flag("--print-resource-dir", print_resource_dir_, "Print the folder of Clang's own headers");
    describe_rewrite();
    describe_check();
    describe_explain();
    describe_eject();
    describe_status();
    describe_suggest();
    describe_convert();
    describe_stats();
    command("doctor", "Print versions, paths and what the machine has: what a bug report needs",
            Command::doctor);
    CLI::App* help =
        command("help", "Explain a topic: language, formats, levels, schedules, diagnostics, or a diagnostic",
                Command::help);
    help->add_option("topic", options_.topic, "The topic or the diagnostic's identifier");
  }

  CLI::App* command(const char* name, const char* about, Command which) {
    CLI::App* added = app_.add_subcommand(name, about);
    added->fallthrough();
    added->callback([this, which] { options_.command = which; });
    return added;
  }

  void add_compilation(CLI::App* command) {
    command->add_option("-p", options_.build_dir,
                        "Build folder with a compile_commands.json that has the file's flags");
    command->add_option("--compiler", options_.compiler,
                        "The compiler whose C++ headers are used; by default c++");
    command
        ->add_option("--backend", options_.backend, "Target of blocks that name none: openmp, cuda or auto")
        ->check(CLI::IsMember({"openmp", "cuda", "auto"}));
  }

  /// An option that takes one of several words. (CLI11's own transformer shows users the numbers behind
  /// them.)
  template <class Choice>
  void add_choice(CLI::App* command, const char* option, const char* about,
                  const std::map<std::string, Choice>& choices, Choice& out) {
    std::vector<std::string> words;
    for (const auto& [word, unused] : choices) words.push_back(word);
    command
        ->add_option_function<std::string>(
            option, [&out, choices](const std::string& word) { out = choices.at(word); }, about)
        ->check(CLI::IsMember(words));
  }

  void describe_rewrite() {
    CLI::App* rewrite =
        command("rewrite", "Replace annotated statements by generated code", Command::rewrite);
    rewrite->add_option("input", options_.inputs, "The C++ file")->required()->expected(1);
    rewrite->add_option("-o,--output", options_.output, "The rewritten file; '-' prints it")->required();
    rewrite->add_option("--cuda", options_.cuda_output,
                        "File for CUDA code; always written, possibly without code");
    rewrite->add_option("--depfile", options_.depfile,
                        "File for the dependencies of the output, in make's syntax");
    rewrite->add_option("--blocks", options_.blocks_output,
                        "File for what editors and 'insum status' say of each block, as JSON");
    CLI::Option* verify = rewrite->add_flag(
        "--verify", options_.modes.verify, "Compare each kernel with the hand-written statement at run time");
    rewrite
        ->add_flag("--race", options_.modes.race,
                   "Time each kernel and the hand-written statement at run time, and use the faster one")
        ->excludes(verify);
    add_choice<LineMode>(
        rewrite, "--line-mode", "What #line maps the generated call to: original, generated, none",
        {{"original", LineMode::original}, {"generated", LineMode::generated}, {"none", LineMode::none}},
        options_.line_mode);
    rewrite->add_option("--kernel-prefix", options_.kernel_prefix,
                        "Prefix of the kernels' names; unique among files that are compiled as one");
    add_compilation(rewrite);
  }

  void describe_check() {
    CLI::App* check = command("check", "Report errors, write nothing", Command::check);
    check->add_option("files", options_.inputs, "The C++ files")->required();
    add_choice<ReportFormat>(
        check, "--format", "text, json or sarif",
        {{"text", ReportFormat::text}, {"json", ReportFormat::json}, {"sarif", ReportFormat::sarif}},
        options_.format);
    add_compilation(check);
  }

  void describe_explain() {
    CLI::App* explain = command("explain", "Print what becomes of each block, and why", Command::explain);
    explain->add_option("input", options_.inputs, "The C++ file, or file:line for one block")
        ->required()
        ->expected(1);
    add_choice<ReportFormat>(explain, "--format", "text or json",
                             {{"text", ReportFormat::text}, {"json", ReportFormat::json}}, options_.format);
    CLI::Option* html = explain
                            ->add_option("--html", options_.html,
                                         "Write a page with the source, drawings and the generated code")
                            ->check(file_name());
    explain
        ->add_option("--report", options_.reports,
                     "Reports of programs, for the page to show what verifying and racing found")
        ->needs(html);
    add_compilation(explain);
  }

  void describe_eject() {
    CLI::App* eject = command("eject", "Make kernels and their calls the user's own code", Command::eject);
    eject->add_option("input", options_.inputs, "The C++ file, or file:line for one block")
        ->required()
        ->expected(1);
    eject->add_option("-o,--output", options_.output,
                      "The file with the calls, in place of the input; '-' prints it");
    eject->add_option("--kernels", options_.kernel_folder,
                      "Folder for the kernels; by default insum_kernels beside the input");
    add_compilation(eject);
  }

  void describe_status() {
    CLI::App* status = command("status", "List the annotated places of a build, and what its programs found",
                               Command::status);
    status->add_option("build", options_.build_dir, "The build folder")->required();
    status->add_option(
        "--report", options_.reports,
        "Reports of programs, besides those of the name insum-report.json in the build folder");
    add_choice<ReportFormat>(status, "--format", "text or json",
                             {{"text", ReportFormat::text}, {"json", ReportFormat::json}}, options_.format);
  }

  void describe_suggest() {
    CLI::App* suggest = command("suggest", "Print blocks for loops that have none", Command::suggest);
    suggest->add_option("input", options_.inputs, "The C++ file")->required()->expected(1);
    add_choice<ReportFormat>(suggest, "--format", "text or json",
                             {{"text", ReportFormat::text}, {"json", ReportFormat::json}}, options_.format);
    suggest->add_flag("--verbose", options_.verbose, "Say why other loops have no block");
    add_compilation(suggest);
  }

  void add_elements(CLI::App* command, data::ElementChoice& elements) {
    command->add_option("--value", elements.value, "Type of the values: float or double; else the input's")
        ->check(CLI::IsMember({"float", "double"}));
    command
        ->add_option("--index", elements.index,
                     "Bits of positions and coordinates: 32 or 64; else the input's")
        ->check(CLI::IsMember({32, 64}));
    command->add_option("--threads", options_.threads, "How many threads convert")
        ->check(CLI::Range(1, 4096));
  }

  void describe_convert() {
    CLI::App* convert = command(
        "convert", "Convert a matrix or tensor to another format, and say what that costs", Command::convert);
    convert
        ->add_option("input", options_.convert.input,
                     "A .mtx, .tns, .smtx or .npy file (also with .gz), or a folder of arrays")
        ->required();
    convert->add_option("--to", options_.convert.to, "The format: csr, group_coo, bcsr<8,8>, ...")
        ->required();
    convert->add_option(
        "-o,--output", options_.convert.output,
        "A folder for the format's arrays, or a .mtx, .tns or .npy file; else only the table");
    add_elements(convert, options_.convert.elements);
  }

  void describe_stats() {
    CLI::App* stats = command("stats", "Describe a matrix or tensor and compare its formats", Command::stats);
    stats
        ->add_option("input", options_.stats.input,
                     "A .mtx, .tns, .smtx or .npy file (also with .gz), or a folder of arrays")
        ->required();
    stats->add_option("--spy", options_.stats.picture, "Draw the pattern into a .svg or .png file")
        ->check(file_name());
    add_choice<bool>(stats, "--format", "text or json", {{"text", false}, {"json", true}},
                     options_.stats.json);
    add_elements(stats, options_.stats.elements);
  }

  std::variant<Options, int> finish() {
    if (list_stages_) options_.command = Command::list_stages;
    if (print_resource_dir_) options_.command = Command::print_resource_dir;
    if (app_.get_subcommands().empty() && !list_stages_ && !print_resource_dir_) {
      std::cerr << app_.help();
      return 2;
    }
    if (options_.command == Command::eject || options_.command == Command::explain) {
      const std::string input = options_.inputs.front();
      if (const std::optional<std::string> text = split_line(options_)) {
        std::cerr << "insum: error: '" << *text << "' in '" << input
                  << "' is no line: write the number of one, as in file.cpp:42\n";
        return 2;
      }
    }
    return std::move(options_);
  }

  CLI::App app_{"insum: Einsum pragmas for sparse and dense tensor loops in C++", "insum"};
  Options options_;
  bool list_stages_ = false;
  bool print_resource_dir_ = false;
};

}  // namespace

std::variant<Options, int> parse_command_line(int argc, const char* const* argv) {
  return Parser().run(split_command_line(argc, argv));
}

}  // namespace insum
