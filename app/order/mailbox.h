#pragma once
// A mailbox that holds the newest job, and the loop of the thread that works on them: a job that still waits is
// replaced.

#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>

namespace farfirst::app {

/// Its owner has lock and condition, and guards more by them. All but serve() and close() are called with the
/// lock held.
template <class Job>
class Mailbox {
 public:
  Mailbox(std::mutex& mutex, std::condition_variable& changed) : mutex_(mutex), changed_(changed) {}
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  void put(Job job) {
    waiting_ = std::move(job);
    changed_.notify_all();
  }
  void empty() { waiting_.reset(); }
  bool has_one() const { return waiting_.has_value(); }
  bool is_busy() const { return busy_; }  // with a job
  bool is_idle() const { return !busy_ && !waiting_; }
  bool is_closed() const { return closed_; }

  /// The thread. For each job it calls `begin` and `end` with the lock held, and `work`, which may throw, without it.
  template <class Begin, class Work, class End>
  void serve(const Begin& begin, const Work& work, const End& end) {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [&] { return closed_ || waiting_; });
      if (closed_) return;
      Job job = std::move(*waiting_);
      waiting_.reset();
      busy_ = true;
      begin(job);
      lock.unlock();
      std::exception_ptr failure;
      try {
        work(job);
      } catch (...) {
        failure = std::current_exception();
      }
      lock.lock();
      busy_ = false;
      end(job, failure);
      changed_.notify_all();
    }
  }
  /// serve() returns after the present job.
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }

 private:
  std::mutex& mutex_;
  std::condition_variable& changed_;
  std::optional<Job> waiting_;
  bool busy_ = false, closed_ = false;
};

}  // namespace farfirst::app
