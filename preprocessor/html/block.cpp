#include "html/block.h"

#include "html/code.h"
#include "html/escape.h"

namespace insum::html {

namespace {

std::string link(const std::string& anchor, const std::string& text) {
  return "<a" + attribute("href", "#" + anchor) + ">" + escape(text) + "</a>";
}

std::string list(const std::vector<std::string>& items, const char* css_class) {
  if (items.empty()) return "";
  std::string out = "<ul" + attribute("class", css_class) + ">\n";
  for (const std::string& item : items) out += "<li>" + escape(item) + "</li>\n";
  return out + "</ul>\n";
}

std::string plain_code(const std::string& text, const std::string& label) {
  return "<pre class=\"plain\" tabindex=\"0\" role=\"region\"" + attribute("aria-label", label) + "><code>" +
         escape(text) + "</code></pre>\n";
}

std::string details(const std::string& summary, const std::string& content, bool open) {
  return std::string("<details") + (open ? " open" : "") + "><summary>" + escape(summary) + "</summary>\n" +
         content + "</details>\n";
}

std::string lines_text(const Block& block) {
  return block.first_line == block.last_line
             ? "line " + std::to_string(block.first_line)
             : "lines " + std::to_string(block.first_line) + " to " + std::to_string(block.last_line);
}

std::string write_heading(const Block& block) {
  std::string out = "<h2>" + escape(block.kernel) + "</h2>\n<p class=\"facts\">" +
                    link(line_anchor(block.first_line), lines_text(block));
  if (!block.function.empty()) out += " in <code>" + escape(block.function) + "</code>";
  out += ", for " + escape(block.target);
  return out + "; its " + link(code_anchor(block), "generated code") + "</p>\n";
}

std::string write_einsums(const Block& block) {
  std::string out;
  for (const std::string& einsum : block.einsums) out += escape(einsum) + "\n";
  out = "<pre class=\"einsum\" tabindex=\"0\" role=\"region\" aria-label=\"Einsum\"><code>" + out +
        "</code></pre>\n";
  if (!block.indirect.empty()) {
    std::string text;
    for (const std::string& each : block.indirect) text += each + (each.ends_with('\n') ? "" : "\n");
    out += "<h3>Over the arrays of its formats</h3>\n" + plain_code(text, "indirect Einsum");
  }
  return out;
}

std::string write_runs(const Block& block) {
  if (block.runs.empty()) return "";
  std::string out = "<ul class=\"runs\">\n";
  for (const RunResult& run : block.runs) {
    const char* kind = run.kind == RunResult::Kind::good  ? "good"
                       : run.kind == RunResult::Kind::bad ? "bad"
                                                          : "unknown";
    out += "<li" + attribute("class", kind) + ">" + escape(run.text) + "</li>\n";
  }
  return out + "</ul>\n";
}

std::string write_loops(const Block& block) {
  return "<h3>Loops</h3>\n<div class=\"drawing\" tabindex=\"0\" role=\"region\" aria-label=\"Loops\">\n" +
         draw(block.loops, "The loops: " + block.scheduled) + "</div>\n" + list(block.notes, "notes");
}

std::string write_storage(const Block& block) {
  if (block.tensors.empty()) return "";
  std::string out = "<h3>Storage</h3>\n<div class=\"tensors\">\n";
  bool has_absent = false;
  for (const TensorStorage& tensor : block.tensors) {
    out += "<figure><figcaption><code>" + escape(tensor.name) + "</code> " + escape(tensor.caption) +
           "</figcaption>\n<div class=\"drawing\" tabindex=\"0\" role=\"region\"" +
           attribute("aria-label", "Storage of " + tensor.name) + ">\n" + draw(tensor) + "</div></figure>\n";
    for (const StorageLevel& level : tensor.levels)
      has_absent = has_absent || level.fan == Fan::some || level.fan == Fan::padded;
  }
  out += "</div>\n";
  if (has_absent) out += "<p class=\"legend\">Hollow dots: coordinates that are not stored.</p>\n";
  return out;
}

std::string write_considered(const Block& block) {
  std::string out;
  for (const ConsideredNest& nest : block.considered) {
    out += "<p class=\"nest\"><code>" + escape(nest.statement) + "</code>" +
           (nest.work.empty() ? "" : ", computed <code>" + escape(nest.work) + "</code> times") +
           "</p>\n<ul class=\"choices\">\n";
    for (const Choice& choice : nest.choices)
      out += std::string("<li class=\"") + (choice.chosen ? "chosen" : "lost") + "\"><strong>" +
             escape(choice.what) + "</strong>" +
             (choice.cost.empty() ? "" : " (" + escape(choice.cost) + ")") + ": " + escape(choice.why) +
             "</li>\n";
    out += "</ul>\n";
  }
  return out.empty() ? "" : details("Chosen and considered, for each nest of loops", out, true);
}

std::string write_launches(const Block& block) {
  if (block.launches.empty()) return "";
  return details("Chosen at each call, by a model or as INSUM_TUNE=1 has measured",
                 plain_code(block.launches, "launches"), true);
}

std::string write_forms(const Block& block) {
  return details("The forms of the program",
                 "<h4>Einsum, levels of its tensors, ranges of its indices</h4>\n" +
                     plain_code(block.program, "Einsum form") +
                     "<h4>In storage form, one nest of loops for each term</h4>\n" +
                     plain_code(block.nests, "storage form") + "<h4>Scheduled</h4>\n" +
                     plain_code(block.scheduled, "scheduled"),
                 false);
}

/// Generated code: each line leads to the block in the source.
std::string generated(const Block& block, const Code& code, const std::string& anchor,
                      const std::string& label) {
  return write_code(code, label + " of " + block.kernel, [&](int line) {
    return LineLinks{anchor + "-" + std::to_string(line), line_anchor(block.first_line),
                     "to the block at line " + std::to_string(block.first_line), ""};
  });
}

std::string write_generated(const Block& block) {
  const std::string anchor = code_anchor(block);
  std::string out =
      "<div" + attribute("id", anchor) + ">\n" +
      details("Generated code", generated(block, block.kernel_code, anchor, "Generated code"), true);
  if (!block.device_code.text.empty())
    out += details("Device code",
                   generated(block, block.device_code, block_anchor(block) + "-device", "Device code"), true);
  return out +
         details("Call, in place of the statement",
                 "<div class=\"wrapped\">" +
                     generated(block, block.call, block_anchor(block) + "-call", "Call") + "</div>",
                 false) +
         "</div>\n";
}

}  // namespace

std::string block_anchor(const Block& block) { return "block-" + std::to_string(block.number); }
std::string code_anchor(const Block& block) { return block_anchor(block) + "-code"; }
std::string line_anchor(int line) { return "L" + std::to_string(line); }

std::string write_block(const Block& block) {
  return "<section class=\"block\"" + attribute("id", block_anchor(block)) +
         attribute("aria-label", "Block at line " + std::to_string(block.first_line)) + ">\n" +
         write_heading(block) + write_einsums(block) + write_runs(block) + list(block.warnings, "warnings") +
         write_loops(block) + write_storage(block) + write_considered(block) + write_launches(block) +
         write_generated(block) + write_forms(block) + "</section>\n";
}

}  // namespace insum::html
