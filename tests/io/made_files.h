#pragma once
// Helpers of the readers' tests: small files made on the spot.

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/load.h"

namespace farfirst::app::test {

/// A folder of its own for each test, removed afterwards.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  std::filesystem::path write(std::string_view name, std::string_view bytes) const;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Loads bytes as a file of this name.
Model load(std::string_view bytes, std::string_view name = "test.ply");
/// The refusal of these bytes, without the folder; empty if they are read.
std::string refusal(std::string_view bytes, std::string_view name = "test.ply");

/// Does a remark hold this?
bool says(const Model& model, std::string_view text);

/// Opaque colours, as models have them.
inline constexpr std::uint32_t opaque_red = 0xff0000ffu, opaque_green = 0xff00ff00u, opaque_blue = 0xffff0000u,
                               opaque_white = 0xffffffffu;

std::string gzip(std::string_view bytes);
std::string utf16(std::string_view ascii, bool big_endian, bool mark);

/// Composes the body of a PLY file in one of its three encodings. Type names are as in the header.
class PlyBody {
 public:
  explicit PlyBody(std::string_view encoding) : encoding_(encoding) {}
  PlyBody& add(std::string_view type, double value);
  PlyBody& end_row();
  const std::string& bytes() const { return bytes_; }

 private:
  template <class T>
  void add_binary(double value);
  std::string encoding_, bytes_;
};

/// The headers of a .ksplat file; the numbers of sections in them need not be true.
class KsplatFile {
 public:
  struct Section {
    std::uint32_t splats = 1, room = 1;
    std::uint32_t bucket_size = 4, buckets = 1;
    float block_size = 4.0f;
    std::uint32_t bucket_bytes = 12, full_buckets = 0, partial_buckets = 1;
    std::uint32_t degree = 0;
  };
  explicit KsplatFile(std::uint32_t level);
  void add_section(const Section& section);
  std::string bytes() const;

 private:
  std::uint32_t level_, sections_ = 0;
  std::string section_headers_;
};

inline constexpr std::string_view ply_encodings[] = {"ascii", "binary_little_endian", "binary_big_endian"};

/// The places of triangles' corners: independent of vertices split at creases.
std::vector<glm::vec3> corner_places(std::span<const std::uint32_t> triangles, std::span<const glm::vec3> positions);

/// ply, format, three vertices (0 0 0), (1 0 0), (0 1 0) and one face of them.
std::string triangle_ply(std::string_view encoding = "ascii");

/// The folder with the real models; skips nothing itself. Empty if there is none.
std::filesystem::path models_folder();

}  // namespace farfirst::app::test
