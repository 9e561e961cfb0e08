// Pictures and files on disk.

#include "io/files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "folder_fixture.h"
#include "io/image.h"

namespace farfirst::app {
namespace {

using Pictures = Folder;
using Files = Folder;

Image plain(int width, int height, std::uint8_t value, std::uint8_t alpha = 255) {
  Image image{width, height, std::vector<std::uint8_t>(static_cast<std::size_t>(width * height) * 4, value)};
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = alpha;
  return image;
}

TEST_F(Pictures, ReadBackAsTheyWereWritten) {
  constexpr unsigned seed = 7;
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (const bool opaque : {true, false}) {
    Image image = plain(37, 21, 0);
    for (std::uint8_t& byte : image.rgba) byte = static_cast<std::uint8_t>(random());
    if (opaque)
      for (std::size_t i = 3; i < image.rgba.size(); i += 4) image.rgba[i] = 255;
    const fs::path path = folder / "a.png";
    write_png(path, image);
    const Image back = read_png(path);
    EXPECT_EQ(back.width, 37);
    EXPECT_EQ(back.height, 21);
    EXPECT_EQ(back.rgba, image.rgba);
  }
  EXPECT_EQ(files(), 1u);  // nothing temporary stays
}

TEST_F(Pictures, ComeFromTheFramebufferUprightAndStraight) {
  const Image image =
      image_from_framebuffer(1, 2, {10, 20, 30, 255, 64, 0, 128, 128});  // bottom row first, premultiplied
  EXPECT_EQ(image.rgba, (std::vector<std::uint8_t>{128, 0, 255, 128, 10, 20, 30, 255}));
  EXPECT_EQ(image_from_framebuffer(1, 1, {0, 0, 0, 0}).rgba, (std::vector<std::uint8_t>{0, 0, 0, 0}));
}

TEST_F(Pictures, ThatAreNoneAreRefused) {
  write(folder / "no.png", "this is no PNG");
  fs::create_directory(folder / "d.png");
  for (const char* name : {"no.png", "d.png", "missing.png"})
    EXPECT_NE(failure_of(ExitCode::unreadable, [&] { read_png(folder / name); }).find(name), std::string::npos);
  write_png(folder / "cut.png", plain(64, 64, 90));
  fs::resize_file(folder / "cut.png", fs::file_size(folder / "cut.png") / 2);
  failure_of(ExitCode::unreadable, [&] { read_png(folder / "cut.png"); });
}

TEST_F(Files, FreshNamesOverwriteNothing) {
  write(folder / "p-2.png", "mine");
  EXPECT_EQ(write_fresh_file(folder, "p", ".png", "one"), folder / "p.png");
  EXPECT_EQ(write_fresh_file(folder, "p", ".png", "three"), folder / "p-3.png");
  EXPECT_EQ(read_file(folder / "p.png"), "one");
  EXPECT_EQ(read_file(folder / "p-2.png"), "mine");
  EXPECT_EQ(read_file(folder / "p-3.png"), "three");
  EXPECT_EQ(files(), 3u) << "nothing beside them";
  EXPECT_EQ(failure_of(ExitCode::failed, [&] { write_fresh_file(folder / "none", "p", ".png", ""); }),
            (folder / "none/p.png").string() + ": cannot be written: No such file or directory");
}

TEST_F(Files, AFolderWithTheFirstFreshNameTakesItOnly) {
  std::filesystem::create_directory(folder / "p.png");
  check_writable_beside(folder / "p.png");  // throws nothing
  EXPECT_EQ(write_fresh_file(folder, "p", ".png", "two"), folder / "p-2.png");
  EXPECT_EQ(failure_of(ExitCode::failed, [&] { check_writable_beside(folder / "none/p.png"); }),
            (folder / "none/p.png").string() + ": cannot be written: there is no folder " + (folder / "none").string());
}

TEST_F(Files, SequencesCount) {
  EXPECT_TRUE(is_sequence("f_%04d.png"));
  EXPECT_TRUE(is_sequence("f%d.png"));
  EXPECT_FALSE(is_sequence("100%.png"));
  EXPECT_FALSE(is_sequence("f%%d.png"));
  EXPECT_EQ(sequence_name("f_%04d.png", 12), "f_0012.png");
  EXPECT_EQ(sequence_name("f_%4d.png", 12), "f_  12.png");
  EXPECT_EQ(sequence_name("f_%02d.png", 1234), "f_1234.png");
  EXPECT_EQ(sequence_name("%%%d.png", 0), "%0.png");
  failure_of(ExitCode::usage, [] { sequence_name("%d_%d.png", 1); });
}

TEST_F(Files, WhatCannotBeWrittenIsReportedBefore) {
  EXPECT_NE(failure_of(ExitCode::failed, [&] { check_writable(folder / "no/such/x.png"); }).find("no folder"),
            std::string::npos);
  failure_of(ExitCode::failed, [&] { check_writable(folder); });
  check_writable(folder / "x.png");
  EXPECT_EQ(files(), 0u);
  write(folder / "x.png", "old");
  check_writable(folder / "x.png");
  EXPECT_EQ(read_file(folder / "x.png"), "old");
  failure_of(ExitCode::failed, [&] { write_file("/dev/full", std::string(100'000, 'x')); });
}

TEST_F(Files, WritingThroughALinkKeepsTheLink) {
  write(folder / "real", "old");
  fs::create_symlink("real", folder / "link");
  write_file(folder / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(read_file(folder / "real"), "new");
}

TEST_F(Files, AreReadUpToALimit) {
  write(folder / "x", std::string(200'000, 'x'));
  EXPECT_EQ(read_file(folder / "x").size(), 200'000u);
  EXPECT_EQ(read_file(folder / "x", 200'000).size(), 200'000u);
  EXPECT_NE(failure_of(ExitCode::unreadable, [&] { read_file(folder / "x", 199'999); }).find("larger than"),
            std::string::npos);
  failure_of(ExitCode::unreadable, [&] { read_file("/dev/zero", 1'000'000); });
}

}  // namespace
}  // namespace farfirst::app
