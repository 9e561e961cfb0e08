// .ksplat (mkkellogg/GaussianSplats3D): sections of splats at one of three levels of compression. From level 1 on,
// splats lie in buckets, and positions are 16 bits from the middle of theirs: first the full buckets of a section, then
// those whose lengths a table has.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/origin.h"
#include "io/reader.h"
#include "io/splat_values.h"
#include "io/splats.h"
#include "scene/units.h"

namespace farfirst::app {
namespace {

constexpr std::size_t header_bytes = 4096, section_header_bytes = 1024;
constexpr std::size_t centre_bytes = 12;  // three floats of a bucket
constexpr int most_degree = 2;            // that the format has

/// How the numbers of a splat lie at a level.
struct RecordLayout {
  std::size_t scale, rotation, color, harmonics;  // offsets
  std::size_t harmonic_bytes;                     // of one number
};
constexpr RecordLayout records[] = {{12, 24, 40, 44, 4}, {6, 12, 20, 24, 2}, {6, 12, 20, 24, 1}};

struct KsplatHeader {
  std::uint32_t sections = 0;
  unsigned level = 0;
  float least_harmonic = 0, most_harmonic = 0;  // of level 2
};

struct Section {
  std::uint32_t splats = 0;
  std::uint32_t room = 0;  // splats that it has bytes for
  std::uint32_t bucket_size = 0, buckets = 0, full_buckets = 0, partial_buckets = 0;
  std::uint32_t bucket_bytes = 0;
  float block_size = 0;
  std::uint32_t range = 0;  // of positions, each way
  int degree = 0;

  std::uint64_t table_bytes() const { return 4ull * partial_buckets + std::uint64_t{bucket_bytes} * buckets; }
};

std::size_t bytes_of_splat(unsigned level, int degree) {
  return records[level].harmonics + records[level].harmonic_bytes * 3 * (Splats::coefficients_of(degree) - 1);
}

KsplatHeader read_ksplat_header(ByteSource& source) {
  if (source.want(header_bytes) < header_bytes) throw FileError("the file ends inside the ksplat header of 4096 bytes");
  const char* const bytes = source.window().data();
  KsplatHeader header;
  header.sections = value_at<std::uint32_t>(bytes + 4);
  header.level = value_at<std::uint16_t>(bytes + 20);
  header.least_harmonic = value_at<float>(bytes + 36);
  header.most_harmonic = value_at<float>(bytes + 40);
  if (header.least_harmonic == 0) header.least_harmonic = -1.5f;
  if (header.most_harmonic == 0) header.most_harmonic = 1.5f;
  if (header.level > 2)
    throw FileError({at::byte(20), "expected a level of compression from 0 to 2, found {}", header.level});
  source.take(header_bytes);
  const std::uint64_t needed = std::uint64_t{section_header_bytes} * header.sections, left = source.most_bytes_left();
  if (needed > left)
    throw FileError({"the ksplat header promises {}, whose headers take {} bytes, but at most {} follow it",
                     counted(header.sections, "section"), needed, left});
  return header;
}

Section section_at(const char* bytes) {
  const auto word = [&](std::size_t offset) { return value_at<std::uint32_t>(bytes + offset); };
  Section section;
  section.splats = word(0);
  section.room = std::max(word(0), word(4));
  section.bucket_size = word(8);
  section.buckets = word(12);
  section.block_size = value_at<float>(bytes + 16);
  section.bucket_bytes = value_at<std::uint16_t>(bytes + 20);
  section.range = word(24) != 0 ? word(24) : 32767;
  section.full_buckets = word(32);
  section.partial_buckets = word(36);
  section.degree = value_at<std::uint16_t>(bytes + 40);
  return section;
}

/// Checks a header. `where` names the section.
void check(const Section& section, unsigned level, const std::string& where) {
  if (section.degree > most_degree)
    throw FileError(
        {at::part(where), "expected a degree of spherical harmonics from 0 to 2, found {}", section.degree});
  if (level == 0) return;  // buckets mean nothing there
  if (section.buckets > 0 && section.bucket_bytes != centre_bytes)
    throw FileError({at::part(where), "expected 12 bytes a bucket, found {}", section.bucket_bytes});
  if (!(section.block_size > 0) || !std::isfinite(section.block_size))
    throw FileError({at::part(where), "expected a size of its blocks above 0, found {}", section.block_size});
  if (std::uint64_t{section.full_buckets} + section.partial_buckets > section.buckets)
    throw FileError({at::part(where), "{} full and {} partial buckets are more than its {}", section.full_buckets,
                     section.partial_buckets, section.buckets});
}

std::string name_of(std::size_t section, std::size_t sections) {
  return fmt::format("section {} of {}", section + 1, sections);
}

/// Checks all headers, and that the promised data can follow them.
std::vector<Section> read_sections(ByteSource& source, const KsplatHeader& header) {
  std::vector<Section> sections;
  std::uint64_t all_bytes = 0, all_splats = 0;
  for (std::uint32_t i = 0; i < header.sections; ++i) {
    const std::string where = name_of(i, header.sections);
    if (source.want(section_header_bytes) < section_header_bytes)
      throw FileError({"the file ends inside the header of {}", where});
    const Section& section = sections.emplace_back(section_at(source.window().data()));
    check(section, header.level, where);
    source.take(section_header_bytes);
    all_bytes += section.table_bytes() + std::uint64_t{section.room} * bytes_of_splat(header.level, section.degree);
    all_splats += section.splats;
  }
  const std::uint64_t left = source.most_bytes_left();
  if (all_bytes > left)
    throw FileError({"the headers of the sections promise {}, which take {} bytes, but at most {} follow",
                     counted(all_splats, "splat"), all_bytes, left});
  if (all_splats == 0) throw FileError("the file has no splats");
  if (all_splats > most_splats) throw FileError({"{} splats are more than can be drawn ({})", all_splats, most_splats});
  return sections;
}

/// The bucket of each splat of a section, in their order.
class Buckets {
 public:
  /// Takes the tables at the start of the section.
  Buckets(ByteSource& source, const Section& section, unsigned level, const std::string& where) {
    const auto bytes = static_cast<std::size_t>(section.table_bytes());
    if (source.want(bytes) < bytes) throw FileError({"the file ends inside the buckets of {}", where});
    if (level > 0) read(source.window().data(), section, where);
    source.take(bytes);
  }

  glm::dvec3 origin(double block_size) const {
    OriginSample sample;
    sample.add(2 * centres_.size(),
               [&](std::size_t i) { return glm::dvec3(centres_[i / 2]) + (i % 2 == 0 ? -0.5 : 0.5) * block_size; });
    return sample.origin();
  }

  /// The middle of the next splat's bucket.
  const glm::vec3& next() {
    while (used_ == lengths_[bucket_]) {
      ++bucket_;
      used_ = 0;
    }
    ++used_;
    return centres_[bucket_];
  }

 private:
  void read(const char* table, const Section& section, const std::string& where) {
    lengths_.assign(section.full_buckets, section.bucket_size);
    std::uint64_t all = std::uint64_t{section.full_buckets} * section.bucket_size;
    for (std::uint32_t i = 0; i < section.partial_buckets; ++i) {
      lengths_.push_back(value_at<std::uint32_t>(table + 4ull * i));
      all += lengths_.back();
    }
    if (all < section.splats)
      throw FileError(
          {at::part(where), "its buckets have room for {} of its {}", all, counted(section.splats, "splat")});
    const char* const centres = table + 4ull * section.partial_buckets;
    for (std::size_t i = 0; i < lengths_.size(); ++i)
      centres_.push_back(value_at<glm::vec3>(centres + centre_bytes * i));
  }

  std::vector<std::uint32_t> lengths_;
  std::vector<glm::vec3> centres_;
  std::size_t bucket_ = 0;
  std::uint32_t used_ = 0;
};

class SectionReader {
 public:
  SectionReader(const KsplatHeader& header, const Section& section, Model& model)
      : header_(header), section_(section), record_(records[header.level]), model_(model) {}

  void read(ByteSource& source, const std::string& where, const ProgressScale& progress) {
    constexpr std::size_t at_once = 4096;
    const std::size_t bytes = bytes_of_splat(header_.level, section_.degree);
    Buckets buckets(source, section_, header_.level, where);
    // The first section decides: all share a scale, and positions are written as they are read.
    if (model_.positions.empty()) model_.origin = buckets.origin(section_.block_size);
    for (std::uint32_t done = 0; done < section_.splats;) {
      const std::size_t wanted = std::min<std::size_t>(at_once, section_.splats - done);
      const std::size_t visible = std::min(source.want(bytes * wanted) / bytes, wanted);
      for (std::size_t i = 0; i < visible; ++i) add(source.window().data() + i * bytes, buckets);
      source.take(visible * bytes);
      done += static_cast<std::uint32_t>(visible);
      if (visible < wanted)
        throw FileError({"the data end inside splat {} of {} in {}", done + 1, section_.splats, where});
      progress.at(source);
    }
    source.skip(std::uint64_t{section_.room - section_.splats} * bytes);
  }

 private:
  /// A float of the level.
  float number(const char* at, std::size_t index) const {
    return header_.level == 0 ? value_at<float>(at + 4 * index) : half_at(at + 2 * index);
  }

  float harmonic(const char* at, std::size_t index) const {
    if (header_.level < 2) return number(at, index);
    return byte_at(at + index) / 255.0f * (header_.most_harmonic - header_.least_harmonic) + header_.least_harmonic;
  }

  glm::vec3 position(const char* at, Buckets& buckets) const {
    if (header_.level == 0) return value_at<glm::vec3>(at);
    const auto offset = [&](std::size_t axis) {
      const double steps = static_cast<double>(value_at<std::uint16_t>(at + 2 * axis)) - section_.range;
      return steps * (section_.block_size / (2.0 * section_.range));
    };
    return glm::vec3(glm::dvec3(offset(0), offset(1), offset(2)) + (glm::dvec3(buckets.next()) - model_.origin));
  }

  void add(const char* at, Buckets& buckets) {
    Splats& splats = model_.splats;
    model_.positions.push_back(position(at, buckets));
    const char* const scale = at + record_.scale;
    splats.scales.emplace_back(number(scale, 0), number(scale, 1), number(scale, 2));
    const char* const wxyz = at + record_.rotation;
    splats.rotations.push_back(unit_rotation(number(wxyz, 0), number(wxyz, 1), number(wxyz, 2), number(wxyz, 3)));
    splats.opacities.push_back(byte_at(at + record_.color + 3) / 255.0f);
    splats.harmonics.push_back(harmonic_of_color(bytes_at(at + record_.color) / 255.0f));
    add_harmonics(at + record_.harmonics);
  }

  /// For degree 1 three of each channel, then for degree 2 five. A section of a lower degree than another has zeros.
  void add_harmonics(const char* at) {
    UnsetArray<glm::vec3>& to = model_.splats.harmonics;
    for (int degree = 1; degree <= model_.splats.degree; ++degree) {
      const std::size_t band = 2 * static_cast<std::size_t>(degree) + 1;
      for (std::size_t k = 0; k < band; ++k) {
        if (degree > section_.degree) {
          to.emplace_back(0.0f);
        } else {
          to.emplace_back(harmonic(at, k), harmonic(at, band + k), harmonic(at, 2 * band + k));
        }
      }
      at += 3 * band * record_.harmonic_bytes;
    }
  }

  const KsplatHeader& header_;
  const Section& section_;
  const RecordLayout& record_;
  Model& model_;
};

Match recognise_ksplat(const FileStart& file) {
  constexpr std::size_t known = 44, looked_at = 1024;
  const std::string_view start = file.bytes;
  if (start.size() <= known || start[0] != 0 || start[1] < 1 || start[1] > 15 || start[2] != 0 || start[3] != 0)
    return Match::none;
  // Capacity beyond the header's count was never written.
  const bool is_empty = std::ranges::all_of(start.substr(known, looked_at), [](char byte) { return byte == 0; });
  return is_empty ? Match::certain : Match::none;
}

std::vector<Model> read_ksplat(const ReadableFile& file, const ProgressScale& progress) {
  ByteSource& source = file.source;
  const KsplatHeader header = read_ksplat_header(source);
  const std::vector<Section> sections = read_sections(source, header);
  Model model;
  std::size_t count = 0;
  for (const Section& section : sections) {
    count += section.splats;
    if (section.splats > 0) model.splats.degree = std::max(model.splats.degree, section.degree);
  }
  model.positions.reserve(count);
  model.splats.reserve(count);
  for (std::size_t i = 0; i < sections.size(); ++i)
    SectionReader(header, sections[i], model).read(source, name_of(i, sections.size()), progress);
  turn_from_training(model, ".ksplat");
  return alone(std::move(model));
}

}  // namespace

extern const ReaderAbout about_ksplat;
const ReaderAbout about_ksplat{
    .name = "ksplat", .extensions = ".ksplat", .recognise = recognise_ksplat, .read = read_ksplat};

}  // namespace farfirst::app
