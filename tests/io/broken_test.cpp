// Every broken file is refused with its sentence, and before memory is allocated for its promises.

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "broken_files.h"
#include "made_files.h"

namespace farfirst::app::test {
namespace {

class Broken : public ::testing::TestWithParam<BrokenFile> {};

TEST_P(Broken, IsRefusedWithItsSentence) {
  const BrokenFile& file = GetParam();
  const std::string found = refusal(file.bytes, file.name);
  const std::string expected = fmt::format("{}: {}", file.name, file.sentence);
  // A gzip file's promise depends on how well zlib packed it: only the start is fixed.
  EXPECT_EQ(found.substr(0, file.name == "promise.ply.gz" ? expected.size() : found.size()), expected);
}

INSTANTIATE_TEST_SUITE_P(AllFiles, Broken, ::testing::ValuesIn(broken_files()),
                         [](const ::testing::TestParamInfo<BrokenFile>& instance) {
                           std::string name;
                           for (const char c : instance.param.name)
                             name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
                           return name;
                         });

std::string refusal_of(const std::filesystem::path& path) {
  LoadProgress progress;
  try {
    load_model(path, progress);
  } catch (const FileError& error) {
    return error.what();
  }
  return {};
}

TEST(Path, WhatIsNoFileIsRefused) {
  const Folder folder;
  const std::filesystem::path missing = folder.path() / "missing.ply";
  EXPECT_EQ(refusal_of(missing), missing.string() + ": there is no such file");
  EXPECT_EQ(refusal_of(folder.path()), folder.path().string() + ": this is a folder; name a file in it");
  const std::filesystem::path loop = folder.path() / "loop.ply";
  std::filesystem::create_symlink(loop, loop);
  EXPECT_EQ(refusal_of(loop), loop.string() + ": the file cannot be opened: Too many levels of symbolic links");
  const std::filesystem::path pipe = folder.path() / "pipe.ply";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(refusal_of(pipe), pipe.string() + ": this is not a regular file (a pipe or a device cannot be mapped)");
}

TEST(Path, WhatMayNotBeReadIsRefused) {
  if (geteuid() == 0) GTEST_SKIP() << "the superuser may read everything";
  const Folder folder;
  const std::filesystem::path secret = folder.write("secret.ply", triangle_ply());
  std::filesystem::permissions(secret, std::filesystem::perms::none);
  EXPECT_EQ(refusal_of(secret), secret.string() + ": this file may not be read by you (see its permissions)");
}

/// The address space that a test may use beyond the process's own.
class AddressSpaceLimit {
 public:
  explicit AddressSpaceLimit(rlim_t extra) {
    getrlimit(RLIMIT_AS, &before_);
    std::FILE* file = std::fopen("/proc/self/statm", "r");
    unsigned long pages = 0;
    if (file && std::fscanf(file, "%lu", &pages) == 1) {
      rlimit limit = before_;
      limit.rlim_cur = pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE)) + extra;
      setrlimit(RLIMIT_AS, &limit);
    }
    if (file) std::fclose(file);
  }
  ~AddressSpaceLimit() { setrlimit(RLIMIT_AS, &before_); }

 private:
  rlimit before_{};
};

TEST(Memory, AModelThatDoesNotFitIsRefused) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "AddressSanitizer ends the program where memory is short";
#else
  // A sparse file: 2 GiB of zeros, so 178 million vertices, in an address space with room for the mapping only.
  const Folder folder;
  const std::filesystem::path file =
      folder.write("large.ply",
                   "ply\nformat binary_little_endian 1.0\nelement vertex 178956970\nproperty float x\n"
                   "property float y\nproperty float z\nend_header\n");
  std::filesystem::resize_file(file, std::uintmax_t{178956970} * 12 + 1000);
  const AddressSpaceLimit limit(rlim_t{3} << 30);
  EXPECT_EQ(refusal_of(file), file.string() + ": the model takes more memory than there is");
#endif
}

}  // namespace
}  // namespace farfirst::app::test
