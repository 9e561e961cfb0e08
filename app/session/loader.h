#pragma once
// Reads files one after the other while frames are drawn, and makes objects of them.

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/object_values.h"
#include "io/background_read.h"
#include "messages.h"

namespace farfirst::app {

class Loader {
 public:
  explicit Loader(Messages& messages) : messages_(messages) {}

  /// Reads these for a document; they follow the objects `before`. Cancels earlier reads.
  void read(const Document& wanted, std::vector<ObjectChoice> choices, Objects before = {});
  /// Adds this one, if objects are being read that follow others. False if not.
  bool append(const ObjectChoice& choice);
  /// Continues with the next file if one was read. Never waits. An unreadable file does not keep the others from
  /// being shown. True if something changed.
  bool update(const Document& wanted);
  /// Cancels on the user's request: update() reports the end.
  void cancel();
  void stop();

  /// Null: nothing is being read.
  const BackgroundRead<FileContents>* current() const { return load_.get(); }
  /// "b.ply" or, of several, "b.ply (2 of 3)".
  std::string text() const;

  struct Result {
    Objects objects;
    std::size_t before = 0;  // of these, how many were there before
  };
  /// The result, when all was read. None if there is nothing new.
  std::optional<Result> take();

 private:
  void read_next(const Document& wanted);

  Messages& messages_;
  std::unique_ptr<BackgroundRead<FileContents>> load_;
  std::vector<ObjectChoice> choices_;
  std::size_t at_ = 0;  // that is being read
  Result result_;
  std::map<std::filesystem::path, FileContents> files_;  // that were read: several choices may name one
};

}  // namespace farfirst::app
