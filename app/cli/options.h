#pragma once
// One table of options drives the command line, --help and the settings file.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "camera/opening.h"
#include "compare/sides.h"
#include "compare/split.h"
#include "io/load.h"
#include "io/particle_scene.h"
#include "order/choice.h"
#include "render/look.h"
#include "scene/particle_sequence.h"
#include "scene/source.h"

struct GladGLContext;

namespace farfirst::app {

/// What somebody wrote about what is shown.
struct Note {
  std::string title, text;
  bool empty() const { return title.empty() && text.empty(); }
};

/// Objects of the scene: a file of whatever kind, or a built-in scene as --scene has it; and how it is shown.
struct ObjectChoice {
  std::filesystem::path file;
  ObjectSetting setting{};
  std::string scene{};    // instead of the file
  Part part = Part::all;  // of a file that holds several kinds this one alone; all: an object of each
  std::string name() const;
  std::string own_name() const { return own_name_of(file, scene, part); }
  bool operator==(const ObjectChoice&) const = default;
};

/// The race of the sorts (compare/race.h).
struct RaceChoice {
  bool on = false;                                  // its panel is open
  bool curves = false;                              // over the number of elements
  std::optional<std::vector<std::string>> sorts{};  // ids of those that are ticked; not said: the usual ones
  bool operator==(const RaceChoice&) const = default;
};

/// A sort with parameters of its own.
struct NamedSort {
  std::string algorithm;  // or "auto"
  std::vector<ParameterValue> parameters;
};

/// What to sort by; what is not said is as elsewhere.
struct KeyChoice {
  std::optional<Metric> metric;
  std::optional<SortPoint> sort_point;
  std::optional<Precision> precision;
};

/// What is compared without a window: each sort with each renderer and each key. An empty list: the one that the other
/// options say.
struct CompareChoice {
  std::vector<NamedSort> sorts;
  std::vector<std::string> renderers;
  std::vector<KeyChoice> keys;
  bool with_exact = false;  // errors are from the picture of the renderer `exact`; else from the first
  bool is_on() const { return !sorts.empty() || !renderers.empty() || !keys.empty(); }
};

/// An option without its dashes, and what was said.
struct GivenValue {
  std::string name, value;
};

/// What is shown against the truth (session/error_analysis.h).
struct ErrorChoice {
  bool on = false;          // its window is open
  bool causes = false;      // are found where the error is asked for
  bool methods = false;     // the table is made when the window opens
  bool heat = false;        // the heat map is shown instead of the picture
  std::uint32_t every = 0;  // frames from one measurement to the next; 0: when it is asked for
  static constexpr std::uint32_t most_every = 100'000;
  bool operator==(const ErrorChoice&) const = default;
};

/// Particles from files.
struct SequenceChoice {
  std::filesystem::path named;  // a pattern, a folder or a file
  double rate = 30;             // files a second
  std::uint32_t first = 1;
  Interpolation interpolation = Interpolation::automatic;
  std::uint32_t read_ahead = 1024;  // MiB
  std::vector<std::string> columns;
  std::optional<float> radius;
  ParticleMapping mapping{};
};

struct Options {
  enum class Action : std::uint8_t { run, help, version, list_sorts, list_renderers, list_readers, self_test };
  enum class Window : std::uint8_t { automatic, wanted, unwanted };

  Action action = Action::run;
  std::filesystem::path state;             // a file that said what is shown (state_file.h), or
  std::uint32_t tour = 0;                  // a step of the tour, from 1
  Note note;                               // that came with it
  std::filesystem::path file;              // of SceneKind::file: that of the first object; empty: it is built in
  std::vector<ObjectChoice> objects;       // all, where there are several or something is said of one
  std::vector<std::string> objects_given;  // what --object says of them, until they are known
  SceneKind scene = SceneKind::glass;
  ParticleChoice system;    // of SceneKind::particles
  SequenceChoice sequence;  // of SceneKind::sequence
  std::uint32_t steps = 0;  // that particles have taken before the first frame
  std::uint32_t particles = 100'000;
  std::uint32_t splats = 1'000'000;
  Flip flip = Flip::no;  // of a file

  std::optional<std::filesystem::path> output, reference, csv, camera_path;
  std::optional<std::filesystem::path> exported;         // the file that the scene is written to; then nothing is drawn
  std::optional<std::filesystem::path> saved_particles;  // likewise, the particles of a step
  std::optional<std::filesystem::path> saved_system;     // likewise, their system
  double reference_threshold = 0.04;
  std::uint32_t frames = 0;  // 0 = not said: one, or as many as the camera path has
  std::uint32_t warmup = 0;
  int width = 1280, height = 720;

  Look look;
  bool automatic_opacity = true;  // look.opacity is chosen by the scene
  SortChoice sort;
  SplitView split;                      // look and sort are the left side's;
  std::optional<SideChoice> right;      // what the right one has of its own, from when it is first needed,
  std::vector<GivenValue> right_given;  // and what is said of that (right_side.h)
  CameraRequest camera;

  RaceChoice race;
  bool key_lab = false;  // its panel is open
  CompareChoice compare;
  ErrorChoice error;

  Window window = Window::automatic;
  bool vsync = true;
  float ui_scale = 0.0f;  // 0 = what the display says
  std::filesystem::path config;
  bool use_config = true;
  bool reset_settings = false;
  bool verbose = false;
  bool debug = false;

  std::vector<std::string> given;    // names that stood on the command line, or in the state
  std::vector<std::string> notices;  // for the user: what is worth knowing, but no error
  bool was_given(std::string_view name) const;
  /// All that is shown.
  std::vector<ObjectChoice> all_objects() const;
  /// Of the elements of the built-in scene that have a number; 0: as many as the particle system says.
  std::uint32_t scene_size() const;
  /// As --scene has it: that of the built-in scene.
  std::string_view scene_word() const;
};

enum class OptionKind : std::uint8_t { toggle, number, text };

/// What the settings file does with an option. It keeps how things look and how the window works. What was tried out
/// (a sort, a draw order, a metric) is not what the next start should begin with.
enum class Persistence : std::uint8_t {
  no,        // belongs to one run: what is opened, where from it is seen, what is written
  if_named,  // to try out: read from a file that --config names, never written
  yes        // read, and written when the window closes
};

/// A row of the table. `set` reads a value as it is written on the command line and throws Failure(usage) with a
/// sentence; `get` writes it so that `set` reads it back.
struct OptionRow {
  std::string_view group;
  std::string_view name;   // without the dashes
  std::string_view value;  // "FILE.png" in the help; empty for a toggle
  OptionKind kind;
  Persistence persistence;
  std::string_view help;
  std::function<void(Options&, const std::string&)> set;
  std::function<std::string(const Options&)> get;  // null if nobody asks for it again; empty if nothing was said
};
std::span<const OptionRow> option_table();
/// The row of a name without dashes; null if there is none.
const OptionRow* find_option(std::string_view name);
/// Does it say what is shown, so that a saved state holds it? Not what is written, and not how the window works.
bool is_shown(const OptionRow& row);
/// Is there --no-NAME as well? Not for options that are an action, no state: --no-help means nothing.
bool has_negation(const OptionRow& row);

/// Reads the command line over `base`, and over the state that it names. Throws Failure(usage), and for the state
/// FileError.
Options parse_command_line(std::span<const std::string> arguments, const Options& base = {});

std::string help_text();
std::string version_text();
/// Every entry of the catalogue; those that cannot run here with the reason.
std::string sorts_text();
/// With why one cannot draw in this context, and which `auto` takes before it measures. Null: there is none, and why.
std::string renderers_text(const GladGLContext* gl, const std::string& why_none);
std::string readers_text();

// Names of the choices, as they are written on the command line and in the settings file.
std::string_view name_of(DrawOrder order);
std::string_view name_of(ExactBy exact_by);
std::string_view name_of(Shading shading);
std::string_view name_of(Primitive primitive);
std::string_view name_of(std::optional<Metric> metric);
std::string_view name_of(SortPoint sort_point);
std::string_view name_of(KeyForm form);
std::string_view name_of(SplitShow show);

}  // namespace farfirst::app
