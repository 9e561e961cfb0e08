// Places of vertices in the picture; once for each instruction set (kernels.cpp).

namespace farfirst::app::cpu::HWY_NAMESPACE {

struct Point3 {
  Float x, y, z;
};
struct Point4 {
  Float x, y, z, w;
};

FARFIRST_INLINE Float dot(const Point3& a, const Point3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
FARFIRST_INLINE Point3 scaled(const Point3& v, Float by) { return {v.x * by, v.y * by, v.z * by}; }
FARFIRST_INLINE Point3 cross(const Point3& a, const Point3& b) {
  return {a.y * b.z - b.y * a.z, a.z * b.x - b.z * a.x, a.x * b.y - b.x * a.y};
}

FARFIRST_INLINE Float row(const glm::mat4& m, int i, const Point3& v) {
  return ((all(m[0][i]) * v.x + all(m[1][i]) * v.y) + all(m[2][i]) * v.z) + all(m[3][i]);
}
FARFIRST_INLINE Float row(const glm::mat4& m, int i, const Point4& v) {
  return ((all(m[0][i]) * v.x + all(m[1][i]) * v.y) + all(m[2][i]) * v.z) + all(m[3][i]) * v.w;
}
/// Without the translation.
FARFIRST_INLINE Point3 turned(const glm::mat4& m, const Point3& v) {
  return {(all(m[0][0]) * v.x + all(m[1][0]) * v.y) + all(m[2][0]) * v.z,
          (all(m[0][1]) * v.x + all(m[1][1]) * v.y) + all(m[2][1]) * v.z,
          (all(m[0][2]) * v.x + all(m[1][2]) * v.y) + all(m[2][2]) * v.z};
}
FARFIRST_INLINE Point4 transformed(const glm::mat4& m, const Point3& v) {
  return {row(m, 0, v), row(m, 1, v), row(m, 2, v), row(m, 3, v)};
}
FARFIRST_INLINE Point4 transformed(const glm::mat4& m, const Point4& v) {
  return {row(m, 0, v), row(m, 1, v), row(m, 2, v), row(m, 3, v)};
}

FARFIRST_INLINE const float* words_of(const StoredVertex* vertices) { return reinterpret_cast<const float*>(vertices); }
/// `at`: four times the number of a vertex.
FARFIRST_INLINE Point3 position_at(const DrawInput& input, Int at) {
  const float* words = words_of(input.vertices);
  return {gather(words, at), gather(words + 1, at), gather(words + 2, at)};
}

/// The pixels of the picture whose middles are in boxes round these places, both ends included.
struct PixelLanes {
  Float left, bottom, right, top;
  Mask are_some() const { return both(left <= right, bottom <= top); }
};

FARFIRST_INLINE PixelLanes pixels_round(const DrawInput& input, Float x, Float y, Float half_width, Float half_height) {
  const glm::vec2 most = input.view.camera.viewport - 1.0f;
  const Float half = all(0.5f), zero = all(0.0f);
  return {maximum(rounded_up(x - half_width - half), zero), maximum(rounded_up(y - half_height - half), zero),
          minimum(rounded_down(x + half_width - half), all(most.x)),
          minimum(rounded_down(y + half_height - half), all(most.y))};
}

/// Are they before the eye and within the guard round the picture?
FARFIRST_INLINE Mask is_inside(const DrawInput& input, const Point4& clip) {
  const glm::vec2 guard = guard_pixels / (0.5f * input.view.camera.viewport);
  const Mask in_guard = both(magnitude(clip.x) <= all(guard.x) * clip.w, magnitude(clip.y) <= all(guard.y) * clip.w);
  return both(clip.w > all(0.0f), in_guard);
}

/// The planes that a vertex is beyond, as bits. NaN is beyond none.
FARFIRST_INLINE Int planes_before(const DrawInput& input, const Point4& clip) {
  const glm::vec2 guard = guard_pixels / (0.5f * input.view.camera.viewport);
  const Float right = all(guard.x) * clip.w, top = all(guard.y) * clip.w, zero = all(0.0f);
  const auto bit = [](Mask is_beyond, std::int32_t plane) {
    return select(as_int_mask(is_beyond), all(plane), all(0));
  };
  return bit(clip.w <= zero, 1) | bit(clip.x < zero - right, 2) | bit(clip.x > right, 4) | bit(clip.y < zero - top, 8) |
         bit(clip.y > top, 16);
}

inline void place(const DrawInput& input, std::uint32_t begin, std::uint32_t end, Place* places) {
  const int lanes = lane_count();
  const glm::vec2 scale = 0.5f * subpixels * input.view.camera.viewport;
  const Int middle_x = all(input.width * (subpixels / 2)), middle_y = all(input.height * (subpixels / 2));
  alignas(64) std::int32_t x[16], y[16];
  for (std::uint32_t i = begin; i < end; i += static_cast<std::uint32_t>(lanes)) {
    const std::uint32_t size = std::min(end - i, static_cast<std::uint32_t>(lanes));
    const Int number =
        minimum(numbered(), all(static_cast<std::int32_t>(size) - 1)) + all(static_cast<std::int32_t>(i));
    const Point4 clip = transformed(input.view.camera.projection,
                                    transformed(input.view.camera.view, position_at(input, left<2>(number))));
    const IntMask inside = as_int_mask(is_inside(input, clip));
    store(select(inside, nearest(clip.x / clip.w * all(scale.x)) + middle_x, all(Place::none)), x);
    store(select(inside, nearest(clip.y / clip.w * all(scale.y)) + middle_y, planes_before(input, clip)), y);
    for (std::uint32_t lane = 0; lane < size; ++lane) places[i + lane] = {x[lane], y[lane]};
  }
}

}  // namespace farfirst::app::cpu::HWY_NAMESPACE
