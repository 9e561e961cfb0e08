#pragma once
// Device memory between guard words: any write outside a buffer is found. Works on every back end.

#include <farfirst/forms.h>
#include <farfirst/gl.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "expected_order.h"

#if defined(FARFIRST_TEST_GL)
#include "object/debug.h"
#include "offscreen/context.h"
#endif

namespace farfirst::test {

class Guarded {
 public:
  /// Begins `shift` bytes after an address that is a multiple of 256.
  Guarded(Device& device, std::size_t bytes, std::uint8_t fill, std::size_t shift = 0)
      : device_(&device), bytes_(bytes), begin_(guard + shift), owned_(device, begin_ + bytes + guard) {
    write_repeated(0, begin_, pattern);
    write_repeated(begin_, bytes, fill);
    write_repeated(begin_ + bytes, guard, pattern);
  }
  template <class T>
  Guarded(Device& device, const std::vector<T>& content, std::size_t shift = 0)
      : Guarded(device, content.size() * sizeof(T), 0, shift) {
    write(content);
  }

  Buffer buffer() const { return part(begin_, bytes_); }
  template <class T>
  void write(const std::vector<T>& content) {
    if (!content.empty()) device_->upload(buffer(), content.data(), content.size() * sizeof(T));
  }
  template <class T>
  std::vector<T> read() const {
    std::vector<T> content(bytes_ / sizeof(T));
    if (!content.empty()) device_->download(content.data(), buffer(), bytes_);
    return content;
  }
  void expect_intact(const char* what) const {
    EXPECT_TRUE(is_untouched(0, begin_)) << what << ": something was written before the buffer";
    EXPECT_TRUE(is_untouched(begin_ + bytes_, guard)) << what << ": something was written behind the buffer";
  }

 private:
  static constexpr std::size_t guard = 256;
  static constexpr std::uint8_t pattern = 0xA5;

  Buffer part(std::size_t offset, std::size_t bytes) const {
    Buffer part = owned_;
    part.offset += offset;
    part.bytes = bytes;
    return part;
  }
  /// Writes in pieces: scratch has megabytes, and memory that is new to the process takes longer than a test of few
  /// elements.
  void write_repeated(std::size_t offset, std::size_t bytes, std::uint8_t value) {
    const std::vector<std::uint8_t> piece(std::min(bytes, std::size_t{1} << 16), value);
    for (std::size_t done = 0; done < bytes; done += piece.size()) {
      const std::size_t step = std::min(piece.size(), bytes - done);
      device_->upload(part(offset + done, step), piece.data(), step);
    }
  }
  bool is_untouched(std::size_t offset, std::size_t bytes) const {
    std::vector<std::uint8_t> image(bytes);
    device_->download(image.data(), part(offset, bytes), bytes);
    return std::ranges::all_of(image, [](std::uint8_t byte) { return byte == pattern; });
  }

  Device* device_;
  std::size_t bytes_, begin_;
  OwnedBuffer owned_;
};

/// A sorter's scratch, poisoned and guarded.
class GuardedWorkspace {
 public:
  GuardedWorkspace(Device& device, const Requirements& requirements, std::uint8_t poison) {
    pieces_.reserve(requirements.scratch.size());
    for (const std::size_t bytes : requirements.scratch) {
      pieces_.emplace_back(device, bytes, poison);
      views_.push_back(pieces_.back().buffer());
    }
  }
  template <class Job>
  void attach(Job& job) const {
    job.scratch = views_;
  }
  void expect_intact() const {
    for (const Guarded& piece : pieces_) piece.expect_intact("scratch");
  }

 private:
  std::vector<Guarded> pieces_;
  std::vector<Buffer> views_;
};

/// `content`, permuted by this order.
template <class T>
std::vector<T> gathered(const std::vector<T>& content, const std::vector<std::uint32_t>& order) {
  std::vector<T> result(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) result[i] = content[order[i]];
  return result;
}

#if defined(FARFIRST_TEST_GL)
/// The context of all tests, without a window, and its messages. Throws app::NoOpenGL.
struct GlForTests {
  app::HeadlessContext context{/*debug=*/true};
  gl::DebugLog log{context.gl()};
  static std::unique_ptr<GlForTests>& shared() {
    static std::unique_ptr<GlForTests> instance;
    return instance;
  }
};
#endif

/// A device of this back end; for OpenGL in a context without a window. Null if there is none.
inline std::unique_ptr<Device> open_for_tests(Backend backend) {
  if (!why_unavailable(backend).empty()) return nullptr;
  if (backend != Backend::gl) return open(backend);
#if defined(FARFIRST_TEST_GL)
  try {
    if (!GlForTests::shared()) GlForTests::shared() = std::make_unique<GlForTests>();
    return open(backend, gl_options(app::HeadlessContext::proc()));
  } catch (const app::NoOpenGL&) {}
#endif
  return nullptr;
}

inline std::unique_ptr<Device> (&shared_devices())[3] {
  static std::unique_ptr<Device> devices[3];
  return devices;
}

/// Devices by back end, opened once. Null if a back end cannot be opened.
inline Device* shared_device(Backend backend) {
  std::unique_ptr<Device>& device = shared_devices()[static_cast<int>(backend)];
  if (!device) device = open_for_tests(backend);
  return device.get();
}

/// Destroys the devices, then the context, when the tests have ended and not with the program's static objects: a
/// driver may have cleaned up before those (NVIDIA's then crashes).
class EndDevices : public testing::Environment {
 public:
  void TearDown() override {
    for (std::unique_ptr<Device>& device : shared_devices()) device.reset();
#if defined(FARFIRST_TEST_GL)
    GlForTests::shared().reset();
#endif
  }
};
inline testing::Environment* const end_devices = testing::AddGlobalTestEnvironment(new EndDevices);

/// The device for tests of a back end; null if there is none, with the reason in `absent`.
inline Device* device_for(Backend backend, std::string& absent) {
  absent = why_unavailable(backend);
  if (!absent.empty()) return nullptr;
  Device* device = shared_device(backend);
  if (device == nullptr) absent = "no " + std::string(name_of(backend)) + " device can be opened here";
  return device;
}

/// The same for an entry.
inline Device* device_for(const Algorithm* algorithm, std::string& absent) {
  absent = why_unavailable(*algorithm);
  if (!absent.empty()) return nullptr;
  Device* device = device_for(algorithm->backend, absent);
  if (algorithm->needs == Set<Backend>{algorithm->backend} || device == nullptr) return device;
  try {  // an entry that needs two back ends needs both on one GPU
    make_sorter(*device, *algorithm, 1);
  } catch (const Error& error) {
    absent = error.what();
    return nullptr;
  }
  return device;
}

/// A test on a back end's device; skipped, with the reason, if there is none.
template <Backend backend, class Base = testing::Test>
class TestOn : public Base {
 protected:
  void SetUp() override {
    std::string absent;
    device_ = device_for(backend, absent);
    if (device_ == nullptr) GTEST_SKIP() << absent;
  }
  Device* device_ = nullptr;
};

/// A test of every back end or of every entry (`Subject` is Backend or const Algorithm*) on its device; skipped, with
/// the reason, if there is none.
template <class Subject>
class TestOfEach : public testing::TestWithParam<Subject> {
 protected:
  void SetUp() override {
    std::string absent;
    device_ = device_for(this->GetParam(), absent);
    if (device_ == nullptr) GTEST_SKIP() << absent;
  }
  Device* device_ = nullptr;
};

/// A test name of an entry: letters, digits and underscores.
inline std::string test_name(std::string_view id) {
  std::string name(id);
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
}

/// The entries that have this form natively.
inline std::vector<const Algorithm*> entries_with(Form form) {
  std::vector<const Algorithm*> entries;
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->forms.has(form)) entries.push_back(algorithm);
  }
  return entries;
}
inline const auto entry_name = [](const auto& entry) { return test_name(entry.param->id); };

}  // namespace farfirst::test
