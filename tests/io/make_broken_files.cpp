// Writes the broken files to a folder: for tests of the viewer's exit codes, and as seeds for the fuzzers.

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "broken_files.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: make_broken_files FOLDER\n", stderr);
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  std::filesystem::create_directories(folder);
  for (const farfirst::app::test::BrokenFile& file : farfirst::app::test::broken_files()) {
    std::ofstream stream(folder / file.name, std::ios::binary);
    stream.write(file.bytes.data(), static_cast<std::streamsize>(file.bytes.size()));
    if (!stream.flush()) {
      std::fprintf(stderr, "cannot write %s\n", (folder / file.name).c_str());
      return 1;
    }
  }
  return 0;
}
