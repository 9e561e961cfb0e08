// The picture of one tile of several objects; once for each instruction set (kernels.cpp). Triangles become fragments
// like those of a single mesh, in batches of successive elements of one object. Discs, spheres and ellipses are
// blended row by row: into planes where there are no meshes, else into all samples of their pixels, because their edges
// are soft.

namespace farfirst::app::cpu::HWY_NAMESPACE {

/// The part that owns an id.
inline const DrawInput& part_of(const DrawInput& whole, std::uint32_t id) {
  const auto after = std::upper_bound(whole.parts.begin(), whole.parts.end(), id,
                                      [](std::uint32_t its, const DrawInput& part) { return its < part.first_id; });
  return *(after - 1);
}

/// Blends a pixel with a colour that is not premultiplied.
FARFIRST_INLINE void blend_pixel(const DrawInput& input, Quad color, float alpha, int pixel, TilePixels& pixels) {
  alignas(16) const std::array<float, 4> shares{alpha, alpha, alpha, alpha};
  const Quad added = color * load_quad(shares.data());
  bool is_thin = false;
  for (int s = 0; s < input.samples; ++s) {
    float* value = pixels.sample(pixel, input.samples, s);
    const Quad before = load_quad(value);
    store_quad(before + last_of(before) * added, value);
    is_thin = is_thin || value[3] < input.opaque;
  }
  if (is_thin) close_if_full(input, pixel, pixels);
}

/// Blends a row into samples.
template <class Shape>
FARFIRST_INLINE void blend_row_in_samples(const DrawInput& input, const Shape& shape, int row, const Spans& spans,
                                          TilePixels& pixels) {
  const auto i = static_cast<unsigned>(row - spans.bottom);
  const int first = spans.first[i], last = spans.last[i];
  if (first > last) return;
  const std::uint32_t open = pixels.open[static_cast<unsigned>(row)] & low_bits(last + 1) & ~low_bits(first);
  if (open == 0) return;
  const Float middle = all(spans.middle[i]), number = all(spans.number[i]);
  alignas(64) std::array<float, tile_width> alphas;
  alignas(64) std::array<float, std::size_t{4} * tile_width> colors;  // as quads that alpha makes what is blended
  for (int column = first & ~(lane_count() - 1); column <= last; column += lane_count()) {
    const auto at = static_cast<unsigned>(column);
    const Float off = load(&columns_of_tile[at]) - middle;
    store(shape.alpha_at(number, off), &alphas[at]);
    const Point3 color = shape.color_at(number, off);
    store_interleaved(color.x, color.y, color.z, all(-1.0f), &colors[std::size_t{4} * at]);
  }
  for (std::uint32_t left_over = open; left_over != 0; left_over &= left_over - 1) {
    const int column = std::countr_zero(left_over);
    const auto at = static_cast<unsigned>(column);
    if (alphas[at] > 0)
      blend_pixel(input, load_quad(&colors[std::size_t{4} * at]), alphas[at], row * tile_width + column, pixels);
  }
}

template <class Shape>
inline void draw_shape(const DrawInput& part, const Tile& tile, std::uint32_t rank, TilePixels& pixels) {
  Spans spans;
  const Shape shape(part, tile, rank);
  if (!find_spans(shape, spans)) return;
  for (int row = spans.bottom; row <= spans.top; ++row) {
    if (part.has_samples())
      blend_row_in_samples(part, shape, row, spans, pixels);
    else
      blend_row(part, shape, row, spans, pixels);
  }
}

inline void draw_shape_of(const DrawInput& part, const Tile& tile, std::uint32_t rank, TilePixels& pixels) {
  if (part.are_ellipsoids())
    draw_shape<BodyShape>(part, tile, rank, pixels);
  else if (part.are_splats())
    draw_shape<EllipseShape>(part, tile, rank, pixels);
  else if (part.are_streaks())
    draw_shape<StreakShape>(part, tile, rank, pixels);
  else if (part.are_spheres())
    draw_shape<SphereShape>(part, tile, rank, pixels);
  else
    draw_shape<DiscShape>(part, tile, rank, pixels);
}

/// Triangles that wait are those of one part.
inline void draw_mixed(const DrawInput& whole, const Tile& tile, const std::uint32_t* ids, std::size_t size,
                       TilePixels& pixels, Batch& batch) {
  constexpr std::size_t looks = 64;
  const DrawInput* waiting = nullptr;
  batch.size = batch.fragments = 0;
  const auto finish = [&] {
    if (waiting != nullptr) finish_batch(*waiting, tile, pixels, batch);
    waiting = nullptr;
    batch.size = batch.fragments = 0;
  };
  for (std::size_t i = 0; i < size; ++i) {
    if (i % looks == looks - 1) {
      if (!whole.has_samples()) close_rows(whole, pixels);
      if (!pixels.is_open()) break;
    }
    const DrawInput& part = part_of(whole, ids[i]);
    const std::uint32_t rank = ids[i] - part.first_id;
    if (waiting != nullptr && (waiting != &part || batch.size >= batch_size || batch.fragments >= batch_fragments))
      finish();
    if (part.are_triangles()) {
      const int before = batch.fragments;
      rasterize_triangle(part, tile, rank, pixels, batch);
      waiting = &part;
      if (batch.fragments != before) batch.numbers[static_cast<unsigned>(batch.size++)] = rank;
    } else {
      draw_shape_of(part, tile, rank, pixels);
    }
  }
  finish();
  if (!whole.has_samples()) close_rows(whole, pixels);
}

}  // namespace farfirst::app::cpu::HWY_NAMESPACE
