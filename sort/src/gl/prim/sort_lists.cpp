// See sort_lists.h. Long lists are sorted by the network of gl.bitonic: tiles, then merges with wide strides in
// registers and narrow ones in tiles. Only the GPU learns the number of such tiles, so passes are enqueued for the
// longest possible list, and have no work groups if there is none.
#include "gl/prim/sort_lists.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <string>

#include "gl/prim/packed_words.h"

namespace farfirst::gl {
namespace {

constexpr unsigned most_words_log = 4;  // log2 of the words per thread, at most as in network.glsl

// Storage blocks, as in the shaders.
enum Block : GLuint { words_block, bounds_block, count_block, order_block, sorted_keys_block, long_tiles_block };
namespace first_pass {
enum Uniform : GLint { lists, with_count, bounds_begin, count_begin };
}
enum Uniform : GLint { level_of_runs, strides_left };
enum OutputUniform : GLint { order_begin = 5, sorted_keys_begin, with_keys };
constexpr std::size_t long_tile_bytes = 16, long_tiles_head_bytes = 32;

/// More words per thread mean fewer barriers, the main cost on a software renderer; a GPU needs many threads. On an
/// H200, for 1 M words in tiles of 1024 to 4096, 8 words take 0.75 to 0.86 of the time of 16.
unsigned words_log_for(const GlDevice& device, std::uint32_t threshold) {
  if (device.limits().software) return most_words_log;
  unsigned words_log = threshold < 512 ? 2 : 3;  // so that two warps have work
  while (threshold >> words_log > device.limits().invocations) ++words_log;
  return words_log;
}

}  // namespace

std::uint32_t ListSorter::largest_threshold(const GlDevice& device) {
  const Limits& limits = device.limits();
  const std::size_t by_memory = limits.shared_bytes / word_bytes;
  const std::size_t by_threads = std::size_t{limits.invocations} << most_words_log;
  return static_cast<std::uint32_t>(std::bit_floor(std::min(by_memory, by_threads)));
}

ListSorter::ListSorter(GlDevice& device, std::uint32_t threshold, std::uint32_t max_n)
    : device_(&device), threshold_(threshold), max_n_(max_n), words_log_(words_log_for(device, threshold)) {
  assert(std::has_single_bit(threshold) && threshold >= smallest_threshold && threshold <= largest_threshold(device));
  const Defines defines = {{"TILE", std::to_string(threshold) + "u"}, {"WORDS_LOG", std::to_string(words_log_)}};
  Defines mirrored = defines;
  mirrored.emplace_back("MIRRORED", "1");
  sort_short_ = Kernel(device, "sort/prim/sort_lists.comp", defines);
  if (max_n <= threshold) return;

  plan_ = Kernel(device, "sort/prim/sort_lists_plan.comp");
  sort_tiles_ = Kernel(device, "sort/prim/sort_lists_tiles.comp", defines);
  begin_merge_ = Kernel(device, "sort/prim/sort_lists_wide.comp", mirrored);
  merge_wide_ = Kernel(device, "sort/prim/sort_lists_wide.comp", defines);
  merge_tiles_ = Kernel(device, "sort/prim/sort_lists_merge.comp", defines);
  // A long list may have up to twice the tiles that its words fill.
  const std::vector<std::byte> nothing(long_tiles_head_bytes + 2 * (max_n / threshold) * long_tile_bytes);
  long_tiles_ = Buffer(device.gl(), nothing.size(), nothing.data());
}

void ListSorter::sort(const ShortLists& job) const {
  if (job.lists == 0) return;
  bind(*device_, words_block, job.words);
  bind_outputs(job);
  if (long_tiles_) bind(*device_, long_tiles_block, long_tiles());
  sort_short_.set(first_pass::lists, job.lists)
      .set(first_pass::with_count, job.count ? 1 : 0)
      .set(first_pass::bounds_begin, bind(*device_, bounds_block, job.bounds))
      .set(first_pass::count_begin, bind(*device_, count_block, job.count));
  barrier(*device_, GL_SHADER_STORAGE_BARRIER_BIT);  // words, bounds and count
  sort_short_.dispatch(job.lists);
  if (long_tiles_) sort_long(job);
}

void ListSorter::bind_outputs(const ShortLists& job) const {
  const std::uint32_t to_order = bind(*device_, order_block, job.order);
  const std::uint32_t to_keys = bind(*device_, sorted_keys_block, job.sorted_keys);
  for (const Kernel* kernel : {&sort_short_, &merge_tiles_}) {
    if (kernel == &merge_tiles_ && !long_tiles_) continue;
    kernel->set(order_begin, to_order).set(sorted_keys_begin, to_keys).set(with_keys, job.sorted_keys ? 1 : 0);
  }
}

void ListSorter::sort_long(const ShortLists& job) const {
  const auto longest = static_cast<std::uint32_t>(std::min<std::size_t>(max_n_, job.words.bytes / word_bytes));
  const unsigned tile_log = static_cast<unsigned>(std::countr_zero(threshold_));
  barrier(*device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the tiles that were noted
  plan_.set(0, device_->limits().groups).dispatch(1);
  barrier(*device_, GL_COMMAND_BARRIER_BIT);  // the number of work groups
  over_long_tiles(sort_tiles_);
  for (unsigned level = tile_log + 1; std::uint64_t{longest} > std::uint64_t{1} << (level - 1); ++level) {
    unsigned left = level;  // remaining strides: 2^(left - 1) .. 1
    for (; left > tile_log; left -= words_log_) {
      over_long_tiles((left == level ? begin_merge_ : merge_wide_).set(level_of_runs, level).set(strides_left, left));
    }
    over_long_tiles(merge_tiles_.set(level_of_runs, level).set(strides_left, left));
  }
}

void ListSorter::over_long_tiles(const Kernel& kernel) const {
  barrier(*device_, GL_SHADER_STORAGE_BARRIER_BIT);  // the plan, and the words that the last pass wrote
  kernel.dispatch_indirect(core::part(long_tiles(), 0, 3 * sizeof(std::uint32_t)));
}

}  // namespace farfirst::gl
