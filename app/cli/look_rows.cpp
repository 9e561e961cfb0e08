// Rows of the option table: how elements look, whatever their kind.

#include "names.h"
#include "rows.h"

namespace farfirst::app {

void add_look_rows(RowGroup rows) {
  rows.member(
      "renderer", "NAME", OptionKind::text, Persistence::if_named,
      "Renderer that --list-renderers names, or auto: the fastest for this scene, which is measured (without a window "
      "during --warmup, at least 10 frames; tiles without it); cpu on software renderers and without OpenGL (auto)",
      &Look::renderer, read_renderer, [](const std::string& id) { return id; });
  rows.choice("samples", "N", Persistence::yes,
              "Samples per pixel for smooth edges: 1, 2, 4, 8 or auto. A renderer takes the nearest number that it has "
              "and reports it. auto is 4 where that costs less than half as much again, which is measured, and 1 "
              "elsewhere and on software renderers (auto)",
              sample_counts, &Look::samples);
  rows.count("tile-memory", "MIB", Persistence::yes,
             "GPU memory for the lists of renderers by compute shaders, in MiB, 1 to 65536, beside the scene and the "
             "picture. A view that needs more is drawn in several passes (1024)",
             1, 65536, &Look::tile_memory);
  rows.choice(
      "exact-by", "NAME", Persistence::if_named,
      "What the renderer 'exact' sorts fragments by: depth, their own; element, the key of their element; order, its "
      "rank in the order that other renderers draw. The last two separate the causes of errors (depth)",
      exact_choices, &Look::exact_by);
  rows.count("peel-layers", "N", Persistence::if_named, "Layers of the renderer 'peeled', 1 to 1000 (8)", 1, 1000,
             &Look::peel_layers);
  rows.member(
      "refine", "N", OptionKind::number, Persistence::yes,
      "Average N frames with sub-pixel jitter for finer edges: 1 to 4096, or auto: 1 without a window, up to 64 in a "
      "window at rest. Times are those of single frames (auto)",
      &Look::refine,
      [](std::string_view name, const std::string& text) {
        return text == "auto" ? 0 : read_count(name, text, 1, 4096, ", or auto");
      },
      [](std::uint32_t frames) { return frames == 0 ? std::string("auto") : std::to_string(frames); });
  rows.readable(
      "opacity", "X", OptionKind::number, Persistence::yes,
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
      });
  rows.number("fresnel", "X", Persistence::yes, "How much opacity rises at grazing angles, as in glass, 0 to 1 (0.7)",
              0, 1, &Look::fresnel);
  rows.choice("shading", "NAME", Persistence::yes, "smooth or flat (smooth)", shadings, &Look::shading);
  rows.readable(
      "point-size", "X", OptionKind::number, Persistence::yes,
      "Size of points in pixels, 1 to 64, or auto: 2, in a window up to 8 where points are few (auto)",
      [](Document& document, const std::string& text) {
        document.automatic_point_size = text == "auto";
        document.left.look.point_size = document.automatic_point_size
                                            ? Look().point_size
                                            : static_cast<float>(read_number("point-size", text, 1, 64, ", or auto"));
      },
      [](const Document& document) {
        return document.automatic_point_size ? "auto" : write_number(document.left.look.point_size);
      });
  rows.choice("particle-style", "NAME", Persistence::if_named,
              "Shape of particles: soft, discs that fade from the middle; sphere, lit balls; streak, soft discs "
              "stretched along their velocity during an exposure (soft)",
              particle_styles, &Look::particle_style);
  rows.number("streak", "X", Persistence::if_named, "Exposure of --particle-style=streak in seconds, 0 to 10 (0.03)", 0,
              10, &Look::streak);
  rows.toggle("self-shadows", Persistence::if_named,
              "Particles cast shadows on each other, which suits smoke, in every renderer (off)", &Look::self_shadows);
  rows.member("light", "X,Y,Z", OptionKind::text, Persistence::if_named,
              "Direction to the light of --self-shadows (0.4,1,0.3)", &Look::light, read_direction, write_vector);
  rows.number("ambient", "X", Persistence::if_named,
              "Share of the light that --self-shadows leaves everywhere, 0 to 1 (0.2)", 0, 1, &Look::ambient);
  rows.color("color", "Colour where the file has none: #rrggbb or R,G,B with parts from 0 to 1 (#9ec7eb)",
             &Look::color);
  rows.toggle("file-colors", Persistence::yes, "Use the file's colours where it has some (on)", &Look::use_file_colors);
  rows.toggle("background", Persistence::yes, "Draw the background; --no-background leaves it transparent (on)",
              &Look::background);
  rows.color("background-top", "Colour of the background at the top (#292e38)", &Look::background_top);
  rows.color("background-bottom", "Colour of the background at the bottom (#0d0d12)", &Look::background_bottom);
}

}  // namespace farfirst::app
