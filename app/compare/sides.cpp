#include "sides.h"

namespace farfirst::app {

SortChoice with_own(SortChoice common, const SortChoice& own) {
  common.algorithm = own.algorithm;
  common.parameters = own.parameters;
  common.metric = own.metric;
  common.sort_point = own.sort_point;
  common.precision = own.precision;
  common.draw_order = own.draw_order;
  common.resort = own.resort;
  common.cull = own.cull;
  return common;
}

Look with_own(Look common, const Look& own) {
  common.renderer = own.renderer;
  common.samples = own.samples;
  common.exact_by = own.exact_by;
  common.peel_layers = own.peel_layers;
  return common;
}

}  // namespace farfirst::app
