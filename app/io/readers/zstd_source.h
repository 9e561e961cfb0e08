#pragma once
// Streams of zstd, one behind the other.

#include <memory>
#include <string_view>
#include <vector>

#include "io/source.h"

namespace farfirst::app {

struct ZstdStream {
  std::string_view compressed;
  std::uint64_t bytes = 0;  // that it is unpacked to
};
/// Throws FileError where a stream is damaged, or has another size than announced.
std::unique_ptr<ByteSource> make_zstd_source(std::vector<ZstdStream> streams);

}  // namespace farfirst::app
