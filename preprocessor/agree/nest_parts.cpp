#include "agree/nest_parts.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iomanip>
#include <limits>
#include <sstream>

#include "support/binary_op.h"

namespace insum::agree {

namespace {

bool compares(const nest::Expr& e) {
  const auto op = e.kind == nest::ExprKind::binary ? binary_op(e.text) : std::nullopt;
  return op && is_comparison(*op);
}

void collect_numbers(const nest::ExprPtr& e, std::set<double>& out) {
  if (e->kind == nest::ExprKind::read) return;
  if (e->kind == nest::ExprKind::number)
    if (const auto value = literal_value(e->text); value && std::isfinite(*value)) out.insert(*value);
  for (const nest::ExprPtr& part : e->parts) collect_numbers(part, out);
}

}  // namespace

void collect_scalars(const nest::ExprPtr& e, std::set<std::string>& out) {
  if (e->kind == nest::ExprKind::scalar) out.insert(e->text);
  for (const nest::ExprPtr& part : e->parts) collect_scalars(part, out);
}

/// Those on which it depends what is computed at all.
void collect_conditions(const nest::ExprPtr& e, std::set<std::string>& out) {
  if (compares(*e)) collect_scalars(e, out);
  if (e->kind == nest::ExprKind::select) collect_scalars(e->parts[0], out);
  for (const nest::ExprPtr& part : e->parts) collect_conditions(part, out);
}

bool reads_data(const nest::ExprPtr& e) {
  return e->kind == nest::ExprKind::read || std::any_of(e->parts.begin(), e->parts.end(), reads_data);
}

/// Scalars that data are computed with or compared with, and not only what says which element is meant, and
/// whether at all.
void collect_of_data(const nest::ExprPtr& e, bool in_condition, std::set<std::string>& out) {
  if (e->kind == nest::ExprKind::scalar && !in_condition) out.insert(e->text);
  if (e->kind == nest::ExprKind::read) return;
  for (std::size_t n = 0; n < e->parts.size(); ++n)
    collect_of_data(e->parts[n],
                    in_condition || (e->kind == nest::ExprKind::select && n == 0 && !reads_data(e->parts[n])),
                    out);
}

void collect_compared(const nest::ExprPtr& e, std::set<double>& out) {
  for (const nest::ExprPtr& part : e->parts) {
    if (compares(*e) && part->kind == nest::ExprKind::number)
      if (const auto value = literal_value(part->text); value && std::isfinite(*value)) out.insert(*value);
    collect_compared(part, out);
  }
}

void collect_decisive(const nest::ExprPtr& e, std::set<double>& out) {
  const bool chooses = e->kind == nest::ExprKind::call && (e->text == "min" || e->text == "max");
  const bool masks = e->kind == nest::ExprKind::binary && (e->text == "&" || e->text == "%");
  if ((compares(*e) || chooses || masks) && reads_data(e)) collect_numbers(e, out);
  for (const nest::ExprPtr& part : e->parts) collect_decisive(part, out);
}

std::optional<double> literal_value(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end == text.c_str()) return std::nullopt;
  if (!text.ends_with('f') && !text.ends_with('F')) return value;
  const auto single = static_cast<float>(value);
  for (int digits = 1; digits < std::numeric_limits<float>::max_digits10; ++digits) {
    std::ostringstream shorter;
    shorter << std::setprecision(digits) << single;
    const double written = std::strtod(shorter.str().c_str(), nullptr);
    if (static_cast<float>(written) == single) return written;
  }
  return value;
}

bool divides_integers(const nest::ExprPtr& e) {
  const bool divides = e->kind == nest::ExprKind::binary && e->text == "/" && e->id == 0;
  return (divides && reads_data(e)) || std::any_of(e->parts.begin(), e->parts.end(), divides_integers);
}

void collect_arrays(const nest::ExprPtr& e, std::set<int>& out) {
  if (e->kind == nest::ExprKind::read) out.insert(e->id);
  for (const nest::ExprPtr& part : e->parts) collect_arrays(part, out);
}

}  // namespace insum::agree
