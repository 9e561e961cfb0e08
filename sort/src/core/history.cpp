// See history.h.
#include "core/history.h"

#include <cstddef>
#include <vector>

namespace farfirst::core {
namespace {

constexpr std::size_t counts_bytes = aligned(sizeof(HistoryCounts));

}  // namespace

OwnedHistory::OwnedHistory(DeviceCore& device, std::size_t bytes, std::uint64_t owner)
    : device_(device), dependent_(device), owner_(owner) {
  if (bytes == 0) return;
  buffer_ = OwnedBuffer(device, counts_bytes + bytes);
  const std::vector<std::byte> zeros(counts_bytes + bytes);
  device.upload(buffer_, zeros.data(), zeros.size());
  stream_order_ = device.make_stream_order();
}

Buffer OwnedHistory::memory() const noexcept {
  const Buffer& all = buffer_;
  return all ? part(all, counts_bytes, all.bytes - counts_bytes) : Buffer{};
}

Buffer OwnedHistory::counts_memory() const noexcept {
  const Buffer& all = buffer_;
  return all ? part(all, 0, sizeof(HistoryCounts)) : Buffer{};
}

HistoryCounts OwnedHistory::counts() const {
  HistoryCounts counts;
  if (const Buffer memory = counts_memory()) device_.download(&counts, memory, sizeof counts);
  return counts;
}

}  // namespace farfirst::core
