#include <algorithm>
#include <utility>

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/element_types.h"
#include "clang/nest_reader.h"
#include "clang/visitor.h"

namespace insum::frontend {

using nest::ExprKind;
using nest::ExprPtr;

namespace {

/// Variables that a statement assigns to, and those that it declares.
struct Assigned : Visitor {
  std::set<const clang::ValueDecl*> variables, declared;
  std::map<const clang::ValueDecl*, const clang::Expr*> pointers;  // of these, as they are named first

  void add(const clang::Expr* target) {
    const auto* x = llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParenImpCasts());
    if (!x) return;
    variables.insert(x->getDecl());
    if (x->getType()->isPointerType() && x->getType()->getPointeeType()->isArithmeticType())
      pointers.emplace(x->getDecl(), x);
  }
  bool VisitBinaryOperator(clang::BinaryOperator* e) override {
    if (e->isAssignmentOp()) add(e->getLHS());
    return true;
  }
  bool VisitCXXOperatorCallExpr(clang::CXXOperatorCallExpr* e) override {
    if (e->isAssignmentOp() && is_class(e->getArg(0)->getType(), "std::complex")) add(e->getArg(0));
    return true;
  }
  bool VisitUnaryOperator(clang::UnaryOperator* e) override {
    if (e->isIncrementDecrementOp() || e->getOpcode() == clang::UO_AddrOf) add(e->getSubExpr());
    return true;
  }
  bool VisitBindingDecl(clang::BindingDecl* name) override {
    declared.insert(name);
    return true;
  }
  bool VisitVarDecl(clang::VarDecl* variable) override {
    declared.insert(variable);
    return true;
  }
};

Assigned assigned_in(const clang::Stmt* statement) {
  Assigned found;
  found.walk(statement);
  return found;
}

const char* word_of(const clang::Stmt* s) {
  using namespace clang;
  if (isa<BreakStmt>(s)) return "'break'";
  if (isa<ContinueStmt>(s)) return "'continue'";
  if (isa<ReturnStmt>(s)) return "'return'";
  if (isa<GotoStmt, IndirectGotoStmt, LabelStmt>(s)) return "'goto' or a label";
  if (isa<WhileStmt, DoStmt>(s)) return "'while'";
  if (isa<SwitchStmt>(s)) return "'switch'";
  if (isa<CXXForRangeStmt>(s)) return "a loop over a range";
  if (isa<CXXTryStmt>(s)) return "'try'";
  return "such a statement";
}

}  // namespace

nest::Nest NestReader::read(const clang::Stmt* statement) {
  const Assigned assigned = assigned_in(statement);
  declared_ = assigned.declared;
  for (const clang::ValueDecl* variable : assigned.variables)
    if (!declared_.count(variable)) written_.insert(variable);
  adopt_scratch(statement);
  if (annotation_.compared) adopt_counters(statement);
  for (const auto& [variable, named] : assigned.pointers) {
    if (declared_.count(variable) || !written_.erase(variable)) continue;
    Held held;
    held.pointer = Pointer{array_of(named), nest::number(0)};  // as it is in front of the statement
    locals_[variable] = held;
  }
  run(statement);
  finish(statement);
  return std::move(out_);
}

/// Scalars that the function declares and the statement sets before it reads them are its own. Whether
/// anything reads them afterwards is found where the block is checked in its place.
void NestReader::adopt_scratch(const clang::Stmt* statement) {
  struct Uses : Visitor {
    std::set<const clang::ValueDecl*> seen, set_first;
    bool enters_statement(clang::Stmt* s) override {
      const auto* e = llvm::dyn_cast<clang::BinaryOperator>(s);
      if (!e || e->getOpcode() != clang::BO_Assign) return true;
      const auto* x = llvm::dyn_cast<clang::DeclRefExpr>(e->getLHS()->IgnoreParenImpCasts());
      if (!x) return true;
      walk(e->getRHS());
      if (seen.insert(x->getDecl()).second) set_first.insert(x->getDecl());
      return false;
    }
    bool VisitDeclRefExpr(clang::DeclRefExpr* e) override {
      seen.insert(e->getDecl());
      return true;
    }
  } uses;
  uses.walk(statement);
  for (const clang::ValueDecl* each : uses.set_first) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(each);
    if (!variable || !written_.count(each) || !variable->hasLocalStorage() ||
        !variable->getType()->isArithmeticType() || annotation_.results.count(variable->getNameAsString()))
      continue;
    written_.erase(each);
    has_scratch_ = true;
    locals_[each] = {};
    const bool counts = variable->getType()->isIntegerType() && !variable->getType()->isBooleanType();
    out_.variables.push_back({variable->getNameAsString(),
                              counts ? nest::VariableKind::integer : nest::VariableKind::number,
                              type_name(variable->getType()), "", -1});
  }
}

void NestReader::run(const clang::Stmt* statement) {
  using namespace clang;
  if (const auto* s = dyn_cast<CompoundStmt>(statement))
    return run_parts({s->body_begin(), s->body_end()}, 0);
  if (const auto* s = dyn_cast<AttributedStmt>(statement)) return run(s->getSubStmt());
  if (const auto* s = dyn_cast<ForStmt>(statement)) return run_loop(s);
  if (const auto* s = dyn_cast<WhileStmt>(statement); s && annotation_.compared) return run_while(s);
  if (const auto* s = dyn_cast<DoStmt>(statement); s && annotation_.compared) return run_do(s);
  if (const auto* s = dyn_cast<CXXForRangeStmt>(statement)) return run_range(s);
  if (isa<NullStmt>(statement)) return;
  if (const auto* s = dyn_cast<DeclStmt>(statement)) {
    for (const Decl* decl : s->decls())
      if (const auto* variable = dyn_cast<VarDecl>(decl))
        run_declaration(variable);
      else if (!isa<TypedefNameDecl>(decl))
        refuse(s, "a declaration of something other than a variable");
    return;
  }
  if (const auto* s = dyn_cast<IfStmt>(statement)) {
    if (s->getInit() || s->getConditionVariable()) refuse(s, "an 'if' with a declaration");
    return run_branches(
        value(s->getCond()), [&] { run(s->getThen()); },
        [&] {
          if (s->getElse()) run(s->getElse());
        });
  }
  if (const auto* e = dyn_cast<Expr>(statement)) return run_expression(e);
  refuse(statement, std::string(word_of(statement)) + " in the loop");
}

/// What follows `if (c) continue;` stands under the opposite condition.
void NestReader::run_parts(const std::vector<const clang::Stmt*>& parts, std::size_t from) {
  for (std::size_t i = from; i < parts.size(); ++i) {
    const auto* test = llvm::dyn_cast<clang::IfStmt>(parts[i]);
    const clang::Stmt* then = test && !test->getElse() && !test->getInit() ? test->getThen() : nullptr;
    if (const auto* block = llvm::dyn_cast_or_null<clang::CompoundStmt>(then); block && block->size() == 1)
      then = block->body_front();
    if (!then || !llvm::isa<clang::ContinueStmt>(then)) {
      run(parts[i]);
      continue;
    }
    return run_branches(
        nest::make(ExprKind::unary, "!", {value(test->getCond())}), [&] { run_parts(parts, i + 1); }, [] {});
  }
}

void NestReader::run_declaration(const clang::VarDecl* variable) {
  const clang::QualType type = variable->getType();
  const clang::Expr* init = variable->getInit();
  Held held;
  if (variable->isStaticLocal()) throw NoNest{variable->getLocation(), "a static variable in the loop"};
  if (declares_record(variable)) return;
  if (type->isReferenceType() && is_number(type.getNonReferenceType()) && init) {
    held.pointer = place(init);
    if (held.pointer)
      held.is_element = true;
    else
      held = held_value(init);
  } else if (is_number(type)) {
    if (init) held = held_value(init);
  } else if (type->isPointerType() && init) {
    held.pointer = pointer(init);
  } else {
    throw NoNest{variable->getLocation(),
                 "'" + variable->getNameAsString() + "' is declared in the loop and is no number"};
  }
  if (held.value && held.value->kind == ExprKind::read)
    out_.names.emplace_back(held.value, variable->getNameAsString());
  locals_[variable] = held;
}

void NestReader::run_loop(const clang::ForStmt* statement) {
  if (statement->getConditionVariable()) refuse(statement, "a declaration in the loop's condition");
  const Locals outside = locals_;
  const Head head = head_of(statement, statement->getInc(), statement->getCond(),
                            [&](const clang::VarDecl* variable) { return start_of(statement, variable); });
  run_iterations(statement, head, {{statement->getBody()}, further_steps(statement)});
  if (annotation_.compared && outside.count(head.variable)) locals_[head.variable].value = end_of(head);
  for (auto it = locals_.begin(); it != locals_.end();)
    it = outside.count(it->first) ? std::next(it) : locals_.erase(it);
}

void NestReader::run_iterations(const clang::Stmt* statement, Head head, const Body& parts) {
  const clang::VarDecl* variable = head.variable;
  Assigned assigned;
  for (const clang::Stmt* part : parts.parts) assigned.variables.merge(assigned_in(part).variables);
  if (assigned.variables.count(variable))
    refuse(statement, "the loop's body changes '" + head.bounds.name + "'");
  for (const clang::Expr* step : parts.steps) assigned.variables.merge(assigned_in(step).variables);

  const int number = static_cast<int>(out_.loops.size());
  out_.loops.push_back(head.bounds);
  Locals before = locals_;
  locals_.erase(variable);  // declared in front of the statement
  if (head.first) {
    const ExprPtr distance =
        nest::binary("*", nest::number(head.step), nest::make(ExprKind::index, "", {}, number));
    locals_[variable].value = nest::binary("+", head.first, distance);
  } else if (variable) {
    loop_of_[variable] = number;
  }
  around_.push_back(number);
  const auto body = [&](NestReader& reader) {
    if (parts.enter) parts.enter(reader, number);
    reader.run_parts(parts.parts, 0);
    for (const clang::Expr* step : parts.steps) reader.run_expression(step);
  };
  const Locals ends = take_steps(number, assigned.variables, body);
  std::set<const clang::ValueDecl*> changed;
  for (auto& [local, held] : locals_) {
    if (!assigned.variables.count(local) || held.is_element || ends.count(local)) continue;
    if (held.pointer)
      refuse(statement, "'" + local->getNameAsString() + "' points elsewhere in each iteration");
    changed.insert(local);
    held.value = carried(local, number);
  }
  body(*this);
  around_.pop_back();
  loop_of_.erase(variable);
  for (const auto& [local, held] : ends) locals_[local] = held;
  close_loop(number, before, changed, statement->getBeginLoc());
}

/// What the loop's iterations make of local variables that outlive them: sums and the like, or nothing known.
void NestReader::close_loop(int loop, const Locals& before, const std::set<const clang::ValueDecl*>& changed,
                            clang::SourceLocation at) {
  for (const clang::ValueDecl* local : changed) {
    const ExprPtr carried = this->carried(local, loop);
    const ExprPtr start = before.at(local).value;
    const ExprPtr now = locals_[local].value;
    if (!now || !nest::contains(now, carried)) {
      locals_[local].value = nullptr;  // the last iteration's
      continue;
    }
    if (nest::print(now) == nest::print(carried)) {
      locals_[local].value = start;
      continue;
    }
    const nest::Accumulation found = nest::split_accumulation(now, carried);
    if (found.op.empty() || !start)
      throw NoNest{at, "an iteration uses what others leave in '" + local->getNameAsString() + "'"};
    note_nans(found, type_name(local->getType().getUnqualifiedType()));
    locals_[local].value = nest::combined(found.op, start, nest::reduce(found.op, {loop}, found.rest));
    out_.sums_in_double |= local->getType()->isSpecificBuiltinType(clang::BuiltinType::Double);
  }
}

void NestReader::run_branches(const ExprPtr& condition, const std::function<void()>& then,
                              const std::function<void()>& otherwise) {
  const Locals before = locals_;
  const auto branch = [&](const ExprPtr& guard, const std::function<void()>& part) {
    locals_ = before;
    guards_.push_back({guard, writes_});
    part();
    guards_.pop_back();
    return locals_;
  };
  const Locals yes = branch(condition, then);
  const Locals no = branch(nest::make(ExprKind::unary, "!", {condition}), otherwise);
  locals_ = before;
  for (auto& [local, held] : locals_) {
    const ExprPtr a = yes.at(local).value, b = no.at(local).value;
    if (!a || !b)
      held.value = nullptr;
    else if (nest::print(a) != nest::print(b))
      held.value = nest::select(condition, a, b);
    for (const Held* branch : {&yes.at(local), &no.at(local)}) {
      if (branch->widened) held.widened = branch->widened;
      if (branch->narrowed) held.narrowed = branch->narrowed;
    }
    if (!same_place(yes.at(local).pointer, no.at(local).pointer))
      held.pointer = std::nullopt;
    else
      held.pointer = yes.at(local).pointer;
  }
}

void NestReader::run_expression(const clang::Expr* expression) {
  using namespace clang;
  const Expr* e = expression->IgnoreParenImpCasts();
  if (const auto* x = dyn_cast<ExprWithCleanups>(e)) return run_expression(x->getSubExpr());
  if (const auto* x = dyn_cast<UnaryOperator>(e); x && x->isIncrementDecrementOp())
    return void(stepped(x) ||
                (assign(x->getSubExpr(), "+", nest::number(x->isIncrementOp() ? 1 : -1)), true));
  if (const auto* x = dyn_cast<BinaryOperator>(e);
      x && x->isAssignmentOp() && x->getLHS()->getType()->isPointerType())
    return set_pointer(x);
  if (const auto* x = dyn_cast<BinaryOperator>(e); x && x->getOpcode() == BO_Comma)
    return run_expression(x->getLHS()), run_expression(x->getRHS());
  if (const auto* x = dyn_cast<BinaryOperator>(e); x && x->getOpcode() == BO_Assign)
    return assign(x->getLHS(), "=", value(x->getRHS(), result_type(x->getLHS())));
  if (const auto* x = dyn_cast<CompoundAssignOperator>(e)) {
    const std::string op =
        BinaryOperator::getOpcodeStr(BinaryOperator::getOpForCompoundAssignment(x->getOpcode())).str();
    ExprPtr right = value(x->getRHS());
    note_accumulator(x);
    if (op == "-") return assign(x->getLHS(), "+", nest::negated(right));
    return assign(x->getLHS(), op, right);
  }
  if (run_complex(e)) return;
  if (const auto* x = dyn_cast<CallExpr>(e))
    refuse(x, "the call of '" + text(x->getCallee()) + "' may do anything");
  refuse(e, "such a statement in the loop");
}

/// That of an element or a variable outside of the statement; nothing for a local variable.
clang::QualType NestReader::result_type(const clang::Expr* target) const {
  const auto* variable = llvm::dyn_cast<clang::DeclRefExpr>(target->IgnoreParenImpCasts());
  const auto held = variable ? locals_.find(variable->getDecl()) : locals_.end();
  return held != locals_.end() && !held->second.is_element ? clang::QualType() : target->getType();
}

void NestReader::assign(const clang::Expr* target, const std::string& op, ExprPtr right) {
  const clang::Expr* e = target->IgnoreParenImpCasts();
  const auto* variable = llvm::dyn_cast<clang::DeclRefExpr>(e);
  const auto held = variable ? locals_.find(variable->getDecl()) : locals_.end();
  if (held != locals_.end() && !held->second.is_element) {
    if (op != "=" && !held->second.value)
      refuse(e, "'" + text(e) + "' has no value here that every iteration knows");
    held->second.value =
        op == "=" ? right : nest::applied(op, held->second.value, right, e->getType()->isIntegerType());
    held->second.kernel_type = {};
    const bool keeps = op != "=";
    const clang::Expr *widened = std::exchange(widened_, nullptr),
                      *narrowed = std::exchange(narrowed_, nullptr);
    if (widened || !keeps) held->second.widened = widened;
    if (narrowed || !keeps) held->second.narrowed = narrowed;
    return;
  }
  if (!is_number(e->getType())) refuse(e, "'" + text(e) + "' is written, and is no number");
  const bool is_bound = variable && llvm::isa<clang::BindingDecl>(variable->getDecl());
  if (variable && !is_bound && (held == locals_.end() || !held->second.is_element))
    return write(nest::make(ExprKind::read, "", {}, array_of(e)), op, right, e->getBeginLoc());
  const std::optional<Pointer> where = place(e);
  if (where) return write(element(*where, e), op, right, e->getBeginLoc());
  if (!is_fixed(e)) refuse(e, "'" + text(e) + "' is written, and is no element of an array");
  write(nest::make(ExprKind::read, "", {}, array_of(e)), op, right, e->getBeginLoc());
}

}  // namespace insum::frontend
