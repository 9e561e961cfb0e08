// Several objects, of whatever kinds, in one order. Their arrays lie one after the other in the same buffers; where
// each object stands is in a table, so that moving one moves no array.

#include <farfirst/sort.h>

#include <algorithm>
#include <optional>
#include <string>

#include "elements.h"
#include "host_elements.h"
#include "object/buffer.h"
#include "splat_projection.h"

namespace farfirst::app {

namespace {

// As in shaders/elements/mixed.glsl.
constexpr std::uint32_t is_mesh = 1, is_splats = 2, has_normals = 4, has_colors = 8, colors_in_words = 16;
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
  float unused;
};
static_assert(sizeof(TableRow) == 80);
struct Table {
  std::array<std::uint32_t, 4> count;
  std::array<TableRow, most_objects> rows;
};

constexpr std::size_t aligned(std::size_t n) {
  return (n + SplatProjection::alignment - 1) / SplatProjection::alignment * SplatProjection::alignment;
}

/// Numbers that the keys take as 0 (keys.h) are 0.
float without_tiny(float number) { return std::abs(number) < 0x1p-100f ? 0.0f : number; }

class MixedElements final : public SceneElements {
 public:
  MixedElements(const GladGLContext& gl, const gl::ShaderLibrary& library, const Objects& objects) : gl_(gl) {
    for (const Object& object : objects) add(library, object.model);
    check_limits();
    upload();
    set_objects(objects);
  }

  Elements elements(Primitive primitive, OrderWords) override {
    return elements_of(primitive != Primitive::points && has_meshes_);
  }

  GpuElements gpu_elements(Primitive primitive, OrderWords) override {
    const bool triangles = primitive != Primitive::points && has_meshes_;
    return {.positions = vertices_.name(),
            .stride = sizeof(StoredVertex),
            .triangles = triangles ? (sorted_corners_ ? sorted_corners_ : corners_).name() : 0};
  }

  std::uint64_t version() const override { return version_; }
  std::size_t max_order_words(OrderWords) const override {
    return std::max(elements_of(has_meshes_).count(), elements_of(false).count());
  }
  const Bounds& bounds() const override { return bounds_; }

  std::size_t gpu_bytes() const override {
    std::size_t sum = vertices_.bytes() + colors_.bytes() + corners_.bytes() + sorted_corners_.bytes() +
                      projected_.bytes() + table_.bytes();
    for (const Part& part : parts_) sum += part.projection ? part.projection->gpu_bytes() : 0;
    return sum;
  }

  Footprint footprint(bool, const Look&) const override { return Footprint::triangle; }

  DrawnElements drawn(bool triangles, OrderWords, const Look& look) override {
    projects_ = !look.splats_as_points;
    send_table(triangles, look);
    DrawnElements result{.variant = {.kind = ElementKind::mixed}, .footprint = Footprint::triangle};
    result.variant.encoded = look.blend_space == BlendSpace::encoded;
    result.arrays = arrays_;
    result.corners = corners_.name();
    return result;
  }

  void will_be_drawn() override {
    gl_.BindBufferBase(GL_UNIFORM_BUFFER, table_binding, table_.name());
    if (!projects_) return;
    for (const Part& part : parts_) {
      if (!part.projection || !part.setting.visible) continue;
      part.projection->project({vertices_, part.first_vertex}, {projected_, part.first_splat},
                               {part.to_scene, part.setting.opacity});
    }
    gl_.MemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT);  // renderers read what is projected
  }

  bool set_objects(const Objects& objects) override {
    bool renumbered = false;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      renumbered |= parts_[i].setting.visible != objects[i].setting.visible;
      parts_[i].setting = objects[i].setting;
      parts_[i].to_scene = to_scene(objects, i);
    }
    bounds_ = bounds_of(objects);
    triangles_ = element_parts(/*with_triangles=*/true);
    points_ = element_parts(/*with_triangles=*/false);
    ++version_;
    return renumbered;
  }

  void reload(const gl::ShaderLibrary& library) override {
    for (Part& part : parts_)
      if (part.projection) part.projection->reload(library);
  }

 private:
  Elements elements_of(bool triangles) const {
    Elements result;
    result.owner = triangles ? triangles_ : points_;
    result.parts = triangles ? triangles_ : points_;
    result.bounds = bounds_;
    result.are_triangles = triangles;
    return result;
  }

  /// An object's arrays, and where they begin in those of all.
  struct Part {
    std::shared_ptr<const Model> model;
    ObjectSetting setting;
    glm::mat4 to_scene{1.0f};
    std::optional<SplatProjection> projection;
    std::size_t first_vertex = 0, first_corner = 0, first_color = 0, first_splat = 0;

    bool has_own_colors() const { return !model->colors.empty() && !has_colors_in_words(*model); }
  };

  void add(const gl::ShaderLibrary& library, const std::shared_ptr<const Model>& model) {
    Part part;
    part.model = model;
    part.first_vertex = vertex_count_;
    part.first_corner = corner_count_;
    part.first_color = color_count_;
    part.first_splat = splat_count_;
    vertex_count_ = aligned(vertex_count_ + model->positions.size());
    corner_count_ += model->triangles.size();
    if (part.has_own_colors() || model->has_splats()) color_count_ += model->colors.size();
    if (model->has_splats()) {
      splat_count_ = aligned(splat_count_ + model->splats.count());
      part.projection.emplace(gl_, library, model);
    }
    has_meshes_ |= model->is_mesh();
    parts_.push_back(std::move(part));
  }

  /// Renderers read the arrays as storage blocks.
  void check_limits() const {
    if (parts_.size() > most_objects)
      throw Error("there are " + std::to_string(parts_.size()) + " objects; Farfirst can draw " +
                  std::to_string(most_objects));
    check_splat_limit(gl_, splat_count_);
    GLint64 largest = 0;
    gl_.GetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &largest);
    const auto fits = [&](std::size_t bytes) { return bytes <= static_cast<std::size_t>(largest); };
    if (!fits(vertex_count_ * sizeof(StoredVertex)) || !fits(corner_count_ * sizeof(std::uint32_t)))
      throw Error("all objects together have " + std::to_string(vertex_count_) + " vertices and " +
                  std::to_string(corner_count_ / 3) + " triangles, which is more than shaders of this OpenGL read");
  }

  /// At least a word of each, so that there is something to be bound.
  void upload() {
    const auto buffer = [this](std::size_t bytes) {
      return gl::Buffer(gl_, std::max<std::size_t>(bytes, 32), nullptr, GL_DYNAMIC_STORAGE_BIT);
    };
    vertices_ = buffer(vertex_count_ * sizeof(StoredVertex));
    colors_ = buffer(color_count_ * sizeof(std::uint32_t));
    corners_ = buffer(corner_count_ * sizeof(std::uint32_t));
    projected_ = buffer(splat_count_ * SplatProjection::projected_bytes);
    table_ = buffer(sizeof(Table));
    for (Part& part : parts_) upload(part);
    arrays_ = {view(ElementArray::vertex, vertices_, 4), view(ElementArray::color, colors_, 1),
               view(ElementArray::projected, projected_, SplatProjection::projected_bytes / 4)};
  }

  void upload(Part& part) {
    const Model& model = *part.model;
    if (part.projection) {
      part.projection->upload(vertices_, part.first_vertex);
    } else {
      const Array<StoredVertex> vertices = stored_vertices(model);
      send(vertices_, part.first_vertex * sizeof(StoredVertex), std::as_bytes(std::span(vertices)));
    }
    if (part.has_own_colors() || part.projection)
      send(colors_, part.first_color * sizeof(std::uint32_t), std::as_bytes(std::span(model.colors)));
    upload_corners(part);
  }

  /// Triangles that are not finite are drawn as nothing, but sorted as what they are.
  void upload_corners(const Part& part) {
    const std::span<const std::uint32_t> all = part.model->triangles;
    if (all.empty()) return;
    const std::size_t at = part.first_corner * sizeof(std::uint32_t);
    const std::vector<std::uint32_t> finite = finite_corners(*part.model);
    if (!finite.empty() && !sorted_corners_) {
      sorted_corners_ = gl::Buffer(gl_, corners_.bytes(), nullptr, GL_DYNAMIC_STORAGE_BIT);
      gl_.CopyNamedBufferSubData(corners_.name(), sorted_corners_.name(), 0, 0,
                                 static_cast<GLsizeiptr>(corners_.bytes()));
    }
    send(corners_, at, std::as_bytes(finite.empty() ? all : std::span(finite)));
    if (sorted_corners_) send(sorted_corners_, at, std::as_bytes(all));
  }

  void send(const gl::Buffer& buffer, std::size_t offset, std::span<const std::byte> bytes) const {
    if (bytes.empty()) return;
    gl_.NamedBufferSubData(buffer.name(), static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(bytes.size()),
                           bytes.data());
  }

  static VertexArrayView view(ElementArray array, const gl::Buffer& buffer, GLint words) {
    return {.array = array, .buffer = buffer.name(), .bytes = buffer.bytes(), .words = words};
  }

  /// What is sorted: the objects that are seen.
  std::shared_ptr<const std::vector<ElementPart>> element_parts(bool with_triangles) const {
    auto result = std::make_shared<Parts>();
    for (const Part& part : parts_) {
      if (!part.setting.visible) continue;
      result->models.push_back(part.model);
      ElementPart its{.positions = with_triangles ? std::span(part.model->positions) : part.model->points(),
                      .triangles = {},
                      .first_vertex = part.first_vertex,
                      .first_corner = part.first_corner,
                      .transform = rows_of(part.to_scene)};
      if (with_triangles) its.triangles = part.model->triangles;
      if (its.triangles.empty()) its.positions = part.model->points();
      its.count = static_cast<std::uint32_t>(its.triangles.empty() ? its.positions.size() : its.triangles.size() / 3);
      result->parts.push_back(its);
    }
    return {result, &result->parts};
  }

  /// With what the parts point at.
  struct Parts {
    std::vector<std::shared_ptr<const Model>> models;
    std::vector<ElementPart> parts;
  };

  void send_table(bool triangles, const Look& look) {
    Table table{};
    std::uint32_t first = 0;
    for (const Part& part : parts_) {
      if (!part.setting.visible) continue;
      TableRow& row = table.rows[table.count[0]++];
      row.rows = rows_of(part.to_scene);
      std::ranges::transform(row.rows, row.rows.begin(), without_tiny);
      row.first = first;
      row.first_vertex = static_cast<std::uint32_t>(part.first_vertex);
      row.first_corner = static_cast<std::uint32_t>(part.first_corner);
      row.first_color = static_cast<std::uint32_t>(part.first_color);
      row.first_splat = static_cast<std::uint32_t>(part.first_splat);
      row.flags = flags_of(part, triangles, look);
      row.opacity = part.setting.opacity;
      first += static_cast<std::uint32_t>((row.flags & is_mesh) != 0 ? part.model->triangle_count()
                                                                     : part.model->points().size());
    }
    send(table_, 0, std::as_bytes(std::span(&table, 1)));
  }

  static std::uint32_t flags_of(const Part& part, bool triangles, const Look& look) {
    const Model& model = *part.model;
    const bool mesh = triangles && model.is_mesh(), splats = model.has_splats() && !look.splats_as_points;
    const ElementVariant variant = variant_of(model, mesh, look);
    return (mesh ? is_mesh : 0) | (splats ? is_splats : 0) | (variant.normals ? has_normals : 0) |
           (variant.colors ? has_colors : 0) | (variant.colors_in_words && !model.has_splats() ? colors_in_words : 0);
  }

  const GladGLContext& gl_;
  std::vector<Part> parts_;
  std::size_t vertex_count_ = 0, corner_count_ = 0, color_count_ = 0, splat_count_ = 0;
  bool has_meshes_ = false;
  gl::Buffer vertices_, colors_, corners_;
  gl::Buffer sorted_corners_;  // if they are not those that are drawn
  gl::Buffer projected_;       // of the picture that is drawn
  gl::Buffer table_;           // likewise
  std::array<VertexArrayView, 3> arrays_;
  bool projects_ = true;  // else splats are drawn as points

  std::uint64_t version_ = 0;
  Bounds bounds_;
  std::shared_ptr<const std::vector<ElementPart>> triangles_, points_;
};

}  // namespace

std::unique_ptr<SceneElements> make_mixed_elements(const GladGLContext& gl, const gl::ShaderLibrary& library,
                                                   const Objects& objects) {
  return std::make_unique<MixedElements>(gl, library, objects);
}

}  // namespace farfirst::app
