#include "load_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <thread>

#include "io/background_read.h"

namespace farfirst::app {
namespace {

using namespace std::chrono_literals;

class Bar {
 public:
  explicit Bar(std::string name) : name_(std::move(name)) {}
  ~Bar() { erase(); }
  Bar(const Bar&) = delete;
  Bar& operator=(const Bar&) = delete;

  void show(float fraction) {
    const auto waited = std::chrono::steady_clock::now() - start_;
    if (terminal_ && waited > 300ms) {
      constexpr int width = 30;
      const int full = static_cast<int>(fraction * width);
      fmt::print(stderr, "\rreading {} [{:=<{}}{:<{}}] {:3.0f} %", name_, "", full, "", width - full, fraction * 100);
      std::fflush(stderr);
      drawn_ = true;
    } else if (!terminal_ && waited > line_after_) {
      fmt::print(stderr, "reading {}: {:.0f} %\n", name_, fraction * 100);
      line_after_ = waited + 5s;
    }
  }

 private:
  void erase() const {
    if (drawn_) fmt::print(stderr, "\r\033[K");
  }
  std::string name_;
  bool terminal_ = isatty(STDERR_FILENO) != 0;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::nanoseconds line_after_ = 2s;
};

}  // namespace

FileContents load_with_progress(const std::filesystem::path& file, Flip flip, Reading reading) {
  BackgroundRead<Models> load = read_models_beside(file, flip, reading);
  Bar bar(file.filename().string());
  for (;;) {
    if (const std::optional<Models> models = load.poll()) return {models->begin(), models->end()};
    bar.show(load.fraction());
    std::this_thread::sleep_for(2ms);
  }
}

}  // namespace farfirst::app
