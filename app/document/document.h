#pragma once
// The document, the present content as one value: the objects, how each side sorts and draws them, the opening camera,
// and what is compared. The command line, a state file or a step of the tour make a document; the panels
// edit it. Undo, states, settings and "is another picture due?" compare documents or write them, and nothing else.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "camera/opening.h"
#include "compare/sides.h"
#include "compare/split.h"
#include "io/load.h"
#include "scene/objects.h"
#include "scene/particle_sequence.h"

namespace farfirst::app {

/// Title and text that come with a state.
struct Note {
  std::string title, text;
  bool empty() const { return title.empty() && text.empty(); }
  bool operator==(const Note&) const = default;
};

/// The race of the sorts (compare/race.h).
struct RaceChoice {
  bool on = false;                                  // its panel is open
  bool curves = false;                              // over the number of elements
  std::optional<std::vector<std::string>> sorts{};  // ids of those that are ticked; none: the usual ones
  bool operator==(const RaceChoice&) const = default;
};

/// The error against the reference (session/error_analysis.h).
struct ErrorChoice {
  bool on = false;          // its window is open
  bool causes = false;      // are found where the error is asked for
  bool methods = false;     // the table is made when the window opens
  bool heat = false;        // the heat map is shown instead of the picture
  std::uint32_t every = 0;  // frames from one measurement to the next; 0: on request
  static constexpr std::uint32_t most_every = 100'000;
  bool operator==(const ErrorChoice&) const = default;
};

/// Particles from files.
struct SequenceChoice {
  double rate = 30;  // files a second
  std::uint32_t first = 1;
  Interpolation interpolation = Interpolation::automatic;
  std::uint32_t read_ahead = 1024;  // MiB
  std::vector<std::string> columns;
  std::optional<float> radius;
  ParticleMapping mapping{};
  bool operator==(const SequenceChoice&) const = default;
};

/// The sizes of a picture; without a split there is the left one alone.
inline constexpr std::size_t left_index = 0, right_index = 1;

struct Document {
  std::filesystem::path state;  // the file that described it (cli/state_file.h), or
  std::uint32_t tour = 0;       // a step of the tour, from 1
  Note note;                    // that came with it
  std::vector<ObjectChoice> objects = {{.file = {}, .scene = "glass"}};  // one at least
  SequenceChoice sequence;
  std::uint32_t steps = 0;                 // that particles have taken before the first frame
  std::optional<std::uint32_t> particles;  // of particle systems; none: as many as a file says, else usual_particles
  std::uint32_t splats = 1'000'000;
  Flip flip = Flip::no;  // of files

  SideChoice left;
  bool automatic_opacity = true;     // left.look.opacity is chosen by the scene
  bool automatic_point_size = true;  // left.look.point_size is too, in a window
  std::optional<SideChoice> right;   // what the right side has of its own (compare/sides.h), once it is needed
  CameraRequest camera;

  SplitView split;
  RaceChoice race;
  ErrorChoice error;
  bool key_lab = false;  // its panel is open

  static constexpr std::uint32_t usual_particles = 100'000;

  bool operator==(const Document&) const = default;
  /// Do both give the same picture of a loaded scene? A member counts unless it is known not to.
  bool has_picture_of(const Document& other) const;

  /// The number of elements of a built-in scene that has a number; 0: as many as the particle system says.
  std::uint32_t size_of(const ObjectChoice& object) const;

  std::size_t sides() const { return split.on ? 2 : 1; }
  void set_split(bool on) {
    if (on && !right) right = left;
    split.on = on;
  }
  /// The left side becomes the right one.
  void swap_sides() {
    if (right) right = std::exchange(left, side(right_index));
  }
  /// The up axis of the scene.
  glm::vec3 up() const { return camera.view_up.value_or(glm::vec3(0, 1, 0)); }
  /// The separate choices of a side (compare/sides.h), to be changed.
  SideChoice& own(std::size_t side) { return side == left_index ? left : *right; }
  /// How a side is sorted and drawn.
  SideChoice side(std::size_t side) const { return side == left_index || !right ? left : with_own(left, *right); }
};

}  // namespace farfirst::app
