// One page about a file with blocks, which needs nothing else: no network, no script, no other file. What it
// shows is data here; where that comes from is the driver's business.
#pragma once
#include <string>
#include <vector>

#include "html/loop_tree.h"
#include "html/storage_tree.h"
#include "support/code_tokens.h"

namespace insum::html {

/// Something that was considered, and why it won or lost.
struct Choice {
  bool chosen = false;
  std::string what, why;
  std::string cost = {};  // the number by which it was weighed, if there is one
};

struct ConsideredNest {
  std::string statement;
  std::string work = {};  // how often it runs: an expression, if one says it
  std::vector<Choice> choices;
};

/// What runs of the program found.
struct RunResult {
  enum class Kind { good, bad, unknown } kind = Kind::unknown;
  std::string text;
};

struct Block {
  int number = 0;  // among the file's blocks; anchors are made of it
  int first_line = 0, statement_line = 0, last_line = 0;
  std::string kernel, function, target;
  std::vector<std::string> einsums;       // as written
  std::vector<std::string> indirect;      // over the arrays of formats, where there are such forms
  std::string program, nests, scheduled;  // the forms of the program as text
  std::vector<LoopNode> loops;
  std::vector<TensorStorage> tensors;
  std::vector<std::string> notes, warnings;
  std::vector<ConsideredNest> considered;
  std::string launches;  // what programs choose when they run, as text
  Code kernel_code, call, device_code;
  std::vector<RunResult> runs;
};

struct Page {
  std::string file;     // the source's name
  std::string version;  // of insum
  Code source;
  std::vector<Block> blocks;  // in source order
};

/// The document. The same page gives the same bytes.
std::string write_page(const Page& page);

}  // namespace insum::html
