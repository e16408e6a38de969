// A hand-written loop nest as data: its loops, and the assignment that they come to. The frontend reads
// it from C++; nothing in it knows of tensors yet.
//
//   expr := number | scalar | index | read(array, offset) | unary | binary | call | select | reduce(op,
//   loops, expr) nest := loops { target op expr }                op: =  +  *  min  max  |  &  ||  &&
//
// Local variables of the statement are replaced by what they hold. A sum that is kept in one is a `reduce`.
#pragma once
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "support/source_range.h"

namespace insum::nest {

enum class ExprKind { number, scalar, index, read, unary, binary, call, select, reduce, carried };

struct Expr;
using ExprPtr = std::shared_ptr<const Expr>;

struct Expr {
  ExprKind kind = ExprKind::number;
  std::string text;  // the literal, C++ of a scalar, the operator, the function's name
  int id = -1;  // index: of Nest::loops; read: of Nest::arrays; carried: the variable before an iteration;
                // call: 0 of a min or max that leaves NaNs out, as std::fmin does;
                // binary: 0 of a quotient of whole numbers, which is a whole number
  std::vector<ExprPtr> parts;  // operands; of a read its offset in elements, and of pointers to rows the row
                               // that this is in; of a select condition, then, else
  std::vector<int> loops;      // reduce: over these
  std::size_t size = 1;        // all that it is made of, what occurs twice counted twice
};

/// for (name = lower; name < upper; ++name), or from upper - 1 down to lower
struct Loop {
  std::string name;
  ExprPtr lower, upper;
  long long start = 0;  // what from_zero() took from the bounds and added where the variable is used
  bool down = false;
  bool over_elements = false;  // of a range: the name is that of an element
};

/// `number`: none in memory, but one number for all elements.
enum class ArrayKind { scalar, pointer, c_array, range, number };

/// What is subscripted or written, by the C++ lvalue that names it in front of the statement.
struct Array {
  std::string text;
  std::string name;  // its last identifier
  ArrayKind kind = ArrayKind::pointer;
  std::string element;    // the C++ type of its elements
  bool integer = false;   // elements are integers, and no bool
  bool rows = false;      // pointers to rows of such elements
  bool nested = false;    // a subscript leads to an array of such elements
  long long length = -1;  // of C arrays and std::array
  int records = -1;       // a member of structs: of Nest::records
  std::string member = {};
  /// What the function sets it to in front of an annotated statement that writes it.
  std::optional<double> before = std::nullopt;
};

/// An array of structs; members that the statement names are arrays.
struct Records {
  std::string text;
  ArrayKind kind = ArrayKind::pointer;
  std::string element;
  long long length = -1;
};

enum class VariableKind { integer, number, pointer, c_array, vector, range, object, object_pointer };

/// What the statement names and does not declare, or a member of it: what a run of the statement needs.
struct Variable {
  std::string text;  // "pos", "A.pos"; a member stands behind its object
  VariableKind kind = VariableKind::object;
  std::string
      type;  // as it can be declared elsewhere: no reference, for pointers and ranges with their const
  std::string element;    // of arrays
  int array = -1;         // of Nest::arrays
  int records = -1;       // of Nest::records
  bool constant = false;  // its value is known when the program is compiled
  bool given = false;     // a parameter of the function, of an annotated statement, that nothing changes
  bool wraps = false;     // an integer without a sign that is no wider than int: below 0 it is very large
};

/// An array that may lie in the memory of one that is written: both are made from `of` in the function.
struct SharedMemory {
  int array = -1, written = -1;
  std::string of;
  bool surely = false;     // they are a constant number of elements apart
  long long distance = 0;  // ... from the written one to the other
};

/// Runs in its loops, outermost first.
struct Assignment {
  ExprPtr target;  // a read: the element that is written; null: an annotated statement writes nothing
  std::string op;
  ExprPtr value;
  std::vector<int> around;    // the loops around it
  bool reads_result = false;  // elements of it that other iterations write: the loops' order matters
  bool guarded = false;       // the element is named under a condition only
};

struct Nest : Assignment {
  std::vector<Assignment> others;       // where the statement has several, run one after the other
  bool computes_in_double = false;      // where a kernel computes in float, as its elements are
  bool sums_in_double = false;          // in a local variable
  std::string takes_nans;               // "min" or "max": one of floats does, as Accumulation says
  std::string narrow;                   // the integer type of a product or sum that is widened afterwards
  bool narrow_wraps = false;            // ... and it has no sign
  std::string function;                 // the enclosing one
  std::vector<std::string> namespaces;  // around the function, outermost first; "" has no name
  std::vector<Loop> loops;
  std::vector<Array> arrays;
  std::vector<Records> records;
  std::vector<Variable> variables;
  std::vector<std::string>
      integers;                   // integer variables in scope in front of the statement, as C++ names them
  std::vector<Variable> objects;  // some of these integers are members of
  std::vector<std::pair<ExprPtr, std::string>> names;  // of values: the variable that holds it
  std::vector<SharedMemory> shared;                    // with a result
  std::map<std::string, double> constants = {};        // in an annotated statement and its block
  std::set<std::string> macros = {};                   // in its block, but those of numbers
};

/// All of them, in their order.
std::vector<const Assignment*> assignments(const Nest& nest);

/// f(expression), which may change it, for what assignments write and compute, and for what has a name.
template <class F>
void each_expression(Nest& nest, F&& f) {
  f(nest.target), f(nest.value);
  for (Assignment& other : nest.others) f(other.target), f(other.value);
  for (auto& [value, name] : nest.names) f(value);
}

/// What a name stands for: a number of this type, or a type, which has none itself.
struct Definition {
  std::string type, value;
};

/// A loop of the file, and what it is; or why it is no such nest.
struct FoundLoop {
  SourceRange statement;  // with its ';'
  Nest nest;
  std::string reason;  // empty: it is one
  SourceRange where;   // what does not fit
  /// Of a template: what its parameters are in the instantiation that `nest` is read from, by their names,
  /// and what the other instantiations have.
  std::map<std::string, Definition> parameters = {};
  std::vector<Nest> others = {};
  std::map<std::string, Definition> constants = {};  // of the function around it
};

/// An annotated statement, and what it is; or why it is no such nest.
struct ReadStatement {
  std::optional<Nest> nest;
  std::string reason;
  SourceRange where;          // what does not fit
  std::string instance = {};  // of a template: "scale<double, 3>"
};

/// One form for each value, by which values are compared.
std::string print(const ExprPtr& expr);

ExprPtr make(ExprKind kind, std::string text, std::vector<ExprPtr> parts = {}, int id = -1);
ExprPtr number(long long value);
/// These fold constants and leave out what changes nothing.
ExprPtr binary(const std::string& op, ExprPtr a, ExprPtr b);
/// As binary(); `whole`: the type of the result is an integer.
ExprPtr applied(const std::string& op, ExprPtr a, ExprPtr b, bool whole);
ExprPtr negated(ExprPtr a);
ExprPtr select(ExprPtr condition, ExprPtr a, ExprPtr b);
/// Two values that a reduction by `op` makes one.
ExprPtr combined(const std::string& op, ExprPtr a, ExprPtr b);
ExprPtr reduce(const std::string& op, std::vector<int> loops, ExprPtr value);

/// With another loop's index.
ExprPtr with_loop(const ExprPtr& expr, int from, int to);

/// % ^ << >>, which no Einsum has.
bool is_of_integers(const std::string& op);
bool is_number(const ExprPtr& expr, long long value);
bool contains(const ExprPtr& whole, const ExprPtr& part);
bool uses_loop(const ExprPtr& expr, int loop);
bool reads(const ExprPtr& expr, int array);

/// `value` is `before op rest`, and rest does not have `before`: what an iteration adds to what it found.
struct Accumulation {
  std::string op;
  ExprPtr rest;
  bool takes_nans = false;  // of min and max: where rest is NaN, the value is not surely `before`
};
/// An empty `op`: it is not.
Accumulation split_accumulation(const ExprPtr& value, const ExprPtr& before);

}  // namespace insum::nest
