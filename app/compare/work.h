#pragma once
// Work in parts: a coroutine that stops where it awaits pause(), and continues with the next part. It awaits
// other such work as a function calls others.

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

namespace farfirst::app {

template <class T = void>
class Work;

namespace work_detail {

struct PromiseBase {
  /// Back to the coroutine that awaits it.
  struct Final {
    bool await_ready() const noexcept { return false; }
    template <class Promise>
    std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> done) const noexcept {
      const std::coroutine_handle<> to = done.promise().awaited_by;
      return to ? to : std::noop_coroutine();
    }
    void await_resume() const noexcept {}
  };

  std::coroutine_handle<> awaited_by;
  std::exception_ptr failure;

  std::suspend_always initial_suspend() const noexcept { return {}; }
  Final final_suspend() const noexcept { return {}; }
  void unhandled_exception() { failure = std::current_exception(); }
};

template <class T>
struct Promise : PromiseBase {
  std::optional<T> value;
  Work<T> get_return_object();
  void return_value(T result) { value.emplace(std::move(result)); }
  T take() {
    if (failure) std::rethrow_exception(failure);
    return std::move(*value);
  }
};

template <>
struct Promise<void> : PromiseBase {
  Work<void> get_return_object();
  void return_void() const {}
  void take() const {
    if (failure) std::rethrow_exception(failure);
  }
};

}  // namespace work_detail

template <class T>
class [[nodiscard]] Work {
 public:
  using promise_type = work_detail::Promise<T>;
  using Handle = std::coroutine_handle<promise_type>;

  explicit Work(Handle handle) : handle_(handle) {}
  Work(Work&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Work& operator=(Work&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Work() {
    if (handle_) handle_.destroy();
  }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  Handle handle() const { return handle_; }

  // ---- co_await of other work
  bool await_ready() const { return false; }
  Handle await_suspend(std::coroutine_handle<> by) const {
    handle_.promise().awaited_by = by;
    return handle_;
  }
  T await_resume() const { return handle_.promise().take(); }

 private:
  Handle handle_;
};

template <class T>
Work<T> work_detail::Promise<T>::get_return_object() {
  return Work<T>(Work<T>::Handle::from_promise(*this));
}
inline Work<void> work_detail::Promise<void>::get_return_object() {
  return Work<void>(Work<void>::Handle::from_promise(*this));
}

/// Runs one piece of work after the other, each in parts.
class WorkInParts {
 public:
  /// `work` replaces the work in progress.
  void begin(Work<> work) {
    work_.emplace(std::move(work));
    next_ = work_->handle();
  }
  bool is_done() const { return !work_; }
  void drop() {
    work_.reset();
    next_ = nullptr;
  }
  /// Runs to the next pause. Throws what the work throws, which ends it.
  void advance() {
    std::exchange(next_, nullptr).resume();
    if (next_) return;
    const Work<> done = std::move(*std::exchange(work_, std::nullopt));
    done.await_resume();
  }

  struct Pause {
    WorkInParts& of;
    bool is_due;
    bool await_ready() const { return !is_due; }
    void await_suspend(std::coroutine_handle<> at) const { of.next_ = at; }
    void await_resume() const {}
  };
  /// An awaitable pause. Not `due`: the work continues at once.
  Pause pause(bool due) { return {*this, due}; }

 private:
  std::optional<Work<>> work_;
  std::coroutine_handle<> next_;
};

}  // namespace farfirst::app
