#pragma once
// The memory of a History. The core owns it, passes it to the entry in each call, and notices calls that failed.

#include <farfirst/sort.h>

#include "core/implementation.h"

namespace farfirst::core {

class OwnedHistory final : public History {
 public:
  /// Allocates, clears and waits, so that no call has to clear it: a captured one would do so in every replay. `owner`
  /// is the number of the sorter.
  OwnedHistory(DeviceCore& device, std::size_t bytes, std::uint64_t owner);

  void reset() noexcept override { forget_ = true; }
  HistoryCounts counts() const override;

  std::uint64_t owner() const noexcept { return owner_; }
  /// Members of a Call.
  Buffer memory() const noexcept;
  Buffer counts_memory() const noexcept;
  /// Begins a call: must it clear the history? If a call does not reach end(), because it threw, the next one must:
  /// part of its kernels may have run.
  bool begin() noexcept { return std::exchange(forget_, true); }
  void end() noexcept { forget_ = false; }
  /// Orders the calls that use the history. Null: they need no order.
  StreamOrder* stream_order() const noexcept { return stream_order_.get(); }

 private:
  DeviceCore& device_;
  const Dependent dependent_;
  const std::uint64_t owner_;
  OwnedBuffer buffer_;  // the counts, then the entry's memory
  bool forget_ = false;
  std::unique_ptr<StreamOrder> stream_order_;
};

}  // namespace farfirst::core
