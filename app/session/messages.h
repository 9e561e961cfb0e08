#pragma once
// Messages of the window: notices, which vanish, and errors, which stay until they are closed.

#include <chrono>
#include <deque>
#include <string>

namespace farfirst::app {

struct Message {
  std::string text;
  bool error = false;
  std::chrono::steady_clock::time_point since;
};

class Messages {
 public:
  void notify(const std::string& text);
  /// The same, also on stderr.
  void remark(const std::string& text);
  /// Also on stderr.
  void notify_error(const std::string& text);
  /// Drops notices that are old. True if there were some.
  bool drop_old();
  std::deque<Message>& all() { return messages_; }

 private:
  std::deque<Message> messages_;
};

}  // namespace farfirst::app
