// Writes the seeds, and the broken files and the splats of tests/io, in a folder for each format.

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "broken_files.h"
#include "made_gltf.h"
#include "seeds.h"

namespace {

bool write(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream stream(path, std::ios::binary);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  return static_cast<bool>(stream.flush());
}

/// Whose reader it is for; PLY's takes the rest.
std::string format_of(const std::string& name) {
  for (const char* format : {"obj", "splat", "ksplat", "spz"})
    if (name.find(std::string(".") + format) != std::string::npos) return format;
  return "ply";
}

}  // namespace

int main(int argc, char** argv) {
  using namespace farfirst::app::test;
  if (argc != 2) {
    std::fputs("usage: make_fuzz_seeds FOLDER\n", stderr);
    return 2;
  }
  const std::filesystem::path folder(argv[1]);
  for (const char* format : {"ply", "obj", "mtl", "stl", "off", "splat", "ksplat", "spz", "sog", "gltf"})
    std::filesystem::create_directories(folder / format);
  bool written = true;
  int count = 0;
  const auto write_seed = [&](const char* format, const std::string& seed) {
    written &= write(folder / format / ("seed-" + std::to_string(count++)), seed);
  };
  for (const std::string& seed : ply_seeds()) write_seed("ply", seed);
  for (const std::string& seed : obj_seeds()) write_seed("obj", seed);
  for (const std::string& seed : mtl_seeds()) write_seed("mtl", seed);
  for (const std::string& seed : stl_seeds()) write_seed("stl", seed);
  for (const std::string& seed : off_seeds()) write_seed("off", seed);
  for (const std::string& seed : gltf_seeds()) write_seed("gltf", seed);
  for (const BrokenFile& file : broken_files()) {
    // Large ones would slow the fuzzers down and teach them little.
    if (file.bytes.size() < 8192) written &= write(folder / format_of(file.name) / file.name, file.bytes);
  }
  for (const auto& entry : std::filesystem::directory_iterator(FARFIRST_SPLAT_FIXTURES)) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".csv" || extension == ".py" || extension == ".mjs") continue;
    const std::string format = extension == ".glb" ? "gltf" : extension.substr(1);
    std::filesystem::copy_file(entry.path(), folder / format / entry.path().filename(),
                               std::filesystem::copy_options::overwrite_existing);
  }
  if (!written) std::fprintf(stderr, "cannot write to %s\n", argv[1]);
  return written ? 0 : 1;
}
