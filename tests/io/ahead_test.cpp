// Unpacking ahead: the same bytes and the same sentences as without.

#include "io/ahead_source.h"

#include "io/reader.h"
#include "made_files.h"

namespace farfirst::app::test {
namespace {

/// More than what is unpacked ahead at most.
std::string many_bytes() {
  std::string bytes(6 << 20, '\0');
  std::uint32_t state = 1;
  for (char& byte : bytes) byte = static_cast<char>((state = state * 1664525u + 1013904223u) >> 30);
  return bytes;
}

TEST(AheadSource, HasWhatItUnpacksFromWhereItStood) {
  const std::string bytes = many_bytes(), packed = gzip(bytes);
  const std::unique_ptr<ByteSource> inner = make_gzip_source(packed);
  ASSERT_TRUE(inner->skip(16));
  const std::unique_ptr<ByteSource> ahead = make_ahead_source(*inner);
  EXPECT_GE(ahead->most_bytes_left(), bytes.size() - 16);
  EXPECT_EQ(rest_of(*ahead), bytes.substr(16));
  EXPECT_EQ(ahead->most_bytes_left(), 0u);
  EXPECT_EQ(ahead->position(), bytes.size() - 16);
  EXPECT_FLOAT_EQ(ahead->fraction(), 1.0f);
  ahead->seek(5);
  EXPECT_EQ(rest_of(*ahead), bytes.substr(21));
}

TEST(AheadSource, EndsWhileMuchWaitsToBeRead) {
  const std::string packed = gzip(many_bytes());
  const std::unique_ptr<ByteSource> inner = make_gzip_source(packed);
  const std::unique_ptr<ByteSource> ahead = make_ahead_source(*inner);
  EXPECT_GE(ahead->want(1), 1u);
}

/// Degree 0, one after the other along x; all planes but the positions are one byte each, repeated.
std::string many_splats(std::uint32_t count) {
  std::string bytes = "NGSP";
  const auto word = [&](std::uint32_t value) { bytes.append(reinterpret_cast<const char*>(&value), 4); };
  word(2);
  word(count);
  word(0);  // degree, bits behind the point, flags
  for (std::uint32_t i = 0; i < count; ++i) {
    bytes.append(reinterpret_cast<const char*>(&i), 3);
    bytes.append(6, '\0');
  }
  bytes.append(std::size_t{count} * 10, '\x80');
  return bytes;
}

TEST(AheadSource, GivesManySplatsOfSpz) {
  constexpr std::uint32_t count = 150000;  // more than a window of bytes
  const std::string bytes = many_splats(count), packed = gzip(bytes);
  LoadProgress progress;
  const std::unique_ptr<ByteSource> inner = make_gzip_source(packed);
  inner->want(16);
  const ReaderAbout& spz = *reader_of_name("a.spz");
  const Model model = std::move(spz.read({*inner, {}, {}}, ProgressScale(progress, 0, 1)).front());
  ASSERT_EQ(model.splats.count(), count);
  for (std::uint32_t i = 0; i < count; i += 1000) EXPECT_EQ(model.positions[i].x, static_cast<float>(i));
  EXPECT_EQ(refusal(gzip(std::string_view(bytes).substr(0, bytes.size() - 1)), "cut.spz"),
            "cut.spz: the data end inside the rotation of splat 150000 of 150000");
  const std::string cut = packed.substr(0, packed.size() - 8);
  EXPECT_EQ(refusal(cut, "cut.spz"),
            "cut.spz: the gzip data end too early, after " + std::to_string(cut.size()) + " compressed bytes");
  progress.cancel = true;
  const std::unique_ptr<ByteSource> again = make_gzip_source(packed);
  again->want(16);
  EXPECT_THROW(spz.read({*again, {}, {}}, ProgressScale(progress, 0, 1)), LoadCancelled);
}

}  // namespace
}  // namespace farfirst::app::test
