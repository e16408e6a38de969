// What the value of a reduction becomes before it is combined into an element of the result.
#pragma once
#include "schedule/chain.h"

namespace insum::schedule {

/// Some loop around the reduction over `moving` comes to coordinates where nothing is stored; `outer`: so
/// many loops are around it.
bool may_lack_terms(const std::vector<index::ExprPtr>& moving, const Chain& chain, std::size_t outer);

/// The sum times `fixed`. Zero times a factor counts as zero, unless `plain`: also where a sum without a term
/// meets a factor that is not finite.
index::ExprPtr scaled(const index::Access& sum, std::vector<index::ExprPtr> fixed, bool plain);

/// Least and largest values outside of the type of the result are taken for its own limits, before they are
/// converted.
index::ExprPtr limited(const index::ExprPtr& value, const index::Assign& assign);

}  // namespace insum::schedule
