#include "made_files.h"

#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace farfirst::app::test {

Folder::Folder() {
  static std::atomic<int> count{0};
  path_ = std::filesystem::temp_directory_path() / fmt::format("farfirst-io-{}-{}", getpid(), count++);
  std::filesystem::create_directories(path_);
}

Folder::~Folder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::filesystem::path Folder::write(std::string_view name, std::string_view bytes) const {
  const std::filesystem::path file = path_ / name;
  std::ofstream stream(file, std::ios::binary);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!stream.flush()) throw std::runtime_error("cannot write " + file.string());
  return file;
}

Model load(std::string_view bytes, std::string_view name) {
  const Folder folder;
  LoadProgress progress;
  return load_model(folder.write(name, bytes), progress);
}

std::string refusal(std::string_view bytes, std::string_view name) {
  const Folder folder;
  LoadProgress progress;
  try {
    load_model(folder.write(name, bytes), progress);
  } catch (const FileError& error) {
    std::string sentence = error.what();
    const std::string prefix = folder.path().string() + "/";
    if (sentence.starts_with(prefix)) sentence.erase(0, prefix.size());
    return sentence;
  }
  return {};
}

std::vector<glm::vec3> corner_places(std::span<const std::uint32_t> triangles, std::span<const glm::vec3> positions) {
  std::vector<glm::vec3> places;
  for (const std::uint32_t corner : triangles) places.push_back(positions[corner]);
  return places;
}

bool says(const Model& model, std::string_view text) {
  return std::ranges::any_of(model.remarks,
                             [&](const std::string& remark) { return remark.find(text) != std::string::npos; });
}

std::string gzip(std::string_view bytes) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::runtime_error("zlib");
  }
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  if (deflate(&stream, Z_FINISH) != Z_STREAM_END) throw std::runtime_error("zlib");
  out.resize(out.size() - stream.avail_out);
  deflateEnd(&stream);
  return out;
}

std::string utf16(std::string_view ascii, bool big_endian, bool mark) {
  std::string out;
  const auto unit = [&](char high, char low) {
    out += big_endian ? high : low;
    out += big_endian ? low : high;
  };
  if (mark) unit('\xfe', '\xff');
  for (const char c : ascii) unit('\0', c);
  return out;
}

template <class T>
void PlyBody::add_binary(double value) {
  const T typed = static_cast<T>(value);
  char bytes[sizeof(T)];
  std::memcpy(bytes, &typed, sizeof(T));
  const bool big = encoding_ == "binary_big_endian";
  if (big != (std::endian::native == std::endian::big)) std::reverse(bytes, bytes + sizeof(T));
  bytes_.append(bytes, sizeof(T));
}

PlyBody& PlyBody::add(std::string_view type, double value) {
  if (encoding_ == "ascii") {
    bytes_ += fmt::format("{}{}", bytes_.empty() || bytes_.back() == '\n' ? "" : " ", value);
  } else if (type == "char" || type == "int8") {
    add_binary<std::int8_t>(value);
  } else if (type == "uchar" || type == "uint8") {
    add_binary<std::uint8_t>(value);
  } else if (type == "short" || type == "int16") {
    add_binary<std::int16_t>(value);
  } else if (type == "ushort" || type == "uint16") {
    add_binary<std::uint16_t>(value);
  } else if (type == "int" || type == "int32") {
    add_binary<std::int32_t>(value);
  } else if (type == "uint" || type == "uint32") {
    add_binary<std::uint32_t>(value);
  } else if (type == "float" || type == "float32") {
    add_binary<float>(value);
  } else if (type == "double" || type == "float64") {
    add_binary<double>(value);
  } else {
    throw std::runtime_error("no such type");
  }
  return *this;
}

PlyBody& PlyBody::end_row() {
  if (encoding_ == "ascii") bytes_ += '\n';
  return *this;
}

KsplatFile::KsplatFile(std::uint32_t level) : level_(level) {}

void KsplatFile::add_section(const Section& section) {
  std::string header(1024, '\0');
  const std::uint32_t words[] = {section.splats,
                                 section.room,
                                 section.bucket_size,
                                 section.buckets,
                                 0,
                                 section.bucket_bytes,
                                 0,
                                 0,
                                 section.full_buckets,
                                 section.partial_buckets,
                                 section.degree};
  std::memcpy(header.data(), words, sizeof words);
  std::memcpy(header.data() + 16, &section.block_size, sizeof section.block_size);
  section_headers_ += header;
  ++sections_;
}

std::string KsplatFile::bytes() const {
  std::string header(4096, '\0');
  const std::uint32_t words[] = {0x100, sections_, sections_, 0, 0, level_};
  std::memcpy(header.data(), words, sizeof words);
  return header + section_headers_;
}

std::string triangle_ply(std::string_view encoding) {
  PlyBody body(encoding);
  for (const auto& [x, y] : {std::pair{0, 0}, {1, 0}, {0, 1}}) {
    body.add("float", x).add("float", y).add("float", 0).end_row();
  }
  body.add("uchar", 3);
  for (const int corner : {0, 1, 2}) body.add("int", corner);
  body.end_row();
  return fmt::format(
      "ply\nformat {} 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
      "element face 1\nproperty list uchar int vertex_indices\nend_header\n{}",
      encoding, body.bytes());
}

std::filesystem::path models_folder() {
  const char* named = std::getenv("FARFIRST_MODELS");
  const std::filesystem::path folder = named && *named ? named : FARFIRST_DEFAULT_MODELS;
  std::error_code ignored;
  return std::filesystem::is_directory(folder, ignored) ? folder : std::filesystem::path();
}

}  // namespace farfirst::app::test
