// Containers of results for the functions of another file, which do not know their types.
#pragma once

#include "../core/container_ref.hpp"
#include "join.hpp"

INSUM_RT_BEGIN

/// As long as the container lives.
template <class Container>
container_ref<detail::element_of<Container>> refer_to(Container& container) {
  return {&container, [](void* object, std::int64_t size) {
            Container& target = *static_cast<Container*>(object);
            detail::resize_exactly(target, size);
            return target.data();
          }};
}

INSUM_RT_END
