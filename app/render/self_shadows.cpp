#include "self_shadows.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "elements.h"
#include "light_plane.h"
#include "scene/parallel.h"
#include "scene/srgb.h"

namespace farfirst::app {

namespace {

using namespace shadow_grid;

constexpr float nowhere = -1;  // as an optical depth

constexpr std::size_t light_steps = 4096;

/// A table over the root of light, in which bytes have even steps.
const std::array<std::uint8_t, light_steps>& bytes_of_roots() {
  static const std::array<std::uint8_t, light_steps> table = [] {
    std::array<std::uint8_t, light_steps> result{};
    for (std::size_t i = 0; i < light_steps; ++i) {
      const float root = static_cast<float>(i) / (light_steps - 1);
      result[i] = static_cast<std::uint8_t>(255 * srgb_from_linear(root * root) + 0.5f);
    }
    return result;
  }();
  return table;
}

std::uint32_t times(std::uint32_t color, float light) {
  const auto channel = [&](unsigned shift) {
    const float root = std::sqrt(light_of_bytes()[color >> shift & 255] * light);
    const auto step = static_cast<std::size_t>(root * (light_steps - 1) + 0.5f);
    return std::uint32_t{bytes_of_roots()[std::min(step, light_steps - 1)]} << shift;
  };
  return channel(0) | channel(8) | channel(16) | (color & 0xFF000000u);
}

}  // namespace

std::span<const std::uint32_t> SelfShadows::lit(std::uint64_t version, const Elements& elements,
                                                std::span<const StoredVertex> vertices,
                                                std::span<const std::uint32_t> colors, const Look& look) {
  const Cause cause{version, glm::normalize(look.light), look.opacity, look.ambient};
  if (number_ > 0 && cause == cause_) return lit_;
  cause_ = cause;
  ++number_;
  sort(elements, version, cause.light);
  find_spots(elements.bounds.bulk, cause.light, vertices, colors, cause.opacity);
  fill_layers();
  light_particles(colors, cause.ambient);
  return lit_;
}

/// The nearest to the light first.
void SelfShadows::sort(const Elements& elements, std::uint64_t version, const glm::vec3& light) {
  OrderRequest wanted;
  wanted.version = version;
  wanted.n = elements.count();
  wanted.draw_order = DrawOrder::front_to_back;
  wanted.metric = Metric::view_depth;
  wanted.algorithm = SortChoice{}.algorithm;
  wanted.view = light_view(elements.bounds.bulk, light);
  orders_.update(wanted, elements, number_, Resort::moved);
}

/// Without slots that have no particle.
void SelfShadows::find_spots(const Bounds& bounds, const glm::vec3& light, std::span<const StoredVertex> vertices,
                             std::span<const std::uint32_t> colors, float opacity) {
  const LightPlane plane(bounds, light);
  const auto spot_of = [&](std::uint32_t element) {
    const StoredVertex& vertex = vertices[element];
    const glm::vec2 place = plane.place(vertex.position);
    const float own = std::bit_cast<float>(vertex.word) * plane.cells;
    const float radius = std::clamp(own, least_radius, most_radius);
    const float alpha = std::min(opacity * static_cast<float>(colors[element] >> 24) / 255.0f, most_alpha);
    const float share = std::min(own / radius, 1.0f);
    const bool is_there = std::isfinite(vertex.position.x + vertex.position.y + vertex.position.z);
    return Spot{place.x, place.y, radius, is_there ? -std::log1p(-alpha) * share * share : nowhere, element};
  };
  const std::span<const std::uint32_t> order = orders_.words();
  spots_.resize(order.size());
  in_parallel(order.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t rank = first; rank < last; ++rank) spots_[rank] = spot_of(order[rank]);
  });
  std::erase_if(spots_, [](const Spot& spot) { return spot.depth == nowhere; });
}

/// Each thread has some rows of all layers, so that sums are the same by any number of threads.
void SelfShadows::fill_layers() {
  slice_length_ = std::max<std::size_t>((spots_.size() + slices - 1) / slices, 1);
  const std::size_t used = (spots_.size() + slice_length_ - 1) / slice_length_;
  layers_.assign((used + 1) * layer_size, 0.0f);
  in_parallel(width, 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t slice = 0; slice < used; ++slice) {
      float* const before = layers_.data() + slice * layer_size;
      std::copy(before + first * width, before + last * width, before + layer_size + first * width);
      add_slice(slice, static_cast<int>(first), static_cast<int>(last));
    }
  });
}

std::span<const SelfShadows::Spot> SelfShadows::slice_of(std::size_t slice) const {
  const std::size_t first = slice * slice_length_;
  return std::span(spots_).subspan(first, std::min(slice_length_, spots_.size() - first));
}

/// Adds the optical depths of its particles, as opaque in their middles as they are drawn, to the layer behind it.
void SelfShadows::add_slice(std::size_t slice, int first_row, int last_row) {
  float* const layer = layers_.data() + (slice + 1) * layer_size;
  for (const Spot& spot : slice_of(slice)) {
    const auto cell_at = [](float at) { return static_cast<int>(std::clamp(at, -1.0f, width + 1.0f)); };
    const int bottom = std::max(cell_at(spot.y - spot.radius), first_row);
    const int top = std::min(cell_at(spot.y + spot.radius + 1), last_row);
    const int left = std::max(cell_at(spot.x - spot.radius), 0);
    const int right = std::min(cell_at(spot.x + spot.radius + 1), width);
    const float by = 1 / (spot.radius * spot.radius);
    for (int y = bottom; y < top; ++y) {
      const float off_y = static_cast<float>(y) + 0.5f - spot.y, row = 1 - off_y * off_y * by;
      float* const cells = layer + static_cast<std::size_t>(y) * width;
      for (int x = left; x < right; ++x) {
        const float off_x = static_cast<float>(x) + 0.5f - spot.x;
        const float inside = std::max(row - off_x * off_x * by, 0.0f);
        cells[x] += spot.depth * inside * inside;
      }
    }
  }
}

/// Between the layers before its slice and behind it, as far as it is within the slice; without what it adds itself.
float SelfShadows::depth_before(std::size_t rank) const {
  const Spot& spot = spots_[rank];
  const float x = std::clamp(spot.x - 0.5f, 0.0f, width - 1.001f), y = std::clamp(spot.y - 0.5f, 0.0f, width - 1.001f);
  const auto column = static_cast<std::size_t>(x), row = static_cast<std::size_t>(y);
  const float right = x - static_cast<float>(column), above = y - static_cast<float>(row);
  const std::size_t slice = rank / slice_length_;
  const float share = static_cast<float>(rank - slice * slice_length_) / static_cast<float>(slice_of(slice).size());
  const auto in_layer = [&](std::size_t layer) {
    const float* const at = layers_.data() + layer * layer_size + row * width + column;
    return glm::mix(glm::mix(at[0], at[1], right), glm::mix(at[width], at[width + 1], right), above);
  };
  const float depth = glm::mix(in_layer(slice), in_layer(slice + 1), share);
  return std::max(depth - share * spot.depth, 0.0f);
}

void SelfShadows::light_particles(std::span<const std::uint32_t> colors, float ambient) {
  lit_.resize(colors.size());
  std::ranges::copy(colors, lit_.begin());
  in_parallel(spots_.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t rank = first; rank < last; ++rank) {
      const std::uint32_t element = spots_[rank].element;
      lit_[element] = times(colors[element], ambient + (1 - ambient) * std::exp(-depth_before(rank)));
    }
  });
}

std::size_t SelfShadows::bytes() const {
  return orders_.host_bytes() + spots_.capacity() * sizeof(Spot) + layers_.capacity() * sizeof(float) +
         lit_.capacity() * sizeof(std::uint32_t);
}

}  // namespace farfirst::app
