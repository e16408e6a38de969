// A nest read as tensors: which loops are indices, which walk over stored entries, and which element of which
// tensor each access is.
#pragma once
#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "suggest/suggestion.h"
#include "suggest/views.h"

namespace insum::suggest {

/// An index variable of the Einsum: a loop over a range, or a coordinate that is stored.
struct Index {
  std::string name;
  nest::Polynomial range;
  bool known = false;  // the range
  int mode_of = -1;    // stored: the array that holds it
};

/// One dimension of an access: a sum of indices, or of what index arrays hold; without parts, the number of a
/// column.
struct Mode {
  struct Part {
    long long coefficient;
    nest::ExprPtr atom;
  };
  std::vector<Part> parts;
  long long shift = 0;
  nest::Term stride;
  nest::Polynomial size;
  bool known = false;  // the size
};

/// A dense tensor: modes as the offset was written.
struct DenseTensor {
  std::string name;
  std::vector<Mode> modes;
};

/// Entries below positions (csr, csc), of rows behind pointers (rows), or a list of them (coo, ell).
struct SparseTensor {
  std::string name;
  int values = -1;
  std::vector<nest::ExprPtr> coordinates;  // mode by mode: an index, or what an array holds
  int loop = -1;                           // that walks over the entries
};

/// How lists of entries with arrays of coordinates are read.
enum class ListForm { coo, indirect };

/// What an element that is not stored is: 0, or what a minimum or maximum starts with.
enum class Absent { zero, infinite };

class Reading {
 public:
  Reading(const Views& read, ListForm form, Absent absent)
      : nest_(read.nest),
        views_(read.views),
        pitches_(read.pitches),
        form_(form),
        absent_(absent),
        assignments_(nest::assignments(read.nest)) {}

  Suggestion run();

 private:
  /// A loop over stored entries: of a row (positions, or a fixed number of them), or of a whole list.
  struct Walk {
    int positions = -1;       // the array of them
    int counts = -1;          // ... or of the rows' lengths, where rows are behind pointers
    nest::ExprPtr parent;     // the row's index; none for a list
    nest::ExprPtr at;         // the offset of an entry in its arrays
    nest::ExprPtr stored;     // the coordinate, as it is read
    std::vector<int> lists;   // of a list: arrays of coordinates
    nest::Polynomial length;  // of a list, or of each row: the number of entries
    bool padded = false;      // rows of a fixed length: coordinates below 0 are skipped
    long long first_row = 0;  // where the array of positions begins to be read
    long long origin = 0;     // of its entries' arrays: the element that the first entry has
    long long base = 0;       // the number of the first position and of the first coordinate
  };

  /// An array of coordinates: a read of it, and the least number that is added before it subscripts.
  struct Stored {
    nest::ExprPtr read;
    long long added = 0;
  };

  // recognise.cpp
  void check_work() const;
  void check_size() const;
  std::string why_idle(const nest::Assignment& assignment) const;
  void add_single(const nest::Assignment& assignment);
  void name_tensors();
  void note_ends();
  void check_unsigned() const;
  void note_narrow_sums();
  void note_shared_memory();
  bool share_a_loop() const;
  template <class F>
  bool any_target(F&& f) const {
    return std::any_of(assignments_.begin(), assignments_.end(),
                       [&](const nest::Assignment* each) { return f(each->target); });
  }

  // loops.cpp
  void read_loops();
  void find_lists();
  void find_fixed_rows();
  nest::ExprPtr entry_of(int loop) const;
  /// Walks over the entries of rows whose index this is.
  bool covers(const nest::ExprPtr& expr, int loop) const;
  bool skips(const nest::ExprPtr& expr, const nest::ExprPtr& stored) const;
  /// The coordinate that a condition finds to be no padding.
  nest::ExprPtr tested(const nest::ExprPtr& condition) const;
  std::set<int> used_loops() const;
  bool is_walk(int loop) const { return walks_.count(loop) > 0; }
  Index& index_of(const nest::ExprPtr& atom);
  std::string fresh_name(const std::string& wanted, bool is_index);
  /// An index, or an array's element that gives a coordinate.
  bool is_coordinate(const nest::ExprPtr& atom) const;

  /// An offset as modes, and the terms that are in none of them: what it has for all values of the indices.
  struct Offset {
    std::vector<Mode> modes;
    std::vector<nest::Term> fixed;
  };

  // starts.cpp
  void find_columns();
  void find_origins();
  static bool goes_both_ways(const Offset& offset);
  std::string backward_subscript(const nest::ExprPtr& read) const;
  std::string coordinate_name() const;
  std::string coordinate_in(const nest::ExprPtr& read) const;
  void find_bases();
  void find_starts();
  void set_base(Walk& walk, const std::map<int, Stored>& arrays);
  void note_base(int array);
  std::vector<nest::ExprPtr> dense_reads() const;
  bool is_moved(const Mode& mode) const;
  nest::Polynomial expanded(const nest::Polynomial& p) const;
  nest::Polynomial origin(int array, const std::vector<Mode>& modes) const;
  std::string storage(int array, const nest::Polynomial& from = {}, bool as_pointer = false,
                      const std::string& length = "") const;
  std::string length_text(int array) const;

  // accesses.cpp
  void read_accesses(const nest::ExprPtr& expr);
  void read_dense(int array, const nest::Polynomial& offset);
  Offset offset_of(int array, const nest::Polynomial& offset) const;
  static bool add_to_mode(std::vector<Mode>& modes, const nest::Term& term, long long columns);
  std::vector<Mode> modes_of(int array, const nest::Polynomial& offset);
  NoEinsum rows_apart(int array) const;
  void set_sizes(int array, std::vector<Mode>& modes);
  bool read_sparse(const nest::ExprPtr& read);
  void check_conditional(const nest::ExprPtr& expr, const char* accessed = "read") const;
  std::string why_no_rows(const nest::ExprPtr& read) const;
  nest::Polynomial extent(const Mode& mode, bool& known);
  bool has_loops(const nest::ExprPtr& expr) const;

  // sizes.cpp
  void find_ranges();
  void share_ranges();
  void guess_range(Index& index);
  void note_range(const Index& index, const std::string& size);
  std::string guess(const Index& index, std::string& why) const;
  bool counts_entries(const std::string& key) const;
  bool is_used(const std::string& integer) const;
  bool is_member_of_records(const std::string& integer) const;

  // einsum_text.cpp
  std::string einsum(const nest::Assignment& assignment);
  std::string access(const nest::ExprPtr& read);
  std::string subscript(const Mode& mode);
  std::string operand(const nest::ExprPtr& expr, int precedence);
  std::string summand(const nest::ExprPtr& expr, int precedence);
  std::string reduced(const std::string& op, const std::vector<int>& loops, const nest::ExprPtr& body,
                      bool implicit);
  bool mentions(const nest::ExprPtr& expr, const std::vector<int>& loops) const;
  bool tests_coordinate(const nest::ExprPtr& expr) const;
  std::vector<std::string> index_names(const std::vector<int>& loops);

  // tensor_lines.cpp
  void add_lines(Suggestion& out);
  void add_dense(int array, const DenseTensor& tensor, Suggestion& out);
  std::string inner_element(int number, const DenseTensor& tensor,
                            const std::vector<std::size_t>& inward) const;
  void add_sparse(const SparseTensor& tensor, Suggestion& out);
  std::string fill_text(const SparseTensor& tensor) const;
  void add_walk(int loop, Suggestion& out);
  void add_constants(Suggestion& out) const;
  void add_precision_note(Suggestion& out) const;
  std::string leaves_nans(const nest::ExprPtr& e) const;
  std::string list_storage(const SparseTensor& tensor) const;

  const nest::Array& array(int number) const { return nest_.arrays[static_cast<std::size_t>(number)]; }
  const nest::Loop& loop(int number) const { return nest_.loops[static_cast<std::size_t>(number)]; }

  /// All that is read, and whether in another one's subscript.
  struct Read {
    nest::ExprPtr expr;
    bool subscripts;
  };
  std::vector<Read> reads() const;
  void make_walk(int loop, Walk walk);
  static bool is_entry(const Walk& walk, const nest::ExprPtr& read);

  const nest::Nest& nest_;
  const std::map<int, View>& views_;
  const std::map<std::string, nest::Polynomial>& pitches_;
  ListForm form_;
  Absent absent_;
  std::set<std::string> extremes_;  // reductions by min and max
  std::vector<const nest::Assignment*> assignments_;
  std::map<int, Walk> walks_;             // loops over stored entries
  std::map<std::string, Index> indices_;  // by print() of the atom
  std::vector<std::string> index_order_;
  std::set<std::string> index_names_, tensor_names_;
  std::map<int, DenseTensor> dense_;  // by array
  std::vector<std::pair<nest::ExprPtr, nest::ExprPtr>>
      same_ranges_;                     // of coordinates that subscript one mode
  std::map<int, SparseTensor> sparse_;  // by the array of values
  std::vector<int> order_;              // arrays in the order of their first access
  std::vector<std::string> notes_, sizes_;
  std::map<int, nest::ExprPtr> index_arrays_;     // ... with a read of each
  std::map<int, long long> bases_;                // of arrays of coordinates: what the first one is
  std::map<int, std::vector<long long>> starts_;  // of dense arrays: where each mode begins
  std::map<int, nest::Polynomial> origins_;       // ... and the element that all subscripts add to
  std::map<int, long long> columns_;              // ... with numbered columns: how many
};

}  // namespace insum::suggest
