// Writes the seeds, and the broken files and the splats of tests/io, in a folder for each format.

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>

#include "broken_files.h"
#include "io/reader.h"
#include "io/text.h"
#include "made_gltf.h"
#include "seeds.h"

namespace {

bool write(const std::filesystem::path& path, const std::string& bytes) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream stream(path, std::ios::binary);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return static_cast<bool>(stream.flush());
}

/// The folder of its reader; PLY's takes the rest.
std::string format_of(const std::filesystem::path& name) {
  const farfirst::app::ReaderAbout* reader = farfirst::app::reader_of_name(name);
  return reader ? farfirst::app::in_lower_case(reader->name) : "ply";
}

}  // namespace

int main(int argc, char** argv) {
  using namespace farfirst::app::test;
  if (argc != 2) {
    std::fputs("usage: make_fuzz_seeds FOLDER\n", stderr);
    return 2;
  }
  const std::filesystem::path folder(argv[1]);
  bool written = true;
  int count = 0;
  const auto write_seed = [&](const std::filesystem::path& name, const std::string& bytes) {
    written &= write(folder / name, bytes);
  };
  const std::pair<const char*, std::vector<std::string>> all[] = {{"ply", ply_seeds()}, {"obj", obj_seeds()},
                                                                  {"mtl", mtl_seeds()}, {"stl", stl_seeds()},
                                                                  {"off", off_seeds()}, {"gltf", gltf_seeds()}};
  for (const auto& [format, seeds] : all)
    for (const std::string& seed : seeds) write_seed(fmt::format("{}/seed-{}", format, count++), seed);
  // Large ones would slow the fuzzers down for little gain.
  for (const BrokenFile& file : broken_files())
    if (file.bytes.size() < 8192) write_seed(format_of(file.name) + "/" + file.name, file.bytes);
  for (const auto& entry : std::filesystem::directory_iterator(FARFIRST_SPLAT_FIXTURES)) {
    const std::string name = entry.path().filename().string(), extension = entry.path().extension().string();
    if (extension == ".csv" || extension == ".py" || extension == ".mjs") continue;
    std::ifstream stream(entry.path(), std::ios::binary);
    write_seed(format_of(name) + "/" + name, {std::istreambuf_iterator<char>(stream), {}});
  }
  if (!written) std::fprintf(stderr, "cannot write to %s\n", argv[1]);
  return written ? 0 : 1;
}
