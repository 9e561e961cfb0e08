#include "mixed.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "scene/objects.h"

namespace farfirst::app::cpu {

namespace {

using Counts = std::array<std::uint32_t, most_objects>;

/// Finds the part that owns an element of the order.
class Finder {
 public:
  explicit Finder(const DrawInput& whole) : parts_(whole.parts.size()) {
    for (std::size_t i = 0; i < parts_; ++i) firsts_[i] = whole.parts[i].first_element;
  }
  std::size_t part_of(std::uint32_t element) const {
    const auto* end = firsts_.data() + parts_;
    return static_cast<std::size_t>(std::upper_bound(firsts_.data(), end, element) - firsts_.data()) - 1;
  }
  std::uint32_t own(std::uint32_t element, std::size_t part) const { return element - firsts_[part]; }

 private:
  std::size_t parts_;
  Counts firsts_{};
};

/// The list of a part, with ranks in the order of all.
class Listed {
 public:
  Listed(const DrawInput& part, std::uint32_t begin, const PairList& list)
      : part_(&part), at_(begin), next_(list.pairs.data()), end_(next_ + list.pairs.size()) {
    find_rank();
  }

  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t rank() const { return rank_; }  // of the nearest that is left

  void take(PairList& to) {
    to.add({next_->tile, part_->first_id + next_->rank});
    ++next_;
    find_rank();
  }

 private:
  /// Pairs of numbered elements have these numbers, in the part's order.
  void find_rank() {
    rank_ = none;
    if (next_ == end_) return;
    if (!part_->is_numbered()) at_ = next_->rank;
    while (part_->is_numbered() && at_ + 1 < part_->count && part_->element(at_) != next_->rank) ++at_;
    rank_ = part_->ranks[at_];
  }

  const DrawInput* part_;
  std::uint32_t at_;
  const Pair* next_;
  const Pair* end_;
  std::uint32_t rank_ = none;
};

/// Merges the elements before this rank, nearest first.
void merge(std::vector<Listed>& all, std::uint32_t end, PairList& to) {
  while (true) {
    Listed* nearest = nullptr;
    std::uint32_t after = end;  // the nearest of the others
    for (Listed& listed : all) {
      if (nearest == nullptr || listed.rank() < nearest->rank()) {
        if (nearest != nullptr) after = std::min(after, nearest->rank());
        nearest = &listed;
      } else {
        after = std::min(after, listed.rank());
      }
    }
    if (nearest == nullptr || nearest->rank() >= end) return;
    while (nearest->rank() < after) nearest->take(to);
  }
}

}  // namespace

void PartOrders::split(DrawInput& whole, farfirst::cpu::ThreadPool& pool) {
  constexpr std::size_t grain = 1 << 14;
  elements_.resize(whole.count);
  ranks_.resize(whole.count);
  const int ranges = pool.parts_for(whole.count, grain);
  std::vector<Counts> counts(static_cast<std::size_t>(ranges));
  const Finder finder(whole);
  // Calls body(rank, element, counts) for those of each range.
  const auto for_all = [&](const auto& body) {
    pool.run(ranges, [&](int i) {
      const auto [begin, end] = farfirst::cpu::ThreadPool::range(whole.count, i, ranges);
      for (std::size_t rank = begin; rank < end; ++rank)
        body(static_cast<std::uint32_t>(rank), whole.element(static_cast<std::uint32_t>(rank)),
             counts[static_cast<std::size_t>(i)]);
    });
  };
  for_all([&](std::uint32_t, std::uint32_t element, Counts& its) { ++its[finder.part_of(element)]; });
  std::uint32_t begin = 0, id = 0;
  for (std::size_t i = 0; i < whole.parts.size(); ++i) {
    DrawInput& part = whole.parts[i];
    part.count = 0;
    for (Counts& its : counts) part.count += std::exchange(its[i], part.count);  // from here on where the next one goes
    part.order = elements_.data() + begin;
    part.ranks = ranks_.data() + begin;
    part.first_id = id;
    begin += part.count;
    id += part.is_numbered() ? part.elements : part.count;
  }
  for_all([&](std::uint32_t rank, std::uint32_t element, Counts& its) {
    const std::size_t i = finder.part_of(element);
    const DrawInput& part = whole.parts[i];
    const std::uint32_t at = its[i]++;
    const std::ptrdiff_t first = part.ranks - ranks_.data();
    ranks_[static_cast<std::size_t>(first) + at] = rank;
    elements_[static_cast<std::size_t>(first) + (part.count - 1 - at)] = finder.own(element, i);
  });
}

std::uint32_t list_mixed(const Kernels& kernels, const DrawInput& whole, std::uint32_t begin, std::uint32_t end,
                         PairList& list, std::vector<PairList>& of_parts) {
  of_parts.resize(whole.parts.size());
  std::vector<Listed> listed;
  std::uint32_t reached = end;
  for (std::size_t i = 0; i < whole.parts.size(); ++i) {
    const DrawInput& part = whole.parts[i];
    const auto own = [&](std::uint32_t rank) {
      return static_cast<std::uint32_t>(std::lower_bound(part.ranks, part.ranks + part.count, rank) - part.ranks);
    };
    const std::uint32_t first = own(begin), last = own(end);
    // Half of the memory is for the lists of the parts.
    of_parts[i].pairs.clear();
    of_parts[i].limit = std::max<std::size_t>(1, list.limit / 2 / whole.parts.size());
    const std::uint32_t stopped = kernels.list(part, first, last, of_parts[i]);
    if (stopped < last) reached = std::min(reached, part.ranks[stopped]);
    listed.emplace_back(part, first, of_parts[i]);
  }
  merge(listed, reached, list);
  return reached;
}

}  // namespace farfirst::app::cpu
