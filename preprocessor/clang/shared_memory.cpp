#include "clang/shared_memory.h"

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/element_types.h"
#include "clang/places.h"
#include "clang/pointer_sources.h"

namespace insum::frontend {

namespace {

/// What an array is counted from: what a pointer is when the function begins or where it is set, or an
/// object.
struct Start {
  Path path;
  const PointerSource* set;
  long long distance;  // elements from there

  bool is_beside(const Start& other) const { return path == other.path && set == other.set; }
};

std::string name_of(const Path& path) {
  std::string out = path.front() ? path.front()->getNameAsString() : "";
  for (std::size_t i = 1; i < path.size(); ++i) out += (out.empty() ? "" : ".") + path[i]->getNameAsString();
  return out.empty() ? "*this" : out;
}

/// Whether the place is what the path names, or around it.
bool is_around(const Place& place, const Path& path) {
  return path.front() == place.variable &&
         (place.member ? path.size() > 1 && path[1] == place.member : path.size() == 1);
}

class Memory {
 public:
  Memory(const clang::FunctionDecl* function, const clang::ASTContext& context)
      : sources_(function, context), context_(context) {}

  /// All that an array's lvalue may reach, with what its pointers may have been assigned when it stands
  /// there.
  std::vector<Place> places(const clang::Expr* lvalue) const {
    std::vector<Place> out = places_behind(lvalue, {});
    std::set<const PointerSource*> followed;
    for (std::size_t i = 0; i < out.size(); ++i)
      for (const PointerSource& source : sources_.all()) {
        const bool follows = source.value && is_around(out[i], source.target) &&
                             sources_.reaches(source, lvalue->getBeginLoc()) &&
                             followed.insert(&source).second;
        if (!follows) continue;
        for (const Place& place : places_behind(source.value, {})) out.push_back(place);
      }
    return out;
  }

  /// What the expression names where it is evaluated; nothing: it is at no constant distance.
  std::optional<Start> start_of(const clang::Expr* expression, clang::SourceLocation where,
                                int depth = 0) const {
    using namespace clang;
    const Expr* e = expression->IgnoreParenCasts()->IgnoreUnlessSpelledInSource()->IgnoreParenCasts();
    if (depth > 20) return std::nullopt;
    const auto on = [&](const Expr* next) { return start_of(next, where, depth + 1); };
    const auto moved = [&](const Expr* from, const Expr* by, long long step) -> std::optional<Start> {
      Expr::EvalResult known;
      std::optional<Start> start = on(from);
      if (!start || by->isValueDependent() || !by->EvaluateAsInt(known, context_)) return std::nullopt;
      constexpr std::int64_t most = std::int64_t{1} << 40;  // elements: no sum overflows
      const std::optional<std::int64_t> count = known.Val.getInt().tryExtValue();
      if (!count || *count > most || *count < -most) return std::nullopt;
      start->distance += step * *count;
      return start;
    };
    if (isa<DeclRefExpr, MemberExpr>(e)) {
      Path path = path_of(e);
      if (path.empty()) return std::nullopt;
      const PointerSources::Value value = sources_.value_at(path, where);
      if (value.known == PointerSources::Known::no) return std::nullopt;
      if (value.source)
        if (auto start = start_of(value.source->value, value.source->where, depth + 1)) return start;
      return Start{std::move(path), value.source, 0};
    }
    if (const auto* x = dyn_cast<UnaryOperator>(e); x && x->getOpcode() == UO_AddrOf)
      return on(x->getSubExpr());
    if (const auto* x = dyn_cast<CXXConstructExpr>(e))  // a view of what begins there
      return x->getNumArgs() > 0 ? on(x->getArg(0)) : std::nullopt;
    if (const auto* x = dyn_cast<CXXMemberCallExpr>(e); x && x->getMethodDecl() && x->getNumArgs() > 0) {
      const std::string name = x->getMethodDecl()->getNameAsString();
      if (name == "subspan") return moved(x->getImplicitObjectArgument(), x->getArg(0), 1);
      return name == "first" ? on(x->getImplicitObjectArgument()) : std::nullopt;
    }
    if (const auto* x = dyn_cast<ArraySubscriptExpr>(e);
        x && (e->getType()->isArrayType() || e->getType()->isArithmeticType()))
      return moved(x->getBase(), x->getIdx(), scalars_in(context_, e->getType()));
    if (isa<UnaryOperator, ArraySubscriptExpr, CXXOperatorCallExpr>(e) && !e->getType()->isArithmeticType())
      return std::nullopt;  // a row of its own
    if (const auto* x = dyn_cast<UnaryOperator>(e); x && x->getOpcode() == UO_Deref)
      return on(x->getSubExpr());
    if (const auto* x = dyn_cast<CXXOperatorCallExpr>(e))
      return x->getOperator() == OO_Subscript && x->getNumArgs() == 2 ? moved(x->getArg(0), x->getArg(1), 1)
                                                                      : std::nullopt;
    if (const auto* x = dyn_cast<BinaryOperator>(e);
        x && x->isAdditiveOp() && e->getType()->isPointerType()) {
      const long long step = scalars_in(context_, e->getType()->getPointeeType());
      return moved(x->getLHS(), x->getRHS(), x->getOpcode() == BO_Add ? step : -step);
    }
    if (const auto* x = dyn_cast<CXXMemberCallExpr>(e);
        x && x->getMethodDecl() && x->getNumArgs() == 0 && x->getMethodDecl()->getNameAsString() == "data")
      return on(x->getImplicitObjectArgument());
    return std::nullopt;
  }

  /// The member of some object that the expression leads into; null: none, or it is not known.
  const clang::ValueDecl* field(const clang::Expr* expression, clang::SourceLocation where,
                                int depth = 0) const {
    using namespace clang;
    const Expr* e = expression->IgnoreParenCasts()->IgnoreUnlessSpelledInSource()->IgnoreParenCasts();
    const auto on = [&](const Expr* next) { return depth < 20 ? field(next, where, depth + 1) : nullptr; };
    if (const auto* x = dyn_cast<MemberExpr>(e))
      return sources_.sets_member(x->getMemberDecl()) ? nullptr : x->getMemberDecl();
    if (const auto* x = dyn_cast<DeclRefExpr>(e)) {
      const PointerSources::Value value = sources_.value_at({x->getDecl()}, where);
      return value.known == PointerSources::Known::set && depth < 20
                 ? field(value.source->value, value.source->where, depth + 1)
                 : nullptr;
    }
    if (const auto* x = dyn_cast<UnaryOperator>(e)) return on(x->getSubExpr());
    if (const auto* x = dyn_cast<ArraySubscriptExpr>(e)) return on(x->getBase());
    if (const auto* x = dyn_cast<CXXOperatorCallExpr>(e)) return on(x->getArg(0));
    if (const auto* x = dyn_cast<BinaryOperator>(e)) return on(x->getLHS());
    if (const auto* x = dyn_cast<CXXMemberCallExpr>(e)) return on(x->getImplicitObjectArgument());
    return nullptr;
  }

  const clang::ASTContext& context() const { return context_; }

 private:
  PointerSources sources_;
  const clang::ASTContext& context_;
};

/// The number of elements of a C array; 0: it is none, or has a length that is not known here.
long long length_of(const clang::Expr* lvalue, const clang::ASTContext& context) {
  const clang::QualType type = lvalue->getType();
  return context.getAsConstantArrayType(type) ? scalars_in(context, type) : 0;
}

/// Whether they are arrays in an array, such as m[0] and m[1], of which neither reaches into the other.
bool are_apart(const clang::Expr* one, const Start& from, const clang::Expr* other, const Start& to,
               const clang::ASTContext& context) {
  const bool in_order = from.distance < to.distance;
  const long long length = length_of(in_order ? one : other, context);
  return length > 0 && std::abs(from.distance - to.distance) >= length;
}

/// What is known of an array that is read and of one that is written.
std::optional<nest::SharedMemory> shared(const Memory& memory, const clang::Expr* target,
                                         const std::vector<Place>& written, const clang::Expr* lvalue) {
  const auto where = target->getBeginLoc(), read_where = lvalue->getBeginLoc();
  const clang::ValueDecl *one = memory.field(target, where), *other = memory.field(lvalue, read_where);
  if (one && other && one != other) return std::nullopt;  // different members, whatever the objects are
  const std::vector<Place> read = memory.places(lvalue);
  const auto both = std::find_if(read.begin(), read.end(), [&](const Place& r) {
    return std::any_of(written.begin(), written.end(), [&](const Place& w) { return meet(w, r); });
  });
  if (both == read.end()) return std::nullopt;
  const auto from = memory.start_of(target, where), to = memory.start_of(lvalue, read_where);
  if (!from || !to || !from->is_beside(*to)) return nest::SharedMemory{-1, -1, name_of(*both)};
  if (are_apart(target, *from, lvalue, *to, memory.context())) return std::nullopt;
  return nest::SharedMemory{-1, -1, name_of(from->path), true, to->distance - from->distance};
}

}  // namespace

void find_shared_memory(nest::Nest& nest, const std::vector<const clang::Expr*>& lvalues,
                        const clang::FunctionDecl* function, const clang::ASTContext& context) {
  const Memory memory(function, context);
  std::set<int> seen;  // of results
  for (const nest::Assignment* each : nest::assignments(nest)) {
    if (!seen.insert(each->target->id).second) continue;
    const clang::Expr* target = lvalues.at(static_cast<std::size_t>(each->target->id));
    const std::vector<Place> written = memory.places(target);
    for (int array = 0; array < static_cast<int>(lvalues.size()); ++array) {
      if (seen.count(array)) continue;
      auto found = shared(memory, target, written, lvalues[static_cast<std::size_t>(array)]);
      if (!found) continue;
      found->array = array;
      found->written = each->target->id;
      nest.shared.push_back(std::move(*found));
    }
  }
}

}  // namespace insum::frontend
