// The rows of the option table.

#include <algorithm>

#include "compare_values.h"
#include "names.h"
#include "options.h"
#include "order/resort.h"
#include "particle_values.h"
#include "right_side.h"
#include "rows.h"
#include "sort_values.h"
#include "tour.h"
#include "values.h"

namespace farfirst::app {
namespace {

void add_scene_rows(RowGroup rows) {
  rows.action("scene", "NAME",
              "Built-in scene: glass, jungle, particles, splats or crossing; or a particle system: fire, fireworks, "
              "fountain, galaxy, smoke or snow (glass). Beside FILEs, or given again, it is one more object",
              [](Document& document, const std::string& text) {
                expect_scene(text);
                document.objects = {{.file = {}, .scene = text}};
              });
  add_object_row(rows);
  rows.action("tour", "N", "Step N of the guided tour, 1 to 8. Other options change what it shows",
              [](Document& document, const std::string& text) {
                document.tour = read_count("tour", text, 1, static_cast<std::uint32_t>(tour_steps().size()));
              });
  add_particle_rows(rows);
  add_sequence_rows(rows);
  rows.count("splats", "N", Persistence::no, "Number of splats of the scene 'splats', 1 to 16777216 (1000000)", 1,
             1u << 24, &Document::splats);
  rows.choice(
      "flip", "AXIS", Persistence::no,
      "Rotate files by half a turn about x, y or z, because programs disagree about which way is up; or no (no)", flips,
      &Document::flip);
  rows.count("seed", "N", Persistence::no, "Seed of the particles, the splats and the shuffled draw order (1)", 0,
             0xFFFFFFFFu, &SortChoice::seed);
}

void add_output_rows(RowGroup rows) {
  rows.action("output", "FILE.png",
              "Draw without a window and write this picture: the last measured frame, or every one with a pattern such "
              "as f_%04d.png",
              &Command::output, read_picture_path);
  rows.action("export", "FILE.ply",
              "Write the model as binary PLY and draw nothing: meshes, clouds, or splats with their training columns, "
              "y down. Needs no OpenGL, overwrites no file",
              &Command::exported, read_model_path);
  rows.action("save-particles", "FILE.ply",
              "Write the living particles after --steps as binary PLY and draw nothing: positions, velocities, radii, "
              "colours, opacities, ages. Needs no OpenGL, overwrites no file",
              &Command::saved_particles, read_model_path);
  rows.action("save-system", "FILE.particles.json",
              "Write the particle system as a file that you can edit and open, scaled by --particles, and draw "
              "nothing. Needs no OpenGL, overwrites no file",
              &Command::saved_system, read_system_path);
  rows.action("resolution", "W,H", "Size of the picture or of the window (1280,720)", &Command::resolution,
              read_resolution);
  rows.action<Command>(
      "frames", "N", "Draw and measure N frames, each with its own order (1, or the length of the camera path)",
      [](Command& command, const std::string& text) { command.frames = read_count("frames", text, 1, 10'000'000); });
  rows.action<Command>(
      "warmup", "N", "Draw N frames before the measured ones (0); without any, medians leave out the first frame",
      [](Command& command, const std::string& text) { command.warmup = read_count("warmup", text, 0, 10'000'000); });
  rows.action("csv", "FILE.csv",
              "Write the times of every measured frame in milliseconds, a row as soon as its frame is drawn",
              &Command::csv, read_table_path);
  rows.action("camera-path", "FILE.json", "Move the camera along key frames, by frame number (docs/camera-path.md)",
              &Command::camera_path, read_path);
  rows.action("reference", "FILE.png",
              "Compare the last picture with this one: exit code 1 and a difference picture if it differs",
              &Command::reference, read_path);
  rows.number("reference-threshold", "X", Persistence::no,
              "Largest difference that passes: RMS of the worst tile of 16 x 16 pixels, 0 to 1 (0.04)", 0, 1,
              &Command::reference_threshold);
}

void add_sort_rows(RowGroup rows) {
  rows.readable("sort", "NAME", OptionKind::text, Persistence::if_named,
                "Sort that --list-sorts names, or auto, the fastest here: gl.farfirst where OpenGL draws on a GPU, for "
                "more than 16 million elements a CUDA sort; without a GPU one of the CPU (auto)",
                read_sort, [](const Document& document) { return document.left.sort.algorithm; });
  rows.readable("sort-parameter", "NAME=N", OptionKind::text, Persistence::no,
                "Set a parameter of the named sort; several with commas, or the option again", read_sort_parameters,
                write_sort_parameters);
  rows.choice("metric", "NAME", Persistence::if_named,
              "Distance metric: radial, the distance from the eye; view-depth, the depth along the view axis; or auto: "
              "what a splat file asks for (glTF), else radial (auto)",
              metric_choices, &SortChoice::metric);
  rows.choice("sort-point", "NAME", Persistence::if_named,
              "Point of a triangle whose distance counts: nearest, farthest, mean or centroid (centroid)", sort_points,
              &SortChoice::sort_point);
  rows.count("key-bits", "N", Persistence::if_named,
             "Bits of a sort key, 8 to 32. With fewer a radix sort needs fewer passes; elements with equal keys are "
             "drawn in the order of the file (32)",
             Precision::least_bits, Precision::most_bits, &Precision::bits);
  rows.choice("key-form", "NAME", Persistence::if_named,
              "Form of the key: float, the upper bits of the distance as a float; or linear, equal steps between the "
              "nearest and the farthest distance to the scene's bounding box (float)",
              key_forms, &Precision::form);
  rows.choice("primitive", "NAME", Persistence::if_named, "Elements of a mesh: auto, triangles or points (auto)",
              primitives, &SortChoice::primitive);
  rows.choice("draw-order", "NAME", Persistence::if_named,
              "back-to-front, front-to-back, file or shuffled, which show what sorting does (back-to-front)",
              draw_orders, &SortChoice::draw_order);
  rows.readable("resort", "WHEN", OptionKind::text, Persistence::if_named,
                "When to sort again: always, in every frame; moved, when something moved; or lazily with a stale "
                "order: frames:N, every N frames; angle:X, when the eye moved X degrees around the scene or its axis "
                "turned as far. A window: moved; without a window: always",
                read_resort, [](const Document& document) { return name_of(document.left.sort.resort); });
  rows.action<Command>(
      "device", "N", "GPU for CUDA's sorts, counted from 0; a missing one is an error (0)",
      [](Command& command, const std::string& text) {
        command.devices_option = "device";
        command.document.left.sort.cuda_devices = {static_cast<int>(read_count("device", text, 0, 1023))};
      });
  rows.action<Command>("devices", "N,N...",
                       "Several GPUs, the one that draws first: cuda.farfirst_multi and cuda.hybrid_multi sort on all "
                       "of them, other sorts on the first. A missing one is an error",
                       [](Command& command, const std::string& text) {
                         command.devices_option = "devices";
                         std::vector<int>& devices = command.document.left.sort.cuda_devices;
                         devices.clear();
                         for (const std::string& number : split(text, ','))
                           devices.push_back(static_cast<int>(read_count("devices", number, 0, 1023)));
                       });
  rows.toggle("interop", Persistence::if_named,
              "CUDA sorts in OpenGL's own buffers where both use the same GPU; --no-interop copies through host memory "
              "and shows the cost (on)",
              &SortChoice::interop);
  rows.toggle_or_auto("cull", Persistence::if_named,
                      "Leave out elements outside the view before a sort on a GPU: on, off, or auto, which measures "
                      "whether it pays (without a window in the warm-up). The picture is the same (auto)",
                      &SortChoice::cull);
  rows.toggle_or_auto("check-order", Persistence::if_named,
                      "Check every order on the GPU that draws: it must be a permutation with ascending keys. On, off, "
                      "or auto: on, except on software renderers. After a fault a window continues with the next sort; "
                      "a run without a window ends with exit code 5 (auto)",
                      &SortChoice::check_order);
}

void add_race_rows(RowGroup rows) {
  rows.toggle("race", Persistence::if_named,
              "The race of the sorts, key R: every sort that runs here sorts the frame's elements, a few per frame in "
              "turn, and a table compares them (off)",
              &RaceChoice::on);
  rows.readable("race-sorts", "NAMES", OptionKind::text, Persistence::if_named,
                "Open the race with these sorts: names with commas, all, none, or usual, all but those that are slow "
                "here (usual)",
                read_race_sorts, write_race_sorts);
  rows.toggle("race-curves", Persistence::if_named,
              "Open the race and repeat it on 1/64, 1/32, ... of the elements and all of them, for curves over n (off)",
              &RaceChoice::curves);
}

void add_key_lab_row(RowGroup rows) {
  rows.toggle("key-lab", Persistence::if_named,
              "The key lab, key L: time and error of other metrics, sort points, key bits and re-sort policies (off)",
              &Document::key_lab);
}

void add_compare_rows(RowGroup rows) {
  rows.action<Command>(
      "compare", "NAMES",
      "Compare these sorts on the same frames, in turn: names with commas, parameters after colons, as in "
      "gl.radix,gl.radix:offsets=2. Prints a table of times (medians of 5 frames after 2, or of --frames after "
      "--warmup), memory, and the difference from the first picture. Writes the pictures side by side "
      "(--output=a.png), their differences (a.difference.png, with --split-gain), a heat map (a.heat.png), and the "
      "table with --csv. A sort that cannot run here is a row with the reason, and the exit code is 6",
      read_compared_sorts);
  rows.action<Command>(
      "compare-renderers", "NAMES",
      "Compare renderers. With several of these options every sort is drawn with every renderer and key",
      read_compared_renderers);
  rows.action<Command>("compare-keys", "KEYS",
                       "Compare keys: a metric, a sort point, key bits, or several of them, as in "
                       "radial,view-depth+nearest,16bits,16bits-linear",
                       read_compared_keys);
  rows.action<Command>(
      "compare-to", "NAME",
      "Reference of the comparison: first, the first picture, or exact, that of the renderer exact (first)",
      [](Command& command, const std::string& text) {
        command.compare.with_exact = read_word("compare-to", compared_with, text);
      });
}

void add_error_rows(RowGroup rows) {
  rows.toggle("error", Persistence::if_named,
              "The error of the picture against the renderer 'exact', key M. --error-... opens it too (off)",
              &ErrorChoice::on);
  rows.toggle(
      "error-causes", Persistence::if_named,
      "Split the error by cause: elements as wholes, the key and its bits, a stale or wrong order, the renderer (off)",
      &ErrorChoice::causes);
  rows.toggle("error-methods", Persistence::if_named,
              "Add a table of every method for this frame: time, memory, error (off)", &ErrorChoice::methods);
  rows.toggle("error-heat", Persistence::if_named,
              "Show a heat map of the error instead of the picture, measured in every frame (off)", &ErrorChoice::heat);
  rows.count("error-every", "N", Persistence::if_named,
             "Measure the error every N frames and at rest, 1 to 100000; 0: when the window opens, and on request (0)",
             0, ErrorChoice::most_every, &ErrorChoice::every);
}

void add_split_rows(RowGroup rows) {
  rows.toggle("split", Persistence::if_named,
              "Split the picture into two sides with the same camera and particles, each with its own sort and "
              "renderer. --split-... and --right.... do so too (off)",
              &SplitView::on);
  rows.choice("split-show", "NAME", Persistence::if_named,
              "Which of two sides to show: both, with a divider; left; right; their difference; or heat, a heat map of "
              "it (both)",
              split_shows, &SplitView::show);
  rows.number("split-at", "X", Persistence::if_named, "Position of the divider from 0, at the left edge, to 1 (0.5)", 0,
              1, &SplitView::divider);
  rows.count("split-gain", "N", Persistence::if_named, "Gain of the difference around middle grey, 1 to 128 (8)", 1,
             SplitView::most_gain, &SplitView::gain);
}

void add_camera_rows(RowGroup rows) {
  rows.action("camera-position", "X,Y,Z", "Position of the eye in the coordinates of the file",
              &CameraRequest::position, read_vector);
  rows.action("camera-focal-point", "X,Y,Z", "Point that the camera looks at and orbits (the middle of the scene)",
              &CameraRequest::focal_point, read_vector);
  rows.readable(
      "camera-view-up", "X,Y,Z", OptionKind::text, Persistence::no,
      "Up axis of the scene, for the opening view, views and camera paths (0,1,0)",
      [](Document& document, const std::string& text) {
        document.camera.view_up = read_direction("camera-view-up", text);
        document.camera.keeps_view_up = true;
        if (document.camera.pose) document.camera.pose->view_up = *document.camera.view_up;
      },
      [](const Document& document) { return write_vector(document.camera.view_up.value_or(glm::vec3(0, 1, 0))); });
  rows.action("camera-view-angle", "DEGREES", "Vertical field of view, 1 to 170 (45)",
              [](Document& document, const std::string& text) {
                document.camera.view_angle = static_cast<float>(read_number("camera-view-angle", text, 1, 170));
              });
  rows.action("camera-direction", "X,Y,Z",
              "Look along this direction from a distance at which the scene fills the picture",
              [](Document& document, const std::string& text) {
                document.camera.pose.reset();
                document.camera.direction = read_direction("camera-direction", text);
              });
}

void add_window_rows(RowGroup rows) {
  rows.action<Command>(
      "window", "",
      "Require a window; --no-window draws one picture without (a window where there is a display and no --output)",
      [](Command& command, const std::string& text) {
        command.window = read_toggle("window", text) ? Command::Window::wanted : Command::Window::unwanted;
      });
  rows.toggle("vsync", Persistence::yes, "Wait for the display's refresh before showing a frame (on)",
              &WindowSettings::vsync);
  rows.readable<WindowSettings>(
      "ui-scale", "X", OptionKind::number, Persistence::yes, "Scale of the panels, 0.5 to 4; 0: the display's (0)",
      [](WindowSettings& settings, const std::string& text) {
        const double scale = read_number("ui-scale", text, 0, 4);
        if (scale != 0 && scale < 0.5) usage({at::option("ui-scale"), "expected 0 or a number from 0.5 to 4"});
        settings.ui_scale = static_cast<float>(scale);
      },
      [](const WindowSettings& settings) { return write_number(settings.ui_scale); });
  rows.action("config", "FILE.json",
              "Settings file (docs/settings.md), read at the start and written when the window closes. A run without a "
              "window only reads it, and only if named here",
              &Command::config, read_path);
  rows.action<Command>(
      "no-config", "", "Neither read nor write a settings file",
      [](Command& command, const std::string& text) { command.use_config = !read_toggle("no-config", text); });
  rows.toggle("reset-settings", Persistence::no, "Start with the defaults and overwrite the settings file",
              &Command::reset_settings);
}

void add_about_rows(RowGroup rows) {
  const auto row = [&](std::string_view name, std::string_view help, Command::Action what) {
    rows.action<Command>(name, "", help, [what, name](Command& command, const std::string& text) {
      if (read_toggle(name, text)) command.action = what;
    });
  };
  row("list-sorts", "List every sort, and why some cannot run here", Command::Action::list_sorts);
  row("list-renderers", "List every renderer", Command::Action::list_renderers);
  row("list-readers", "List the file formats", Command::Action::list_readers);
  row("self-test",
      "Draw small scenes with every sort and renderer that runs here; print GPU, driver, limits, faults and times, for "
      "a report. --sort or --renderer select one; --resolution: from 160,90 to 1920,1080 instead of 320,180",
      Command::Action::self_test);
  rows.toggle("verbose", Persistence::no, "Report what is used: OpenGL, sort, memory", &Command::verbose);
  rows.toggle("debug", Persistence::no, "Report every misuse of OpenGL at once, with the call that caused it; slower",
              &Command::debug);
  row("version", "Print the version", Command::Action::version);
  rows.action<Command>("help", "", "Print the common options, those of a GROUP, or all with --help=all",
                       [](Command& command, const std::string& text) {
                         command.action = Command::Action::help;
                         command.help_topic = text == "true" ? std::string() : text;
                         const std::vector<std::string> topics = help_topics();
                         if (!command.help_topic.empty() && std::ranges::find(topics, text) == topics.end())
                           refuse_word("help", text, topics);
                       });
}

std::vector<OptionRow> make_table() {
  std::vector<OptionRow> table;
  add_scene_rows({table, scene_group});
  add_output_rows({table, output_group});
  add_sort_rows({table, sort_group});
  add_look_rows({table, look_group});
  add_splat_rows({table, look_group});
  add_race_rows({table, comparing_group});
  add_error_rows({table, comparing_group});
  add_key_lab_row({table, comparing_group});
  add_split_rows({table, comparing_group});
  for (OptionRow& row : right_rows(table)) table.push_back(std::move(row));
  add_compare_rows({table, compared_group});
  add_camera_rows({table, camera_group});
  add_window_rows({table, window_group});
  add_about_rows({table, about_group});
  table.back().value = "GROUP";  // --help may have one
  return table;
}

}  // namespace

std::span<const OptionRow> option_table() {
  static const std::vector<OptionRow> table = make_table();
  return table;
}

const OptionRow* find_option(std::string_view name) {
  for (const OptionRow& row : option_table())
    if (row.name == name) return &row;
  return nullptr;
}

namespace {

/// The part of the command that this access is about.
Document& owner(Command& command, const Access<Document>&) { return command.document; }
WindowSettings& owner(Command& command, const Access<WindowSettings>&) { return command.window_settings; }
Command& owner(Command& command, const Access<Command>&) { return command; }

}  // namespace

void OptionRow::set(Command& command, const std::string& text) const {
  std::visit([&](const auto& access) { access.set(owner(command, access), text); }, member);
}

std::string OptionRow::get(const Command& command) const {
  const auto read = [&](const auto& access) {
    return access.get ? access.get(owner(const_cast<Command&>(command), access)) : std::string();
  };
  return std::visit(read, member);
}

bool has_negation(const OptionRow& row) {
  return row.kind == OptionKind::toggle && row.group != about_group && !row.name.starts_with("no-") &&
         row.name != "reset-settings";
}

std::string_view name_of(DrawOrder order) { return word_for(draw_orders, order); }
std::string_view name_of(ExactBy exact_by) { return word_for(exact_choices, exact_by); }
std::string_view name_of(Shading shading) { return word_for(shadings, shading); }
std::string_view name_of(std::optional<Metric> metric) { return word_for(metric_choices, metric); }
std::string_view name_of(SortPoint sort_point) { return word_for(sort_points, sort_point); }

}  // namespace farfirst::app
