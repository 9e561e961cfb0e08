#pragma once
// The bytes of buffers and bufferViews: from the file, from others beside it, or from its text; unpacked where they are
// compressed. Each is opened when it is used first, and once.

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "compression.h"
#include "document.h"
#include "io/source.h"

namespace farfirst::app::gltf {

class Storage {
 public:
  Storage(const Document& document, std::optional<std::string_view> binary, std::filesystem::path folder);

  /// Throws FileError without the place where the view is used.
  std::string_view view(int index);
  std::uint64_t stride(int view) const;
  /// A primitive's data in it. Throws FileError.
  const DracoMesh& draco(const DracoData& data);
  /// Throws FileError if a file beside this one has become shorter since it was opened.
  void check_whole() const;

 private:
  struct Buffer {
    std::string decoded;
    std::unique_ptr<MappedFile> file;
    std::string_view bytes;
  };

  std::string_view buffer(int index);
  Buffer open_buffer(std::size_t index) const;
  std::string_view range(int buffer, std::uint64_t offset, std::uint64_t length);

  const Document& document_;
  std::optional<std::string_view> binary_;
  std::filesystem::path folder_;
  std::map<int, Buffer> buffers_;
  std::map<int, std::string> unpacked_;  // views
  std::map<const DracoData*, DracoMesh> draco_;
};

}  // namespace farfirst::app::gltf
