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

// ---- Shapes: a middle, half of the height, what each row has by itself, and alpha at the places of a row

/// For some rows: the middle and the square of half of the width, below 0 where there is nothing, in pixels; and a
/// number that alpha needs.
struct ShapeRows {
  Float middle, square, number;
};

struct DiscShape {
  float y, half_height;

  DiscShape(const DrawInput& its, const Tile& tile, std::uint32_t rank) : input(its) {
    const Sprite& sprite = input.sprites[rank];
    x = sprite.x - tile.middle_x();
    y = sprite.y - tile.middle_y();
    half_height = sprite.half_width;
    by = 1.0f / sprite.half_width;
    color = {sprite.red, sprite.green, sprite.blue};
    alpha = sprite.alpha;
  }
  static void prefetch(const DrawInput& input, std::uint32_t rank) {
    const auto* bytes = reinterpret_cast<const char*>(input.sprites + rank);
    __builtin_prefetch(bytes);
    __builtin_prefetch(bytes + sizeof(Sprite) - 1);
  }

  FARFIRST_INLINE ShapeRows rows(Float off) const {
    return {all(x), all(half_height * half_height) - off * off, off * all(by)};
  }
  /// `off`: from the middle of the row.
  FARFIRST_INLINE Float alpha_at(Float number, Float off) const {
    return all(alpha) * sprite_cover(input, off * all(by), number);
  }
  FARFIRST_INLINE Point3 color_at(Float, Float) const { return all3(color); }

 protected:
  const DrawInput& input;
  float x, by, alpha;
  glm::vec3 color;
};

struct SphereShape : DiscShape {
  using DiscShape::DiscShape;
  FARFIRST_INLINE Point3 color_at(Float number, Float off) const {
    return sphere_light(input, all3(color), off * all(by), number);
  }
};

/// Splats and streaks. The square of the distance in standard deviations is a sum of two squares, so that nothing
/// cancels where an ellipse is long and thin: along a row from the middle that the ellipse has there, and from its own
/// middle to the row.
struct EllipseRows {
  float y;

  EllipseRows(const DrawInput& input, const Tile& tile, std::uint32_t number) {
    const Ellipse& ellipse = input.ellipses[number];
    x = ellipse.x - tile.middle_x();
    y = ellipse.y - tile.middle_y();
    const glm::vec2 along(ellipse.along_x, ellipse.along_y), across = ellipse.ratio * glm::vec2(-along.y, along.x);
    xx = along.x * along.x + across.x * across.x;
    const float xy = along.x * along.y + across.x * across.y, by = 1.0f / xx;
    area = along.x * across.y - along.y * across.x;
    slope = xy * by;
    narrowing = area * by * (area * by);
    color = {number_of_half(ellipse.red_green & 0xFFFF), number_of_half(ellipse.red_green >> 16),
             number_of_half(ellipse.blue_alpha & 0xFFFF)};
  }
  static void prefetch(const DrawInput& input, std::uint32_t number) { __builtin_prefetch(input.ellipses + number); }

  FARFIRST_INLINE Point3 color_at(Float, Float) const { return all3(color); }

 protected:
  float x, xx, area, slope, narrowing;

  static float number_of_half(std::uint32_t half) {
    return half == 0 ? 0.0f : std::bit_cast<float>((half << 13) + (112u << 23));
  }

 private:
  glm::vec3 color;
};

/// Alpha is a power of 2.
struct EllipseShape : EllipseRows {
  float half_height;

  EllipseShape(const DrawInput& input, const Tile& tile, std::uint32_t number)
      : EllipseRows(input, tile, number),
        least(input.view.look.least_alpha),
        log_least(input.view.look.log_least_alpha) {
    const float reach = input.ellipses[number].reach;
    width = (reach + more) * (1.0f / xx);
    fall = octaves * xx;
    half_height = std::sqrt((reach + more) * xx) / area;
  }

  FARFIRST_INLINE ShapeRows rows(Float off) const {
    const Float square = all(width) - all(narrowing) * (off * off);
    return {all(x) - all(slope) * off, square, square * all(fall) + all(log_least - octaves * more)};
  }
  FARFIRST_INLINE Float alpha_at(Float number, Float off) const {
    const Float exponent = maximum(number - all(fall) * (off * off), all(-100.0f));
    const Float alpha = minimum(power_of_two(exponent), all(most_alpha));
    return select(alpha >= all(least), alpha, all(0.0f));
  }

 private:
  float width, fall;
  float least, log_least;  // alpha, and its logarithm to the base of 2

  static constexpr float octaves = 0.72134752f;  // of exp(-1/2)
  static constexpr float more = 2e-3f;           // of the square, so that rounding leaves no pixel out

  /// To 1e-4, of numbers from -126 to 0.
  FARFIRST_INLINE static Float power_of_two(Float x) {
    const Int whole = nearest(x);
    const Float f = x - to_float(whole);
    Float p = all(0.055838282946f);
    p = p * f + all(0.242639478546f);
    p = p * f + all(0.693136733884f);
    p = p * f + all(0.999924556951f);
    return as_float(as_int(p) + left<23>(whole));
  }
};

/// A particle along its way, whose number is its rank. Alpha falls off as that of a soft disc, and is 0 at the edge.
struct StreakShape : EllipseRows {
  float half_height;

  StreakShape(const DrawInput& input, const Tile& tile, std::uint32_t rank)
      : EllipseRows(input, tile, rank),
        half_height(std::sqrt(xx) / area),
        alpha(number_of_half(input.ellipses[rank].blue_alpha >> 16)) {}

  FARFIRST_INLINE ShapeRows rows(Float off) const {
    const Float square = all(1.0f / xx) - all(narrowing) * (off * off);
    return {all(x) - all(slope) * off, square, square * all(xx)};
  }
  FARFIRST_INLINE Float alpha_at(Float number, Float off) const {
    const Float inside = maximum(number - all(xx) * (off * off), all(0.0f));
    return all(alpha) * (inside * inside);
  }

 private:
  float alpha;
};

/// An ellipsoid: shaders/elements/ellipsoid.glsl. A row's own value is its height above the middle.
struct BodyShape : EllipseRows {
  float half_height;

  BodyShape(const DrawInput& its, const Tile& tile, std::uint32_t number)
      : EllipseRows(its, tile, number), input(its), body(its.bodies[number]) {
    const Ellipse& ellipse = input.ellipses[number];
    along = {ellipse.along_x, ellipse.along_y};
    across = ellipse.ratio * glm::vec2(-along.y, along.x);
    half_height = std::sqrt((square_of_body + more) * xx) / area;
    alpha = std::min(number_of_half(ellipse.blue_alpha >> 16), most_alpha);
  }

  FARFIRST_INLINE ShapeRows rows(Float off) const {
    return {all(x) - all(slope) * off, all((square_of_body + more) / xx) - all(narrowing) * (off * off), off};
  }
  FARFIRST_INLINE Float alpha_at(Float number, Float off) const {
    const Float its = all(alpha) * minimum(all(8.0f) * inside(place(number, off)), all(1.0f));
    return select(its >= all(input.view.look.least_alpha), its, all(0.0f));
  }
  FARFIRST_INLINE Point3 color_at(Float number, Float off) const {
    const InEllipse at = place(number, off);
    const Float height = root(all(square_of_body) * inside(at)), zero = all(0.0f), one = all(1.0f);
    const Point3 towards{all(body.along_x) * at.x + all(body.across_x) * at.y + height * all(body.lean_x),
                         all(body.along_y) * at.x + all(body.across_y) * at.y + height * all(body.lean_y), height};
    const Point3 diffuse = diffuse_light(direction_of(towards, {zero, zero, one}));
    const Point3 own = EllipseRows::color_at(number, off);
    const auto lit = [](Float albedo, Float its) { return albedo * (all(1.25f) * its); };
    const Color light = blendable(input, {lit(own.x, diffuse.x), lit(own.y, diffuse.y), lit(own.z, diffuse.z), one});
    return {light.red, light.green, light.blue};
  }

 private:
  struct InEllipse {
    Float x, y;  // standard deviations along both axes
  };
  static constexpr float more = 2e-3f;  // so that rounding leaves no pixel out

  FARFIRST_INLINE InEllipse place(Float number, Float off) const {
    const Float right = off - all(slope) * number;
    return {all(along.x) * right + all(along.y) * number, all(across.x) * right + all(across.y) * number};
  }
  FARFIRST_INLINE static Float inside(const InEllipse& at) {
    return maximum(all(1.0f) - (at.x * at.x + at.y * at.y) * all(1.0f / square_of_body), all(0.0f));
  }

  const DrawInput& input;
  const Body body;
  glm::vec2 along, across;
  float alpha;
};

// ---- Rows

/// The columns of the tile for some rows, both ends included, and the shape's values of each.
struct Spans {
  int bottom, top;
  alignas(64) std::int32_t first[tile_width + 16], last[tile_width + 16];
  alignas(64) float middle[tile_width + 16], number[tile_width + 16];
};

/// Never one column less than those in which alpha is not 0: no other test ends a shape.
template <class Shape>
FARFIRST_INLINE bool find_spans(const Shape& shape, Spans& spans) {
  constexpr float most = tile_width;
  const float low = std::ceil(shape.y - shape.half_height), high = std::floor(shape.y + shape.half_height);
  if (!(low < most && high >= 0.0f && low <= high)) return false;
  spans.bottom = static_cast<int>(std::max(low, 0.0f));
  spans.top = static_cast<int>(std::min(high, most - 1.0f));
  const Float zero = all(0.0f), fine = all(1e-6f), margin = all(1e-3f);
  for (int row = spans.bottom; row <= spans.top; row += lane_count()) {
    const ShapeRows rows = shape.rows(to_float(numbered() + all(row)) - all(shape.y));
    const Float exact = root(maximum(rows.square, zero));
    const Float half = exact + (exact + magnitude(rows.middle)) * fine + margin;
    const Float first = maximum(rounded_up(rows.middle - half), zero);
    const Float last = minimum(rounded_down(rows.middle + half), all(most - 1.0f));
    const Mask is_there = both(rows.square >= zero, first <= last);
    const auto at = static_cast<unsigned>(row - spans.bottom);
    store(truncated(select(is_there, first, all(1.0f))), &spans.first[at]);
    store(truncated(select(is_there, last, zero)), &spans.last[at]);
    store(rows.middle, &spans.middle[at]);
    store(rows.number, &spans.number[at]);
  }
  return true;
}

alignas(64) constexpr std::array<float, tile_width> columns_of_tile = [] {
  std::array<float, tile_width> result{};
  for (int i = 0; i < tile_width; ++i) result[static_cast<unsigned>(i)] = static_cast<float>(i);
  return result;
}();

/// Blends one vector of a row.
template <class Shape>
FARFIRST_INLINE void blend_some(const DrawInput& input, const Shape& shape, Float middle, Float number, int at,
                                int column, TilePixels& pixels) {
  float* const through = pixels.plane(3) + at;
  const Float before = load(through);
  const Float off = load(&columns_of_tile[static_cast<unsigned>(column)]) - middle;
  const Float alpha = shape.alpha_at(number, off);
  const Float share = select(before >= all(input.opaque), alpha * before, all(0.0f));
  const Point3 color = shape.color_at(number, off);
  const auto add = [&](int channel, Float value) {
    float* const light = pixels.plane(channel) + at;
    store(load(light) + value * share, light);
  };
  add(0, color.x);
  add(1, color.y);
  add(2, color.z);
  store(before - share, through);
}

template <class Shape>
FARFIRST_INLINE void blend_row(const DrawInput& input, const Shape& shape, int row, const Spans& spans,
                               TilePixels& pixels) {
  const auto i = static_cast<unsigned>(row - spans.bottom);
  const int first = spans.first[i], last = spans.last[i], lanes = lane_count();
  if (first > last) return;
  if ((pixels.open[static_cast<unsigned>(row)] >> first & low_bits(last - first + 1)) == 0) return;
  const Float middle = all(spans.middle[i]), number = all(spans.number[i]);
  const bool is_one = last - first < lanes;  // vector within the row
  const int begin = is_one ? std::min(first, tile_width - lanes) : first & ~(lanes - 1), end = is_one ? begin : last;
  for (int column = begin; column <= end; column += lanes)
    blend_some(input, shape, middle, number, row * tile_width + column, column, pixels);
}

inline void close_rows(const DrawInput& input, TilePixels& pixels) {
  for (int row = 0; row < tile_width; ++row) {
    std::uint32_t full = 0;
    for (int column = 0; column < tile_width; column += lane_count())
      full |= bits(as_int_mask(load(pixels.plane(3) + row * tile_width + column) < all(input.opaque))) << column;
    pixels.open[static_cast<unsigned>(row)] &= ~full;
  }
}

template <class Shape>
inline void draw_rows_of(const DrawInput& input, const Tile& tile, const std::uint32_t* ranks, std::size_t size,
                         TilePixels& pixels) {
  constexpr std::size_t ahead = 32, looks = 64;
  Spans spans;
  for (std::size_t i = 0; i < std::min(size, ahead); ++i) Shape::prefetch(input, ranks[i]);
  for (std::size_t i = 0; i < size; ++i) {
    if (i % looks == looks - 1) {
      close_rows(input, pixels);
      if (!pixels.is_open()) return;
    }
    if (i + ahead < size) Shape::prefetch(input, ranks[i + ahead]);
    const Shape shape(input, tile, ranks[i]);
    if (!find_spans(shape, spans)) continue;
    for (int row = spans.bottom; row <= spans.top; ++row) blend_row(input, shape, row, spans, pixels);
  }
  close_rows(input, pixels);
}

inline void draw_rows(const DrawInput& input, const Tile& tile, const std::uint32_t* ranks, std::size_t size,
                      TilePixels& pixels) {
  if (input.are_ellipsoids())
    draw_rows_of<BodyShape>(input, tile, ranks, size, pixels);
  else if (input.are_splats())
    draw_rows_of<EllipseShape>(input, tile, ranks, size, pixels);
  else if (input.are_streaks())
    draw_rows_of<StreakShape>(input, tile, ranks, size, pixels);
  else if (input.are_spheres())
    draw_rows_of<SphereShape>(input, tile, ranks, size, pixels);
  else
    draw_rows_of<DiscShape>(input, tile, ranks, size, pixels);
}

}  // namespace farfirst::app::cpu::HWY_NAMESPACE
