#pragma once
// The bytes of a file in order, through a window: mapped memory, or text and binary data inflated on
// demand.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "load.h"

namespace farfirst::app {

/// Readers look at window(), take the bytes they used and ask for more; they never hold the whole file in their own
/// memory.
class ByteSource {
 public:
  ByteSource() = default;
  virtual ~ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;

  /// The bytes that can be read now. Valid until the next want() or seek().
  std::string_view window() const { return {begin_, static_cast<std::size_t>(end_ - begin_)}; }
  /// Makes at least `bytes` visible, fewer only where the data end. Returns how many are visible.
  std::size_t want(std::size_t bytes) {
    const std::size_t visible = window().size();
    return visible >= bytes ? visible : refill(bytes);
  }
  /// Steps over the first bytes of the window.
  void take(std::size_t bytes) { begin_ += bytes; }
  /// Steps over bytes that need not be visible yet. False if the data end before.
  bool skip(std::uint64_t bytes);

  /// The position of the window's first byte, counted from the start of the (inflated) data.
  virtual std::uint64_t position() const = 0;
  virtual void seek(std::uint64_t position) = 0;
  /// No more than this many bytes can follow the present position. Exact for a mapped file.
  virtual std::uint64_t most_bytes_left() const = 0;
  /// Share of the file that was read, 0..1.
  virtual float fraction() const = 0;

 protected:
  virtual std::size_t refill(std::size_t bytes) = 0;

  const char* begin_ = nullptr;
  const char* end_ = nullptr;
};

/// Memory with another owner: a mapped file, converted text, a test's or a fuzzer's bytes.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : data_(bytes) {
    begin_ = bytes.data();
    end_ = begin_ + bytes.size();
  }
  std::uint64_t position() const override { return static_cast<std::uint64_t>(begin_ - data_.data()); }
  void seek(std::uint64_t position) override { begin_ = data_.data() + position; }
  std::uint64_t most_bytes_left() const override { return window().size(); }
  float fraction() const override {
    return data_.empty() ? 1.0f : static_cast<float>(position()) / static_cast<float>(data_.size());
  }

 protected:
  std::size_t refill(std::size_t) override { return window().size(); }

 private:
  std::string_view data_;
};

/// Inflates a gzip file (all its members) into a window of bounded size. Throws FileError where the data are damaged.
std::unique_ptr<ByteSource> make_gzip_source(std::string_view compressed);
bool is_gzip(std::string_view bytes);
/// For bytes that may be gzip or not.
std::unique_ptr<ByteSource> make_source(std::string_view bytes);

/// The rest of the source.
std::string rest_of(ByteSource& source);

/// A file mapped for reading. If another program truncates it meanwhile, missing data read as zeros.
class MappedFile {
 public:
  /// Throws FileError (without the file's name) if the path is no readable, regular, non-empty file.
  explicit MappedFile(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  std::string_view bytes() const { return bytes_; }
  /// Is the file shorter now than when it was mapped? Then the data read are not to be trusted.
  bool was_cut_short() const;

 private:
  std::string_view bytes_;
  int descriptor_ = -1;
  void* region_ = nullptr;
};

/// A reader's progress, and where it notices that the user cancelled.
class ProgressScale {
 public:
  ProgressScale(LoadProgress& progress, float from, float to) : progress_(&progress), from_(from), to_(to) {}
  /// For a stage that takes from `first` to `last` of this one.
  ProgressScale part(float first, float last) const {
    return {*progress_, from_ + (to_ - from_) * first, from_ + (to_ - from_) * last};
  }
  /// Throws LoadCancelled.
  void at(float part) const {
    if (progress_->cancel.load(std::memory_order_relaxed)) throw LoadCancelled();
    progress_->fraction.store(from_ + (to_ - from_) * part, std::memory_order_relaxed);
  }
  void at(const ByteSource& source) const { at(source.fraction()); }

 private:
  LoadProgress* progress_;
  float from_, to_;
};

}  // namespace farfirst::app
