#pragma once
// The renderer interface: it turns sorted elements into a picture. A renderer is a folder of this module, with an
// about.cpp and shaders in shaders/render/<name>; CMake writes the catalogue from the folder names. Every renderer
// draws every kind of element (elements.h).

#include <farfirst/sort.h>
#include <glad/gl.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "color_target.h"
#include "elements.h"
#include "frame_block.h"
#include "order/gpu_context.h"
#include "order/order.h"
#include "picture_part.h"
#include "step_times.h"

namespace farfirst::app {

/// The view of a draw.
struct DrawnView {
  std::uint64_t scene = 0;    // counts the scenes
  std::uint64_t version = 0;  // of elements that move
  std::uint64_t order = 0;    // the frame that it was made for
  FrameBlock block{};         // that is bound
  bool awaited = false;       // the host waits until it is drawn
  std::uint64_t repeats = 0;  // another number: draw again, although nothing has changed
  PicturePart part{};         // of the picture, for renderers that draw parts
  bool may_lag = false;       // the newest finished picture may be shown, unless the host waits
};

/// The request for a picture.
struct DrawRequest {
  const DrawnElements& elements;
  const OrderView& order;  // with a `count`, that is its size, unknown to the host
  DrawnView view{};
  int samples = 1;                            // of a pixel: a number of Renderer::samples()
  std::size_t memory = std::size_t{1} << 30;  // of the GPU that it may use, beside scene and
                                              // picture. A view that needs more takes more time
  std::uint32_t layers = 8;                   // where layers are drawn
};

/// A texture of GL_RGBA8 that is shown.
struct ShownTarget {
  unsigned texture = 0;
  int width = 0, height = 0;
};

class Renderer {
 public:
  virtual ~Renderer() = default;

  /// How it reads the order of a scene with a largest array of this size.
  virtual IndexLayout index_layout(std::size_t /*largest_array*/) const { return IndexLayout::elements; }
  /// Its samples a pixel for such elements in this context, where 1, 2, 4 or 8 are wanted. Discs have soft edges, and
  /// need one.
  virtual int samples(int wanted, Footprint footprint) const { return footprint == Footprint::triangle ? wanted : 1; }
  /// Starts to compile the programs for these elements. Could they draw now without waiting long for the compiler?
  virtual bool prepare(const DrawnElements&, int /*samples*/) { return true; }
  /// Draws the elements in this order, blended; the picture may hold anything before. The block of
  /// shaders/common/frame.glsl is bound. Each sample of a pixel is blended by itself, and a pixel of `target` is the
  /// mean of its samples; the samples lie in the renderer's memory. It may know the needs of a view
  /// from draws of similar views; if not, or if the host waits anyway, it may wait for the GPU's count. Throws
  /// OutOfMemory.
  virtual void draw(const DrawRequest& request, const ColorTarget& target) = 0;
  /// The same as displayed (Resolve), written directly into the target's texture. False if it leaves that to
  /// others; then nothing is drawn.
  virtual bool draw_shown(const DrawRequest&, const ShownTarget&) { return false; }
  /// Does it read the elements' arrays in host memory?
  virtual bool reads_host_arrays() const { return false; }
  /// The scene's arrays are about to be deleted: nothing reads them any longer.
  virtual void release_scene() {}
  /// Is it still unknown whether the newest draw shows all elements? Then draw it again.
  virtual bool may_be_incomplete() const { return false; }
  virtual std::size_t gpu_bytes() const = 0;
  /// A remark on the newest known draw, for people; may be empty.
  virtual std::string remark() const { return {}; }
  /// Sets the times of its steps in the newest known draw that were not fetched yet. False if there is
  /// nothing new, or if it has no steps. Never waits.
  virtual bool take_steps(Steps&) { return false; }
};

/// For tests and measurements: how elements reach the vertex shader of a renderer that has both ways.
enum class VertexFetch : std::uint8_t {
  automatic,  // pulled on hardware if its limits allow it, expanded on software renderers
  pulled,     // the shader looks the element up in the order: four bytes per triangle are copied; points and particles
              // are triangles round discs
  expanded    // the sort writes an index buffer: twelve bytes, but ordinary vertex fetch; points and particles
              // are the driver's points
};

/// The context of a renderer.
struct RendererContext {
  GpuContext& gpu;
  VertexFetch fetch = VertexFetch::automatic;
};

/// The kind of content that a renderer draws.
struct DrawnKind {
  bool splats = false;
  bool encoded = false;  // sRGB values are blended
  bool objects = false;  // of several, in one order
  bool operator==(const DrawnKind&) const = default;
};

/// The content of a look, after resolve_auto() (frame_block.h).
DrawnKind drawn_kind(const Look& look, const Contents& contents);

/// An entry of the catalogue. `id` is the folder's name.
struct RendererAbout {
  std::string_view id;
  std::string_view title;
  std::string_view meaning;
  /// Why it cannot draw in this context, as a sentence; empty if it can.
  std::string (*why_unavailable)(const GladGLContext& gl);
  /// How well it suits this context: "auto" compares those above 0 that can draw here, and takes the highest where
  /// nothing can be measured. 0: only if it is named, as for methods that approximate or are slow here.
  int (*rank)(const GladGLContext& gl);
  /// Throws Error.
  std::unique_ptr<Renderer> (*make)(const RendererContext& context);
  /// Its pictures differ from those of sorted elements, perhaps greatly.
  bool approximates = false;
  /// Its pictures do not depend on the order of the elements.
  bool ignores_order = false;
  /// It can draw where there is no OpenGL, in a run without a window (cpu/host_frame.h).
  bool works_without_opengl = false;
  /// It draws parts of pictures (DrawnView::part). Others always draw the whole.
  bool draws_parts = false;
  /// Why it cannot draw this, as a sentence; empty if it can. Null: it can draw everything.
  std::string (*why_not)(const DrawnKind& kind) = nullptr;
};

/// Why it cannot draw this in this context, as a sentence; empty if it can.
std::string why_not(const RendererAbout& about, const GladGLContext& gl, const DrawnKind& kind);

/// All of them, by name.
std::span<const RendererAbout* const> renderers() noexcept;
/// Null if there is none of this name.
const RendererAbout* find_renderer(std::string_view id) noexcept;
/// The renderer that was asked for cannot draw here.
struct RendererUnavailable : Error {
  using Error::Error;
};
/// The renderers that can draw this in this context, the highest rank first, of equals the first by name. With `all`,
/// those of rank 0 too.
std::vector<const RendererAbout*> ranked_renderers(const GladGLContext& gl, bool all = false,
                                                   const DrawnKind& kind = {});
/// The renderer that `name` means for this in this context before any measurement: the named one, or for "auto" the
/// best that can draw here. Throws RendererUnavailable.
const RendererAbout& choose_renderer(std::string_view name, const GladGLContext& gl, const DrawnKind& kind = {});

}  // namespace farfirst::app
