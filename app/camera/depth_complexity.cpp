// Depth complexity: the area of all layers divided by the area that they cover. Sample points spread evenly over the
// area of sampled elements, and a grid over the picture counts them. A cell with the area of less than one layer is
// partly covered, any other cell fully.

#include "depth_complexity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace farfirst::app {
namespace {

constexpr std::size_t most_elements = 200'000;  // that are looked at
constexpr std::size_t sample_points = 200'000;  // on triangles: about twenty in a cell, where they cover all
constexpr float most_cells = 128;               // along the longer side of the picture

/// The picture in cells, and how much of a layer lies in each.
class Grid {
 public:
  Grid(const Camera& camera, const LayerView& view)
      : camera_to_clip_(camera.projection(static_cast<float>(view.picture.x) / static_cast<float>(view.picture.y)) *
                        camera.view()) {
    const glm::vec2 picture(view.picture);
    // A point lies in one cell: cells are no smaller than points.
    cell_ = std::max(std::max(picture.x, picture.y) / most_cells, view.as_points ? view.point_size : 0.0f);
    size_ = picture / cell_;
    columns_ = static_cast<int>(std::ceil(size_.x));
    cells_.resize(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(std::ceil(size_.y)));
  }

  float cell() const { return cell_; }  // pixels

  /// Where a position is, in cells. Nothing if it is behind the eye, far outside the picture or not finite.
  std::optional<glm::vec2> place(const glm::vec3& position) const {
    const glm::vec4 clip = camera_to_clip_ * glm::vec4(position, 1.0f);
    if (!(clip.w > 0)) return std::nullopt;
    const glm::vec2 at = (glm::vec2(clip) / clip.w * 0.5f + 0.5f) * size_;
    if (!(std::max(std::abs(at.x), std::abs(at.y)) < 4 * most_cells)) return std::nullopt;
    return at;
  }

  /// `area` in cells, of a layer with this alpha.
  void add(const glm::vec2& at, double area, float alpha) {
    if (!(at.x >= 0 && at.y >= 0 && at.x < size_.x && at.y < size_.y)) return;
    cells_[static_cast<std::size_t>(at.y) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(at.x)] +=
        area;
    layers_ += area * alpha;
  }

  /// Points lie at random and hide each other even where they would not cover a cell; triangles join to a surface.
  double complexity(bool at_random) const {
    double covered = 0;
    for (const double area : cells_) covered += at_random ? 1 - std::exp(-area) : std::min(area, 1.0);
    return covered > 0 ? layers_ / covered : 0;
  }

 private:
  glm::mat4 camera_to_clip_;
  float cell_ = 1;
  glm::vec2 size_{1};
  int columns_ = 1;
  std::vector<double> cells_;
  double layers_ = 0;
};

float alpha_of(const Model& model, std::uint32_t vertex, const LayerView& view) {
  return view.file_alpha && !model.colors.empty() ? static_cast<float>(model.colors[vertex] >> 24) / 255.0f : 1.0f;
}

/// The sampling step: every N-th of `count` elements is looked at.
std::size_t stride_of(std::size_t count) {
  return std::max<std::size_t>(1, (count + most_elements - 1) / most_elements);
}

void add_points(const Model& model, const LayerView& view, Grid& grid) {
  const std::span<const glm::vec3> points = model.points();
  const std::size_t stride = stride_of(points.size());
  const float diameter = view.point_size / grid.cell();
  const double area = 0.785398 * diameter * diameter * static_cast<double>(stride);
  for (std::size_t i = 0; i < points.size(); i += stride)
    if (const auto at = grid.place(points[i]))
      grid.add(*at, area, alpha_of(model, static_cast<std::uint32_t>(i), view));
}

struct Flat {
  std::array<glm::vec2, 3> corners;
  double area;  // cells
  float alpha;
};

std::vector<Flat> flat_triangles(const Model& model, const LayerView& view, const Grid& grid) {
  const std::size_t stride = stride_of(model.triangle_count());
  const Bounds& bulk = model.bounds.bulk;
  std::vector<Flat> result;
  result.reserve(model.triangle_count() / stride + 1);
  for (std::size_t i = 0; i < model.triangle_count(); i += stride) {
    Flat flat{};
    bool seen = true;
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t vertex = model.triangles[3 * i + k];
      const auto at = grid.place(model.positions[vertex]);
      seen = seen && at && bulk.holds(model.positions[vertex]);
      flat.corners[k] = at.value_or(glm::vec2(0));
      flat.alpha += alpha_of(model, vertex, view) / 3;
    }
    const glm::vec2 ab = flat.corners[1] - flat.corners[0], ac = flat.corners[2] - flat.corners[0];
    flat.area = 0.5 * std::abs(ab.x * ac.y - ab.y * ac.x);
    if (seen && flat.area > 0) result.push_back(flat);
  }
  return result;
}

void add_triangles(const Model& model, const LayerView& view, Grid& grid) {
  const std::vector<Flat> triangles = flat_triangles(model, view, grid);
  double total = 0;
  for (const Flat& triangle : triangles) total += triangle.area;
  const double spacing = total / static_cast<double>(sample_points);
  const double area = spacing * static_cast<double>(stride_of(model.triangle_count()));
  double next = 0.5 * spacing, passed = 0;
  double u = 0.5, v = 0.5;
  for (const Flat& triangle : triangles) {
    passed += triangle.area;
    for (; next < passed; next += spacing) {
      // Evenly over the triangle: M. Roberts, "The unreasonable effectiveness of quasirandom sequences", 2018.
      u += 0.7548776662466927, u -= std::floor(u);
      v += 0.5698402909980532, v -= std::floor(v);
      const auto [s, t] = u + v > 1 ? std::pair(1 - u, 1 - v) : std::pair(u, v);
      const auto& [a, b, c] = triangle.corners;
      grid.add(a + static_cast<float>(s) * (b - a) + static_cast<float>(t) * (c - a), area, triangle.alpha);
    }
  }
}

}  // namespace

double depth_complexity(const Model& model, const Camera& camera, const LayerView& view) {
  Grid grid(camera, view);
  if (view.as_points)
    add_points(model, view, grid);
  else
    add_triangles(model, view, grid);
  return grid.complexity(view.as_points);
}

float opacity_for(double layers, bool as_points) {
  // All layers together hide this much of the light behind them. A single sheet may be dense: nothing is behind it. A
  // closed surface has two layers at least, and the far one should show. Points of one surface overlap each other.
  const double taken = as_points ? 0.7 : 0.5 - 0.22 * std::clamp(2 * (layers - 1), 0.0, 1.0);
  const double opacity = 1 - std::pow(1 - taken, 1 / std::max(layers, 0.1));
  return static_cast<float>(std::clamp(opacity, 0.01, 0.5));
}

}  // namespace farfirst::app
