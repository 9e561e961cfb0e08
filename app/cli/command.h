#pragma once
// What a command line asks for: a document, and what the program does with it. A command is not edited: the window
// takes its document and its settings; a run without a window executes it.

#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "document/document.h"

struct GladGLContext;

namespace farfirst::app {

/// A sort with parameters of its own.
struct NamedSort {
  std::string algorithm;  // or "auto"
  std::vector<ParameterValue> parameters;
};

/// The key to sort by; missing parts are those of the document.
struct KeyChoice {
  std::optional<Metric> metric;
  std::optional<SortPoint> sort_point;
  std::optional<Precision> precision;
};

/// The comparison without a window: each sort with each renderer and each key. An empty list: the one of the
/// document.
struct CompareChoice {
  std::vector<NamedSort> sorts;
  std::vector<std::string> renderers;
  std::vector<KeyChoice> keys;
  bool with_exact = false;  // errors are from the picture of the renderer `exact`; else from the first
  bool is_on() const { return !sorts.empty() || !renderers.empty() || !keys.empty(); }
};

/// How the window works, whatever it shows.
struct WindowSettings {
  bool vsync = true;
  float ui_scale = 0.0f;  // 0: the display's
};

struct Command {
  enum class Action : std::uint8_t { run, help, version, list_sorts, list_renderers, list_readers, self_test };
  enum class Window : std::uint8_t { automatic, wanted, unwanted };

  Action action = Action::run;
  Document document;
  std::string help_topic;            // of Action::help
  std::vector<std::string> notices;  // for the user: what is worth knowing, but no error

  std::optional<std::filesystem::path> output, reference, csv, camera_path;
  std::optional<std::filesystem::path> exported;         // the file that the scene is written to; then nothing is drawn
  std::optional<std::filesystem::path> saved_particles;  // likewise, the particles of a step
  std::optional<std::filesystem::path> saved_system;     // likewise, their system
  double reference_threshold = 0.04;
  std::uint32_t frames = 0;             // 0: one, or as many as the camera path has
  std::optional<std::uint32_t> warmup;  // none: as many as the run needs
  std::optional<glm::ivec2> resolution;
  glm::ivec2 size() const { return resolution.value_or(glm::ivec2(1280, 720)); }
  Resort windowless_resort = Resort::always;  // of a run without a window
  std::string devices_option;                 // the option that names the CUDA devices; empty: none does
  CompareChoice compare;

  Window window = Window::automatic;
  WindowSettings window_settings;
  std::filesystem::path config;
  bool use_config = true;
  bool reset_settings = false;
  bool verbose = false;
  bool debug = false;
};

/// Reads the command line over `base`, and over the state that it names. Throws Failure(usage), and for the state
/// FileError.
Command parse_command_line(std::span<const std::string> arguments, const Command& base = {});

/// The common options where the topic is empty; the options of a topic (help_topics()); those of all of them: "all".
std::string help_text(std::string_view topic);
std::vector<std::string> help_topics();
std::string version_text();
/// Every entry of the catalogue; those that cannot run here with the reason.
std::string sorts_text();
/// With why one cannot draw in this context, and which `auto` takes before it measures. Null: there is none, and why.
std::string renderers_text(const GladGLContext* gl, const std::string& why_none);
std::string readers_text();

}  // namespace farfirst::app
