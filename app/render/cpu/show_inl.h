// From the pixels of a tile to displayed colours; once for each instruction set (kernels.cpp). The twin of
// shaders/render/resolve.glsl.

namespace farfirst::app::cpu::HWY_NAMESPACE {

FARFIRST_INLINE Float bounded(Float x) { return minimum(maximum(x, all(0.0f)), all(1.0f)); }

FARFIRST_INLINE Int byte_of(Float x) { return nearest(bounded(x) * all(255.0f)); }

/// Where no samples are kept: with alpha in place of transmittance.
inline void interleaved_row(const TilePixels& pixels, int row, float* to) {
  for (int x = 0; x < tile_width; x += lane_count()) {
    const int at = row * tile_width + x;
    store_interleaved(load(pixels.plane(0) + at), load(pixels.plane(1) + at), load(pixels.plane(2) + at),
                      all(1.0f) - load(pixels.plane(3) + at), to + std::ptrdiff_t{4} * x);
  }
}

/// Each pixel of a row is the mean of its samples, with alpha in place of transmittance.
inline void mean_row(const DrawInput& input, const TilePixels& pixels, int row, float* to) {
  if (!input.has_samples()) return interleaved_row(pixels, row, to);
  alignas(16) constexpr std::array<float, 4> turned{1, 1, 1, -1}, whole{0, 0, 0, 1};
  const float share = 1.0f / static_cast<float>(input.samples);
  alignas(16) const std::array<float, 4> shares{share, share, share, share};
  const Quad turn = load_quad(turned.data()), one = load_quad(whole.data()), by = load_quad(shares.data());
  const float* from = pixels.sample(row * tile_width, input.samples, 0);
  for (int column = 0; column < tile_width; ++column, to += 4) {
    Quad sum = load_quad(from) * turn + one;
    from += 4;
    for (int s = 1; s < input.samples; ++s, from += 4) sum = sum + (load_quad(from) * turn + one);
    store_quad(sum * by, to);
  }
}

/// -0.5 to 0.5, over 255, of the pixels of a row: the pattern of 8 x 8 that dither() in the shader has.
inline std::array<float, tile_width> dither_row(int y) {
  std::array<float, tile_width> result{};
  for (unsigned column = 0; column < tile_width; ++column) {
    const unsigned x = column ^ static_cast<unsigned>(y), up = static_cast<unsigned>(y);
    const unsigned rank =
        (x & 1u) << 5 | (up & 1u) << 4 | (x & 2u) << 2 | (up & 2u) << 1 | (x & 4u) >> 1 | (up & 4u) >> 2;
    result[column] = ((static_cast<float>(rank) + 0.5f) / 64.0f - 0.5f) / 255.0f;
  }
  return result;
}

/// The tile_width pixels from a multiple of that on, in row y of the picture: premultiplied, in the numbers that are
/// blended, as RGBA8 over the background.
inline void show_row(const FrameBlock& view, const float* pixels, int y, std::uint32_t* to) {
  const float height = (static_cast<float>(y) + 0.5f) / view.camera.viewport.y;
  const glm::vec4 behind = view.look.background_bottom * (1.0f - height) + view.look.background_top * height;
  const bool encoded = view.look.blends_encoded != 0;
  const auto blended = [&](float light) { return encoded ? srgb_from_linear(all(light)) : all(light); };
  const auto shown = [&](Float value) { return encoded ? value : srgb_from_linear(value); };
  const Float behind_red = blended(behind.r), behind_green = blended(behind.g), behind_blue = blended(behind.b);
  const std::array<float, tile_width> dither = dither_row(y);
  for (unsigned x = 0; x < tile_width; x += static_cast<unsigned>(lane_count())) {
    Float red, green, blue, alpha;
    load_interleaved(pixels + std::size_t{4} * x, red, green, blue, alpha);
    const Float through = all(view.look.background) * (all(1.0f) - alpha);
    red = red + behind_red * through;
    green = green + behind_green * through;
    blue = blue + behind_blue * through;
    alpha = alpha + through;
    const Float by = all(1.0f) / maximum(alpha, all(1e-6f)), noise = load(&dither[x]);
    const Int r = byte_of(bounded(shown(bounded(red * by)) + noise) * alpha),
              g = byte_of(bounded(shown(bounded(green * by)) + noise) * alpha),
              b = byte_of(bounded(shown(bounded(blue * by)) + noise) * alpha), a = byte_of(alpha);
    store(r | left<8>(g) | left<16>(b) | left<24>(a), reinterpret_cast<std::int32_t*>(to) + x);
  }
}

}  // namespace farfirst::app::cpu::HWY_NAMESPACE
