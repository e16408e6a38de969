#include "html/code.h"

#include "html/escape.h"

namespace insum::html {

namespace {

const char* css_class(CodeTokenKind kind) {
  switch (kind) {
    case CodeTokenKind::keyword:
      return "keyword";
    case CodeTokenKind::comment:
      return "comment";
    case CodeTokenKind::text:
      return "text";
    case CodeTokenKind::number:
      return "number";
    case CodeTokenKind::directive:
      return "directive";
  }
  return "";
}

/// The lines of a text one after the other, with the part of each token that lies in them.
class Writer {
 public:
  Writer(const Code& code, const std::function<LineLinks(int)>& links) : code_(code), links_(links) {}

  std::string lines() {
    const std::string& text = code_.text;
    std::size_t begin = text.starts_with("\xef\xbb\xbf") ? 3 : 0;  // a byte order mark is no text
    for (int line = 1; begin < text.size(); ++line) {
      const std::size_t at = text.find('\n', begin), end = at == std::string::npos ? text.size() : at;
      const bool has_return = end > begin && text[end - 1] == '\r';
      write_line(line, begin, has_return ? end - 1 : end);
      begin = end + 1;
    }
    return std::move(out_);
  }

 private:
  void write_line(int number, std::size_t begin, std::size_t end) {
    const LineLinks links = links_(number);
    out_ += "<span" + attribute("class", links.kind.empty() ? "line" : "line " + links.kind) +
            attribute("id", links.id) + "><a class=\"line-number\"" + attribute("href", "#" + links.href) +
            (links.title.empty() ? "" : attribute("title", links.title)) + ">" + std::to_string(number) +
            "</a><span class=\"source\">";
    while (next_ < code_.tokens.size() && end_of(code_.tokens[next_]) <= begin) ++next_;
    std::size_t at = begin;
    for (std::size_t n = next_; n < code_.tokens.size() && code_.tokens[n].begin < end; ++n) {
      const CodeToken& token = code_.tokens[n];
      const std::size_t first = std::max(at, token.begin), last = std::min(end, end_of(token));
      write_text(at, first);
      out_ += std::string("<span class=\"") + css_class(token.kind) + "\">";
      write_text(first, last);
      out_ += "</span>";
      at = last;
    }
    write_text(at, end);
    out_ += "</span>\n</span>";  // the line break belongs to the line, so that what is copied has it
  }

  static std::size_t end_of(const CodeToken& token) { return token.begin + token.length; }
  void write_text(std::size_t begin, std::size_t end) {
    if (begin < end) out_ += escape(std::string_view(code_.text).substr(begin, end - begin));
  }

  const Code& code_;
  const std::function<LineLinks(int)>& links_;
  std::size_t next_ = 0;  // the first token that does not end before the line
  std::string out_;
};

}  // namespace

std::string write_code(const Code& code, const std::string& label,
                       const std::function<LineLinks(int line)>& links) {
  // What scrolls has to be reachable by keyboard.
  return "<pre class=\"code\" tabindex=\"0\" role=\"region\"" + attribute("aria-label", label) + "><code>" +
         Writer(code, links).lines() + "</code></pre>\n";
}

}  // namespace insum::html
