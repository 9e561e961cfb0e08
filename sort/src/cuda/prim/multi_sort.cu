// See multi_sort.h.
#include "cuda/prim/multi_sort.h"

#include <farfirst/parts.h>

#include <algorithm>
#include <utility>

#include "cuda/launch.h"
#include "cuda/prim/make_keys.h"

namespace farfirst::cuda {
namespace {

/// From this number of elements on, one pass is faster.
constexpr std::uint32_t least_in_one_pass = 16u << 20;

Buffer buffer_of(const void* address, std::size_t bytes) {
  return {Backend::cuda, reinterpret_cast<std::uintptr_t>(address), 0, bytes};
}

/// The first of `gpus` shares of n elements, if it has `percent` of two and the others are even.
std::uint32_t first_of(std::uint32_t n, std::size_t gpus, std::int64_t percent) {
  const auto others = static_cast<std::uint64_t>((100 - percent) * static_cast<std::int64_t>(gpus - 1));
  return static_cast<std::uint32_t>(std::uint64_t{n} * static_cast<std::uint64_t>(percent) /
                                    (static_cast<std::uint64_t>(percent) + others));
}

/// The size of the largest share.
std::uint32_t share_limit(std::uint32_t max_n, const Group& group, std::int64_t percent,
                          const MultiSort::Options& options) {
  const auto even = static_cast<std::uint32_t>((std::uint64_t{max_n} + group.size() - 1) / group.size());
  if (even > options.share.max_n) {
    throw Error(std::string(options.entry.id) + " sorts at most " + std::to_string(options.share.max_n) +
                " elements on each of " + std::to_string(group.size()) + " GPUs, not " + std::to_string(even));
  }
  return std::clamp(first_of(max_n, group.size(), percent) + 1, even, options.share.max_n);
}

/// The part of a job's sources with the elements from `first` on.
std::vector<Source> sources_from(std::span<const Source> sources, std::uint32_t first, std::uint32_t n) {
  std::vector<Source> part;
  for (const Source& source : sources) {
    const std::uint32_t skipped = std::min(first, source.n), taken = std::min(source.n - skipped, n);
    first -= skipped;
    n -= taken;
    if (taken == 0) continue;
    Source& own = part.emplace_back(source);
    own.n = taken;
    Buffer& cut = own.triangles ? own.triangles : own.positions;
    const std::size_t bytes = skipped * (own.triangles ? std::size_t{12} : std::size_t{own.stride});
    cut.offset += bytes;
    cut.bytes -= bytes;
  }
  return part;
}

/// The elements of a distance job. With ids, a slice is one of the ids.
std::vector<Stretch> stretches_of(const DistanceJob& job) {
  if (job.ids) return {{data<const void>(job.ids), job.n}};
  std::vector<Stretch> stretches;
  for (const Source& source : job.sources) stretches.push_back({data<const void>(source.positions), source.n});
  return stretches;
}

}  // namespace

MultiSort::MultiSort(CudaDevice& device, const core::MakeOptions& made, const Options& options)
    : group_(device, static_cast<unsigned>(made["gpus"])),
      options_(options),
      first_percent_(made["first_share"]),
      most_in_share_(share_limit(made.max_n, group_, first_percent_, options)),
      direct_(group_.is_direct() && made["direct"] != 0),
      split_(group_, made.max_n, static_cast<SplitByRank::Sample>(made["sample"]), direct_),
      exchange_(made["exchange"]) {
  if (direct_ && group_.size() == 2 && exchange_ != 1) split_by_sample_.emplace(group_, made.max_n);
  std::size_t sort_bytes = split_.candidate_bytes(), history_bytes = 0;
  if (split_by_sample_) sort_bytes = std::max(sort_bytes, split_by_sample_->candidate_bytes());
  group_.each([&](unsigned, CudaDevice& member) {
    sorts_.push_back(options.make(member, {Form::argsort, most_in_share_, options.parameters}));
    const Requirements& needs = sorts_.back()->requirements();
    if (!needs.scratch.empty()) sort_bytes = std::max(sort_bytes, needs.scratch[0]);
    history_bytes = std::max(history_bytes, needs.history);
  });
  const auto take = [this](std::size_t bytes) {
    const std::size_t begin = places_.end;
    places_.end += core::aligned(bytes);
    return begin;
  };
  const std::size_t share_words = most_in_share_ * sizeof(std::uint32_t);
  places_.keys = take(made.max_n * sizeof(std::uint32_t));
  places_.share_keys = take(share_words);
  places_.records = take(SplitByRank::record_bytes(made.max_n));
  places_.share_ids = take(share_words);
  places_.sorted_keys = take(share_words);
  places_.eye = take(6 * sizeof(float));
  places_.split = take(split_.bytes());
  if (split_by_sample_) places_.by_sample = take(split_by_sample_->bytes());
  places_.sort = take(sort_bytes);
  requirements_.scratch = {places_.end};
  allocate(history_bytes);
}

/// Allocates the memory that is not the caller's.
void MultiSort::allocate(std::size_t history_bytes) {
  group_.each([&](unsigned member, CudaDevice& device) {
    own_.push_back(member == 0 ? OwnedBuffer() : OwnedBuffer(device, places_.end));
    history_.push_back(history_bytes == 0 ? OwnedBuffer() : OwnedBuffer(device, history_bytes));
    fill(device, data<std::byte>(history_.back()), 0, history_bytes);
    device.wait();
    requirements_.own += (member == 0 ? 0 : places_.end) + history_bytes;
    if (!direct_) staged_.push_back(std::make_unique<Pinned<std::byte>>(places_.share_ids - places_.share_keys));
  });
}

// ---- Division of the input among members

/// Members on one GPU share the elements in its memory, in sequence; all members share elements that are in no GPU's
/// memory.
std::vector<Slice> MultiSort::slices_of(std::span<const Stretch> stretches) const {
  std::vector<Slice> slices;
  const auto divide = [&](int gpu, std::uint32_t first, std::uint32_t n) {
    std::vector<unsigned> members;
    for (unsigned m = 0; m < group_.size(); ++m) {
      if (group_[m].ordinal() == gpu) members.push_back(m);
    }
    for (unsigned m = 0; members.empty() && m < group_.size(); ++m) members.push_back(m);
    for (std::size_t i = 0; i < members.size(); ++i) {
      const std::uint32_t begin = part_begin(n, members.size(), i), end = part_begin(n, members.size(), i + 1);
      if (begin != end) slices.push_back({members[i], first + begin, end - begin});
    }
  };
  std::uint32_t first = 0, n = 0;
  int gpu = -1;
  for (const Stretch& stretch : stretches) {
    if (stretch.n == 0) continue;
    const int own = Group::gpu_of(stretch.address);
    if (own != gpu && n != 0) {
      divide(gpu, first, n);
      first += n;
      n = 0;
    }
    gpu = own;
    n += stretch.n;
  }
  if (n != 0) divide(gpu, first, n);
  for (unsigned m = 0; m < group_.size(); ++m) {
    if (std::ranges::count(slices, m, &Slice::member) > std::ptrdiff_t{most_slices}) {
      slices.clear();  // they alternate too often
      divide(-1, 0, first + n);
      break;
    }
  }
  return slices;
}

MultiSort::Run MultiSort::run_of(std::uint32_t n, Direction direction, std::span<const Buffer> scratch,
                                 const Buffer& order) const {
  Run run{};
  run.n = n;
  run.direction = direction;
  run.order = order;
  run.places = places_in_order(n, order);
  const std::size_t shares = group_.size();
  for (std::size_t s = 0; s <= shares; ++s) {
    // Ranks count from the other end if the order is front to back.
    run.begins.push_back(direction == Direction::back_to_front ? run.places[s] : n - run.places[shares - s]);
  }
  for (unsigned m = 0; m < group_.size(); ++m) {
    run.memory.push_back(data<std::byte>(m == 0 ? scratch[0] : static_cast<const Buffer&>(own_[m])));
    run.split_memory.push_back(run.memory[m] + places_.by_sample);
  }
  return run;
}

/// The begins of the members' shares in the order: even parts, or, if the order is whole and on the first GPU, a larger
/// one for that GPU, since the others also send theirs.
std::vector<std::uint32_t> MultiSort::places_in_order(std::uint32_t n, const Buffer& order) const {
  const std::size_t shares = group_.size();
  const bool gathers = shares > 1 && order && Group::gpu_of(data<const void>(order)) == group_[0].ordinal();
  const std::uint32_t even = part_begin(n, shares, 1);
  const std::uint32_t first =
      gathers ? std::clamp(first_of(n, shares, first_percent_), even, std::max(even, most_in_share_)) : even;
  std::vector<std::uint32_t> places = {0};
  for (std::size_t s = 1; s <= shares; ++s) {
    places.push_back(gathers ? first + part_begin(n - first, shares - 1, s - 1) : part_begin(n, shares, s));
  }
  return places;
}

unsigned MultiSort::share_of(const Run& run, unsigned member) const {
  return run.direction == Direction::back_to_front ? member : group_.size() - 1 - member;
}

/// Uses the given keys. If a member has several stretches, copies their keys to one place.
void MultiSort::take_keys(Run& run, std::span<const Stretch> stretches) const {
  run.slices = slices_of(stretches);
  group_.each([&](unsigned member, const CudaDevice& device) {
    auto* const gathered = reinterpret_cast<std::uint32_t*>(run.memory[member] + places_.keys);
    std::vector<Stretch> own;
    for (const Slice& slice : run.slices) {
      if (slice.member != member) continue;
      std::uint32_t first = 0;
      for (const Stretch& stretch : stretches) {
        const std::uint32_t begin = std::max(first, slice.first);
        const std::uint32_t end = std::min(first + stretch.n, slice.first + slice.n);
        if (begin < end)
          own.push_back({static_cast<const std::uint32_t*>(stretch.address) + (begin - first), end - begin});
        first += stretch.n;
      }
    }
    if (own.size() == 1) {
      run.keys.push_back({static_cast<const std::uint32_t*>(own[0].address), own[0].n});
      return;
    }
    std::uint32_t n = 0;
    for (const Stretch& stretch : own) {
      Group::copy(device, gathered + n, stretch.address, stretch.n * sizeof(std::uint32_t));
      n += stretch.n;
    }
    run.keys.push_back({gathered, n});
  });
}

bool MultiSort::goes_in_one_pass(const Run& run) const {
  const bool wanted = exchange_ == 2 || (exchange_ == 0 && run.n >= least_in_one_pass);
  return wanted && split_by_sample_ && SplitBySample::takes(run.slices);
}

/// Can each member make its keys while it sends them? Then only their places are known now.
bool MultiSort::makes_keys_on_the_way(Run& run, const DistanceJob& job) const {
  if (!run.in_one_pass || job.ids || job.keys) return false;
  for (unsigned m = 0; m < group_.size(); ++m) {
    const Slice& slice = *std::ranges::find(run.slices, m, &Slice::member);
    run.sources.push_back(sources_from(job.sources, slice.first, slice.n));
    DistanceJob& own = run.makes.emplace_back(job);
    own.n = slice.n;
    own.sources = run.sources.back();
    run.keys.push_back({reinterpret_cast<const std::uint32_t*>(run.memory[m] + places_.keys), slice.n});
  }
  const bool can = std::ranges::all_of(
      run.makes, [](const DistanceJob& own) { return core::is_plain(own) && !own.sources[0].triangles; });
  if (!can) run.keys.clear(), run.makes.clear(), run.sources.clear();
  return can;
}

/// Makes keys from positions.
void MultiSort::make_keys(Run& run, const DistanceJob& job) const {
  group_.each([&](unsigned member, const CudaDevice& device) {
    auto* const keys = reinterpret_cast<std::uint32_t*>(run.memory[member] + places_.keys);
    std::uint32_t n = 0;
    DistanceJob own = job;
    if (job.eye_on_device) {
      own.eye_on_device = buffer_of(run.memory[member] + places_.eye, 6 * sizeof(float));
      Group::copy(device, data<void>(own.eye_on_device), data<const void>(job.eye_on_device), 6 * sizeof(float));
    }
    for (const Slice& slice : run.slices) {
      if (slice.member != member) continue;
      const std::size_t bytes = slice.n * sizeof(std::uint32_t);
      const std::vector<Source> sources = job.ids ? std::vector<Source>(job.sources.begin(), job.sources.end())
                                                  : sources_from(job.sources, slice.first, slice.n);
      own.n = slice.n;
      own.sources = sources;
      if (job.ids) own.ids = core::part(job.ids, slice.first * sizeof(std::uint32_t), bytes);
      own.keys = buffer_of(keys + n, bytes);
      cuda::make_keys(device, own);
      if (job.keys) {
        Group::copy(device, data<std::uint32_t>(job.keys) + slice.first, keys + n, bytes);
      }
      n += slice.n;
    }
    run.keys.push_back({keys, n});
  });
}

// ---- The sort

void MultiSort::split(const Run& run, const core::Call& call) const {
  const unsigned size = group_.size();
  std::vector<std::byte*> memory, candidates;
  std::vector<ShareTarget> targets(size);
  std::vector<unsigned> members(size);
  std::vector<std::uint32_t*> numbers(size);
  for (unsigned m = 0; m < size; ++m) {
    std::byte* const own = run.memory[m];
    memory.push_back(own + places_.split);
    candidates.push_back(own + places_.sort);
    const unsigned share = share_of(run, m);
    members[share] = m;
    numbers[share] = reinterpret_cast<std::uint32_t*>(own + places_.share_ids);
    std::byte* const received = direct_ ? own + places_.share_keys : staged_[m]->data();
    targets[share] = {reinterpret_cast<std::uint32_t*>(received),
                      reinterpret_cast<TileRecord*>(received + (places_.records - places_.share_keys))};
  }
  const SplitByRank::Job job{.n = run.n,
                             .slices = run.slices,
                             .keys = run.keys,
                             .begins = run.begins,
                             .targets = targets,
                             .members = members,
                             .numbers = numbers,
                             .ids = run.ids,
                             .memory = memory,
                             .candidates = candidates,
                             .passes = call.passes};
  if (!run.in_one_pass) return split_.enqueue(job);
  split_by_sample_->enqueue({.split = job, .memory = run.split_memory, .makes = run.makes});
}

/// The part of an output that a member writes.
Buffer MultiSort::output_of(const Buffer& whole, std::span<const Buffer> parts, const Run& run, unsigned member) const {
  if (!parts.empty()) return parts[member];
  if (!whole) return {};
  const std::size_t begin = run.places[member], end = run.places[member + 1];
  return core::part(whole, begin * sizeof(std::uint32_t), (end - begin) * sizeof(std::uint32_t));
}

/// Fetches a share that was staged in host memory.
void MultiSort::fetch_share(const Run& run, unsigned member, const CudaDevice& device, std::size_t bytes) const {
  if (direct_) return;
  Group::copy(device, run.memory[member] + places_.share_keys, staged_[member]->data(), bytes);
}

void MultiSort::sort_share(const Run& run, const core::Call& call, unsigned member, CudaDevice& device) {
  const unsigned share = share_of(run, member);
  const std::uint32_t n = run.begins[share + 1] - run.begins[share];
  if (n == 0) return;
  const std::size_t bytes = n * sizeof(std::uint32_t);
  const auto place = [&](std::size_t at) { return buffer_of(run.memory[member] + at, bytes); };
  const auto is_here = [&](const Buffer& buffer) {
    return Group::gpu_of(data<const void>(buffer)) == device.ordinal();
  };
  fetch_share(run, member, device, bytes);
  const Buffer order = output_of(run.order, run.parts, run, member), ids = place(places_.share_ids);
  const Buffer sorted_keys = output_of(run.sorted_keys, {}, run, member);
  const Buffer scratch = buffer_of(run.memory[member] + places_.sort, places_.end - places_.sort);
  const bool reverses = run.direction == Direction::front_to_back && !options_.share.features.has(Feature::direction);
  FormJob own{.n = n, .keys = place(places_.share_keys), .key_bits = run.key_bits, .scratch = {&scratch, 1}};
  own.direction = reverses ? Direction::back_to_front : run.direction;
  own.order = is_here(order) ? order : place(places_.keys);
  if (sorted_keys) own.sorted_keys = is_here(sorted_keys) ? sorted_keys : place(places_.sorted_keys);
  core::Call of_share{.passes = call.passes.is_on() ? tracer_->of(member) : core::PassTrace(),
                      .history = history_[member]};
  of_share.distance = call.distance;
  if (run.ids == nullptr) {
    of_share.ids = ids;
    of_share.ids_end = run.n;
  }
  sorts_[member]->sort(own, of_share);
  if (reverses) {
    device.reverse(own.order, sizeof(std::uint32_t), {n});
    if (sorted_keys) device.reverse(own.sorted_keys, sizeof(std::uint32_t), {n});
  }
  of_share.passes.begin("send the order");
  if (run.ids != nullptr) device.gather(ids, own.order, own.order, {n});
  if (!is_here(order)) Group::copy(device, data<void>(order), data<const void>(own.order), bytes);
  if (sorted_keys && !is_here(sorted_keys)) {
    Group::copy(device, data<void>(sorted_keys), data<const void>(own.sorted_keys), bytes);
  }
}

/// One GPU has nothing to exchange.
void MultiSort::sort_alone(const Run& run, const core::Call& call) {
  const Buffer scratch = buffer_of(run.memory[0] + places_.sort, places_.end - places_.sort);
  const Buffer order = run.parts.empty() ? run.order : run.parts[0];
  const bool reverses = run.direction == Direction::front_to_back && !options_.share.features.has(Feature::direction);
  const FormJob own{.n = run.n,
                    .keys = buffer_of(run.keys[0].keys, run.n * sizeof(std::uint32_t)),
                    .key_bits = run.key_bits,
                    .direction = reverses ? Direction::back_to_front : run.direction,
                    .order = order,
                    .sorted_keys = run.sorted_keys,
                    .scratch = {&scratch, 1}};
  core::Call of_share{.passes = call.passes, .history = history_[0]};
  of_share.distance = call.distance;
  sorts_[0]->sort(own, of_share);
  if (reverses) {
    group_[0].reverse(order, sizeof(std::uint32_t), {run.n});
    if (run.sorted_keys) group_[0].reverse(run.sorted_keys, sizeof(std::uint32_t), {run.n});
  }
  if (run.ids == nullptr) return;
  group_[0].gather(buffer_of(run.ids, run.n * sizeof(std::uint32_t)), order, order, {run.n});
}

void MultiSort::sort_shares(const Run& run, const core::Call& call) {
  if (group_.size() == 1) {
    sort_alone(run, call);
  } else {
    split(run, call);
    group_.each([&](unsigned member, CudaDevice& device) { sort_share(run, call, member, device); });
    call.passes.begin("wait for the others");
    group_.join();
  }
  has_begun_ = false;
}

/// All members work together and clear their state together: if this call must, or if the last one failed, whose
/// history may be another one.
core::Call MultiSort::begin(core::Call call) {
  group_.fork();
  if (std::exchange(has_begun_, true) || call.forget) {
    group_.each([&](unsigned member, CudaDevice& device) {
      const Buffer& history = history_[member];
      fill(device, data<std::byte>(history), 0, history.bytes);
    });
  }
  call.forget = false;
  return call;
}

void MultiSort::sort(const FormJob& job, const core::Call& given) {
  if (job.n == 0) return;
  const core::Call call = begin(given);
  Run run = run_of(job.n, job.direction, job.scratch, job.order);
  run.key_bits = job.key_bits;
  run.parts = given.parts.order;
  run.sorted_keys = job.sorted_keys;
  std::vector<Stretch> stretches;
  for (const Buffer& part : given.parts.keys) {
    stretches.push_back({data<const void>(part), static_cast<std::uint32_t>(part.bytes / sizeof(std::uint32_t))});
  }
  if (stretches.empty()) stretches.push_back({data<const void>(job.keys), job.n});
  take_keys(run, stretches);
  run.in_one_pass = goes_in_one_pass(run);
  run.ids = data<const std::uint32_t>(call.ids);
  sort_shares(run, call);
}

void MultiSort::sort(const DistanceJob& job, const core::Call& given) {
  if (job.n == 0) return;
  core::Call call = begin(given);
  Run run = run_of(job.n, job.direction, job.scratch, job.order);
  run.key_bits = {0, job.precision.bits};
  run.parts = given.parts.order;
  run.ids = data<const std::uint32_t>(job.ids);
  run.slices = slices_of(stretches_of(job));
  run.in_one_pass = goes_in_one_pass(run);
  if (!makes_keys_on_the_way(run, job)) {
    call.passes.begin("keys");
    make_keys(run, job);
  }
  call.distance = &job;
  sort_shares(run, call);
}

}  // namespace farfirst::cuda
