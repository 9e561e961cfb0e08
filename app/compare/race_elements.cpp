#include "race_elements.h"

#include <algorithm>

namespace farfirst::app {

namespace {

/// The array of a span of elements, and its owner.
template <class T>
struct OwnedArray {
  std::shared_ptr<const void> owner;
  std::vector<T> array;
};

/// The first elements of each object, with the same total as for one object.
void thin_parts(Elements& elements, std::uint32_t step) {
  auto parts = std::make_shared<std::vector<ElementPart>>(*elements.parts);
  std::uint32_t before = 0;
  for (ElementPart& part : *parts) {
    const std::uint32_t end = before + part.count;
    part.count = end / step - before / step;
    before = end;
  }
  elements.parts = std::move(parts);
}

}  // namespace

Elements RaceElements::elements(Primitive primitive) {
  Elements elements = all_.elements(primitive);
  if (step_ == 1) return elements;
  if (elements.parts) {
    thin_parts(elements, step_);
  } else if (elements.are_triangles) {
    thin_triangles(elements);
    elements.triangles = *corners_;
  } else {
    const std::uint32_t left = elements.count() / step_;
    elements.on_gpu = elements.positions.empty() ? left : 0;
    elements.positions = elements.positions.first(std::min<std::size_t>(elements.positions.size(), left));
  }
  return elements;
}

GpuElements RaceElements::gpu_elements(Primitive primitive) {
  GpuElements elements = all_.gpu_elements(primitive);
  if (step_ == 1 || all_.elements(primitive).parts) return elements;
  if (elements.triangles == 0) {
    elements.stride *= step_;
    return elements;
  }
  thin_triangles(all_.elements(primitive));
  if (!gpu_corners_) gpu_corners_ = gl::Buffer(gl_, corners_->size() * sizeof(std::uint32_t), corners_->data());
  elements.triangles = gpu_corners_.name();
  return elements;
}

Elements RaceElements::host_elements(Primitive primitive) {
  if (!host_ || host_->version != version() || host_->primitive != primitive)
    host_ = Host{make_host_elements(primitive), version(), primitive};
  return host_->elements;
}

Elements RaceElements::make_host_elements(Primitive primitive) {
  Elements elements = all_.host_elements(primitive);
  if (step_ == 1) {
    elements.own();
    return elements;
  }
  if (elements.parts) {
    thin_parts(elements, step_);
    return elements;
  }
  if (elements.are_triangles) {
    thin_triangles(elements);
    auto kept = std::make_shared<OwnedArray<std::shared_ptr<const Corners>>>();
    kept->owner = elements.owner;
    kept->array.push_back(corners_);
    elements.triangles = *corners_;
    elements.owner = kept;
    return elements;
  }
  auto kept = std::make_shared<OwnedArray<glm::vec3>>();
  kept->array.resize(elements.count() / step_);
  for (std::size_t i = 0; i < kept->array.size(); ++i) kept->array[i] = elements.positions[i * step_];
  elements.positions = kept->array;
  elements.owner = std::move(kept);
  return elements;
}

void RaceElements::thin_triangles(const Elements& all) {
  if (corners_) return;
  const std::size_t left = all.count() / step_;
  auto corners = std::make_shared<Corners>(3 * left);
  for (std::size_t i = 0; i < left; ++i)
    std::ranges::copy(all.triangles.subspan(3 * i * step_, 3), corners->begin() + static_cast<std::ptrdiff_t>(3 * i));
  corners_ = std::move(corners);
}

}  // namespace farfirst::app
