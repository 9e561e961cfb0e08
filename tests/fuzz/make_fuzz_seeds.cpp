// Writes the seeds, and the broken files of tests/io, as FOLDER/ply and FOLDER/obj.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "broken_files.h"
#include "seeds.h"

namespace {

bool write(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream stream(path, std::ios::binary);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return static_cast<bool>(stream.flush());
}

}  // namespace

int main(int argc, char** argv) {
  using namespace farfirst::app::test;
  if (argc != 2) {
    std::fputs("usage: make_fuzz_seeds FOLDER\n", stderr);
    return 2;
  }
  const std::filesystem::path ply = std::filesystem::path(argv[1]) / "ply",
                              obj = std::filesystem::path(argv[1]) / "obj";
  std::filesystem::create_directories(ply);
  std::filesystem::create_directories(obj);
  bool written = true;
  int count = 0;
  for (const std::string& seed : ply_seeds()) written &= write(ply / ("seed-" + std::to_string(count++)), seed);
  for (const std::string& seed : obj_seeds()) written &= write(obj / ("seed-" + std::to_string(count++)), seed);
  for (const BrokenFile& file : broken_files()) {
    // Large ones would slow the fuzzers down and teach them little.
    if (file.bytes.size() < 4096)
      written &= write((file.name.find(".obj") != std::string::npos ? obj : ply) / file.name, file.bytes);
  }
  if (!written) std::fprintf(stderr, "cannot write to %s\n", argv[1]);
  return written ? 0 : 1;
}
