// What the program prints about itself: --help, --version and the lists.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "io/reader.h"
#include "options.h"
#include "render/renderer.h"
#include "rows.h"

namespace farfirst::app {
namespace {

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

constexpr std::array<std::pair<std::string_view, std::string_view>, 10> topics = {{{scene_group, "scene"},
                                                                                   {output_group, "output"},
                                                                                   {sort_group, "sorting"},
                                                                                   {look_group, "look"},
                                                                                   {comparing_group, "comparing"},
                                                                                   {right_group, "comparing"},
                                                                                   {compared_group, "comparing"},
                                                                                   {camera_group, "camera"},
                                                                                   {window_group, "window"},
                                                                                   {about_group, "about"}}};

void append_usage(std::string& text) {
  text +=
      "Usage:  farfirst [options] [FILE...]\n\n"
      "FILE is a mesh, a point cloud, splats or a particle system (--list-readers), or a saved state.\n"
      "Several files, and built-in scenes beside them, are objects of one scene. Without a FILE a\n"
      "built-in scene is shown. With a display a window opens; with none, or with --output, the program\n"
      "writes a picture and prints times.\n";
}

void append_options(std::string& text, std::string_view topic) {
  std::string_view group;
  for (const OptionRow& row : option_table()) {
    const auto its = std::ranges::find(topics, row.group, &std::pair<std::string_view, std::string_view>::first);
    if (topic != "all" && its->second != topic) continue;
    if (row.group != group) {
      group = row.group;
      text += fmt::format("{}{}:\n", text.empty() ? "" : "\n", group);
    }
    std::string name =
        fmt::format("{}--{}{}", row.name == "help" ? "-h, " : "", has_negation(row) ? "[no-]" : "", row.name);
    if (!row.value.empty())
      name += row.kind == OptionKind::toggle ? "[=" + std::string(row.value) + "]" : "=" + std::string(row.value);
    append_row(text, name, row.help);
  }
}

void append_common_options(std::string& text) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 10> common = {
      {{"--scene=NAME", "A built-in scene: glass, jungle, splats, snow, ..."},
       {"--output=FILE.png",
        "Draw without a window and write this picture: the last measured frame, or every one with a pattern such as "
        "f_%04d.png"},
       {"--resolution=W,H", "Size of the picture or of the window"},
       {"--frames=N", "Draw and measure N frames, each with its own order (1, or the length of the camera path)"},
       {"--csv=FILE.csv", "Write their times"},
       {"--sort=NAME", "A sort that --list-sorts names"},
       {"--renderer=NAME", "A renderer that --list-renderers names"},
       {"--opacity=X", "0 to 1, or auto"},
       {"--split", "Compare two sorts, renderers or keys in one picture"},
       {"--compare=SORTS", "Compare sorts without a window: a table and pictures"}}};
  text += "\nCommon options:\n";
  for (const auto& [name, meaning] : common) append_row(text, name, meaning);
}

void append_exit_codes(std::string& text) {
  text += "\nExit codes:\n";
  constexpr std::array<std::string_view, 7> codes = {
      "success",
      "failed: could not write, the picture differs from the reference, or the self-test found a fault",
      "usage: an option or value that does not exist",
      "a file could not be read",
      "no usable OpenGL (4.5 core), and the command needs it",
      "the order check found a fault",
      "a named sort, renderer or GPU cannot be used here, or memory ran out"};
  for (std::size_t code = 0; code < codes.size(); ++code) append_row(text, std::to_string(code), codes[code], 6);
}

void append_examples(std::string& text) {
  text +=
      "\nExamples:\n"
      "  farfirst bunny.ply                                    open a window\n"
      "  farfirst bunny.ply --output=bunny.png                 one picture\n"
      "  farfirst room.ply bunny.ply --object=2:position=0,1,0:opacity=0.5\n"
      "                                                        splats, and a mesh of glass among them\n"
      "  farfirst bunny.ply --frames=100 --warmup=10 --csv=t.csv --sort=cpu.std_sort\n"
      "                                                        measure a sort\n"
      "  farfirst --scene=glass --draw-order=shuffled          see what sorting is for\n"
      "  farfirst --scene=crossing --compare-renderers=tiles,raster --compare-to=exact\n"
      "                                                        the error of each renderer\n";
}

}  // namespace

std::vector<std::string> help_topics() {
  std::vector<std::string> names;
  for (const auto& [group, topic] : topics)
    if (names.empty() || names.back() != topic) names.emplace_back(topic);
  names.emplace_back("all");
  return names;
}

std::string help_text(std::string_view topic) {
  std::string text;
  if (topic.empty() || topic == "all") {
    text = "farfirst draws very large translucent things back to front, and sorts them again in every frame.\n\n";
    append_usage(text);
  }
  if (!topic.empty()) append_options(text, topic);
  if (topic == "all") append_exit_codes(text);
  if (topic == "all") append_examples(text);
  if (topic.empty()) {
    append_common_options(text);
    text += "\nMore options, by group:\n";
    for (const std::string& name : help_topics())
      text += name == "comparing" || name == "all" ? fmt::format("  --help={}\n", name)
                                                   : fmt::format("  --help={:<10}", name);
  }
  return text;
}

std::string version_text() { return "farfirst " FARFIRST_VERSION_TEXT "\n"; }

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

std::string renderers_text(const GladGLContext* gl, const std::string& why_none) {
  std::size_t widest = 4;
  for (const RendererAbout* about : renderers()) widest = std::max(widest, about->id.size());
  std::string text;
  for (const RendererAbout* about : renderers()) {
    append_row(text, about->id, fmt::format("{}. {}", about->title, about->meaning), widest + 4);
    const std::string reason = gl != nullptr                 ? about->why_unavailable(*gl)
                               : about->works_without_opengl ? std::string()
                                                             : why_none;
    if (gl == nullptr && reason.empty())
      append_row(text, "", "draws here, without a window", widest + 4);
    else if (!reason.empty())
      append_row(text, "", "cannot draw here: " + reason, widest + 4);
    else if (gl != nullptr && about->rank(*gl) <= 0)
      append_row(text, "", "drawn with here only if it is named", widest + 4);
  }
  return text;
}

std::string readers_text() {
  std::string text;
  for (const ReaderAbout* reader : readers())
    text += fmt::format("  {:<18}{:<30}{}\n", reader->name, reader->extensions,
                        reader->why_not.empty() ? std::string(reader->library())
                                                : fmt::format("not read here: it {}", reader->why_not));
  return text;
}

}  // namespace farfirst::app
