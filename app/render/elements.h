#pragma once
// The elements of a scene in OpenGL's memory: what is sorted of them, and what renderers draw.
//
// A kind of element is one file, shaders/elements/<kind>.glsl, and a name here. Renderers of every sort include the
// file, also compute shaders, so it uses no derivatives and no input of a stage. It defines
//
//   FOOTPRINT_TRIANGLE or FOOTPRINT_SPRITE   which pixels an element covers
//   struct Vertex       what the arrays hold of a vertex
//   Vertex fetch(...)   with ELEMENTS_IN_STORAGE from storage blocks: (element, corner) of a triangle, (element) of a
//                       sprite; with ELEMENTS_IN_ATTRIBUTES from the attributes of a vertex shader
//   struct Surface      what project() leaves for color_at(); interpolated over a triangle; of a sprite, which has the
//                       same all over, `vec4 color`: linear light, not premultiplied, and alpha
//   interpolated(...)   of a triangle: the surface within, from those at its corners
//   face_normal(...)    of a triangle: the normal of its plane
//   project(...)        clip coordinates of a vertex, and its surface; of a sprite also its width in pixels
//   color_at(...)       premultiplied colour of a place: its surface, and the normal of a triangle's plane, or where in
//                       a sprite's square it is (-1..1)
//   brightest           no channel of color_at() is larger than this times its alpha: so bright is all that lies behind
//   a
//                       place, in any number of layers
//
// Defines say what there is of a model: NORMALS, COLORS.

#include <glad/gl.h>

#include <array>
#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "look.h"
#include "object/shader.h"
#include "scene/elements.h"

namespace farfirst::app {

class ParticleSystem;

enum class ElementKind : std::uint8_t { triangle, point, particle };
/// Names of the files, as the enumeration counts.
inline constexpr std::array<std::string_view, 3> element_kinds = {"triangle", "point", "particle"};

/// What of a kind's file is compiled. Renderers keep a program for each, and look for it in every frame.
struct ElementVariant {
  ElementKind kind = ElementKind::triangle;
  bool normals = false;
  bool colors = false;
  auto operator<=>(const ElementVariant&) const = default;
  /// ELEMENT, which is the file to include, and those that the file knows.
  gl::Defines defines() const;
};

enum class Footprint : std::uint8_t { triangle, sprite };

/// Where the arrays of every kind are: the attribute of this location, or the storage block of binding 2 + location.
enum class ElementArray : GLuint { vertex = 0, color = 1 };

/// An array with some words a vertex, as common/stored.glsl reads them.
struct VertexArrayView {
  ElementArray array = ElementArray::vertex;
  GLuint buffer = 0;
  std::size_t offset = 0;  // bytes
  std::size_t bytes = 0;
  GLint words = 0;  // of 32 bits, for each vertex
};

/// What one load fetches of a vertex: its position, and a word that depends on the kind.
struct StoredVertex {
  glm::vec3 position;
  std::uint32_t word;
};
static_assert(sizeof(StoredVertex) == 16);

/// What a renderer draws.
struct DrawnElements {
  ElementVariant variant{};
  Footprint footprint = Footprint::sprite;
  std::span<const VertexArrayView> arrays{};
  GLuint corners = 0;  // of triangles: three vertices each, the storage block of binding 1
};

/// Lives in one context. Buffers of the order's are not its own.
class SceneElements : public ElementSource {
 public:
  virtual const Bounds& bounds() const = 0;
  virtual std::size_t gpu_bytes() const = 0;
  /// One step of the simulation, if there is one.
  virtual void step() {}

  /// Of triangles or of single vertices; valid until the next call. Uploads what has changed.
  virtual DrawnElements drawn(bool triangles, const Look& look) = 0;
  /// Commands that read them have been enqueued.
  virtual void was_drawn() {}
};

/// How a renderer reads the order of triangles.
enum class OrderWords : std::uint8_t {
  elements,  // as it is: it looks up the corners itself
  corners    // expanded to three vertices a triangle, an element buffer for ordinary vertex fetch
};
/// Throw Error for what this context cannot draw, OutOfMemory.
std::unique_ptr<SceneElements> make_elements(const GladGLContext& gl, std::shared_ptr<const Model> model,
                                             OrderWords words);
std::unique_ptr<SceneElements> make_elements(const GladGLContext& gl, std::shared_ptr<ParticleSystem> particles);

/// Bytes of the largest array that is read as a storage block.
std::size_t largest_array(const Model& model);

}  // namespace farfirst::app
