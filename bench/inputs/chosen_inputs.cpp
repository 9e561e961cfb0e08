// See chosen_inputs.h.
#include "chosen_inputs.h"

#include <farfirst/sort.h>
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <memory>

#include "model_inputs.h"
#include "points.h"
#include "program/command_line.h"
#include "program/failure.h"
#include "tests/inputs/distributions.h"

namespace farfirst::bench {

namespace {

std::vector<inputs::Shape> chosen_shapes(const std::vector<std::string>& names) {
  std::vector<inputs::Shape> chosen;
  for (const std::string& name : names) {
    if (name == "all") {
      for (const inputs::Distribution distribution : inputs::distributions()) chosen.emplace_back(distribution);
    } else if (name == "every") {
      chosen.insert(chosen.end(), inputs::shapes().begin(), inputs::shapes().end());
    } else if (const std::string sentence = parse(name, chosen.emplace_back()); !sentence.empty()) {
      throw Failure(usage, fmt::format("--distributions: {}; see farfirst-bench sort --help", sentence));
    }
  }
  return chosen;
}

using MakeGeometry = std::function<ViewedGeometry()>;

/// Caches the latest subject, because subjects are large.
class CachedGeometry {
 public:
  const ViewedGeometry& get(std::size_t number, const MakeGeometry& make) {
    if (!subject_ || number != number_) {
      subject_.reset();
      subject_ = make();
      number_ = number;
    }
    return *subject_;
  }

 private:
  std::size_t number_ = 0;
  std::optional<ViewedGeometry> subject_;
};

class GeometryPlan {
 public:
  /// Adds a subject, from each of the eyes. One of a folder that cannot be read is left out, with a message.
  void add(const std::string& name, std::uint32_t n, const std::vector<std::string>& eyes, bool of_folder,
           const MakeGeometry& make) {
    const std::size_t number = count_++;
    for (const std::string& eye : eyes) {
      const auto look = [kept = kept_, number, make, eye] { return seen_from(kept->get(number, make), eye); };
      plan_.push_back({name_seen_from(name, eye), n, [look, of_folder]() -> std::optional<Input> {
                         try {
                           return look();
                         } catch (const Failure& failure) {
                           if (!of_folder) throw;
                           fmt::print(stderr, "farfirst-bench: left out: {}\n", failure.what());
                           return std::nullopt;
                         }
                       }});
    }
  }
  std::vector<PlannedInput> take() { return std::move(plan_); }

 private:
  std::vector<PlannedInput> plan_;
  std::shared_ptr<CachedGeometry> kept_ = std::make_shared<CachedGeometry>();
  std::size_t count_ = 0;
};

std::vector<PlannedInput> planned_models(const InputSettings& settings) {
  GeometryPlan plan;
  std::vector<std::uint32_t> sizes = parse_sizes(settings.sizes, 1);
  if (sizes.empty()) sizes = {0};
  const std::vector<std::string> eyes = settings.eyes.empty() ? std::vector<std::string>{"outside"} : settings.eyes;
  const std::uint32_t triangles = parse_size("--tessellate", settings.triangles, 0);
  for (const std::string& text : settings.models) {
    const std::vector<std::filesystem::path> files = models_in(text);
    if (files.empty()) throw Failure(unreadable, fmt::format("{}: there is no model in this folder", text));
    const bool in_folder = files.size() > 1 || files.front() != text;
    for (const std::filesystem::path& file : files) {
      for (const std::uint32_t n : sizes) {
        const ModelSize size{.triangles = triangles, .instances = settings.instances, .elements = n};
        plan.add(file.stem().string(), n, eyes, in_folder, [file, size] { return read_viewed_geometry(file, size); });
      }
    }
  }
  return plan.take();
}

std::vector<PlannedInput> planned_points(const InputSettings& settings, const std::vector<std::uint32_t>& sizes) {
  GeometryPlan plan;
  const std::vector<std::string> eyes = settings.eyes.empty() ? std::vector<std::string>{""} : settings.eyes;
  for (const std::string& name : settings.points) {
    for (const std::uint32_t n : sizes) {
      plan.add(name, n, eyes, false, [name, n, seed = settings.seed] { return make_points(name, n, seed); });
    }
  }
  return plan.take();
}

}  // namespace

std::uint32_t parse_size(const std::string& option, const std::string& text, double least) {
  std::size_t used = 0;
  double number = 0;
  try {
    number = std::stod(text, &used);
  } catch (const std::exception&) {
    used = 0;
  }
  const std::string unit = text.substr(used);
  const double factor = unit.empty() ? 1 : unit == "k" ? 1024 : unit == "M" ? 1048576 : 0;
  const double n = number * factor;
  if (used == 0 || factor == 0 || !(n >= least) || n > max_elements) {
    throw Failure(usage, fmt::format("{}: \"{}\" is not a number of elements from {} to {}, with k = 2^10 or M = 2^20",
                                     option, text, least, max_elements));
  }
  return static_cast<std::uint32_t>(n);
}

std::vector<std::uint32_t> parse_sizes(const std::vector<std::string>& texts, double least) {
  std::vector<std::uint32_t> sizes;
  for (const std::string& text : texts) sizes.push_back(parse_size("--n", text, least));
  return sizes;
}

std::vector<PlannedInput> planned_inputs(const InputSettings& settings, Form form) {
  if (form != Form::distance && std::ranges::any_of(settings.eyes, moves)) {
    throw Failure(usage, "--eye: an eye that moves from call to call needs --form distance");
  }
  if (!settings.models.empty()) return planned_models(settings);
  std::vector<std::uint32_t> sizes = parse_sizes(settings.sizes, 1);
  if (sizes.empty()) sizes = {64 << 10, 1 << 20};
  if (form == Form::distance) return planned_points(settings, sizes);
  std::vector<PlannedInput> plan;
  for (const inputs::Shape& shape : chosen_shapes(settings.distributions)) {
    for (const std::uint32_t n : sizes) {
      plan.push_back({name_of(shape), n, [shape, n, seed = settings.seed] {
                        return std::optional<Input>(Input{.name = name_of(shape),
                                                          .meaning = meaning_of(shape.distribution),
                                                          .keys = make_keys(shape, n, seed)});
                      }});
    }
  }
  return plan;
}

namespace {

std::string known_distributions() {
  std::vector<std::string> known;
  for (const inputs::Distribution distribution : inputs::distributions()) {
    known.emplace_back(name_of(distribution));
    for (const inputs::InputNumber& number : numbers_of(distribution)) {
      known.back() += fmt::format(":{}={}", number.name, number.default_value);
    }
  }
  return fmt::format("{}", fmt::join(known, ", "));
}

std::string known_eyes() {
  std::vector<std::string> known;
  for (const EyeHelp& eye : eyes()) known.push_back(fmt::format("{} ({})", eye.name, eye.meaning));
  return fmt::format("{}", fmt::join(known, "; "));
}

}  // namespace

void add_input_options(Command command, InputSettings& settings) {
  command.option("--n", settings.sizes,
                 "Numbers of elements, with commas; k = 2^10, M = 2^20; of a model, its exact number (default: 64k,1M, "
                 "or all of the model)");
  command.option("--distributions", settings.distributions,
                 fmt::format("all, every (with all their numbers), or some of: {}", known_distributions()));
  command.option("--seed", settings.seed, "Seed of the keys");
  command.option("--points", settings.points,
                 fmt::format("Points for --form distance: some of: {}", fmt::join(point_names(), ", ")));
  command.option("--model", settings.models,
                 "Sort the distances of the triangles, points or Gaussian splats of these files instead, with commas, "
                 "in the file's sequence; a folder: all models in it; jungle, glass: of the built-in scenes");
  command.option("--tessellate", settings.triangles, "Minimum number of triangles: the model's are cut finer");
  command.option("--instances", settings.instances, "Number of copies of the model, side by side").range(1, 1000000);
  command.option("--eye", settings.eyes,
                 fmt::format("Positions of the eye, with commas; R is the radius of the bounding sphere: {}. "
                             "Default: outside; points have positions of their own",
                             known_eyes()));
}

}  // namespace farfirst::bench
