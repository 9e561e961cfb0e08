// .spz (nianticlabs/spz), versions 1 to 4: planes of positions, opacities, colours, scales, rotations and harmonics,
// quantised. Versions 1 to 3 lie in gzip as a whole, version 4 has its planes in zstd streams.

#include <array>
#include <string>

#include "io/ahead_source.h"
#include "io/reader.h"
#include "io/splat_values.h"
#include "io/text.h"
#include "scene/huge_pages.h"
#include "scene/units.h"
#include "zstd_source.h"

namespace farfirst::app {
namespace {

using Byte = std::uint8_t;

struct SpzHeader {
  std::uint32_t version = 0, count = 0;
  int degree = 0;
  unsigned fraction_bits = 0;  // of positions
  bool antialiased = false, has_extensions = false;
  unsigned streams = 0;     // version 4
  std::uint32_t table = 0;  // its offset, version 4
};

SpzHeader read_spz_header(ByteSource& source) {
  constexpr std::size_t short_header = 16, long_header = 32;
  source.want(short_header);
  if (!source.window().starts_with("NGSP"))
    throw FileError(
        {at::byte(0), "expected the letters NGSP of SPZ, found {}", in_quotes(source.window().substr(0, 4))});
  if (source.want(short_header) < short_header) throw FileError("the file ends inside the SPZ header of 16 bytes");
  const char* const bytes = source.window().data();
  SpzHeader header;
  header.version = value_at<std::uint32_t>(bytes + 4);
  header.count = value_at<std::uint32_t>(bytes + 8);
  header.degree = static_cast<Byte>(bytes[12]);
  header.fraction_bits = static_cast<Byte>(bytes[13]);
  header.antialiased = (bytes[14] & 1) != 0;
  header.has_extensions = (bytes[14] & 2) != 0;
  header.streams = static_cast<Byte>(bytes[15]);
  if (header.version < 1 || header.version > 4)
    throw FileError({at::byte(4), "expected a version of SPZ from 1 to 4, found {}", header.version});
  if (header.count == 0) throw FileError("the file has no splats");
  if (header.count > most_splats)
    throw FileError({"{} splats are more than can be drawn ({})", header.count, most_splats});
  if (header.degree > 4)
    throw FileError({at::byte(12), "expected a degree of spherical harmonics from 0 to 4, found {}", header.degree});
  if (header.fraction_bits > 24)
    throw FileError({at::byte(13), "expected 0 to 24 bits behind the point, found {}", header.fraction_bits});
  if (header.version == 4) {
    if (source.want(long_header) < long_header) throw FileError("the file ends inside the SPZ header of 32 bytes");
    header.table = value_at<std::uint32_t>(source.window().data() + 16);
    if (header.table < long_header)
      throw FileError({at::byte(16), "expected an offset of the table behind the header, found {}", header.table});
  }
  source.take(header.version == 4 ? long_header : short_header);
  return header;
}

/// Version 4, after the header: the streams that its table names, which follow it.
std::vector<ZstdStream> read_streams(ByteSource& source, const SpzHeader& header) {
  constexpr std::size_t entry = 16;  // bytes: two sizes
  const std::size_t table = entry * header.streams;
  if (!source.skip(header.table - source.position()) || source.want(table) < table)
    throw FileError(
        {at::byte(header.table), "the file ends inside the table of {}", counted(header.streams, "zstd stream")});
  const std::string entries(source.window().substr(0, table));
  source.take(table);
  std::uint64_t all = 0;
  for (unsigned i = 0; i < header.streams; ++i) {
    const auto compressed = value_at<std::uint64_t>(entries.data() + entry * i);
    const std::uint64_t left = source.most_bytes_left() - all;
    if (compressed > left)
      throw FileError(
          {"zstd stream {} of {} takes {} bytes, but at most {} are left", i + 1, header.streams, compressed, left});
    all += compressed;
  }
  source.want(static_cast<std::size_t>(all));
  std::string_view data = source.window();
  std::vector<ZstdStream> streams;
  for (unsigned i = 0; i < header.streams; ++i) {
    const auto compressed = static_cast<std::size_t>(value_at<std::uint64_t>(entries.data() + entry * i));
    streams.push_back({data.substr(0, compressed), value_at<std::uint64_t>(entries.data() + entry * i + 8)});
    data.remove_prefix(std::min(compressed, data.size()));
  }
  return streams;
}

/// 24 bits with a sign.
std::int32_t fixed_at(const char* bytes) {
  const std::uint32_t word = static_cast<Byte>(bytes[0]) |
                             static_cast<std::uint32_t>(static_cast<Byte>(bytes[1])) << 8 |
                             static_cast<std::uint32_t>(static_cast<Byte>(bytes[2])) << 16;
  return static_cast<std::int32_t>(word << 8) >> 8;
}

/// Versions 1 and 2: x, y and z as bytes; w is what is left.
glm::quat rotation_of_bytes(const char* bytes) {
  const glm::vec3 xyz = bytes_at(bytes) / 127.5f - 1.0f;
  return unit_rotation(std::sqrt(std::max(0.0f, 1.0f - glm::dot(xyz, xyz))), xyz.x, xyz.y, xyz.z);
}

/// Since version 3: the index of the largest in x y z w, then a sign and nine bits for each of the others.
glm::quat rotation_of_word(const char* bytes) {
  const auto word = value_at<std::uint32_t>(bytes);
  glm::vec3 others;
  for (int i = 0; i < 3; ++i) {
    const std::uint32_t part = word >> (20 - 10 * i) & 1023u;
    const float size = static_cast<float>(part & 511u) / 511.0f * std::sqrt(0.5f);
    others[i] = (part & 512u) != 0 ? -size : size;
  }
  const glm::vec4 xyzw = with_largest(word >> 30, others);
  return unit_rotation(xyzw[3], xyzw[0], xyzw[1], xyzw[2]);
}

/// The planes, one after the other.
class PlaneReader {
 public:
  PlaneReader(const SpzHeader& header, ByteSource& source, const ProgressScale& progress)
      : header_(header), source_(source), progress_(progress) {}

  Model read() {
    check_size();
    const std::size_t count = header_.count;
    Splats& splats = model_.splats;
    splats.degree = std::min(header_.degree, Splats::most_degree);
    splats.antialiased = header_.antialiased;
    reserve_large(model_.positions, count);
    splats.reserve(count);
    splats.resize(count);
    read_positions();
    read_opacities();
    read_colors();
    read_scales();
    read_rotations();
    read_harmonics();
    // Every byte is a number that can be drawn; only halves need not be finite.
    splats.complete = header_.version > 1;
    if (header_.degree > Splats::most_degree)
      model_.remarks.push_back("Spherical harmonics of degree 4 were left out; splats are drawn with degree 3.");
    if (header_.has_extensions)
      model_.remarks.push_back("The file has extensions of SPZ, which are not read; one may say which way is up.");
    model_.remarks.push_back("Gaussian splats; y is taken to point up, as SPZ has it: --flip=x turns them over.");
    return std::move(model_);
  }

 private:
  static constexpr std::size_t codes = 256;  // that a byte may be

  std::size_t position_bytes() const { return header_.version == 1 ? 6 : 9; }
  std::size_t rotation_bytes() const { return header_.version < 3 ? 3 : 4; }
  std::size_t harmonic_bytes() const { return 3 * (Splats::coefficients_of(header_.degree) - 1); }

  void check_size() const {
    const std::uint64_t each = position_bytes() + 7 + rotation_bytes() + harmonic_bytes();
    const std::uint64_t needed = each * header_.count, room = source_.most_bytes_left();
    if (needed > room)
      throw FileError({"the SPZ header promises {}, which take {} bytes, but at most {} bytes follow it",
                       counted(header_.count, "splat"), needed, room});
  }

  /// Calls take() with the bytes of each splat.
  template <class Take>
  void plane(std::string_view what, std::size_t bytes, Take take) {
    constexpr std::size_t at_once = 4096;
    for (std::size_t done = 0; done < header_.count;) {
      const std::size_t wanted = std::min<std::size_t>(at_once, header_.count - done);
      const std::size_t visible = std::min(source_.want(bytes * wanted) / bytes, wanted);
      for (std::size_t i = 0; i < visible; ++i) take(source_.window().data() + i * bytes);
      source_.take(visible * bytes);
      done += visible;
      if (visible < wanted)
        throw FileError({"the data end inside the {} of splat {} of {}", what, done + 1, header_.count});
      progress_.at(source_);
    }
  }

  void read_positions() {
    const float unit = std::ldexp(1.0f, -static_cast<int>(header_.fraction_bits));
    plane("position", position_bytes(), [&](const char* at) {
      glm::vec3 position;
      for (int i = 0; i < 3; ++i)
        position[i] = header_.version == 1 ? half_at(at + 2 * i) : static_cast<float>(fixed_at(at + 3 * i)) * unit;
      model_.positions.push_back(position);
    });
  }

  /// Likewise for the colours of points: each byte, in any channel, has one.
  void read_opacities() {
    for (std::size_t i = 0; i < codes; ++i) {
      const float share = static_cast<float>(i) / 255.0f;
      first_harmonic_[i] = (share - 0.5f) / 0.15f;
      flat_color_[i] = flat_color(glm::vec3(first_harmonic_[i]), share);
    }
    reserve_large(model_.colors, header_.count);
    float* to = model_.splats.opacities.data();
    plane("opacity", 1, [&](const char* at) {
      *to++ = byte_at(at) / 255.0f;
      model_.colors.push_back(flat_color_[static_cast<Byte>(*at)] & 0xFF000000u);
    });
  }

  /// They wait for the other harmonics, which come last: memory for these is taken then.
  void read_colors() {
    reserve_large(waiting_, std::size_t{3} * header_.count);
    waiting_.resize(std::size_t{3} * header_.count);
    Byte* waiting = waiting_.data();
    std::uint32_t* to = model_.colors.data();
    plane("colour", 3, [&](const char* at) {
      for (unsigned i = 0; i < 3; ++i) {
        const Byte code = *waiting++ = static_cast<Byte>(at[i]);
        *to |= flat_color_[code] & 0xFFu << 8 * i;
      }
      ++to;
    });
  }

  void read_scales() {
    std::array<float, codes> sizes;
    for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = std::exp(static_cast<float>(i) / 16.0f - 10.0f);
    const auto size = [&](const char* at) { return sizes[static_cast<Byte>(*at)]; };
    glm::vec3* to = model_.splats.scales.data();
    plane("scale", 3, [&](const char* at) { *to++ = {size(at), size(at + 1), size(at + 2)}; });
  }

  void read_rotations() {
    glm::quat* to = model_.splats.rotations.data();
    if (header_.version < 3)
      plane("rotation", 3, [&](const char* at) { *to++ = rotation_of_bytes(at); });
    else
      plane("rotation", 4, [&](const char* at) { *to++ = rotation_of_word(at); });
  }

  void read_harmonics() {
    switch (model_.splats.degree) {
      case 0:
        return read_harmonics_of<0>();
      case 1:
        return read_harmonics_of<1>();
      case 2:
        return read_harmonics_of<2>();
      default:
        return read_harmonics_of<3>();
    }
  }

  template <int degree>
  void read_harmonics_of() {
    constexpr std::size_t count = Splats::coefficients_of(degree), used = 3 * (count - 1);
    glm::vec3* to = model_.splats.harmonics.data();
    const Byte* color = waiting_.data();
    const auto add = [&](const char* others) {
      *to = {first_harmonic_[color[0]], first_harmonic_[color[1]], first_harmonic_[color[2]]};
      float* const numbers = &to->x + 3;  // one array, which compilers make vectors of
      for (std::size_t i = 0; i < used; ++i) numbers[i] = (byte_at(others + i) - 128.0f) / 128.0f;
      to += count;
      color += 3;
    };
    if (degree > 0) return plane("harmonics", harmonic_bytes(), add);
    for (std::size_t i = 0; i < header_.count; ++i) add(nullptr);
  }

  const SpzHeader header_;
  ByteSource& source_;
  const ProgressScale& progress_;
  std::array<float, codes> first_harmonic_{};      // of each byte of a colour
  std::array<std::uint32_t, codes> flat_color_{};  // of each byte, in all four places
  UnsetArray<Byte> waiting_;                       // bytes of colours
  Model model_;
};

/// Unpacking takes longer than all else, so large files are unpacked ahead.
Model read_planes(const SpzHeader& header, ByteSource& source, const ProgressScale& progress) {
  constexpr std::uint32_t many = 16384;
  const bool is_unpacked = source.window().size() == source.most_bytes_left();
  if (header.count < many || is_unpacked) return PlaneReader(header, source, progress).read();
  const std::unique_ptr<ByteSource> ahead = make_ahead_source(source);
  return PlaneReader(header, *ahead, progress).read();
}

std::vector<Model> read_spz(const ReadableFile& file, const ProgressScale& progress) {
  ByteSource& source = file.source;
  const SpzHeader header = read_spz_header(source);
  if (header.version < 4) return alone(read_planes(header, source, progress));
  const std::unique_ptr<ByteSource> planes = make_zstd_source(read_streams(source, header));
  return alone(read_planes(header, *planes, progress));
}

}  // namespace

extern const ReaderAbout about_spz;
const ReaderAbout about_spz{
    .name = "SPZ",
    .extensions = ".spz",
    .recognise = [](const FileStart& start) { return start.bytes.starts_with("NGSP") ? Match::certain : Match::none; },
    .read = read_spz};

}  // namespace farfirst::app
