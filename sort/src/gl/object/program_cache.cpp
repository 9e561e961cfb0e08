#include "object/program_cache.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <string>
#include <utility>

namespace farfirst::gl {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view ending = ".program";

/// At the beginning of a file; the binary follows.
struct Header {
  std::uint32_t magic = 0x50424646;  // "FFBP"; another number on a machine of other endianness
  std::uint32_t format = 0;
  std::uint64_t key = 0;
  std::uint64_t bytes = 0;
  std::uint64_t checksum = 0;
  bool operator==(const Header&) const = default;
};

std::string hex(std::uint64_t value) {
  std::string text(16, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, value /= 16) *digit = "0123456789abcdef"[value % 16];
  return text;
}

std::string_view text_of(const std::vector<char>& bytes) { return {bytes.data(), bytes.size()}; }

/// Named as file_of() names a file? Others in the folder are not ours to remove.
bool is_own(const fs::path& file) {
  const std::string stem = file.stem().string();
  return file.extension() == ending && stem.size() == 16 &&
         stem.find_first_not_of("0123456789abcdef") == std::string::npos;
}

/// Empty if the file is incomplete, larger than the whole cache may be, or of something else.
std::vector<char> read(const fs::path& file, std::uint64_t key, std::uint64_t most_bytes, Header& header) {
  std::error_code error;
  const std::uint64_t size = fs::file_size(file, error);
  std::ifstream stream(file, std::ios::binary);
  if (error || !stream.read(reinterpret_cast<char*>(&header), sizeof header)) return {};
  if (header.bytes != size - sizeof header || size > most_bytes) return {};
  std::vector<char> bytes(header.bytes);
  stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  const Header expected{.format = header.format, .key = key, .bytes = bytes.size(), .checksum = hashed(text_of(bytes))};
  return stream && header == expected ? bytes : std::vector<char>();
}

/// Of this call and process, as far as clock and address tell: std::random_device may throw.
std::uint64_t unique_number() {
  const int here = 0;
  const auto now = static_cast<std::uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count());
  return hashed(hex(now), hashed(hex(reinterpret_cast<std::uintptr_t>(&here))));
}

bool write(const fs::path& file, const Header& header, const std::vector<char>& bytes) {
  std::ofstream stream(file, std::ios::binary);
  stream.write(reinterpret_cast<const char*>(&header), sizeof header);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  stream.close();
  return stream.good();
}

}  // namespace

std::uint64_t hashed(std::string_view text, std::uint64_t before) {
  constexpr std::uint64_t prime = 0x100000001B3u;
  for (const char c : text) before = (before ^ static_cast<unsigned char>(c)) * prime;
  return before * prime;
}

ProgramCache::ProgramCache(const GladGLContext& gl, fs::path folder, std::uint64_t most_bytes)
    : folder_(std::move(folder)), most_bytes_(most_bytes) {
  for (const GLenum name : std::array<GLenum, 3>{GL_VENDOR, GL_RENDERER, GL_VERSION}) {
    const auto* text = reinterpret_cast<const char*>(gl.GetString(name));
    driver_ = hashed(text == nullptr ? "" : text, driver_);
  }
  GLint count = 0;
  gl.GetIntegerv(GL_NUM_PROGRAM_BINARY_FORMATS, &count);
  formats_.resize(static_cast<std::size_t>(count));
  if (count > 0) gl.GetIntegerv(GL_PROGRAM_BINARY_FORMATS, formats_.data());
}

fs::path ProgramCache::file_of(std::uint64_t key) const { return folder_ / hex(key).append(ending); }

bool ProgramCache::load(const GladGLContext& gl, GLuint program, std::uint64_t key) const {
  Header header;
  const std::vector<char> bytes = read(file_of(key), key, most_bytes_, header);
  const bool is_known = std::ranges::find(formats_, static_cast<GLint>(header.format)) != formats_.end();
  if (bytes.empty() || !is_known) return false;
  gl.ProgramBinary(program, header.format, bytes.data(), static_cast<GLsizei>(bytes.size()));
  GLint good = 0;
  gl.GetProgramiv(program, GL_LINK_STATUS, &good);
  std::error_code error;
  if (good != 0) fs::last_write_time(file_of(key), fs::file_time_type::clock::now(), error);
  return good != 0;
}

void ProgramCache::store(const GladGLContext& gl, GLuint program, std::uint64_t key) const {
  GLint length = 0;
  if (!formats_.empty()) gl.GetProgramiv(program, GL_PROGRAM_BINARY_LENGTH, &length);
  if (length <= 0) return;
  std::vector<char> bytes(static_cast<std::size_t>(length));
  Header header{.key = key};
  gl.GetProgramBinary(program, length, &length, &header.format, bytes.data());
  bytes.resize(static_cast<std::size_t>(length));
  header.bytes = bytes.size();
  header.checksum = hashed(text_of(bytes));

  std::error_code error;
  fs::create_directories(folder_, error);
  const fs::path written =
      folder_ / hex(unique_number()).append(ending);  // make_room() removes one that is left behind
  if (write(written, header, bytes)) fs::rename(written, file_of(key), error);
  fs::remove(written, error);
  make_room();
}

void ProgramCache::make_room() const {
  struct File {
    fs::file_time_type used;
    std::uint64_t bytes = 0;
    fs::path path;
  };
  std::vector<File> files;
  std::uint64_t sum = 0;
  std::error_code error;
  for (fs::directory_iterator at(folder_, error), end; !error && at != end; at.increment(error)) {
    if (!is_own(at->path())) continue;
    const File file{at->last_write_time(error), at->file_size(error), at->path()};
    if (!error) sum += files.emplace_back(file).bytes;
    error.clear();  // another process has removed it
  }
  std::ranges::sort(files, {}, &File::used);
  for (const File& file : files) {
    if (sum <= most_bytes_) return;
    if (fs::remove(file.path, error)) sum -= file.bytes;
  }
}

}  // namespace farfirst::gl
