// The one place that checks arguments, resolves parameters and supplies missing forms, for all entries.
#include <algorithm>
#include <cassert>

#include "core/implementation.h"
#include "core/misuse.h"

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

// ---- The sorter that callers hold

/// Checks arguments, supplies missing forms and traces; the entry does everything else.
class CheckedSorter final : public Sorter {
 public:
  CheckedSorter(DeviceCore& device, const Algorithm& algorithm, const Entry& entry, const SorterOptions& options)
      : device_(device),
        algorithm_(algorithm),
        form_(options.form),
        native_(native_form(algorithm, options.form)),
        max_n_(options.max_n),
        parameters_(resolve(algorithm, options.parameters)),
        implementation_(made_on(device, entry, {native_, max_n_, parameters_})),
        requirements_(implementation_->requirements()) {
    if (form_ != native_) reserve_own(max_n_ * std::size_t{4});
  }

  const Algorithm& algorithm() const noexcept override { return algorithm_; }
  const Requirements& requirements() const noexcept override { return requirements_; }

  void sort(const SortJob& job) override {
    assert_right_use(job, {form_, max_n_, device_.backend(), requirements_});
    const Restore at_end{device_};
    const Call call = begin(job.trace, job.state);
    if (form_ == native_) {
      implementation_->sort(job, call);
    } else {
      pairs_by_argsort(job, call);
    }
    end(job.trace);
  }

  void sort(const DistanceJob& job) override {
    assert_right_use(job, {form_, max_n_, device_.backend(), requirements_});
    const Restore at_end{device_};
    const Call call = begin(job.trace, job.state);
    if (form_ == native_) {
      implementation_->sort(job, call);
    } else {
      distance_by_argsort(job, call);
    }
    end(job.trace);
  }

  void reset_state() noexcept override { forget_ = true; }

  bool take_trace(std::vector<Pass>& passes) override { return tracer_ != nullptr && tracer_->take(passes); }

 private:
  /// Restores the device, however a call ends.
  struct Restore {
    DeviceCore& device;
    ~Restore() { device.restore(); }
  };

  /// Reserves scratch for the core's own intermediate result: after the entry's piece, or as a piece of its own if
  /// buffers are objects.
  void reserve_own(std::size_t bytes) {
    if (requirements_.scratch.empty() || device_.backend() == Backend::gl) {
      requirements_.scratch.push_back(bytes);
      return;
    }
    own_offset_ = aligned(requirements_.scratch.back());
    requirements_.scratch.back() = own_offset_ + bytes;
  }
  Buffer own(std::span<const Buffer> scratch, std::size_t bytes) const {
    return part(scratch[requirements_.scratch.size() - 1], own_offset_, bytes);
  }

  static std::unique_ptr<Implementation> made_on(DeviceCore& device, const Entry& entry, const MakeOptions& options) {
    device.make_current();
    return entry.make(device, options);
  }

  Call begin(bool trace, const Buffer& state) {
    device_.make_current();
    const bool moved = state.handle != state_.handle || state.offset != state_.offset;
    const Call call{PassTrace(trace ? tracer() : nullptr), forget_ || moved};
    state_ = state;
    forget_ = false;
    if (trace) tracer()->begin();
    return call;
  }
  void end(bool trace) {
    if (trace) tracer()->end();
  }
  Tracer* tracer() {
    if (tracer_ == nullptr) tracer_ = implementation_->make_tracer();
    if (tracer_ == nullptr) tracer_ = device_.make_tracer();
    return tracer_.get();
  }

  void pairs_by_argsort(const SortJob& job, const Call& call) {
    SortJob argsort = job;
    argsort.order = own(job.scratch, job.n * std::size_t{4});
    implementation_->sort(argsort, call);
    call.passes.begin("gather values");
    device_.gather(job.values, argsort.order, job.sorted_values, job.n);
  }

  void distance_by_argsort(const DistanceJob& job, const Call& call) {
    DistanceJob keys = job;
    if (!keys.keys) keys.keys = own(job.scratch, job.n * std::size_t{4});
    call.passes.begin("keys");
    device_.make_keys(keys);
    SortJob argsort;
    argsort.n = job.n;
    argsort.keys = keys.keys;
    argsort.order = job.order;
    argsort.scratch = job.scratch;
    argsort.state = job.state;
    implementation_->sort(argsort, call);
  }

  DeviceCore& device_;
  const Algorithm& algorithm_;
  const Form form_;
  const Form native_;
  const std::uint32_t max_n_;
  const std::vector<ParameterValue> parameters_;
  const std::unique_ptr<Implementation> implementation_;
  Requirements requirements_;
  std::size_t own_offset_ = 0;
  Buffer state_;
  bool forget_ = true;
  std::unique_ptr<Tracer> tracer_;
};

}  // namespace
}  // namespace core

std::unique_ptr<Sorter> make_sorter(Device& device, const Algorithm& algorithm, const SorterOptions& options) {
  const auto all = core::entries();
  const auto entry =
      std::ranges::find_if(all, [&](const core::Entry& each) { return each.about().id == algorithm.id; });
  if (std::string sentence = why_unavailable(algorithm); !sentence.empty()) throw Error(sentence);
  if (algorithm.backend != device.backend()) {
    throw Error(std::string(algorithm.id) + " sorts on a " + std::string(name_of(algorithm.backend)) +
                " device, not on a " + std::string(name_of(device.backend())) + " one");
  }
  if (options.max_n > algorithm.max_n) {
    throw Error(std::string(algorithm.id) + " sorts at most " + std::to_string(algorithm.max_n) + " elements, not " +
                std::to_string(options.max_n));
  }
  return std::make_unique<core::CheckedSorter>(static_cast<core::DeviceCore&>(device), algorithm, *entry, options);
}

}  // namespace farfirst
