#pragma once
// The session: all of the window but the window itself. It owns the parts that share a document. The panels
// edit the document and read the parts; tests drive it without a display.

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

  // The values that the panels edit; the next draw() takes them from here.
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
  /// Opens any file, also a state. Models are read while frames are drawn; the old scene stays until then.
  void open(const std::filesystem::path& file);
  /// Opens objects of one scene. Reports and leaves out those that cannot be read.
  void open(std::vector<ObjectChoice> objects);
  /// Adds files to the scene; a state replaces it.
  void add(const std::filesystem::path& file);
  void add_scene(std::string_view word);  // as --scene has it
  /// Opens a scene by its --scene name, also a built-in particle system.
  void open_scene(std::string_view word);
  void reload();
  /// Reads the files again, turned in this way; the camera is chosen again, because their coordinates change.
  void set_flip(Flip flip);
  /// Takes the model that has been read, and drops old messages. True if something changed.
  bool update();
  void draw(const Viewer::View& view);

  // ---- objects of the scene, as document.objects has them and the panels change them
  void remove_object(std::size_t object);  // not the last one
  void duplicate_object(std::size_t object);
  /// To another place in the list.
  void move_object(std::size_t from, std::size_t to);
  /// The transform of the scene that holds them.
  Scene shown_scene() const { return now_.placed_scene(); }

  // ---- undo (edits.h)
  /// After every frame of the panels. `under_way`: the user is dragging or typing.
  void note_edits(bool under_way);
  void undo();
  void redo();
  const Edits& edits() const { return edits_; }

  // ---- states (cli/state_file.h)
  /// Saves the present state, over a file of this name.
  void save_state(const std::filesystem::path& file);
  /// Shows a step of the tour, from 1; nothing if there is none.
  void show_tour(std::uint32_t step);
  /// Closes the text that came with a state. After a tour the document before it comes back.
  void close_note();
  /// The document for the settings file: values that a state brought were not chosen here.
  SettingsValues preferences();

 private:
  /// A document to show, with this camera or its opening one.
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
  void report_remarks(const std::string& name, const std::vector<std::string>& remarks);

  std::optional<Scene>& scene_ = now_.scene;
  bool keep_camera_ = false;           // what is being read is what is shown
  std::optional<Wanted> awaited_;      // a state whose file is being read
  std::optional<Wanted> before_tour_;  // what was shown then
  Document preferences_;
  Document brought_;  // as the start or a state brought it; differences were chosen here
  Edits edits_;
};

}  // namespace farfirst::app
