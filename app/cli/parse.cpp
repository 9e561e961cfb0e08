// The command line, read by CLI11 into a Command. The only file that includes its header.

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
  usage(Diagnostic{"there is no option {}", name}.with(nearest_match(name, known), "--help=all lists them"));
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

  /// The values of an option that may be given several times.
  Arguments values_of(std::string_view name) const {
    for (const auto& [row, option] : parsed_)
      if (row->name == name && option->count() > 0) return option->reduced_results();
    return {};
  }
  std::optional<std::string> value_of(std::string_view name) const {
    const Arguments values = values_of(name);
    return values.empty() ? std::nullopt : std::optional(values.back());
  }
  bool is_given(std::string_view name) const { return !values_of(name).empty(); }
  /// Is any option given whose name begins with this?
  bool any_given(std::string_view prefix) const {
    return std::ranges::any_of(
        parsed_, [&](const auto& entry) { return entry.first->name.starts_with(prefix) && entry.second->count() > 0; });
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

/// A state, or a step of the tour, provides what the options beside it do not set.
void read_state_of(const Parser& parser, Command& command) {
  const auto state = std::ranges::find_if(parser.files(), is_state_file);
  if (state != parser.files().end() && parser.files().size() > 1)
    usage({"{} is a state, which names its own objects: give no other FILE", shown(*state)});
  const std::optional<std::string> step = parser.value_of("tour");
  if (step && parser.has_file()) usage("give either a FILE or --tour, not both");
  if (step) {
    find_option("tour")->set(command, *step);
    command.document = tour_step(command.document.tour);
  } else if (parser.has_file() && is_state_file(parser.files().front())) {
    command.document = load_state(parser.files().front(), command.notices);
  }
}

/// FILEs are objects, and so is what options name beside them.
void take_files(const Parser& parser, Command& command) {
  const Arguments& files = parser.files();
  if (std::ranges::find(files, "") != files.end()) usage("the name of the FILE is empty");
  if (!files.empty() && is_state_file(files.front())) return;
  std::vector<ObjectChoice> objects;
  for (const std::string& file : files) objects.push_back({without_slash(file), {}});
  for (const std::string& scene : parser.values_of("scene")) objects.push_back({{}, {}, scene});
  for (const char* option : {"particles-file", "sequence"})
    if (const auto file = parser.value_of(option))
      objects.push_back({.file = without_slash(*file), .as_particles = option == std::string_view("sequence")});
  if (const std::string too_many = why_too_many(objects.size()); !too_many.empty()) usage(too_many);
  // One that an option names is shown already.
  if (objects.size() > 1 || !files.empty()) command.document.objects = std::move(objects);
}

/// Without a window, of all entries at once.
void check_comparison(const Command& command) {
  const CompareChoice& compare = command.compare;
  if (!compare.is_on()) {
    if (compare.with_exact) usage({at::option("compare-to"), "add --compare, --compare-renderers or --compare-keys"});
    return;
  }
  if (command.window == Command::Window::wanted) usage("--compare... draws without a window: leave out --window");
  if (command.reference) usage("--compare... has a reference of its own: leave out --reference");
  if (command.output && is_sequence(command.output->string()))
    usage({"--compare... writes one picture of all entries: --output={} has a place for a frame number",
           command.output->string()});
  const bool of_sorting = !compare.sorts.empty() || !compare.keys.empty();
  if (of_sorting && !sorted(command.document.left.sort.draw_order))
    usage({"--compare...: nothing is sorted with --draw-order={}", name_of(command.document.left.sort.draw_order)});
}

/// Refuses options of drawing beside an option that draws nothing.
void refuse_drawing_beside(const Command& command, std::string_view option) {
  const auto refuse_beside = [&](bool given, std::string_view what) {
    if (given) usage({"--{} draws nothing: leave out {}", option, what});
  };
  refuse_beside(command.window == Command::Window::wanted, "--window");
  refuse_beside(command.output.has_value(), "--output");
  refuse_beside(command.csv.has_value(), "--csv");
  refuse_beside(command.reference.has_value(), "--reference");
  refuse_beside(command.compare.is_on(), "--compare...");
}

void check_export(const Command& command) {
  if (!command.exported) return;
  refuse_drawing_beside(command, "export");
  if (command.document.objects.size() > 1) usage("--export writes one object, and several are given");
  const ObjectChoice& only = command.document.objects.front();
  if (!only.scene.empty() && only.setting != ObjectSetting{})
    usage("--export writes what a file holds: leave out --object");
  if (is_system(only))
    usage({at::option("export"),
           "particles are made as they move, and there is no model to write; --save-particles writes those of a step"});
  if (only.scene.empty() && !is_model(only)) usage("--export writes models: leave out --sequence");
}

/// Checks options that write particles to a file and draw nothing.
void check_saved(const Command& command, bool given, std::string_view option) {
  if (!given) return;
  refuse_drawing_beside(command, option);
  if (command.exported) usage({"give either --export or --{}, not both", option});
  if (command.document.objects.size() > 1 || !is_system(command.document.objects.front()))
    usage({at::option(option), "nothing here has particles: use --scene=snow, or give a particle system as FILE"});
}

void check_saved(const Command& command) {
  if (command.saved_particles && command.saved_system) usage("give either --save-particles or --save-system, not both");
  check_saved(command, command.saved_particles.has_value(), "save-particles");
  check_saved(command, command.saved_system.has_value(), "save-system");
}

/// Refuses options of runs without a window beside --window.
void refuse_beside_window(const Parser& parser, const Command& command) {
  if (command.window != Command::Window::wanted) return;
  for (const char* name : {"output", "csv", "frames", "warmup", "reference"})
    if (parser.is_given(name)) usage({"--{} has an effect only without a window: leave out --window", name});
}

/// Refuses to overwrite an input file.
void refuse_writing_over_inputs(const Command& command) {
  for (const auto& [name, written] : {std::pair("output", &command.output), std::pair("csv", &command.csv)}) {
    if (!*written) continue;
    for (const ObjectChoice& object : command.document.objects) {
      std::error_code error;
      if (!object.file.empty() && std::filesystem::equivalent(object.file, **written, error) && !error)
        usage({"--{}={} would write over a file that is shown", name, shown((*written)->string())});
    }
  }
}

/// Particle systems and particle files have different properties.
void check_mapping(const Parser& parser, const Command& command) {
  const ObjectChoice& first = command.document.objects.front();
  const bool has_system = is_system(first);
  if (command.document.objects.size() > 1 || (first.scene.empty() && !has_system)) return;
  const ParticleMapping& mapping = command.document.sequence.mapping;
  for (const auto& [name, property] : {std::pair("color-by", &mapping.color), std::pair("opacity-by", &mapping.opacity),
                                       std::pair("size-by", &mapping.size)}) {
    if (!parser.is_given(name)) continue;
    if (!has_system) usage({"--{} is for particles: give a FILE, --sequence or --scene=snow", name});
    if (!property->name.empty() && !particle_property(property->name))
      usage({"--{}={}: particles of a system have age, speed, height and random", name, property->name});
  }
}

/// Checks that need several options at once.
void check_together(const Parser& parser, const Command& command) {
  const CameraRequest& camera = command.document.camera;
  if (camera.position && camera.focal_point && *camera.position == *camera.focal_point)
    usage("--camera-position and --camera-focal-point are the same point: the camera looks nowhere");
  if (command.output && command.csv && *command.output == *command.csv)
    usage({"--output and --csv name the same file, {}", shown(command.output->string())});
  check_sort_parameters(command.document);
  check_right_side(command.document);
  check_comparison(command);
  refuse_beside_window(parser, command);
  refuse_writing_over_inputs(command);
  if (!command.use_config && !command.config.empty()) usage("give either --config or --no-config, not both");
  if (parser.is_given("reference-threshold") && !command.reference)
    usage({at::option("reference-threshold"), "add the picture to compare with, --reference"});
  check_export(command);
  check_mapping(parser, command);
  check_saved(command);
}

}  // namespace

Command parse_command_line(std::span<const std::string> arguments, const Command& base) {
  Command command = base;
  require_values(arguments);
  Parser parser;
  parser.parse(arguments);
  read_state_of(parser, command);
  Document& document = command.document;
  const Document before = document;
  parser.for_each([&](const OptionRow& row, const std::string& text) { row.set(command, text); });
  follow_left(document, before, [&](std::string_view name) { return parser.is_given(name); });
  take_files(parser, command);
  set_objects(document, parser.values_of("object"));
  if (!parser.is_given("race")) document.race.on |= parser.is_given("race-sorts") || parser.is_given("race-curves");
  if (!parser.is_given("error")) document.error.on |= parser.any_given("error-");
  if (!parser.is_given("split")) document.split.on |= parser.any_given("split-") || parser.any_given("right.");
  const Resort& resort = document.left.sort.resort;
  if (parser.is_given("resort") || resort != Resort::moved) command.windowless_resort = resort;
  check_together(parser, command);
  return command;
}

}  // namespace farfirst::app
