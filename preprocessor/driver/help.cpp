#include "driver/help.h"

#include <algorithm>
#include <ostream>
#include <vector>

#include "driver/report.h"
#include "formats/format.h"

namespace insum {

namespace {

constexpr const char* language_text =
    R"(A block is a run of '#pragma insum' lines. It annotates the statement below it, which generated code replaces.

  #pragma insum kernel NAME                       a name for reports and symbols
  #pragma insum C[i,j] += A[i,k] * B[k,j]         an Einsum; ops: = += *= min= max= |= &=
  #pragma insum tensor A[M,K] : csr(pos,crd,val)  sizes, format and storage of a tensor
  #pragma insum tensor A = object                 a tensor by its C++ type
  #pragma insum format A -> bcsr<4,4>             compute with another format
  #pragma insum schedule reorder(i,k,j)           how to compute; see 'insum help schedules'
  #pragma insum target openmp                     openmp, cuda or auto
  #pragma insum workspace W : hash                coord, bucket, hash, dense or user(Type)
  #pragma insum assume(in_bounds, sorted(A))      facts that the compiler may use
  #pragma insum function f(commutative)           what sparsity may skip in calls of f
  #pragma insum deterministic                     bit-equal results over runs and thread counts
  #pragma insum baseline                          time the hand-written statement too, use the faster
  #pragma insum verify(rtol=1e-5)                 compare with the hand-written statement
  #pragma insum gradient(A, B) of C               derive the backward kernels

Names in subscripts are index variables; C++ goes into braces: C[{batch}, i]. An index that is not on the left is
summed over, or reduced by the operator of 'min=' and its kin. B[D[i]] gathers, C[D[i]] = ... scatters, and
O[i] = I[i+r] * F[r] slides. Functions: abs sqrt exp log pow tanh relu sigmoid min max select, comparisons, ! && ||,
and reductions sum(i,j: expr), prod, min, max, any, all.

Modifiers of a tensor: order(1,0) strides(s,1) fill(v) base(1) sorted unsorted unique duplicates symmetric(lower|upper).

Where no hand-written statement exists, write INSUM_REQUIRED; below the block.
)";

constexpr const char* schedules_text =
    R"(A schedule is a list of commands, applied left to right. Without one the compiler chooses.

  reorder(i,j,k)                 loop order, outermost first
  split(i, i0, i1, 32)           i becomes i0 over blocks of 32 and i1 within one
  fuse(i, j, f)                  two adjacent loops become one
  pos(f, fp, A[i,k])             iterate over A's stored positions
  parallelize(i)                 threads over i; parallelize(i, static|dynamic|nonzeros)
  vectorize(j), unroll(j, 4)
  tile(i=64, j=64, k=32)         splits and a reorder at once
  rfactor(i)                     reduce into partial results first
  precompute(expr, {i,j}, {i,j}, W, dense)   compute a part into a workspace first
  precompute(expr, {i,j}, {i,j}, W, coord)   auto, coord, bucket or hash: collect what is scattered into a sparse result;
                                             further: capacity(4096), pipeline, double_buffer
  loopfuse(2, left, {})          the first 2 operands of a product (right: the others) are a producer with a workspace, in loops
                                 of its own inside of the outer ones that both have; a path leads to what is split: {1, 0}
  reorder(i,j; 1, 0)             in the nest that the path leads to: 0 to the producer, 1 to the consumer
  deterministic                  the same bits for any number of threads
  bind(i, block.x), bind(j, thread.x)        of a GPU, x, y and z
  cache_read(B, shared), cache_write(C, registers)   tiles in the memory of a block, sums in registers
  tensorize(mma)                 matrix instructions of a GPU; tensorize(mma, tf32) for floats
)";

constexpr const char* levels_text =
    R"(A format is a list of levels, outermost first; A[M,K] : levels(0: dense, 1: compressed(pos, crd); vals) is csr.
A level enumerates coordinates c below a position p of the level above it, and gives each a position q. The positions
of the last level index the values.

  dense                     c = 0 ... size-1, q = p * size + c
  compressed(pos, crd)      c = crd[q], q = pos[p] ... pos[p+1]-1; outermost also compressed(crd): all of crd
  compressed_nonunique(...) the same, where a coordinate may occur several times
  singleton(crd)            c = crd[p], q = p
  fixed(w, crd)             c = crd[q], -1 is padding; q = p * w ... (p+1) * w - 1
  offset(offsets)           the difference of two modes, written 1-0: offsets[q]
  ragged(pos)               c = 0 ... pos[p+1]-pos[p]-1, q = pos[p] + c
  pointers(counts, crd)     c = crd[p][q], q = 0 ... counts[p]-1; the values are vals[p][q]

Before the colon stands what a level is of: a mode (0), the block of a mode (0/32), the place in the block (0%32), or
the difference of two (1-0). Together the levels store each mode once.
)";

constexpr const char* topics_line =
    "topics: language, formats, levels, schedules, diagnostics, a format, or the identifier of a diagnostic\n";

struct FormatHelp {
  const char* name;
  const char* storage;
};

/// Storage arrays by format, in the order in which a 'tensor' directive names them.
constexpr FormatHelp format_help[] = {
    {"dense", "vals; row-major, order(1,0) or strides(...) for other layouts"},
    {"coo", "one coordinate array for each mode, vals; sorted or unsorted, unique or duplicates"},
    {"csr", "pos, crd, vals"},
    {"csc", "pos, crd, vals; by columns"},
    {"dcsr", "pos0, crd0, pos, crd, vals; only rows with entries"},
    {"dcsc", "pos0, crd0, pos, crd, vals; only columns with entries"},
    {"csf", "pos and crd for each level, vals"},
    {"bcsr", "pos, crd over blocks, vals[blocks,bm,bn]; bcsr<bm,bn>"},
    {"dbcsr", "as dcsr over blocks, vals[blocks,bm,bn]; dbcsr<bm,bn>"},
    {"ell", "crd[rows,w], vals[rows,w]; ell<w>, crd = -1 or value 0 is padding"},
    {"dia", "offsets, vals[diagonals,rows]"},
    {"ragged", "pos, vals; rows of varying length"},
    {"rows", "counts, pointers to rows of crd, pointers to rows of vals"},
    {"group_coo", "AM[groups], AK[groups,g], AV[groups,g]; group_coo<g>"},
    {"block_coo", "AM, AK, AV[blocks,bm,bk]; block_coo<bm,bk>"},
    {"block_group_coo", "AM[groups], AK[groups,g], AV[groups,g,bm,bk]; block_group_coo<g,bm,bk>"},
    {"hyb", "rows, crd, vals of each ELL bucket, by column partition and width; hyb<c,k>"},
    {"sr_bcrs", "tiles t x 1 in groups of g; sr_bcrs<t,g>"},
};

void print_format(std::ostream& out, const std::string& name) {
  const auto about = std::find_if(std::begin(format_help), std::end(format_help),
                                  [&](const FormatHelp& help) { return name == help.name; });
  out << "  " << name << std::string(name.size() < 17 ? 17 - name.size() : 1, ' ')
      << (about == std::end(format_help) ? "" : about->storage)
      << (is_format_planned(name) ? " (not supported yet)" : "") << '\n';
  if (const std::optional<Format> format = is_format_planned(name) ? std::nullopt : make_format(name, 2))
    out << std::string(19, ' ') << to_string(*format) << '\n';
}

void print_formats(std::ostream& out) {
  out << "Each format is a name for a list of storage levels. Storage arrays follow in parentheses: csr(pos, "
         "crd, val).\n\n";
  for (const std::string& name : format_names()) print_format(out, name);
  out << "  levels           any format, as its levels: levels(1: dense, 0: compressed(pos, crd); vals) is "
         "csc; see 'insum help levels'\n\n"
         "'insum stats FILE' compares formats for a matrix, 'insum convert FILE --to FORMAT' makes them.\n";
}

void print_diagnostics(std::ostream& out) {
  for (const RuleHelp& rule : all_rules())
    out << rule.identifier << "  (" << word(rule.severity) << ") " << rule.message << '\n';
  out << "\n'insum help IDENTIFIER' prints what to do about one. ... stands for names, numbers and reasons.\n";
}

bool print_diagnostic(std::ostream& out, const std::string& topic) {
  for (const RuleHelp& rule : all_rules()) {
    if (rule.identifier != topic && rule.identifier != "insum-" + topic) continue;
    out << rule.identifier << " (" << word(rule.severity) << ")\n\n  " << rule.message << '\n';
    if (!rule.remedy.empty()) out << "\nWhat to do:\n\n  " << rule.remedy << '\n';
    return true;
  }
  return false;
}

}  // namespace

int run_help(std::ostream& out, std::ostream& errors, const std::string& topic) {
  if (topic.empty()) {
    out << topics_line
        << "'insum --help' lists the commands, 'insum COMMAND --help' their options\n";
    return 0;
  }
  if (topic == "language") return out << language_text, 0;
  if (topic == "schedules") return out << schedules_text, 0;
  if (topic == "formats") return print_formats(out), 0;
  if (topic == "levels") return out << levels_text, 0;
  if (topic == "diagnostics") return print_diagnostics(out), 0;
  const std::vector<std::string>& formats = format_names();
  if (std::find(formats.begin(), formats.end(), topic) != formats.end()) return print_format(out, topic), 0;
  if (print_diagnostic(out, topic)) return 0;

  std::vector<std::string> topics = {"language", "formats", "levels", "schedules", "diagnostics"};
  topics.insert(topics.end(), formats.begin(), formats.end());
  for (const RuleHelp& rule : all_rules()) topics.push_back(rule.identifier);
  errors << "insum: error: no topic '" << topic << "'";
  if (const std::string near = nearest(topic, topics); !near.empty())
    errors << "; did you mean '" << near << "'?";
  errors << '\n' << topics_line;
  return 2;
}

}  // namespace insum
