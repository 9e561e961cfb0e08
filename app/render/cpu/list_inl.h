// Which tiles elements touch; once for each instruction set (kernels.cpp).

namespace farfirst::app::cpu::HWY_NAMESPACE {

/// Prefetches memory this many elements ahead: in sorted order each of them lies somewhere else.
constexpr std::uint32_t elements_ahead = 128;

inline void add_pair(const DrawInput& input, int x, int y, std::uint32_t rank, PairList& list) {
  const auto tile = static_cast<std::uint32_t>(y * input.tiles_across + x);
  if (input.full[tile] == 0) list.add({tile, rank});
}

// ---- Sprites

inline void add_sprite(const DrawInput& input, const PixelBox& box, const Sprite& sprite, std::uint32_t rank,
                       PairList& list) {
  const float square = sprite.half_width * sprite.half_width * 1.0001f + 1e-3f;
  for (int y = box.bottom >> tile_shift; y <= box.top >> tile_shift; ++y) {
    const auto low_y = static_cast<float>(y << tile_shift);
    const float off_y = sprite.y - std::clamp(sprite.y, low_y, low_y + tile_width);
    for (int x = box.left >> tile_shift; x <= box.right >> tile_shift; ++x) {
      const auto low_x = static_cast<float>(x << tile_shift);
      const float off_x = sprite.x - std::clamp(sprite.x, low_x, low_x + tile_width);
      if (off_x * off_x + off_y * off_y <= square) add_pair(input, x, y, rank, list);
    }
  }
}

struct SpriteLanes {
  alignas(64) std::int32_t element[16], left[16], bottom[16], right[16], top[16];
  alignas(64) float x[16], y[16], half_width[16], red[16], green[16], blue[16], alpha[16];
};

/// Places are rounded as tiles/sprite.glsl packs them.
inline Float rounded_place(Float x) {
  constexpr float fine = 256.0f, most_fine = 32000.0f;
  const Float bounded = minimum(maximum(x, all(-8e6f)), all(8e6f));
  const Float near = to_float(nearest(bounded * all(fine))) * all(1.0f / fine);
  return select(magnitude(x) > all(most_fine), to_float(nearest(bounded)), near);
}

/// The sprites that may cover something, as bits.
inline std::uint32_t listed_sprites(const DrawInput& input, std::uint32_t size, SpriteLanes& out) {
  const Int element = load(out.element);
  const Projected projected = project_sprite(input, element);
  const Point4& clip = projected.clip;
  const glm::vec2 viewport = input.view.camera.viewport;
  const Float half = all(0.5f), zero = all(0.0f);
  const Float x = (clip.x / clip.w * half + half) * all(viewport.x),
              y = (clip.y / clip.w * half + half) * all(viewport.y);
  const Float half_width = half * maximum(projected.size, all(1.0f));
  const PixelLanes pixels = pixels_round(input, x, y, half_width, half_width);
  const IntMask is_there = numbered() < all(static_cast<std::int32_t>(size));
  const std::uint32_t listed = bits(both(is_there, as_int_mask(both(clip.w > zero, pixels.are_some()))));
  if (listed == 0) return 0;

  store(truncated(pixels.left), out.left);
  store(truncated(pixels.bottom), out.bottom);
  store(truncated(pixels.right), out.right);
  store(truncated(pixels.top), out.top);
  store(rounded_place(x), out.x);
  store(rounded_place(y), out.y);
  store(as_float(as_int(half_width) & all(~127)), out.half_width);
  store(projected.color.red, out.red);
  store(projected.color.green, out.green);
  store(projected.color.blue, out.blue);
  store(projected.color.alpha, out.alpha);
  return listed;
}

inline std::uint32_t list_sprites(const DrawInput& input, std::uint32_t begin, std::uint32_t end, PairList& list) {
  const auto lanes = static_cast<std::uint32_t>(lane_count());
  SpriteLanes out;
  for (std::uint32_t rank = begin; rank < end; rank += lanes) {
    if (list.pairs.size() >= list.limit) return rank;
    const std::uint32_t size = std::min(end - rank, lanes);
    for (std::uint32_t i = 0; i < lanes; ++i) {
      out.element[i] = static_cast<std::int32_t>(input.element(rank + std::min(i, size - 1)));
      if (rank + i + elements_ahead < input.count)
        __builtin_prefetch(input.vertices + input.element(rank + i + elements_ahead));
    }
    for (std::uint32_t listed = listed_sprites(input, size, out); listed != 0; listed &= listed - 1) {
      const auto i = static_cast<unsigned>(std::countr_zero(listed));
      const Sprite sprite{out.x[i], out.y[i], out.half_width[i], out.red[i], out.green[i], out.blue[i], out.alpha[i]};
      input.sprites[rank + i] = sprite;
      const PixelBox box{out.left[i], out.bottom[i], out.right[i], out.top[i]};
      const int x = box.left >> tile_shift, y = box.bottom >> tile_shift;
      if (x == box.right >> tile_shift && y == box.top >> tile_shift)
        add_pair(input, x, y, rank + i, list);
      else
        add_sprite(input, box, sprite, rank + i, list);
    }
  }
  return end;
}

// ---- Splats

/// The distance from a box to the centre of an ellipse, relative to its corners: the square of that in standard
/// deviations. It lies on one of the two sides that face the middle. As in shaders/render/tiles/ellipse.glsl.
struct EllipseDistance {
  glm::vec2 along, across;
  float lean_x, lean_y;

  explicit EllipseDistance(const Ellipse& ellipse)
      : along(ellipse.along_x, ellipse.along_y), across(ellipse.ratio * glm::vec2(-along.y, along.x)) {
    const float xy = along.x * along.y + across.x * across.y;
    lean_x = -xy / (along.x * along.x + across.x * across.x);
    lean_y = -xy / (along.y * along.y + across.y * across.y);
  }
  float square_at(float x, float y) const {
    const float u = along.x * x + along.y * y, v = across.x * x + across.y * y;
    return u * u + v * v;
  }
  float least_square(glm::vec2 low, glm::vec2 high) const {
    const float x = std::min(std::max(0.0f, low.x), high.x), y = std::min(std::max(0.0f, low.y), high.y);
    return std::min(square_at(x, std::min(std::max(lean_y * x, low.y), high.y)),
                    square_at(std::min(std::max(lean_x * y, low.x), high.x), y));
  }
};

/// Tiles that have pixels whose middles are in it.
inline void add_ellipse(const DrawInput& input, const TileBox& box, std::uint32_t number, PairList& list) {
  const Ellipse& ellipse = input.ellipses[number];
  const EllipseDistance distance(ellipse);
  const float most = ellipse.reach * 1.0001f + 4e-3f;
  for (int y = box.bottom; y <= box.top; ++y) {
    for (int x = box.left; x <= box.right; ++x) {
      const glm::vec2 low(static_cast<float>(x * tile_width) + 0.5f - ellipse.x,
                          static_cast<float>(y * tile_width) + 0.5f - ellipse.y);
      if (distance.least_square(low, low + static_cast<float>(tile_width - 1)) <= most)
        add_pair(input, x, y, number, list);
    }
  }
}

// ---- Triangles

/// Does the inside of an edge reach into a tile?
inline bool reaches(const Edge& edge, int tile_x, int tile_y) {
  constexpr std::int64_t width = std::int64_t{tile_width} * subpixels;
  const std::int64_t x = tile_x * width + (edge.step_x > 0 ? width : 0),
                     y = tile_y * width + (edge.step_y > 0 ? width : 0);
  return edge.at(x, y) >= 0;
}

inline void add_triangle(const DrawInput& input, const TileBox& box, std::uint32_t number, PairList& list) {
  const Outline& outline = input.outlines[number];
  const auto& [a, b, c] = outline.corners;
  const bool is_inside = outline.is_inside();
  const Edge ab = edge_between(a, b), bc = edge_between(b, c), ca = edge_between(c, a);
  for (int y = box.bottom; y <= box.top; ++y)
    for (int x = box.left; x <= box.right; ++x)
      if (!is_inside || (reaches(ab, x, y) && reaches(bc, x, y) && reaches(ca, x, y)))
        add_pair(input, x, y, number, list);
}

// ---- Elements in file order

/// The numbers of visible elements among some ranks.
struct ShownNumbers {
  static constexpr std::uint32_t ranks = 64;
  std::uint32_t size = 0;
  std::array<std::uint32_t, ranks> numbers{};
};

/// Visibility is unpredictable for a processor, so there is no branch for each of them. Their boxes are
/// prefetched.
inline void find_shown(const DrawInput& input, std::uint32_t begin, std::uint32_t end, ShownNumbers& to) {
  to.size = 0;
  for (std::uint32_t rank = begin; rank < end; ++rank) {
    const std::uint32_t number = input.element(rank);
    to.numbers[to.size] = number;
    to.size += input.shows(number) ? 1 : 0;
  }
  for (std::uint32_t i = 0; i < to.size; ++i) __builtin_prefetch(input.boxes + to.numbers[i]);
}

/// Pairs have the numbers of elements: their data lie in file order. `add`: if it may touch
/// several tiles.
template <class Add>
inline std::uint32_t list_numbered(const DrawInput& input, std::uint32_t begin, std::uint32_t end, PairList& list,
                                   const Add& add) {
  ShownNumbers some, later;
  const auto find = [&](std::uint32_t rank, ShownNumbers& to) {
    find_shown(input, std::min(rank, end), std::min(rank + ShownNumbers::ranks, end), to);
  };
  find(begin, later);
  for (std::uint32_t rank = begin; rank < end; rank += ShownNumbers::ranks) {
    if (list.pairs.size() >= list.limit) return rank;
    std::swap(some, later);
    find(rank + ShownNumbers::ranks, later);
    for (std::uint32_t i = 0; i < some.size; ++i) {
      const std::uint32_t number = some.numbers[i];
      const TileBox box = input.boxes[number];
      if (box.is_one())
        add_pair(input, box.left, box.bottom, number, list);
      else
        add(input, box, number, list);
    }
  }
  return end;
}

/// streaks_inl.h.
inline std::uint32_t list_streaks(const DrawInput& input, std::uint32_t begin, std::uint32_t end, PairList& list);

inline std::uint32_t list(const DrawInput& input, std::uint32_t begin, std::uint32_t end, PairList& list) {
  if (input.are_streaks()) return list_streaks(input, begin, end, list);
  if (input.are_splats()) return list_numbered(input, begin, end, list, add_ellipse);
  if (input.are_triangles()) return list_numbered(input, begin, end, list, add_triangle);
  return list_sprites(input, begin, end, list);
}

}  // namespace farfirst::app::cpu::HWY_NAMESPACE
