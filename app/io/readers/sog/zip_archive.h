#pragma once
// A zip archive in memory, read by libzip.

#include <memory>
#include <string>
#include <string_view>

namespace farfirst::app {

class ZipArchive {
 public:
  /// Keeps a view. Throws FileError, as read() does.
  explicit ZipArchive(std::string_view bytes);
  ~ZipArchive();
  ZipArchive(const ZipArchive&) = delete;
  ZipArchive& operator=(const ZipArchive&) = delete;

  bool has(const std::string& name) const;
  std::string read(const std::string& name) const;

 private:
  struct Close;
  struct Handle;
  std::string_view bytes_;
  std::unique_ptr<Handle> handle_;
};

}  // namespace farfirst::app
