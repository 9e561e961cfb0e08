#pragma once
// A place in a text: words and numbers between white space, read through the window of a source.

#include <cstdint>
#include <string_view>

#include "source.h"
#include "text.h"

namespace farfirst::app {

class TextCursor {
 public:
  /// A place between two words, to come back to.
  struct Mark {
    std::uint64_t position = 0, line = 0;
  };

  /// `line`: the number of the line that the source stands on.
  explicit TextCursor(ByteSource& source, std::uint64_t line = 1) : source_(source), line_(line) { sync(); }

  Mark mark() const { return {source_.position() + used(), line_}; }
  void go_to(const Mark& mark) {
    source_.seek(mark.position);
    line_ = mark.line;
    sync();
  }
  std::uint64_t line() const { return line_; }
  std::uint64_t most_bytes_left() const { return source_.most_bytes_left() - used(); }
  /// Lets the source know how far the reader is.
  void commit() {
    source_.take(used());
    sync();
  }

  /// Stops at the start of the next word, with the whole of it visible unless it is longer than any number. False at
  /// the end of the data.
  bool to_word() {
    for (;;) {
      look_ahead(longest_word);
      pass_space();
      if (p_ == end_ && ended_) return false;
      if (static_cast<std::size_t>(end_ - p_) >= longest_word || ended_) return true;
    }
  }
  /// Passes blanks. True where nothing else stands between here and the end of the line.
  bool line_is_over() {
    for (;;) {
      while (p_ < end_ && is_blank(*p_)) ++p_;
      if (p_ < end_) return is_line_end(*p_);
      if (ended_) return true;
      refill(window_bytes);
    }
  }
  void skip_line() {
    for (;;) {
      while (p_ < end_ && !is_line_end(*p_)) ++p_;
      if (p_ < end_ || ended_) return;
      refill(window_bytes);
    }
  }
  void skip_word() {
    for (;;) {
      while (p_ < end_ && !is_space(*p_)) ++p_;
      if (p_ < end_ || ended_) return;
      refill(window_bytes);
    }
  }

  /// The value at to_word(): its first character, all of it, or its number. number() stays there if it is none.
  char front() const { return *p_; }
  std::string_view word() const {
    const char* q = p_;
    while (q < end_ && !is_space(*q)) ++q;
    return {p_, static_cast<std::size_t>(q - p_)};
  }
  bool number(double& value) {
    const char* const stop = parse_number(p_, end_, value);
    if (stop) p_ = stop;
    return stop != nullptr;
  }

  /// For callers that parse the visible text themselves: makes `bytes` of it visible, and skips what they read.
  std::string_view visible(std::size_t bytes) {
    look_ahead(bytes);
    return {p_, static_cast<std::size_t>(end_ - p_)};
  }
  void take(std::size_t bytes, std::uint64_t lines) {
    p_ += bytes;
    line_ += lines;
  }

  /// Steps over white space and counts lines.
  static const char* pass_space(const char* q, const char* end, std::uint64_t& lines) {
    for (; q < end && is_space(*q); ++q) {
      if (*q == '\n' || (*q == '\r' && (q + 1 == end || q[1] != '\n'))) ++lines;
    }
    return q;
  }

 private:
  static constexpr std::size_t longest_word = 512;
  static constexpr std::size_t window_bytes = 65536;

  std::uint64_t used() const { return static_cast<std::uint64_t>(p_ - source_.window().data()); }
  void pass_space() { p_ = pass_space(p_, end_, line_); }
  void look_ahead(std::size_t bytes) {
    if (static_cast<std::size_t>(end_ - p_) < bytes && !ended_) refill(window_bytes);
  }
  void sync() {
    ended_ = false;
    p_ = source_.window().data();
    end_ = p_ + source_.window().size();
  }
  void refill(std::size_t bytes) {
    source_.take(used());
    const bool ended = source_.want(bytes) < bytes;
    sync();
    ended_ = ended;
  }

  ByteSource& source_;
  const char* p_ = nullptr;
  const char* end_ = nullptr;
  std::uint64_t line_;
  bool ended_ = false;  // the window reaches to the end of the data
};

}  // namespace farfirst::app
