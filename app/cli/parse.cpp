// The command line, read by CLI11 into Options. The only file that includes its header.

#include <CLI/CLI.hpp>
#include <algorithm>

#include "io/files.h"
#include "io/particle_file.h"
#include "io/suggest.h"
#include "object_values.h"
#include "options.h"
#include "particle_values.h"
#include "right_side.h"
#include "scene/particle_coloring.h"
#include "sequence_values.h"
#include "sort_values.h"
#include "state_file.h"
#include "tour.h"
#include "values.h"

namespace farfirst::app {
namespace {

using Arguments = std::vector<std::string>;

/// Is this argument an option? Not a value such as -1,2,3, nor a file.
bool is_option(std::string_view argument) { return argument.starts_with("--") && argument.size() > 2; }

/// CLI11 would take the next word: the model of "--output= model.ply", the option of "--csv --output=a.png".
void require_values(std::span<const std::string> arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "--") return;
    if (!is_option(arguments[i])) continue;
    const std::size_t equals = arguments[i].find('=');
    const OptionRow* row =
        find_option(std::string_view(arguments[i]).substr(2, equals == std::string::npos ? equals : equals - 2));
    if (row == nullptr) continue;
    const bool empty = equals + 1 == arguments[i].size();
    const bool missing = equals == std::string::npos && row->kind != OptionKind::toggle &&
                         (i + 1 == arguments.size() || arguments[i + 1].empty() || arguments[i + 1].starts_with("--"));
    if (empty || missing)
      usage({"--{} needs a value: --{}={}", row->name, row->name, row->value.empty() ? "on" : row->value});
  }
}

[[noreturn]] void refuse_unknown(const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  std::vector<std::string> known;
  for (const OptionRow& row : option_table()) {
    known.push_back("--" + std::string(row.name));
    if (has_negation(row)) known.push_back("--no-" + std::string(row.name));
  }
  usage(Diagnostic{"there is no option {}", name}.with(nearest_match(name, known), "--help lists them all"));
}

/// CLI11 with every row of the table.
class Parser {
 public:
  Parser() {
    app_.set_help_flag();
    app_.allow_extras();
    app_.add_option("FILE", files_);
    for (const OptionRow& row : option_table()) add(row);
  }

  void parse(std::span<const std::string> arguments) {
    Arguments reversed(arguments.rbegin(), arguments.rend());
    try {
      app_.parse(std::move(reversed));
    } catch (const CLI::ParseError& error) {
      usage(error.what());
    }
    refuse_rest();
  }

  /// Calls set(row, value) for every option that was given, in the sequence of the table.
  template <class Set>
  void for_each(Set set) const {
    for (const auto& [row, option] : parsed_)
      if (option->count() > 0)
        for (const std::string& value : option->reduced_results()) set(*row, value);
  }

  /// Of an option that may be given several times.
  Arguments values_of(std::string_view name) const {
    for (const auto& [row, option] : parsed_)
      if (row->name == name && option->count() > 0) return option->reduced_results();
    return {};
  }
  std::optional<std::string> value_of(std::string_view name) const {
    const Arguments values = values_of(name);
    return values.empty() ? std::nullopt : std::optional(values.back());
  }
  const std::vector<std::string>& files() const { return files_; }
  bool has_file() const { return !files_.empty(); }

 private:
  void add(const OptionRow& row) {
    const std::string name = (row.name == "help" ? "-h,--" : "--") + std::string(row.name);
    CLI::Option* option = nullptr;
    if (row.kind == OptionKind::toggle) {
      option = app_.add_flag(has_negation(row) ? name + ",--no-" + std::string(row.name) + "{false}" : name);
    } else {
      option = app_.add_option(name)->expected(1)->allow_extra_args(false);
    }
    const bool takes_all = row.name.ends_with("sort-parameter") || row.name == "object" || row.name == "scene";
    option->multi_option_policy(takes_all ? CLI::MultiOptionPolicy::TakeAll : CLI::MultiOptionPolicy::TakeLast);
    parsed_.emplace_back(&row, option);
  }

  void refuse_rest() const {
    Arguments unknown = app_.remaining();
    std::erase(unknown, "--");  // the end of the options, not one of them
    if (unknown.empty()) return;
    const auto option =
        std::find_if(unknown.begin(), unknown.end(), [](const auto& word) { return word.starts_with("-"); });
    refuse_unknown(option == unknown.end() ? unknown.front() : *option);
  }

  CLI::App app_;
  std::vector<std::string> files_;
  std::vector<std::pair<const OptionRow*, CLI::Option*>> parsed_;
};

/// What a state says, or a step of the tour, lies below the options beside it.
void read_state_of(const Parser& parser, Options& options) {
  const auto state = std::ranges::find_if(parser.files(), is_state_file);
  if (state != parser.files().end() && parser.files().size() > 1)
    usage({"{} is a state, which says itself what is shown: give no other FILE", shown(*state)});
  const std::optional<std::string> step = parser.value_of("tour");
  if (step && parser.has_file()) usage("give either a FILE or --tour, not both");
  if (step) {
    find_option("tour")->set(options, *step);
    load_tour_step(options.tour, options);
  } else if (parser.has_file() && is_state_file(parser.files().front())) {
    load_state(parser.files().front(), options);
  }
}

/// A folder of splats may be named with a slash behind it, which is no part of its name.
std::filesystem::path without_slash(const std::filesystem::path& path) {
  return path.has_filename() || !path.has_relative_path() ? path : path.parent_path();
}

/// FILEs are objects, and so is what options name beside them.
void take_files(const Parser& parser, Options& options) {
  const Arguments& files = parser.files();
  if (std::ranges::find(files, "") != files.end()) usage("the name of the FILE is empty");
  if (!files.empty() && is_state_file(files.front())) return;
  std::vector<ObjectChoice> objects;
  for (const std::string& file : files) objects.push_back({without_slash(file), {}});
  for (const std::string& scene : parser.values_of("scene")) objects.push_back({{}, {}, scene});
  for (const char* option : {"particles-file", "sequence"})
    if (const auto file = parser.value_of(option)) objects.push_back({*file, {}});
  if (const std::string too_many = why_too_many(objects.size()); !too_many.empty()) usage(too_many);
  // One that an option names is shown already.
  if (objects.size() > 1 || !files.empty()) show_objects(options, std::move(objects));
}

bool speaks_of_split(std::string_view name) { return name.starts_with("right.") || name.starts_with("split-"); }

/// Without a window, of all entries at once.
void check_comparison(const Options& options) {
  const CompareChoice& compare = options.compare;
  if (!compare.is_on()) {
    if (compare.with_exact)
      usage({at::option("compare-to"), "say what is compared, with --compare, --compare-renderers or --compare-keys"});
    return;
  }
  if (options.window == Options::Window::wanted) usage("--compare... draws without a window: leave out --window");
  if (options.reference) usage("--compare... has a reference of its own: leave out --reference");
  if (options.output && is_sequence(options.output->string()))
    usage({"--compare... writes one picture of all entries: --output={} has a place for a frame number",
           options.output->string()});
  const bool of_sorting = !compare.sorts.empty() || !compare.keys.empty();
  if (of_sorting && !sorted(options.sort.draw_order))
    usage({"--compare...: nothing is sorted with --draw-order={}", name_of(options.sort.draw_order)});
}

/// Nothing is drawn beside it.
void refuse_drawing_beside(const Options& options, std::string_view option) {
  const auto refuse_beside = [&](bool said, std::string_view what) {
    if (said) usage({"--{} draws nothing: leave out {}", option, what});
  };
  refuse_beside(options.window == Options::Window::wanted, "--window");
  refuse_beside(options.output.has_value(), "--output");
  refuse_beside(options.csv.has_value(), "--csv");
  refuse_beside(options.reference.has_value(), "--reference");
  refuse_beside(options.compare.is_on(), "--compare...");
}

void check_export(const Options& options) {
  if (!options.exported) return;
  refuse_drawing_beside(options, "export");
  if (options.all_objects().size() > 1) usage("--export writes one object, and several are given");
  if (options.scene == SceneKind::sequence) usage("--export writes models: leave out --sequence");
  if (options.scene == SceneKind::file && !is_model(options.all_objects().front()))
    usage("--export writes what a file holds: leave out --object");
  if (options.scene == SceneKind::particles)
    usage({at::option("export"),
           "particles are made as they move, and there is no model to write; --save-particles writes those of a step"});
}

/// What options that write something of particles, and draw nothing, want.
void check_saved(const Options& options, bool said, std::string_view option) {
  if (!said) return;
  refuse_drawing_beside(options, option);
  if (options.exported) usage({"give either --export or --{}, not both", option});
  if (options.scene != SceneKind::particles)
    usage({at::option(option), "nothing here has particles: say --scene=snow, or give a particle system as FILE"});
}

void check_saved(const Options& options) {
  if (options.saved_particles && options.saved_system) usage("give either --save-particles or --save-system, not both");
  check_saved(options, options.saved_particles.has_value(), "save-particles");
  check_saved(options, options.saved_system.has_value(), "save-system");
}

/// What is written and measured without a window.
void refuse_beside_window(const Options& options) {
  if (options.window != Options::Window::wanted) return;
  for (const char* name : {"output", "csv", "frames", "warmup", "reference"})
    if (options.was_given(name)) usage({"--{} is heeded without a window alone: leave out --window", name});
}

/// What a person shows is never written over.
void refuse_writing_over_inputs(const Options& options) {
  for (const auto& [name, written] : {std::pair("output", &options.output), std::pair("csv", &options.csv)}) {
    if (!*written) continue;
    for (const ObjectChoice& object : options.all_objects()) {
      std::error_code error;
      if (!object.file.empty() && std::filesystem::equivalent(object.file, **written, error) && !error)
        usage({"--{}={} would write over a file that is shown", name, shown((*written)->string())});
    }
  }
}

bool speaks_of_error(std::string_view name) { return name.starts_with("error-"); }

/// Particles of a system have other properties than those of files.
void check_mapping(const Options& options) {
  if (options.scene == SceneKind::sequence || options.scene == SceneKind::file) return;
  const ParticleMapping& mapping = options.sequence.mapping;
  for (const auto& [name, property] : {std::pair("color-by", &mapping.color), std::pair("opacity-by", &mapping.opacity),
                                       std::pair("size-by", &mapping.size)}) {
    if (!options.was_given(name)) continue;
    if (options.scene != SceneKind::particles)
      usage({"--{} is for particles: give a FILE, --sequence or --scene=snow", name});
    if (!property->name.empty() && !particle_property(property->name))
      usage({"--{}={}: particles of a system have age, speed, height and random", name, property->name});
  }
}

/// What no option can see alone.
void check_together(Options& options) {
  const CameraRequest& camera = options.camera;
  if (camera.position && camera.focal_point && *camera.position == *camera.focal_point)
    usage("--camera-position and --camera-focal-point are the same point: the camera looks nowhere");
  if (options.output && options.csv && *options.output == *options.csv)
    usage({"--output and --csv name the same file, {}", shown(options.output->string())});
  check_sort_parameters(options);
  right_side(options);  // throws
  check_comparison(options);
  refuse_beside_window(options);
  refuse_writing_over_inputs(options);
  if (!options.use_config && !options.config.empty()) usage("give either --config or --no-config, not both");
  if (options.was_given("reference-threshold") && !options.reference)
    usage({at::option("reference-threshold"), "say what the picture is compared with, with --reference"});
  check_export(options);
  check_mapping(options);
  check_saved(options);
}

}  // namespace

Options parse_command_line(std::span<const std::string> arguments, const Options& base) {
  Options options = base;
  require_values(arguments);
  Parser parser;
  parser.parse(arguments);
  read_state_of(parser, options);
  parser.for_each([&](const OptionRow& row, const std::string& text) {
    if (!options.was_given(row.name)) options.given.emplace_back(row.name);
    row.set(options, text);
  });
  take_files(parser, options);
  set_objects_given(options);
  const bool says_more_of_race = parser.value_of("race-sorts") || parser.value_of("race-curves");
  if (says_more_of_race && !parser.value_of("race")) options.race.on = true;
  if (!options.was_given("error") && std::ranges::any_of(options.given, speaks_of_error)) options.error.on = true;
  if (!options.was_given("split") && std::ranges::any_of(options.given, speaks_of_split)) options.split.on = true;
  check_together(options);
  return options;
}

bool Options::was_given(std::string_view name) const {
  return std::find(given.begin(), given.end(), name) != given.end();
}

}  // namespace farfirst::app
