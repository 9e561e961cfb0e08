#pragma once
// Several GPUs of one machine can be one device. Entries with Feature::parts (cuda.farfirst_multi, cuda.hybrid_multi)
// sort on all of them; every other entry uses the first:
//
//   auto device = farfirst::open(farfirst::Backend::cuda, {.cuda_devices = gpus});  // {0, 1}
//   const farfirst::Buffer here = device->allocate(24), there = farfirst::allocate_on(*device, 1, 24);
//   ...
//   const farfirst::Source sources[] = {{.n = 2, .positions = here}, {.n = 2, .positions = there}};
//   const farfirst::Buffer orders[] = {device->allocate(8), farfirst::allocate_on(*device, 1, 8)};
//   auto sorter = farfirst::make_distance_sorter(*device, *farfirst::find("cuda.farfirst_multi"), 4);
//   ...
//   farfirst::DistanceJob job{.sources = sources};  // each GPU reads its own memory
//   ...
//   farfirst::sort_in_parts(*sorter, job, orders);  // the order of every other entry, its far half on GPU 0
//
//   * GPUs are numbered in the sequence of DeviceOptions::cuda_devices. The device's stream, or the caller's, is GPU
//     0's, as are scratch, histories and the memory from allocate(). The others have a stream each. A call begins on
//     GPU 0's stream, or that of the job, and work enqueued there next runs when all GPUs have done their part; the
//     host never waits. Device::finish() waits for the device's own stream on each GPU.
//   * A buffer names its GPU by its address, since all GPUs of a process share one range of addresses. It may be any
//     memory of one of the GPUs: from allocate(), from allocate_on(), or a pointer of the caller's from cudaMalloc on
//     it.
//   * Each GPU reads the keys or positions in its memory, and sorts an even share of the order, whatever the
//     keys are. So parts of about equal size are fastest. cuda.farfirst_multi makes keys and sends them in one pass for
//     16 million points or more on two GPUs with access to each other's memory.
//   * GPUs exchange data by writing to each other's memory where they can (peer access: NVLink or PCI Express);
//     otherwise through host memory. description() names the method. Without peer access a job with
//     ids must have all of its buffers on GPU 0.
//   * A GPU that is named twice stands for two, so that programs can be tested with one.
//   * A sorter over several GPUs owns memory on them (Requirements::own), and its calls run one after the other,
//     whatever their streams, histories and scratch. cuda.farfirst_multi has one state for all of its
//     histories: alternating views lose time, never the order; reset() of one history resets them all, and counts are
//     0.
//   * CUDA graphs: a call of cuda.farfirst_multi that cannot use the state of earlier calls can be captured. Its
//     replays do not use that state either, which takes time. Graphs of both entries were tested on one GPU, not
//     over several.

#include <farfirst/sort.h>

namespace farfirst {

/// The number of GPUs of a cuda device: one, or as many as DeviceOptions::cuda_devices names.
std::size_t gpu_count(Device& cuda) noexcept;
/// Memory of one of them, as Device::allocate, to be released by the same device. Throws OutOfMemory.
Buffer allocate_on(Device& cuda, std::size_t gpu, std::size_t bytes);

/// The begin of part number `part` of an array of n elements in `parts` parts; for part number `parts`, the array's
/// end.
constexpr std::uint32_t part_begin(std::uint32_t n, std::size_t parts, std::size_t part) noexcept {
  return static_cast<std::uint32_t>(std::uint64_t{n} * part / parts);
}

/// sort() of an entry with Feature::parts, of keys or to an order that lie in parts, each in the memory of one GPU.
/// Such jobs have no count.
///   order  a part for each GPU, so that each can draw its own: part i is the order from part_begin(n, GPUs, i) to
///          before part_begin(n, GPUs, i + 1). It may lie anywhere, and is written fastest on GPU i
///   keys   one part after the other, n keys together; any number of parts
/// If all of it is in one buffer, leave the span empty: the job names the buffer.
void sort_in_parts(DistanceSorter& sorter, const DistanceJob& job, std::span<const Buffer> order);
void sort_in_parts(Sorter& sorter, const ArgsortJob& job, std::span<const Buffer> keys, std::span<const Buffer> order);

}  // namespace farfirst
