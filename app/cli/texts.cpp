// What the program prints about itself: --help, --version and the lists.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "io/reader.h"
#include "options.h"
#include "render/renderer.h"

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

}  // namespace

std::string help_text() {
  std::string text =
      "farfirst draws very large translucent things back to front, and sorts them again in every frame.\n\n"
      "Usage:  farfirst [options] [FILE...]\n\n"
      "FILE is a mesh, a point cloud, splats or a particle system (--list-readers), or a state that was\n"
      "saved: then options beside it win. Several files, and built-in scenes beside them, are objects\n"
      "of one scene, sorted into one order. Without a FILE a built-in scene is shown.\n"
      "With a display a window opens; with none, or with --output, a picture is written and the times\n"
      "are printed.\n";
  std::string_view group;
  for (const OptionRow& row : option_table()) {
    if (row.group != group) {
      group = row.group;
      text += fmt::format("\n{}:\n", group);
    }
    std::string name =
        fmt::format("{}--{}{}", row.name == "help" ? "-h, " : "", has_negation(row) ? "[no-]" : "", row.name);
    if (!row.value.empty()) name += fmt::format("={}", row.value);
    append_row(text, name, row.help);
  }
  text += "\nExit codes:\n";
  constexpr std::array<std::string_view, 7> codes = {
      "fine",
      "failed: could not write, or the picture differs from the reference, or the self-test from what is right",
      "usage: an option or value that does not exist",
      "a file could not be read",
      "no usable OpenGL (4.5 core), and what was asked for needs it",
      "the order check found a fault",
      "the named sort, renderer or GPU, or one of those that are compared, cannot be used here, or memory ran out"};
  for (std::size_t code = 0; code < codes.size(); ++code) append_row(text, std::to_string(code), codes[code], 6);
  text +=
      "\nExamples:\n"
      "  farfirst bunny.ply                                    open a window\n"
      "  farfirst bunny.ply --output=bunny.png                 one picture\n"
      "  farfirst room.ply bunny.ply --object=2:position=0,1,0:opacity=0.5\n"
      "                                                        splats, and a mesh of glass among them\n"
      "  farfirst room.ply --scene=smoke --object=2:scale=0.2  smoke in it\n"
      "  farfirst bunny.ply --frames=100 --warmup=10 --csv=t.csv --sort=cpu.std_sort\n"
      "                                                        measure a sort\n"
      "  farfirst --scene=glass --draw-order=shuffled          see what sorting is for\n"
      "  farfirst --scene=crossing --compare-renderers=tiles,raster --compare-to=exact\n"
      "                                                        how far from right is each?\n"
      "  farfirst --scene=snow --particles=1000000             a particle system; or one of your own:\n"
      "                                                        smoke.particles.json\n"
      "  farfirst --scene=particles --frames=60 --output=f_%04d.png\n"
      "                                                        a sequence of pictures\n";
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
