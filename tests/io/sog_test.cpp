// Features of SOG alone: the archive, the folder, and their faults. The numbers are tested beside those of
// the other formats (splats_test.cpp). Built where libwebp and libzip were found.

#include <fstream>
#include <iterator>

#include "made_files.h"
#include "made_zip.h"

namespace farfirst::app::test {
namespace {

std::string fixture() {
  std::ifstream stream(std::filesystem::path(FARFIRST_SPLAT_FIXTURES) / "few.sog", std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

ZipParts parts() { return unzip(fixture()); }

/// The parts with a text of meta.json replaced.
ZipParts with_meta(const std::string& from, const std::string& to) {
  ZipParts changed = parts();
  std::string& meta = changed["meta.json"];
  meta.replace(meta.find(from), from.size(), to);
  return changed;
}

std::string sog_refusal(const ZipParts& archive) { return refusal(zip(archive), "a.sog"); }

void write_folder(const Folder& folder, const ZipParts& files) {
  for (const auto& [name, content] : files) folder.write(name, content);
}

TEST(Sog, AFolderHoldsTheSameAsAnArchive) {
  const Model archive = load(fixture(), "a name that says nothing");
  const Folder folder;
  write_folder(folder, parts());
  LoadProgress progress;
  const Model found = load_model(folder.path() / "meta.json", progress);
  EXPECT_EQ(found.positions, archive.positions);
  EXPECT_EQ(found.splats.harmonics, archive.splats.harmonics);
  EXPECT_EQ(load(zip(parts()), "b.sog").splats.opacities, archive.splats.opacities) << "written by another program";
}

TEST(Sog, AFolderIsReadByItsName) {
  const Folder folder;
  LoadProgress progress;
  EXPECT_THROW(load_model(folder.path(), progress), FileError);
  write_folder(folder, parts());
  const Model found = load_model(folder.path(), progress);
  EXPECT_EQ(found.splats.count(), 5u);
  EXPECT_EQ(found.name, folder.path().filename().string());
}

TEST(Sog, NamesWhatAFolderLacks) {
  const Folder folder;
  ZipParts files = parts();
  files.erase("quats.webp");
  write_folder(folder, files);
  LoadProgress progress;
  try {
    load_model(folder.path() / "meta.json", progress);
    FAIL();
  } catch (const FileError& error) {
    EXPECT_EQ(std::string(error.what()),
              (folder.path() / "meta.json").string() + ": quats.webp: there is no such file");
  }
}

TEST(Sog, BrokenArchivesAreRefusedWithTheirSentences) {
  EXPECT_EQ(sog_refusal({{"readme.txt", "hello"}}),
            "a.sog: this is a zip archive without a meta.json; of archives only splats (SOG) are read");
  EXPECT_TRUE(
      refusal("PK\x03\x04 0123456789", "a.zip").starts_with("a.zip: this is a zip archive that cannot be read: "));
  ZipParts missing = parts();
  missing.erase("sh0.webp");
  EXPECT_EQ(sog_refusal(missing), "a.sog: the archive has no sh0.webp");
  std::string promise = zip(parts());
  const std::size_t entry = promise.find("PK\x01\x02");  // of means_l.webp, whose size it promises
  promise.replace(entry + 24, 4, "\xff\xff\xff\x7f", 4);
  EXPECT_EQ(refusal(promise, "a.sog"),
            "a.sog: means_l.webp: the archive promises 2147483647 bytes of it, more than it can hold");
  std::string damaged = zip(parts());
  damaged[damaged.find("WEBPVP8L") + 20] ^= 1;
  EXPECT_TRUE(refusal(damaged, "a.sog").starts_with("a.sog: means_l.webp: it cannot be read from the archive: "));
}

TEST(Sog, BrokenMetaIsRefusedWithItsSentence) {
  const auto refused = [](const std::string& from, const std::string& to) { return sog_refusal(with_meta(from, to)); };
  EXPECT_EQ(refused("{\"version\":2,", "{"),
            "a.sog: meta.json has no version: version 1 of SOG is not read; splat-transform makes version 2 of it");
  EXPECT_EQ(refused("\"version\":2", "\"version\":3"), "a.sog: meta.json: expected version to be 2");
  EXPECT_EQ(refused("\"count\":5", "\"count\":0"), "a.sog: the file has no splats");
  EXPECT_EQ(refused("\"count\":5", "\"count\":-5"),
            "a.sog: meta.json: expected count to be a whole number up to 4294967294");
  EXPECT_EQ(refused("\"mins\":[", "\"mins\":[1,"), "a.sog: meta.json: expected means.mins to be 3 numbers");
  EXPECT_EQ(refused("\"codebook\":[", "\"codebook\":[\"1\","),
            "a.sog: meta.json: expected scales.codebook to be 256 numbers");
  EXPECT_EQ(refused("\"quats\"", "\"quads\""), "a.sog: meta.json has no field quats");
  EXPECT_EQ(refused("\"means_u.webp\"", "\"../means_u.webp\""),
            "a.sog: meta.json: expected means.files to be 2 names of files beside meta.json");
  EXPECT_EQ(refused("\"bands\":3", "\"bands\":4"), "a.sog: meta.json: expected shN.bands to be a whole number up to 3");
  EXPECT_NE(refused("\"count\":5", "\"count\":"), "") << "no JSON";
}

TEST(Sog, PicturesThatDoNotFitAreRefused) {
  EXPECT_EQ(sog_refusal(with_meta("\"count\":5", "\"count\":99")),
            "a.sog: means_l.webp: 4 x 4 pixels are fewer than the 99 that meta.json promises");
  EXPECT_EQ(sog_refusal(with_meta("\"bands\":3", "\"bands\":2")),
            "a.sog: shN_centroids.webp: expected a width of 512 pixels for harmonics of degree 2, found 960");
  ZipParts text = parts();
  text["means_u.webp"] = "no picture";
  EXPECT_EQ(sog_refusal(text), "a.sog: means_u.webp: this is no WebP picture, or its header is damaged");
  ZipParts cut = parts();
  cut["quats.webp"].resize(cut["quats.webp"].size() / 2);
  EXPECT_EQ(sog_refusal(cut), "a.sog: quats.webp: the WebP picture is damaged");
}

}  // namespace
}  // namespace farfirst::app::test
