// The syntax tree that parsing gives: its shape, places in the file, identifiers.
#include "parse/parse.h"

#include <doctest/doctest.h>

#include <set>

#include "parse_text.h"

using namespace insum;

namespace {

template <typename Node>
const Node& only(const test::Parsed& parsed) {
  REQUIRE_MESSAGE(parsed.block.has_value(), parsed.messages());
  REQUIRE(parsed.block->directives.size() == 1);
  return std::get<Node>(parsed.block->directives[0].node);
}

std::string text(const test::Parsed& parsed, SourceRange range) {
  return std::string(parsed.files.text(range));
}

}  // namespace

TEST_CASE("ranges are bytes of the file") {
  const test::Parsed parsed =
      test::parse_text("int x;\n  #pragma insum C[i, j] += A[i,k] * (B[k,j] + alpha)  // text\n");
  const auto& einsum = only<ast::Einsum>(parsed);
  CHECK(text(parsed, parsed.block->range) == "#pragma insum C[i, j] += A[i,k] * (B[k,j] + alpha)  // text");
  CHECK(text(parsed, parsed.block->directives[0].range) == "C[i, j] += A[i,k] * (B[k,j] + alpha)");
  CHECK(text(parsed, einsum.range) == "C[i, j] += A[i,k] * (B[k,j] + alpha)");
  CHECK(text(parsed, einsum.left.range) == "C[i, j]");
  CHECK(text(parsed, einsum.left.tensor.range) == "C");
  CHECK(text(parsed, einsum.left.subscripts[1].range) == "j");
  CHECK(text(parsed, einsum.op_range) == "+=");
  CHECK(text(parsed, einsum.right->range) == "A[i,k] * (B[k,j] + alpha)");
  const auto& product = std::get<ast::Binary>(einsum.right->node);
  CHECK(text(parsed, product.op_range) == "*");
  CHECK(text(parsed, product.right->range) == "(B[k,j] + alpha)");
  CHECK(text(parsed, std::get<ast::Binary>(product.right->node).right->range) == "alpha");
  CHECK(parsed.files.position(einsum.left.range).line == 2);
  CHECK(parsed.files.position(einsum.left.range).column == 17);
}

TEST_CASE("continued lines, comments and letters beyond ASCII do not shift ranges") {
  const test::Parsed parsed = test::parse_text(
      "// \xC3\xA4\n"
      "#pragma insum /* \xE2\x82\xAC */ C[i] = \\\n"
      "    \xC3\xB6l[i] /* \xFF\xFE */ * \\\r\n"
      "\tbe\\  \n"
      "ta + {x /* y */ + \\\n"
      "z}\n");
  const auto& einsum = only<ast::Einsum>(parsed);
  const auto& sum = std::get<ast::Binary>(einsum.right->node);
  const auto& product = std::get<ast::Binary>(sum.left->node);
  const auto& gathered = std::get<ast::Access>(product.left->node);
  CHECK(gathered.tensor.text == "\xC3\xB6l");
  CHECK(text(parsed, gathered.range) == "\xC3\xB6l[i]");
  const auto& beta = std::get<ast::Access>(product.right->node).tensor;
  CHECK(beta.text == "beta");
  CHECK(text(parsed, beta.range) == "be\\  \nta");
  const auto& cpp = std::get<ast::Cpp>(sum.right->node);
  CHECK(cpp.text == "x + z");
  CHECK(text(parsed, cpp.range) == "x /* y */ + \\\nz");
  CHECK(parsed.files.position(cpp.range).line == 5);
}

TEST_CASE("a comment may span lines") {
  const test::Parsed parsed =
      test::parse_bytes("#pragma insum C[i] = /* one\n two */ {a /*\n*/ + b} // end\n");
  const auto& einsum = only<ast::Einsum>(parsed);
  CHECK(std::get<ast::Cpp>(einsum.right->node).text == "a + b");
  CHECK(parsed.files.position(einsum.right->range).line == 2);
}

TEST_CASE("C++ keeps its text") {
  const test::Parsed parsed = test::parse_directive(
      "tensor A[ n * (m,k) , f<int> (a,b) ] : csr( [&]{ return p; }() ,field( rows , x ), \"a , b\" , 'c')");
  const auto& tensor = only<ast::TensorDirective>(parsed);
  REQUIRE(tensor.sizes.size() == 2);
  CHECK(tensor.sizes[0].text == "n * (m,k)");
  CHECK(tensor.sizes[1].text == "f<int> (a,b)");
  const auto& use = std::get<ast::FormatUse>(tensor.storage);
  REQUIRE(use.storage.size() == 4);
  CHECK(use.storage[0].array.text == "[&]{ return p; }()");
  CHECK(use.storage[1].array.text == "rows");
  REQUIRE(use.storage[1].member.has_value());
  CHECK(use.storage[1].member->text == "x");
  CHECK(text(parsed, use.storage[1].range) == "field( rows , x )");
  CHECK(use.storage[2].array.text == "\"a , b\"");
  for (const ast::StorageArgument& argument : use.storage)
    CHECK(text(parsed, argument.array.range) == argument.array.text);
}

TEST_CASE("subscript terms") {
  const test::Parsed parsed = test::parse_directive("C[2*h-{n}*i+D[y]-1, {b}, - -j] = 0");
  const auto& subscripts = only<ast::Einsum>(parsed).left.subscripts;
  REQUIRE(subscripts.size() == 3);
  REQUIRE(subscripts[0].terms.size() == 4);
  const auto& terms = subscripts[0].terms;
  CHECK_FALSE(terms[0].negative);
  CHECK(std::get<long long>(*terms[0].coefficient) == 2);
  CHECK(std::get<ast::Name>(terms[0].factor).text == "h");
  CHECK(std::get<ast::Name>(terms[0].factor).id == -1);
  CHECK(terms[1].negative);
  CHECK(std::get<ast::Cpp>(*terms[1].coefficient).text == "n");
  CHECK(std::get<std::shared_ptr<const ast::Access>>(terms[2].factor)->tensor.text == "D");
  CHECK_FALSE(terms[2].coefficient.has_value());
  CHECK(terms[3].negative);
  CHECK(std::get<long long>(*terms[3].coefficient) == 1);
  CHECK(std::holds_alternative<std::monostate>(terms[3].factor));
  CHECK(std::get<ast::Cpp>(*subscripts[1].terms[0].coefficient).text == "b");
  CHECK_FALSE(subscripts[2].terms[0].negative);
}

TEST_CASE("operators associate to the left and bind as in C++") {
  const test::Parsed parsed = test::parse_directive("C[i] = a - b - c * -d");
  const auto& outer = std::get<ast::Binary>(only<ast::Einsum>(parsed).right->node);
  CHECK(outer.op == BinaryOp::sub);
  CHECK(std::get<ast::Binary>(outer.left->node).op == BinaryOp::sub);
  const auto& product = std::get<ast::Binary>(outer.right->node);
  CHECK(product.op == BinaryOp::mul);
  CHECK(std::get<ast::Unary>(product.right->node).op == ast::UnaryOp::minus);
}

TEST_CASE("scalars are accesses without brackets") {
  const test::Parsed parsed = test::parse_directive("s = alpha * 2.0f");
  const auto& einsum = only<ast::Einsum>(parsed);
  CHECK_FALSE(einsum.left.bracketed);
  const auto& product = std::get<ast::Binary>(einsum.right->node);
  CHECK_FALSE(std::get<ast::Access>(product.left->node).bracketed);
  CHECK_FALSE(std::get<ast::Number>(product.right->node).is_integer);
}

TEST_CASE("format arguments and levels are told apart") {
  const test::Parsed parsed =
      test::parse_directive("tensor A[M] : levels(0/16: fixed(4, crd), 1%BN: dense, 1-0: offset(o); v)");
  const auto& use = std::get<ast::FormatUse>(only<ast::TensorDirective>(parsed).storage);
  CHECK(use.format.name.text == "levels");
  REQUIRE(use.levels.size() == 3);
  CHECK(use.levels[0].mode.kind == ast::LevelMode::Kind::quotient);
  CHECK(std::get<long long>(use.levels[0].mode.divisor->value) == 16);
  REQUIRE(use.levels[0].numbers.size() == 1);
  CHECK(std::get<long long>(use.levels[0].numbers[0].value) == 4);
  REQUIRE(use.levels[0].arrays.size() == 1);
  CHECK(use.levels[0].arrays[0].array.text == "crd");
  CHECK(use.levels[1].mode.kind == ast::LevelMode::Kind::remainder);
  CHECK(std::get<ast::Cpp>(use.levels[1].mode.divisor->value).text == "BN");
  CHECK(use.levels[2].mode.kind == ast::LevelMode::Kind::difference);
  CHECK(use.levels[2].mode.mode == 1);
  CHECK(use.levels[2].mode.other_mode == 0);
  REQUIRE(use.values.size() == 1);
}

TEST_CASE("schedule arguments by shape") {
  const test::Parsed parsed = test::parse_directive(
      "schedule c(i, 4, {n+1}, {i, j}, k=auto, capacity(n), memory <= 9, A[i]*2, block.x, f(x); 0, 1)");
  const auto& command = only<ast::ScheduleDirective>(parsed).commands.at(0);
  const auto& arguments = command.arguments;
  REQUIRE(arguments.size() == 10);
  CHECK(std::get<ast::Name>(arguments[0].value).id >= 0);
  CHECK(std::get<long long>(arguments[1].value) == 4);
  CHECK(std::get<ast::Cpp>(arguments[2].value).text == "n+1");
  CHECK(std::get<ast::ScheduleList>(arguments[3].value).names.at(1).text == "j");
  const auto& k = std::get<ast::ScheduleSetting>(arguments[4].value);
  CHECK(k.relation == "=");
  CHECK(std::get<ast::Name>(k.values.at(0).value).text == "auto");
  CHECK(std::get<ast::Name>(k.values.at(0).value).id == -1);
  CHECK(std::get<ast::ScheduleSetting>(arguments[5].value).relation == "(");
  CHECK(std::get<ast::ScheduleSetting>(arguments[6].value).relation == "<=");
  CHECK(std::holds_alternative<ast::ExprPtr>(arguments[7].value));
  CHECK(std::get<ast::Name>(arguments[8].value).text == "block.x");
  CHECK(std::holds_alternative<ast::ScheduleSetting>(arguments[9].value));
  REQUIRE(command.path.size() == 2);
  CHECK(std::get<long long>(command.path[1].value) == 1);
}

TEST_CASE("a function line makes a call in a schedule an expression, wherever it stands") {
  const test::Parsed parsed = test::parse_text("#pragma insum schedule c(f(x))\n#pragma insum function f\n");
  REQUIRE(parsed.block.has_value());
  const auto& schedule = std::get<ast::ScheduleDirective>(parsed.block->directives[0].node);
  CHECK(std::holds_alternative<ast::ExprPtr>(schedule.commands.at(0).arguments.at(0).value));
}

TEST_CASE("facts") {
  const test::Parsed parsed =
      test::parse_directive("assume(M in [1, f(2, 3)], density(A) < 0.01, in_bounds)");
  const auto& facts = only<ast::AssumeDirective>(parsed).facts;
  REQUIRE(facts.size() == 3);
  CHECK(facts[0].relation == "in");
  CHECK(facts[0].name.id >= 0);
  REQUIRE(facts[0].bounds.size() == 2);
  CHECK(facts[0].bounds[1].text == "f(2, 3)");
  CHECK(facts[1].name.id == -1);
  CHECK(facts[1].arguments.at(0).text == "A");
  CHECK(facts[2].relation.empty());
}

TEST_CASE("all wrong lines of a block are reported, in order") {
  const test::Parsed parsed = test::parse_text(
      "#pragma insum C[i = A[i]\n"
      "#pragma insum tensor A[M] : csr(p) sort base\n"
      "#pragma insum frobnicate\n");
  CHECK_FALSE(parsed.block.has_value());
  REQUIRE(parsed.diagnostics.all().size() == 4);
  CHECK(parsed.diagnostics.all()[0].id == Diag::syntax_error);
  CHECK(parsed.diagnostics.all()[1].id == Diag::unknown_modifier);
  CHECK(parsed.diagnostics.all()[2].id == Diag::modifier_arguments);
  CHECK(parsed.diagnostics.all()[3].id == Diag::unknown_directive);
}

TEST_CASE("an error points at the token that is wrong") {
  const test::Parsed parsed = test::parse_directive("C[i,j] = A[i,,k]");
  CHECK(parsed.messages() ==
        "test.cpp:1:28: error: expected an index, a number or '{' in the subscripts, found ',' "
        "[insum-syntax-error]\n"
        "#pragma insum C[i,j] = A[i,,k]\n"
        "                           ^\n"
        "test.cpp:1:28: note: a subscript is an index, a whole number, an array such as D[y], C++ in braces "
        "such as {n}, "
        "or a sum such as 2*i + j - 1\n");
}

TEST_CASE("what is opened and not closed is said so") {
  const auto first_message = [](const std::string& directive) {
    return test::parse_directive(directive).diagnostics.all().at(0).message;
  };
  CHECK(first_message("C[i] = A[i] /* B") == "this comment is not closed");
  CHECK(first_message("C[i] = {R\"(abc}") == "this string is not closed");
  CHECK(first_message("C[i] = {\"abc\\\"}") == "this string is not closed");
  CHECK(first_message("C[i] = A' * B[i]") == "this character literal is not closed");
  CHECK(test::parse_directive("C[i] = (A[i]").messages().find("opened here") != std::string::npos);
}

TEST_CASE("lines that are no pragma at all are errors, not crashes") {
  for (const std::string& bytes :
       {std::string(), std::string("\n"), std::string("x"), std::string("#"), std::string("\\\n"),
        std::string("#pragma omp for"), std::string(3, '\0'), std::string("#pragma insum \xFF\xFE"),
        std::string("#pragma insum C[i] = A[i]\n#pragma insum baseline")}) {
    const test::Parsed parsed = test::parse_bytes(bytes);
    CHECK_FALSE(parsed.block.has_value());
    CHECK(parsed.diagnostics.error_count() == 1);
  }
}

TEST_CASE("what is too long or too deep is refused") {
  const auto nested = [](std::size_t depth) {
    return "C[i] = " + std::string(depth, '(') + "a" + std::string(depth, ')');
  };
  CHECK(test::parse_directive(nested(200)).block.has_value());
  CHECK(test::parse_directive(nested(201)).diagnostics.all().at(0).id == Diag::nesting_too_deep);
  const test::Parsed many = test::parse_directive("C[i] = " + std::string(4000, '-') + "a");
  CHECK_FALSE(many.block.has_value());
  std::string terms = "C[i] = a";
  for (int i = 0; i < 1900; ++i) terms += " - a";
  CHECK(test::parse_directive(terms).block.has_value());
  for (int i = 0; i < 200; ++i) terms += " - a";
  CHECK(test::parse_directive(terms).diagnostics.all().at(0).id == Diag::directive_too_long);
  CHECK(test::parse_directive("kernel a /*" + std::string(70000, ' ') + "*/").diagnostics.all().at(0).id ==
        Diag::directive_too_long);
}
