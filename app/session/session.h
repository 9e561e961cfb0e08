#pragma once
// What the window shows, without the window: the scene and the file that is being read, the camera, the choices, the
// times of the frames, the messages. The panels read and change it; tests drive it without a display.

#include <array>
#include <chrono>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "camera/depth_complexity.h"
#include "camera/path.h"
#include "cli/command.h"
#include "cli/object_values.h"
#include "cli/settings_file.h"
#include "compare/key_lab.h"
#include "compare/race.h"
#include "compare/split.h"
#include "edits.h"
#include "error_analysis.h"
#include "file_watch.h"
#include "history.h"
#include "io/background_read.h"
#include "render/scene_renderer.h"
#include "render/target.h"
#include "scene/particle_system.h"
#include "scene/scene.h"
#include "step_clock.h"

namespace farfirst::app {

class ParticlePlan;

struct Message {
  std::string text;
  bool error = false;  // stays until it is closed
  std::chrono::steady_clock::time_point since;
};

class Session {
 public:
  /// `proc` as for SceneRenderer.
  /// Particles take a step with every frame, or follow a clock in seconds: then they are drawn between their steps.
  Session(const GladGLContext& gl, const Command& command, void* (*proc)(const char*) = nullptr,
          std::function<double()> clock = {});

  // What the panels edit; the next draw() takes it from here.
  Document document;
  WindowSettings window_settings;
  Camera camera;
  WindowMemory memory;
  bool paused = false;            // particles
  bool pictures_may_lag = false;  // behind the frame, where the processor draws them
  bool playing = false;           // the camera path

  // ---- scene
  const std::optional<Scene>& scene() const { return scene_; }
  /// Whatever it holds, or a state. Models are read while frames are drawn; the old scene stays until then.
  void open(const std::filesystem::path& file);
  /// Objects of one scene. Those that cannot be read are told, and left out.
  void open(std::vector<ObjectChoice> objects);
  /// Beside what is shown; a state takes its place.
  void add(const std::filesystem::path& file);
  void add_scene(std::string_view word);  // as --scene has it
  /// As --scene has it: also the particle systems that are built in.
  void open_scene(std::string_view word);
  void reload();
  /// Reads the files again, turned in this way; the camera begins anew, for they lie elsewhere then.
  void set_flip(Flip flip);
  const BackgroundRead<FileContents>* loading() const { return load_.get(); }
  /// "b.ply" or, of several, "b.ply (2 of 3)".
  std::string loading_text() const;
  void cancel_load();
  /// Takes the model that has been read, and forgets old messages. True if something changed.
  bool update();

  // ---- objects of the scene, as document.objects has them and the panels change them
  /// That the panels, keys and the gizmo are about; none: no object.
  std::optional<std::size_t> selected;
  void remove_object(std::size_t object);  // not the last one
  void duplicate_object(std::size_t object);
  /// To another place in the list.
  void move_object(std::size_t from, std::size_t to);
  /// Moves the camera so that it fills the picture.
  void frame_object(std::size_t object);
  /// What is seen at a place of the picture (-1..1, y up), or nothing.
  void select_at(const glm::vec2& at);
  /// Of the scene in which they stand.
  Scene shown_scene() const;

  // ---- what can be undone (edits.h)
  /// After every frame of the panels. `under_way`: something is being dragged, or typed.
  void note_edits(bool under_way);
  void undo();
  void redo();
  const Edits& edits() const { return edits_; }

  // ---- particles. None of it changes the file that they came from, but save_system().
  /// Takes one step, and stands still.
  void step_once();
  /// Back to step 0.
  void restart_particles();
  /// With about so many particles, of this seed; 0: as many as before. They restart, after their warm-up.
  void set_particles(std::uint32_t count, std::uint32_t seed);
  /// The system as it is by now, to be changed.
  ParticleSystemDescription& particle_draft();
  /// Takes what was changed of it: at once, where particles can go on (ParticleSystem::apply). Else they restart,
  /// after their warm-up, if this is `done` and nothing is being dragged any more. False: it waits for that.
  bool apply_particle_draft(bool done);
  /// Writes it, over whatever has this name. It comes from that file then.
  void save_system(const std::filesystem::path& file);
  /// That it came from; empty: none.
  std::filesystem::path system_file() const;

  // ---- states (cli/state_file.h)
  /// Saves what is shown, over whatever has this name.
  void save_state(const std::filesystem::path& file);
  /// Shows a step of the tour, from 1; nothing if there is none.
  void show_tour(std::uint32_t step);
  /// Puts away the text that came with what is shown. After a tour what was shown before it comes back.
  void close_note();
  /// What the settings file is to keep: what a state brought was not chosen here.
  SettingsValues preferences();

  // ---- camera
  /// In the coordinates of the files: what is shown to people, and written.
  WorldCamera world_camera() const { return in_world(camera, origin()); }
  void set_world_camera(const WorldCamera& wanted) { camera = in_scene(wanted, origin()); }
  glm::dvec3 origin() const { return scene_ ? scene_->origin() : glm::dvec3(0.0); }
  float aspect() const;  // of the picture
  void frame_all();
  void reset_camera();
  /// Looks along a direction from so far that the scene fills the picture. The direction is that of a scene with Y up.
  void look_along(const glm::vec3& direction);
  /// What is up in the scene: for views, paths and files that are opened later. A built-in scene opens with its own.
  /// The view turns with it.
  void set_up(const glm::vec3& up);
  glm::vec3 up() const { return document.camera.view_up.value_or(glm::vec3(0, 1, 0)); }
  /// Sets the orbit centre to what is there (-1..1, y up). False if nothing is.
  bool focus_on(const glm::vec2& at);
  // ---- what moves by itself. Where there are several, that of the selected object, else the first
  /// Null if there is none.
  std::shared_ptr<ParticleSystem> particles() const;
  /// Plays unless paused. Null if there is none.
  std::shared_ptr<ParticleSequence> sequence() const;
  /// Shows this moment of it, and pauses.
  void scrub(double position);
  const std::optional<CameraPath>& path() const { return path_; }
  std::uint32_t path_frame() const { return path_frame_; }

  // ---- drawing
  struct View {
    int width = 1, height = 1;
    float pixel_scale = 1.0f;
    bool operator==(const View&) const = default;
  };
  /// Is there anything that draw() would draw differently from last time?
  bool needs_draw(const View& view) const;
  void draw(const View& view);
  /// Nothing changes: is the picture to become finer? Look::refine says how fine.
  bool needs_refinement(const View& view) const;
  bool refines() const { return needs_refinement(drawn_.view); }
  void refine();
  /// Frames that the picture is the mean of, and that it becomes the mean of at rest; 1: it is a frame.
  std::uint32_t refined() const { return refined_; }
  std::uint32_t most_refined() const;
  bool has_picture() const { return target_ != nullptr; }
  /// That is shown.
  const PictureTarget& picture() const { return shows_heat() ? *error_analysis_->meter().heat() : *shown_; }
  void reload_shaders();
  const SceneRenderer& scene_renderer() const { return *scene_renderer_; }
  /// Why this renderer cannot draw here; empty if it can.
  std::string why_unavailable(const RendererAbout& renderer) const { return renderer.why_unavailable(gl_); }
  std::string opengl() const { return opengl_; }

  // ---- the race of the sorts: what it does stands in the document
  Race& race() { return race_; }
  const Race& race() const { return race_; }
  /// Lets those sort whose turn it is, what the newest frame sorted. To be called behind draw(), and also where nothing
  /// was drawn.
  void step_race();
  void tick(std::size_t entry, bool ticked);

  // ---- against the truth: what is measured by itself stands in the document
  /// Null while its window is closed.
  const ErrorAnalysis* error_analysis() const { return error_analysis_.get(); }
  /// Begins with the next frame; of this side.
  void ask_error(bool with_causes, std::size_t side);
  void ask_methods(std::size_t side);
  /// Draws and measures one picture, if something is to be measured. To be called behind draw(), and also where nothing
  /// was drawn.
  void step_error_analysis();
  /// Is there more to measure?
  bool measures() const {
    return error_analysis_ && (error_analysis_->is_under_way() || (error_analysis_->is_asked() && can_be_measured()));
  }
  /// Ends that and the key lab's, and asks for nothing more by itself. False if nothing is being measured.
  bool stop_measuring();
  /// Does picture() show where the picture is wrong?
  bool shows_heat() const {
    return error_analysis_ && document.error.heat && error_analysis_->is_up_to_date() &&
           error_analysis_->meter().heat();
  }

  // ---- the key lab: open as the document says
  const KeyLab& key_lab() const { return key_lab_; }
  /// What the newest frame shows.
  void measure_keys();
  /// Measures the next row. To be called as step_race().
  void step_key_lab();
  bool measures_keys() const { return document.key_lab && !key_lab_.is_done(); }
  /// Was it measured of what is shown now?
  bool key_lab_is_current() const;

  // ---- two sides: 0 is the left one, or the only one
  static constexpr std::size_t left = 0, right = 1;
  std::size_t sides() const { return document.split.on ? 2 : 1; }
  void set_split(bool on);
  /// The left side becomes the right one.
  void swap_sides();
  /// What a side has of its own (compare/sides.h), to be changed.
  SortChoice& own_sort(std::size_t side);
  Look& own_look(std::size_t side);
  /// How a side is sorted and drawn.
  SortChoice sort_of(std::size_t side) const;
  Look look_of(std::size_t side) const;
  /// How far the two pictures were apart when that was measured last; none while nothing is known.
  std::optional<PictureError> difference() const { return split_ ? split_->error() : std::nullopt; }
  /// Is it that of the pictures that are shown?
  bool knows_difference() const { return split_ && split_->is_up_to_date(); }

  // ---- what was measured, of one side
  /// 0..1 of the steps up to the particles' start, while these are being simulated; none: they are there.
  std::optional<double> start_simulated() const { return start_simulated_; }
  /// The picture that is shown is not the one that is wanted: that is still being sorted or drawn.
  bool is_under_way() const { return is_under_way(left) || (sides() > 1 && is_under_way(right)); }
  /// Frames are drawn to compare two sides, until there are enough of each.
  bool compares_sides() const;
  /// Nothing of the scene is drawn yet: its first order is still being made.
  bool first_order_under_way(std::size_t side = left) const;
  const FrameStats& last(std::size_t side = left) const { return seen_[side].last; }  // of the frame drawn last
  const FrameHistory& times(std::size_t side = left) const { return seen_[side].times; }
  /// The steps of the newest draw that is known, by the renderer that drew; empty if it has none.
  const Steps& draw_steps(std::size_t side = left) const { return seen_[side].draw_steps; }
  void clear_times();
  /// Frames per second while drawing goes on; 0 when idle.
  double frames_per_second() const;

  // ---- messages
  void notify(const std::string& text);
  void notify_error(const std::string& text);
  std::deque<Message>& messages() { return messages_; }

 private:
  using Clock = std::chrono::steady_clock;
  struct Drawn {
    Camera camera;
    Document document;
    std::array<SideChoice, 2> sides;
    View view;
    std::uint64_t scene = 0;
    bool has_reference_renders = false;  // one more side, of which nothing is shown
  };
  /// What was measured of a side.
  struct Seen {
    FrameStats last;
    FrameHistory times;
    Steps draw_steps;
    bool has_picture = false;      // its target shows one
    std::uint64_t to_compare = 0;  // pictures that were drawn to compare it with the other side
  };
  /// What the automatic opacity depends on: a new one is due when this changes.
  struct OpacityBasis {
    std::uint64_t scene = 0;
    glm::vec3 up{0.0f};
    LayerView view;  // the picture does not count: its size may change without the look
    bool operator==(const OpacityBasis&) const = default;
  };
  void set_race();
  void set_error_analysis();
  void ask_by_itself();
  void follow_objects();
  bool can_be_measured() const;
  ShownPicture shown_picture(std::size_t side) const;
  std::size_t measured_side() const { return std::min(measured_side_, sides() - 1); }
  OpacityBasis opacity_basis(const View& view) const;
  bool opacity_is_due(const View& view) const;
  void choose_opacity(const View& view);
  /// What is to be shown, with this camera or the one that the document opens with.
  struct Wanted {
    Document document;
    std::optional<WorldCamera> camera;
  };
  static Document without_state(Document document);
  Document next_document() const;
  /// Files that are read one after the other, and what was read of them or was there before.
  struct FilesToRead {
    std::vector<ObjectChoice> choices;
    Objects objects;
    std::size_t at = 0, before = 0;
    std::map<std::filesystem::path, FileContents> files{};  // that were read: several choices may name one
  };
  void add(ObjectChoice choice);
  void read(std::vector<ObjectChoice> choices, Objects before = {});
  void read_next();
  void show_what_was_read();
  bool step_load();
  const Object* selected_object() const;
  bool objects_are_placed() const;
  void place_objects();
  void show_objects(Objects objects);
  Shown shown() const;
  void show_again(const Shown& wanted);
  void show_objects_again(const Objects& wanted);
  struct Picked {
    std::size_t object = 0;
    glm::vec3 place{0.0f};
  };
  std::optional<Picked> pick_at(const glm::vec2& at);
  std::optional<glm::vec3> pick_placed(const ElementPart& part, const glm::vec2& at) const;
  void move_particles();
  bool restart_particles(ParticleSystem& system, std::shared_ptr<const ParticlePlan> plan);
  void take_plan(ParticleSystem& system, const std::shared_ptr<const ParticlePlan>& plan);
  void name_system_file(const std::filesystem::path& file);
  void note_particles();
  bool follow_system_file();
  void open_state(const std::filesystem::path& file);
  bool step_sequences();
  void show_state(Wanted wanted);
  bool is_shown_already(const Document& wanted) const;
  void take_document(const Document& wanted);
  void note_preferences();
  bool show(Objects objects, Wanted wanted);
  bool put_into_frame(const Scene& scene, void (SceneRenderer::*put)(const Scene&));
  void end_load();
  void take(Objects objects);
  void tell_remarks(const std::string& name, const std::vector<std::string>& remarks);
  void tell_coarse_places();
  void step_path();
  std::filesystem::path remembered_file() const;
  void recall_up();
  void prepare_pictures(const View& view);
  void resize_pictures(const View& view);
  bool simulate_start();
  SceneRenderer::Target frame_target(std::size_t side) const;
  bool draws_to_compare(std::size_t side) const;
  SortChoice sort_to_draw(std::size_t side) const;
  bool has_frames_to_compare(std::size_t side) const;
  void draw_sides(const View& view);
  void draw_side(std::size_t side, bool switched);
  void sort_by_auto(std::size_t side);
  void draw_by_auto(std::size_t side, const std::string& why);
  void compose();
  const PictureTarget& target_of(std::size_t side) const { return side == left ? *target_ : split_->right(); }
  void note(std::size_t side, const FrameStats& report);
  void count_frame(double milliseconds);
  void measure(std::size_t side, const FrameStats& report, bool switched);
  std::string about(std::size_t side, const std::string& text) const;
  bool is_under_way(std::size_t side) const;
  bool is_animated() const;
  bool needs_sides(const View& view) const;
  bool same_as_drawn(const View& view) const;

  const GladGLContext& gl_;
  std::unique_ptr<SceneRenderer> scene_renderer_;
  Race race_;
  std::optional<std::vector<std::string>> raced_;  // as document.race.sorts was when it was set
  KeyLab key_lab_;
  std::uint64_t key_lab_scene_ = 0;                // that it was begun with; 0: none
  std::vector<ObjectChoice> key_lab_objects_;      // likewise
  std::unique_ptr<ErrorAnalysis> error_analysis_;  // while its window is open
  std::size_t measured_side_ = left;               // that it is about
  std::vector<ObjectChoice> measured_objects_;     // and of these
  std::size_t measured_sides_ = 1;
  std::unique_ptr<PictureTarget> target_;  // of the left side
  std::unique_ptr<SplitPicture> split_;    // while there are two
  const PictureTarget* shown_ = nullptr;   // one of these
  SplitView composed_;                     // that it was composed for
  std::string opengl_;

  std::optional<Scene> scene_;
  std::uint64_t scene_number_ = 0;
  std::unique_ptr<BackgroundRead<FileContents>> load_;
  FilesToRead reading_;
  std::optional<CameraPath> path_;
  std::uint32_t path_frame_ = 0;
  bool keep_camera_ = false;           // what is being read is what is shown
  bool up_is_recalled_ = false;        // it was chosen for the file that is shown, not in this window
  std::optional<Wanted> awaited_;      // a state whose file is being read
  std::optional<Wanted> before_tour_;  // what was shown then
  glm::ivec2 opening_size_;
  Document preferences_;
  Document brought_;  // as the start or a state brought it: what differs was chosen here

  std::function<double()> clock_;  // none: a step a frame
  StepClock step_clock_{particle_step_seconds};
  bool step_once_ = false;
  std::optional<double> start_simulated_;
  FileWatch system_watch_;           // of the particle system that is shown
  ParticleSystemDescription draft_;  // of this one
  std::shared_ptr<const ParticlePlan> draft_of_;

  Edits edits_;
  bool changed_by_itself_ = false;  // what can be undone, since that was looked at

  OpacityBasis opacity_basis_;  // of the automatic opacity that is in force
  Drawn drawn_;
  bool dirty_ = true;
  std::uint32_t refined_ = 1;
  std::array<std::uint32_t, 2> refined_of_{1, 1};  // likewise, of each side
  bool cannot_refine_ = false;                     // there was no memory for it
  std::array<Seen, 2> seen_;
  std::uint32_t frames_at_rest_ = 0;
  bool right_first_ = false;  // the sides take turns in being drawn first
  std::deque<Clock::time_point> draw_times_;
  std::optional<Clock::time_point> played_;  // up to when the sequence was played; none: it stands
  std::deque<Message> messages_;
};

}  // namespace farfirst::app
