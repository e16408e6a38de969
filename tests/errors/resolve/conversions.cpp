// What cannot be computed with in another format.
#include <insum/insum.hpp>
#include <vector>

struct Entry {
  int column;
  double value;
};

void convert(std::vector<double>& y, const std::vector<double>& x, const insum::csr<double>& A, int n,
             const std::vector<int>& pos, const std::vector<int>& crd, const std::vector<double>& vals,
             const std::vector<Entry>& entries) {
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:29: 'A' cannot be converted to csr + ell: csr takes all entries and leaves none to the part behind it [insum-conversion-impossible]
  // expect-note@+1:29: put it last
  #pragma insum format A -> csr + ell<2>
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:38: 'A' cannot be converted to ell + group_coo + hyb: group_coo takes all entries and leaves none to the part behind it [insum-conversion-impossible]
  // expect-note@+1:38: give the size of a group, of which it takes full ones
  #pragma insum format A -> ell<1> + group_coo<auto> + hyb<1,1>
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:29: format hyb takes 2 template arguments, but 1 argument is given [insum-format-arguments]
  // expect-note@+1:29: write hyb<partitions of the columns, exponent of the widest bucket>, numbers or auto
  #pragma insum format A -> hyb<2>
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:33: 0 cannot be a size of hyb [insum-size-not-positive]
  // expect-note@+1:33: use a number that is at least 1
  #pragma insum format A -> hyb<0,2>
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:29: hyb with more than 64 buckets, each with loops of its own, is not supported yet [insum-not-supported-yet]
  // expect-note@+1:29: ask for fewer partitions or a narrower widest bucket
  #pragma insum format A -> hyb<16,auto>
  {}
  // expect-error@+2:17: an Einsum that reads parts of its operands at more than 512 places is not supported yet [insum-not-supported-yet]
  // expect-note@+1:17: compute with fewer parts
  #pragma insum y[i] = sqrt(sum(j,k: A[i,j] * A[j,k] * A[k,i]))
  #pragma insum format A -> hyb<8,7>
  {}
  #pragma insum y[i] = x[i] * x[j]
  // expect-error@+2:29: format hyb is for tensors with 2 modes, but x has 1 size [insum-format-rank]
  // expect-note@+1:29: use dense, coo, csf, group_coo or levels(...)
  #pragma insum format x -> hyb<1,1>
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:24: 'y' cannot be converted to coo: an Einsum writes it [insum-conversion-impossible]
  // expect-note@+1:24: convert what is only read
  #pragma insum format y -> coo
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:29: 'A' cannot be converted to rows: nothing makes arrays of pointers to rows [insum-conversion-impossible]
  // expect-note@+1:29: name another format
  #pragma insum format A -> rows
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:39: format group_coo takes numbers that are known when this is compiled, but 'n' is given [insum-format-arguments]
  // expect-note@+1:39: write a number or a constant, or auto
  #pragma insum format A -> group_coo<n>
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:39: 0 cannot be a size of group_coo [insum-size-not-positive]
  // expect-note@+1:39: use a number that is at least 1
  #pragma insum format A -> group_coo<0>
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:29: format group_coo takes 1 template argument, but no arguments are given [insum-format-arguments]
  // expect-note@+1:29: write group_coo<size of a group>, numbers or auto
  #pragma insum format A -> group_coo
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:29: format sr_bcrs is not supported yet [insum-not-supported-yet]
  // expect-note@+1:29: use csr, bcsr or coo for now
  #pragma insum format A -> sr_bcrs<2,2>
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:29: unknown format 'crs' [insum-unknown-format]
  // expect-note@+1:29: did you mean 'csr'?
  #pragma insum format A -> crs
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:24: unknown tensor 'B' [insum-unknown-tensor]
  // expect-note@+1:24: declare it with '#pragma insum tensor B[sizes] : format(storage)', or name a C++ object in scope
  #pragma insum format B -> coo
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-note@+1:17: the first one is here
  #pragma insum format A -> coo
  // expect-error@+2:17: a block has only one format line for 'A' [insum-duplicate-directive]
  // expect-note@+1:17: remove one of them
  #pragma insum format A -> csc
  {}
  #pragma insum T[i,j] = A[i,j] * 2
  #pragma insum y[i] = T[i,j] * x[j]
  // expect-error@+2:24: 'T' cannot be converted to coo: an Einsum writes it [insum-conversion-impossible]
  // expect-note@+1:24: convert what is only read
  #pragma insum format T -> coo
  {}
  #pragma insum y[i] = B[i,j] * x[j]
  #pragma insum tensor B[4,4] : csr(pos, crd, vals) base(1)
  // expect-error@+2:24: 'B' cannot be converted to coo: it is stored with base(1) or as one triangle [insum-conversion-impossible]
  // expect-note@+1:24: convert it by insum::convert before
  #pragma insum format B -> coo
  {}
  #pragma insum y[i] = B[i,j] * x[j]
  #pragma insum tensor B[4,4] : csr(pos, field(entries, column), field(entries, value))
  // expect-error@+2:24: 'B' cannot be converted to coo: its arrays are members of structs [insum-conversion-impossible]
  // expect-note@+1:24: store it in arrays of their own
  #pragma insum format B -> coo
  {}
  #pragma insum y[i] = B[i,j] * x[j]
  #pragma insum tensor B[4,4] : csf(pos, crd, pos, crd, vals) order(1,0)
  // expect-error@+2:24: 'B' cannot be converted to csr: its modes are stored in another order [insum-conversion-impossible]
  // expect-note@+1:24: leave order(...) out
  #pragma insum format B -> csr
  {}
  #pragma insum y[i] = B[i,j] * x[j]
  #pragma insum tensor B[4,4] : levels(0: dense, 1: compressed(pos, crd); vals)
  // expect-error@+2:24: 'B' cannot be converted to coo: it is stored as levels [insum-conversion-impossible]
  // expect-note@+1:24: store it in a format that has a name, such as csr
  #pragma insum format B -> coo
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:29: format csr is for tensors with 2 modes, but x has 1 size [insum-format-rank]
  // expect-note@+1:29: use dense, coo, csf, group_coo or levels(...)
  #pragma insum format x -> csr
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:24: 'A' would have to be converted, which 'no_convert' forbids: this line asks for it [insum-conversion-refused]
  // expect-note@+1:24: leave 'no_convert' out, or store 'A' in another format
  #pragma insum format A -> ell<auto> once
  #pragma insum schedule no_convert
  {}
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:29: format block_group_coo takes 3 template arguments, but 1 argument is given [insum-format-arguments]
  // expect-note@+1:29: write block_group_coo<size of a group, rows of a block, columns of a block>, numbers or auto
  #pragma insum format A -> block_group_coo<auto>
  {}
}
