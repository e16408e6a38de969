#include "html/page.h"

#include "html/block.h"
#include "html/code.h"
#include "html/escape.h"
#include "html/page_css.h"

namespace insum::html {

namespace {

const Block* block_at(const Page& page, int line) {
  for (const Block& block : page.blocks)
    if (block.first_line <= line && line <= block.last_line) return &block;
  return nullptr;
}

/// What asks for anything from elsewhere is refused by the browser, whatever the source holds.
std::string write_head(const Page& page) {
  return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
         "'unsafe-inline'\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
         "<meta name=\"color-scheme\" content=\"light dark\">\n<title>" +
         escape(page.file) + " - insum</title>\n<style>\n" + page_css + "</style>\n</head>\n";
}

/// All blocks at a glance.
std::string write_overview(const Page& page) {
  if (page.blocks.empty()) return "<p>No blocks.</p>\n";
  std::string out = "<nav aria-label=\"Blocks\">\n<ul>\n";
  for (const Block& block : page.blocks) {
    std::string einsums;
    for (const std::string& einsum : block.einsums) einsums += (einsums.empty() ? "" : "; ") + einsum;
    out += "<li><a" + attribute("href", "#" + block_anchor(block)) + ">line " +
           std::to_string(block.first_line) + "</a> <code>" + escape(einsums) + "</code></li>\n";
  }
  return out + "</ul>\n</nav>\n";
}

std::string write_source(const Page& page) {
  const auto links = [&](int line) -> LineLinks {
    const std::string self = line_anchor(line);
    const Block* block = block_at(page, line);
    if (!block) return {self, self, "", ""};
    const bool is_pragma = line < block->statement_line;
    return {self, block_anchor(*block), "to what became of this block",
            is_pragma ? "marked pragma" : "marked statement"};
  };
  return "<section class=\"file\" aria-label=\"Source\">\n" + write_code(page.source, "Source", links) +
         "</section>\n";
}

}  // namespace

std::string write_page(const Page& page) {
  std::string out = write_head(page) + "<body>\n<header>\n<h1>" + escape(page.file) + "</h1>\n" +
                    write_overview(page) + "</header>\n<main>\n" + write_source(page) +
                    "<div class=\"blocks\">\n";
  for (const Block& block : page.blocks) out += write_block(block);
  return out + "</div>\n</main>\n<footer>Written by insum " + escape(page.version) +
         ".</footer>\n</body>\n</html>\n";
}

}  // namespace insum::html
