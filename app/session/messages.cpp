#include "messages.h"

#include <fmt/format.h>

#include <cstdio>

namespace farfirst::app {

using Clock = std::chrono::steady_clock;

void Messages::notify(const std::string& text) { messages_.push_back({text, false, Clock::now()}); }

void Messages::remark(const std::string& text) {
  fmt::print(stderr, "farfirst: {}\n", text);
  notify(text);
}

void Messages::notify_error(const std::string& text) {
  constexpr std::size_t most_messages = 5;
  fmt::print(stderr, "farfirst: {}\n", text);
  std::erase_if(messages_, [&](const Message& message) { return message.text == text; });
  messages_.push_back({text, true, Clock::now()});
  if (messages_.size() > most_messages) messages_.pop_front();
}

bool Messages::drop_old() {
  constexpr std::chrono::seconds notice_lasts{6};
  const auto now = Clock::now();
  return std::erase_if(messages_, [&](const Message& m) { return !m.error && now - m.since > notice_lasts; }) > 0;
}

}  // namespace farfirst::app
