// The rows of the option table that say how elements look, whatever they are.

#include "names.h"
#include "rows.h"

namespace farfirst::app {

namespace {}  // namespace

void add_look_rows(std::vector<OptionRow>& rows) {
  rows.push_back(readable(
      look_group, "renderer", "NAME", OptionKind::text, Persistence::if_named,
      "Renderer that --list-renderers names, or auto: the fastest for this scene, which is measured (without a window "
      "during --warmup, at least 10 frames; tiles without it); cpu on software renderers and without OpenGL (auto)",
      [](Document& document, const std::string& text) {
        document.left.look.renderer = read_renderer("renderer", text);
      },
      [](const Document& document) { return document.left.look.renderer; }));
  rows.push_back(choice(
      look_group, "samples", "N", Persistence::yes,
      "Samples per pixel for smooth edges: 1, 2, 4, 8 or auto. A renderer takes the nearest number that it has and "
      "reports it. auto is 4 where that costs less than half as much again, which is measured, and 1 elsewhere and on "
      "software renderers (auto)",
      sample_counts, +[](Document& document) -> int& { return document.left.look.samples; }));
  rows.push_back(count(
      look_group, "tile-memory", "MIB", Persistence::yes,
      "GPU memory for the lists of renderers by compute shaders, in MiB, 1 to 65536, beside the scene and the picture. "
      "A view that needs more is drawn in several passes (1024)",
      1, 65536, +[](Document& document) -> std::uint32_t& { return document.left.look.tile_memory; }));
  rows.push_back(choice(
      look_group, "exact-by", "NAME", Persistence::if_named,
      "What the renderer 'exact' sorts fragments by: depth, their own; element, the key of their element; order, its "
      "rank in the order that other renderers draw. The last two separate the causes of errors (depth)",
      exact_choices, +[](Document& document) -> ExactBy& { return document.left.look.exact_by; }));
  rows.push_back(count(
      look_group, "peel-layers", "N", Persistence::if_named, "Layers of the renderer 'peeled', 1 to 1000 (8)", 1, 1000,
      +[](Document& document) -> std::uint32_t& { return document.left.look.peel_layers; }));
  rows.push_back(readable(
      look_group, "refine", "N", OptionKind::number, Persistence::yes,
      "Average N frames with sub-pixel jitter for finer edges: 1 to 4096, or auto: 1 without a window, up to 64 in a "
      "window at rest. Times are those of single frames (auto)",
      [](Document& document, const std::string& text) {
        constexpr std::uint32_t most = 4096;
        document.left.look.refine = text == "auto" ? 0 : read_count("refine", text, 1, most, ", or auto");
      },
      [](const Document& document) {
        return document.left.look.refine == 0 ? std::string("auto") : std::to_string(document.left.look.refine);
      }));
  rows.push_back(readable(
      look_group, "opacity", "X", OptionKind::number, Persistence::yes,
      "Opacity, multiplied by the file's alpha: 0 to 1, or auto: from the number of layers in the picture, so that you "
      "see through all of them; built-in scenes have 0.5, splats 1 (auto)",
      [](Document& document, const std::string& text) {
        const bool automatic = text == "auto";
        if (!automatic)
          document.left.look.opacity = static_cast<float>(read_number("opacity", text, 0, 1, ", or auto"));
        document.automatic_opacity = automatic;
      },
      [](const Document& document) {
        return document.automatic_opacity ? "auto" : write_number(document.left.look.opacity);
      }));
  rows.push_back(number(
      look_group, "fresnel", "X", Persistence::yes,
      "How much opacity rises at grazing angles, as in glass, 0 to 1 (0.7)", 0, 1,
      +[](Document& document) -> float& { return document.left.look.fresnel; }));
  rows.push_back(choice(
      look_group, "shading", "NAME", Persistence::yes, "smooth or flat (smooth)", shadings,
      +[](Document& document) -> Shading& { return document.left.look.shading; }));
  rows.push_back(number(
      look_group, "point-size", "X", Persistence::yes, "Size of points in pixels, 1 to 64 (2)", 1, 64,
      +[](Document& document) -> float& { return document.left.look.point_size; }));
  rows.push_back(choice(
      look_group, "particle-style", "NAME", Persistence::if_named,
      "Shape of particles: soft, discs that fade from the middle; sphere, lit balls; streak, soft discs stretched "
      "along their velocity during an exposure (soft)",
      particle_styles, +[](Document& document) -> ParticleStyle& { return document.left.look.particle_style; }));
  rows.push_back(number(
      look_group, "streak", "X", Persistence::if_named,
      "Exposure of --particle-style=streak in seconds, 0 to 10 (0.03)", 0, 10,
      +[](Document& document) -> float& { return document.left.look.streak; }));
  rows.push_back(toggle(
      look_group, "self-shadows", Persistence::if_named,
      "Particles cast shadows on each other, which suits smoke, in every renderer (off)",
      +[](Document& document) -> bool& { return document.left.look.self_shadows; }));
  rows.push_back(readable(
      look_group, "light", "X,Y,Z", OptionKind::text, Persistence::if_named,
      "Direction to the light of --self-shadows (0.4,1,0.3)",
      [](Document& document, const std::string& text) { document.left.look.light = read_direction("light", text); },
      [](const Document& document) { return write_vector(document.left.look.light); }));
  rows.push_back(number(
      look_group, "ambient", "X", Persistence::if_named,
      "Share of the light that --self-shadows leaves everywhere, 0 to 1 (0.2)", 0, 1,
      +[](Document& document) -> float& { return document.left.look.ambient; }));
  rows.push_back(color(
      look_group, "color", "Colour where the file has none: #rrggbb or R,G,B with parts from 0 to 1 (#9ec7eb)",
      +[](Document& document) -> glm::vec3& { return document.left.look.color; }));
  rows.push_back(toggle(
      look_group, "file-colors", Persistence::yes, "Use the file's colours where it has some (on)",
      +[](Document& document) -> bool& { return document.left.look.use_file_colors; }));
  rows.push_back(toggle(
      look_group, "background", Persistence::yes, "Draw the background; --no-background leaves it transparent (on)",
      +[](Document& document) -> bool& { return document.left.look.background; }));
  rows.push_back(color(
      look_group, "background-top", "Colour of the background at the top (#292e38)",
      +[](Document& document) -> glm::vec3& { return document.left.look.background_top; }));
  rows.push_back(color(
      look_group, "background-bottom", "Colour of the background at the bottom (#0d0d12)",
      +[](Document& document) -> glm::vec3& { return document.left.look.background_bottom; }));
}

}  // namespace farfirst::app
