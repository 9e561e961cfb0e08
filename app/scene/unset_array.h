#pragma once
// Arrays with unset elements: several threads that fill them also touch their
// memory first.

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

/// Like std::vector, but resize() without a value leaves new elements unset.
template <class T>
using UnsetArray = std::vector<T, UnsetElements<T>>;

}  // namespace farfirst::app
