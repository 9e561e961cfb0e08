#include "file_watch.h"

#include <system_error>
#include <utility>

namespace farfirst::app {

std::optional<FileWatch::Stamp> FileWatch::stamp() const {
  std::error_code error;
  Stamp result{.written = std::filesystem::last_write_time(file_, error)};
  if (!error) result.bytes = std::filesystem::file_size(file_, error);
  return error ? std::nullopt : std::optional(result);
}

void FileWatch::begin(std::filesystem::path file) {
  file_ = std::move(file);
  known_ = seen_ = file_.empty() ? std::nullopt : stamp();
  looked_.reset();
}

bool FileWatch::has_changed(Time now) {
  if (file_.empty() || (looked_ && now - *looked_ < interval)) return false;
  looked_ = now;
  const std::optional<Stamp> before = std::exchange(seen_, stamp());
  if (!seen_ || seen_ != before || seen_ == known_) return false;
  known_ = seen_;
  return true;
}

}  // namespace farfirst::app
