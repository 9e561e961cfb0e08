// See sort_lists.h.
#include "gl/prim/sort_lists.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <string>

namespace farfirst::gl {
namespace {

constexpr std::uint32_t word_bytes = 8;
constexpr unsigned most_words_log = 4;  // log2 of the words that a thread takes: as many as network.glsl knows

// As in sort_lists.comp.
enum Block : GLuint { words_block, bounds_block, count_block, order_block, sorted_keys_block };
enum Uniform : GLint { lists, with_count, with_keys, bounds_begin, count_begin, order_begin, sorted_keys_begin };

/// The more words a thread has, the fewer barriers; but on a GPU two warps should have work. A software renderer has
/// vectors of 8 threads or so, and pays for barriers most.
unsigned words_log_for(const GlDevice& device, std::uint32_t threshold) {
  if (device.limits().software) return most_words_log;
  constexpr std::uint32_t fewest_threads = 64;
  return std::min(most_words_log, static_cast<unsigned>(std::bit_width(threshold / fewest_threads)) - 1);
}

}  // namespace

std::uint32_t ListSorter::largest_threshold(const GlDevice& device) {
  const Limits& limits = device.limits();
  const std::size_t by_memory = limits.shared_bytes / word_bytes;
  const std::size_t by_threads = std::size_t{limits.invocations} << most_words_log;
  return static_cast<std::uint32_t>(std::bit_floor(std::min(by_memory, by_threads)));
}

ListSorter::ListSorter(GlDevice& device, std::uint32_t threshold)
    : device_(&device),
      threshold_(threshold),
      kernel_(device, "sort/prim/sort_lists.comp",
              {{"TILE", std::to_string(threshold) + "u"},
               {"WORDS_LOG", std::to_string(words_log_for(device, threshold))}}) {
  assert(std::has_single_bit(threshold) && threshold >= smallest_threshold && threshold <= largest_threshold(device));
}

void ListSorter::sort(const ShortLists& job) const {
  if (job.lists == 0) return;
  bind(*device_, words_block, job.words);
  kernel_.set(lists, job.lists)
      .set(with_count, job.count ? 1 : 0)
      .set(with_keys, job.sorted_keys ? 1 : 0)
      .set(bounds_begin, bind(*device_, bounds_block, job.bounds))
      .set(count_begin, bind(*device_, count_block, job.count))
      .set(order_begin, bind(*device_, order_block, job.order))
      .set(sorted_keys_begin, bind(*device_, sorted_keys_block, job.sorted_keys));
  barrier(*device_, GL_SHADER_STORAGE_BARRIER_BIT);  // words, bounds and count
  kernel_.dispatch(job.lists);
}

}  // namespace farfirst::gl
