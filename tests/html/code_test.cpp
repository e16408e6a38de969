#include "html/code.h"

#include <doctest/doctest.h>

#include "clang/highlight.h"

using namespace insum;

namespace {

/// "keyword:int number:1 ..."
std::string tokens_of(const std::string& text) {
  const char* names[] = {"keyword", "comment", "text", "number", "directive"};
  const Code code = frontend::highlight(text);
  std::string out;
  std::size_t end = 0;
  for (const CodeToken& token : code.tokens) {
    REQUIRE(token.begin >= end);
    end = token.begin + token.length;
    REQUIRE(end <= text.size());
    out += (out.empty() ? "" : " ") + std::string(names[static_cast<int>(token.kind)]) + ":" +
           code.text.substr(token.begin, token.length);
  }
  return out;
}

std::string page_of(const Code& code) {
  return html::write_code(code, "x", [](int line) {
    return html::LineLinks{"L" + std::to_string(line), "to", "", line == 2 ? "marked" : ""};
  });
}

}  // namespace

TEST_CASE("C++ is divided as Clang's lexer does it") {
  CHECK(tokens_of("int x = 0x1F; // end") == "keyword:int number:0x1F comment:// end");
  CHECK(tokens_of("auto s = R\"(a\"b)\" 'c';") == "keyword:auto text:R\"(a\"b)\" text:'c'");
  CHECK(tokens_of("#pragma insum y[i] = 2\n#include <a>") ==
        "directive:# directive:pragma number:2 directive:# directive:include");
  CHECK(tokens_of("a # b").empty());
  CHECK(tokens_of("concept requires co_await") == "keyword:concept keyword:requires keyword:co_await");
}

TEST_CASE("text that is no C++ is some text") {
  CHECK(tokens_of("").empty());
  CHECK(tokens_of("/* no end").find("keyword") == std::string::npos);
  CHECK(tokens_of("\"no end\nint") == "keyword:int");
  CHECK(tokens_of(std::string("\xff\0 int", 6)) == "keyword:int");
}

TEST_CASE("lines have anchors, links and the parts of tokens that lie in them") {
  const std::string out = page_of({"a\n/*\n*/b<", {{2, 5, CodeTokenKind::comment}}});
  CHECK(out.find("<span class=\"line\" id=\"L1\"><a class=\"line-number\" href=\"#to\">1</a>"
                 "<span class=\"source\">a</span>\n</span>") != std::string::npos);
  CHECK(out.find("<span class=\"line marked\" id=\"L2\">") != std::string::npos);
  CHECK(out.find("<span class=\"comment\">/*</span></span>\n") != std::string::npos);
  CHECK(out.find("<span class=\"comment\">*/</span>b&lt;</span>\n") != std::string::npos);
}

TEST_CASE("line ends of all kinds, and a byte order mark") {
  const std::string out = page_of({"\xef\xbb\xbf"
                                   "a\r\nb",
                                   {}});
  CHECK(out.find(">a</span>\n") != std::string::npos);
  CHECK(out.find(">b</span>\n") != std::string::npos);
  CHECK(out.find("U+") == std::string::npos);
  CHECK(page_of({"a\n", {}}).find("L2") == std::string::npos);
}
