#pragma once
// Base of the sorters of keys and of distances: the entry and its properties, histories, traces, and scratch for the
// core's own intermediate results.

#include <farfirst/sort.h>

#include <atomic>
#include <utility>

#include "core/history.h"
#include "core/implementation.h"
#include "core/misuse.h"

namespace farfirst::core {

/// An entry made for a sorter, with its properties.
struct Made {
  DeviceCore& device;
  const Algorithm& algorithm;
  Form form;    // of the sorter
  Form native;  // of the entry; the core makes the other from it
  std::uint32_t max_n;
  std::vector<ParameterValue> parameters;
  std::unique_ptr<Implementation> implementation{};

  /// A cpu device reads the count before it sorts, so it sorts that many with every entry.
  bool counts() const { return algorithm.features.has(Feature::count) || device.backend() == Backend::cpu; }
  /// An entry that ignores the count must sort keys beyond it to the end, so the core reverses the order afterwards.
  bool directs(const Buffer& count) const { return algorithm.features.has(Feature::direction) && (!count || counts()); }
  /// Such an entry does not know the number of ids either.
  bool writes_ids(const Buffer& count) const { return algorithm.features.has(Feature::ids) && (!count || counts()); }
};

/// A part of scratch that the core reserves for itself.
struct Reserved {
  std::size_t piece = 0, offset = 0;
  Buffer of(std::span<const Buffer> scratch, std::size_t bytes) const { return part(scratch[piece], offset, bytes); }
};

/// Calls begin() and end() of a StreamOrder around one call; null: none.
class StreamTurn {
 public:
  explicit StreamTurn(StreamOrder* order) : order_(order) {
    if (order != nullptr) order->begin();
  }
  StreamTurn(const StreamTurn&) = delete;
  StreamTurn& operator=(const StreamTurn&) = delete;
  ~StreamTurn() {
    if (order_ != nullptr) order_->end();
  }

 private:
  StreamOrder* const order_;
};

/// `Base` is FormSorter or DistanceSorter.
template <class Base>
class CheckedSorter : public Base {
 public:
  const Algorithm& algorithm() const noexcept override { return made_.algorithm; }
  const Requirements& requirements() const noexcept override { return requirements_; }
  std::unique_ptr<History> make_history() override { return new_history(); }
  History& history() noexcept override { return *history_; }
  bool take_trace(std::vector<Pass>& passes) override { return tracer_ != nullptr && tracer_->take(passes); }

 protected:
  explicit CheckedSorter(Made made)
      : made_(std::move(made)),
        requirements_(made_.implementation->requirements()),
        number_(next_number()),
        history_(new_history()),
        stream_order_(made_.implementation->parts() != 0 ? made_.device.make_stream_order() : nullptr) {}

  /// Reserves scratch: after the entry's piece, or as a piece of its own if buffers are objects.
  Reserved reserve(std::size_t bytes) {
    std::vector<std::size_t>& pieces = requirements_.scratch;
    if (pieces.empty() || made_.device.backend() == Backend::gl) {
      pieces.push_back(bytes);
      return {pieces.size() - 1, 0};
    }
    const std::size_t offset = aligned(pieces.back());
    pieces.back() = offset + bytes;
    return {pieces.size() - 1, offset};
  }

  SorterFacts facts(bool takes_count) const {
    return {made_.form, made_.max_n, made_.device.backend(), requirements_, number_, made_.implementation->parts(),
            takes_count};
  }

  /// Calls f(Call), between begin and end of the trace, with the device prepared and the job's history.
  template <class Job, class Function>
  void run(const Job& job, const Parts& parts, Function f) {
    const CallScope scope(made_.device, job.stream);
    Tracer* tracer = job.trace ? this->tracer() : nullptr;
    auto& remembered = static_cast<OwnedHistory&>(job.history != nullptr ? *job.history : *history_);
    const bool has_elements = job.n != 0;  // otherwise the call does not use the history, nor clear it
    const StreamTurn history_turn(has_elements ? remembered.stream_order() : nullptr);
    const StreamTurn sorter_turn(has_elements ? stream_order_.get() : nullptr);
    const bool forgets = has_elements && remembered.begin();
    if (forgets) require_no_capture();
    if (tracer != nullptr) tracer->begin();
    try {
      f(Call{.passes = PassTrace(tracer),
             .history = remembered.memory(),
             .counts = remembered.counts_memory(),
             .forget = forgets,
             .parts = parts});
    } catch (...) {
      // A captured call has not run, so the history is as it was.
      if (has_elements && !forgets && made_.device.is_capturing()) remembered.end();
      throw;
    }
    if (has_elements) remembered.end();
    if (tracer != nullptr) tracer->end();
  }

  /// A cpu device reads the count and sorts that many; other devices keep it. A count of 0 makes an empty job.
  template <class Job>
  void resolve_count(Job& job) const {
    if (!job.count || made_.device.backend() != Backend::cpu) return;
    job.n = std::min(job.n, *reinterpret_cast<const std::uint32_t*>(job.count.handle + job.count.offset));
    job.count = {};
  }

  const Made made_;

 private:
  const Dependent dependent_{made_.device};

  /// Numbers sorters, to recognise the history of another one even if both have had the same address.
  static std::uint64_t next_number() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
  }
  /// Throws if every replay of a CUDA graph would clear the history.
  void require_no_capture() const {
    if (requirements_.history == 0 || !made_.device.is_capturing()) return;
    throw Error(
        std::string(made_.algorithm.id) +
        ": a call after History::reset() or after one that failed clears the history, and a graph that captured "
        "it would do so in every replay: make a call outside of the capture first");
  }
  std::unique_ptr<OwnedHistory> new_history() const {
    const CallScope scope(made_.device);
    return std::make_unique<OwnedHistory>(made_.device, requirements_.history, number_);
  }
  Tracer* tracer() {
    if (tracer_ == nullptr) tracer_ = made_.implementation->make_tracer();
    if (tracer_ == nullptr) tracer_ = made_.device.make_tracer();
    return tracer_.get();
  }

  Requirements requirements_;
  const std::uint64_t number_;
  const std::unique_ptr<OwnedHistory> history_;
  const std::unique_ptr<StreamOrder> stream_order_;  // of all calls, if the sorter remembers
  std::unique_ptr<Tracer> tracer_;
};

}  // namespace farfirst::core
