// Types of workspace lines that cannot be workspaces: the error names the missing member.
#include <insum/insum.hpp>
#include <insum/workspace.hpp>

struct no_sort {
  using value_type = double;
  using reduction = insum::op_add;
  static constexpr int rank = 2;
  no_sort(const insum::coordinates<2>&, std::int64_t);
  static std::size_t bytes(const insum::coordinates<2>&, std::int64_t);
  bool insert(const insum::coordinates<2>&, double);
  std::int64_t size() const;
  template <class F>
  void visit(F&&) const {}
  void clear();
};
namespace own {
struct void_insert : no_sort {
  using no_sort::no_sort;
  void insert(const insum::coordinates<2>&, double);
  void sort();
};
struct real_rank : no_sort {
  using no_sort::no_sort;
  static constexpr double rank = 2;
  void sort();
};
struct wide_rank : no_sort {
  using no_sort::no_sort;
  static constexpr unsigned long rank = 2;
  void sort();
};
struct empty {};
struct unknown;
template <class T>
using list = insum::coord_workspace<T, insum::op_add, 2>;
template <int rank>
using of_rank = insum::coord_workspace<double, insum::op_add, rank>;
using least = insum::coord_workspace<double, insum::op_min, 2>;
}  // namespace own

void outer(const insum::dcsc<double>& A, const insum::dcsr<double>& B, insum::csr<double>& C) {
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule reorder(k, i, j)
  // expect-error@+2:36: 'int' cannot be a workspace: an accumulation array is a class [insum-workspace-type]
  // expect-note@+1:36: docs/workspaces.md has all members of a policy of your own
  #pragma insum workspace C : user(int)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule reorder(k, i, j)
  // expect-error@+2:36: 'double*' cannot be a workspace: an accumulation array is a class [insum-workspace-type]
  // expect-note@+1:36: docs/workspaces.md has all members of a policy of your own
  #pragma insum workspace C : user(double*)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule reorder(k, i, j)
  // expect-error@+2:36: 'no_sort' cannot be a workspace: an accumulation array has a member 'void sort()' [insum-workspace-type]
  // expect-note@+1:36: docs/workspaces.md has all members of a policy of your own
  #pragma insum workspace C : user(no_sort)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule reorder(k, i, j)
  // expect-error@+2:36: 'own::void_insert' cannot be a workspace: an accumulation array has a member 'bool insert(coordinates, value)', false when it is full [insum-workspace-type]
  // expect-note@+1:36: docs/workspaces.md has all members of a policy of your own
  #pragma insum workspace C : user(own::void_insert)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule reorder(k, i, j)
  // expect-error@+2:36: 'own::real_rank' cannot be a workspace: an accumulation array has a member 'static constexpr int rank', or of another integer type, 1 or more [insum-workspace-type]
  // expect-note@+1:36: docs/workspaces.md has all members of a policy of your own
  #pragma insum workspace C : user(own::real_rank)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule reorder(k, i, j)
  #pragma insum workspace C : user(own::wide_rank)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule reorder(k, i, j)
  // expect-error@+2:36: 'own::empty' cannot be a workspace: an accumulation array has a member type value_type, which is copied as bytes [insum-workspace-type]
  // expect-note@+1:36: docs/workspaces.md has all members of a policy of your own
  #pragma insum workspace C : user(own::empty)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule reorder(k, i, j)
  // expect-error@+2:36: 'own::unknown' cannot be a workspace: an accumulation array has a member type value_type, which is copied as bytes [insum-workspace-type]
  // expect-note@+1:36: docs/workspaces.md has all members of a policy of your own
  #pragma insum workspace C : user(own::unknown)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule reorder(k, i, j)
  // expect-error@+2:36: 'lst<double>' is no C++ type
  // expect-error@+1:36: use of undeclared identifier 'lst'
  #pragma insum workspace C : user(lst<double>)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule reorder(k, i, j)
  #pragma insum workspace C : user(own::list<double>)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule reorder(k, i, j)
  // expect-error@+2:36: 'own::list<float>' cannot be a workspace: its value_type is float, of what it collects double [insum-workspace-type]
  // expect-note@+1:36: docs/workspaces.md has all members of a policy of your own
  #pragma insum workspace C : user(own::list<float>)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule reorder(k, i, j)
  // expect-error@+2:36: 'own::of_rank<3>' cannot be a workspace: its rank is 3, of what it collects 2 [insum-workspace-type]
  // expect-note@+1:36: docs/workspaces.md has all members of a policy of your own
  #pragma insum workspace C : user(own::of_rank<3>)
  INSUM_REQUIRED;
  #pragma insum C[i,j] = A[i,k] * B[k,j]
  #pragma insum schedule reorder(k, i, j)
  // expect-error@+2:36: 'own::least' cannot be a workspace: its reduction is insum::op_min, of what it collects insum::op_add [insum-workspace-type]
  // expect-note@+1:36: docs/workspaces.md has all members of a policy of your own
  #pragma insum workspace C : user(own::least)
  INSUM_REQUIRED;
}
