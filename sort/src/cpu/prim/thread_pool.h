#pragma once
// A pool of threads that are started once: a sort of a million keys takes a few milliseconds, and starting threads for
// each of its passes would cost a good part of that.

#include <atomic>
#include <cstdint>
#include <deque>
#include <thread>

namespace farfirst::cpu {

class ThreadPool {
 public:
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const noexcept { return static_cast<int>(workers_.size()) + 1; }

  /// Calls body(0) .. body(parts - 1), each on a thread of its own (part 0 on the caller's), and waits for all.
  /// parts is at most threads(). Bodies do not throw.
  template <class Body>
  void run(int parts, const Body& body) {
    run(
        parts, [](const void* context, int part) { (*static_cast<const Body*>(context))(part); }, &body);
  }

  /// Cuts 0..n-1 into one range per thread, none of them smaller than `grain` unless there is only one, and calls
  /// body(begin, end) for each.
  template <class Body>
  void for_ranges(std::size_t n, std::size_t grain, const Body& body) {
    const int parts = parts_for(n, grain);
    run(parts, [&](int part) {
      const auto [begin, end] = range(n, part, parts);
      body(begin, end);
    });
  }

  int parts_for(std::size_t n, std::size_t grain) const noexcept;

  struct Range {
    std::size_t begin, end;
  };
  /// Part `part` of `parts` of 0..n-1; parts differ by one element at most.
  static Range range(std::size_t n, int part, int parts) noexcept;

 private:
  using Function = void (*)(const void* context, int part);
  struct alignas(64) Worker {  // a cache line each: only workers with a part are woken
    std::thread thread;
    std::atomic<std::uint32_t> round = 0;  // calls of run() in which it takes part; it waits for a change
    void wake();
  };

  void run(int parts, Function function, const void* context);
  void work(Worker& worker, int part);

  std::deque<Worker> workers_;
  Function function_ = nullptr;
  const void* context_ = nullptr;
  std::atomic<std::uint32_t> pending_ = 0;  // parts of this call that still run, without the caller's
  std::atomic<bool> stop_ = false;
};

}  // namespace farfirst::cpu
