// cpu.lsd_radix: stable counting sorts from the least to the most significant digit (Knuth, TAOCP vol. 3, 5.2.5).
//
// The first pass reads the keys and makes (key, index) words of them; passes between move words; the last one writes
// indices only. If the last digit and an index fit into 32 bits together, the words before the last pass have 32 bits:
// at a million elements three passes of 11 bits move 8, 4 and 4 bytes per element. The parts of all threads are
// counted, then every thread moves its part to places of its own, so the order is the same for any number of threads.
// If the job has ids, they move instead of indices. Passes are stable, so ties are still ordered by place.
#include <algorithm>
#include <numeric>

#include "cpu/device.h"
#include "plan.h"
#include "scatter.h"

namespace farfirst::cpu::lsd_radix {
namespace {

constexpr std::size_t grain = std::size_t{1} << 16;  // elements that justify another thread
constexpr std::uint32_t few = 48;                    // up to this number, elements are sorted by comparisons
constexpr unsigned widest_digit = 12;
constexpr std::size_t most_buckets = std::size_t{1} << widest_digit;

enum class Write : std::int64_t { chosen, elements, lines };

// Measured on a processor with 32 KiB, 1 MiB and 32 MiB of cache (bench/results/cpu).
unsigned digit_bits_for(std::uint32_t n, int parts) {
  const bool tables_cost_more_than_passes = n < (1u << 12);
  const bool one_thread_fills_its_cache_sets = parts == 1 && n >= (1u << 17) && n < (1u << 21);
  return tables_cost_more_than_passes || one_thread_fills_its_cache_sets ? 8 : 11;
}
Write write_for(std::uint32_t n, unsigned digit_bits) {
  return n < (digit_bits <= 8 ? 1u << 21 : 1u << 19) ? Write::elements : Write::lines;
}

/// One thread's tables. `lines` begins at a line; all of it is scratch.
struct Tables {
  std::uint32_t* first;
  std::uint32_t* next;
  std::byte* lines;
};
constexpr std::size_t table_bytes = most_buckets * (2 * sizeof(std::uint32_t) + line_bytes);
static_assert(table_bytes % 256 == 0);

KeyRange range_of(const std::uint32_t* keys, std::size_t begin, std::size_t end) {
  KeyRange range;
  for (std::size_t i = begin; i < end; ++i) {
    range.smallest = std::min(range.smallest, keys[i]);
    range.largest = std::max(range.largest, keys[i]);
    range.differing |= keys[i] ^ keys[0];
  }
  return range;
}

/// Insertion sort: stable, so ties keep their indices ascending.
void sort_few(const std::uint32_t* keys, std::uint32_t n, std::uint32_t* order) {
  for (std::uint32_t i = 0; i < n; ++i) {
    std::uint32_t place = i;
    for (; place > 0 && keys[order[place - 1]] > keys[i]; --place) order[place] = order[place - 1];
    order[place] = i;
  }
}

/// The arrays of a call.
struct Arrays {
  const std::uint32_t *keys, *ids;     // ids may be null
  std::uint32_t *order, *sorted_keys;  // sorted_keys may be null
};

class LsdRadix final : public core::Implementation {
 public:
  LsdRadix(ThreadPool& pool, const core::MakeOptions& options)
      : pool_(pool),
        threads_(options["threads"] == 0 ? pool.threads()
                                         : std::min<int>(static_cast<int>(options["threads"]), pool.threads())),
        digit_bits_(static_cast<unsigned>(options["digit_bits"])),
        write_(static_cast<Write>(options["write"])),
        half_(core::aligned(options.max_n * sizeof(std::uint64_t))) {
    const int parts = parts_for(options.max_n);
    requirements_.scratch = {2 * half_ + static_cast<std::size_t>(parts) * table_bytes};
  }

  void sort(const FormJob& job, const core::Call& call) override {
    const Arrays arrays{data<const std::uint32_t>(job.keys), data<const std::uint32_t>(call.ids),
                        data<std::uint32_t>(job.order), data<std::uint32_t>(job.sorted_keys)};
    if (job.n <= few) {
      call.passes.begin("insertion sort");
      return sort_few_elements(arrays, job.n);
    }
    Frame frame = lay_out(job);
    call.passes.begin("range of keys");
    const unsigned digit_bits = digit_bits_ != 0 ? digit_bits_ : digit_bits_for(job.n, frame.parts);
    frame.write = write_ != Write::chosen ? write_ : write_for(job.n, digit_bits);
    const std::uint64_t indices = arrays.ids != nullptr ? core::elements_of(call.distance->sources) : job.n;
    Plan plan = make_plan(range_of_all(arrays.keys, frame), static_cast<std::uint32_t>(indices), digit_bits);
    if (plan.passes == 0) return all_equal(frame, arrays);
    if (arrays.sorted_keys != nullptr) plan.compact = false;
    run(frame, plan, arrays, call);
  }

 private:
  /// The layout of this call's scratch.
  struct Frame {
    std::uint32_t n;
    int parts;
    Write write;
    std::byte* half[2];
    std::byte* tables;
    Tables table(int part) const {
      std::byte* base = tables + static_cast<std::size_t>(part) * table_bytes;
      auto* words = reinterpret_cast<std::uint32_t*>(base);
      return {words, words + most_buckets, base + 2 * most_buckets * sizeof(std::uint32_t)};
    }
  };

  static void sort_few_elements(const Arrays& arrays, std::uint32_t n) {
    sort_few(arrays.keys, n, arrays.order);
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t index = arrays.order[i];
      if (arrays.sorted_keys != nullptr) arrays.sorted_keys[i] = arrays.keys[index];
      if (arrays.ids != nullptr) arrays.order[i] = arrays.ids[index];
    }
  }

  int parts_for(std::size_t n) const { return std::min(threads_, pool_.parts_for(n, grain)); }

  Frame lay_out(const FormJob& job) const {
    auto* scratch = data<std::byte>(job.scratch[0]);
    return {job.n, parts_for(job.n), Write::chosen, {scratch, scratch + half_}, scratch + 2 * half_};
  }

  template <class Body>
  void for_parts(const Frame& frame, const Body& body) {
    pool_.run(frame.parts, [&](int part) {
      const auto [begin, end] = ThreadPool::range(frame.n, part, frame.parts);
      body(part, begin, end);
    });
  }

  KeyRange range_of_all(const std::uint32_t* keys, const Frame& frame) {
    for_parts(frame, [&](int part, std::size_t begin, std::size_t end) {
      *reinterpret_cast<KeyRange*>(frame.table(part).first) = range_of(keys, begin, end);
    });
    KeyRange all;
    for (int part = 0; part < frame.parts; ++part) all.join(*reinterpret_cast<KeyRange*>(frame.table(part).first));
    return all;
  }

  void all_equal(const Frame& frame, const Arrays& arrays) {
    const auto& [keys, ids, order, sorted_keys] = arrays;
    for_parts(frame, [&](int, std::size_t begin, std::size_t end) {
      if (ids != nullptr) {
        std::copy(ids + begin, ids + end, order + begin);
      } else {
        std::iota(order + begin, order + end, static_cast<std::uint32_t>(begin));
      }
      if (sorted_keys != nullptr) std::copy(keys + begin, keys + end, sorted_keys + begin);
    });
  }

  void run(const Frame& frame, const Plan& plan, const Arrays& arrays, const core::Call& call) {
    const auto& [keys, ids, order, sorted_keys] = arrays;
    static constexpr std::string_view names[] = {"digit 1", "digit 2", "digit 3", "digit 4", "further digits"};
    int half = 0;  // the half that holds the words
    for (int k = 0; k < plan.passes; ++k) {
      call.passes.begin(names[std::min(k, 4)]);
      const bool last = k == plan.passes - 1;
      void* target = last && sorted_keys == nullptr ? static_cast<void*>(order) : frame.half[1 - half];
      const void* words = frame.half[half];
      bool moved = true;
      if (k == 0 && ids != nullptr) {
        moved = pass(frame, plan, k, FromKeysAndIds{keys, ids, plan.base}, sorted_keys != nullptr, target);
      } else if (k == 0) {
        moved = pass(frame, plan, k, FromKeys{keys, plan.base}, sorted_keys != nullptr, target);
      } else if (last && plan.compact) {
        moved = pass(frame, plan, k, FromCompact{static_cast<const std::uint32_t*>(words)}, false, target);
      } else {
        moved =
            pass(frame, plan, k, FromWords{static_cast<const std::uint64_t*>(words)}, sorted_keys != nullptr, target);
      }
      if (moved) half = 1 - half;
    }
    if (sorted_keys != nullptr)
      unpack(frame, plan, reinterpret_cast<const std::uint64_t*>(frame.half[half]), order, sorted_keys);
  }

  /// Sorts by digit k of the plan. False if nothing moved because all elements have the same digit.
  template <class From>
  bool pass(const Frame& frame, const Plan& plan, int k, const From& from, bool keep_keys, void* target) {
    const Digit digit = plan.digits[k];
    const bool last = k == plan.passes - 1;
    const bool makes_compact = plan.compact && k == plan.passes - 2;
    constexpr bool is_compact = std::is_same_v<From, FromCompact>;
    const Bucket bucket{is_compact ? plan.index_bits() : 32 + digit.shift, (1u << digit.bits) - 1};
    // The first and the last digit differ between keys, as the pass that makes compact words requires.
    if (!count_and_place(frame, from, bucket, k != 0 && !last && !makes_compact)) return false;
    if (last && !keep_keys) {
      const std::uint32_t index_mask = is_compact ? (1u << plan.index_bits()) - 1 : 0xFFFFFFFFu;
      move(frame, from, ToIndex{index_mask}, bucket, static_cast<std::uint32_t*>(target));
    } else if constexpr (!is_compact) {
      if (makes_compact) {
        const ToCompact to{32 + plan.digits[k + 1].shift, plan.index_bits()};
        move(frame, from, to, bucket, static_cast<std::uint32_t*>(target));
      } else {
        move(frame, from, ToWord{}, bucket, static_cast<std::uint64_t*>(target));
      }
    }
    return true;
  }

  /// Counts a digit and turns counts into places. False if all elements have the same digit and that may be skipped.
  template <class From>
  bool count_and_place(const Frame& frame, const From& from, Bucket bucket, bool may_skip) {
    for_parts(frame, [&](int part, std::size_t begin, std::size_t end) {
      std::uint32_t* counts = frame.table(part).next;
      std::fill_n(counts, bucket.mask + std::size_t{1}, 0u);
      count(from, bucket, begin, end, counts);
    });
    std::uint32_t sum = 0;
    for (std::uint32_t b = 0; b <= bucket.mask; ++b) {
      const std::uint32_t before = sum;
      for (int part = 0; part < frame.parts; ++part) {
        std::uint32_t& places = frame.table(part).next[b];
        sum += std::exchange(places, sum);
      }
      if (may_skip && sum - before == frame.n) return false;
    }
    return true;
  }

  template <class From, class To>
  void move(const Frame& frame, const From& from, const To& to, Bucket bucket, typename To::Element* target) {
    using Element = typename To::Element;
    // Places are relative to the line in which the target begins.
    const auto lead =
        static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(target) % line_bytes / sizeof(Element));
    for_parts(frame, [&](int part, std::size_t begin, std::size_t end) {
      const Tables tables = frame.table(part);
      if (frame.write == Write::elements) return scatter(from, to, bucket, begin, end, tables.next, target);
      for (std::uint32_t b = 0; b <= bucket.mask; ++b) tables.first[b] = tables.next[b] += lead;
      auto* lines = reinterpret_cast<Element*>(tables.lines);
      scatter_lines(from, to, bucket, begin, end, tables.first, tables.next, lines, target - lead);
    });
  }

  void unpack(const Frame& frame, const Plan& plan, const std::uint64_t* words, std::uint32_t* order,
              std::uint32_t* sorted_keys) {
    for_parts(frame, [&](int, std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        order[i] = static_cast<std::uint32_t>(words[i]);
        sorted_keys[i] = static_cast<std::uint32_t>(words[i] >> 32) + plan.base;
      }
    });
  }

  ThreadPool& pool_;
  const int threads_;
  const unsigned digit_bits_;
  const Write write_;
  const std::size_t half_;
};

}  // namespace

std::unique_ptr<core::Implementation> make(core::DeviceCore& device, const core::MakeOptions& options) {
  return std::make_unique<LsdRadix>(cpu_device(device).pool(), options);
}

}  // namespace farfirst::cpu::lsd_radix
