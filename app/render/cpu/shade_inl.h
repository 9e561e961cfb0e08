// Colours of the fragments of triangles; once for each instruction set (kernels.cpp). Common values of a batch
// are computed for many triangles at once, colours for many fragments at once, even of different
// triangles.

namespace farfirst::app::cpu::HWY_NAMESPACE {

// ---- Common values of an element's fragments

enum Field : unsigned {
  // the planes of its corners' shares, its own normal, and of each corner the normal and two words of colour
  share_planes = 0,
  plane_normal = 9,
  corner_fields = 12,
  corner_normal = 0,
  corner_color = 3,
  of_corner = 5
};

inline void set(Batch& batch, unsigned field, int at, Float value) {
  store(value, &batch.fields[field][static_cast<unsigned>(at)]);
}
inline void set(Batch& batch, unsigned field, int at, const Point3& value) {
  set(batch, field, at, value.x);
  set(batch, field + 1, at, value.y);
  set(batch, field + 2, at, value.z);
}

/// x, y and w in pixels from the middle of the tile.
FARFIRST_INLINE Point3 homogeneous(const DrawInput& input, const Tile& tile, const Point4& clip) {
  const glm::vec2 half = 0.5f * input.view.camera.viewport;
  const float x = half.x - static_cast<float>(tile.x + tile_width / 2),
              y = half.y - static_cast<float>(tile.y + tile_width / 2);
  return {clip.x * all(half.x) + all(x) * clip.w, clip.y * all(half.y) + all(y) * clip.w, clip.w};
}

/// Two numbers from 0 to 1 as one: shading spends its time on gathers.
constexpr float most_packed = 65535.0f;

FARFIRST_INLINE Float packed(Float low, Float high) {
  return as_float(nearest(low * all(most_packed)) | left<16>(nearest(high * all(most_packed))));
}

/// Returns the corner in homogeneous coordinates.
FARFIRST_INLINE Point3 prepare_corner(const DrawInput& input, const Tile& tile, Int vertex, unsigned field, int at,
                                      Batch& batch, Point3& eye_position) {
  const Int words = left<2>(vertex);
  const Point4 eye = transformed(input.view.camera.view, position_at(input, words));
  eye_position = {eye.x, eye.y, eye.z};
  if (input.variant.normals)
    set(batch, field + corner_normal, at, turned(input.view.camera.view, stored_normal(input, words)));
  if (input.variant.colors) {
    const Color color = stored_color(input, vertex);
    set(batch, field + corner_color, at, packed(color.red, color.green));
    set(batch, field + corner_color + 1, at, packed(color.blue, color.alpha));
  }
  return homogeneous(input, tile, transformed(input.view.camera.projection, eye));
}

/// Prefetches the input of the preparation.
inline void prefetch_vertices(const DrawInput& input, const Batch& batch) {
  for (int i = 0; i < batch.size; ++i) {
    const std::uint32_t* corners = input.corners + std::size_t{3} * batch.numbers[static_cast<unsigned>(i)];
    for (int corner = 0; corner < 3; ++corner) __builtin_prefetch(input.vertices + corners[corner]);
  }
}

inline void prepare_triangles(const DrawInput& input, const Tile& tile, Batch& batch) {
  prefetch_vertices(input, batch);
  const auto* corners = reinterpret_cast<const std::int32_t*>(input.corners);
  for (int at = 0; at < batch.size; at += lane_count()) {
    alignas(64) std::int32_t elements[16];
    for (int i = 0; i < lane_count(); ++i)
      elements[i] = static_cast<std::int32_t>(batch.numbers[static_cast<unsigned>(std::min(at + i, batch.size - 1))]);
    const Int corner = load(elements) * all(3);
    Point3 places[3], eyes[3];
    for (unsigned i = 0; i < 3; ++i)
      places[i] =
          prepare_corner(input, tile, gather(corners + i, corner), corner_fields + of_corner * i, at, batch, eyes[i]);
    for (unsigned i = 0; i < 3; ++i)
      set(batch, share_planes + 3 * i, at, cross(places[(i + 1) % 3], places[(i + 2) % 3]));
    if (input.variant.normals) continue;
    const Point3 ab{eyes[1].x - eyes[0].x, eyes[1].y - eyes[0].y, eyes[1].z - eyes[0].z};
    const Point3 ac{eyes[2].x - eyes[0].x, eyes[2].y - eyes[0].y, eyes[2].z - eyes[0].z};
    set(batch, plane_normal, at, cross(ab, ac));
  }
}

// ---- Colours of fragments

/// The fields of fragments' elements: of one for all, or of each its own.
struct OneElement {
  const Batch& batch;
  std::uint32_t element;
  Float get(unsigned field) const { return all(batch.fields[field][element]); }
};
struct SomeElements {
  const Batch& batch;
  Int element;
  Float get(unsigned field) const { return gather(batch.fields[field].data(), element); }
};

template <class Fields>
FARFIRST_INLINE Point3 get3(const Fields& fields, unsigned field) {
  return {fields.get(field), fields.get(field + 1), fields.get(field + 2)};
}

template <class Fields>
FARFIRST_INLINE Point3 interpolated(const Fields& fields, unsigned field, const Point3& share) {
  const Point3 a = get3(fields, corner_fields + field), b = get3(fields, corner_fields + of_corner + field),
               c = get3(fields, corner_fields + 2 * of_corner + field);
  return sum(sum(scaled(a, share.x), scaled(b, share.y)), scaled(c, share.z));
}

/// The two that a word of each corner holds.
template <class Fields>
FARFIRST_INLINE void interpolate_packed(const Fields& fields, unsigned field, const Point3& share, Float& low,
                                        Float& high) {
  const Int word = all(0xFFFF), a = as_int(fields.get(field)), b = as_int(fields.get(field + of_corner)),
            c = as_int(fields.get(field + 2 * of_corner));
  const Float unit = all(1.0f / most_packed);
  low = (to_float(a & word) * share.x + to_float(b & word) * share.y + to_float(c & word) * share.z) * unit;
  high = (to_float(right<16>(a) & word) * share.x + to_float(right<16>(b) & word) * share.y +
          to_float(right<16>(c) & word) * share.z) *
         unit;
}

/// Places of the picture as seen from the eye: `from` and `step`, per pixel from the middle of a tile, are slopes.
/// Every element that is seen at a place lies in this direction.
struct Rays {
  glm::vec2 from, step;
};

inline Rays rays_of(const DrawInput& input, const Tile& tile) {
  const glm::mat4& projection = input.view.camera.projection;
  const glm::vec2 by(projection[0][0], projection[1][1]), shift(projection[2][0], projection[2][1]);
  const glm::vec2 middle(static_cast<float>(tile.x + tile_width / 2), static_cast<float>(tile.y + tile_width / 2));
  const glm::vec2 step = 2.0f / input.view.camera.viewport;
  return {(middle * step - 1.0f + shift) / by, step / by};
}

/// A unit vector to the eye.
FARFIRST_INLINE Point3 to_eye(const Rays& rays, Float x, Float y) {
  const Float along_x = all(rays.from.x) + all(rays.step.x) * x, along_y = all(rays.from.y) + all(rays.step.y) * y;
  const Float by = all(1.0f) / root(along_x * along_x + along_y * along_y + all(1.0f)), zero = all(0.0f);
  return {zero - along_x * by, zero - along_y * by, by};
}

/// The same as corner_shares in tiles/triangle.glsl.
template <class Fields>
FARFIRST_INLINE Point3 corner_shares(const Fields& fields, Float x, Float y) {
  const Float zero = all(0.0f), one = all(1.0f);
  Float share[3];
  for (unsigned i = 0; i < 3; ++i) {
    const Point3 plane = get3(fields, share_planes + 3 * i);
    share[i] = (plane.x * x + plane.y * y) + plane.z;
  }
  const Float total = share[0] + share[1] + share[2];
  const Mask is_none = total == zero;
  for (Float& its : share) its = select(is_none, one, minimum(maximum(its / total, zero), one));
  const Float by = one / (share[0] + share[1] + share[2]);
  return {share[0] * by, share[1] * by, share[2] * by};
}

template <class Fields>
FARFIRST_INLINE Color color_in_triangle(const DrawInput& input, const Rays& rays, const Fields& fields, Float x,
                                        Float y) {
  const Point3 share = corner_shares(fields, x, y);
  Surface surface{};
  surface.to_eye = to_eye(rays, x, y);
  surface.eye_normal = input.variant.normals ? interpolated(fields, corner_normal, share) : get3(fields, plane_normal);
  if (input.variant.colors) {
    Color& color = surface.color;
    interpolate_packed(fields, corner_fields + corner_color, share, color.red, color.green);
    interpolate_packed(fields, corner_fields + corner_color + 1, share, color.blue, color.alpha);
  }
  return triangle_color(input, surface);
}

inline void shade(const DrawInput& input, const Tile& tile, Batch& batch) {
  const auto lanes = static_cast<unsigned>(lane_count()), end = static_cast<unsigned>(batch.fragments);
  // The last vector is full.
  store(all(batch.pixels[end - 1]), &batch.pixels[end]);
  store(all(batch.elements[end - 1]), &batch.elements[end]);
  store(all(batch.covered[end - 1]), &batch.covered[end]);
  const Float middle = all(0.5f * (1 - tile_width));
  const Rays rays = rays_of(input, tile);
  for (unsigned at = 0; at < end; at += lanes) {
    const Int pixel = load(&batch.pixels[at]);
    Float x = to_float(pixel & all(tile_width - 1)) + middle, y = to_float(right<tile_shift>(pixel)) + middle;
    if (input.samples > 1) {
      const Int covered = left<1>(load(&batch.covered[at]));
      x = x + gather(input.middles.data(), covered);
      y = y + gather(input.middles.data() + 1, covered);
    }
    const std::int32_t first = batch.elements[at], last = batch.elements[at + lanes - 1];
    const Color color = first == last
                            ? color_in_triangle(input, rays, OneElement{batch, static_cast<std::uint32_t>(first)}, x, y)
                            : color_in_triangle(input, rays, SomeElements{batch, load(&batch.elements[at])}, x, y);
    store_interleaved(color.red, color.green, color.blue, all(0.0f) - color.alpha, &batch.colors[std::size_t{4} * at]);
  }
}

}  // namespace farfirst::app::cpu::HWY_NAMESPACE
