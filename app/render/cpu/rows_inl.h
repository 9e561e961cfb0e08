// Elements with soft edges, which are sprites and splats, in one tile; once for each instruction set (kernels.cpp).
// They are blended row by row, as many pixels at once as a vector holds, into planes of one number a pixel each. A
// pixel is touched by the same operations in the same order whatever a vector holds.

namespace farfirst::app::cpu::HWY_NAMESPACE {

/// Places are those of a tile, from the middle of its first pixel on.
struct Tile {
  int x, y;  // pixels
  float middle_x() const { return static_cast<float>(x) + 0.5f; }
  float middle_y() const { return static_cast<float>(y) + 0.5f; }
};

// ---- Shapes: a middle, half of the height, the pixels of a row as its middle and half of its width, and alpha at
// places

struct DiscShape {
  float x, y, half_height;
  float by, red, green, blue, alpha;

  DiscShape(const Subject& subject, const Tile& tile, std::uint32_t rank) {
    const Sprite& sprite = subject.sprites[rank];
    x = sprite.x - tile.middle_x();
    y = sprite.y - tile.middle_y();
    half_height = sprite.half_width;
    by = 1.0f / sprite.half_width;
    red = sprite.red, green = sprite.green, blue = sprite.blue, alpha = sprite.alpha;
  }
  static void prefetch(const Subject& subject, std::uint32_t rank) { __builtin_prefetch(subject.sprites + rank); }

  FARFIRST_INLINE Float middle(Float) const { return all(x); }
  /// Squared; below 0 where there is nothing.
  FARFIRST_INLINE Float half_width(Float off) const { return all(half_height * half_height) - off * off; }

  struct Row {
    Float y;
  };
  FARFIRST_INLINE Row row(float off) const { return {all(off * by)}; }
  FARFIRST_INLINE Float alpha_at(const Subject& subject, const Row& row, Float off) const {
    return all(alpha) * sprite_cover(subject, off * all(by), row.y);
  }
};

struct EllipseShape {
  float x, y, half_height;
  float along_x, along_y, across_x, across_y;
  float slope, narrowing, width;  // of rows: how the middle moves, and the width shrinks
  float red, green, blue, alpha;

  EllipseShape(const Subject& subject, const Tile& tile, std::uint32_t number) {
    const Ellipse& ellipse = subject.ellipses[number];
    x = ellipse.x - tile.middle_x();
    y = ellipse.y - tile.middle_y();
    along_x = ellipse.along_x, along_y = ellipse.along_y;
    across_x = -along_y * ellipse.ratio, across_y = along_x * ellipse.ratio;
    const float xx = along_x * along_x + across_x * across_x, xy = along_x * along_y + across_x * across_y;
    const float area = along_x * across_y - along_y * across_x;
    const float by = 1.0f / xx;
    slope = xy * by;
    narrowing = area * by * (area * by);
    width = ellipse.reach * by;
    half_height = std::sqrt(ellipse.reach * xx) / area;
    red = number_of_half(ellipse.red_green & 0xFFFF), green = number_of_half(ellipse.red_green >> 16);
    blue = number_of_half(ellipse.blue_alpha & 0xFFFF), alpha = number_of_half(ellipse.blue_alpha >> 16);
  }
  static void prefetch(const Subject& subject, std::uint32_t number) { __builtin_prefetch(subject.ellipses + number); }

  FARFIRST_INLINE Float middle(Float off) const { return all(x) - all(slope) * off; }
  FARFIRST_INLINE Float half_width(Float off) const { return all(width) - all(narrowing) * (off * off); }

  struct Row {
    Float along, across;
  };
  FARFIRST_INLINE Row row(float off) const { return {all(along_y * off), all(across_y * off)}; }
  FARFIRST_INLINE Float alpha_at(const Subject&, const Row& row, Float off) const {
    const Float along = all(along_x) * off + row.along, across = all(across_x) * off + row.across;
    const Float covered = minimum(all(alpha) * normal_fall_off(along * along + across * across), all(most_alpha));
    return select(covered >= all(least_alpha), covered, all(0.0f));
  }

 private:
  static float number_of_half(std::uint32_t half) {
    return half == 0 ? 0.0f : std::bit_cast<float>((half << 13) + (112u << 23));
  }
  /// exp(-x / 2), for x up to some hundred; to 4e-6.
  FARFIRST_INLINE static Float normal_fall_off(Float x) {
    const Float exponent = all(-0.72134752f) * x;
    const Int whole = nearest(exponent);
    const Float f = exponent - to_float(whole);
    Float p = all(0.009666368515f);
    p = p * f + all(0.055921975842f);
    p = p * f + all(0.240223490380f);
    p = p * f + all(0.693121045203f);
    p = p * f + all(1.0f);
    return as_float(as_int(p) + left<23>(whole));
  }
};

// ---- Rows

/// Columns of the tile, both ends included, of some rows.
struct Spans {
  int bottom, top;
  alignas(64) std::int32_t first[tile_width + 16], last[tile_width + 16];
};

template <class Shape>
FARFIRST_INLINE bool find_spans(const Shape& shape, Spans& spans) {
  constexpr float most = tile_width;
  const float low = std::ceil(shape.y - shape.half_height), high = std::floor(shape.y + shape.half_height);
  if (!(low < most && high >= 0.0f && low <= high)) return false;
  spans.bottom = static_cast<int>(std::max(low, 0.0f));
  spans.top = static_cast<int>(std::min(high, most - 1.0f));
  const Float zero = all(0.0f), margin = all(1e-3f);
  for (int row = spans.bottom; row <= spans.top; row += lane_count()) {
    const Float off = to_float(numbered() + all(row)) - all(shape.y);
    const Float square = shape.half_width(off), middle = shape.middle(off);
    const Float half = root(maximum(square, zero)) + margin;
    const Float first = maximum(rounded_up(middle - half), zero);
    const Float last = minimum(rounded_down(middle + half), all(most - 1.0f));
    const Mask is_there = both(square >= zero, first <= last);
    const auto at = static_cast<unsigned>(row - spans.bottom);
    store(truncated(select(is_there, first, all(1.0f))), &spans.first[at]);
    store(truncated(select(is_there, last, zero)), &spans.last[at]);
  }
  return true;
}

/// Blends one vector of a row, of which the columns from `first` to `last` count.
template <class Shape>
FARFIRST_INLINE void blend_some(const Subject& subject, const Shape& shape, const typename Shape::Row& shape_row,
                                int row, int column, int first, int last, TilePixels& pixels) {
  const int at = row * tile_width + column;
  float* const through = pixels.plane(3) + at;
  const Int columns = numbered() + all(column);
  const Float before = load(through);
  const Float off = to_float(columns) - all(shape.x);
  const IntMask in_span = both(columns > all(first - 1), columns < all(last + 1));
  const Mask counts = both(as_mask(in_span), before >= all(subject.opaque));
  const Float share = select(counts, shape.alpha_at(subject, shape_row, off) * before, all(0.0f));
  const float colors[3] = {shape.red, shape.green, shape.blue};
  for (int channel = 0; channel < 3; ++channel) {
    float* const light = pixels.plane(channel) + at;
    store(load(light) + all(colors[channel]) * share, light);
  }
  const Float after = before - share;
  store(after, through);
  const std::uint32_t full = bits(as_int_mask(after < all(subject.opaque)));
  if (full != 0) pixels.open[static_cast<unsigned>(row)] &= ~(full << column);
}

template <class Shape>
FARFIRST_INLINE void blend_row(const Subject& subject, const Shape& shape, int row, int first, int last,
                               TilePixels& pixels) {
  if (first > last) return;
  const std::uint32_t open = pixels.open[static_cast<unsigned>(row)] >> first & low_bits(last - first + 1);
  if (open == 0) return;
  const auto shape_row = shape.row(static_cast<float>(row) - shape.y);
  const int lanes = lane_count();
  if (last - first < lanes)  // one vector within the row
    return blend_some(subject, shape, shape_row, row, std::min(first, tile_width - lanes), first, last, pixels);
  for (int column = first & ~(lanes - 1); column <= last; column += lanes)
    blend_some(subject, shape, shape_row, row, column, first, last, pixels);
}

template <class Shape>
inline void draw_rows_of(const Subject& subject, const Tile& tile, const std::uint32_t* ranks, std::size_t size,
                         TilePixels& pixels) {
  constexpr std::size_t ahead = 32, looks = 64;
  Spans spans;
  for (std::size_t i = 0; i < std::min(size, ahead); ++i) Shape::prefetch(subject, ranks[i]);
  for (std::size_t i = 0; i < size; ++i) {
    if (i + ahead < size) Shape::prefetch(subject, ranks[i + ahead]);
    if (i % looks == 0 && !pixels.is_open()) return;
    const Shape shape(subject, tile, ranks[i]);
    if (!find_spans(shape, spans)) continue;
    for (int row = spans.bottom; row <= spans.top; ++row) {
      const auto at = static_cast<unsigned>(row - spans.bottom);
      blend_row(subject, shape, row, spans.first[at], spans.last[at], pixels);
    }
  }
}

inline void draw_rows(const Subject& subject, const Tile& tile, const std::uint32_t* ranks, std::size_t size,
                      TilePixels& pixels) {
  if (subject.are_splats())
    draw_rows_of<EllipseShape>(subject, tile, ranks, size, pixels);
  else
    draw_rows_of<DiscShape>(subject, tile, ranks, size, pixels);
}

}  // namespace farfirst::app::cpu::HWY_NAMESPACE
