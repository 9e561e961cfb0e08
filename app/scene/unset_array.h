#pragma once
// Arrays whose elements are unset when they are made: who makes them by several threads fills them, and takes their
// memory, there.

#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace farfirst::app {

template <class T>
struct UnsetElements : std::allocator<T> {
  template <class Other>
  struct rebind {
    using other = UnsetElements<Other>;
  };
  UnsetElements() = default;
  template <class Other>
  explicit UnsetElements(const UnsetElements<Other>&) {}

  template <class Element>
  void construct(Element* at) noexcept(std::is_nothrow_default_constructible_v<Element>) {
    ::new (static_cast<void*>(at)) Element;
  }
  template <class Element, class... Values>
  void construct(Element* at, Values&&... values) {
    ::new (static_cast<void*>(at)) Element(std::forward<Values>(values)...);
  }
};

/// As std::vector, but resize() without a value sets no numbers.
template <class T>
using UnsetArray = std::vector<T, UnsetElements<T>>;

}  // namespace farfirst::app
