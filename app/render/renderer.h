#pragma once
// In which way sorted elements become a picture. A renderer is a folder of this module, with an about.cpp and its
// shaders in shaders/render/<name>; CMake writes the catalogue from the folders' names. Every renderer draws every kind
// of element (elements.h).

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

/// What a draw shows.
struct DrawnView {
  std::uint64_t scene = 0;    // so many were set
  std::uint64_t version = 0;  // of elements that move
  std::uint64_t order = 0;    // the frame that it was made for
  FrameBlock block{};         // that is bound
  bool awaited = false;       // the host waits until it is drawn
  std::uint64_t repeats = 0;  // another number than before: drawn again, although nothing has changed
  PicturePart part{};         // of the picture, for renderers that draw parts
  bool may_lag = false;       // the newest picture that there is may be shown, as long as nobody waits
};

/// A picture that is asked for.
struct DrawRequest {
  const DrawnElements& elements;
  const OrderView& order;  // with a `count` it has as many elements as that says; the host does not know it
  DrawnView view{};
  int samples = 1;                            // of a pixel: a number of Renderer::samples()
  std::size_t memory = std::size_t{1} << 30;  // of the GPU, beside that of the scene and of the picture, that may be
                                              // taken. A view that needs more takes more time
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

  /// How it reads the order of a scene whose largest array has so many bytes.
  virtual IndexLayout index_layout(std::size_t /*largest_array*/) const { return IndexLayout::elements; }
  /// So many samples a pixel it takes of such elements in this context, where 1, 2, 4 or 8 are wanted. Discs have soft
  /// edges, and need one.
  virtual int samples(int wanted, Footprint footprint) const { return footprint == Footprint::triangle ? wanted : 1; }
  /// Begins to compile what draws of these elements need. Would they not wait long for the compiler now?
  virtual bool prepare(const DrawnElements&, int /*samples*/) { return true; }
  /// Draws the elements in this order, blended; the picture may hold anything before. The block of
  /// shaders/common/frame.glsl is bound. Each sample of a pixel is blended by itself, and a pixel of `target` is the
  /// mean of its samples; they lie in memory of the renderer's own. What a renderer needs for a view it may have seen
  /// in draws of views like this one; if not, or if the host waits anyway, it may wait for the GPU to tell. Throws
  /// OutOfMemory.
  virtual void draw(const DrawRequest& request, const ColorTarget& target) = 0;
  /// The same as it is shown (Resolve), at once into the texture that the target has. False if it leaves that to
  /// others; then nothing is drawn.
  virtual bool draw_shown(const DrawRequest&, const ShownTarget&) { return false; }
  /// Does it read the elements' arrays in host memory?
  virtual bool reads_host_arrays() const { return false; }
  /// The scene's arrays are about to go: nobody reads them any longer.
  virtual void release_scene() {}
  /// Is it not known yet whether the newest draw shows all elements? Then it is to be drawn again.
  virtual bool may_be_incomplete() const { return false; }
  virtual std::size_t gpu_bytes() const = 0;
  /// What the newest draw that is known came to, in its own terms; for people, and may be empty.
  virtual std::string remark() const { return {}; }
  /// Sets what its steps took in the newest draw of which that is known and was not taken yet. False if there is
  /// nothing new, or if it has no steps. Never waits.
  virtual bool take_steps(Steps&) { return false; }
};

/// For tests and measurements: how elements reach the vertex shader of a renderer that has both ways.
enum class VertexFetch : std::uint8_t {
  automatic,  // pulled on hardware if its limits allow it, expanded on software renderers
  pulled,     // the shader looks the element up in the order: four bytes per triangle cross over; points and particles
              // are triangles round discs
  expanded    // whoever sorts writes an element buffer: twelve bytes, but ordinary vertex fetch; points and particles
              // are the driver's points
};

/// What a renderer is made with.
struct RendererContext {
  GpuContext& gpu;
  VertexFetch fetch = VertexFetch::automatic;
};

/// What a renderer is asked to draw.
struct DrawnKind {
  bool splats = false;
  bool encoded = false;  // sRGB values are blended
  bool objects = false;  // of several, in one order
  bool operator==(const DrawnKind&) const = default;
};

/// What a look draws, after resolve_auto() (frame_block.h).
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
  /// Its pictures are others than those of sorted elements, and may be far off.
  bool approximates = false;
  /// Its pictures do not depend on the order of the elements.
  bool ignores_order = false;
  /// It can draw where there is no OpenGL, in a run without a window (cpu/host_frame.h).
  bool works_without_opengl = false;
  /// It draws parts of pictures (DrawnView::part). Others draw the whole, whatever is asked for.
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
/// Those that can draw this in this context, the highest rank first, of equals the first by name. Those of rank 0 only
/// if `all` are asked for.
std::vector<const RendererAbout*> ranked_renderers(const GladGLContext& gl, bool all = false,
                                                   const DrawnKind& kind = {});
/// The one that `name` means for this in this context before anything is measured: the named one, or for "auto" the
/// best that can draw here. Throws RendererUnavailable.
const RendererAbout& choose_renderer(std::string_view name, const GladGLContext& gl, const DrawnKind& kind = {});

}  // namespace farfirst::app
