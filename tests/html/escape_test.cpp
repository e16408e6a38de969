#include "html/escape.h"

#include <doctest/doctest.h>

using namespace insum::html;

TEST_CASE("markup becomes text") {
  CHECK(escape("a < b && c > d") == "a &lt; b &amp;&amp; c &gt; d");
  CHECK(escape("</script><!-- \"x\" 'y'") == "&lt;/script&gt;&lt;!-- &quot;x&quot; &#39;y&#39;");
  CHECK(escape("&amp;") == "&amp;amp;");
  CHECK(escape("").empty());
}

TEST_CASE("line breaks, tabs and characters that show stay") {
  CHECK(escape("a\tb\nc d") == "a\tb\nc d");
  CHECK(escape("caf\u00e9 \u03b1 \U0001F600") == "caf\u00e9 \u03b1 \U0001F600");
}

TEST_CASE("bytes that are no UTF-8 become replacement characters, one each") {
  CHECK(escape("a\xff\xfe"
               "b") == "a\ufffd\ufffdb");
  CHECK(escape("\xc3") == "\ufffd");                      // cut off
  CHECK(escape("\xc0\xbc") == "\ufffd\ufffd");            // an overlong '<'
  CHECK(escape("\xed\xa0\x80") == "\ufffd\ufffd\ufffd");  // a surrogate
}

TEST_CASE("what does not show, or turns text around, is named") {
  CHECK(escape(std::string_view("\0", 1)) == "\u27e8U+0000\u27e9");
  CHECK(escape("\x1b[31m\r") == "\u27e8U+001B\u27e9[31m\u27e8U+000D\u27e9");
  CHECK(escape("a\u202eb") == "a\u27e8U+202E\u27e9b");
  CHECK(escape("\u00a0") == "\u27e8U+00A0\u27e9");
}

TEST_CASE("attributes cannot be left") {
  CHECK(attribute("title", "\" onclick=\"x") == " title=\"&quot; onclick=&quot;x\"");
}

TEST_CASE("widths count characters") {
  CHECK(width_of("abc") == 3);
  CHECK(width_of("\u03b1\u03b2") == 2);
}
