// cuda.quicksort: Cederman & Tsigas, GPU-Quicksort: A Practical Quicksort Algorithm for Graphics Processors, 2009.
//
// Phase one (Algorithms 1 and 2): many blocks partition each sequence; the host reads back the results and starts the
// next round, until there are enough sequences for all blocks. Phase two (Algorithm 3): one block alone sorts each
// sequence. Three errors of the pseudo-code are corrected:
// - The last block of a sequence finds `blockcount` at 1 before it subtracts, not at 0. (Here the host does the work of
//   that block: phase_one.h.)
// - Medians of three take an element after the sequence; the last element of the sequence is intended.
// - Algorithm 2 has medians of three for the sequences of phase one, section 5.2 the mean of smallest and largest
//   element. The latter was measured, and is intended.
#include <algorithm>
#include <bit>
#include <cstring>
#include <tuple>

#include "cuda/launch.h"
#include "kernels.cuh"
#include "phase_one.h"
#include "tuning.h"

namespace farfirst::cuda::quicksort {
namespace {

enum class Synchronisation : std::int64_t { fetch_and_add, kernel_split };

/// Parameters; 0 = by the linear rule.
struct Request {
  explicit Request(const core::MakeOptions& options)
      : threads(static_cast<std::uint32_t>(options["threads"])),
        max_sequences(static_cast<std::uint32_t>(options["max_sequences"])),
        min_size(static_cast<std::uint32_t>(options["min_size"])),
        synchronisation(static_cast<Synchronisation>(options["synchronisation"])),
        twice(options["passes"] == 2),
        stops_as_published(options["stop"] != 0) {}
  std::uint32_t threads, max_sequences, min_size;
  Synchronisation synchronisation;
  bool twice;
  bool stops_as_published;
  bool on_cpu() const { return synchronisation == Synchronisation::kernel_split; }
};

template <class Form>
typename Form::Output output_of(const FormJob& job);
template <>
Argsort::Output output_of<Argsort>(const FormJob& job) {
  return {data<std::uint32_t>(job.order), job.sorted_keys ? data<std::uint32_t>(job.sorted_keys) : nullptr};
}
template <>
Keys::Output output_of<Keys>(const FormJob& job) {
  return {data<std::uint32_t>(job.sorted_keys)};
}
template <>
PaperKeys::Output output_of<PaperKeys>(const FormJob& job) {
  return {data<float>(job.sorted_keys)};
}

/// The data that host and kernels exchange, in device memory. A round's sequences and sections are adjacent, so that
/// one copy transfers both.
template <class Word>
struct Lists {
  std::byte* batch;
  SectionCount<Word>* counts;
  OwnRoom* rooms;
  WideCounts* thread_counts;

  Sequence<Word>* sequences() const { return reinterpret_cast<Sequence<Word>*>(batch); }
  Section* sections(std::size_t work) const {
    return reinterpret_cast<Section*>(batch + work * sizeof(Sequence<Word>));
  }
  Piece<Word>* pieces() const { return reinterpret_cast<Piece<Word>*>(batch); }
};

template <class Form>
class Quicksort final : public core::Implementation {
 public:
  using Word = typename Form::Word;

  Quicksort(CudaDevice& device, const core::MakeOptions& options)
      : device_(device),
        request_(options),
        largest_(largest_plan(options.max_n)),
        batch_(batch_bytes()),
        returned_(Round::most_work(largest_)),
        counts_(std::max<std::size_t>(1, split_sections())),
        rooms_(std::max<std::size_t>(1, split_sections())),
        pieces_(Round::most_pieces(largest_)),
        phase_one_(largest_) {
    buffer_bytes_ = core::aligned(std::size_t{options.max_n} * sizeof(Word));
    const std::size_t lists = core::aligned(batch_bytes()) +
                              core::aligned(split_sections() * sizeof(SectionCount<Word>)) +
                              core::aligned(split_sections() * sizeof(OwnRoom)) + thread_counts_bytes();
    requirements_.scratch = {own_buffers * buffer_bytes_ + lists};
    allow_shared(sort_pieces<Form, true>, shared_bytes(largest_));
    allow_shared(sort_pieces<Form, false>, shared_bytes(largest_));
  }

  void sort(const FormJob& job, const core::Call& call) override {
    if (job.n == 0) return;
    const Plan plan = plan_for(job.n);
    const Memory<Form> memory = memory_of(job);
    const Lists<Word> lists = lists_of(job);
    phase_one_.begin(plan);
    call.passes.begin("phase one");
    if (job.n > plan.longest_done()) {
      while (phase_one_.goes_on()) run_round(plan, memory, lists);
    }
    call.passes.begin("phase two");
    run_phase_two(plan, memory, lists, output_of<Form>(job));
  }

 private:
  using Round = PhaseOne<Word>;
  /// With keys alone the output is the other buffer, as in the paper.
  static constexpr std::size_t own_buffers = std::is_same_v<Form, Argsort> ? 2 : 1;

  // ---- Parameters of a call

  static std::uint32_t threads_or_rule(std::uint32_t requested, std::uint32_t n) {
    return std::clamp(std::bit_ceil(requested != 0 ? requested : rules.threads(n)), least_threads, most_threads);
  }
  /// The largest number of words that fits into shared memory beside the kernel's own.
  std::uint32_t largest_min_size() const {
    const std::size_t words = (device_.limits().shared_bytes - declared_shared_bytes) / sizeof(Word);
    return static_cast<std::uint32_t>(std::bit_floor(words));
  }
  Plan plan_for(std::uint32_t n) const {
    const std::uint32_t threads = threads_or_rule(request_.threads, n);
    const std::uint32_t tile = tile_of(threads);
    return {.n = n,
            .threads = threads,
            .max_sequences = request_.max_sequences != 0 ? request_.max_sequences
                                                         : std::min(rules.max_sequences(n), largest_max_sequences),
            .min_size = std::min(request_.min_size != 0 ? request_.min_size : rules.min_size(n), largest_min_size()),
            .tile = tile,
            .tiles = request_.twice ? blocks_for(n, tile) + 1 : tiles_of_section,
            .line = line<Word>,
            .stops_as_published = request_.stops_as_published};
  }
  /// Elements that a block reads at once: in two passes "chunks of T words".
  std::uint32_t tile_of(std::uint32_t threads) const { return request_.twice ? threads : threads * items<Word>; }
  /// Has lists as long as for any n up to max_n: the rules never fall, but small tiles make many sections.
  Plan largest_plan(std::uint32_t max_n) const {
    Plan plan = plan_for(max_n);
    plan.tile = tile_of(threads_or_rule(request_.threads, 0));
    return plan;
  }
  static std::size_t shared_bytes(const Plan& plan) { return network_size(plan.min_size) * sizeof(Word); }

  // ---- Memory

  std::size_t batch_bytes() const {
    const std::size_t of_round =
        Round::most_work(largest_) * sizeof(Sequence<Word>) + Round::most_sections(largest_) * sizeof(Section);
    return std::max(of_round, Round::most_pieces(largest_) * sizeof(Piece<Word>));
  }
  std::size_t split_sections() const { return request_.on_cpu() ? Round::most_sections(largest_) : 0; }
  std::size_t thread_counts_bytes() const {
    return request_.twice ? split_sections() * most_threads_of_calls() * sizeof(WideCounts) : 0;
  }
  /// The rule may use more threads for fewer elements.
  std::uint32_t most_threads_of_calls() const {
    return std::max(largest_.threads, threads_or_rule(request_.threads, 0));
  }
  Memory<Form> memory_of(const FormJob& job) const {
    auto* scratch = data<std::byte>(job.scratch[0]);
    auto* first = reinterpret_cast<Word*>(scratch);
    auto* second = own_buffers == 2 ? reinterpret_cast<Word*>(scratch + buffer_bytes_) : data<Word>(job.sorted_keys);
    return {data<const typename Form::Key>(job.keys), first, second};
  }
  Lists<Word> lists_of(const FormJob& job) const {
    std::byte* batch = data<std::byte>(job.scratch[0]) + own_buffers * buffer_bytes_;
    std::byte* counts = batch + core::aligned(batch_bytes());
    std::byte* rooms = counts + core::aligned(split_sections() * sizeof(SectionCount<Word>));
    std::byte* thread_counts = rooms + core::aligned(split_sections() * sizeof(OwnRoom));
    return {batch, reinterpret_cast<SectionCount<Word>*>(counts), reinterpret_cast<OwnRoom*>(rooms),
            reinterpret_cast<WideCounts*>(thread_counts)};
  }

  // ---- Phase one

  void run_round(const Plan& plan, const Memory<Form>& memory, const Lists<Word>& lists) {
    const unsigned sections = send_round(lists);
    if (phase_one_.side() == Side::input) {
      launch(device_, bounds_shape(device_, plan.n), find_bounds<Form>, memory.keys, plan.n, lists.sequences());
      partition_from(InputSource<Form>{memory.keys}, plan, sections, memory, lists);
    } else {
      const Word* words = phase_one_.side() == Side::first ? memory.first : memory.second;
      partition_from(words, plan, sections, memory, lists);
    }
    phase_one_.take({returned_.data(), phase_one_.work().size()});
  }

  static Shape bounds_shape(const CudaDevice& device, std::uint32_t n) {
    const unsigned enough = bounds_blocks_of_multiprocessor * device.limits().multiprocessors;
    return {.blocks = std::min(enough, blocks_for(n, bounds_threads)), .threads = bounds_threads};
  }

  /// Returns the number of sections.
  unsigned send_round(const Lists<Word>& lists) {
    const std::span<const Sequence<Word>> work = phase_one_.work();
    std::memcpy(batch_.data(), work.data(), work.size_bytes());
    if (phase_one_.side() == Side::input) {  // find_bounds begins at 0
      auto* input = reinterpret_cast<Sequence<Word>*>(batch_.data());
      std::tie(input->smallest, input->largest) = std::pair(Extremes<Word>().smallest, Extremes<Word>().largest);
    }
    auto* sections = reinterpret_cast<Section*>(batch_.data() + work.size_bytes());
    const std::size_t count = phase_one_.divide({sections, Round::most_sections(largest_)});
    send(device_, lists.batch, batch_.data(), work.size_bytes() + count * sizeof(Section));
    return static_cast<unsigned>(count);
  }

  /// Runs one round and waits for it: afterwards `returned_` holds the results.
  template <class Source>
  void partition_from(Source source, const Plan& plan, unsigned sections, const Memory<Form>& memory,
                      const Lists<Word>& lists) {
    const Shape shape{.blocks = sections, .threads = plan.threads};
    const std::size_t work = phase_one_.work().size();
    Word* target = phase_one_.target() == Side::first ? memory.first : memory.second;
    if (!request_.on_cpu()) {
      launch(device_, shape,
             request_.twice ? partition_sections<Form, Source, true> : partition_sections<Form, Source, false>, source,
             target, lists.sections(work), lists.sequences());
      return read_round(work, lists);
    }
    if (request_.twice) {
      launch(device_, shape, count_threads<Form, Source>, source, lists.sections(work), lists.sequences(), lists.counts,
             lists.thread_counts);
    } else {
      launch(device_, shape, count_sections<Form, Source>, source, lists.sections(work), lists.sequences(),
             lists.counts);
    }
    read_back(device_, counts_.data(), lists.counts, sections * sizeof(SectionCount<Word>));
    read_round(work, lists);
    share_out_sections(sections);
    send(device_, lists.rooms, rooms_.data(), sections * sizeof(OwnRoom));
    if (request_.twice) {
      launch(device_, shape, move_threads<Form, Source>, source, target, lists.sections(work), lists.sequences(),
             lists.rooms, lists.counts, lists.thread_counts);
    } else {
      launch(device_, shape, move_sections<Form, Source>, source, target, lists.sections(work), lists.sequences(),
             lists.rooms);
    }
    device_.wait();  // `rooms_` and `batch_` are written again
  }

  void read_round(std::size_t work, const Lists<Word>& lists) {
    read_back(device_, returned_.data(), lists.sequences(), work * sizeof(Sequence<Word>));
    device_.wait();
  }

  /// Computes the cumulative sum on the CPU.
  void share_out_sections(unsigned sections) {
    const auto* of_round = reinterpret_cast<const Section*>(batch_.data() + phase_one_.work().size_bytes());
    for (unsigned begin = 0, end = 0; begin < sections; begin = end) {
      const std::uint32_t sequence = of_round[begin].sequence;
      while (end < sections && of_round[end].sequence == sequence) ++end;
      share_out<Word>(returned_[sequence], {counts_.data() + begin, end - begin}, {rooms_.data() + begin, end - begin});
    }
  }

  // ---- Phase two

  void run_phase_two(const Plan& plan, const Memory<Form>& memory, const Lists<Word>& lists,
                     const typename Form::Output& output) {
    if (!phase_one_.has_begun()) device_.wait();  // the pieces of the last call may not have been sent yet
    const std::size_t count = phase_one_.finish({pieces_.data(), Round::most_pieces(largest_)});
    send(device_, lists.pieces(), pieces_.data(), count * sizeof(Piece<Word>));
    const Shape shape{.blocks = static_cast<unsigned>(count), .threads = plan.threads, .shared = shared_bytes(plan)};
    launch(device_, shape, request_.twice ? sort_pieces<Form, true> : sort_pieces<Form, false>, memory, output,
           lists.pieces(), plan.min_size);
  }

  CudaDevice& device_;
  const Request request_;
  const Plan largest_;
  std::size_t buffer_bytes_ = 0;
  Pinned<std::byte> batch_;            // a round's sequences and sections
  Pinned<Sequence<Word>> returned_;    // the round's sequences, as its blocks leave them
  Pinned<SectionCount<Word>> counts_;  // kernel split: the sections' counts
  Pinned<OwnRoom> rooms_;              // kernel split: the sections' places
  Pinned<Piece<Word>> pieces_;
  PhaseOne<Word> phase_one_;
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  if (options.form == farfirst::Form::paper_keys) {
    return std::make_unique<Quicksort<PaperKeys>>(cuda_device(device), options);
  }
  if (options.form == farfirst::Form::keys) return std::make_unique<Quicksort<Keys>>(cuda_device(device), options);
  return std::make_unique<Quicksort<Argsort>>(cuda_device(device), options);
}

}  // namespace farfirst::cuda::quicksort
