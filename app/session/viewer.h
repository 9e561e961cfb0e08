#pragma once
// The viewer draws the document, one side or two: it decides when to draw, how, and how much to refine.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compare/reference_renders.h"
#include "history.h"
#include "messages.h"
#include "pictures.h"
#include "render/scene_renderer.h"
#include "showing.h"

namespace farfirst::app {

class Viewer {
 public:
  struct View {
    int width = 1, height = 1;
    float pixel_scale = 1.0f;
    bool operator==(const View&) const = default;
  };
  /// The state that the pictures show.
  struct Drawn {
    Camera camera;
    Document document;
    View view;
    std::uint64_t scene = 0;
    bool has_reference_renders = false;  // one more side, of which nothing is shown
  };

  /// `proc` as for SceneRenderer; `opening_size`: of the first picture, as far as is known.
  Viewer(const GladGLContext& gl, void* (*proc)(const char*), const glm::ivec2& opening_size, Showing& now,
         Frames& frames, Messages& messages);

  bool pictures_may_lag = false;  // behind the frame, where the processor draws them
  const std::string opengl;       // "OpenGL 4.5 ..., Mesa"

  SceneRenderer& scene_renderer() { return scene_renderer_; }
  const SceneRenderer& scene_renderer() const { return scene_renderer_; }
  /// The reason why this renderer cannot draw here; empty if it can.
  std::string why_unavailable(const RendererAbout& renderer) const { return renderer.why_unavailable(gl_); }
  /// If memory runs out, reports it and returns to the scene before.
  bool set_scene(const Scene& scene, void (SceneRenderer::*set)(const Scene&) = &SceneRenderer::set_scene);
  /// Another scene is shown from now on: forgets the old one.
  void begin_scene();

  /// Would a picture now differ from the last one?
  bool needs_draw(const View& view) const;
  /// Are pictures due for that?
  bool needs_pictures(const View& view) const;
  /// Sets the size of pictures.
  void prepare(const View& view);
  /// Sets the automatic size of points, and the automatic opacity.
  void choose_automatic(const View& view) {
    choose_point_size(view);
    choose_opacity(view);
  }
  /// The next picture chooses it, whatever it is.
  void forget_opacity() { opacity_basis_ = {}; }
  /// `raced`: sorts are raced beside the frame.
  void draw_pictures(const View& view, bool raced);
  void compose() { pictures_.compose(now_.document.split); }

  /// At rest: is the picture to be refined? Look::refine limits it.
  bool needs_refinement(const View& view) const;
  void refine();
  /// The number of frames in the picture's mean, and the number at rest; 1: a single frame.
  std::uint32_t refined() const { return refined_; }
  std::uint32_t most_refined() const;

  bool has_picture() const { return pictures_.exist(); }
  Pictures& pictures() { return pictures_; }
  /// The displayed picture.
  const PictureTarget& picture() const;
  float aspect() const;
  /// Does picture() show where the picture is wrong?
  bool shows_heat() const;
  void reload_shaders();

  const Drawn& drawn() const { return drawn_; }
  /// The displayed picture is outdated: the next one is still being sorted or drawn.
  bool is_under_way() const;
  /// Nothing of the scene is drawn yet: its first order is still being made.
  bool first_order_under_way(std::size_t side = left_index) const;
  /// Frames are drawn to compare two sides, until there are enough of each.
  bool compares_sides() const;
  /// The picture is being measured, or will be with the next frame.
  bool is_measured() const;
  /// Is it a picture that can be measured?
  bool can_be_measured() const;
  ShownPicture shown_picture() const;

 private:
  /// The causes of the automatic opacity: a change makes a new one due.
  struct OpacityBasis {
    std::uint64_t scene = 0;
    glm::vec3 up{0.0f};
    LayerView view;  // without the picture's size, which does not change the look
    bool operator==(const OpacityBasis&) const = default;
  };
  void choose_point_size(const View& view);
  void choose_opacity(const View& view);
  OpacityBasis opacity_basis(const View& view) const;
  bool opacity_is_due(const View& view) const;
  std::size_t measured_side() const;
  bool same_as_drawn(const View& view) const;
  bool is_under_way(std::size_t side) const;
  bool has_frames_to_compare(std::size_t side) const;
  bool draws_to_compare(std::size_t side) const;
  SortChoice sort_to_draw(std::size_t side, SortChoice sort) const;
  SceneRenderer::Target frame_target(std::size_t side) const;
  std::array<bool, 2> note_drawn(const View& view);
  void draw_side(std::size_t side, bool switched, bool raced);
  void note(std::size_t side, const std::string& message, const std::string& trouble);
  void sort_by_auto(std::size_t side);
  void draw_by_auto(std::size_t side, const std::string& why);
  std::string about(std::size_t side, const std::string& text) const;

  const GladGLContext& gl_;
  Showing& now_;
  Document& document_;
  Frames& frames_;
  Messages& messages_;
  SceneRenderer scene_renderer_;
  Pictures pictures_;
  glm::ivec2 opening_size_;
  OpacityBasis opacity_basis_;                                      // of the present automatic opacity
  std::optional<std::pair<std::uint64_t, bool>> point_size_basis_;  // likewise: the scene, and whether all are points
  Drawn drawn_;
  std::array<bool, 2> has_picture_{};          // the target of a side shows one
  std::array<std::uint64_t, 2> to_compare_{};  // pictures that were drawn to compare a side with the other
  std::uint32_t refined_ = 1;
  std::array<std::uint32_t, 2> refined_of_{1, 1};  // likewise, of each side
  bool cannot_refine_ = false;                     // memory ran out
  std::uint32_t frames_at_rest_ = 0;
  bool right_first_ = false;  // the sides take turns in being drawn first
};

}  // namespace farfirst::app
