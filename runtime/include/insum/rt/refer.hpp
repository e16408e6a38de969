// Containers of results for the functions of another file, which do not know their types.
#pragma once

#include "../core/container_ref.hpp"
#include "join.hpp"

INSUM_RT_BEGIN

/// As long as the container lives.
template <class Container>
container_ref<detail::element_of<Container>> refer_to(Container& container) {
  using element = detail::element_of<Container>;
  return {&container,
          [](void* object, std::int64_t size) -> element* {
            Container& target = *static_cast<Container*>(object);
            detail::resize_exactly(target, size);
            return target.data();
          },
          [](void* object) -> element* { return static_cast<Container*>(object)->data(); },
          [](void* object) { return static_cast<std::int64_t>(static_cast<Container*>(object)->size()); }};
}

INSUM_RT_END
