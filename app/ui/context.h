#pragma once
// What every panel gets, and what the user interface remembers from frame to frame.

#include <farfirst/sort.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "file_browser.h"
#include "probe.h"
#include "save_dialog.h"
#include "session/handles.h"
#include "session/session.h"

namespace farfirst::app::ui {

/// Where the entries run whose ids begin so, as the list of sorts has them.
struct SortGroup {
  std::string_view prefix;
  const char* title;
};
inline constexpr std::array sort_groups = {SortGroup{"gl.", "OpenGL"}, SortGroup{"cuda.", "CUDA"},
                                           SortGroup{"cpu.", "CPU"}};

/// An entry of the catalogue and whether it can run here; asked once, since the answer does not change.
struct SortEntry {
  const Algorithm* algorithm = nullptr;
  std::string reason;  // why it cannot run here; empty if it can
};

/// The same of a renderer.
struct RendererEntry {
  const RendererAbout* renderer = nullptr;
  std::string reason;
};

enum class Screenshot : std::uint8_t { none, with_panels, without_panels, race };

struct UiState {
  bool visible = true;
  std::string tab = "Look";  // of the side bar
  bool help = false;
  bool search = false;
  bool overlay = false;                                // times in a corner, when the timing panel is hidden
  bool information = false;                            // scene and choices in a corner
  bool browser_adds = false;                           // a file that is chosen is opened beside the others
  bool fly = false;                                    // the mouse turns the head instead of the scene
  std::optional<HandleKind> gizmo = HandleKind::move;  // of the selected object; none: it has no handles
  bool logarithmic = false;                            // the chart
  bool show_passes = false;
  std::size_t side = left_index;                         // that the tabs change, where there are two
  float speed = 1.0f;                                    // of flying: scene radii per second
  int preset = -1;                                       // of the camera; -1 = none
  DrawOrder unsorted_before = DrawOrder::back_to_front;  // what `O` goes back to
  std::vector<SortEntry> sorts;                          // by groups
  std::vector<RendererEntry> renderers;
  std::vector<bool> hidden_series = std::vector<bool>(stage_count, false);

  // The race.
  std::string race_cursor;               // id of the row that keys act on; empty: none
  std::vector<std::size_t> race_places;  // entries, as the rows stand
  double race_places_until = 0;          // they stay, by Dear ImGui's time

  // For the window, which answers after the frame.
  bool quit = false;
  Screenshot screenshot = Screenshot::none;
  Rectangle race_area{{0, 0}, {0, 0}};  // the race's window, for a picture of it
};

struct Context {
  Session& session;
  UiState& state;
  FileBrowser& browser;
  SaveDialog& save_dialog;
  Probe& probe;
  float scale = 1.0f;

  // Of the side that the tabs change:
  std::size_t side() const { return session.document.sides() > 1 ? state.side : left_index; }
  SortChoice& sort() const { return session.document.own(side()).sort; }
  Look& look() const { return session.document.own(side()).look; }
  const FrameStats& last() const { return session.frames.last(side()); }
};

}  // namespace farfirst::app::ui
