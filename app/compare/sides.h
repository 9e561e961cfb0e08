#pragma once
// Two sides of a picture: what each of them has of its own.

#include "order/choice.h"
#include "render/look.h"

namespace farfirst::app {

/// What is sorted, by whom, and how it is drawn.
struct SideChoice {
  SortChoice sort{};
  Look look{};
  bool operator==(const SideChoice&) const = default;
};

// `common`, but with what each side has of its own: who sorts by what and when, who draws with how many samples. The
// elements, the camera and what they look like are both sides'.

SortChoice with_own(SortChoice common, const SortChoice& own);
Look with_own(Look common, const Look& own);
inline SideChoice with_own(const SideChoice& common, const SideChoice& own) {
  return {with_own(common.sort, own.sort), with_own(common.look, own.look)};
}

}  // namespace farfirst::app
