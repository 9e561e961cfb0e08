// The output of a comparison: its table, its values, its pictures in one.

#include "compare/comparison.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "compare/mosaic.h"
#include "compare/text_table.h"
#include "csv_text.h"

namespace farfirst::app {
namespace {

Comparison two_of_three() {
  ComparedRow drawn{.sort = "gl.radix", .parameters = "offsets 3", .renderer = "raster", .key = "radial+centroid"};
  drawn.picture = 1;
  drawn.samples = 4;
  drawn.elements = 1000;
  drawn.times.fill(-1);
  drawn.times[3] = 1.5;  // sort
  drawn.gpu_bytes = 1u << 20;
  ComparedRow other = drawn;
  other.sort = "cpu.qsort";
  other.parameters.clear();
  other.picture = 2;
  other.error = {.pixels = 100, .squares = 3 * 255 * 255, .off = 1, .largest = 255};
  ComparedRow absent{.sort = "cuda.hybrid", .parameters = "", .renderer = "raster", .key = "radial+centroid"};
  absent.trouble = "there is no GPU, and none is wanted";
  return {.scene = "a, b", .device = "llvmpipe", .against = "first", .keys = false, .rows = {drawn, other, absent}};
}

TEST(Comparison, TheTableHasALineForEachEntryAndSaysWhyOneIsNotThere) {
  const std::vector<std::string> lines = lines_of(table_of(two_of_three()));
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_TRUE(lines[1].starts_with("1  gl.radix, offsets 3  raster, 4 samples")) << lines[1];
  EXPECT_NE(lines[1].find("1.5"), std::string::npos);
  EXPECT_NE(lines[1].find("infinite"), std::string::npos);
  EXPECT_NE(lines[2].find("20.0 dB"), std::string::npos) << lines[2];
  EXPECT_NE(lines[2].find("1.000 %"), std::string::npos);
  EXPECT_NE(lines[2].find("255/255"), std::string::npos);
  EXPECT_EQ(lines[1].size(), lines[0].size());
  EXPECT_TRUE(lines[3].starts_with("-  cuda.hybrid")) << lines[3];
  EXPECT_TRUE(lines[3].ends_with("  there is no GPU, and none is wanted"));
  EXPECT_EQ(lines[0].find("key"), std::string::npos);
  Comparison keys = two_of_three();
  keys.keys = true;
  EXPECT_NE(table_of(keys).find("radial+centroid"), std::string::npos);
}

TEST(Comparison, TheFileHasEveryValueInItsColumn) {
  const std::vector<std::string> lines = lines_of(csv_of(two_of_three()));
  ASSERT_EQ(lines.size(), 4u);
  const std::vector<std::string> head = fields_of(lines[0]);
  const auto value = [&](std::size_t row, const std::string& column) {
    const auto found = std::ranges::find(head, column);
    EXPECT_NE(found, head.end()) << column;
    return fields_of(lines[row]).at(static_cast<std::size_t>(found - head.begin()));
  };
  for (const std::string& line : lines) EXPECT_EQ(fields_of(line).size(), head.size()) << line;
  EXPECT_EQ(value(1, "scene"), "a, b");
  EXPECT_EQ(value(1, "parameters"), "offsets 3");
  EXPECT_EQ(value(1, "sort_ms"), "1.500000");
  EXPECT_EQ(value(1, "distance_ms"), "");
  EXPECT_EQ(value(1, "psnr_db"), "inf");
  EXPECT_EQ(value(2, "psnr_db"), "20.0000");
  EXPECT_EQ(value(2, "rmse"), "0.10000000");
  EXPECT_EQ(value(2, "off_share"), "0.01000000");
  EXPECT_EQ(value(2, "reason"), "");
  EXPECT_EQ(value(3, "rmse"), "");
  EXPECT_EQ(value(3, "reason"), "there is no GPU, and none is wanted");
}

Image plain(int width, int height, std::uint8_t grey) {
  return {width, height, std::vector<std::uint8_t>(static_cast<std::size_t>(4 * width * height), grey)};
}

std::uint8_t at(const Image& image, int x, int y) {
  return image.rgba[static_cast<std::size_t>(4 * (y * image.width + x))];
}

TEST(Mosaic, PicturesStandInLinesFromTheUpperLeft) {
  const std::vector<Image> five = {plain(10, 6, 1), plain(10, 6, 2), plain(10, 6, 3), plain(10, 6, 4), plain(10, 6, 5)};
  const Image whole = side_by_side(five);
  EXPECT_EQ(whole.width, 3 * 10 + 2 * 8);
  EXPECT_EQ(whole.height, 2 * 6 + 8);
  EXPECT_EQ(whole.rgba.size(), static_cast<std::size_t>(4 * whole.width * whole.height));
  EXPECT_EQ(at(whole, 0, 0), 1);
  EXPECT_EQ(at(whole, 9, 5), 1);
  EXPECT_EQ(at(whole, 10, 5), 255);
  EXPECT_EQ(at(whole, 18, 0), 2);
  EXPECT_EQ(at(whole, 45, 5), 3);
  EXPECT_EQ(at(whole, 0, 6), 255);
  EXPECT_EQ(at(whole, 0, 14), 4);
  EXPECT_EQ(at(whole, 27, 19), 5);
  EXPECT_EQ(at(whole, 45, 19), 255);
}

TEST(Mosaic, UpToThreeStandInOneLine) {
  const std::vector<Image> three(3, plain(10, 6, 1));
  EXPECT_EQ(side_by_side(three).height, 6);
  EXPECT_EQ(side_by_side({three.data(), 1}).width, 10);
  const std::vector<Image> four(4, plain(10, 6, 1));
  EXPECT_EQ(side_by_side(four).width, 28);
}

TEST(TextTable, SentencesDoNotWidenColumns) {
  EXPECT_EQ(aligned({{"a", "bb", "c"}, {"x", "1", "22"}, {"yy", "a long sentence"}}, 1),
            "a   bb   c\n"
            "x    1  22\n"
            "yy  a long sentence\n");
}

TEST(CsvField, IsQuotedWhereItMustBe) {
  EXPECT_EQ(csv_field("plain"), "plain");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"x\"\nand go"), "\"say \"\"x\"\" and go\"");
}

}  // namespace
}  // namespace farfirst::app
