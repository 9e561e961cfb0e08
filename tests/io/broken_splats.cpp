// Broken files of splats.

#include <fmt/format.h>

#include <cstring>

#include "broken_files.h"
#include "made_files.h"

namespace farfirst::app::test {
namespace {

std::string splat_header(int rest, std::string_view more = {}) {
  std::string header = "ply\nformat ascii 1.0\nelement vertex 1\n";
  const auto column = [&](std::string_view name) { header += fmt::format("property float {}\n", name); };
  for (const char* name : {"x", "y", "z", "f_dc_0", "f_dc_1", "f_dc_2", "opacity", "scale_0", "scale_1", "scale_2",
                           "rot_0", "rot_1", "rot_2", "rot_3"})
    column(name);
  for (int i = 0; i < rest; ++i) column(fmt::format("f_rest_{}", i));
  return header + std::string(more) + "end_header\n";
}

/// Compressed splats in text: the numbers of chunks and splats, and of columns and rows of harmonics.
std::string packed(int chunks, int splats, int columns, int rows, bool chunks_first = true) {
  std::string chunk = fmt::format("element chunk {}\n", chunks);
  for (const char* name : {"min_x", "min_y", "min_z", "max_x", "max_y", "max_z", "min_scale_x", "min_scale_y",
                           "min_scale_z", "max_scale_x", "max_scale_y", "max_scale_z"})
    chunk += fmt::format("property float {}\n", name);
  std::string vertex = fmt::format("element vertex {}\n", splats);
  for (const char* name : {"packed_position", "packed_rotation", "packed_scale", "packed_color"})
    vertex += fmt::format("property uint {}\n", name);
  std::string sh = rows > 0 ? fmt::format("element sh {}\n", rows) : "";
  for (int i = 0; i < columns; ++i) sh += fmt::format("property uchar f_rest_{}\n", i);
  return "ply\nformat ascii 1.0\n" + (chunks_first ? chunk + vertex : vertex + chunk) + sh + "end_header\n" +
         std::string(4000, ' ');
}

std::string words(std::initializer_list<std::uint32_t> values) {
  std::string bytes;
  for (const std::uint32_t value : values) bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  return bytes;
}

/// Degree, bits behind the point, flags and streams are the last word.
std::string spz(std::uint32_t version, std::uint32_t count, std::uint32_t last, std::string_view rest = {}) {
  return "NGSP" + words({version, count, last}) + std::string(rest);
}

void add_ply(std::vector<BrokenFile>& files) {
  files.push_back(
      {"harmonics.ply", splat_header(10) + std::string(100, '1'), "line 29: the data end inside vertex 1 of 1"});
  files.push_back({"cut-splat.ply", splat_header(0) + "0 0 0 0 0 0 0 0 0 0 1 0 0 \n",
                   "line 20: the data end inside vertex 1 of 1"});
  files.push_back({"no-chunk.ply", packed(1, 1, 0, 0, false),
                   "the PLY header of compressed splats must name the elements chunk, vertex and sh in this order"});
  files.push_back(
      {"few-chunks.ply", packed(1, 257, 0, 0), "257 splats need 2 chunks of 256, but the PLY header has 1"});
  files.push_back(
      {"few-harmonics.ply", packed(1, 2, 9, 1), "element sh has 1 row of spherical harmonics for 2 splats"});
  files.push_back({"odd-harmonics.ply", packed(1, 1, 10, 1),
                   "element sh has 10 properties; spherical harmonics of splats have 9, 24 or 45"});
  files.push_back({"no-words.ply",
                   "ply\nformat ascii 1.0\nelement chunk 1\nproperty float min_x\nelement vertex 1\n"
                   "property uint packed_position\nend_header\n1\n1\n",
                   "the PLY header of compressed splats has no property min_y of element chunk"});
  std::string floats = packed(1, 1, 0, 0);
  floats.replace(floats.find("uint packed_scale"), 4, "double");
  files.push_back({"float-words.ply", floats + "0 0 0 1 1 1 0 0 0 1 1 1\n1 2 1e300 4\n",
                   "the PLY header of compressed splats: expected packed_scale to be a uint"});
}

void add_spz(std::vector<BrokenFile>& files) {
  files.push_back({"short.spz", "NGSP", "the file ends inside the SPZ header of 16 bytes"});
  files.push_back({"version.spz", spz(5, 1, 0), "byte 4: expected a version of SPZ from 1 to 4, found 5"});
  files.push_back({"none.spz", spz(2, 0, 0), "the file has no splats"});
  files.push_back(
      {"too-many.spz", spz(2, 0xffffffffu, 0), "4294967295 splats are more than can be drawn (4294967294)"});
  files.push_back(
      {"degree.spz", spz(2, 1, 5), "byte 12: expected a degree of spherical harmonics from 0 to 4, found 5"});
  files.push_back({"bits.spz", spz(2, 1, 25 << 8), "byte 13: expected 0 to 24 bits behind the point, found 25"});
  files.push_back({"promise.spz", spz(2, 4000000000u, 3, "1234"),
                   "the SPZ header promises 4,000,000,000 splats, which take 256000000000 bytes, but at most 4 bytes "
                   "follow it"});
  const std::string zeros(12, '\0');
  files.push_back({"short-4.spz", spz(4, 1, 0, "1234"), "the file ends inside the SPZ header of 32 bytes"});
  files.push_back({"table.spz", spz(4, 1, 0, words({16}) + zeros),
                   "byte 16: expected an offset of the table behind the header, found 16"});
  files.push_back({"cut-table.spz", spz(4, 1, 2u << 24, words({32}) + zeros + zeros),
                   "byte 32: the file ends inside the table of 2 zstd streams"});
  files.push_back({"stream.spz", spz(4, 1, 1u << 24, words({32}) + zeros + words({9, 0, 20, 0}) + "1234"),
                   "zstd stream 1 of 1 takes 9 bytes, but at most 4 are left"});
  files.push_back({"noise.spz", spz(4, 1, 1u << 24, words({32}) + zeros + words({4, 0, 20, 0}) + "1234"),
                   "zstd stream 1 of 1 is damaged near its byte 4: Unknown frame descriptor"});
  // Frames of one raw block: "1234", and of 20 bytes.
  const std::string frame(
      "\x28\xb5\x2f\xfd\x20\x04\x21\x00\x00"
      "1234",
      13);
  files.push_back({"stream-size.spz", spz(4, 1, 1u << 24, words({32}) + zeros + words({13, 0, 20, 0}) + frame),
                   "zstd stream 1 of 1 holds 4 bytes, expected 20"});
  files.push_back({"cut-stream.spz",
                   spz(4, 1, 1u << 24, words({32}) + zeros + words({7, 0, 20, 0}) + frame.substr(0, 7)),
                   "zstd stream 1 of 1 is cut short after 0 bytes, expected 20"});
  files.push_back({"no-streams.spz", spz(4, 1, 0, words({32}) + zeros),
                   "the SPZ header promises 1 splat, which take 20 bytes, but at most 0 bytes follow it"});
}

void add_ksplat(std::vector<BrokenFile>& files) {
  using Section = KsplatFile::Section;
  const auto ksplat = [](std::uint32_t level, std::initializer_list<Section> sections) {
    KsplatFile file(level);
    for (const Section& section : sections) file.add_section(section);
    return file.bytes();
  };
  const auto add = [&](std::string name, const std::string& bytes, std::string sentence) {
    files.push_back({std::move(name) + ".ksplat", bytes, std::move(sentence)});
  };
  const Section plain;
  add("short", ksplat(1, {plain}).substr(0, 4000), "the file ends inside the ksplat header of 4096 bytes");
  add("level", ksplat(3, {plain}), "byte 20: expected a level of compression from 0 to 2, found 3");
  std::string many = ksplat(1, {plain});
  many[7] = 1;
  add("sections", many,
      "the ksplat header promises 16,777,217 sections, whose headers take 17179870208 bytes, but at most 1024 follow "
      "it");
  add("no-sections", ksplat(1, {}), "the file has no splats");
  add("degree", ksplat(1, {plain, {.degree = 3}}),
      "section 2 of 2: expected a degree of spherical harmonics from 0 to 2, found 3");
  add("bucket", ksplat(1, {{.bucket_bytes = 16}}), "section 1 of 1: expected 12 bytes a bucket, found 16");
  add("block", ksplat(2, {{.block_size = 0}}), "section 1 of 1: expected a size of its blocks above 0, found 0");
  add("buckets", ksplat(2, {{.full_buckets = 1}}), "section 1 of 1: 1 full and 1 partial buckets are more than its 1");
  add("promise", ksplat(0, {{.splats = 4000000000u, .buckets = 0, .partial_buckets = 0}}),
      "the headers of the sections promise 4,000,000,000 splats, which take 176000000000 bytes, but at most 0 follow");
  add("room", ksplat(1, {plain}) + words({0, 0, 0, 0}) + std::string(24, '\0'),
      "section 1 of 1: its buckets have room for 0 of its 1 splat");
}

}  // namespace

void add_broken_splats(std::vector<BrokenFile>& files) {
  add_ply(files);
  add_spz(files);
  add_ksplat(files);
  const std::string splat = std::string(28, '\0') + "\xff\x80\x80\x80";
  files.push_back(
      {"cut.splat", splat + splat.substr(0, 7), "byte 32: the data end inside splat 2; each takes 32 bytes"});
}

}  // namespace farfirst::app::test
