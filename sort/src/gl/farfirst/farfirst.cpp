// gl.farfirst: one distribution into buckets, by the pivots that the last call left, and a sort of each bucket on chip.
// A call is three dispatches (shaders/sort/farfirst/):
//
//   distribute     makes keys, sends every element to the region of its bucket
//   sort_buckets   sorts each bucket, writes the order, leaves the pivots of the next call
//   passes         ends at once; or, if a bucket has overflowed, sorts everything by radix passes
//
// If motion.h reports that the pivots of the last call are useless, two small dispatches come first and take pivots
// from a sample. Keys are always written, since the passes need them.
#include <farfirst/keys.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "gl/launch.h"
#include "gl/prim/elements.h"
#include "gl/radix/choice.h"
#include "motion.h"
#include "plan.h"

namespace farfirst::gl::farfirst {
namespace {

/// Uniform locations in shaders/sort/farfirst/.
enum Uniform : GLint {
  given_n = 0,
  keys_begin = 1,
  parity = 2,
  room = 3,
  width = 4,
};
/// Uniform locations of kernels that write the order.
enum OutputUniform : GLint { order_begin = 5, sorted_begin = 6, wants_sorted_keys = 7, ids_at = 8, direction = 9 };
enum DistributeUniform : GLint { by_fours = 10, values = 11, closer = 12, regular_left = 13 };
enum BucketUniform : GLint { index_bits = 10 };
enum SampleUniform : GLint { for_each_bucket = 10 };
enum PassUniform : GLint { low_bit = 10, sampled = 11, only_stage = 12, most_n = 13, ends_call = 14 };
enum GroupsUniform : GLint { groups_of_tiles = 5, groups_of_sums = 6 };

enum Piece : std::size_t { regions, made_keys };

constexpr std::uint32_t no_stage = 0xFFFFFFFFu;
constexpr std::size_t most_rows = 8;   // of buckets (history.glsl)
constexpr std::size_t groups_at = 12;  // bytes, in the history
constexpr std::size_t most_waiting_groups = 264;
constexpr std::size_t sampling_group = 64;  // elements, in sample.comp and pick_pivots.comp

std::string number(std::size_t value) { return std::to_string(value); }

unsigned subgroup_size_of(GlDevice& device) {
  const unsigned size = radix::subgroup_size(device, radix::Path::subgroups);
  return size == 32 || size == 64 ? size : 0;
}

Plan plan_for(GlDevice& device, const core::MakeOptions& options) {
  const auto value = [&](std::string_view name) { return static_cast<unsigned>(options[name]); };
  const Request request{.threads = value("threads"),
                        .items = value("items"),
                        .levels = value("levels"),
                        .bucket_threads = value("bucket_threads"),
                        .plain = value("subgroups") != 0};
  return make_plan(device.limits(), request, std::max(options.max_n, 1u), subgroup_size_of(device));
}

class Hybrid final : public core::Implementation {
 public:
  Hybrid(GlDevice& device, const core::MakeOptions& options) : device_(device), plan_(plan_for(device, options)) {
    const std::uint32_t n = std::max(options.max_n, 1u);
    requirements_.scratch = {region_bytes(n)};
    requirements_.history = history_words * sizeof(std::uint32_t);
    require_storage(device, "gl.farfirst", requirements_.scratch[regions]);
    const bool by_distance = options.form == Form::distance;
    if (by_distance) requirements_.scratch.push_back(n * sizeof(std::uint32_t));
    distribute_ = distributor({});
    sample_ = kernel("sample.comp", 64, {});
    if (by_distance) {
      measure_ = distributor({{"MEASURE", "1"}});
      measure_sample_ = kernel("sample.comp", 64, {{"MEASURE", "1"}});
    }
    pick_pivots_ = kernel("pick_pivots.comp", 256, {});
    sort_buckets_ = kernel("sort_buckets.comp", plan_.bucket_threads,
                           {{"CAPACITY", number(plan_.capacity())},
                            {"ROWS", number(plan_.rows())},
                            {"CELL_BITS", number(plan_.cell_bits)}});
    if (!plan_.waits) pass_groups_ = kernel("pass_groups.comp", 1, {});
    Defines of_passes{{"ITEMS", number(plan_.pass_items)},
                      {"DIGIT_BITS", number(plan_.digit_bits)},
                      {"ROWS", number(plan_.summed_rows) + "u"}};
    if (plan_.waits) of_passes.emplace_back("WAITS", "1");
    passes_ = kernel("passes.comp", plan_.pass_threads, std::move(of_passes));
  }

  void sort(const FormJob& job, const core::Call& call) override {
    if (job.n == 0) return;
    FormJob own = job;
    if (job.values) own.order = job.sorted_values;
    sort(own, nullptr, job.values ? job.values : call.ids, call);
  }

  void sort(const DistanceJob& job, const core::Call& call) override {
    if (job.n == 0) return;
    const FormJob keys{.n = job.n,
                       .keys = job.keys ? job.keys : place_for_keys(job.scratch, job.n),
                       .count = job.count,
                       .direction = job.direction,
                       .order = job.order,
                       .scratch = job.scratch};
    sort(keys, &job, call.ids, call);
  }
  bool takes(const DistanceJob&) const override { return true; }
  bool has_place_for_keys() const override { return requirements_.scratch.size() > made_keys; }
  ::farfirst::Buffer place_for_keys(std::span<const ::farfirst::Buffer> scratch, std::uint32_t n) const override {
    return core::part(scratch[made_keys], 0, n * sizeof(std::uint32_t));
  }

 private:
  /// The host's state of a view.
  struct View {
    Motion motion;
    std::uint32_t parity = 0;  // of its next call
  };

  Kernel kernel(std::string_view file, unsigned threads, Defines defines) const {
    defines.emplace_back("THREADS", number(threads) + "u");
    defines.emplace_back("LEVELS", number(plan_.levels) + "u");
    defines.emplace_back("SPARE", number(plan_.spare) + "u");
    defines.emplace_back("BUCKET_ROWS",
                         number(std::min(std::bit_ceil(groups_for(plan_.buckets(), threads)), most_rows)));
    if (plan_.subgroup_size != 0) {
      defines.emplace_back("SUBGROUPS", "1");
      defines.emplace_back("SUBGROUP_SIZE", number(plan_.subgroup_size));
      defines.emplace_back("RANKING", "2");
    }
    return {device_, "sort/farfirst/" + std::string(file), defines};
  }
  Kernel distributor(Defines defines) const {
    defines.emplace_back("ITEMS", number(plan_.items));
    return kernel("distribute.comp", plan_.threads, std::move(defines));
  }

  std::size_t pass_tiles(std::uint32_t n) const { return groups_for(n, plan_.pass_tile()); }
  /// The memory shared by regions of buckets, passes and a sample.
  std::size_t region_bytes(std::uint32_t n) const {
    const std::size_t of_buckets = 8 * plan_.region_elements(n);
    const std::size_t digits = std::size_t{1} << plan_.digit_bits;
    const std::size_t of_passes = 4 * (std::size_t{4} * n + digits * (pass_tiles(n) + 1));
    return std::max({of_buckets, of_passes, 4 * samples(n)});
  }
  std::size_t samples(std::uint32_t n) const { return std::size_t{plan_.regular(n)} * plan_.samples_for_each; }

  View& view_of(const core::Call& call) {
    View& view = views_[{call.history.handle, call.history.offset}];
    if (call.forget) {
      clear(device_, call.history);
      view.motion.forget();
    }
    return view;
  }

  /// With `distance` it makes the keys as well. `ids`, if given, replace indices.
  void sort(const FormJob& job, const DistanceJob* distance, const ::farfirst::Buffer& ids, const core::Call& call) {
    View& view = view_of(call);
    const Viewing viewing =
        viewing_of(job.n, static_cast<bool>(job.count), distance != nullptr ? distance : call.distance);
    const std::uint32_t n_before = view.motion.last_n();
    const std::optional<float> moved = view.motion.to(viewing);
    bind(device_, 1, job.scratch[regions]);
    bind(device_, 2, call.history);
    barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the job's inputs, and the last call's state
    if (!moved) sample(job, distance, view, call);
    distribute(job, distance, viewing.values, moved.value_or(0.0f), moved ? n_before : job.n, view, call);
    sort_buckets(job, ids, view, call);
    end(job, ids, view, call, !moved);
    view.parity ^= 1;
  }

  /// Sets the arguments that several kernels share.
  const Kernel& prepared(const Kernel& kernel, const FormJob& job, const View& view) const {
    kernel.set(given_n, job.n).set(parity, view.parity).set(room, plan_.room(job.n)).set(width, plan_.width(job.n));
    return kernel.set(keys_begin, bind(device_, 0, job.keys)).set_count(job.count);
  }

  void sample(const FormJob& job, const DistanceJob* distance, const View& view, const core::Call& call) const {
    call.passes.begin("pivots from a sample");
    const Kernel& keys = distance != nullptr ? measure_sample_ : sample_;
    if (distance != nullptr) set_elements(device_, keys.program(), *distance);
    for (const Kernel* kernel : {&keys, &pick_pivots_}) {
      prepared(*kernel, job, view).set(for_each_bucket, plan_.samples_for_each);
    }
    keys.dispatch(groups_for(samples(job.n), sampling_group));
    barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the keys of the sample
    pick_pivots_.dispatch(groups_for(samples(job.n), sampling_group));
    barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the pivots
  }

  /// `n_of_pivots`: the number of elements of the call that left the pivots.
  void distribute(const FormJob& job, const DistanceJob* distance, Values keys_are, float moved,
                  std::uint32_t n_of_pivots, const View& view, const core::Call& call) const {
    call.passes.begin(distance != nullptr ? "distances, distribute" : "distribute");
    const Kernel& kernel = prepared(distance != nullptr ? measure_ : distribute_, job, view);
    kernel.set(values, static_cast<std::uint32_t>(keys_are)).set(closer, keys::bits(moved));
    kernel.set(regular_left, job.count ? absent : plan_.regular(n_of_pivots));
    if (distance != nullptr) {
      set_elements(device_, kernel.program(), *distance);
      kernel.set(by_fours, lies_in_fours(*distance, job.keys) ? 1 : 0);
    }
    kernel.dispatch(groups_for(job.n, plan_.tile()));
  }

  /// True if points are contiguous and aligned, so that four points are three vectors, and their keys one.
  bool lies_in_fours(const DistanceJob& job, const ::farfirst::Buffer& made) const {
    const Source& source = job.sources[0];
    return !source.triangles && source.stride == 12 && source.positions.offset % 16 == 0 && made.offset % 16 == 0 &&
           device_.limits().storage_alignment % 16 == 0 && job.metric == Metric::radial;
  }

  const Kernel& with_outputs(const Kernel& kernel, const FormJob& job, const ::farfirst::Buffer& ids,
                             const View& view) const {
    prepared(kernel, job, view).set(order_begin, bind(device_, 4, job.order));
    kernel.set(sorted_begin, bind(device_, 5, job.sorted_keys)).set(wants_sorted_keys, job.sorted_keys ? 1 : 0);
    kernel.set(direction, job.direction == Direction::back_to_front ? 1 : 0);
    return kernel.set(ids_at, ids ? bind(device_, 6, ids) : absent);
  }

  void sort_buckets(const FormJob& job, const ::farfirst::Buffer& ids, const View& view, const core::Call& call) const {
    call.passes.begin("sort buckets");
    with_outputs(sort_buckets_, job, ids, view).set(index_bits, static_cast<std::uint32_t>(std::bit_width(job.n - 1)));
    barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the regions
    sort_buckets_.dispatch(plan_.buckets());
  }

  void end(const FormJob& job, const ::farfirst::Buffer& ids, const View& view, const core::Call& call,
           bool has_sampled) const {
    call.passes.begin("radix passes, if needed");
    with_outputs(passes_, job, ids, view).set(low_bit, job.key_bits.begin).set(most_n, job.n);
    passes_.set(sampled, has_sampled ? 1 : 0);
    bind(device_, 7, call.counts);
    const std::size_t tiles = pass_tiles(job.n), sums = (std::size_t{1} << plan_.digit_bits) / plan_.summed_rows;
    barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the flag of failed buckets
    if (plan_.waits) {
      passes_.set(ends_call, 1).dispatch(std::min(std::max(tiles, sums), most_waiting_groups));
    } else {
      run_stages(view, call, tiles, sums);
    }
  }

  /// Dispatches each stage, with no groups unless buckets have failed.
  void run_stages(const View& view, const core::Call& call, std::size_t tiles, std::size_t sums) const {
    pass_groups_.set(parity, view.parity).set(groups_of_tiles, static_cast<std::uint32_t>(tiles));
    pass_groups_.set(groups_of_sums, static_cast<std::uint32_t>(sums)).dispatch(1);
    passes_.set(only_stage, no_stage).set(ends_call, 1).dispatch(1);
    passes_.set(ends_call, 0);
    for (std::uint32_t stage = 0; stage < plan_.stages(); ++stage) {
      passes_.set(only_stage, stage);
      barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT | GL_COMMAND_BARRIER_BIT);  // earlier writes
      passes_.dispatch_indirect(core::part(call.history, stage % 3 == 1 ? groups_at + 12 : groups_at, 12));
    }
  }

  GlDevice& device_;
  const Plan plan_;
  Kernel distribute_, measure_, sample_, measure_sample_, pick_pivots_, sort_buckets_, pass_groups_, passes_;
  std::map<std::pair<std::uintptr_t, std::size_t>, View> views_;  // by the address of their histories
};

/// For elements of a number at which gl.radix is faster.
std::unique_ptr<core::Implementation> make_radix(core::DeviceCore& device, const core::MakeOptions& options) {
  std::vector<ParameterValue> defaults;
  for (const Parameter& parameter : radix::about().parameters) {
    defaults.push_back({std::string(parameter.name), parameter.default_value});
  }
  return radix::make(device, {options.form, options.max_n, defaults});
}

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  if (options.max_n > most_by_buckets) return make_radix(device, options);
  return std::make_unique<Hybrid>(gl_device(device), options);
}

}  // namespace farfirst::gl::farfirst
