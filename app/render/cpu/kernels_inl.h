// The inner loops, for the vector types included before.

#include "place_inl.h"

#include "kinds_inl.h"

#include "splats_inl.h"

#include "triangles_inl.h"

#include "list_inl.h"

#include "streaks_inl.h"

#include "rows_inl.h"

#include "shade_inl.h"

#include "draw_inl.h"

#include "mixed_inl.h"

#include "show_inl.h"

namespace farfirst::app::cpu::HWY_NAMESPACE {
const Kernels& table() {
  static const Kernels kernels{FARFIRST_LANES, place, project, list, draw, mean_row, show_row};
  return kernels;
}
}  // namespace farfirst::app::cpu::HWY_NAMESPACE
