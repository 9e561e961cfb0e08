#pragma once
// The two sides of a picture, and the choices that each side has separately.

#include "order/choice.h"
#include "render/look.h"

namespace farfirst::app {

/// One side: what is sorted, by which entry, and how it is drawn.
struct SideChoice {
  SortChoice sort{};
  Look look{};
  bool operator==(const SideChoice&) const = default;
};

// `common`, with the choices of each side: entry, keys and policy of the sort, renderer and samples. The
// elements, the camera and the look are common.

SortChoice with_own(SortChoice common, const SortChoice& own);
Look with_own(Look common, const Look& own);
inline SideChoice with_own(const SideChoice& common, const SideChoice& own) {
  return {with_own(common.sort, own.sort), with_own(common.look, own.look)};
}

}  // namespace farfirst::app
