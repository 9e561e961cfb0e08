#include "vertex_colors.h"

#include <cmath>
#include <utility>

#include "color.h"

namespace farfirst::app {

void VertexColors::add(std::size_t vertex, std::span<const double> rgba) {
  leave_white(vertex);
  for (std::size_t i = 0; i < rgba.size(); ++i) widen(i < 3 ? color_ : alpha_, rgba[i]);
  std::uint32_t color = rgba.size() > 3 ? 0u : 0xff000000u;
  for (std::size_t i = 0; i < rgba.size(); ++i) color |= color_byte(rgba[i] / (i < 3 ? color_ : alpha_).full) << 8 * i;
  colors_.push_back(color);
}

std::vector<std::uint32_t> VertexColors::finish(std::size_t vertices) {
  if (colors_.empty()) return {};
  leave_white(vertices);
  for (const std::uint32_t vertex : white_) colors_[vertex] = 0xffffffffu;
  return std::move(colors_);
}

void VertexColors::widen(Channels& channels, double value) {
  const double full = std::isfinite(value) ? full_color(value) : 1.0;
  if (full <= channels.full) return;
  const double factor = channels.full / full;
  channels.full = full;
  for (std::uint32_t& color : colors_) {
    for (unsigned bit = channels.first_bit; bit < channels.end_bit; bit += 8)
      color = (color & ~(255u << bit)) | color_byte((color >> bit & 255u) / 255.0 * factor) << bit;
  }
}

void VertexColors::leave_white(std::size_t up_to) {
  for (std::size_t i = colors_.size(); i < up_to; ++i) white_.push_back(static_cast<std::uint32_t>(i));
  colors_.resize(up_to, 0xffffffffu);
}

}  // namespace farfirst::app
