#include "host_elements.h"

#include <farfirst/sort.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>
#include <utility>

#include "host_objects.h"
#include "packed_normal.h"
#include "placed_objects.h"
#include "scene/finite.h"
#include "scene/particle_sequence.h"
#include "scene/particles.h"

namespace farfirst::app {

bool has_colors_in_words(const Model& model) { return model.normals.empty() && !model.colors.empty(); }

Array<StoredVertex> stored_vertices(const Model& model) {
  Array<StoredVertex> result(model.positions.size());
  const bool colors = has_colors_in_words(model);
  for (std::size_t i = 0; i < result.size(); ++i) {
    const std::uint32_t word = colors ? model.colors[i] : model.normals.empty() ? 0 : packed_normal(model.normals[i]);
    result[i] = {model.positions[i], word};
  }
  return result;
}

std::vector<std::uint32_t> finite_corners(const Model& model) {
  std::vector<bool> bad(model.positions.size());
  std::transform(model.positions.begin(), model.positions.end(), bad.begin(),
                 [](const glm::vec3& p) { return !is_finite(p); });
  if (std::ranges::find(bad, true) == bad.end()) return {};
  std::vector<std::uint32_t> corners = model.triangles;
  for (std::size_t i = 0; i < corners.size(); i += 3) {
    if (!bad[corners[i]] && !bad[corners[i + 1]] && !bad[corners[i + 2]]) continue;
    corners[i] = corners[i + 1] = corners[i + 2] = 0;
  }
  return corners;
}

ElementVariant variant_of(const Model& model, bool triangles, const Look& look) {
  return {.kind = triangles ? ElementKind::triangle : ElementKind::point,
          .normals = !model.normals.empty() && (!triangles || look.shading == Shading::smooth),
          .colors = !model.colors.empty() && look.use_file_colors,
          .colors_in_words = has_colors_in_words(model) && look.use_file_colors,
          .encoded = look.blend_space == BlendSpace::encoded};
}

ElementVariant splat_variant(const Look& look) {
  if (look.splat_style != SplatStyle::ellipsoid) return {.kind = ElementKind::splat};
  return {.kind = ElementKind::ellipsoid, .encoded = look.blend_space == BlendSpace::encoded};
}

Elements elements_of(const std::shared_ptr<const Model>& model, Primitive primitive) {
  const bool triangles = model->is_mesh() && primitive != Primitive::points;
  Elements result;
  result.owner = model;
  result.positions = triangles ? std::span(model->positions) : model->points();
  result.bounds = model->bounds;
  result.are_triangles = triangles;
  if (triangles) result.triangles = model->triangles;
  return result;
}

struct HostElements::Several {
  explicit Several(const Scene& scene) : placed(scene), host(placed) {
    for (const Object& object : scene.objects)
      moving.push_back(object.moves() ? std::make_unique<HostElements>(object.content) : nullptr);
  }
  Elements elements(Primitive primitive) {
    return placed.host_elements(primitive, [this](std::size_t i) { return moving[i]->elements(Primitive::automatic); });
  }
  HostArrays drawn(bool triangles, const Look& look) {
    return host.drawn(placed, triangles, look, [&](std::size_t i) {
      return moving[i]->drawn(/*triangles=*/false, own_look(look, placed.all()[i]));
    });
  }

  PlacedObjects placed;
  HostObjects host;
  std::vector<std::unique_ptr<HostElements>> moving;  // null: it does not
};

HostElements::HostElements(const Content& content) { set(content); }

HostElements::HostElements(const Scene& scene) {
  if (const Object* const alone = scene.alone())
    set(alone->content);
  else
    several_ = std::make_unique<Several>(scene);
}

void HostElements::set(const Content& content) {
  const Object object{{}, content};
  particles_ = object.particles();
  sequence_ = object.sequence();
  model_ = object.model();
  if (!model_) return;
  if (!model_->has_splats()) vertices_ = stored_vertices(*model_);
  if (model_->is_mesh()) corners_ = finite_corners(*model_);
}

HostElements::~HostElements() = default;

Elements HostElements::elements(Primitive primitive) {
  if (several_) return several_->elements(primitive);
  if (model_) return elements_of(model_, primitive);
  return moment().elements(sequence_ ? sequence_->bounds() : particles_->bounds());
}

HostParticles& HostElements::moment() {
  if (sequence_)
    moment_.show(sequence_->drawn());
  else
    moment_.show(*particles_);
  return moment_;
}

HostArrays HostElements::drawn_particles(const Look& look) {
  HostParticles& moment = this->moment();
  if (!sequence_) return moment.drawn(look, moment.motions(*particles_, look), particles_->bounds());
  const InterpolatedParticles& files = sequence_->drawn();
  if (!draws_streaks(look, files.has_velocities())) return moment.drawn(look, {}, sequence_->bounds());
  return moment.drawn(look, moment.motions(files), sequence_->bounds());
}

HostArrays HostElements::drawn(bool triangles, const Look& look) {
  if (several_) return several_->drawn(triangles, look);
  if (!model_) return drawn_particles(look);
  if (model_->has_splats()) {
    const bool as_points = look.splat_style == SplatStyle::point;
    pack_splats(as_points);
    if (!as_points) return {.variant = splat_variant(look), .splats = splats_->view()};
  }
  HostArrays result{.variant = variant_of(*model_, triangles, look), .vertices = vertices_};
  if (result.variant.colors && !result.variant.colors_in_words) result.colors = model_->colors;
  if (triangles) result.corners = corners_.empty() ? model_->triangles : corners_;
  return result;
}

void HostElements::pack_splats(bool as_points) try {
  if (as_points && vertices_.empty()) vertices_ = stored_vertices(*model_);
  if (!as_points && !splats_) splats_.emplace(*model_);
} catch (const std::bad_alloc&) {
  throw OutOfMemory("not enough memory for the splats of this scene");
}

std::uint64_t HostElements::version() const {
  if (several_) return several_->placed.version();
  if (sequence_) return sequence_->drawn().version();
  return particles_ ? particles_->version() : 0;
}

void HostElements::step() {
  if (several_)
    for (const auto& object : several_->moving)
      if (object) object->step();
  if (sequence_) sequence_->step();
  if (!particles_) return;
  particles_->step();
  particles_->simulated();
}

std::size_t HostElements::bytes() const {
  return moment_.bytes() + vertices_.capacity() * sizeof(StoredVertex) + corners_.capacity() * sizeof(std::uint32_t) +
         (splats_ ? splats_->bytes() : 0) + (several_ ? several_->host.bytes() : 0);
}

}  // namespace farfirst::app
