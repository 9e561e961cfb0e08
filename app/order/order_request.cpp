#include "order_request.h"

#include <cstring>
#include <tuple>

namespace farfirst::app {

bool OrderRequest::operator==(const OrderRequest& other) const {
  const auto what = [](const OrderRequest& w) {
    return std::tuple(w.scene, w.version, w.n, w.are_triangles, w.draw_order, w.seed);
  };
  if (what(*this) != what(other)) return false;
  if (!is_sorted()) return true;
  const auto how = [](const OrderRequest& w) {
    return std::tuple(w.metric, w.sort_point, w.precision.bits, w.precision.form, w.check, w.count, w.cull,
                      w.cuda_devices, w.interop);
  };
  return algorithm == other.algorithm && parameters == other.parameters && how(*this) == how(other) &&
         std::memcmp(&view, &other.view, sizeof view) == 0;
}

bool OrderRequest::same_but_for_motion(const OrderRequest& other) const {
  OrderRequest here = other;
  here.version = version;
  here.view = view;
  return *this == here;
}

bool OrderRequest::same_sorter(const OrderRequest& other) const {
  return n == other.n && are_triangles == other.are_triangles && algorithm == other.algorithm &&
         parameters == other.parameters && check == other.check && count == other.count &&
         cuda_devices == other.cuda_devices;
}

}  // namespace farfirst::app
