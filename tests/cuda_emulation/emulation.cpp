// Runs kernels on the CPU: see cuda_runtime.h in this folder. Blocks run one after the other, on one thread of the
// system or on several; the threads of a block are fibers on one of them, switched at barriers and warp operations.
#include <cuda_runtime.h>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#if defined(FARFIRST_SANITIZE)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

thread_local uint3 threadIdx{};
thread_local uint3 blockIdx{};
dim3 blockDim;
dim3 gridDim;

namespace cuda_emulation {

std::size_t memory_limit = std::size_t{8} << 30, most_shared = 227u << 10;
bool context_fits = true, runs_kernels = true;
Counts counts;
int launches_until_lost = -1, launches_until_failure = -1;
int devices = 1;
bool has_peer_access = true;

/// Ends the program: a test that reaches this has found an error.
[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "CUDA emulation: %s (block %u of %u, %u threads)\n", what, blockIdx.x, gridDim.x, blockDim.x);
  std::abort();
}

namespace {

constexpr unsigned most_threads = 1024;
constexpr std::size_t default_shared_bytes = 48u << 10;
constexpr std::size_t stack_bytes = std::size_t{1} << 20;  // reports of the thread sanitizer need much

// ---- Switching between stacks

using StackPointer = void*;
#if defined(__x86_64__)
/// Saves the registers that a call preserves on the present stack, and continues where `to` was left.
__attribute__((naked, noinline)) void switch_stacks(StackPointer* /*from*/, StackPointer /*to*/) {
  asm volatile(
      "pushq %rbp\n pushq %rbx\n pushq %r12\n pushq %r13\n pushq %r14\n pushq %r15\n"
      "movq %rsp, (%rdi)\n movq %rsi, %rsp\n"
      "popq %r15\n popq %r14\n popq %r13\n popq %r12\n popq %rbx\n popq %rbp\n ret\n");
}
#else
#error "The CUDA emulation switches stacks in x86-64 assembly; write the same for this processor."
#endif

/// The stacks of a block's threads, one after the other. The sanitizer sees them as one stack, since reporting each
/// switch would take a tenth of the time. A page below each stack is protected, so that an overflow ends there.
class Stacks {
 public:
  Stacks() {
    void* const memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) fail("no memory for the stacks of a block");
    memory_ = static_cast<std::byte*>(memory);
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    for (unsigned i = 0; i < most_threads; ++i) mprotect(memory_ + i * stack_bytes, page, PROT_NONE);
  }
  Stacks(const Stacks&) = delete;
  Stacks& operator=(const Stacks&) = delete;
  ~Stacks() { munmap(memory_, bytes); }

  static constexpr std::size_t bytes = most_threads * stack_bytes;
  const std::byte* lowest() const { return memory_; }
  std::byte* end_of(unsigned thread) const { return memory_ + (thread + 1) * stack_bytes; }

 private:
  std::byte* memory_;
};

struct Fiber {
  StackPointer pointer = nullptr;
  uint3 index{};
  // The warp operation in which it waits.
  WarpOperation operation = WarpOperation::wait;
  unsigned mask = 0, source = 0;
  std::uint64_t value = 0, result = 0;
};

/// Lanes, as bits.
struct Warp {
  unsigned running = 0;     // not ended
  unsigned waiting = 0;     // in a warp operation
  unsigned at_barrier = 0;  // of the block
  unsigned ready = 0;       // to continue
};

/// xorshift64*, by Vigna: the scheduler needs a number at every switch.
class Random {
 public:
  explicit Random(unsigned number) : state_((seed() + number + 1) * 0x9E3779B97F4A7C15u) {}
  using result_type = std::uint32_t;
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return 0xFFFFFFFFu; }
  result_type operator()() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return static_cast<result_type>(state_ * 0x2545F4914F6CDD1Du >> 32);
  }

 private:
  static std::uint64_t seed() {
    const char* const seed = std::getenv("FARFIRST_EMULATION_SEED");
    return seed != nullptr ? static_cast<std::uint32_t>(std::atoi(seed)) : 20261121u;
  }
  std::uint64_t state_;
};

/// One of the set bits, chosen by `number`.
unsigned any_bit(unsigned bits, unsigned number) {
  return (number + static_cast<unsigned>(std::countr_zero(std::rotr(bits, static_cast<int>(number % 32))))) % 32;
}

// ---- The running block

class Block {
 public:
  /// Blocks with different numbers take their threads in different sequences.
  explicit Block(unsigned number) : random_(number) {}

  void run(const std::function<void()>& thread, unsigned threads) {
    thread_ = &thread;
    fibers_.resize(std::max<std::size_t>(fibers_.size(), threads));
    alive_ = threads;
    at_barrier_ = came_true_ = 0;
    warps_.assign((threads + 31) / 32, {});
    ready_warps_ = 0;
    for (unsigned i = 0; i < threads; ++i) start(i);
    // In most blocks a warp usually continues until all its lanes wait: its stacks are in the caches.
    switches_in_warp_ = random_() % 8 != 0 ? 64 : 2;
    take_next();
    enter(fibers_[current_]);
    if (alive_ != 0) fail("threads wait for each other at different barriers");
  }

  int barrier(bool came_true) {
    ++at_barrier_;
    if (came_true) ++came_true_;
    warps_[current_ / 32].at_barrier |= 1u << current_ % 32;
    release_barrier();
    leave();
    return count_true_;
  }

  std::uint64_t warp_operation(unsigned mask, WarpOperation operation, std::uint64_t value, unsigned source) {
    Fiber& fiber = fibers_[current_];
    if ((mask >> (current_ % 32) & 1u) == 0) fail("a thread takes part in a warp operation whose mask leaves it out");
    fiber.operation = operation;
    fiber.mask = mask;
    fiber.value = value;
    fiber.source = source;
    warps_[current_ / 32].waiting |= 1u << current_ % 32;
    release_warp(current_ / 32, mask);
    leave();
    return fiber.result;
  }

  unsigned current() const { return current_; }
  Random& random_source() { return random_; }

 private:
  /// Takes any ready thread, usually of the present warp.
  void take_next() {
    const std::uint32_t number = random_();
    unsigned warp = current_ / 32;
    const bool stays = (number >> 10) % switches_in_warp_ != 0;
    if (!stays || (ready_warps_ >> warp & 1u) == 0) warp = any_bit(ready_warps_, number >> 5);
    unsigned& ready = warps_[warp].ready;
    const unsigned lane = any_bit(ready, number);
    ready &= ~(1u << lane);
    if (ready == 0) ready_warps_ &= ~(1u << warp);
    current_ = warp * 32 + lane;
  }

  void make_ready(unsigned warp, unsigned lanes) {
    if (lanes == 0) return;
    warps_[warp].ready |= lanes;
    ready_warps_ |= 1u << warp;
  }

  void start(unsigned number) {
    Fiber& fiber = fibers_[number];
    warps_[number / 32].running |= 1u << number % 32;
    make_ready(number / 32, 1u << number % 32);
    fiber.index = {number % blockDim.x, number / blockDim.x % blockDim.y, number / (blockDim.x * blockDim.y)};
    // As if switch_stacks had been called by `begin` at its first instruction: six registers and a return address, on a
    // stack that is aligned as after a call. Each begins at another offset in its page, since equal offsets would share
    // a few lines of the caches.
    std::byte* const end = stacks_.end_of(number) - number % 64 * std::size_t{320};
    const auto top = reinterpret_cast<std::uintptr_t>(end) & ~std::uintptr_t{15};
#if defined(FARFIRST_SANITIZE)
    // The last thread never returned from its outermost functions: drop the guards of their variables.
    constexpr std::size_t outermost_bytes = 4096;
    __asan_unpoison_memory_region(end - outermost_bytes, outermost_bytes);
#endif
    auto* frame = reinterpret_cast<void**>(top) - 8;
    for (int i = 0; i < 6; ++i) frame[i] = nullptr;
    frame[6] = reinterpret_cast<void*>(&begin);
    frame[7] = nullptr;
    fiber.pointer = frame;
  }
  static void begin();

  /// Switches from the program's stack to the first thread; returns when no thread is ready any more.
  void enter(Fiber& first) {
    threadIdx = first.index;
#if defined(FARFIRST_SANITIZE)
    void* fake_stack = nullptr;
    entering_ = true;
    __sanitizer_start_switch_fiber(&fake_stack, stacks_.lowest(), Stacks::bytes);
#endif
    switch_stacks(&own_pointer_, first.pointer);
#if defined(FARFIRST_SANITIZE)
    __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
#endif
  }

  /// Switches to the next thread, without the program's stack in between; returns when this thread's turn comes again.
  void leave() {
    Fiber& fiber = fibers_[current_];
    if (ready_warps_ == 0) return leave_for_program(fiber);
    take_next();
    Fiber& next = fibers_[current_];
    if (&next == &fiber) return;
    threadIdx = next.index;
    switch_stacks(&fiber.pointer, next.pointer);
  }

  /// No thread is ready any more: all have ended, or this one waits forever.
  void leave_for_program(Fiber& fiber) {
#if defined(FARFIRST_SANITIZE)
    __sanitizer_start_switch_fiber(nullptr, own_stack_, own_stack_bytes_);
#endif
    switch_stacks(&fiber.pointer, own_pointer_);
  }

  void finish() {
    --alive_;
    release_barrier();
    Warp& warp = warps_[current_ / 32];
    warp.running &= ~(1u << current_ % 32);
    for (unsigned i = 0; i < 32; ++i) {
      if ((warp.waiting >> i & 1u) != 0) release_warp(current_ / 32, fibers_[current_ / 32 * 32 + i].mask);
    }
    leave();
  }

  /// Lets all threads continue once all that still run are at the barrier.
  void release_barrier() {
    if (at_barrier_ == 0 || at_barrier_ != alive_) return;
    count_true_ = static_cast<int>(came_true_);
    at_barrier_ = came_true_ = 0;
    for (unsigned i = 0; i < warps_.size(); ++i) make_ready(i, std::exchange(warps_[i].at_barrier, 0u));
  }

  /// Runs the operation once all lanes of `mask` that still run wait in it.
  void release_warp(unsigned number, unsigned mask) {
    Warp& warp = warps_[number];
    const unsigned members = mask & warp.running;
    if ((members & ~warp.waiting) != 0) return;
    const unsigned first = number * 32;
    unsigned votes = 0;
    for (unsigned left = members; left != 0; left &= left - 1) {
      const auto i = static_cast<unsigned>(std::countr_zero(left));
      const Fiber& fiber = fibers_[first + i];
      if (fiber.mask != mask) return;
      if (fiber.value != 0) votes |= 1u << i;
    }
    for (unsigned left = members; left != 0; left &= left - 1) {
      const auto i = static_cast<unsigned>(std::countr_zero(left));
      Fiber& fiber = fibers_[first + i];
      fiber.result = result_for(fiber, first, i, members, votes);
    }
    make_ready(number, members);
    warp.waiting &= ~members;
  }

  std::uint64_t result_for(const Fiber& fiber, unsigned first, unsigned lane, unsigned members, unsigned votes) const {
    switch (fiber.operation) {
      case WarpOperation::wait:
        return 0;
      case WarpOperation::exchange:
        // A lane that takes no part may supply any value: use a conspicuous one.
        return (members >> fiber.source & 1u) != 0 ? fibers_[first + fiber.source].value : 0xDEADBEEFDEADBEEFu + lane;
      case WarpOperation::vote:
        return votes;
      case WarpOperation::match: {
        unsigned same = 0;
        for (unsigned i = 0; i < 32; ++i) {
          if ((members >> i & 1u) != 0 && fibers_[first + i].value == fiber.value) same |= 1u << i;
        }
        return same;
      }
    }
    return 0;
  }

  const std::function<void()>* thread_ = nullptr;
  Stacks stacks_;
  std::vector<Fiber> fibers_;
  std::vector<Warp> warps_;
  unsigned ready_warps_ = 0;       // bits of warps with ready lanes
  unsigned switches_in_warp_ = 2;  // one switch in this many may be to another warp
  unsigned alive_ = 0, current_ = 0;
  unsigned at_barrier_ = 0, came_true_ = 0;
  int count_true_ = 0;
  StackPointer own_pointer_ = nullptr;
  Random random_;
#if defined(FARFIRST_SANITIZE)
  bool entering_ = false;
  const void* own_stack_ = nullptr;
  std::size_t own_stack_bytes_ = 0;
#endif
};

thread_local Block* block_that_runs = nullptr;

void Block::begin() {
  Block& block = *block_that_runs;
#if defined(FARFIRST_SANITIZE)
  if (std::exchange(block.entering_, false)) {
    __sanitizer_finish_switch_fiber(nullptr, &block.own_stack_, &block.own_stack_bytes_);
  }
#endif
  (*block.thread_)();
  block.finish();
  fail("a thread that ended was resumed");
}

std::map<AnyKernel, std::size_t> shared_allowances;
std::set<AnyKernel> loaded;

thread_local std::unique_ptr<std::byte[]> shared_memory;  // of exact size, so that the address sanitizer guards it

}  // namespace

void load(AnyKernel kernel) {
  if (loaded.insert(kernel).second) ++counts.loads;
}
void unload_kernels() { loaded.clear(); }
cudaError_t allow_shared(AnyKernel kernel, int bytes) {
  if (bytes < 0 || static_cast<std::size_t>(bytes) > most_shared) return cudaErrorInvalidValue;
  shared_allowances[kernel] = static_cast<std::size_t>(bytes);
  return cudaSuccess;
}
int allowed_shared(AnyKernel kernel) {
  const auto found = shared_allowances.find(kernel);
  return static_cast<int>(found == shared_allowances.end() ? default_shared_bytes
                                                           : std::max(default_shared_bytes, found->second));
}

namespace {

/// The number of system threads that run the blocks of a kernel.
unsigned worker_count() {
  static const char* const given = std::getenv("FARFIRST_EMULATION_WORKERS");
  return given != nullptr ? static_cast<unsigned>(std::clamp(std::atoi(given), 1, 64)) : 1;
}
/// The block of a worker; it keeps its stacks for the next kernel.
Block& block_of(unsigned worker) {
  static std::vector<std::unique_ptr<Block>> blocks;
  while (blocks.size() <= worker) blocks.push_back(std::make_unique<Block>(static_cast<unsigned>(blocks.size())));
  return *blocks[worker];
}

cudaError_t run_blocks(int device, const dim3& grid, const dim3& block, std::size_t shared,
                       const std::function<void()>& thread) {
  if (health() != cudaSuccess) return health();
  if (launches_until_lost > 0) --launches_until_lost;
  gridDim = grid;
  blockDim = block;
  std::vector<std::uint64_t> order(std::size_t{grid.x} * grid.y);
  std::iota(order.begin(), order.end(), std::uint64_t{0});
  std::shuffle(order.begin(), order.end(), block_of(0).random_source());
  const bool others_are_hidden = devices > 1;
  if (others_are_hidden) hide_memory_from(device);
  std::atomic<std::size_t> taken{0};
  const auto work = [&](Block& runner) {
    block_that_runs = &runner;
    for (std::size_t i = taken++; i < order.size(); i = taken++) {
      blockIdx = {static_cast<unsigned>(order[i] % grid.x), static_cast<unsigned>(order[i] / grid.x), 0};
      shared_memory = std::make_unique_for_overwrite<std::byte[]>(shared + 16);
      std::memset(shared_memory.get(), 0xA5, shared + 16);
      runner.run(thread, block.x * block.y * block.z);
    }
  };
  std::vector<std::thread> others;
  const auto workers = static_cast<unsigned>(std::min<std::size_t>(worker_count(), order.size()));
  for (unsigned worker = 1; worker < workers; ++worker) others.emplace_back(work, std::ref(block_of(worker)));
  work(block_of(0));
  for (std::thread& other : others) other.join();
  if (others_are_hidden) show_memory();
  return cudaSuccess;
}

}  // namespace

cudaError_t run(const cudaLaunchConfig_t& config, const std::function<void()>& thread, AnyKernel kernel) {
  const dim3 grid = config.gridDim, block = config.blockDim;
  const std::size_t threads = std::size_t{block.x} * block.y * block.z;
  const bool wrong = threads == 0 || threads > most_threads || grid.x == 0 || grid.y == 0 || grid.z != 1 ||
                     grid.x > 0x7FFFFFFFu || grid.y > 65535;
  if (wrong) return cudaErrorInvalidConfiguration;
  if (config.dynamicSmemBytes > static_cast<std::size_t>(allowed_shared(kernel))) return cudaErrorInvalidValue;
  if (launches_until_failure >= 0 && launches_until_failure-- == 0) return cudaErrorInvalidConfiguration;
  if (!is_on_current_device(config.stream)) return cudaErrorInvalidResourceHandle;
  load(kernel);
  if (!runs_kernels) return cudaSuccess;
  return enqueue(config.stream, [=, device = current_device(), shared = config.dynamicSmemBytes] {
    return run_blocks(device, grid, block, shared, thread);
  });
}

std::uint64_t warp(unsigned mask, WarpOperation operation, std::uint64_t value, unsigned source) {
  return block_that_runs->warp_operation(mask, operation, value, source);
}
int block(bool count) { return block_that_runs->barrier(count); }
unsigned lane() { return block_that_runs->current() % 32; }
void* dynamic_shared() { return shared_memory.get(); }

}  // namespace cuda_emulation
