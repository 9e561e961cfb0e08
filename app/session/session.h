#pragma once
// What the window shows, without the window: its parts, and what is done with the document that they share. The panels
// edit the document and look at the parts; tests drive it without a display.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis.h"
#include "cli/command.h"
#include "cli/settings_file.h"
#include "edits.h"
#include "loader.h"
#include "messages.h"
#include "navigation.h"
#include "player.h"
#include "showing.h"
#include "viewer.h"

namespace farfirst::app {

class Session {
  Showing now_;  // the parts below refer to it

 public:
  /// `proc` as for SceneRenderer, `clock` as for Player.
  Session(const GladGLContext& gl, const Command& command, void* (*proc)(const char*) = nullptr,
          std::function<double()> clock = {});

  // What the panels edit; the next draw() takes it from here.
  Document& document = now_.document;
  Camera& camera = now_.camera;
  bool& paused = now_.paused;    // particles
  bool& playing = now_.playing;  // the camera path
  std::optional<std::size_t>& selected = now_.selected;
  WindowSettings window_settings;
  WindowMemory memory;

  Messages messages;
  Frames frames;
  Viewer viewer;
  Analysis analysis;
  Player player;
  Navigation navigation;
  Loader loader;

  // ---- scene
  const std::optional<Scene>& scene() const { return now_.scene; }
  /// Whatever it holds, or a state. Models are read while frames are drawn; the old scene stays until then.
  void open(const std::filesystem::path& file);
  /// Objects of one scene. Those that cannot be read are reported, and left out.
  void open(std::vector<ObjectChoice> objects);
  /// Beside what is shown; a state takes its place.
  void add(const std::filesystem::path& file);
  void add_scene(std::string_view word);  // as --scene has it
  /// As --scene has it: also the particle systems that are built in.
  void open_scene(std::string_view word);
  void reload();
  /// Reads the files again, turned in this way; the camera begins anew, for they lie elsewhere then.
  void set_flip(Flip flip);
  /// Takes the model that has been read, and forgets old messages. True if something changed.
  bool update();
  void draw(const Viewer::View& view);

  // ---- objects of the scene, as document.objects has them and the panels change them
  void remove_object(std::size_t object);  // not the last one
  void duplicate_object(std::size_t object);
  /// To another place in the list.
  void move_object(std::size_t from, std::size_t to);
  /// Of the scene in which they stand.
  Scene shown_scene() const { return now_.placed_scene(); }

  // ---- what can be undone (edits.h)
  /// After every frame of the panels. `under_way`: something is being dragged, or typed.
  void note_edits(bool under_way);
  void undo();
  void redo();
  const Edits& edits() const { return edits_; }

  // ---- states (cli/state_file.h)
  /// Saves what is shown, over whatever has this name.
  void save_state(const std::filesystem::path& file);
  /// Shows a step of the tour, from 1; nothing if there is none.
  void show_tour(std::uint32_t step);
  /// Puts away the text that came with what is shown. After a tour what was shown before it comes back.
  void close_note();
  /// What the settings file is to keep: what a state brought was not chosen here.
  SettingsValues preferences();

 private:
  /// What is to be shown, with this camera or the one that the document opens with.
  struct Wanted {
    Document document;
    std::optional<WorldCamera> camera;
  };
  static Document without_state(Document document);
  Document next_document() const;
  void add(ObjectChoice choice);
  void read(std::vector<ObjectChoice> choices, Objects before = {});
  void finish_reading();
  void place_objects();
  void show_objects(Objects objects);
  Shown shown() const;
  void show_again(const Shown& wanted);
  void show_objects_again(const Objects& wanted);
  bool follow_system_file();
  void open_state(const std::filesystem::path& file);
  void show_state(Wanted wanted);
  bool is_shown_already(const Document& wanted) const;
  void take_document(const Document& wanted);
  void note_preferences();
  bool show(Objects objects, Wanted wanted);
  void take(Loader::Result read);
  void tell_remarks(const std::string& name, const std::vector<std::string>& remarks);

  std::optional<Scene>& scene_ = now_.scene;
  bool keep_camera_ = false;           // what is being read is what is shown
  std::optional<Wanted> awaited_;      // a state whose file is being read
  std::optional<Wanted> before_tour_;  // what was shown then
  Document preferences_;
  Document brought_;  // as the start or a state brought it: what differs was chosen here
  Edits edits_;
};

}  // namespace farfirst::app
