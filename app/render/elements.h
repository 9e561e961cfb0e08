#pragma once
// The elements of a scene in OpenGL's memory, for sorts and renderers.
//
// A kind of element is one file, shaders/elements/<kind>.glsl, and a name here. Renderers of every sort include the
// file, also compute shaders, so it uses no derivatives and no input of a stage. It defines
//
//   FOOTPRINT_TRIANGLE, FOOTPRINT_SPRITE or FOOTPRINT_ELLIPSE   which pixels an element covers
//   struct Vertex       what the arrays hold of a vertex
//   Vertex fetch(...)   with ELEMENTS_IN_STORAGE from storage blocks: (element, corner) of a triangle, (element) of a
//                       sprite or an ellipse; with ELEMENTS_IN_ATTRIBUTES from the attributes of a vertex shader,
//                       unless it is an ellipse, which always lies in storage
//   struct Surface      what project() leaves for color_at(); interpolated over a triangle; of a sprite, which has the
//                       same all over, `vec4 color`: not premultiplied, and alpha
//   interpolated(...)   of a triangle: the surface within, from those at its corners
//   face_normal(...)    of a triangle: the normal of its plane; with FACE_NORMALS color_at() asks for it
//   project(...)        clip coordinates of a vertex, and its surface; of a sprite also its width in pixels; or an
//                       Ellipse (common/ellipse.glsl) and its surface
//   clip_corners(...)   of a triangle, with ELEMENTS_IN_STORAGE: ClipCorners of an element, the clip coordinates of all
//                       three corners, and their surfaces
//   color_at(...)       premultiplied colour of a place: its surface, and the normal of a triangle's plane, or where in
//                       a sprite's square it is (-1..1), or where in an ellipse, in standard deviations along both
//                       axes. Linear light, or with ENCODED sRGB
//   alphas_at(...)      with FLAT_COLOR, where an ellipse has one colour: the alphas of four places, by place_unit,
//                       kept_alpha() and square_of_reach(), as color_at() has them
//   SHADED_ELLIPSE      its surface has, beside a colour, `vec4 turn` and `vec2 lean`
//   brightest           no channel of color_at() is larger than this times its alpha: so bright is all that lies behind
//                       a place, in any number of layers
//
// and with FRAGMENT_DEPTH (and ELEMENTS_IN_STORAGE), by operations that every driver rounds alike (common/depth.glsl),
// in the frame's metric, as a key that sorts:
//
//   struct Depth        what fragments of an element have in common
//   depth_of(...)       an element's
//   depth_key(...)      how far a fragment is: a Depth, and its place in pixels
//   element_key(...)    how far the element is as a whole: itself, and the sort point
//
// Defines say what there is of a model: NORMALS, COLORS, COLORS_IN_WORDS (common/stored.glsl); and ENCODED, that sRGB
// values are blended.

#include <glad/gl.h>

#include <array>
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "host_splats.h"
#include "look.h"
#include "object/buffer.h"
#include "object/query.h"
#include "object/shader.h"
#include "scene/elements.h"
#include "scene/scene.h"

namespace farfirst::app {

struct GpuContext;
class ParticleSequence;
class ParticleSystem;

enum class ElementKind : std::uint8_t { triangle, point, particle, splat, mixed, streak, ellipsoid };
/// Names of the files, as the enumeration counts.
inline constexpr std::array<std::string_view, 7> element_kinds = {"triangle", "point",  "particle", "splat",
                                                                  "mixed",    "streak", "ellipsoid"};

/// The variant of a kind's file to compile. Renderers keep a program for each, and look for it in every frame.
struct ElementVariant {
  ElementKind kind = ElementKind::triangle;
  bool normals = false;
  bool colors = false;
  bool colors_in_words = false;  // of the vertices, and not in an array of their own
  bool encoded = false;
  bool spheres = false;  // particles are balls in the light
  auto operator<=>(const ElementVariant&) const = default;
  /// ELEMENT, which is the file to include, and those that the file knows.
  gl::Defines defines() const;
};

enum class Footprint : std::uint8_t { triangle, sprite, ellipse };
constexpr Footprint footprint_of(bool triangles) { return triangles ? Footprint::triangle : Footprint::sprite; }

/// The arrays of every kind: the attribute of this location, or the storage block of binding 2 + location.
/// Splats have their projections, streaks have motions.
enum class ElementArray : GLuint { vertex = 0, color = 1, projected = 2, motion = 2 };

/// An array with some words a vertex, as common/stored.glsl reads them.
struct VertexArrayView {
  ElementArray array = ElementArray::vertex;
  GLuint buffer = 0;
  std::size_t offset = 0;  // bytes
  std::size_t bytes = 0;
  GLint words = 0;  // of 32 bits, for each vertex
};

/// All of a buffer.
inline VertexArrayView view_of(ElementArray array, const gl::Buffer& buffer, GLint words) {
  return {.array = array, .buffer = buffer.name(), .bytes = buffer.bytes(), .words = words};
}

/// The places of particles in the arrays of all objects. Storage blocks can begin there.
struct ParticleParts {
  VertexArrayView vertices, colors, lit_colors, motions;
};

/// The result of one load of a vertex: its position, and a word that depends on the kind.
struct StoredVertex {
  glm::vec3 position;
  std::uint32_t word;
};
static_assert(sizeof(StoredVertex) == 16);

struct HostObject;  // host_objects.h

/// The arrays to draw, in host memory; valid until the next step.
struct HostArrays {
  ElementVariant variant{};
  std::span<const StoredVertex> vertices{};
  std::span<const std::uint32_t> colors{};   // empty, or of each vertex
  std::span<const glm::vec4> motions{};      // of streaks: velocity, a second
  std::uint64_t lit = 0;                     // of particles in the shadow of others: never the same of other colours
  std::span<const std::uint32_t> corners{};  // of triangles: three vertices each
  HostSplats splats{};                       // of splats, which have none of the other arrays
  std::shared_ptr<const std::vector<HostObject>> objects{};  // of several objects that are seen, instead of the arrays

  bool empty() const { return vertices.empty() && splats.blocks.empty() && !objects; }
};

/// The arrays of a renderer.
struct DrawnElements {
  ElementVariant variant{};
  Footprint footprint = Footprint::sprite;
  std::span<const VertexArrayView> arrays{};
  GLuint corners = 0;  // of triangles: three vertices each, the storage block of binding 1
  HostArrays host{};   // for a renderer that reads these (Renderer::reads_host_arrays): then there are no others
};

/// Binds arrays and corners where shaders with ELEMENTS_IN_STORAGE read them.
void bind_in_storage(const GladGLContext& gl, const DrawnElements& elements);

/// Binds these buffers as storage blocks, from this binding on.
void bind_storage(const GladGLContext& gl, GLuint first, std::initializer_list<GLuint> buffers);

/// How a renderer reads the order of triangles.
enum class IndexLayout : std::uint8_t {
  elements,  // as it is: it looks up the corners itself
  corners    // expanded to three vertices a triangle, an index buffer for ordinary vertex fetch
};

/// The arrays of a scene, which live in one context. Several sides of a frame sort and draw them, each with orders in
/// an index layout of its own (OrderedElements). Buffers of the orders are not among them.
class GpuGeometry {
 public:
  virtual ~GpuGeometry() = default;

  // See ElementSource; for orders in this layout.
  virtual Elements elements(Primitive primitive, IndexLayout layout) = 0;
  virtual Elements host_elements(Primitive primitive, IndexLayout layout) { return elements(primitive, layout); }
  virtual GpuElements gpu_elements(Primitive primitive, IndexLayout layout) = 0;
  virtual std::uint64_t version() const { return 0; }
  virtual std::size_t max_order_words(IndexLayout layout) const = 0;

  virtual SceneBounds bounds() const = 0;
  virtual std::size_t gpu_bytes() const = 0;
  /// The number of steps of the simulation, if there is one, enqueued by this frame.
  virtual void step(std::uint64_t /*frame*/, std::uint32_t /*steps*/) {}
  /// Their time, and the frame's number: the newest known one that was not fetched yet. Never waits.
  virtual std::optional<gl::GpuTimer::Time> take_step_time() { return std::nullopt; }
  /// Are there elements without a place (its x is not a number)? GPUs leave them out of orders.
  virtual bool has_gaps() const { return false; }
  /// Are there more elements now than these arrays can hold? Then they must be made again.
  virtual bool is_outgrown() const { return false; }

  /// The triangles or single vertices; valid until the next call. Uploads changes, and makes an array that
  /// only this layout needs with the first call. Throws OutOfMemory.
  virtual DrawnElements drawn(bool triangles, IndexLayout layout, const Look& look) = 0;
  /// The same in host memory. Without vertices: they are only in OpenGL's.
  virtual HostArrays host_arrays(bool, const Look&) { return {}; }
  /// Computes the light of elements in advance for drawn() or, with `on_host`, host_arrays(), so that it can
  /// be timed. Throws OutOfMemory.
  virtual void light(const Look&, bool /*on_host*/) {}
  virtual Footprint footprint(bool triangles, const Look&) const { return footprint_of(triangles); }
  /// Enqueues the preparation of each picture, before commands read them. The block of shaders/common/frame.glsl is
  /// bound, and stays so.
  virtual void will_be_drawn() {}
  /// Commands that read them have been enqueued.
  virtual void was_drawn() {}
  /// The same objects, with other placements or settings. True if their elements have other numbers now.
  virtual bool place(const Scene&) { return false; }
};

/// Throw Error for what this context cannot draw, OutOfMemory. References outlive them. Arrays for orders in this
/// layout are made at once; without a layout, on demand.
std::unique_ptr<GpuGeometry> make_elements(const GladGLContext& gl, std::shared_ptr<const Model> model,
                                           std::optional<IndexLayout> layout);
/// `between`: pictures may lie between two steps (ParticleSystem::set_part). `parts`: their places in the arrays
/// of all objects.
std::unique_ptr<GpuGeometry> make_elements(GpuContext& gpu, std::shared_ptr<ParticleSystem> particles, bool between,
                                           const std::optional<ParticleParts>& parts);
/// The geometry of a particle sequence.
std::unique_ptr<GpuGeometry> make_elements(GpuContext& gpu, std::shared_ptr<ParticleSequence> sequence,
                                           const std::optional<ParticleParts>& parts);
/// The geometry of a model with splats.
std::unique_ptr<GpuGeometry> make_splat_elements(const GpuContext& gpu, std::shared_ptr<const Model> model,
                                                 std::optional<IndexLayout> layout);

/// The geometry of placed objects. `between` as above.
std::unique_ptr<GpuGeometry> make_multi_object_elements(GpuContext& gpu, const Scene& scene, bool between);

/// The elements of a scene with orders in one index layout.
class OrderedElements final : public ElementSource {
 public:
  OrderedElements(GpuGeometry& scene, IndexLayout layout) : scene_(scene), layout_(layout) {}

  Elements elements(Primitive primitive) override { return scene_.elements(primitive, layout_); }
  Elements host_elements(Primitive primitive) override { return scene_.host_elements(primitive, layout_); }
  GpuElements gpu_elements(Primitive primitive) override { return scene_.gpu_elements(primitive, layout_); }
  std::uint64_t version() const override { return scene_.version(); }
  std::size_t max_order_words() const override { return scene_.max_order_words(layout_); }

  IndexLayout layout() const { return layout_; }
  DrawnElements drawn(bool triangles, const Look& look) { return scene_.drawn(triangles, layout_, look); }
  void light(const Look& look, bool on_host) { scene_.light(look, on_host); }
  Footprint footprint(bool triangles, const Look& look) const { return scene_.footprint(triangles, look); }
  DrawnElements drawn_from_host(bool triangles, const Look& look) {
    const HostArrays arrays = scene_.host_arrays(triangles, look);
    if (arrays.empty()) return drawn(triangles, look);
    return {.variant = arrays.variant, .footprint = footprint(triangles, look), .arrays = {}, .host = arrays};
  }
  void will_be_drawn() { scene_.will_be_drawn(); }
  void was_drawn() { scene_.was_drawn(); }

 private:
  GpuGeometry& scene_;
  const IndexLayout layout_;
};

/// Bytes of the largest array that is read as a storage block.
std::size_t largest_array(const Model& model);

}  // namespace farfirst::app
