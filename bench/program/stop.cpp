// See stop.h.
#include "stop.h"

#include <unistd.h>

#include <csignal>
#include <string_view>

namespace farfirst::bench {

namespace {

volatile std::sig_atomic_t requested = 0;

void request(int) {
  requested = 1;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  constexpr std::string_view sentence = "\nfarfirst-bench: ending after this configuration; repeat to end now\n";
  [[maybe_unused]] const auto written = write(STDERR_FILENO, sentence.data(), sentence.size());
}

}  // namespace

void install_stop_handlers() {
  for (const int signal : {SIGINT, SIGTERM}) {
    if (std::signal(signal, request) == SIG_IGN) std::signal(signal, SIG_IGN);  // the setting of nohup
  }
}

bool stop_requested() noexcept { return requested != 0; }

}  // namespace farfirst::bench
