// Types of workspace lines that do not suit the result.
#include <insum/workspace.hpp>

template <class T, class Op, int rank>
using checked = insum::rt::named_policy<insum::rt::policy_name<insum::hash_workspace<T, Op, rank>>, double,
                                        insum::op_add, 2>;

#ifdef FIXED
checked<double, insum::op_add, 2>* right = nullptr;
#else
checked<float, insum::op_add, 2>* type = nullptr;
checked<double, insum::op_max, 2>* reduction = nullptr;
checked<double, insum::op_add, 3>* rank = nullptr;
#endif
