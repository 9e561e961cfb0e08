#include "frame_reporter.h"

#include <fmt/format.h>

#include <cstdio>

#include "io/exit_codes.h"
#include "say.h"

namespace farfirst::app {
namespace {

/// Prints a new sentence once.
void say_once(const std::string& sentence, std::string& last) {
  if (sentence != last && !sentence.empty()) say(sentence);
  last = sentence;
}

}  // namespace

void say(const std::string& sentence) { fmt::print(stderr, "farfirst: {}\n", sentence); }

void FrameReporter::print_new(const FrameStats& report, std::uint32_t number) {
  say_once(report.message, message_);
  const CheckResult& result = report.check_result;
  if (result.is_wrong())
    throw Failure(ExitCode::order_wrong, {"frame {}: {}: {}", number, result.algorithm, result.order.sentence()});
  if (result.trouble.empty()) return;
  const std::string sentence = "orders are not checked: " + result.trouble;
  if (must_check_) throw Failure(ExitCode::failed, sentence);
  say_once(sentence, trouble_);
}

}  // namespace farfirst::app
