#pragma once
// What the window shows, without the window: its parts, and what is done with the document that they share. The panels
// edit the document and look at the parts; tests drive it without a display.

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "analysis.h"
#include "camera/path.h"
#include "cli/command.h"
#include "cli/object_values.h"
#include "cli/settings_file.h"
#include "edits.h"
#include "file_watch.h"
#include "frames.h"
#include "io/background_read.h"
#include "messages.h"
#include "scene/particle_system.h"
#include "showing.h"
#include "step_clock.h"
#include "viewer.h"

namespace farfirst::app {

class ParticlePlan;

class Session {
  Showing now_;  // the parts below refer to it

 public:
  /// `proc` as for SceneRenderer.
  /// Particles take a step with every frame, or follow a clock in seconds: then they are drawn between their steps.
  Session(const GladGLContext& gl, const Command& command, void* (*proc)(const char*) = nullptr,
          std::function<double()> clock = {});

  // What the panels edit; the next draw() takes it from here.
  Document& document = now_.document;
  Camera& camera = now_.camera;
  bool& paused = now_.paused;    // particles
  bool& playing = now_.playing;  // the camera path
  WindowSettings window_settings;
  WindowMemory memory;

  Messages messages;
  Frames frames;
  Viewer viewer;
  Analysis analysis;

  // ---- scene
  const std::optional<SceneSource>& scene() const { return now_.scene; }
  /// Whatever it holds, or a state. Models are read while frames are drawn; the old scene stays until then.
  void open(const std::filesystem::path& file);
  /// Objects of one scene. Those that cannot be read are told, and left out.
  void open(std::vector<ObjectChoice> objects);
  /// Beside what is shown; a state takes its place.
  void add(const std::filesystem::path& file);
  void add_scene(std::string_view word);  // as --scene has it
  void open_built_in(SceneKind kind);
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
  Objects shown_objects() const;

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
  void frame_all();
  void reset_camera();
  /// Looks along a direction from so far that the scene fills the picture. The direction is that of a scene with Y up.
  void look_along(const glm::vec3& direction);
  /// What is up in the scene: for views, paths and files that are opened later. A built-in scene opens with its own.
  /// The view turns with it.
  void set_up(const glm::vec3& up);
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

  /// 0..1 of the steps up to the particles' start, while these are being simulated; none: they are there.
  std::optional<double> start_simulated() const { return start_simulated_; }

  void draw(const Viewer::View& view);

 private:
  using Clock = std::chrono::steady_clock;
  void notify(const std::string& text) { messages.notify(text); }
  void notify_error(const std::string& text) { messages.notify_error(text); }
  /// What is to be shown, with this camera or the one that the document opens with.
  struct Wanted {
    Document document;
    std::optional<WorldCamera> camera;
  };
  static Document without_state(Document document);
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
  static void name_objects(Document& wanted, const Objects& objects);
  static SceneSource named_scene(Objects objects, Document& wanted);
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
  void open_system(const std::filesystem::path& file);
  void open_sequence(const std::filesystem::path& named);
  bool step_sequences();
  void open_without_models(SceneKind kind, const ParticleChoice& system);
  void show_state(Wanted wanted);
  bool is_shown_already(const Document& wanted) const;
  void take_document(const Document& wanted);
  void note_preferences();
  bool show_built_in(const Wanted& wanted);
  bool show(SceneSource scene, const Wanted& wanted);
  void end_load();
  void take(Objects objects);
  void tell_remarks(const std::string& name, const std::vector<std::string>& remarks);
  void tell_coarse_places();
  void step_path();
  std::filesystem::path remembered_file() const;
  void recall_up();
  bool simulate_start();
  std::optional<SceneSource>& scene_ = now_.scene;
  std::unique_ptr<BackgroundRead<FileContents>> load_;
  FilesToRead reading_;
  std::optional<CameraPath> path_;
  std::uint32_t path_frame_ = 0;
  bool keep_camera_ = false;           // what is being read is what is shown
  bool up_is_recalled_ = false;        // it was chosen for the file that is shown, not in this window
  std::optional<Wanted> awaited_;      // a state whose file is being read
  std::optional<Wanted> before_tour_;  // what was shown then
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
  std::optional<Clock::time_point> played_;  // up to when the sequence was played; none: it stands
};

}  // namespace farfirst::app
