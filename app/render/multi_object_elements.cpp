// Several objects of any kinds in one order. Their arrays lie one after the other in the same buffers; a table has the
// transform of each object, so that moving one moves no array.

#include <farfirst/sort.h>

#include <algorithm>
#include <optional>
#include <string>

#include "elements.h"
#include "host_elements.h"
#include "host_objects.h"
#include "moving_objects.h"
#include "object/buffer.h"
#include "object/context.h"
#include "placed_objects.h"
#include "splat_projection.h"

namespace farfirst::app {

namespace {

// The flags of shaders/elements/mixed.glsl.
constexpr std::uint32_t is_mesh = 1, is_splats = 2, has_normals = 4, has_colors = 8, colors_in_words = 16,
                        is_particles = 32, is_streaks = 64, are_ellipsoids = 128;
constexpr GLuint table_binding = 2;  // of uniform blocks

/// std140.
struct TableRow {
  std::array<float, 12> rows;
  std::uint32_t first;
  std::uint32_t first_vertex;
  std::uint32_t first_corner;
  std::uint32_t first_color;
  std::uint32_t first_splat;
  std::uint32_t flags;
  float opacity;
  float scale;
};
static_assert(sizeof(TableRow) == 80);
struct Table {
  std::array<std::uint32_t, 4> count;
  std::array<TableRow, most_objects> rows;
};

/// Numbers that the keys count as 0 (keys.h) are 0.
float without_tiny(float number) { return std::abs(number) < 0x1p-100f ? 0.0f : number; }

class MultiObjectElements final : public GpuGeometry {
 public:
  MultiObjectElements(GpuContext& gpu, const Scene& scene, bool between)
      : gl_(gpu.gl), placed_(scene), projections_(scene.objects.size()) {
    for (std::size_t i = 0; i < projections_.size(); ++i)
      if (scene.objects[i].has_splats()) projections_[i].emplace(gpu, scene.objects[i].model());
    check_limits();
    upload();
    moving_.emplace(gpu, scene, between, placed_, MovingObjects::Arrays{vertices_, colors_, projected_});
  }

  Elements elements(Primitive primitive, IndexLayout) override { return placed_.elements(primitive); }

  Elements host_elements(Primitive primitive, IndexLayout) override {
    return placed_.host_elements(primitive, [this](std::size_t i) { return moving_->host_elements(i); });
  }

  GpuElements gpu_elements(Primitive primitive, IndexLayout) override {
    moving_->write_vertices(placed_);
    const GLuint corners = (sorted_corners_ ? sorted_corners_ : corners_).name();
    return {.positions = vertices_.name(),
            .stride = sizeof(StoredVertex),
            .triangles = placed_.draws_triangles(primitive) ? corners : 0};
  }

  std::uint64_t version() const override { return placed_.version(); }
  std::size_t max_order_words(IndexLayout) const override { return placed_.most_elements(); }
  SceneBounds bounds() const override { return placed_.bounds(); }

  std::size_t gpu_bytes() const override {
    std::size_t sum = vertices_.bytes() + colors_.bytes() + corners_.bytes() + sorted_corners_.bytes() +
                      projected_.bytes() + table_.bytes() + moving_->gpu_bytes();
    for (const auto& projection : projections_) sum += projection ? projection->gpu_bytes() : 0;
    return sum + (host_ && gl::is_software(gl_) ? host_->bytes() : 0);
  }

  Footprint footprint(bool, const Look&) const override { return Footprint::triangle; }

  bool has_gaps() const override { return placed_.any_moves(); }
  bool is_outgrown() const override { return moving_->is_outgrown(); }
  void step(std::uint64_t frame, std::uint32_t steps) override { moving_->step(frame, steps); }
  std::optional<gl::GpuTimer::Time> take_step_time() override { return moving_->take_step_time(); }
  void light(const Look& look, bool on_host) override { moving_->light(placed_, look, on_host); }

  DrawnElements drawn(bool triangles, IndexLayout, const Look& look) override {
    projects_ = look.splat_style != SplatStyle::point;
    moving_->write(placed_, look);
    send_table(triangles, look);
    DrawnElements result{.variant = {.kind = ElementKind::mixed}, .footprint = Footprint::triangle};
    result.variant.encoded = look.blend_space == BlendSpace::encoded;
    result.variant.spheres = look.particle_style == ParticleStyle::sphere;
    result.arrays = arrays_;
    result.corners = corners_.name();
    return result;
  }

  HostArrays host_arrays(bool triangles, const Look& look) override {
    if (!host_) host_.emplace(placed_);
    return host_->drawn(placed_, triangles, look,
                        [&](std::size_t i) { return moving_->host_arrays(i, placed_.all()[i], look); });
  }

  void will_be_drawn() override {
    gl_.BindBufferBase(GL_UNIFORM_BUFFER, table_binding, table_.name());
    if (!projects_) return;
    for (std::size_t i = 0; i < projections_.size(); ++i) {
      const PlacedObject& object = placed_.all()[i];
      if (!projections_[i] || !object.setting.visible) continue;
      projections_[i]->project({vertices_, object.first_vertex}, {projected_, object.first_splat},
                               {object.to_scene, object.setting.opacity});
    }
    gl_.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);  // renderers read what is projected
  }

  bool place(const Scene& scene) override { return placed_.place(scene); }

 private:
  /// Renderers read the arrays as storage blocks.
  void check_limits() const {
    check_splat_limit(gl_, placed_.splat_count());
    const auto fits = [most = gl::largest_block(gl_)](std::size_t bytes) { return bytes <= most; };
    if (!fits(placed_.vertex_count() * sizeof(StoredVertex)) || !fits(placed_.corner_count() * sizeof(std::uint32_t)))
      throw Error("all objects together have " + std::to_string(placed_.vertex_count()) + " vertices and " +
                  std::to_string(placed_.corner_count() / 3) +
                  " triangles, which is more than shaders of this OpenGL read");
  }

  /// At least a word of each, so that there is something to be bound.
  void upload() {
    const auto buffer = [this](std::size_t bytes) {
      return gl::Buffer(gl_, std::max<std::size_t>(bytes, 32), nullptr, GL_DYNAMIC_STORAGE_BIT);
    };
    vertices_ = buffer(placed_.vertex_count() * sizeof(StoredVertex));
    colors_ = buffer(placed_.color_count() * sizeof(std::uint32_t));
    corners_ = buffer(placed_.corner_count() * sizeof(std::uint32_t));
    projected_ = buffer(placed_.splat_count() * SplatProjection::projected_bytes);
    table_ = buffer(sizeof(Table));
    for (std::size_t i = 0; i < projections_.size(); ++i)
      if (!placed_.all()[i].moves()) upload(placed_.all()[i], projections_[i]);
    arrays_ = {view_of(ElementArray::vertex, vertices_, 4), view_of(ElementArray::color, colors_, 1),
               view_of(ElementArray::projected, projected_, SplatProjection::projected_bytes / 4)};
  }

  void upload(const PlacedObject& object, std::optional<SplatProjection>& projection) {
    const Model& model = *object.model;
    if (projection) {
      projection->upload(vertices_, object.first_vertex);
    } else {
      const Array<StoredVertex> vertices = stored_vertices(model);
      gl::write(gl_, vertices_, object.first_vertex * sizeof(StoredVertex), std::as_bytes(std::span(vertices)));
    }
    if (object.has_own_colors() || projection)
      gl::write(gl_, colors_, object.first_color * sizeof(std::uint32_t), std::as_bytes(std::span(model.colors)));
    upload_corners(object);
  }

  /// Triangles that are not finite are drawn as nothing, but sorted as they are.
  void upload_corners(const PlacedObject& object) {
    const std::span<const std::uint32_t> all = object.model->triangles;
    if (all.empty()) return;
    const std::size_t at = object.first_corner * sizeof(std::uint32_t);
    const std::vector<std::uint32_t> finite = finite_corners(*object.model);
    if (!finite.empty() && !sorted_corners_) {
      sorted_corners_ = gl::Buffer(gl_, corners_.bytes(), nullptr, GL_DYNAMIC_STORAGE_BIT);
      gl_.CopyNamedBufferSubData(corners_.name(), sorted_corners_.name(), 0, 0,
                                 static_cast<GLsizeiptr>(corners_.bytes()));
    }
    gl::write(gl_, corners_, at, std::as_bytes(finite.empty() ? all : std::span(finite)));
    if (sorted_corners_) gl::write(gl_, sorted_corners_, at, std::as_bytes(all));
  }

  void send_table(bool triangles, const Look& look) {
    Table table{};
    std::uint32_t first = 0;
    for (std::size_t i = 0; i < placed_.all().size(); ++i) {
      const PlacedObject& object = placed_.all()[i];
      if (!object.setting.visible) continue;
      TableRow& row = table.rows[table.count[0]++];
      row.rows = rows_of(object.to_scene);
      std::ranges::transform(row.rows, row.rows.begin(), without_tiny);
      row.first = first;
      row.first_vertex = static_cast<std::uint32_t>(object.first_vertex);
      row.first_corner = static_cast<std::uint32_t>(object.first_corner);
      row.first_color = static_cast<std::uint32_t>(object.moves() ? moving_->first_color(i) : object.first_color);
      row.first_splat = static_cast<std::uint32_t>(object.first_splat);
      row.flags = flags_of(i, triangles, look);
      row.opacity = object.setting.opacity;
      row.scale = object.setting.placement.scale;
      first += object.count(triangles);
    }
    gl::write(gl_, table_, 0, std::as_bytes(std::span(&table, 1)));
  }

  std::uint32_t flags_of(std::size_t i, bool triangles, const Look& look) const {
    const PlacedObject& object = placed_.all()[i];
    if (object.moves()) return is_particles | (moving_->are_streaks(i, look) ? is_streaks : 0);
    const Model& model = *object.model;
    const bool mesh = object.is_drawn_as_mesh(triangles), splats = object.is_drawn_as_splats(look);
    const ElementVariant variant = variant_of(model, mesh, look);
    const bool ellipsoids = splats && look.splat_style == SplatStyle::ellipsoid;
    return (mesh ? is_mesh : 0) | (splats ? is_splats : 0) | (ellipsoids ? are_ellipsoids : 0) |
           (variant.normals ? has_normals : 0) | (variant.colors ? has_colors : 0) |
           (variant.colors_in_words && !model.has_splats() ? colors_in_words : 0);
  }

  const GladGLContext& gl_;
  PlacedObjects placed_;
  std::vector<std::optional<SplatProjection>> projections_;  // of those that have splats
  std::optional<HostObjects> host_;                          // made on first use
  gl::Buffer vertices_, colors_, corners_;
  gl::Buffer sorted_corners_;  // if they are not those that are drawn
  gl::Buffer projected_;       // of the picture that is drawn; and motions of particles
  gl::Buffer table_;           // likewise
  std::array<VertexArrayView, 3> arrays_;
  std::optional<MovingObjects> moving_;  // particles, in these arrays
  bool projects_ = true;                 // else splats are drawn as points
};

}  // namespace

std::unique_ptr<GpuGeometry> make_multi_object_elements(GpuContext& gpu, const Scene& scene, bool between) {
  return std::make_unique<MultiObjectElements>(gpu, scene, between);
}

}  // namespace farfirst::app
