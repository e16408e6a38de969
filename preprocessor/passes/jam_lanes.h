// Several iterations of a loop at a time: of a loop on lanes, or of one over entries with results of their
// own.
//
//   for j from lane in steps of lanes: { sum = 0; for p: { k = crd[p]; sum += a[p] * b[k, j] } c[j] = sum }
//     ->  for j from lane up to a whole number of wide steps, in steps of 4 * lanes:
//           { j_1 = j + lanes; ..; sum = 0; sum_1 = 0; ..
//             for p: { k = crd[p]; sum += a[p] * b[k, j]; sum_1 += a[p] * b[k, j_1]; .. } c[j] = sum; .. }
//         the rest, of which there are less than 4 for each lane, once more like that, where those that are
//         not there change nothing
//
// With vectors, iterations next to each other belong to one lane:
//
//     ->  for j from 4 * lane in steps of 4 * lanes:
//           { sum = 0; sum_1 = 0; ..
//             for p: { k = crd[p]; b_vector = load_vector<4>(b + [k, j]); sum += a[p] * b_vector[0]; .. }
//             store_vector(c + j, sum, sum_1, ..) }
//
// Does: unrolls the loop and joins the loops and conditions inside it, so that what does not depend on j is
// loaded once for several of its iterations, whose own loads do not wait for each other. Requires: iterations
// that do not depend on each other but for what they add to variables outside, with loops inside whose bounds
// are the same for all of them; for vectors, that all they load and store is vector_accesses'.
#pragma once
#include <optional>
#include <set>
#include <string>

#include "loop_ir/loop_ir.h"
#include "passes/vector_accesses.h"

namespace insum::passes {

/// So many iterations at a time: as many as jammed_trips of the runtime counts on.
inline constexpr int jammed = 4;

/// True where jam() can, and it pays: a loop inside has something that it does once, or iterations that load
/// elements add to variables outside, `sums`.
bool jams(const loops::For& loop, const std::set<std::string>& sums);

/// The body for `jammed` iterations of `loop`, which jams(): those that are `distance` after one another.
loops::Body jam(const loops::For& loop, const std::set<std::string>& sums, const loops::ExprPtr& distance,
                std::set<std::string>& taken);

/// What iterations that are not there load, of which nothing comes: what the first one does, where all lanes
/// of a group have the same and loads may become vectors; or nothing, where the others' would be as many.
enum class Missing { loads_as_first, loads_nothing };

/// The body for at most `jammed` iterations of `loop`, those from its variable on that are before its end,
/// `distance` after one another; the first is there.
loops::Body jam_some(const loops::For& loop, const std::set<std::string>& sums,
                     const loops::ExprPtr& distance, std::set<std::string>& taken,
                     Missing missing = Missing::loads_as_first);
/// ... those from `loop.begin` on, of which there may be none.
loops::StmtPtr jam_rest(const loops::For& loop, const std::set<std::string>& sums,
                        const loops::ExprPtr& distance, std::set<std::string>& taken,
                        Missing missing = Missing::loads_as_first);

/// The vectors that all iterations of `loop` load and store; none: some are not, or it would not pay.
std::optional<VectorAccesses> vectors_of(const loops::For& loop, const std::set<std::string>& sums,
                                         const HostValues& host);

/// The body for `vectors` times as many iterations of `loop`, which has vectors_of(), as make one:
/// neighbours, and those `distance` after them.
loops::Body jam_vectors(const loops::For& loop, const std::set<std::string>& sums, VectorAccesses& accesses,
                        int vectors, const loops::ExprPtr& distance, std::set<std::string>& taken);

}  // namespace insum::passes
