#pragma once
// One frame: order -> draw -> resolve (view_pipeline.h); or several of them, side by side, of the same scene.

#include <farfirst/sort.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "camera/camera.h"
#include "order/inversion_stats.h"
#include "order/orders.h"
#include "renderer.h"
#include "scene/scene.h"

namespace farfirst::app {

/// The result of the check of orders (order/order_validator.h). If the frame waited, it is about the order that was
/// drawn; else it comes a few frames later.
struct CheckResult {
  bool known = false;       // an order of this scene was checked, and these hold:
  OrderCheck order{};       // the newest: right, or its first fault
  std::string algorithm{};  // of its entry
  std::uint32_t age = 0;    // frames since it was first drawn
  std::uint64_t right = 0;  // orders of this scene found right so far,
  std::uint64_t wrong = 0;  // and wrong
  bool awaited = false;     // more results come within a few frames
  std::string trouble{};    // why orders are not checked, although they should be

  void add(const OrderCheck& newest, const std::string& made_by) {
    known = true;
    order = newest;
    algorithm = made_by;
    ++(newest.ok() ? right : wrong);
  }
  bool is_right() const { return known && order.ok(); }
  bool is_wrong() const { return known && !order.ok(); }
};

/// The report of a frame. Times in milliseconds; negative = not measured. On a GPU they are known a few frames later,
/// unless the frame waited: `order_of`, `check_of` and `draw_of` are the frames of these times.
struct FrameStats : SortTimings {
  std::uint64_t number = 0;  // of this frame, from 1
  std::uint64_t scene = 0;   // counts the scenes
  bool sorted = false;       // an order came into use with this frame

  double simulate = -1;  // a step of particles
  std::uint64_t simulate_of = 0;
  double cull = -1;  // finding the visible elements
  std::uint64_t cull_of = 0;
  double check = -1;  // keys and order check
  std::uint64_t check_of = 0;
  double count = -1;  // keys, and counting inversions
  std::uint64_t count_of = 0;
  double light = -1;  // self-shadows
  std::uint64_t light_of = 0;
  double draw = -1;  // blend and resolve
  std::uint64_t draw_of = 0;
  bool sorts_beside = false;  // the order was made beside the frames
  bool draws_beside = false;  // the picture is drawn beside the frame, and the newest finished one is shown
  std::string renderer;       // id of the one that drew
  int samples = 0;            // of a pixel; 0: nothing was drawn
  DrawnKind kind{};           // what was drawn
  bool measuring = false;     // `auto` measures which way is faster: this frame was drawn twice, and more are to come
  std::vector<std::string> compiling{};  // ids of renderers and sorts that take over when their programs are compiled,
                                         // and "culling" likewise
  bool may_be_incomplete =
      false;                      // it is not known yet whether all elements were drawn: the frame is to be drawn again
  std::string renderer_remark{};  // on the newest known draw; may be empty
  std::size_t renderer_bytes = 0;  // memory of the GPU that it has of its own
  Steps draw_steps{};              // of `draw`, where the renderer has several; empty if nothing new is known
  double host = -1;                // time of an idle GPU, where the frame waited
  double total = -1;               // of this call

  // The order that was drawn:
  std::uint32_t elements = 0;         // how many; 0 while the first order of a scene is still being made
  std::optional<std::uint32_t> kept;  // if elements outside the view were left out: how many were sorted and drawn
  std::uint32_t order_age = 0;  // frames between the camera of the order and this one; 0 = as good as this frame's own
  bool order_awaited = false;   // a newer one is coming although nothing moves
  std::optional<InversionStats> inversion_stats;  // of a lazy Resort, as seen some frames ago
  std::string algorithm;                          // id of the entry that made it; empty for file order and shuffled
  OrderRequest wanted;                            // the request
  std::string message;  // a sentence for the user, as long as it holds: fell back, out of memory, order wrong

  CheckResult check_result;

  /// This order is drawn, where that is wanted.
  void set_order(const Order& order, const OrderRequest& now);
};

/// For tests.
struct DrawHooks {
  /// Replaces the measured cost of a draw. Then several samples are tried on software renderers
  /// too, and renderers that are used there only by name.
  std::function<double(const std::string& renderer, int samples)> cost{};
  /// Replaces the measured cost of a frame, culled or not.
  std::function<double(bool culled)> frame_cost{};
  /// Blends pictures in 32-bit floats, so that many faint layers are correct. By renderers that support
  /// such targets, which is `raster` with one sample.
  bool fine = false;
};

/// Draws one scene into a framebuffer of the caller's. All calls on the thread of the GL context. While it lives, it
/// receives the context's KHR_debug messages; draw() throws Error for those that report a defect.
class SceneRenderer {
 public:
  /// `proc` finds OpenGL's functions, for sorts and checks on OpenGL, and the GPU that draws; without it, there
  /// are none of these.
  explicit SceneRenderer(const GladGLContext& gl, VertexFetch fetch = VertexFetch::automatic, GlProc proc = nullptr,
                         OrderHooks hooks = {}, DrawHooks draw_hooks = {});
  ~SceneRenderer();
  SceneRenderer(const SceneRenderer&) = delete;
  SceneRenderer& operator=(const SceneRenderer&) = delete;

  /// Replaces the scene: uploads the arrays and keeps the model for the sort on the CPU. Orders in progress for the
  /// scene before are dropped when they arrive. Throws Error (beyond a limit of OpenGL's), OutOfMemory: then there is
  /// no scene. A mesh without normals is drawn with flat ones.
  /// Particles are simulated in fixed steps: one per draw() unless paused.
  void set_scene(const Scene& scene);
  template <class T>
  void set_scene(std::shared_ptr<T> content) {
    set_scene(Scene({Object{{}, std::move(content)}}));
  }
  /// The same objects with other settings. Uploads no array again, but that of an object that was alone; if other
  /// objects are visible than before, orders are dropped. Throws as set_scene().
  void place(const Scene& scene);
  void set_paused(bool paused);
  /// The number of particle steps with each draw() from now on, instead of one.
  void set_steps(std::uint32_t steps);
  /// Are particles drawn between their steps (ParticleSystem::set_part)? Holds for scenes that are set from now on.
  void draw_between_steps(bool wanted);
  /// May frames be drawn twice, to measure renderers and samples for `auto`, or culled and not, to
  /// measure whether that pays? Else known results apply. By default they may.
  void set_measuring(bool allowed);

  struct Target {
    unsigned framebuffer = 0;  // complete; gets sRGB-encoded RGBA8, premultiplied after encoding
    int width = 0;
    int height = 0;
    float pixel_scale = 1.0f;  // high-DPI
    unsigned texture = 0;  // of GL_RGBA8, all that the framebuffer has: compute shaders may write it. 0: there is none
    bool keeps = false;    // unchanged while the first order is being made; else it gets the background
    std::uint64_t repeats = 0;  // another number: draw again, although nothing has changed
    PicturePart part{};         // that is drawn, by renderers that draw parts; it is shown with the last one
    bool may_lag = false;       // the picture may be drawn beside the frame, which then gets the newest finished one
  };
  /// Draws the scene, or only the background if there is none. Leaves target.framebuffer bound, with a viewport of all
  /// of it, and blending off.
  ///
  /// With `wait`, the order is this very frame's, unless the choice's Resort keeps an older one, and the call returns
  /// when it has been drawn with; a named entry that cannot run throws Error or OutOfMemory. Without, the newest
  /// finished order is drawn and no sort is ever waited for; if a named entry cannot run, another one steps in and
  /// FrameStats::message says so.
  ///
  /// If orders are checked and one is wrong, another entry makes the next ones, and the message says so, until that
  /// entry is named again.
  ///
  /// Resort::always makes an order for every frame. Resort::moved makes one when something changed that an order
  /// depends on, and so draws the same pictures. Turning the camera in place changes no radial key. View depth is
  /// sorted again whenever the eye or the axis changes: moving the eye shifts all depths alike, but their rounding
  /// changes, and an order made from afar would be too coarse from near. A lazy Resort may draw an outdated order,
  /// and then elements are not culled; the report has its age and, unless orders are not to
  /// be checked, its inversions. Particles that have moved need an order with Resort::When::angle.
  FrameStats draw(const Camera& camera, const Look& look, const SortChoice& choice, const Target& target, bool wait);

  /// A frame of N sides, each with its own sorts, order, renderer and times, of the same step of the same
  /// scene, whose arrays exist once. Particles take their step with this; then each side may be drawn, or not,
  /// into its own target. Surplus sides are released. draw() is a frame of one.
  void begin(std::size_t sides);
  /// Like draw(). An error is this side's alone: the others continue.
  FrameStats draw_side(std::size_t side, const Camera& camera, const Look& look, const SortChoice& choice,
                       const Target& target, bool wait);

  /// Like draw() that waits, but by a separate side, from the first call to forget_beside(): the sides of the frame
  /// and the particles stay unchanged. For pictures that are compared with the displayed one.
  FrameStats draw_beside(const Camera& camera, const Look& look, const SortChoice& choice, const Target& target);
  void forget_beside();

  /// Draws the newest frame once more, with sub-pixel jitter, and shows the mean of it and all such before it, the
  /// frame itself included. It keeps the order and the particles; draw() begins again.
  /// `target` has the same size. Returns how many pictures the mean has; 1 where the frame shows no
  /// elements.
  std::uint32_t refine(const Target& target, std::size_t side = 0);
  /// Likewise, but draws a part that takes some milliseconds: the mean changes when the picture is complete.
  std::uint32_t refine_in_parts(const Target& target, std::size_t side = 0);
  /// Does the newest frame show elements on this side?
  bool can_be_refined(std::size_t side = 0) const;

  /// The sort input of the first side of a frame of this camera, for others that sort the same (compare/race.h).
  struct Sorting {
    OrderRequest wanted;
    std::uint64_t scene = 0;          // counts the scenes
    GpuGeometry* elements = nullptr;  // null: there is no scene
  };
  Sorting sorting(const Camera& camera, const SortChoice& choice) const;
  /// The context, for all that draws, sorts or measures beside it.
  GpuContext& gpu();
  /// Called before the buffers of a scene's elements are deleted: other readers release them.
  void before_elements_go(std::function<void()> call);

  /// Compiles the shaders again, from FARFIRST_SHADERS if that is set. Empty on success; else the compiler's log,
  /// and the programs stay unchanged.
  std::string reload_shaders();

  std::size_t gpu_bytes() const;                     // buffers, targets and pending orders
  std::size_t scene_bytes() const;                   // of these, the scene's arrays
  std::size_t host_bytes() const;                    // the sort's workspace
  std::string sorts_on(std::size_t side = 0) const;  // the GPU that makes the present orders, and how it shares them;
                                                     // empty on the CPU, or if there is no such side
  std::string why_auto() const;                 // why `auto` takes another device than the one that draws; may be empty
  bool checks(const SortChoice& choice) const;  // are orders checked?
  SceneBounds bounds() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace farfirst::app
