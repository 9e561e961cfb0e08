#include "options.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "io/exit_codes.h"
#include "io/load.h"

namespace farfirst::app {
namespace {

// ---- words for values

template <class Enum>
struct Word {
  Enum value;
  std::string_view name;
};
constexpr std::array draw_orders = {
    Word<DrawOrder>{DrawOrder::back_to_front, "far-first"}, Word<DrawOrder>{DrawOrder::front_to_back, "near-first"},
    Word<DrawOrder>{DrawOrder::file_order, "file"}, Word<DrawOrder>{DrawOrder::shuffled, "shuffled"}};
constexpr std::array resorts = {Word<Resort>{Resort::always, "always"}, Word<Resort>{Resort::moved, "moved"}};
constexpr std::array shadings = {Word<Shading>{Shading::smooth, "smooth"}, Word<Shading>{Shading::flat, "flat"}};
constexpr std::array primitives = {Word<Primitive>{Primitive::automatic, "auto"},
                                   Word<Primitive>{Primitive::triangles, "triangles"},
                                   Word<Primitive>{Primitive::points, "points"}};
constexpr std::array metrics = {Word<Metric>{Metric::radial, "radial"}, Word<Metric>{Metric::view_depth, "view"}};
constexpr std::array sort_points = {
    Word<SortPoint>{SortPoint::nearest, "nearest"}, Word<SortPoint>{SortPoint::farthest, "farthest"},
    Word<SortPoint>{SortPoint::mean, "mean"}, Word<SortPoint>{SortPoint::centroid, "centroid"}};
constexpr std::array scenes = {Word<SceneKind>{SceneKind::glass, "glass"}, Word<SceneKind>{SceneKind::jungle, "jungle"},
                               Word<SceneKind>{SceneKind::particles, "particles"}};

[[noreturn]] void usage(const std::string& sentence) { throw Failure(ExitCode::usage, sentence); }

template <class Words, class Enum>
std::string_view word_for(const Words& words, Enum value) {
  for (const auto& word : words)
    if (word.value == value) return word.name;
  return {};
}

std::string join(std::span<const std::string> words, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? last : ", ";
    text += words[i];
  }
  return text;
}

template <class Words>
auto read_word(std::string_view option, const Words& words, const std::string& text) {
  std::vector<std::string> names;
  for (const auto& word : words) {
    if (word.name == text) return word.value;
    names.emplace_back(word.name);
  }
  usage(fmt::format("--{}: '{}' is not one of {}", option, text, join(names, " or ")));
}

// ---- numbers

std::string write_number(double number) { return fmt::format("{:.7g}", number); }

double read_number(std::string_view option, const std::string& text, double minimum, double maximum) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(number) || number < minimum ||
      number > maximum)
    usage(fmt::format("--{}: expected a number from {} to {}, found '{}'", option, minimum, maximum, text));
  return number;
}

std::uint32_t read_count(std::string_view option, const std::string& text, std::uint32_t minimum,
                         std::uint32_t maximum) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < minimum || number > maximum)
    usage(fmt::format("--{}: expected a whole number from {} to {}, found '{}'", option, minimum, maximum, text));
  return number;
}

bool read_toggle(std::string_view option, const std::string& text) {
  for (std::string_view yes : {"true", "on", "yes", "1"})
    if (text == yes) return true;
  for (std::string_view no : {"false", "off", "no", "0"})
    if (text == no) return false;
  usage(fmt::format("--{}: expected on or off, found '{}'", option, text));
}

glm::vec3 read_vector(std::string_view option, const std::string& text) {
  std::array<double, 3> numbers{};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (std::size_t i = 0; i < 3; ++i) {
    while (at != end && (*at == ' ' || (*at == ',' && i > 0))) ++at;
    const auto [next, error] = std::from_chars(at, end, numbers[i]);
    if (error != std::errc() || !std::isfinite(numbers[i]) || std::abs(numbers[i]) > 1e30) at = nullptr;
    if (at == nullptr) break;
    at = next;
  }
  if (at != end) usage(fmt::format("--{}: expected three numbers X,Y,Z, found '{}'", option, text));
  return glm::vec3(numbers[0], numbers[1], numbers[2]);
}

glm::vec3 read_direction(std::string_view option, const std::string& text) {
  const glm::vec3 direction = read_vector(option, text);
  if (!(glm::length(direction) > 0)) usage(fmt::format("--{}: the direction 0,0,0 points nowhere", option));
  return direction;
}

std::string write_color(const glm::vec3& color) {
  const auto byte = [](float part) { return std::lround(std::clamp(part, 0.0f, 1.0f) * 255.0f); };
  return fmt::format("#{:02x}{:02x}{:02x}", byte(color.r), byte(color.g), byte(color.b));
}

glm::vec3 read_color(std::string_view option, const std::string& text) {
  if (text.size() == 7 && text[0] == '#') {
    std::uint32_t rgb = 0;
    const auto [end, error] = std::from_chars(text.data() + 1, text.data() + 7, rgb, 16);
    if (error == std::errc() && end == text.data() + 7)
      return glm::vec3((rgb >> 16) & 255u, (rgb >> 8) & 255u, rgb & 255u) / 255.0f;
  } else if (text.find(',') != std::string::npos) {
    const glm::vec3 color = read_vector(option, text);
    if (glm::all(glm::greaterThanEqual(color, glm::vec3(0))) && glm::all(glm::lessThanEqual(color, glm::vec3(1))))
      return color;
  }
  usage(fmt::format("--{}: expected a colour as #rrggbb or R,G,B with parts from 0 to 1, found '{}'", option, text));
}

void read_resolution(Options& options, const std::string& text) {
  int width = 0, height = 0;
  const char* const end = text.data() + text.size();
  auto [comma, error] = std::from_chars(text.data(), end, width);
  if (error == std::errc() && comma != end && (*comma == ',' || *comma == 'x')) {
    const auto [last, second] = std::from_chars(comma + 1, end, height);
    if (second == std::errc() && last == end && width > 0 && height > 0 && width <= 16384 && height <= 16384) {
      options.width = width;
      options.height = height;
      return;
    }
  }
  usage(fmt::format("--resolution: expected WIDTH,HEIGHT from 1 to 16384, found '{}'", text));
}

// ---- sorts

std::vector<std::string> sort_ids() {
  std::vector<std::string> ids = {"auto"};
  for (const Algorithm* algorithm : algorithms()) ids.emplace_back(algorithm->id);
  return ids;
}

void read_sort(Options& options, const std::string& id) {
  if (id != "auto" && find(id) == nullptr) {
    const std::string meant = nearest_match(id, sort_ids());
    usage(fmt::format("--sort: there is no sort called '{}'{}; --list-sorts lists them all", id,
                      meant.empty() ? "" : fmt::format(" (did you mean {}?)", meant)));
  }
  options.sort.algorithm = id;
}

void read_sort_parameter(Options& options, const std::string& text) {
  const std::size_t equals = text.find('=');
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  if (equals == 0 || equals == std::string::npos || std::from_chars(text.data() + equals + 1, end, value).ptr != end ||
      equals + 1 == text.size())
    usage(fmt::format("--sort-parameter: expected NAME=WHOLE NUMBER, found '{}'", text));
  options.sort.parameters.push_back({text.substr(0, equals), value});
}

/// The parameters can only be checked once the sort is known, wherever it stood on the command line.
void check_sort_parameters(const Options& options) {
  if (options.sort.parameters.empty()) return;
  const Algorithm* algorithm = find(options.sort.algorithm);
  if (algorithm == nullptr) usage("--sort-parameter: name the sort it belongs to, with --sort");
  for (const ParameterValue& given : options.sort.parameters) {
    std::vector<std::string> names;
    const Parameter* known = nullptr;
    for (const Parameter& parameter : algorithm->parameters) {
      names.emplace_back(parameter.name);
      if (parameter.name == given.name) known = &parameter;
    }
    if (known == nullptr)
      usage(fmt::format("--sort-parameter: {} has no parameter '{}'{}", algorithm->id, given.name,
                        names.empty() ? "; it has none at all" : "; it has " + join(names, " and ")));
    if (given.value < known->minimum || given.value > known->maximum)
      usage(fmt::format("--sort-parameter: {} of {} must be from {} to {}, not {}", given.name, algorithm->id,
                        known->minimum, known->maximum, given.value));
  }
}

// ---- the table

template <class Words, class Enum>
OptionRow choice(std::string_view group, std::string_view name, std::string_view value, std::string_view help,
                 const Words& words, Enum& (*field)(Options&)) {
  return {group,
          name,
          value,
          OptionKind::text,
          true,
          help,
          [=](Options& options, const std::string& text) { field(options) = read_word(name, words, text); },
          [=](const Options& options) { return std::string(word_for(words, field(const_cast<Options&>(options)))); }};
}

OptionRow number(std::string_view group, std::string_view name, std::string_view help, double minimum, double maximum,
                 float& (*field)(Options&)) {
  return {group,
          name,
          "X",
          OptionKind::number,
          true,
          help,
          [=](Options& options, const std::string& text) {
            field(options) = static_cast<float>(read_number(name, text, minimum, maximum));
          },
          [=](const Options& options) { return write_number(field(const_cast<Options&>(options))); }};
}

OptionRow toggle(std::string_view group, std::string_view name, bool kept, std::string_view help,
                 bool& (*field)(Options&)) {
  return {group,
          name,
          "",
          OptionKind::toggle,
          kept,
          help,
          [=](Options& options, const std::string& text) { field(options) = read_toggle(name, text); },
          [=](const Options& options) { return field(const_cast<Options&>(options)) ? "true" : "false"; }};
}

OptionRow color(std::string_view group, std::string_view name, std::string_view help, glm::vec3& (*field)(Options&)) {
  return {group,
          name,
          "COLOUR",
          OptionKind::text,
          true,
          help,
          [=](Options& options, const std::string& text) { field(options) = read_color(name, text); },
          [=](const Options& options) { return write_color(field(const_cast<Options&>(options))); }};
}

/// A row that is read only; `get` stays null.
OptionRow action(std::string_view group, std::string_view name, std::string_view value, std::string_view help,
                 std::function<void(Options&, const std::string&)> set) {
  const OptionKind kind = value.empty() ? OptionKind::toggle : OptionKind::text;
  return {group, name, value, kind, false, help, std::move(set), nullptr};
}

std::filesystem::path path_value(std::string_view option, const std::string& text) {
  if (text.empty()) usage(fmt::format("--{}: the file name is empty", option));
  return text;
}

constexpr std::string_view scene_group = "Scene";
constexpr std::string_view output_group = "Pictures and measurements (without a window)";
constexpr std::string_view sort_group = "Sorting";
constexpr std::string_view look_group = "Look";
constexpr std::string_view camera_group = "Camera";
constexpr std::string_view window_group = "Window and settings";
constexpr std::string_view about_group = "About";

void add_scene_rows(std::vector<OptionRow>& rows) {
  rows.push_back(
      action(scene_group, "scene", "NAME", "Built-in scene without a FILE: glass, jungle or particles (glass)",
             [](Options& options, const std::string& text) { options.scene = read_word("scene", scenes, text); }));
  rows.push_back(action(scene_group, "particles", "N", "Particles of the scene 'particles', 1 to 16777216 (100000)",
                        [](Options& options, const std::string& text) {
                          options.particles = read_count("particles", text, 1, 1u << 24);
                        }));
  rows.push_back(action(
      scene_group, "seed", "N", "Seed of the particles and of the shuffled draw order (1)",
      [](Options& options, const std::string& text) { options.sort.seed = read_count("seed", text, 0, 0xFFFFFFFFu); }));
}

void add_output_rows(std::vector<OptionRow>& rows) {
  rows.push_back(
      action(output_group, "output", "FILE.png",
             "Draw without a window and write this picture. A pattern such as f_%04d.png writes every "
             "measured frame; else the last one is written",
             [](Options& options, const std::string& text) { options.output = path_value("output", text); }));
  rows.push_back(
      action(output_group, "resolution", "W,H", "Size of the picture or of the window (1280,720)", read_resolution));
  rows.push_back(action(
      output_group, "frames", "N",
      "Draw and measure N frames, each with its own finished order (1, or the length of the camera "
      "path)",
      [](Options& options, const std::string& text) { options.frames = read_count("frames", text, 1, 10'000'000); }));
  rows.push_back(action(
      output_group, "warmup", "N",
      "Frames drawn before the measured ones (0); without any, the medians leave out the first frame",
      [](Options& options, const std::string& text) { options.warmup = read_count("warmup", text, 0, 10'000'000); }));
  rows.push_back(action(
      output_group, "csv", "FILE.csv",
      "Write the times of every measured frame, in milliseconds; each row is there as soon as its frame is drawn",
      [](Options& options, const std::string& text) { options.csv = path_value("csv", text); }));
  rows.push_back(
      action(output_group, "camera-path", "FILE.json",
             "Move the camera along key frames, by frame number and never by the clock",
             [](Options& options, const std::string& text) { options.camera_path = path_value("camera-path", text); }));
  rows.push_back(
      action(output_group, "reference", "FILE.png",
             "Compare the last picture with this one; exit code 1 if it differs, and a difference picture "
             "beside the output",
             [](Options& options, const std::string& text) { options.reference = path_value("reference", text); }));
  rows.push_back(action(output_group, "reference-threshold", "X",
                        "Largest difference that passes: RMS of the worst tile of 16 x 16 pixels, 0 to 1 (0.04)",
                        [](Options& options, const std::string& text) {
                          options.reference_threshold = read_number("reference-threshold", text, 0, 1);
                        }));
}

void add_sort_rows(std::vector<OptionRow>& rows) {
  rows.push_back(
      {sort_group, "sort", "NAME", OptionKind::text, true,
       "Algorithm, as --list-sorts names it, or auto: the best that runs here, on CUDA before OpenGL before the CPU, "
       "which on software renderers is the faster one (auto)",
       read_sort, [](const Options& options) { return options.sort.algorithm; }});
  rows.push_back(action(sort_group, "sort-parameter", "NAME=N", "Set a parameter of the named sort; may be repeated",
                        read_sort_parameter));
  rows.push_back(choice(
      sort_group, "key", "NAME",
      "What 'far' means: radial distance from the eye, or view, the depth along the view axis "
      "(radial)",
      metrics, +[](Options& options) -> Metric& { return options.sort.metric; }));
  rows.push_back(choice(
      sort_group, "sort-point", "NAME",
      "Which point stands for a triangle: nearest, farthest, mean or centroid (centroid)", sort_points,
      +[](Options& options) -> SortPoint& { return options.sort.sort_point; }));
  rows.push_back(choice(
      sort_group, "primitive", "NAME", "What of a mesh is sorted and drawn: auto, triangles or points (auto)",
      primitives, +[](Options& options) -> Primitive& { return options.sort.primitive; }));
  rows.push_back(choice(
      sort_group, "draw-order", "NAME", "far-first, near-first, file or shuffled: see what sorting does (far-first)",
      draw_orders, +[](Options& options) -> DrawOrder& { return options.sort.draw_order; }));
  rows.push_back(choice(
      sort_group, "resort", "WHEN",
      "Sort again in every frame (always), or when something moved (moved). A window: moved; "
      "without a window: always",
      resorts, +[](Options& options) -> Resort& { return options.sort.resort; }));
  rows.push_back(action(sort_group, "device", "N", "Which GPU CUDA sorts on, counted from 0 (0)",
                        [](Options& options, const std::string& text) {
                          options.sort.cuda_device = static_cast<int>(read_count("device", text, 0, 1023));
                        }));
  rows.push_back(toggle(
      sort_group, "interop", true,
      "CUDA sorts in OpenGL's own buffers, where both use the same GPU; --no-interop copies positions and orders "
      "through "
      "the host's memory, and shows what that costs (on)",
      +[](Options& options) -> bool& { return options.sort.interop; }));
  rows.push_back(
      {sort_group, "check-order", "", OptionKind::toggle, true,
       "Check on the GPU that draws that every order is a permutation and ascends: on, off, or auto, which is on, but "
       "off on software renderers. If an order is wrong, a window goes on with the next algorithm, and a run without "
       "one "
       "ends with exit code 5 (auto)",
       [](Options& options, const std::string& text) {
         options.sort.check_order.reset();
         if (text != "auto") options.sort.check_order = read_toggle("check-order", text);
       },
       [](const Options& options) {
         const std::optional<bool>& check = options.sort.check_order;
         return std::string(!check ? "auto" : *check ? "true" : "false");
       }});
}

void add_look_rows(std::vector<OptionRow>& rows) {
  rows.push_back(number(
      look_group, "opacity", "Opacity, times the file's own alpha, 0 to 1 (0.5)", 0, 1,
      +[](Options& options) -> float& { return options.look.opacity; }));
  rows.push_back(number(
      look_group, "fresnel", "How much opacity rises where a surface is seen edge-on, as in glass, 0 to 1 (0.7)", 0, 1,
      +[](Options& options) -> float& { return options.look.fresnel; }));
  rows.push_back(choice(
      look_group, "shading", "NAME", "smooth or flat (smooth)", shadings,
      +[](Options& options) -> Shading& { return options.look.shading; }));
  rows.push_back(number(
      look_group, "point-size", "Size of points in pixels, 1 to 64 (2)", 1, 64,
      +[](Options& options) -> float& { return options.look.point_size; }));
  rows.push_back(color(
      look_group, "color", "Colour where the file has none: #rrggbb or R,G,B with parts from 0 to 1 (#9ec7eb)",
      +[](Options& options) -> glm::vec3& { return options.look.color; }));
  rows.push_back(toggle(
      look_group, "file-colors", true, "Use the file's colours where it has some (on)",
      +[](Options& options) -> bool& { return options.look.use_file_colors; }));
  rows.push_back(toggle(
      look_group, "background", true, "Draw the background; --no-background leaves it transparent (on)",
      +[](Options& options) -> bool& { return options.look.background; }));
  rows.push_back(color(
      look_group, "background-top", "Colour of the background at the top (#292e38)",
      +[](Options& options) -> glm::vec3& { return options.look.background_top; }));
  rows.push_back(color(
      look_group, "background-bottom", "Colour of the background at the bottom (#0d0d12)",
      +[](Options& options) -> glm::vec3& { return options.look.background_bottom; }));
}

void add_camera_rows(std::vector<OptionRow>& rows) {
  rows.push_back(action(camera_group, "camera-position", "X,Y,Z", "Where the eye is",
                        [](Options& options, const std::string& text) {
                          options.camera.position = read_vector("camera-position", text);
                        }));
  rows.push_back(action(camera_group, "camera-focal-point", "X,Y,Z",
                        "What it looks at and orbits (the middle of the scene)",
                        [](Options& options, const std::string& text) {
                          options.camera.focal_point = read_vector("camera-focal-point", text);
                        }));
  rows.push_back(action(camera_group, "camera-view-up", "X,Y,Z", "What is up in the picture (0,1,0)",
                        [](Options& options, const std::string& text) {
                          options.camera.view_up = read_direction("camera-view-up", text);
                        }));
  rows.push_back(action(camera_group, "camera-view-angle", "DEGREES", "Vertical field of view, 1 to 170 (45)",
                        [](Options& options, const std::string& text) {
                          options.camera.view_angle =
                              static_cast<float>(read_number("camera-view-angle", text, 1, 170));
                        }));
  rows.push_back(action(camera_group, "camera-direction", "X,Y,Z",
                        "Look along this direction from so far that the scene fills the picture",
                        [](Options& options, const std::string& text) {
                          options.camera.direction = read_direction("camera-direction", text);
                        }));
}

void add_window_rows(std::vector<OptionRow>& rows) {
  rows.push_back(action(window_group, "window", "",
                        "Insist on a window; --no-window draws one picture without (a window where there is a "
                        "display and no --output)",
                        [](Options& options, const std::string& text) {
                          options.window =
                              read_toggle("window", text) ? Options::Window::wanted : Options::Window::unwanted;
                        }));
  rows.push_back(toggle(
      window_group, "vsync", true, "Wait for the display between frames (on)",
      +[](Options& options) -> bool& { return options.vsync; }));
  rows.push_back({window_group, "ui-scale", "X", OptionKind::number, true,
                  "Size of the panels, 0.5 to 4; 0 = what the display says (0)",
                  [](Options& options, const std::string& text) {
                    const double scale = read_number("ui-scale", text, 0, 4);
                    if (scale != 0 && scale < 0.5) usage("--ui-scale: expected 0 or a number from 0.5 to 4");
                    options.ui_scale = static_cast<float>(scale);
                  },
                  [](const Options& options) { return write_number(options.ui_scale); }});
  rows.push_back(
      action(window_group, "config", "FILE.json",
             "Settings file to read and write. A run without a window reads settings only from here",
             [](Options& options, const std::string& text) { options.config = path_value("config", text); }));
  rows.push_back(
      action(window_group, "no-config", "", "Neither read nor write a settings file",
             [](Options& options, const std::string& text) { options.use_config = !read_toggle("no-config", text); }));
  rows.push_back(toggle(
      window_group, "reset-settings", false, "Begin with the defaults and overwrite the settings file",
      +[](Options& options) -> bool& { return options.reset_settings; }));
}

void add_about_rows(std::vector<OptionRow>& rows) {
  const auto row = [&](std::string_view name, std::string_view help, Options::Action what) {
    rows.push_back(
        action(about_group, name, "", help, [what](Options& options, const std::string&) { options.action = what; }));
  };
  row("list-sorts", "List every sorting algorithm, and why those that cannot run here cannot",
      Options::Action::list_sorts);
  row("list-readers", "List the file formats", Options::Action::list_readers);
  rows.push_back(toggle(
      about_group, "verbose", false, "Say what is used: OpenGL, sort, memory",
      +[](Options& options) -> bool& { return options.verbose; }));
  row("version", "Print the version", Options::Action::version);
  row("help", "Print this text", Options::Action::help);
}

std::vector<OptionRow> make_table() {
  std::vector<OptionRow> rows;
  add_scene_rows(rows);
  add_output_rows(rows);
  add_sort_rows(rows);
  add_look_rows(rows);
  add_camera_rows(rows);
  add_window_rows(rows);
  add_about_rows(rows);
  return rows;
}

/// Options whose name is an action, not a state: --no-help means nothing.
bool has_negation(const OptionRow& row) {
  return row.kind == OptionKind::toggle && row.group != about_group && !row.name.starts_with("no-") &&
         row.name != "reset-settings";
}

// ---- wrapping for --help

constexpr std::size_t help_width = 100;
constexpr std::size_t help_column = 32;

void append_wrapped(std::string& text, std::string_view words, std::size_t column) {
  std::size_t at = column;
  while (!words.empty()) {
    const std::size_t space = words.find(' ');
    const std::string_view word = words.substr(0, space);
    if (at > column && at + 1 + word.size() > help_width) {
      text += "\n" + std::string(column, ' ');
      at = column;
    }
    if (at > column) {
      text += ' ';
      ++at;
    }
    text += word;
    at += word.size();
    words.remove_prefix(space == std::string_view::npos ? words.size() : space + 1);
  }
  text += '\n';
}

void append_row(std::string& text, std::string_view left, std::string_view right, std::size_t column = help_column) {
  const std::string head = fmt::format("  {}", left);
  text += head;
  text += head.size() + 2 > column ? "\n" + std::string(column, ' ') : std::string(column - head.size(), ' ');
  append_wrapped(text, right, column);
}

}  // namespace

std::span<const OptionRow> option_table() {
  static const std::vector<OptionRow> table = make_table();
  return table;
}

bool Options::was_given(std::string_view name) const {
  return std::find(given.begin(), given.end(), name) != given.end();
}

std::string nearest_match(std::string_view word, std::span<const std::string> candidates) {
  const auto distance = [](std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
      std::size_t diagonal = row[0];
      row[0] = i;
      for (std::size_t j = 1; j <= b.size(); ++j) {
        const std::size_t above = row[j];
        row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
        diagonal = above;
      }
    }
    return row[b.size()];
  };
  std::string best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t d = distance(word, candidate);
    if (d < least) {
      least = d;
      best = candidate;
    }
  }
  if (!best.empty() || word.size() < 3) return best;
  for (const std::string& candidate : candidates)  // "radix" for "cpu.lsd_radix"
    if (candidate.find(word) != std::string::npos) return candidate;
  return best;
}

namespace {

[[noreturn]] void refuse_unknown(const std::string& word) {
  if (!word.starts_with("-") || word == "-")
    usage(fmt::format("only one FILE can be opened; '{}' is one too many", word));
  const std::string name = word.substr(0, word.find('='));
  std::vector<std::string> known;
  for (const OptionRow& row : option_table()) {
    known.push_back("--" + std::string(row.name));
    if (has_negation(row)) known.push_back("--no-" + std::string(row.name));
  }
  const std::string meant = nearest_match(name, known);
  usage(fmt::format("there is no option {}{}; --help lists them all", name,
                    meant.empty() ? "" : fmt::format(" (did you mean {}?)", meant)));
}

}  // namespace

Options parse_command_line(std::span<const std::string> arguments, const Options& base) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  std::string file;
  app.add_option("FILE", file);

  Options options = base;
  std::vector<std::pair<const OptionRow*, CLI::Option*>> parsed;
  for (const OptionRow& row : option_table()) {
    const std::string name = "--" + std::string(row.name);
    CLI::Option* option = nullptr;
    if (row.kind == OptionKind::toggle) {
      std::string names = name;
      if (has_negation(row)) names += ",--no-" + std::string(row.name) + "{false}";
      option = app.add_flag(names);
    } else {
      option = app.add_option(name)->expected(1)->allow_extra_args(false);
    }
    option->multi_option_policy(row.name == "sort-parameter" ? CLI::MultiOptionPolicy::TakeAll
                                                             : CLI::MultiOptionPolicy::TakeLast);
    parsed.emplace_back(&row, option);
  }

  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::ArgumentMismatch&) {
    for (const auto& [row, option] : parsed)
      if (row->kind != OptionKind::toggle && option->count() == 0 && !arguments.empty() &&
          arguments.back() == "--" + std::string(row->name))
        usage(fmt::format("--{} needs a value: --{}={}", row->name, row->name, row->value));
    usage(fmt::format("{} needs a value", arguments.back()));
  } catch (const CLI::ParseError& error) {
    usage(error.what());
  }
  std::vector<std::string> unknown = app.remaining();
  std::erase(unknown, "--");  // the end of the options, not one of them
  if (!unknown.empty()) {
    const auto option =
        std::find_if(unknown.begin(), unknown.end(), [](const auto& word) { return word.starts_with("-"); });
    refuse_unknown(option == unknown.end() ? unknown.front() : *option);
  }

  for (const auto& [row, option] : parsed) {
    if (option->count() == 0) continue;
    options.given.emplace_back(row->name);
    for (const std::string& value : option->reduced_results()) row->set(options, value);
  }
  if (!file.empty()) {
    options.file = file;
    if (options.was_given("scene")) usage("give either a FILE or --scene, not both");
    options.scene = SceneKind::file;
  }
  if (options.was_given("sort") && !options.was_given("sort-parameter")) options.sort.parameters.clear();
  check_sort_parameters(options);
  return options;
}

std::string help_text() {
  std::string text =
      "farfirst draws very large translucent things far first, and sorts them again in every frame.\n\n"
      "Usage:  farfirst [options] [FILE]\n\n"
      "FILE is a mesh or a point cloud (--list-readers). Without one a built-in scene is shown.\n"
      "With a display a window opens; with none, or with --output, a picture is written and the times\n"
      "are printed.\n";
  std::string_view group;
  for (const OptionRow& row : option_table()) {
    if (row.group != group) {
      group = row.group;
      text += fmt::format("\n{}:\n", group);
    }
    std::string name = fmt::format("--{}{}", has_negation(row) ? "[no-]" : "", row.name);
    if (!row.value.empty()) name += fmt::format("={}", row.value);
    append_row(text, name, row.help);
  }
  text += "\nExit codes:\n";
  constexpr std::array<std::string_view, 7> codes = {
      "fine",
      "failed: could not write, or the picture differs from the reference",
      "usage: an option or value that does not exist",
      "a file could not be read",
      "no usable OpenGL (4.5 core is needed)",
      "the order check found a fault",
      "the named sort cannot run here, or memory ran out"};
  for (std::size_t code = 0; code < codes.size(); ++code) append_row(text, std::to_string(code), codes[code], 6);
  text +=
      "\nExamples:\n"
      "  farfirst bunny.ply                                    open a window\n"
      "  farfirst bunny.ply --output=bunny.png                 one picture\n"
      "  farfirst bunny.ply --frames=100 --warmup=10 --csv=t.csv --sort=cpu.std_sort\n"
      "                                                        measure a sort\n"
      "  farfirst --scene=glass --draw-order=shuffled          see what sorting is for\n"
      "  farfirst --scene=particles --frames=60 --output=f_%04d.png\n"
      "                                                        a sequence of pictures\n";
  return text;
}

std::string version_text() { return fmt::format("farfirst {}\n", FARFIRST_VERSION); }

std::string sorts_text() {
  std::size_t widest = 4;
  for (const Algorithm* algorithm : algorithms()) widest = std::max(widest, algorithm->id.size());
  const std::size_t column = widest + 4;
  std::string text;
  for (const Algorithm* algorithm : algorithms()) {
    append_row(text, algorithm->id, fmt::format("{}; {}", algorithm->title, algorithm->cost), column);
    if (const std::string reason = why_unavailable(*algorithm); !reason.empty())
      append_row(text, "", "cannot run here: " + reason, column);
    for (const Parameter& parameter : algorithm->parameters)
      append_row(text, "",
                 fmt::format("{} = {} ({} to {}): {}", parameter.name, parameter.default_value, parameter.minimum,
                             parameter.maximum, parameter.meaning),
                 column);
  }
  return text;
}

std::string readers_text() {
  std::string text;
  for (const ReaderInfo& reader : readers())
    text += fmt::format("  {:<18}{:<30}{}\n", reader.name, reader.extensions, reader.library);
  return text;
}

std::string_view name_of(DrawOrder order) { return word_for(draw_orders, order); }
std::string_view name_of(Resort resort) { return word_for(resorts, resort); }
std::string_view name_of(Shading shading) { return word_for(shadings, shading); }
std::string_view name_of(Primitive primitive) { return word_for(primitives, primitive); }
std::string_view name_of(Metric metric) { return word_for(metrics, metric); }
std::string_view name_of(SortPoint sort_point) { return word_for(sort_points, sort_point); }

}  // namespace farfirst::app
