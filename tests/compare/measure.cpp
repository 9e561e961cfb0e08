// Errors of pictures: their definition, and that textures and arrays agree.

#include "compare/measure.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "compare/measurer.h"
#include "offscreen/context.h"
#include "render/target.h"

namespace farfirst::app {
namespace {

Image plain_picture(int width, int height, std::uint8_t grey, std::uint8_t alpha = 255) {
  Image image{width, height, {}};
  for (int i = 0; i < width * height; ++i) image.rgba.insert(image.rgba.end(), {grey, grey, grey, alpha});
  return image;
}

TEST(Measure, EqualPicturesHaveNoError) {
  const PictureError error = error_between(plain_picture(50, 30, 77), plain_picture(50, 30, 77));
  EXPECT_EQ(error, (PictureError{.pixels = 1500}));
  EXPECT_TRUE(error.is_none());
  EXPECT_EQ(error.rmse(), 0);
  EXPECT_EQ(error.off_share(), 0);
  EXPECT_TRUE(std::isinf(error.psnr()));
  EXPECT_EQ(worst_tile(plain_picture(50, 30, 77), plain_picture(50, 30, 77)).rmse, 0);
}

TEST(Measure, SeveralPicturesCountAsOne) {
  const Image black = plain_picture(10, 10, 0);
  const std::vector<PictureError> errors = {error_between(black, black),
                                            error_between(black, plain_picture(10, 10, 51))};
  const PictureError sum = sum_of(errors);
  EXPECT_EQ(sum, (PictureError{.pixels = 200, .squares = 100 * 3 * 51 * 51, .off = 100, .largest = 51}));
  EXPECT_EQ(sum.off_share(), 0.5);
  EXPECT_NEAR(sum.rmse(), 0.2 / std::sqrt(2.0), 1e-12);
  EXPECT_EQ(sum_of({}), PictureError{});
}

TEST(Measure, OneStepEverywhereIsLittleAndASmallWrongSpotIsMuch) {
  const Image grey = plain_picture(320, 200, 100);
  const PictureError level = error_between(grey, plain_picture(320, 200, 101));
  EXPECT_NEAR(level.rmse(), 1.0 / 255, 1e-12);
  EXPECT_NEAR(level.psnr(), 20 * std::log10(255), 1e-9);
  EXPECT_EQ(level.off, 0u);
  EXPECT_EQ(level.largest, 1u);
  Image spot = grey;
  for (int y = 40; y < 48; ++y)
    for (int x = 84; x < 92; ++x)
      for (int c = 0; c < 3; ++c) spot.rgba[static_cast<std::size_t>((y * 320 + x) * 4 + c)] = 255;
  const PictureError wrong = error_between(grey, spot);
  EXPECT_EQ(wrong.off, 64u);
  EXPECT_EQ(wrong.largest, 155u);
  EXPECT_EQ(wrong.squares, 64u * 3 * 155 * 155);
  EXPECT_LT(wrong.rmse(), 0.02);
  const WorstTile worst = worst_tile(grey, spot);
  EXPECT_GT(worst.rmse, 0.1);
  EXPECT_EQ(worst.x, 80);
  EXPECT_EQ(worst.y, 32);
}

TEST(Measure, TransparentPixelsDifferByWhatIsSeen) {
  EXPECT_TRUE(error_between(plain_picture(4, 4, 0, 0), plain_picture(4, 4, 255, 0)).is_none())
      << "nothing is seen of either";
  EXPECT_EQ(error_between(plain_picture(4, 4, 255, 0), plain_picture(4, 4, 255, 255)).largest, 255u) << "before black";
  EXPECT_EQ(error_between(plain_picture(4, 4, 0, 0), plain_picture(4, 4, 0, 255)).largest, 255u) << "before white";
  EXPECT_EQ(error_between(plain_picture(4, 4, 100, 255), plain_picture(4, 4, 160, 255)).largest, 60u);
}

TEST(Measure, DifferencesAndHeatAreDrawn) {
  Image a = plain_picture(2, 1, 100), b = a;
  a.rgba[0] = 110;  // red, of the first pixel
  b.rgba[1] = 130;
  EXPECT_EQ(signed_difference(a, b, 4).rgba, (std::vector<std::uint8_t>{168, 8, 128, 255, 128, 128, 128, 255}));
  EXPECT_EQ(signed_difference(a, b, 64).rgba[0], 255) << "and no further";
  const Image heat = heat_map(a, b);
  EXPECT_EQ(heat.rgba[0] | heat.rgba[1] << 8 | heat.rgba[2] << 16, static_cast<int>(heat_color(30) & 0xFFFFFFu));
  EXPECT_EQ(heat.rgba[4], 25) << "where nothing differs, what is shown, dimmed";
  for (std::uint32_t steps = 1; steps < 256; ++steps) {
    const auto light = [](std::uint32_t color) { return 2 * (color & 255u) + 5 * (color >> 8 & 255u); };
    EXPECT_GE(light(heat_color(steps)), light(heat_color(steps - 1)));
  }
}

/// Textures with these bytes, as a frame would have drawn them.
class Textures : public testing::Test {
 protected:
  HeadlessContext context{true};
  const GladGLContext& gl = context.gl();
  const GpuContext gpu{gl};

  void fill(const PictureTarget& target, const std::vector<std::uint8_t>& bytes) {
    gl.TextureSubImage2D(target.target().texture, 0, 0, 0, target.width(), target.height(), GL_RGBA, GL_UNSIGNED_BYTE,
                         bytes.data());
  }
  static std::vector<std::uint8_t> noise(int width, int height, std::uint32_t seed, int reach) {
    std::mt19937 random(seed);
    std::vector<std::uint8_t> bytes;
    for (int i = 0; i < width * height; ++i) {
      const int alpha = i % 3 == 0 ? 255 : static_cast<int>(random() % 256);
      for (int c = 0; c < 3; ++c)
        bytes.push_back(static_cast<std::uint8_t>(std::min(alpha, static_cast<int>(random()) & reach)));
      bytes.push_back(static_cast<std::uint8_t>(alpha));
    }
    return bytes;
  }
};

TEST_F(Textures, HaveTheErrorsOfArrays) {
  Measurer measurer(gpu);
  for (const auto& [width, height] : {std::pair{1, 1}, std::pair{7, 300}, std::pair{129, 65}}) {
    for (const int reach : {1, 255}) {
      SCOPED_TRACE(testing::Message() << width << " x " << height << ", " << reach);
      const PictureTarget a(gl, width, height), b(gl, width, height), result(gl, width, height);
      fill(a, noise(width, height, 1, reach));
      fill(b, noise(width, height, 2, reach));
      const Image p = a.read(), q = b.read();
      EXPECT_EQ(measurer.measure(a, b), error_between(p, q));
      EXPECT_TRUE(measurer.measure(a, a).is_none());
      measurer.draw_difference(a, b, result, 3);
      EXPECT_EQ(result.read().rgba, signed_difference(p, q, 3).rgba);
      measurer.draw_heat(a, b, result);
      EXPECT_EQ(result.read().rgba, heat_map(p, q).rgba);
    }
  }
}

TEST_F(Textures, AreSummedUpWithoutOverflow) {
  const int size = 1024;  // 255 everywhere is more than 32 bits
  const PictureTarget a(gl, size, size), b(gl, size, size);
  fill(a, std::vector<std::uint8_t>(4 * size * size, 255));
  fill(b, std::vector<std::uint8_t>(4 * size * size, 0));
  Measurer measurer(gpu);
  const PictureError error = measurer.measure(a, b);
  EXPECT_EQ(error.squares, 3ull * size * size * 255 * 255);
  EXPECT_EQ(error.rmse(), 1);
  EXPECT_EQ(error.psnr(), 0);
}

TEST_F(Textures, AreMeasuredWithoutWaiting) {
  const PictureTarget a(gl, 16, 16), b(gl, 16, 16);
  fill(a, noise(16, 16, 1, 255));
  fill(b, noise(16, 16, 2, 255));
  Measurer measurer(gpu);
  EXPECT_FALSE(measurer.take().has_value());
  std::uint64_t enqueued = 0;
  while (measurer.enqueue(a, b, enqueued + 1)) ++enqueued;
  EXPECT_GE(enqueued, 2u) << "a few may be pending";
  gl.Finish();
  const auto finding = measurer.take();
  ASSERT_TRUE(finding.has_value());
  EXPECT_EQ(finding->tag, enqueued);
  EXPECT_EQ(finding->error, error_between(a.read(), b.read()));
  EXPECT_FALSE(measurer.take().has_value()) << "each once";
}

}  // namespace
}  // namespace farfirst::app
