// hyb<c,k>: the buckets of a matrix, each of which is a tensor of its own (SparseTIR).
#pragma once
#include "resolve/storage.h"

namespace insum::resolver {

/// For each of c partitions of the columns a bucket for rows of up to 2^0, 2^1, ... 2^k entries.
struct Buckets {
  static constexpr long long widest_automatic = 5;  // sums of 32 products are worth their result

  long long partitions = 1, widest = widest_automatic;
  long long exponents() const { return widest + 1; }
  long long count() const { return partitions * exponents(); }
  long long width(long long bucket) const { return 1LL << (bucket % exponents()); }
  /// Each row that is in it is there once: longer ones are in another bucket.
  bool has_whole_rows(long long bucket) const { return bucket % exponents() < widest; }
};

/// Nothing after an error. `allows_auto`: numbers may be left to the compiler.
std::optional<Buckets> read_buckets(Context& context, const std::string& tensor, std::size_t rank,
                                    const ast::FormatName& written, bool allows_auto);

/// A tensor of the name, sizes and elements of `parts`, and that is their sum.
TensorPtr make_sum(const std::string& name, const std::string& format, const std::vector<TensorPtr>& parts);

/// `tensor A[M,N] : hyb<1,1>(rows, crd, vals, rows, crd, vals)`, whose sizes `tensor` has: the arrays of one
/// bucket after those of the other. Null after an error.
TensorPtr make_stored_buckets(Context& context, const index::TensorNode& tensor,
                              const ast::TensorDirective& directive, const ast::FormatUse& use);

/// The insum::hyb_buckets that `object` is. Null after an error.
TensorPtr make_object_buckets(Context& context, const index::TensorNode& tensor, const ast::Cpp& object,
                              const bind::ObjectFacts& type, const Modifiers& modifiers);

}  // namespace insum::resolver
