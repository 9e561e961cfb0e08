#include "splat_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>

#include "io/load.h"
#include "io/splat_values.h"
#include "io/text.h"
#include "io/turned_harmonics.h"
#include "scene/parallel.h"
#include "splat_reader.h"

namespace farfirst::app::gltf {
namespace {

/// A transform for splats: turned, maybe mirrored, and uniformly scaled.
struct Similarity {
  const glm::dmat4& transform;
  double scale = 1.0;
  glm::dmat3 turn;  // of determinant 1 or -1

  explicit Similarity(const Shape& shape) : transform(shape.transform) {
    const glm::dmat3 linear(transform);
    scale = std::cbrt(std::abs(glm::determinant(linear)));
    const glm::dmat3 product = glm::transpose(linear) * linear;
    bool is_even = std::isfinite(scale) && scale > 0.0;
    for (int c = 0; c < 3; ++c)
      for (int r = 0; r < 3; ++r)
        is_even = is_even && std::abs(product[c][r] - (c == r ? scale * scale : 0.0)) <= 1e-3 * scale * scale;
    if (!is_even)
      throw FileError(
          {at::part(shape.name), "its nodes stretch splats in one direction more than in another, which is not read"});
    turn = linear / scale;
  }
};

glm::dvec3 placed(const glm::dmat4& transform, const glm::vec3& position) {
  return glm::dvec3(transform * glm::dvec4(position, 1.0));
}

/// Splats from `first` up to `last`, from their own coordinates to those of the model.
void place(const Similarity& similarity, std::size_t first, std::size_t last, Model& model) {
  Splats& splats = model.splats;
  // A splat is symmetric: a mirrored one equals a turned one.
  const glm::dmat3 turn = similarity.turn * (glm::determinant(similarity.turn) < 0.0 ? -1.0 : 1.0);
  const auto turned = glm::quat(glm::normalize(glm::quat_cast(turn)));
  const TurnedHarmonics harmonics{glm::mat3(similarity.turn)};
  const bool turns = similarity.turn != glm::dmat3(1.0);
  const std::size_t step = splats.coefficients();
  in_parallel(last - first, 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = first + begin; i < first + end; ++i) {
      model.positions[i] = glm::vec3(placed(similarity.transform, model.positions[i]) - model.origin);
      splats.scales[i] *= static_cast<float>(similarity.scale);
      if (!turns) continue;
      splats.rotations[i] = turned * splats.rotations[i];  // both of unit length, or zero
      harmonics.apply(std::span(splats.harmonics).subspan(i * step, step), splats.degree);
    }
  });
}

/// Coefficients of higher degrees become zero.
void raise_degree(Splats& splats, int degree) {
  if (splats.degree == degree) return;
  const std::size_t before = splats.coefficients(), after = Splats::coefficients_of(degree), count = splats.count();
  UnsetArray<glm::vec3> harmonics(count * after, glm::vec3(0.0f));
  for (std::size_t i = 0; i < count; ++i)
    std::copy_n(splats.harmonics.begin() + static_cast<std::ptrdiff_t>(i * before), before,
                harmonics.begin() + static_cast<std::ptrdiff_t>(i * after));
  splats.harmonics = std::move(harmonics);
  splats.degree = degree;
}

template <class Array>
void join(Array& to, const Array& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

std::string SplatBuilder::differing(std::string SplatData::*field, std::string_view expected) const {
  for (const Shape& shape : shapes_) {
    const std::string& value = (*shape.primitive->splats).*field;
    if (!value.empty() && value != expected) return value;
  }
  return {};
}

void SplatBuilder::refuse_other_kernels() const {
  if (const std::string kernel = differing(&SplatData::kernel, "ellipse"); !kernel.empty())
    throw FileError({"splats of the kernel {} are not read, only ellipses", in_quotes(kernel)});
}

void SplatBuilder::survey(OriginSample& sample, const ProgressScale& progress) {
  refuse_other_kernels();
  const auto count = static_cast<float>(shapes_.size());
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    const auto share = static_cast<float>(i);
    append(read_splats(document_, storage_, shapes_[i], progress.part(share / count, (share + 1.0f) / count)));
    const std::size_t first = i == 0 ? 0 : ends_[i - 1];
    sample.add(ends_[i] - first,
               [&](std::size_t k) { return placed(shapes_[i].transform, model_.positions[first + k]); });
  }
}

void SplatBuilder::append(Model part) {
  if (model_.positions.size() + part.positions.size() > most_splats)
    throw FileError({"more splats than can be drawn ({})", most_splats});
  if (ends_.empty()) {
    model_ = std::move(part);
  } else {
    const int degree = std::max(model_.splats.degree, part.splats.degree);
    raise_degree(model_.splats, degree);
    raise_degree(part.splats, degree);
    join(model_.remarks, part.remarks);
    join(model_.positions, part.positions);
    join(model_.splats.scales, part.splats.scales);
    join(model_.splats.rotations, part.splats.rotations);
    join(model_.splats.opacities, part.splats.opacities);
    join(model_.splats.harmonics, part.splats.harmonics);
    model_.splats.antialiased = model_.splats.antialiased && part.splats.antialiased;
    model_.splats.complete = false;
    model_.colors.clear();
  }
  ends_.push_back(model_.positions.size());
}

/// Sorted by distance from the eye, unless the file chooses otherwise.
void SplatBuilder::take_sorting_method() {
  const std::string other = differing(&SplatData::sorting_method, "cameraDistance");
  model_.splats.order = other == "zDepth" ? SplatOrder::depth : SplatOrder::distance;
  if (!other.empty() && other != "zDepth")
    model_.remarks.push_back(
        fmt::format("The file asks for splats sorted by {}, which is not known here; they are sorted by their distance "
                    "from the eye.",
                    in_quotes(other)));
}

Model SplatBuilder::build(const glm::dvec3& origin, const ProgressScale& progress) {
  model_.origin = origin;
  if (const std::string space = differing(&SplatData::color_space, "srgb_rec709_display"); !space.empty())
    model_.remarks.push_back(
        fmt::format("The colours of splats are of the space {}; they are shown as sRGB.", in_quotes(space)));
  take_sorting_method();
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    place(Similarity(shapes_[i]), i == 0 ? 0 : ends_[i - 1], ends_[i], model_);
    progress.at(static_cast<float>(i + 1) / static_cast<float>(shapes_.size()));
  }
  model_.remarks.push_back("Gaussian splats; y is taken to point up, as glTF has it: --flip=x turns them over.");
  return std::move(model_);
}

}  // namespace farfirst::app::gltf
