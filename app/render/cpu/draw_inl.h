// The picture of one tile; once for each instruction set (kernels.cpp). Triangles become fragments, a batch at a time.
// Values of triangles are computed for many triangles at once, colours for many
// fragments at once, even of different triangles. Then each fragment is blended into its pixel.

namespace farfirst::app::cpu::HWY_NAMESPACE {

// ---- Fragments

/// Adds the pixels of a vector whose bits are set.
FARFIRST_INLINE void add_fragments(Batch& batch, Int pixels, std::uint32_t which, std::int32_t covered) {
  const auto at = static_cast<unsigned>(batch.fragments);
  store(all(batch.size), &batch.elements[at]);
  store(all(covered), &batch.covered[at]);
  batch.fragments += store_some(pixels, which, &batch.pixels[at]);
}

/// Adds the pixels whose bits are set, from `pixel` on.
FARFIRST_INLINE void add_fragments(Batch& batch, int pixel, std::uint32_t which, std::int32_t covered) {
  for (int x = 0; which >> x != 0; x += lane_count()) {
    add_fragments(batch, numbered() + all(pixel + x), which >> x & low_bits(lane_count()), covered);
    if (x + lane_count() > 31) break;
  }
}

/// The pixels of a row that samples cover: sample by sample as bits, from `left` on.
inline void add_samples(const DrawInput& input, Batch& batch, int pixel, const std::uint32_t* of_samples) {
  std::uint32_t any = 0;
  for (int s = 0; s < input.samples; ++s) any |= of_samples[s];
  for (; any != 0; any &= any - 1) {
    const int bit = std::countr_zero(any);
    std::int32_t covered = 0;
    for (int s = 0; s < input.samples; ++s) covered |= static_cast<std::int32_t>(of_samples[s] >> bit & 1) << s;
    add_fragments(batch, pixel + bit, 1, covered);
  }
}

/// The tile's pixels; empty if there are none.
inline PixelBox box_in_tile(const PixelBox& box, const Tile& tile) {
  return {std::max(box.left - tile.x, 0), std::max(box.bottom - tile.y, 0),
          std::min(box.right - tile.x, tile_width - 1), std::min(box.top - tile.y, tile_width - 1)};
}

inline std::uint32_t columns(const PixelBox& box) { return (~0u >> (31 - box.right)) & (~0u << box.left); }

// ---- Fragments of triangles

inline PixelBox pixels_of(const DrawInput& input, const Place& a, const Place& b, const Place& c) {
  const glm::ivec4 bounds = input.bounds * 16;
  return {(std::min({a.x, b.x, c.x}) - bounds.z + subpixels - 1) >> 8,
          (std::min({a.y, b.y, c.y}) - bounds.w + subpixels - 1) >> 8, (std::max({a.x, b.x, c.x}) - bounds.x) >> 8,
          (std::max({a.y, b.y, c.y}) - bounds.y) >> 8};
}

/// An edge along a row of pixels, in sixteenths of subpixels.
struct RowEdge {
  std::int64_t value, up;  // at the corner of the leftmost pixel, and what the next row adds
  std::int32_t step_x, step_y;
  Int along;  // what each pixel of a vector adds
};

inline RowEdge row_edge(const Place& a, const Place& b, std::int64_t x, std::int64_t y) {
  const Edge edge = edge_between(a, b);
  const auto step_x = static_cast<std::int32_t>(edge.step_x), step_y = static_cast<std::int32_t>(edge.step_y);
  return {edge.at(x, y), edge.step_y * subpixels, step_x, step_y, numbered() * all(16 * step_x)};
}

/// Far from 0 the sign is all that counts.
inline std::int32_t sixteenths(std::int64_t value) {
  return static_cast<std::int32_t>(std::clamp<std::int64_t>(value >> 4, -(1 << 30), 1 << 30));
}

/// Beyond this, a row's values need more than 32 bits.
constexpr std::int64_t longest_edge = std::int64_t{1} << 19;

inline bool is_long(const RowEdge& edge) {
  return std::abs(std::int64_t{edge.step_x}) > longest_edge || std::abs(std::int64_t{edge.step_y}) > longest_edge;
}

/// The pixels of a row whose sample lies inside, as bits from `left` on.
inline std::uint32_t row_inside(const std::array<RowEdge, 3>& edges, int width, glm::ivec2 sample) {
  std::uint32_t result = 0;
  for (int x = 0; x < width; x += lane_count()) {
    Int outside = all(0);
    for (const RowEdge& edge : edges) {
      const std::int32_t value = sixteenths(edge.value) + edge.step_x * (16 * x + sample.x) + edge.step_y * sample.y;
      outside = outside | (all(value) + edge.along);
    }
    result |= bits(outside > all(-1)) << x;
  }
  return result;
}

inline std::uint32_t long_row_inside(const std::array<RowEdge, 3>& edges, int width, glm::ivec2 sample) {
  std::uint32_t result = 0;
  for (int x = 0; x < width; ++x) {
    bool inside = true;
    for (const RowEdge& edge : edges)
      inside = inside && edge.value + std::int64_t{edge.step_x} * 16 * (16 * x + sample.x) +
                                 std::int64_t{edge.step_y} * 16 * sample.y >=
                             0;
    if (inside) result |= 1u << x;
  }
  return result;
}

/// Pixels of a box on their way into vectors: N columns, a power of two, and the remaining rows.
struct Block {
  int columns, shift, rows;
};

inline Block block_of(int width) {
  const int shift = std::bit_width(static_cast<unsigned>(width - 1));
  return {1 << shift, shift, lane_count() >> shift};
}

/// The pixels of some rows in which more can be visible, as a block has them.
inline std::uint32_t open_in_block(const TilePixels& pixels, const PixelBox& box, const Block& block, int row,
                                   std::uint32_t in_box) {
  std::uint32_t open = 0;
  for (int i = 0; i < std::min(block.rows, box.top + 1 - row); ++i)
    open |= (pixels.open[static_cast<unsigned>(row + i)] >> box.left & in_box) << (i << block.shift);
  return open;
}

/// An edge of up to 122 pixels, at a place at most as far: 32 bits hold two products of such lengths.
struct NearEdge {
  std::int32_t value, step_x, step_y;  // in sixteenths of subpixels
};

inline NearEdge near_edge(const Place& a, const Place& b, std::int32_t at_x, std::int32_t at_y) {
  const std::int32_t x = b.x - a.x, y = b.y - a.y;
  const bool includes_itself = y < 0 || (y == 0 && x > 0);  // as edge_between()
  return {(y * (a.x - at_x) - x * (a.y - at_y) - (includes_itself ? 0 : 1)) >> 4, -y, x};
}

/// Rasterizes by such edges, with one sample a pixel, in boxes of which a vector takes whole rows.
inline void rasterize_small(const DrawInput& input, const PixelBox& box, const std::array<NearEdge, 3>& edges,
                            const TilePixels& pixels, Batch& batch) {
  const Block block = block_of(box.right - box.left + 1);
  const Int x = numbered() & all(block.columns - 1), y = shifted_right(numbered(), block.shift);
  const glm::ivec2 sample = input.positions[0];
  const std::uint32_t in_box = columns(box) >> box.left;
  for (int row = box.bottom; row <= box.top; row += block.rows) {
    const std::uint32_t open = open_in_block(pixels, box, block, row, in_box);
    if (open == 0) continue;
    Int outside = all(0);
    for (const NearEdge& edge : edges) {
      const std::int32_t value =
          edge.value + edge.step_x * sample.x + edge.step_y * (16 * (row - box.bottom) + sample.y);
      outside = outside | (all(value) + x * all(16 * edge.step_x) + y * all(16 * edge.step_y));
    }
    const std::uint32_t which = bits(outside > all(-1)) & open;
    if (which != 0) add_fragments(batch, all(row * tile_width + box.left) + x + left<tile_shift>(y), which, 1);
  }
}

inline void rasterize_inside(const DrawInput& input, const Tile& tile, const Outline& outline, TilePixels& pixels,
                             Batch& batch) {
  const auto& [a, b, c] = outline.corners;
  const PixelBox whole = pixels_of(input, a, b, c), box = box_in_tile(whole, tile);
  if (box.is_empty()) return;
  const std::int32_t near_x = (tile.x + box.left) * subpixels, near_y = (tile.y + box.bottom) * subpixels;
  constexpr int most = 120;
  if (input.samples == 1 && whole.right - whole.left < most && whole.top - whole.bottom < most &&
      box.right - box.left < lane_count()) {
    const std::array<NearEdge, 3> edges{near_edge(a, b, near_x, near_y), near_edge(b, c, near_x, near_y),
                                        near_edge(c, a, near_x, near_y)};
    return rasterize_small(input, box, edges, pixels, batch);
  }
  const std::int64_t x = near_x, y = near_y;
  std::array<RowEdge, 3> edges{row_edge(a, b, x, y), row_edge(b, c, x, y), row_edge(c, a, x, y)};
  const bool are_long = is_long(edges[0]) || is_long(edges[1]) || is_long(edges[2]);
  const int width = box.right - box.left + 1;
  const std::uint32_t in_box = columns(box) >> box.left;
  for (int row = box.bottom; row <= box.top; ++row) {
    const std::uint32_t open = pixels.open[static_cast<unsigned>(row)] >> box.left & in_box;
    if (open != 0) {
      std::uint32_t of_samples[most_samples];
      for (int s = 0; s < input.samples; ++s) {
        const glm::ivec2 sample = input.positions[static_cast<unsigned>(s)];
        of_samples[s] = open & (are_long ? long_row_inside(edges, width, sample) : row_inside(edges, width, sample));
      }
      const int pixel = row * tile_width + box.left;
      if (input.samples == 1)
        add_fragments(batch, pixel, of_samples[0], 1);
      else
        add_samples(input, batch, pixel, of_samples);
    }
    for (RowEdge& edge : edges) edge.value += edge.up;
  }
}

inline void rasterize_clipped(const DrawInput& input, const Tile& tile, std::uint32_t element, TilePixels& pixels,
                              Batch& batch) {
  const auto corners = clipped_corners(input, element);
  const PixelBox box = box_in_tile(pixels_of_clipped(input, corners), tile);
  if (box.is_empty()) return;
  // Planes as `tiles` has them, by tiles of 8 pixels, so that places round alike.
  constexpr int width = 8;
  for (int y = box.bottom / width * width; y <= box.top; y += width) {
    for (int x = box.left / width * width; x <= box.right; x += width) {
      const ClippedTriangle triangle = clipped_triangle(input, corners, {tile.x + x, tile.y + y});
      if (!triangle.has_area) continue;  // as seen from here: places round in another way from each
      for (int row = std::max(box.bottom, y); row <= std::min(box.top, y + width - 1); ++row) {
        for (int column = std::max(box.left, x); column <= std::min(box.right, x + width - 1); ++column) {
          if ((pixels.open[static_cast<unsigned>(row)] >> column & 1) == 0) continue;
          std::int32_t covered = 0;
          for (int s = 0; s < input.samples; ++s) {
            const glm::ivec2 sample = input.positions[static_cast<unsigned>(s)];
            if (triangle.covers((column - x) * 16 + sample.x, (row - y) * 16 + sample.y)) covered |= 1 << s;
          }
          if (covered != 0) add_fragments(batch, row * tile_width + column, 1, covered);
        }
      }
    }
  }
}

inline void rasterize_triangle(const DrawInput& input, const Tile& tile, std::uint32_t element, TilePixels& pixels,
                               Batch& batch) {
  const Outline& outline = input.outlines[element];
  if (outline.is_inside())
    rasterize_inside(input, tile, outline, pixels, batch);
  else
    rasterize_clipped(input, tile, element, pixels, batch);
}

// ---- Pixels

inline void close_if_full(const DrawInput& input, int pixel, TilePixels& pixels) {
  for (int s = 0; s < input.samples; ++s)
    if (pixels.sample(pixel, input.samples, s)[3] >= input.opaque) return;
  pixels.close(pixel);
}

inline void blend_one_sample(const DrawInput& input, const Batch& batch, TilePixels& pixels) {
  for (unsigned i = 0; i < static_cast<unsigned>(batch.fragments); ++i) {
    const int pixel = batch.pixels[i];
    float* value = pixels.sample(pixel, 1, 0);
    const Quad before = load_quad(value);
    store_quad(before + last_of(before) * load_quad(&batch.colors[std::size_t{4} * i]), value);
    if (value[3] < input.opaque) close_if_full(input, pixel, pixels);
  }
}

inline void blend(const DrawInput& input, const Batch& batch, TilePixels& pixels) {
  if (input.samples == 1) return blend_one_sample(input, batch, pixels);
  for (unsigned i = 0; i < static_cast<unsigned>(batch.fragments); ++i) {
    const Quad color = load_quad(&batch.colors[std::size_t{4} * i]);
    bool is_thin = false;
    for (auto covered = static_cast<std::uint32_t>(batch.covered[i]); covered != 0; covered &= covered - 1) {
      float* value = pixels.sample(batch.pixels[i], input.samples, std::countr_zero(covered));
      const Quad before = load_quad(value);
      store_quad(before + last_of(before) * color, value);
      is_thin = is_thin || value[3] < input.opaque;
    }
    if (is_thin) close_if_full(input, batch.pixels[i], pixels);
  }
}

inline void count(Batch& batch) {
  for (std::size_t i = 0; i < static_cast<unsigned>(batch.fragments); ++i) {
    batch.colors[4 * i] = 1;
    for (std::size_t channel = 1; channel < 4; ++channel) batch.colors[4 * i + channel] = 0;
  }
}

// ---- The tile

inline void finish_batch(const DrawInput& input, const Tile& tile, TilePixels& pixels, Batch& batch) {
  if (batch.fragments == 0) return;
  if (input.counts_coverage) {
    count(batch);
  } else {
    prepare_triangles(input, tile, batch);
    shade(input, tile, batch);
  }
  blend(input, batch, pixels);
}

inline void draw_triangles(const DrawInput& input, const Tile& tile, const std::uint32_t* numbers, std::size_t size,
                           TilePixels& pixels, Batch& batch) {
  constexpr std::size_t ahead = 32;
  for (std::size_t i = 0; i < std::min(size, ahead); ++i) __builtin_prefetch(input.outlines + numbers[i]);
  for (std::size_t next = 0; next < size && pixels.is_open();) {
    batch.size = 0;
    batch.fragments = 0;
    for (; next < size && batch.size < batch_size && batch.fragments < batch_fragments; ++next) {
      if (next + ahead < size) __builtin_prefetch(input.outlines + numbers[next + ahead]);
      const std::uint32_t element = numbers[next];
      const int before = batch.fragments;
      rasterize_triangle(input, tile, element, pixels, batch);
      if (batch.fragments == before) continue;
      batch.numbers[static_cast<unsigned>(batch.size++)] = element;
      __builtin_prefetch(input.corners + std::size_t{3} * element);
    }
    finish_batch(input, tile, pixels, batch);
  }
}

/// mixed_inl.h.
inline void draw_mixed(const DrawInput& input, const Tile& tile, const std::uint32_t* ids, std::size_t size,
                       TilePixels& pixels, Batch& batch);

inline void draw(const DrawInput& input, int number, const std::uint32_t* ranks, std::size_t size, TilePixels& pixels,
                 Batch& batch) {
  const Tile tile{number % input.tiles_across * tile_width, number / input.tiles_across * tile_width};
  if (input.are_triangles())
    draw_triangles(input, tile, ranks, size, pixels, batch);
  else if (input.is_mixed())
    draw_mixed(input, tile, ranks, size, pixels, batch);
  else
    draw_rows(input, tile, ranks, size, pixels);
}

}  // namespace farfirst::app::cpu::HWY_NAMESPACE
