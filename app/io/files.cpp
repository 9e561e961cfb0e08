#include "files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "exit_codes.h"
#include "scene/units.h"

namespace farfirst::app {
namespace {

[[noreturn]] void cannot_write(const std::filesystem::path& path, const std::string& why) {
  throw Failure(ExitCode::failed, {at::file(path), "cannot be written: {}", why});
}

/// An unused name beside `path`, on the same file system.
std::filesystem::path temporary_beside(const std::filesystem::path& path) {
  std::filesystem::path name = path;
  name.replace_filename(fmt::format(".{}.{}.tmp", path.filename().string(), getpid()));
  return name;
}

/// A link stays a link: what it points to is replaced.
std::filesystem::path target_of(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::is_symlink(path, error) ? std::filesystem::weakly_canonical(path, error) : path;
}

/// /dev/stdout, a pipe: written straight, never replaced.
bool is_special(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status) &&
         !std::filesystem::is_directory(status);
}

/// An open file. Sentences use the name that the caller gave.
class StraightFile {
 public:
  StraightFile(const std::filesystem::path& path, std::filesystem::path named)
      : file_(std::fopen(path.c_str(), "wb")), named_(std::move(named)) {
    if (!file_) cannot_write(named_, std::strerror(errno));
  }
  void add(std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size())
      cannot_write(named_, std::strerror(errno));
  }
  void finish() {
    if (std::fflush(file_.get()) != 0) cannot_write(named_, std::strerror(errno));
  }

 private:
  struct Close {
    void operator()(std::FILE* open) const { std::fclose(open); }
  };
  std::unique_ptr<std::FILE, Close> file_;
  std::filesystem::path named_;
};

void write_straight(const std::filesystem::path& path, const std::string& bytes, const std::filesystem::path& named) {
  StraightFile file(path, named);
  file.add(bytes);
  file.finish();
}

/// A file being written: removed again unless it is completed.
class Temporary {
 public:
  explicit Temporary(const std::filesystem::path& target) : path_(temporary_beside(target)) {}
  ~Temporary() {
    std::error_code error;
    if (!path_.empty()) std::filesystem::remove(path_, error);
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;

  const std::filesystem::path& path() const { return path_; }
  void become(const std::filesystem::path& target) {
    std::error_code error;
    std::filesystem::rename(path_, target, error);
    if (error) cannot_write(target, error.message());
    path_.clear();
  }

 private:
  std::filesystem::path path_;
};

/// The first unused name. Creates the file (empty) so that two programs at once never get the same one.
std::filesystem::path claim_fresh_name(const std::filesystem::path& folder, const std::string& stem,
                                       const std::string& extension) {
  for (int i = 1; i < 1'000'000; ++i) {
    const auto path = folder / (i == 1 ? stem + extension : fmt::format("{}-{}{}", stem, i, extension));
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file >= 0) {
      close(file);
      return path;
    }
    if (errno != EEXIST) cannot_write(path, std::strerror(errno));
  }
  cannot_write(folder / (stem + extension), "a million of them exist already");
}

struct Pattern {
  std::string before, after;
  std::size_t width = 0;
  char fill = ' ';
  int numbers = 0;
};

Pattern read_pattern(const std::string& text) {
  Pattern pattern;
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string& part = pattern.numbers == 0 ? pattern.before : pattern.after;
    if (text[i] != '%') {
      part += text[i];
      continue;
    }
    std::size_t end = i + 1;
    if (end < text.size() && text[end] == '%') {
      part += '%';
      i = end;
      continue;
    }
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    if (end == text.size() || text[end] != 'd' || end - i > 3) {
      part += '%';  // a per cent sign that means nothing
      continue;
    }
    if (end > i + 1) {
      pattern.fill = text[i + 1] == '0' ? '0' : ' ';
      pattern.width = static_cast<std::size_t>(std::stoi(text.substr(i + 1, end - i - 1)));
    }
    ++pattern.numbers;
    i = end;
  }
  return pattern;
}

}  // namespace

std::string read_file(const std::filesystem::path& path, std::size_t most) {
  const auto refuse = [&](const std::string& why) { throw FileError({at::file(path), "cannot be read: {}", why}); };
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) refuse("it is a folder");
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse(std::strerror(errno));
  std::string text;
  for (std::array<char, 65536> part; file;) {
    file.read(part.data(), part.size());
    text.append(part.data(), static_cast<std::size_t>(file.gcount()));
    if (text.size() > most) refuse(fmt::format("it is larger than {}", byte_size(most)));
  }
  if (file.bad()) refuse(std::strerror(errno));
  return text;
}

/// Writes beside the name, or directly.
struct WholeFile::Parts {
  std::filesystem::path target;
  std::optional<Temporary> temporary;
  StraightFile file;

  explicit Parts(const std::filesystem::path& path)
      : target(target_of(path)), temporary(beside(path, target)), file(temporary ? temporary->path() : path, path) {}

  static std::optional<Temporary> beside(const std::filesystem::path& path, const std::filesystem::path& target) {
    if (is_special(path)) return std::nullopt;
    return std::optional<Temporary>(std::in_place, target);
  }
};

WholeFile::WholeFile(const std::filesystem::path& path) : parts_(std::make_unique<Parts>(path)) {}
WholeFile::~WholeFile() = default;
void WholeFile::add(std::string_view bytes) { parts_->file.add(bytes); }

void WholeFile::finish() {
  parts_->file.finish();
  if (parts_->temporary) parts_->temporary->become(parts_->target);
}

void write_file(const std::filesystem::path& path, const std::string& bytes) {
  WholeFile file(path);
  file.add(bytes);
  file.finish();
}

std::filesystem::path write_fresh_file(const std::filesystem::path& folder, const std::string& stem,
                                       const std::string& extension, const std::string& bytes) {
  const auto wished = folder / (stem + extension);
  Temporary temporary(wished);
  write_straight(temporary.path(), bytes, wished);
  const auto path = claim_fresh_name(folder, stem, extension);
  try {
    temporary.become(path);
  } catch (...) {
    std::error_code error;
    std::filesystem::remove(path, error);
    throw;
  }
  return path;
}

GrowingFile::~GrowingFile() {
  if (file_ >= 0) close(file_);
}

void GrowingFile::add(const std::string& rows) {
  if (file_ < 0)
    begin(rows);
  else
    append(rows);
}

/// Beside the name; and under it when the first rows are there.
void GrowingFile::begin(const std::string& rows) {
  constexpr int flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
  const bool straight = is_special(path_);
  const auto target = straight ? path_ : target_of(path_);
  const auto first = straight ? path_ : temporary_beside(target);
  file_ = open(first.c_str(), flags, 0666);
  if (file_ < 0) cannot_write(path_, std::strerror(errno));
  try {
    append(rows);
    std::error_code error;
    if (!straight) std::filesystem::rename(first, target, error);
    if (error) cannot_write(path_, error.message());
  } catch (...) {
    std::error_code error;
    if (!straight) std::filesystem::remove(first, error);
    throw;
  }
}

void GrowingFile::append(const std::string& rows) {
  for (std::size_t done = 0; done < rows.size();) {
    const ssize_t written = ::write(file_, rows.data() + done, rows.size() - done);
    if (written >= 0) {
      done += static_cast<std::size_t>(written);
    } else if (errno != EINTR) {
      const std::string why = std::strerror(errno);
      if (done > 0 && ftruncate(file_, static_cast<off_t>(length_)) != 0)
        cannot_write(path_, why + "; its last row is not whole");
      cannot_write(path_, why);
    }
  }
  length_ += static_cast<std::int64_t>(rows.size());
}

void check_writable(const std::filesystem::path& path) {
  if (is_special(path)) return;
  std::error_code error;
  if (path.filename().empty() || std::filesystem::is_directory(path, error)) cannot_write(path, "it is a folder");
  check_writable_beside(path);
}

void check_writable_beside(const std::filesystem::path& path) {
  std::error_code error;
  const auto folder = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  if (!std::filesystem::is_directory(folder, error))
    cannot_write(path, fmt::format("there is no folder {}", folder.string()));
  const Temporary temporary(path);
  write_straight(temporary.path(), "", path);
}

std::filesystem::path picture_beside(const std::filesystem::path& picture, std::string_view what) {
  std::filesystem::path beside = picture;
  beside.replace_filename(fmt::format("{}.{}.png", picture.stem().string(), what));
  return beside;
}

bool is_sequence(const std::string& pattern) { return read_pattern(pattern).numbers > 0; }

std::string sequence_name(const std::string& pattern, std::uint32_t frame) {
  const Pattern parts = read_pattern(pattern);
  if (parts.numbers != 1)
    throw Failure(ExitCode::usage,
                  {at::option("output"), "'{}' must have one place for the frame number, such as %04d", pattern});
  std::string number = std::to_string(frame);
  if (number.size() < parts.width) number.insert(0, parts.width - number.size(), parts.fill);
  return parts.before + number + parts.after;
}

}  // namespace farfirst::app
