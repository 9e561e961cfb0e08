// gl.radix: stable counting sorts from the lowest digit to the highest (Knuth, TAOCP vol. 3, 5.2.5), each in three
// kernels, "reduce then scan". The digits of each tile are counted, the counts of each digit are scanned over the
// tiles, and every tile moves its elements to places that no other tile uses. No work group ever waits for another. As
// an alternative tiles use decoupled look-back (look_back.glsl), which saves kernels but costs time from some 100,000
// elements on.
//
// The first pass reads the job's keys, implies the indices, and finds the smallest and the largest key while it counts.
// From these the GPU decides the number of passes (radix.glsl: Plan). All passes are enqueued. Unnecessary ones end at
// once, and those over bits that agree in all keys are skipped. The first kernel reads a count on the GPU; work groups
// of tiles beyond it end at once. The first pass takes indices from the job's ids or values, if given. The last pass
// writes indices only. Keys and indices move separately, so that counting reads keys only: 16 bytes an element in the
// first and the last pass, 20 between.
#include <array>
#include <string>
#include <vector>

#include "choice.h"
#include "gl/launch.h"
#include "gl/prim/elements.h"

namespace farfirst::gl::radix {
namespace {

/// Uniform locations in radix.glsl, count.comp and scatter.glsl.
enum Uniform : GLint {
  given_n = 0,
  tiles = 1,
  pass = 2,
  keys_begin = 3,
  order_begin = 4,
  sorted_begin = 5,
  wants_sorted = 6,
  ids_at = 7,
  low_bit = 8,
  direction = 9
};

/// Pieces of scratch, in the order of requirements_: the keys and indices of passes 0, 2, ... and of passes 1, 3, ...,
/// the plan followed by the counts, and the keys of distance jobs.
enum Piece : std::size_t { even_keys, even_indices, odd_keys, odd_indices, tables, made_keys };

constexpr std::size_t plan_head = 5;  // words before its arrays

constexpr std::size_t most_counting_groups = 1024;
constexpr unsigned patience = 128;  // failed looks before a tile counts for another: some 100 microseconds on a GPU

std::string number(std::size_t value) { return std::to_string(value) + "u"; }

class Radix final : public core::Implementation {
 public:
  Radix(GlDevice& device, const core::MakeOptions& options) : device_(device), plan_(plan_for(device, options)) {
    const std::size_t words = std::max<std::size_t>(options.max_n, 1) * sizeof(std::uint32_t);
    const std::size_t counts = counts_bytes(options.max_n);
    require_storage(device, "gl.radix", std::max(words, counts));
    requirements_.scratch = {words, words, words, words, core::aligned(plan_bytes()) + counts};
    first_ = make_kernels(true);
    later_ = make_kernels(false);
    if (options.form != Form::distance) return;
    requirements_.scratch.push_back(words);
    measure_ = kernel("sort/radix/count.comp", plan_.threads, plan_.items, {{"FIRST_PASS", "1"}, {"MEASURE", "1"}});
  }

  /// Sorts a pairs job: values move in place of indices.
  void sort(const FormJob& job, const core::Call& call) override {
    if (job.n == 0) return;
    call.passes.begin("count digits");
    count_first(job, first_.count);
    if (!job.values) return sort_counted(job, call.ids, call);
    FormJob pairs = job;
    pairs.order = job.sorted_values;
    sort_counted(pairs, job.values, call);
  }

  void sort(const DistanceJob& job, const core::Call& call) override {
    if (job.n == 0) return;
    const FormJob keys{.n = job.n,
                       .keys = job.keys ? job.keys : place_for_keys(job.scratch, job.n),
                       .count = job.count,
                       .direction = job.direction,
                       .order = job.order,
                       .scratch = job.scratch};
    call.passes.begin("distances, count digits");
    set_elements(device_, measure_.program(), job);
    count_first(keys, measure_);
    sort_counted(keys, call.ids, call);
  }
  bool takes(const DistanceJob&) const override { return true; }
  bool has_place_for_keys() const override { return requirements_.scratch.size() > made_keys; }
  ::farfirst::Buffer place_for_keys(std::span<const ::farfirst::Buffer> scratch, std::uint32_t n) const override {
    return core::part(scratch[made_keys], 0, n * sizeof(std::uint32_t));
  }

 private:
  struct Kernels {
    Kernel count, scan, scatter;
  };

  Kernel kernel(std::string_view file, unsigned threads, unsigned items, const Defines& more) const {
    Defines defines = shape(threads, items);
    defines.insert(defines.end(), more.begin(), more.end());
    return {device_, file, defines};
  }

  /// Makes the kernels of the first pass or of all others.
  Kernels make_kernels(bool first) const {
    const Defines common = first ? Defines{{"FIRST_PASS", "1"}} : Defines{};
    Defines with_rows = common;
    with_rows.emplace_back("ROW_PER_THREAD", "1");
    Kernels made;
    made.count = kernel("sort/radix/count.comp", plan_.threads, plan_.items, common);
    if (!plan_.looks_back())
      made.scan = kernel("sort/radix/scan.comp", plan_.scan_threads, plan_.scan_items,
                         plan_.row_per_thread ? with_rows : common);
    made.scatter = kernel(plan_.path == Path::plain ? "sort/radix/scatter_plain.comp" : "sort/radix/scatter.comp",
                          plan_.threads, plan_.items, common);
    return made;
  }

  Defines shape(unsigned threads, unsigned items) const {
    Defines defines{{"THREADS", number(threads)},
                    {"ITEMS", std::to_string(items)},
                    {"TILE_ITEMS", number(plan_.tile())},
                    {"DIGIT_BITS", std::to_string(plan_.digit_bits)}};
    if (plan_.looks_back()) {
      defines.emplace_back("LOOK_BACK", "1");
      defines.emplace_back("PATIENCE", number(device_.limits().software ? software_patience : patience));
    }
    if (plan_.offsets == Offsets::look_back_backwards) defines.emplace_back("BACKWARDS", "1");
    if (plan_.indices_first) defines.emplace_back("INDICES_FIRST", "1");
    if (plan_.path == Path::plain) return defines;
    defines.emplace_back("SUBGROUP_SIZE", std::to_string(plan_.subgroup_size));
    defines.emplace_back(plan_.path == Path::subgroups ? "SUBGROUPS" : "BALLOTS_ARB", "1");
    defines.emplace_back("RANKING", std::to_string(static_cast<unsigned>(plan_.ranking)));
    return defines;
  }

  std::size_t plan_bytes() const { return (plan_head + plan_.passes() * (1 + plan_.digits())) * sizeof(std::uint32_t); }

  /// Counts of each tile and digit, and either each tile's smallest and largest key, or other counts of each pass.
  std::size_t counts_bytes(std::uint32_t elements) const {
    const std::size_t rows = plan_.looks_back() ? plan_.passes() * plan_.digits() : plan_.digits() + 2;
    return rows * groups_for(std::max(elements, 1u), plan_.tile()) * sizeof(std::uint32_t);
  }

  /// The tiles of the job's n; it may have fewer elements.
  std::size_t tiles_of(const FormJob& job) const { return groups_for(job.n, plan_.tile()); }

  /// The number of digits in which keys may differ.
  unsigned passes_of(const FormJob& job) const {
    const unsigned end = job.key_bits.end == 0 ? 32 : job.key_bits.end;
    return std::max(static_cast<unsigned>(groups_for(end - job.key_bits.begin, plan_.digit_bits)), 1u);
  }

  /// Sets the arguments that all kernels share.
  const Kernel& prepared(const Kernel& kernel, const FormJob& job, unsigned digit) const {
    if (digit != 0) kernel.set(pass, digit);
    kernel.set(given_n, job.count ? absent : job.n).set(low_bit, job.key_bits.begin);
    return kernel.set(tiles, static_cast<std::uint32_t>(tiles_of(job)));
  }

  /// Counts the lowest digit, of the job's keys or of keys that the kernel makes.
  void count_first(const FormJob& job, const Kernel& count) const {
    const std::size_t behind = core::aligned(plan_bytes());
    const ::farfirst::Buffer counts = core::part(job.scratch[tables], behind, counts_bytes(job.n));
    if (plan_.looks_back()) clear(device_, core::part(job.scratch[tables], 0, behind + counts.bytes));
    bind(device_, 4, counts);
    bind(device_, 5, core::part(job.scratch[tables], 0, plan_bytes()));
    barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the job's inputs, and the cleared words
    prepared(count, job, 0).set(given_n, job.n).set_count(job.count);
    count.set(keys_begin, bind(device_, 0, job.keys)).dispatch(counting_groups(job));
  }

  /// With look-back, a group counts several tiles together, so that there are few sums to add.
  std::size_t counting_groups(const FormJob& job) const {
    return plan_.looks_back() ? std::min<std::size_t>(tiles_of(job), most_counting_groups) : tiles_of(job);
  }

  /// Enqueues all but the first count. `order` receives ids[index] instead of the index, if there are ids.
  void sort_counted(const FormJob& job, const ::farfirst::Buffer& ids, const core::Call& call) const {
    bind_outputs(job);
    if (plan_.looks_back()) {
      count_others(job, call);
    } else {
      scan_counts(job, first_.scan, 0, call);
    }
    move_first(job, ids, call);
    for (unsigned digit = 1; digit < passes_of(job); ++digit) {
      bind(device_, 0, job.scratch[digit % 2 != 0 ? even_keys : odd_keys]);
      if (!plan_.looks_back()) {
        count_later(job, digit, call);
        scan_counts(job, later_.scan, digit, call);
      }
      move_later(job, digit, call);
    }
  }

  /// With look-back: counts all digits but the lowest.
  void count_others(const FormJob& job, const core::Call& call) const {
    call.passes.begin("count digits");
    barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the smallest and the largest key
    later_.count.set(keys_begin, bind(device_, 0, job.keys));
    prepared(later_.count, job, 1).dispatch(counting_groups(job));
  }

  void bind_outputs(const FormJob& job) const {
    const std::uint32_t order_at = bind(device_, 6, job.order);
    const std::uint32_t sorted_at = bind(device_, 7, job.sorted_keys);
    for (const Kernels* kernels : {&first_, &later_}) {
      kernels->scatter.set(order_begin, order_at).set(sorted_begin, sorted_at);
      kernels->scatter.set(wants_sorted, job.sorted_keys ? 1 : 0);
      kernels->scatter.set(direction, job.direction == Direction::back_to_front ? 1 : 0xFFFFFFFFu);
    }
  }

  void scan_counts(const FormJob& job, const Kernel& scan, unsigned digit, const core::Call& call) const {
    call.passes.begin("scan counts");
    const std::size_t rows = plan_.row_per_thread ? plan_.scan_threads : 1;  // per work group
    const std::size_t planner = digit == 0 ? 1 : 0;
    barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the counts
    prepared(scan, job, digit).dispatch(groups_for(plan_.digits(), rows) + planner);
  }

  void move_first(const FormJob& job, const ::farfirst::Buffer& ids, const core::Call& call) const {
    call.passes.begin("move elements");
    bind(device_, 2, job.scratch[even_keys]);
    bind(device_, 3, job.scratch[even_indices]);
    barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the counts and the plan
    first_.scatter.set(ids_at, ids ? bind(device_, 1, ids) : absent);
    first_.scatter.set(keys_begin, bind(device_, 0, job.keys));
    prepared(first_.scatter, job, 0).dispatch(tiles_of(job));
  }

  void count_later(const FormJob& job, unsigned digit, const core::Call& call) const {
    call.passes.begin("count digits");
    barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the keys that the last pass wrote
    prepared(later_.count, job, digit).dispatch(tiles_of(job));
  }

  void move_later(const FormJob& job, unsigned digit, const core::Call& call) const {
    call.passes.begin("move elements");
    const bool from_even = digit % 2 != 0;
    bind(device_, 1, job.scratch[from_even ? even_indices : odd_indices]);
    bind(device_, 2, job.scratch[from_even ? odd_keys : even_keys]);
    bind(device_, 3, job.scratch[from_even ? odd_indices : even_indices]);
    barrier(device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the counts, and the elements that the last pass wrote
    prepared(later_.scatter, job, digit).dispatch(tiles_of(job));
  }

  GlDevice& device_;
  const Plan plan_;
  Kernels first_, later_;
  Kernel measure_;  // the first count of distance jobs, which also makes the keys
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  return std::make_unique<Radix>(gl_device(device), options);
}

}  // namespace farfirst::gl::radix
