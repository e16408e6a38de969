// Formats, storage arrays and modifiers.
#include <array>
#include <complex>
#include <cstddef>
#include <span>
#include <vector>

struct Widget {};
struct Edge {
  int to;
  Widget weight;
};

void formats(int M, int N, int K, double alpha, const int* pos, const int* crd, const double* vals, const double* x,
             double* y, const std::vector<int>& row, const std::vector<std::vector<int>>& lists, Widget widget,
             const Widget* widgets, const std::vector<Edge>& edges) {
  #pragma insum y_[i] = A[i,j] * x_[j]
  // expect-error@+2:33: unknown format 'crs' [insum-unknown-format]
  // expect-note@+1:33: did you mean 'csr'?
  #pragma insum tensor A[M,N] : crs(pos, crd, vals)
  #pragma insum tensor x_[N] : dense(x)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:33: unknown format 'no_such_format' [insum-unknown-format]
  // expect-note@+1:33: the formats are csr, csc, dcsr, dcsc, bcsr, dbcsr, ell, dia, ragged, rows, block_coo, block_group_coo, dense, coo, csf, group_coo, hyb, sr_bcrs and levels
  #pragma insum tensor A[M,N] : no_such_format(pos, crd, vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:33: format sr_bcrs is not supported yet [insum-not-supported-yet]
  // expect-note@+1:33: use csr, bcsr or coo for now
  #pragma insum tensor A[M,N] : sr_bcrs<4,4>(pos, crd, vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:37: format ell takes the sizes that its arrays have, but 'auto' is given [insum-format-arguments]
  // expect-note@+1:37: write the size as a number or a C++ expression; 'auto' is for 'format A -> ell<auto>'
  #pragma insum tensor A[M,N] : ell<auto>(crd, vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j,k]
  // expect-error@+2:35: format csr is for tensors with 2 modes, but A has 3 sizes [insum-format-rank]
  // expect-note@+1:35: use dense, coo, csf, group_coo or levels(...)
  #pragma insum tensor A[M,N,K] : csr(pos, crd, vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i]
  // expect-error@+2:31: format group_coo is for tensors with 2 modes or more, but A has 1 size [insum-format-rank]
  // expect-note@+1:31: use dense, coo, csf, group_coo or levels(...)
  #pragma insum tensor A[M] : group_coo<4>(crd, vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:33: format group_coo takes 1 template argument, but no arguments are given [insum-format-arguments]
  // expect-note@+1:33: write group_coo<size of a group>
  #pragma insum tensor A[M,N] : group_coo(row, crd, vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:33: format block_group_coo takes 3 template arguments, but 2 arguments are given [insum-format-arguments]
  // expect-note@+1:33: write block_group_coo<size of a group, rows of a block, columns of a block>
  #pragma insum tensor A[M,N] : block_group_coo<2,2>(row, crd, vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:33: format bcsr takes 2 template arguments, but 1 argument is given [insum-format-arguments]
  // expect-note@+1:33: write bcsr<rows of a block, columns of a block>
  #pragma insum tensor A[M,N] : bcsr<16>(pos, crd, vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:33: format csr takes no template arguments, but 1 argument is given [insum-format-arguments]
  // expect-note@+1:33: write csr without <...>
  #pragma insum tensor A[M,N] : csr<4>(pos, crd, vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:38: 0 cannot be a size of bcsr [insum-size-not-positive]
  // expect-note@+1:38: use a number that is at least 1
  #pragma insum tensor A[M,N] : bcsr<0,4>(pos, crd, vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:38: 'alpha' must be an integer, but it has type 'double' [insum-not-an-integer]
  // expect-note@+1:38: use an expression of integer type
  #pragma insum tensor A[M,N] : bcsr<alpha,4>(pos, crd, vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:33: format csr has 3 storage arrays (pos, crd, vals), but 2 storage arrays are given [insum-storage-count]
  // expect-note@+1:33: give pos, crd, vals in this order
  #pragma insum tensor A[M,N] : csr(pos, vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:33: format dcsr has 5 storage arrays (pos0, crd0, pos1, crd1, vals), but 3 storage arrays are given [insum-storage-count]
  // expect-note@+1:33: give pos0, crd0, pos1, crd1, vals in this order
  #pragma insum tensor A[M,N] : dcsr(pos, crd, vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:42: index array 'vals' holds elements of type 'double', which is no integer type [insum-index-type]
  // expect-note@+1:42: use an array of integers for positions and coordinates
  #pragma insum tensor A[M,N] : csr(pos, vals, vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:37: storage 'M' is no array: it has type 'int' [insum-storage-not-array]
  // expect-note@+1:37: give a pointer, an array or a contiguous range such as std::vector or std::span
  #pragma insum tensor A[M,N] : csr(M, crd, vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:47: storage 'widget' is no array: it has type 'Widget' [insum-storage-not-array]
  // expect-note@+1:47: give a pointer, an array or a contiguous range such as std::vector or std::span
  #pragma insum tensor A[M,N] : csr(pos, crd, widget)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:47: 'widgets' holds elements of type 'Widget', with which insum cannot compute [insum-element-type]
  // expect-note@+1:47: use bool, an integer type, float, double, half, bfloat16 or std::complex
  #pragma insum tensor A[M,N] : csr(pos, crd, widgets)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:60: 'edges.weight' holds elements of type 'const Widget', with which insum cannot compute [insum-element-type]
  // expect-note@+1:60: use bool, an integer type, float, double, half, bfloat16 or std::complex
  #pragma insum tensor A[M,N] : csr(pos, field(edges, to), field(edges, weight))
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+4:43: storage 'crd' has type 'const int *', but an array of pointers to rows is needed [insum-storage-depth]
  // expect-note@+3:43: give an array of pointers to rows, such as a pointer to its first element
  // expect-error@+2:48: storage 'vals' has type 'const double *', but an array of pointers to rows is needed [insum-storage-depth]
  // expect-note@+1:48: give an array of pointers to rows, such as a pointer to its first element
  #pragma insum tensor A[M,N] : rows(pos, crd, vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:42: storage 'lists' has type 'const std::vector<std::vector<int>>', but an array of numbers is needed [insum-storage-depth]
  // expect-note@+1:42: give an array of numbers, such as a pointer to its first element
  #pragma insum tensor A[M,N] : csr(pos, lists, vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:37: the number of entries of 'A' is unknown: its arrays are pointers without a length [insum-unknown-length]
  // expect-note@+1:37: give one of them as a range, for example std::span(row, nnz)
  #pragma insum tensor A[M,N] : coo(pos, crd, vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:28: 'alpha' must be an integer, but it has type 'double' [insum-not-an-integer]
  // expect-note@+1:28: use an expression of integer type
  #pragma insum tensor A[M,alpha] : csr(pos, crd, vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:28: -3 cannot be a size of A [insum-size-not-positive]
  // expect-note@+1:28: use a number that is at least 0
  #pragma insum tensor A[M,-3] : csr(pos, crd, vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
}

void modifiers(int M, int N, double alpha, const int* pos, const int* crd, const double* vals, double* y,
               const std::vector<int>& row) {
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:53: modifier 'order' does not apply to A, which is csr [insum-modifier-value]
  // expect-note@+1:53: it is for dense, coo, csf and group_coo; write levels(...) for other orders of the modes
  #pragma insum tensor A[M,N] : csr(pos, crd, vals) order(1,0)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:45: modifier 'order' needs each mode of A once [insum-modifier-value]
  // expect-note@+1:45: give the modes 0 to 1, outermost first
  #pragma insum tensor A[M,N] : dense(vals) order(0,2)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:45: modifier 'strides' needs one distance for each mode of A [insum-modifier-value]
  // expect-note@+1:45: give 2 distances in elements
  #pragma insum tensor A[M,N] : dense(vals) strides(N)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:53: modifier 'strides' does not apply to A, which is csr [insum-modifier-value]
  // expect-note@+1:53: it is for dense tensors
  #pragma insum tensor A[M,N] : csr(pos, crd, vals) strides(N, 1)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:45: modifier 'sorted' does not apply to A, which stores no coordinates [insum-modifier-value]
  // expect-note@+1:45: leave it out
  #pragma insum tensor A[M,N] : dense(vals) sorted
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:60: modifier 'unsorted' contradicts an earlier modifier [insum-modifier-value]
  // expect-note@+1:60: keep one of the two
  #pragma insum tensor A[M,N] : coo(row, crd, vals) sorted unsorted
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:61: modifier 'base' is given twice [insum-modifier-value]
  // expect-note@+1:61: remove one of them
  #pragma insum tensor A[M,N] : coo(row, crd, vals) base(1) base(0)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:53: modifier 'base' needs one constant integer [insum-modifier-value]
  // expect-note@+1:53: write base(1) for Fortran-style indices
  #pragma insum tensor A[M,N] : csr(pos, crd, vals) base(M)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:58: 'vals' cannot stand as a number: it has type 'const double *' [insum-not-a-value]
  // expect-note@+1:58: use an expression of type bool, of an integer type, float, double, half, bfloat16 or std::complex
  #pragma insum tensor A[M,N] : csr(pos, crd, vals) fill(vals)
  #pragma insum tensor y_[M] : dense(y)
  {}
  #pragma insum y_[i] = A[i,j]
  // expect-error@+2:53: modifier 'symmetric' needs as many rows as columns, but A has 3 and 4 [insum-modifier-value]
  // expect-note@+1:53: leave it out
  #pragma insum tensor A[3,4] : csr(pos, crd, vals) symmetric(lower)
  #pragma insum tensor y_[3] : dense(y)
  {}
  #pragma insum y_[i] = A[i]
  // expect-error@+2:46: modifier 'symmetric' needs a tensor with two modes [insum-modifier-value]
  // expect-note@+1:46: leave it out
  #pragma insum tensor A[M] : coo(row, vals) symmetric(lower)
  #pragma insum tensor y_[M] : dense(y)
  {}
}

void lengths(const std::array<double, 4>& four, std::span<const int, 3> three, const int* crd, const double* vals,
             const std::vector<int>& row) {
  double q[5], grid[2][3];
  #pragma insum W[i,j] = 1.0
  // expect-error@+2:39: this array has 5 elements, but W needs 6 [insum-storage-too-short]
  // expect-note@+1:39: give a longer array, or correct the sizes of W
  #pragma insum tensor W[2,3] : dense(q)
  {}
  #pragma insum W[i,j] = A[i,j]
  // expect-error@+2:39: this array has 6 elements, but W needs 7 [insum-storage-too-short]
  // expect-note@+1:39: give a longer array, or correct the sizes of W
  #pragma insum tensor W[2,3] : dense(grid) strides(4,1)
  // expect-error@+2:39: this array has 4 elements, but A needs 5 [insum-storage-too-short]
  // expect-note@+1:39: give a longer array, or correct the sizes of A
  #pragma insum tensor A[2,2] : dense(four) strides(3,1)
  {}
  #pragma insum q[i] = A[i,j] * B[j,i]
  // expect-error@+2:37: this array has 3 elements, but A needs 6 [insum-storage-too-short]
  // expect-note@+1:37: give a longer array, or correct the sizes of A
  #pragma insum tensor A[5,5] : csr(three, crd, vals)
  // expect-error@+4:33: this array has 3 elements, but B needs 10 [insum-storage-too-short]
  // expect-note@+3:33: give a longer array, or correct the sizes of B
  // expect-error@+2:47: this array has 4 elements, but B needs 10 [insum-storage-too-short]
  // expect-note@+1:47: give a longer array, or correct the sizes of B
  #pragma insum tensor B[5,5] : ell<2>(three, four)
  {}
  #pragma insum s[i] = A[i,j]
  #pragma insum tensor s[2] : dense(q)
  #pragma insum tensor A[2,4] : csr(three, crd, vals)
  {}
}

/// Elements that lie apart: data() and size() do not tell where they are.
struct Every {
  struct iterator {
    double* at;
    std::ptrdiff_t step;
    double& operator*() const { return *at; }
    iterator& operator++() { return at += step, *this; }
    bool operator==(const iterator&) const = default;
  };
  double* first;
  std::ptrdiff_t step;
  std::size_t count;
  double* data() const { return first; }
  std::size_t size() const { return count; }
  iterator begin() const { return {first, step}; }
  iterator end() const { return {first + step * static_cast<std::ptrdiff_t>(count), step}; }
};
struct View {
  double* first;
  double* data() const { return first; }
  std::size_t size() const { return 3; }
  std::ptrdiff_t stride() const { return 2; }
};
struct Plain {
  double* first;
  double* data() const { return first; }
  std::size_t size() const { return 3; }
};

void gaps(const Every& every, const View& view, const Plain& plain, double* y) {
  // expect-error@+2:25: 'every' is no tensor: it has type 'const Every' [insum-not-a-tensor]
  // expect-note@+1:25: use an insum:: type, a contiguous range, an Eigen type with <insum/eigen.hpp> included, or declare sizes and storage with '#pragma insum tensor'
  #pragma insum y_[i] = every[i] + V[i] + plain[i]
  // expect-error@+2:37: storage 'view' is no array: it has type 'const View' [insum-storage-not-array]
  // expect-note@+1:37: give a pointer, an array or a contiguous range such as std::vector or std::span
  #pragma insum tensor V[3] : dense(view)
  #pragma insum tensor y_[3] : dense(y)
  {}
}

enum Color { red, green };
std::vector<double> made();

void elements(const Color* colors, volatile double* moving, double& s) {
  #pragma insum s = X[i]
  // expect-error@+2:37: 'colors' holds elements of type 'Color', with which insum cannot compute [insum-element-type]
  // expect-note@+1:37: use bool, an integer type, float, double, half, bfloat16 or std::complex
  #pragma insum tensor X[2] : dense(colors)
  {}
  #pragma insum s = X[i]
  // expect-error@+2:37: 'moving' holds elements of type 'volatile double', with which insum cannot compute [insum-element-type]
  // expect-note@+1:37: use bool, an integer type, float, double, half, bfloat16 or std::complex
  #pragma insum tensor X[2] : dense(moving)
  {}
  // expect-error@+2:17: output 'X' cannot be written: its values are const [insum-output-not-writable]
  // expect-note@+1:17: give storage whose elements are not const
  #pragma insum X[i] = 1
  // expect-note@+1:24: X is declared here
  #pragma insum tensor X[2] : dense(made())
  {}
}

void fills(int n, const int* pos, const int* crd, const int* whole, const unsigned char* bytes, double* y) {
  #pragma insum y_[i] = A[i,j] + B[i,j] + C[i,j]
  // expect-error@+2:54: modifier 'fill' has a value that std::int32_t, the type of A's elements, cannot hold [insum-modifier-value]
  // expect-note@+1:54: give one that it can, such as std::numeric_limits<std::int32_t>::max() for infinity
  #pragma insum tensor A[n,n] : csr(pos, crd, whole) fill(0.5)
  // expect-error@+2:54: modifier 'fill' has a value that std::uint8_t, the type of B's elements, cannot hold [insum-modifier-value]
  // expect-note@+1:54: give one that it can, such as std::numeric_limits<std::uint8_t>::max() for infinity
  #pragma insum tensor B[n,n] : csr(pos, crd, bytes) fill(300)
  // expect-error@+2:54: modifier 'fill' has a value that std::int32_t, the type of C's elements, cannot hold [insum-modifier-value]
  // expect-note@+1:54: give one that it can, such as std::numeric_limits<std::int32_t>::max() for infinity
  #pragma insum tensor C[n,n] : csr(pos, crd, whole) fill(2147483648)
  #pragma insum tensor y_[n] : dense(y)
  {}
}

void widths(int n, int w, double half, const int* crd, const double* a, const double* x, double* y) {
  #pragma insum y[i] = A[i,j] * x[j]
  #pragma insum tensor A[n,n] : ell<{w + 1}>(crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  INSUM_REQUIRED;
  #pragma insum y[i] = A[i,j] * x[j]
  // expect-error@+2:38: 'half' must be an integer, but it has type 'double' [insum-not-an-integer]
  // expect-note@+1:38: use an expression of integer type
  #pragma insum tensor A[n,n] : ell<{half}>(crd, a)
  #pragma insum tensor x[n] : dense(x)
  #pragma insum tensor y[n] : dense(y)
  INSUM_REQUIRED;
}
