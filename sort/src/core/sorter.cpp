// Makes sorters: finds the entry and its native form, and resolves the parameters.
#include <algorithm>
#include <cassert>

#include <farfirst/parts.h>

#include "core/distance_sorter.h"
#include "core/key_sorter.h"
#include "core/make_sorter.h"

namespace farfirst {
namespace core {

std::int64_t MakeOptions::operator[](std::string_view name) const {
  const auto found = std::ranges::find(parameters, name, &ParameterValue::name);
  assert(found != parameters.end() && "the entry's description does not list this parameter");
  return found->value;
}

void Implementation::sort(const DistanceJob&, const Call&) {
  assert(false && "the entry does not list Form::distance");
}

Buffer Implementation::place_for_keys(std::span<const Buffer>, std::uint32_t) const { return {}; }

std::uint64_t elements_of(std::span<const Source> sources) noexcept {
  std::uint64_t sum = 0;
  for (const Source& source : sources) sum += source.n;
  return sum;
}

DistanceJob with_n(DistanceJob job) noexcept {
  const std::uint64_t all = elements_of(job.sources);
  if (job.n == 0 && !job.ids) job.n = static_cast<std::uint32_t>(std::min<std::uint64_t>(all, ~0u));
  return job;
}

bool has_plain_source(const DistanceJob& job) noexcept {
  return job.sources.size() == 1 && !job.ids && job.sources[0].format == PositionFormat::float32 &&
         job.sources[0].transform.is_identity();
}

bool is_plain(const DistanceJob& job) noexcept {
  return has_plain_source(job) && !job.eye_on_device && job.precision.is_full();
}

std::size_t key_bytes(Form form) noexcept {
  return form == Form::argsort64 || form == Form::pairs64 || form == Form::keys64 ? 8 : 4;
}

std::size_t position_bytes(const Source& source) noexcept {
  const std::size_t positions = source.triangles ? source.vertex_count : source.n;
  const std::size_t last = source.format == PositionFormat::float32 ? 12 : 8;
  return positions == 0 ? 0 : (positions - 1) * source.stride + last;
}

namespace {

// ---- Forms

/// The native form from which the core makes `form`.
Form native_form(const Algorithm& algorithm, Form form) {
  if (algorithm.forms.has(form)) return form;
  if (form == Form::distance || form == Form::pairs) return Form::argsort;
  if (form == Form::pairs64 && algorithm.forms.has(Form::argsort64)) return Form::argsort64;
  throw Error(std::string(algorithm.id) + " has no form '" + std::string(name_of(form)) + "'");
}

// ---- Parameters

void check_value(const Algorithm& algorithm, const Parameter& parameter, std::int64_t value) {
  if (value >= parameter.minimum && value <= parameter.maximum) return;
  throw Error(std::string(algorithm.id) + ": parameter '" + std::string(parameter.name) + "' must be from " +
              std::to_string(parameter.minimum) + " to " + std::to_string(parameter.maximum) + ", not " +
              std::to_string(value));
}

std::string known_names(const Algorithm& algorithm) {
  if (algorithm.parameters.empty()) return "it has none";
  std::string names = "it has";
  for (const Parameter& parameter : algorithm.parameters) {
    names += (&parameter == algorithm.parameters.data() ? " " : ", ") + std::string(parameter.name);
  }
  return names;
}

std::vector<ParameterValue> resolve(const Algorithm& algorithm, std::span<const ParameterValue> given) {
  std::vector<ParameterValue> values;
  for (const Parameter& parameter : algorithm.parameters) {
    values.push_back({std::string(parameter.name), parameter.default_value});
  }
  for (const ParameterValue& request : given) {
    const Parameter* found = find(algorithm, request.name);
    if (found == nullptr) {
      throw Error(std::string(algorithm.id) + " has no parameter '" + request.name + "' (" + known_names(algorithm) +
                  ")");
    }
    check_value(algorithm, *found, request.value);
    values[static_cast<std::size_t>(found - algorithm.parameters.data())].value = request.value;
  }
  return values;
}

// ---- Entries

/// Finds the entry, if it can run on this device with n elements.
const Entry& entry_for(const Device& device, const Algorithm& algorithm, std::uint32_t max_n) {
  if (std::string sentence = why_unavailable(algorithm); !sentence.empty()) throw Error(sentence);
  if (algorithm.backend != device.backend()) {
    throw Error(std::string(algorithm.id) + " sorts on a " + std::string(name_of(algorithm.backend)) +
                " device, not on a " + std::string(name_of(device.backend())) + " one");
  }
  if (max_n > algorithm.max_n) {
    throw Error(std::string(algorithm.id) + " sorts at most " + std::to_string(algorithm.max_n) + " elements, not " +
                std::to_string(max_n));
  }
  return *std::ranges::find_if(entries(), [&](const Entry& each) { return each.about().id == algorithm.id; });
}

/// `make`, if not empty, replaces the entry's own function.
Made made(Device& device, const Algorithm& algorithm, std::uint32_t max_n, Form form,
          std::span<const ParameterValue> given, const Make& make = {}) {
  const Entry& entry = entry_for(device, algorithm, max_n);
  DeviceCore& core = core_of(device);
  Made result{.device = core,
              .algorithm = algorithm,
              .form = form,
              .native = native_form(algorithm, form),
              .max_n = max_n,
              .parameters = resolve(algorithm, given)};
  const CallScope scope(core);
  core.prepare(form, algorithm);
  const MakeOptions options{result.native, max_n, result.parameters};
  result.implementation = make ? make(core, options) : entry.make(core, options);
  core.finish_preparing();
  return result;
}

}  // namespace

std::unique_ptr<Sorter> make_sorter(Device& device, const Algorithm& algorithm, std::uint32_t max_n,
                                    const SorterOptions& options, const Make& make) {
  return std::make_unique<TypedSorter<ArgsortJob>>(
      made(device, algorithm, max_n, Form::argsort, options.parameters, make), options.counted);
}

std::unique_ptr<DistanceSorter> make_distance_sorter(Device& device, const Algorithm& algorithm, std::uint32_t max_n,
                                                     const Make& make) {
  return std::make_unique<ByDistance>(made(device, algorithm, max_n, Form::distance, {}, make));
}

}  // namespace core

std::unique_ptr<Sorter> make_sorter(Device& device, const Algorithm& algorithm, std::uint32_t max_n,
                                    const SorterOptions& options) {
  return core::make_sorter(device, algorithm, max_n, options, {});
}

std::unique_ptr<PairsSorter> make_pairs_sorter(Device& device, const Algorithm& algorithm, std::uint32_t max_n,
                                               const SorterOptions& options) {
  return std::make_unique<core::TypedSorter<PairsJob>>(
      core::made(device, algorithm, max_n, Form::pairs, options.parameters), options.counted);
}

std::unique_ptr<FormSorter> make_form_sorter(Device& device, const Algorithm& algorithm, std::uint32_t max_n, Form form,
                                             const SorterOptions& options) {
  if (form == Form::distance) throw Error("a sorter by distance is made by make_distance_sorter");
  return std::make_unique<core::KeySorter>(core::made(device, algorithm, max_n, form, options.parameters),
                                           options.counted);
}

std::unique_ptr<DistanceSorter> make_distance_sorter(Device& device, const Algorithm& algorithm, std::uint32_t max_n,
                                                     const std::vector<ParameterValue>& parameters) {
  return std::make_unique<core::ByDistance>(core::made(device, algorithm, max_n, Form::distance, parameters));
}

void sort_in_parts(DistanceSorter& sorter, const DistanceJob& job, std::span<const Buffer> order) {
  static_cast<core::ByDistance&>(sorter).sort(job, {.order = order});
}

void sort_in_parts(Sorter& sorter, const ArgsortJob& job, std::span<const Buffer> keys, std::span<const Buffer> order) {
  static_cast<core::TypedSorter<ArgsortJob>&>(sorter).sort(job, {keys, order});
}

}  // namespace farfirst
