// Particles along their way during an exposure; once for each instruction set (kernels.cpp). The twin of
// shaders/elements/streak.glsl. Each is an ellipse of the picture, whose edge is where its reach, 1, ends.

namespace farfirst::app::cpu::HWY_NAMESPACE {

struct StreakLanes {
  alignas(64) std::int32_t element[16], left[16], bottom[16], right_end[16], top[16];
  alignas(64) std::array<float, 64> places, rests;  // of each the two halves of an Ellipse
};

/// `at`: four times the number of a vertex.
FARFIRST_INLINE Point3 velocity_at(const DrawInput& input, Int at) {
  const auto* words = reinterpret_cast<const float*>(input.motions);
  return {gather(words, at), gather(words + 1, at), gather(words + 2, at)};
}

struct Way {
  Float x, y;  // half of it, in pixels
};

FARFIRST_INLINE Way half_way(const DrawInput& input, const Point3& velocity, const Point4& clip) {
  const FrameBlock& view = input.view;
  const Float half = all(0.5f);
  const Point3 eye = turned(view.camera.view, velocity);
  const Point4 motion = transformed(view.camera.projection, Point4{eye.x, eye.y, eye.z, all(0.0f)});
  const Float most = half * clip.w / maximum(magnitude(motion.w), all(1e-20f));
  const Float seconds = half * minimum(all(0.5f * view.look.streak), most);
  const auto moved = [&](Float along, Float at, float pixels) {
    return seconds * ((along - at / clip.w * motion.w) / clip.w) * all(pixels);
  };
  return {moved(motion.x, clip.x, view.camera.viewport.x), moved(motion.y, clip.y, view.camera.viewport.y)};
}

/// The particles that may cover something, as bits.
inline std::uint32_t listed_streaks(const DrawInput& input, std::uint32_t size, StreakLanes& out) {
  const Int element = load(out.element);
  const Projected projected = project_particle(input, element);
  const Point4& clip = projected.clip;
  const glm::vec2 viewport = input.view.camera.viewport;
  const Float half = all(0.5f), zero = all(0.0f), one = all(1.0f);
  const Float x = (clip.x / clip.w * half + half) * all(viewport.x),
              y = (clip.y / clip.w * half + half) * all(viewport.y);
  const Way way = half_way(input, velocity_at(input, left<2>(element)), clip);
  const Float radius = half * minimum(maximum(projected.size, one), all(1e7f)),
              length = root(way.x * way.x + way.y * way.y);
  const Mask moves = length > all(1e-4f) * radius;
  const Float longer = select(moves, radius + length, radius), by = one / length;
  const Float to_x = select(moves, way.x * by, one), to_y = select(moves, way.y * by, zero);
  const auto extent = [&](Float along, Float across) {
    return root(longer * along * (longer * along) + radius * across * (radius * across));
  };
  const Float half_width = extent(to_x, to_y), half_height = extent(to_y, to_x);
  const PixelLanes pixels = pixels_round(input, x, y, half_width, half_height);
  const IntMask is_there = numbered() < all(static_cast<std::int32_t>(size));
  const std::uint32_t listed = bits(both(is_there, as_int_mask(both(clip.w > zero, pixels.are_some()))));
  if (listed == 0) return 0;

  store(right<tile_shift>(truncated(pixels.left)), out.left);
  store(right<tile_shift>(truncated(pixels.bottom)), out.bottom);
  store(right<tile_shift>(truncated(pixels.right)), out.right_end);
  store(right<tile_shift>(truncated(pixels.top)), out.top);
  const Color& color = projected.color;
  const Float alpha = color.alpha * (radius / (radius + length));
  store_interleaved(x, y, to_x / longer, to_y / longer, out.places.data());
  store_interleaved(longer / radius, one, as_float(half_of(color.red) | left<16>(half_of(color.green))),
                    as_float(half_of(color.blue) | left<16>(half_of(alpha))), out.rests.data());
  return listed;
}

/// Pairs have ranks.
inline std::uint32_t list_streaks(const DrawInput& input, std::uint32_t begin, std::uint32_t end, PairList& list) {
  const auto lanes = static_cast<std::uint32_t>(lane_count());
  StreakLanes out;
  for (std::uint32_t rank = begin; rank < end; rank += lanes) {
    if (list.pairs.size() >= list.limit) return rank;
    const std::uint32_t size = std::min(end - rank, lanes);
    for (std::uint32_t i = 0; i < lanes; ++i) {
      out.element[i] = static_cast<std::int32_t>(input.element(rank + std::min(i, size - 1)));
      if (rank + i + elements_ahead >= input.count) continue;
      __builtin_prefetch(input.vertices + input.element(rank + i + elements_ahead));
      __builtin_prefetch(input.motions + input.element(rank + i + elements_ahead));
    }
    for (std::uint32_t listed = listed_streaks(input, size, out); listed != 0; listed &= listed - 1) {
      const auto i = static_cast<unsigned>(std::countr_zero(listed));
      auto* bytes = reinterpret_cast<std::byte*>(input.ellipses + rank + i);
      std::memcpy(bytes, &out.places[std::size_t{4} * i], 16);
      std::memcpy(bytes + 16, &out.rests[std::size_t{4} * i], 16);
      const auto tile = [](std::int32_t at) { return static_cast<std::uint16_t>(at); };
      const TileBox box{tile(out.left[i]), tile(out.bottom[i]), tile(out.right_end[i]), tile(out.top[i])};
      if (box.is_one())
        add_pair(input, box.left, box.bottom, rank + i, list);
      else
        add_ellipse(input, box, rank + i, list);
    }
  }
  return end;
}

}  // namespace farfirst::app::cpu::HWY_NAMESPACE
