// Triangles projected for a frame; once for each instruction set (kernels.cpp). They are visited in file order,
// where the corners of neighbours lie side by side. Most invisible ones are rejected here, so that
// the sorted order visits a few bytes of them.

namespace farfirst::app::cpu::HWY_NAMESPACE {

struct Places {
  Int x, y;
};

inline Places places_at(const DrawInput& input, Int corner) {
  const std::int32_t* words = &input.places->x;
  const Int at = left<1>(corner);
  return {gather(words, at), gather(words + 1, at)};
}

/// Like Edge, in numbers of 32 bits, with another origin: value + step * place of pixels and sixteenths.
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
inline IntMask covers_something(const DrawInput& input, const Places& a, const Places& b, const Places& c,
                                Int left_pixel, Int bottom_pixel, Int right_pixel, Int top_pixel) {
  const Int x = left<8>(left_pixel), y = left<8>(bottom_pixel), zero = all(0);
  const ShortEdge ab = short_edge(a, b, x, y), bc = short_edge(b, c, x, y), ca = short_edge(c, a, x, y);
  IntMask any = zero > zero;
  const IntMask two_columns = right_pixel > left_pixel, two_rows = top_pixel > bottom_pixel, yes = zero == zero;
  for (int row = 0; row < 2; ++row) {
    for (int column = 0; column < 2; ++column) {
      const IntMask is_there = both(column == 0 ? yes : two_columns, row == 0 ? yes : two_rows);
      for (int s = 0; s < input.samples; ++s) {
        const glm::ivec2 sample = input.positions[static_cast<unsigned>(s)];
        const std::int32_t px = column * 16 + sample.x, py = row * 16 + sample.y;
        const IntMask outside = (at(ab, px, py) | at(bc, px, py) | at(ca, px, py)) < zero;
        any = either(any, without(is_there, outside));
      }
    }
  }
  return any;
}

/// False if it has no area.
inline bool turn_counterclockwise(Outline& outline) {
  auto& [a, b, c] = outline.corners;
  const std::int64_t turn = area(a, b, c);
  if (turn < 0) std::swap(b, c);
  return turn != 0;
}

struct TriangleLanes {
  alignas(64) std::int32_t left[16], bottom[16], right[16], top[16];
  alignas(64) std::int32_t x[3][16], y[3][16];
};

/// The triangles that may cover something, as bits, and those of them that are not inside.
struct Seen {
  std::uint32_t inside, clipped, small;
};

/// The triangles from `first_element` on.
inline Seen seen_triangles(const DrawInput& input, std::uint32_t first_element, std::uint32_t size,
                           TriangleLanes& out) {
  const Int number = minimum(numbered(), all(static_cast<std::int32_t>(size) - 1));
  const auto* corners = reinterpret_cast<const std::int32_t*>(input.corners + std::size_t{3} * first_element);
  const Int corner = number * all(3);
  const Places a = places_at(input, gather(corners, corner)), first = places_at(input, gather(corners + 1, corner)),
               second = places_at(input, gather(corners + 2, corner));
  const Int none = all(Place::none), zero = all(0);
  const IntMask is_there = numbered() < all(static_cast<std::int32_t>(size));
  const IntMask a_outside = a.x == none, first_outside = first.x == none, second_outside = second.x == none;
  const IntMask outside = either(either(a_outside, first_outside), second_outside);
  // Beyond one plane with all corners: it is invisible (Place::none).
  const IntMask beyond = both(both(both(a_outside, first_outside), second_outside), (a.y & first.y & second.y) != zero);
  const std::uint32_t clipped = bits(both(is_there, without(outside, beyond)));
  const Int least_x = minimum(minimum(a.x, first.x), second.x), most_x = maximum(maximum(a.x, first.x), second.x);
  const Int least_y = minimum(minimum(a.y, first.y), second.y), most_y = maximum(maximum(a.y, first.y), second.y);
  const glm::ivec4 bounds = input.bounds * 16;
  const Int left_pixel = maximum(right<8>(least_x + all(subpixels - 1 - bounds.z)), zero);
  const Int bottom_pixel = maximum(right<8>(least_y + all(subpixels - 1 - bounds.w)), zero);
  const Int right_pixel = minimum(right<8>(most_x - all(bounds.x)), all(input.width - 1));
  const Int top_pixel = minimum(right<8>(most_y - all(bounds.y)), all(input.height - 1));
  const IntMask in_picture = both(left_pixel < right_pixel + all(1), bottom_pixel < top_pixel + all(1));
  IntMask inside = both(without(is_there, outside), in_picture);
  if (bits(inside) == 0) return {0, clipped, 0};

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
                   without(tiny, covers_something(input, a, b, c, left_pixel, bottom_pixel, right_pixel, top_pixel)));
  store(right<tile_shift>(left_pixel), out.left);
  store(right<tile_shift>(bottom_pixel), out.bottom);
  store(right<tile_shift>(right_pixel), out.right);
  store(right<tile_shift>(top_pixel), out.top);
  store(a.x, out.x[0]), store(b.x, out.x[1]), store(c.x, out.x[2]);
  store(a.y, out.y[0]), store(b.y, out.y[1]), store(c.y, out.y[2]);
  return {bits(inside), clipped, bits(small)};
}

constexpr std::uint16_t tile_number(std::int32_t tile) { return static_cast<std::uint16_t>(tile); }

/// A triangle with a corner that is not inside. False if it is invisible.
inline bool project_clipped(const DrawInput& input, std::uint32_t element) {
  const auto corners = clipped_corners(input, element);
  const PixelBox box = pixels_of_clipped(input, corners);
  if (box.is_empty()) return false;
  input.outlines[element] = {{corners[0].place, corners[1].place, corners[2].place}};
  input.boxes[element] = {tile_number(box.left >> tile_shift), tile_number(box.bottom >> tile_shift),
                          tile_number(box.right >> tile_shift), tile_number(box.top >> tile_shift)};
  return true;
}

inline bool project_inside(const DrawInput& input, const TriangleLanes& lanes, unsigned i, bool is_small,
                           std::uint32_t element) {
  Outline outline{
      {Place{lanes.x[0][i], lanes.y[0][i]}, Place{lanes.x[1][i], lanes.y[1][i]}, Place{lanes.x[2][i], lanes.y[2][i]}}};
  if (!is_small && !turn_counterclockwise(outline)) return false;
  input.outlines[element] = outline;
  input.boxes[element] = {tile_number(lanes.left[i]), tile_number(lanes.bottom[i]), tile_number(lanes.right[i]),
                          tile_number(lanes.top[i])};
  return true;
}

/// The visible ones, as bits.
inline std::uint32_t project_triangles(const DrawInput& input, std::uint32_t first, std::uint32_t size) {
  TriangleLanes out;
  const Seen seen = seen_triangles(input, first, size, out);
  std::uint32_t shown = 0;
  for (std::uint32_t left_over = seen.inside | seen.clipped; left_over != 0; left_over &= left_over - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(left_over));
    const bool shows = (seen.clipped >> i & 1) != 0
                           ? project_clipped(input, first + i)
                           : project_inside(input, out, i, (seen.small >> i & 1) != 0, first + i);
    if (shows) shown |= 1u << i;
  }
  return shown;
}

/// The outlines of such blocks.
inline void project(const DrawInput& input, std::uint32_t begin, std::uint32_t end) {
  const auto lanes = static_cast<std::uint32_t>(lane_count());
  for (std::uint32_t block = begin; block < end; ++block) {
    const std::uint32_t first = block * block_elements, size = std::min(block_elements, input.elements - first);
    std::uint32_t shown = 0;
    for (std::uint32_t at = 0; at < size; at += lanes) {
      const std::uint32_t count = std::min(lanes, size - at);
      shown |=
          (input.are_splats() ? project_splats(input, first + at, count) : project_triangles(input, first + at, count))
          << at;
    }
    input.shown[block] = static_cast<std::uint16_t>(shown);
  }
}

}  // namespace farfirst::app::cpu::HWY_NAMESPACE
