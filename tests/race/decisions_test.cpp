// The text of files of kept decisions: what is read is what was written, whatever happened to the file.
#include <doctest/doctest.h>

#include <insum/statement/decisions.hpp>
#include <insum/statement/record.hpp>
#include <limits>

using namespace insum::statement;

namespace {

std::map<decision_key, decision> some() {
  return {{{1, 2, "i 2^3"}, {40, 50, "a.cpp:1: y[i] = x[i]"}},
          {{1, 2, "i 2^4, A 2^-1 a row"}, {7, 3, "a.cpp:1: y[i] = x[i]"}},
          {{0xffffffffffffffffu, 0, ""}, {0, std::numeric_limits<std::int64_t>::max(), ""}}};
}

bool is_one_of(const decision_file::entry& e, const std::map<decision_key, decision>& list) {
  const auto found = list.find(e.key);
  return found != list.end() && found->second.statement == e.found.statement &&
         found->second.kernel == e.found.kernel && found->second.place == e.found.place;
}

/// Whatever else is in the text, what is read of it was written.
void check_whole(const std::string& text) {
  const decision_file read = parse_decisions(text);
  for (const decision_file::entry& each : read.entries) CHECK(is_one_of(each, some()));
  if (read.foreign) CHECK(read.entries.empty());
}

}  // namespace

TEST_CASE("what is written is read") {
  const decision_file read = parse_decisions(merged_decisions({}, some()));
  CHECK(!read.foreign);
  CHECK(read.damaged.empty());
  REQUIRE(read.entries.size() == 3);
  for (const decision_file::entry& each : read.entries) CHECK(is_one_of(each, some()));
}

TEST_CASE("new decisions replace those of the same calls and follow the others") {
  const decision_file old = parse_decisions(merged_decisions({}, some()));
  const decision_key key = {1, 2, "i 2^3"};
  const decision_file read = parse_decisions(merged_decisions(old, {{key, {5, 6, "b.cpp:2: z"}}}));
  REQUIRE(read.entries.size() == 3);
  CHECK(read.entries.back().key == key);
  CHECK(read.entries.back().found.kernel == 6);
}

TEST_CASE("of two lines for the same calls the later one counts") {
  const decision_key key = {1, 2, "i 2^3"};
  decision_file twice;
  twice.entries = {{key, {1, 1, ""}}, {key, {2, 2, ""}}};
  const decision_file read = parse_decisions(merged_decisions(twice, {}));
  REQUIRE(read.entries.size() == 1);
  CHECK(read.entries[0].found.kernel == 2);
}

TEST_CASE("a file whose first line is damaged is known by another one, but not of another version or kind") {
  const std::string text = merged_decisions({}, some()), rest = text.substr(text.find('\n'));
  for (const char* first : {"", "x", "insum race decisions", "insum race decisions 1 "}) {
    const decision_file read = parse_decisions(first + rest);
    CHECK(!read.foreign);
    CHECK(read.entries.size() == 3);
    CHECK(read.damaged == std::vector<std::size_t>{1});
    CHECK(parse_decisions(first + std::string("\nsomething else\n")).foreign);
  }
  for (const char* first : {"insum race decisions 2", "insum tuned widths 1"})
    CHECK(parse_decisions(first + rest).foreign);
}

TEST_CASE("the oldest lines are dropped") {
  decision_file old;
  for (std::uint64_t n = 0; n < decision_file::most + 5; ++n)
    old.entries.push_back({{n, 0, "c"}, {1, 1, ""}});
  const decision_file read = parse_decisions(merged_decisions(old, {{{77, 1, "c"}, {3, 4, ""}}}));
  CHECK(read.entries.size() == decision_file::most);
  CHECK(read.entries.front().key.block == 6);
  CHECK(read.entries.back().key.machine == 1);
}

TEST_CASE("texts of places and classes cannot end a line") {
  const decision_file read =
      parse_decisions(merged_decisions({}, {{{1, 2, "i\t2\n"}, {3, 4, std::string("a\nb\0c", 5)}}}));
  REQUIRE(read.entries.size() == 1);
  CHECK(read.entries[0].key.calls == "i 2 ");
  CHECK(read.entries[0].found.place == "a b c");
}

TEST_CASE("every cut and every changed byte") {
  const std::string good = merged_decisions({}, some());
  for (std::size_t at = 0; at < good.size(); ++at) {
    check_whole(good.substr(0, at));
    check_whole(good.substr(at));
    for (const int change : {1, 2, 16, 128, 255}) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ change);
      check_whole(bad);
      const decision_file read = parse_decisions(bad);
      CHECK((read.entries.size() < 3 || read.damaged == std::vector<std::size_t>{1}));
    }
  }
}

TEST_CASE("numbers that are none") {
  for (const char* fields :
       {"", "\t", "1\t2\t3\t4\tc\tp", "0000000000000001\t0000000000000002\t-3\t4\tc\tp",
        "0000000000000001\t0000000000000002\t3\t99999999999999999999\tc\tp",
        "0000000000000001\t0000000000000002\t3\t\tc\tp", "000000000000000g\t0000000000000002\t3\t4\tc\tp",
        "0000000000000001\t0000000000000002\t3x\t4\tc\tp",
        "0000000000000001\t 000000000000002\t3\t4\tc\tp"}) {
    const std::string line = detail::hex(hash_of(fields)) + '\t' + fields;  // its check is right
    CHECK_MESSAGE(parse_decisions(std::string(decision_file::title) + '\n' + line).damaged.size() == 1,
                  fields);
  }
}

TEST_CASE("what tells an instantiation from others is read from names of functions of gcc and clang") {
  CHECK(template_arguments("void f(int)") == "");
  CHECK(template_arguments("int (&g())[3]") == "");
  CHECK(template_arguments("void f(T) [with T = double]") == "T = double");
  CHECK(template_arguments("void f(T) [T = int[3], U = float]") == "T = int[3], U = float");
  CHECK(template_arguments("f(T) [with T = double; U = int]::<lambda(int)>") == "T = double; U = int");
}
