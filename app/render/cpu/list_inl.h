// Which tiles elements touch; once for each instruction set (kernels.cpp).

namespace farfirst::app::cpu::HWY_NAMESPACE {

/// Corners are read so many elements ahead, and their places half as many: in the order of a sort each of them lies
/// somewhere else in memory.
constexpr std::uint32_t elements_ahead = 128;

// ---- Triangles

struct Places {
  Int x, y;
};

inline Places places_at(const Subject& subject, Int corner) {
  const std::int32_t* words = &subject.places->x;
  const Int at = left<1>(corner);
  return {gather(words, at), gather(words + 1, at)};
}

/// As Edge, in numbers of 32 bits, with another origin: value + step * place of pixels and sixteenths.
struct ShortEdge {
  Int value, step_x, step_y;
};

inline ShortEdge short_edge(const Places& a, const Places& b, Int origin_x, Int origin_y) {
  const Int x = b.x - a.x, y = b.y - a.y, zero = all(0);
  const IntMask includes_itself = either(y < zero, both(y == zero, x > zero));
  const Int value = x * (origin_y - a.y) - y * (origin_x - a.x) - select(includes_itself, zero, all(1));
  return {right<4>(value), zero - y, x};
}
inline Int at(const ShortEdge& edge, std::int32_t x, std::int32_t y) {
  return edge.value + edge.step_x * all(x) + edge.step_y * all(y);
}

/// Triangles whose pixels are at most two by two often lie between the samples.
inline IntMask covers_something(const Subject& subject, const Places& a, const Places& b, const Places& c,
                                Int left_pixel, Int bottom_pixel, Int right_pixel, Int top_pixel) {
  const Int x = left<8>(left_pixel), y = left<8>(bottom_pixel), zero = all(0);
  const ShortEdge ab = short_edge(a, b, x, y), bc = short_edge(b, c, x, y), ca = short_edge(c, a, x, y);
  IntMask any = zero > zero;
  const IntMask two_columns = right_pixel > left_pixel, two_rows = top_pixel > bottom_pixel, yes = zero == zero;
  for (int row = 0; row < 2; ++row) {
    for (int column = 0; column < 2; ++column) {
      const IntMask is_there = both(column == 0 ? yes : two_columns, row == 0 ? yes : two_rows);
      for (int s = 0; s < subject.samples; ++s) {
        const glm::ivec2 sample = subject.positions[static_cast<unsigned>(s)];
        const std::int32_t px = column * 16 + sample.x, py = row * 16 + sample.y;
        const IntMask outside = (at(ab, px, py) | at(bc, px, py) | at(ca, px, py)) < zero;
        any = either(any, without(is_there, outside));
      }
    }
  }
  return any;
}

inline void add_pair(const Subject& subject, int x, int y, std::uint32_t rank, PairList& list) {
  const auto tile = static_cast<std::uint32_t>(y * subject.tiles_across + x);
  if (subject.full[tile] == 0) list.pairs.push_back({tile, rank});
}

/// Does the inside of an edge reach into a tile?
inline bool reaches(const Edge& edge, int tile_x, int tile_y) {
  constexpr std::int64_t width = std::int64_t{tile_width} * subpixels;
  const std::int64_t x = tile_x * width + (edge.step_x > 0 ? width : 0),
                     y = tile_y * width + (edge.step_y > 0 ? width : 0);
  return edge.at(x, y) >= 0;
}

inline void add_tiles(const Subject& subject, const PixelBox& box, const Outline& outline, std::uint32_t rank,
                      PairList& list) {
  const auto& [a, b, c] = outline.corners;
  const Edge ab = edge_between(a, b), bc = edge_between(b, c), ca = edge_between(c, a);
  for (int y = box.bottom >> tile_shift; y <= box.top >> tile_shift; ++y)
    for (int x = box.left >> tile_shift; x <= box.right >> tile_shift; ++x)
      if (reaches(ab, x, y) && reaches(bc, x, y) && reaches(ca, x, y)) add_pair(subject, x, y, rank, list);
}

inline void add_clipped(const Subject& subject, std::uint32_t element, std::uint32_t rank, PairList& list) {
  const auto corners = clipped_corners(subject, element);
  const PixelBox box = pixels_of_clipped(subject, corners);
  if (box.is_empty()) return;
  subject.outlines[rank] = {{corners[0].place, corners[1].place, corners[2].place}, element};
  for (int y = box.bottom >> tile_shift; y <= box.top >> tile_shift; ++y)
    for (int x = box.left >> tile_shift; x <= box.right >> tile_shift; ++x) add_pair(subject, x, y, rank, list);
}

/// False if it has no area.
inline bool turn_counterclockwise(Outline& outline) {
  auto& [a, b, c] = outline.corners;
  const std::int64_t turn = area(a, b, c);
  if (turn < 0) std::swap(b, c);
  return turn != 0;
}

inline void prefetch_triangles(const Subject& subject, std::uint32_t rank, int lanes) {
  for (int lane = 0; lane < lanes; ++lane, ++rank) {
    if (rank + elements_ahead < subject.count)
      __builtin_prefetch(subject.corners + std::size_t{3} * subject.element(rank + elements_ahead));
    if (rank + elements_ahead / 2 >= subject.count) continue;
    const std::uint32_t* corners = subject.corners + std::size_t{3} * subject.element(rank + elements_ahead / 2);
    for (int i = 0; i < 3; ++i) __builtin_prefetch(subject.places + corners[i]);
  }
}

struct TriangleLanes {
  alignas(64) std::int32_t element[16], left[16], bottom[16], right[16], top[16];
  alignas(64) std::int32_t x[3][16], y[3][16];
};

/// Those of some triangles that may cover something, as bits, and those of them that are not inside.
struct Listed {
  std::uint32_t inside, clipped, small;
};

inline Listed listed_triangles(const Subject& subject, std::uint32_t size, TriangleLanes& out) {
  const Int corner = load(out.element) * all(3);
  const auto* corners = reinterpret_cast<const std::int32_t*>(subject.corners);
  const Places a = places_at(subject, gather(corners, corner)), first = places_at(subject, gather(corners + 1, corner)),
               second = places_at(subject, gather(corners + 2, corner));
  const Int none = all(Place::none), zero = all(0);
  const IntMask is_there = numbered() < all(static_cast<std::int32_t>(size));
  const IntMask outside = either(either(a.x == none, first.x == none), second.x == none);
  const Int least_x = minimum(minimum(a.x, first.x), second.x), most_x = maximum(maximum(a.x, first.x), second.x);
  const Int least_y = minimum(minimum(a.y, first.y), second.y), most_y = maximum(maximum(a.y, first.y), second.y);
  const glm::ivec4 bounds = subject.bounds * 16;
  const Int left_pixel = maximum(right<8>(least_x + all(subpixels - 1 - bounds.z)), zero);
  const Int bottom_pixel = maximum(right<8>(least_y + all(subpixels - 1 - bounds.w)), zero);
  const Int right_pixel = minimum(right<8>(most_x - all(bounds.x)), all(subject.width - 1));
  const Int top_pixel = minimum(right<8>(most_y - all(bounds.y)), all(subject.height - 1));
  const IntMask in_picture = both(left_pixel < right_pixel + all(1), bottom_pixel < top_pixel + all(1));
  IntMask inside = both(without(is_there, outside), in_picture);

  // Up to 128 pixels products of two differences have 31 bits.
  const Int limit = all(1 << 15);
  const IntMask small = both(inside, both(most_x - least_x < limit, most_y - least_y < limit));
  const Int turn = (first.x - a.x) * (second.y - a.y) - (first.y - a.y) * (second.x - a.x);
  inside = without(inside, both(small, turn == zero));
  const IntMask other_way = turn < zero;
  const Places b{select(other_way, second.x, first.x), select(other_way, second.y, first.y)};
  const Places c{select(other_way, first.x, second.x), select(other_way, first.y, second.y)};
  const IntMask tiny = both(small, both(right_pixel - left_pixel < all(2), top_pixel - bottom_pixel < all(2)));
  inside = without(inside,
                   without(tiny, covers_something(subject, a, b, c, left_pixel, bottom_pixel, right_pixel, top_pixel)));

  const std::uint32_t listed = bits(inside);
  if (listed == 0) return {0, bits(both(is_there, outside)), 0};
  store(left_pixel, out.left);
  store(bottom_pixel, out.bottom);
  store(right_pixel, out.right);
  store(top_pixel, out.top);
  store(a.x, out.x[0]), store(b.x, out.x[1]), store(c.x, out.x[2]);
  store(a.y, out.y[0]), store(b.y, out.y[1]), store(c.y, out.y[2]);
  return {listed, bits(both(is_there, outside)), bits(small)};
}

inline std::uint32_t list_triangles(const Subject& subject, std::uint32_t begin, std::uint32_t end, PairList& list) {
  const auto lanes = static_cast<std::uint32_t>(lane_count());
  TriangleLanes out;
  for (std::uint32_t rank = begin; rank < end; rank += lanes) {
    if (list.pairs.size() >= list.limit) return rank;
    prefetch_triangles(subject, rank, static_cast<int>(lanes));
    const std::uint32_t size = std::min(end - rank, lanes);
    for (std::uint32_t i = 0; i < lanes; ++i)
      out.element[i] = static_cast<std::int32_t>(subject.element(rank + std::min(i, size - 1)));
    const Listed listed = listed_triangles(subject, size, out);
    for (std::uint32_t left_over = listed.inside | listed.clipped; left_over != 0; left_over &= left_over - 1) {
      const auto i = static_cast<unsigned>(std::countr_zero(left_over));
      const auto element = static_cast<std::uint32_t>(out.element[i]);
      if ((listed.clipped >> i & 1) != 0) {
        add_clipped(subject, element, rank + i, list);
        continue;
      }
      Outline outline{
          {Place{out.x[0][i], out.y[0][i]}, Place{out.x[1][i], out.y[1][i]}, Place{out.x[2][i], out.y[2][i]}}, element};
      if ((listed.small >> i & 1) == 0 && !turn_counterclockwise(outline)) continue;
      subject.outlines[rank + i] = outline;
      const PixelBox box{out.left[i], out.bottom[i], out.right[i], out.top[i]};
      const int x = box.left >> tile_shift, y = box.bottom >> tile_shift;
      if (x == box.right >> tile_shift && y == box.top >> tile_shift)
        add_pair(subject, x, y, rank + i, list);
      else
        add_tiles(subject, box, outline, rank + i, list);
    }
  }
  return end;
}

// ---- Sprites

inline void add_sprite(const Subject& subject, const PixelBox& box, const Sprite& sprite, std::uint32_t rank,
                       PairList& list) {
  const float square = sprite.half_width * sprite.half_width * 1.0001f + 1e-3f;
  for (int y = box.bottom >> tile_shift; y <= box.top >> tile_shift; ++y) {
    const auto low_y = static_cast<float>(y << tile_shift);
    const float off_y = sprite.y - std::clamp(sprite.y, low_y, low_y + tile_width);
    for (int x = box.left >> tile_shift; x <= box.right >> tile_shift; ++x) {
      const auto low_x = static_cast<float>(x << tile_shift);
      const float off_x = sprite.x - std::clamp(sprite.x, low_x, low_x + tile_width);
      if (off_x * off_x + off_y * off_y <= square) add_pair(subject, x, y, rank, list);
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

/// Those of some sprites that may cover something, as bits.
inline std::uint32_t listed_sprites(const Subject& subject, std::uint32_t size, SpriteLanes& out) {
  const Int element = load(out.element);
  const Projected projected = project_sprite(subject, element);
  const Point4& clip = projected.clip;
  const glm::vec2 viewport = subject.view.viewport;
  const Float half = all(0.5f), zero = all(0.0f);
  const Float x = (clip.x / clip.w * half + half) * all(viewport.x),
              y = (clip.y / clip.w * half + half) * all(viewport.y);
  const Float half_width = half * maximum(projected.size, all(1.0f));
  const Mask in_depth = both(clip.w > zero, magnitude(clip.z) <= clip.w);
  const Float least_x = maximum(rounded_up(x - half_width - half), zero);
  const Float least_y = maximum(rounded_up(y - half_width - half), zero);
  const Float most_x = minimum(rounded_down(x + half_width - half), all(viewport.x - 1.0f));
  const Float most_y = minimum(rounded_down(y + half_width - half), all(viewport.y - 1.0f));
  const Mask in_picture = both(least_x <= most_x, least_y <= most_y);
  const IntMask is_there = numbered() < all(static_cast<std::int32_t>(size));
  const std::uint32_t listed = bits(both(is_there, as_int_mask(both(in_depth, in_picture))));
  if (listed == 0) return 0;

  store(truncated(least_x), out.left);
  store(truncated(least_y), out.bottom);
  store(truncated(most_x), out.right);
  store(truncated(most_y), out.top);
  store(rounded_place(x), out.x);
  store(rounded_place(y), out.y);
  store(as_float(as_int(half_width) & all(~127)), out.half_width);
  store(projected.color.red, out.red);
  store(projected.color.green, out.green);
  store(projected.color.blue, out.blue);
  store(projected.color.alpha, out.alpha);
  return listed;
}

inline std::uint32_t list_sprites(const Subject& subject, std::uint32_t begin, std::uint32_t end, PairList& list) {
  const auto lanes = static_cast<std::uint32_t>(lane_count());
  SpriteLanes out;
  for (std::uint32_t rank = begin; rank < end; rank += lanes) {
    if (list.pairs.size() >= list.limit) return rank;
    const std::uint32_t size = std::min(end - rank, lanes);
    for (std::uint32_t i = 0; i < lanes; ++i) {
      out.element[i] = static_cast<std::int32_t>(subject.element(rank + std::min(i, size - 1)));
      if (rank + i + elements_ahead < subject.count)
        __builtin_prefetch(subject.vertices + subject.element(rank + i + elements_ahead));
    }
    for (std::uint32_t listed = listed_sprites(subject, size, out); listed != 0; listed &= listed - 1) {
      const auto i = static_cast<unsigned>(std::countr_zero(listed));
      const Sprite sprite{out.x[i], out.y[i], out.half_width[i], out.red[i], out.green[i], out.blue[i], out.alpha[i]};
      subject.sprites[rank + i] = sprite;
      const PixelBox box{out.left[i], out.bottom[i], out.right[i], out.top[i]};
      const int x = box.left >> tile_shift, y = box.bottom >> tile_shift;
      if (x == box.right >> tile_shift && y == box.top >> tile_shift)
        add_pair(subject, x, y, rank + i, list);
      else
        add_sprite(subject, box, sprite, rank + i, list);
    }
  }
  return end;
}

// ---- Splats

/// How near a box comes to the middle of an ellipse, from which its corners are: the square of that in standard
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
inline void add_ellipse(const Subject& subject, const TileBox& box, std::uint32_t number, PairList& list) {
  const Ellipse& ellipse = subject.ellipses[number];
  const EllipseDistance distance(ellipse);
  const float most = ellipse.reach * 1.0001f + 4e-3f;
  for (int y = box.bottom; y <= box.top; ++y) {
    for (int x = box.left; x <= box.right; ++x) {
      const glm::vec2 low(static_cast<float>(x * tile_width) + 0.5f - ellipse.x,
                          static_cast<float>(y * tile_width) + 0.5f - ellipse.y);
      if (distance.least_square(low, low + static_cast<float>(tile_width - 1)) <= most)
        add_pair(subject, x, y, number, list);
    }
  }
}

/// Pairs have the numbers of splats: what is drawn of them lies in the order of the file.
inline std::uint32_t list_splats(const Subject& subject, std::uint32_t begin, std::uint32_t end, PairList& list) {
  for (std::uint32_t rank = begin; rank < end; ++rank) {
    if (list.pairs.size() >= list.limit) return rank;
    if (rank + elements_ahead < subject.count)
      __builtin_prefetch(subject.boxes + subject.element(rank + elements_ahead));
    const std::uint32_t number = subject.element(rank);
    const TileBox box = subject.boxes[number];
    if (box.is_empty()) continue;
    if (box.is_one())
      add_pair(subject, box.left, box.bottom, number, list);
    else
      add_ellipse(subject, box, number, list);
  }
  return end;
}

/// streaks_inl.h.
inline std::uint32_t list_streaks(const Subject& subject, std::uint32_t begin, std::uint32_t end, PairList& list);

inline std::uint32_t list(const Subject& subject, std::uint32_t begin, std::uint32_t end, PairList& list) {
  if (subject.are_streaks()) return list_streaks(subject, begin, end, list);
  if (subject.are_splats()) return list_splats(subject, begin, end, list);
  return subject.are_triangles() ? list_triangles(subject, begin, end, list) : list_sprites(subject, begin, end, list);
}

}  // namespace farfirst::app::cpu::HWY_NAMESPACE
