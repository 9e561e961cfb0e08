// Gaussian splats projected for a frame; once for each instruction set (kernels.cpp). The twin of
// shaders/splat/project.comp, which names the papers, and of shaders/splat/stored.glsl.

namespace farfirst::app::cpu::HWY_NAMESPACE {

constexpr float most_alpha = 0.99f, brightest_splat = 16.0f;
constexpr float square_of_body = 2.0f;  // standard deviations: how far ellipsoids reach

// ---- Halves of numbers from 0 to 65504. There are none below 2^-15 but 0.

FARFIRST_INLINE Int half_of(Float x) {
  const Int word = as_int(x), even = right<13>(word) & all(1);
  return maximum(right<13>(word + all(0xFFF) + even) - all(112 << 10), all(0));
}
FARFIRST_INLINE Float of_half(Int half) {
  return as_float(select(half == all(0), all(0), left<13>(half) + all(112 << 23)));
}

// ---- What is stored

struct SplatShape {
  Point3 scale;
  Float x, y, z, w;  // a rotation of unit length
  Float opacity;
};

template <int shift, int size>
FARFIRST_INLINE Int bits_of(Int word) {
  return right<shift>(word) & all((1 << size) - 1);
}

FARFIRST_INLINE Int load_words(const std::uint32_t* from) { return load(reinterpret_cast<const std::int32_t*>(from)); }

FARFIRST_INLINE Float scale_of(Int code, float top) {
  const Float scale = exp2(all(top) - to_float(all(16383) - code) * all(32.0f / 16382.0f));
  return select(as_mask(code == all(0)), all(0.0f), scale);
}

FARFIRST_INLINE Float rotation_part(Int code) {
  return (to_float(code) * all(2.0f / 8191.0f) - all(1.0f)) * all(0.70710678f);
}

FARFIRST_INLINE SplatShape shape_at(const SplatBlock& block, std::uint32_t at, float top) {
  const Int first = load_words(&block.shape[0][at]), second = load_words(&block.shape[1][at]),
            third = load_words(&block.shape[2][at]);
  SplatShape shape{};
  shape.scale = {scale_of(bits_of<0, 14>(first), top), scale_of(bits_of<14, 14>(first), top),
                 scale_of(bits_of<0, 14>(second), top)};
  const Float a = rotation_part(bits_of<14, 13>(second)), b = rotation_part(bits_of<0, 13>(third)),
              c = rotation_part(bits_of<27, 5>(second) | left<5>(bits_of<24, 8>(third)));
  const Float rest = root(maximum(all(1.0f) - dot({a, b, c}, {a, b, c}), all(0.0f)));
  const Int largest = bits_of<28, 2>(first);
  const Mask is_x = as_mask(largest == all(0)), is_y = as_mask(largest == all(1)), is_z = as_mask(largest == all(2)),
             is_w = as_mask(largest == all(3));
  shape.x = select(is_x, rest, a);
  shape.y = select(is_y, rest, select(is_x, a, b));
  shape.z = select(is_z, rest, select(is_w, c, b));
  shape.w = select(is_w, rest, c);
  shape.opacity = to_float(bits_of<13, 11>(third)) / all(2047.0f);
  return shape;
}

/// The colour without direction.
FARFIRST_INLINE Point3 flat_color(Int word) {
  const Float unit = as_float(left<23>(bits_of<29, 3>(word) + all(126))), half = all(0.5f);
  const Float red = (to_float(bits_of<0, 10>(word)) - all(512.0f)) / all(511.0f),
              green = (to_float(bits_of<10, 10>(word)) - all(512.0f)) / all(511.0f),
              blue = (to_float(bits_of<20, 9>(word)) - all(256.0f)) / all(255.0f);
  return {half + red * unit, half + green * unit, half + blue * unit};
}

/// Real spherical harmonics from the second on, as scene/splats.cpp has them; 0 from `used` on.
template <int degree>
FARFIRST_INLINE void harmonics_along(const Point3& d, int used, Float (&basis)[16]) {
  const auto times = [](float by, Float x) { return all(by) * x; };
  const Float &x = d.x, &y = d.y, &z = d.z;
  basis[1] = times(-0.4886025119029199f, y);
  basis[2] = times(0.4886025119029199f, z);
  basis[3] = times(-0.4886025119029199f, x);
  if constexpr (degree > 1) {
    const Float xx = x * x, yy = y * y, zz = z * z, two_zz = zz + zz;
    basis[4] = times(1.0925484305920792f, x * y);
    basis[5] = times(-1.0925484305920792f, y * z);
    basis[6] = times(0.31539156525252005f, two_zz - xx - yy);
    basis[7] = times(-1.0925484305920792f, x * z);
    basis[8] = times(0.5462742152960396f, xx - yy);
    if constexpr (degree > 2) {
      const Float four = two_zz + two_zz - xx - yy, three_xx = times(3, xx), three_yy = times(3, yy);
      basis[9] = times(-0.5900435899266435f, y * (three_xx - yy));
      basis[10] = times(2.890611442640554f, x * y * z);
      basis[11] = times(-0.4570457994644658f, y * four);
      basis[12] = times(0.3731763325901154f, z * (two_zz - three_xx - three_yy));
      basis[13] = times(-0.4570457994644658f, x * four);
      basis[14] = times(1.445305721320277f, z * (xx - yy));
      basis[15] = times(-0.5900435899266435f, x * (xx - three_yy));
    }
  }
  for (int k = used; k < (degree + 1) * (degree + 1); ++k) basis[k] = all(0.0f);
}

/// Harmonics that lie splat by splat, as many splats as a vector holds. They are rounded to the bytes of
/// OpenGL's copy, so that pictures are alike.
template <int degree>
FARFIRST_INLINE Point3 harmonic_color(const glm::vec3* harmonics, Int range, const float* units,
                                      const Point3& direction, int used) {
  constexpr std::size_t count = (degree + 1) * (degree + 1), numbers = 3 * count, whole = numbers / 4;
  // Four numbers of a splat beside the same of the next one: from there vectors of each of the four are loaded.
  alignas(64) float fours[whole + 1][4 * SplatBlock::size];
  for (std::size_t i = 0; i < static_cast<unsigned>(lane_count()); ++i) {
    const float* its = &harmonics[i * count].x;
    for (std::size_t four = 0; four < whole; ++four) std::memcpy(&fours[four][4 * i], its + 4 * four, 16);
    std::memcpy(&fours[whole][4 * i], its + 4 * whole, numbers % 4 * sizeof(float));
  }
  Float basis[16];
  harmonics_along<degree>(direction, used, basis);
  Float sums[3] = {all(0.0f), all(0.0f), all(0.0f)};
  const Float unit = gather(units, range), zero = all(128.0f);
  const auto add = [&](std::size_t at, Float value) {
    if (at < 3 || at >= numbers) return;
    const Float byte = rounded_down(minimum(maximum(value * unit + zero, all(0.0f)), all(255.0f)) + all(0.5f));
    sums[at % 3] = sums[at % 3] + basis[at / 3] * (byte - zero);
  };
#pragma GCC unroll 12
  for (std::size_t at = 0; at < numbers; at += 4) {
    Float a, b, c, d;
    load_interleaved(fours[at / 4], a, b, c, d);
    add(at, a);
    add(at + 1, b);
    add(at + 2, c);
    add(at + 3, d);
  }
  const Float largest = exp2(to_float(range - all(128)) * all(1.0f / 8.0f)) * all(1.0f / 127.0f);
  return {sums[0] * largest, sums[1] * largest, sums[2] * largest};
}

// ---- Their projection

/// A vector of splats: `at` in a block of packed ones, and the first of the model's.
struct SomeSplats {
  const SplatBlock& block;
  std::uint32_t at;
  const glm::vec3 *positions, *harmonics;
};

/// The last ones of the model, and the last of all repeated until a vector is full.
struct LastSplats {
  std::array<glm::vec3, SplatBlock::size> positions;
  std::array<glm::vec3, std::size_t{16} * SplatBlock::size> harmonics;

  LastSplats(const HostSplats& splats, std::uint32_t first) {
    const std::size_t count = Splats::coefficients_of(splats.degree);
    for (std::uint32_t i = 0; i < SplatBlock::size; ++i) {
      const std::size_t number = std::min(first + i, splats.count - 1);
      positions[i] = splats.positions[number];
      std::copy_n(splats.harmonics + number * count, count, harmonics.data() + i * count);
    }
  }
};

/// The axes of a splat in eye coordinates, as long as its standard deviations.
FARFIRST_INLINE void eye_axes(const DrawInput& input, const SplatShape& shape, Point3 (&axes)[3]) {
  const Float one = all(1.0f), two = all(2.0f), scale = all(input.view.look.splat_scale);
  const Float x = shape.x, y = shape.y, z = shape.z, w = shape.w;
  const Float xx = two * x * x, yy = two * y * y, zz = two * z * z, xy = two * x * y, xz = two * x * z,
              yz = two * y * z, wx = two * w * x, wy = two * w * y, wz = two * w * z;
  axes[0] = {one - yy - zz, xy + wz, xz - wy};
  axes[1] = {xy - wz, one - xx - zz, yz + wx};
  axes[2] = {xz + wy, yz - wx, one - xx - yy};
  const Float sizes[3] = {scale * shape.scale.x, scale * shape.scale.y, scale * shape.scale.z};
  for (int i = 0; i < 3; ++i) axes[i] = scaled(turned(input.view.camera.view, axes[i]), sizes[i]);
}

FARFIRST_INLINE Mask is_before_eye(const Point3 (&axes)[3], Float depth) {
  constexpr float least_depth = 0.25f;
  const Point3 along_z = scaled({axes[0].z, axes[1].z, axes[2].z}, all(least_depth));
  return depth * depth > dot(along_z, along_z);
}

/// The axes projected to the picture, in pixels: one coordinate of all three at a time.
struct SeenAxes {
  Point3 x, y;
  Float slope_x, slope_y;  // of the line of sight
};

FARFIRST_INLINE glm::vec2 focal_of(const FrameBlock& view) {
  return 0.5f * view.camera.viewport * glm::vec2(view.camera.projection[0][0], view.camera.projection[1][1]);
}

FARFIRST_INLINE SeenAxes seen_axes(const DrawInput& input, const Point3 (&axes)[3], const Point4& eye) {
  constexpr float most_slope = 1.3f;
  const FrameBlock& view = input.view;
  const glm::vec2 focal = focal_of(view);
  const glm::vec2 limit = most_slope / glm::vec2(view.camera.projection[0][0], view.camera.projection[1][1]);
  const Float inverse = all(-1.0f) / eye.z;
  const auto slope = [&](Float at, float most) { return minimum(maximum(at * inverse, all(-most)), all(most)); };
  const Float slope_x = slope(eye.x, limit.x), slope_y = slope(eye.y, limit.y);
  const Float by_x = all(focal.x) * inverse, by_y = all(focal.y) * inverse;
  return {{by_x * (axes[0].x + slope_x * axes[0].z), by_x * (axes[1].x + slope_x * axes[1].z),
           by_x * (axes[2].x + slope_x * axes[2].z)},
          {by_y * (axes[0].y + slope_y * axes[0].z), by_y * (axes[1].y + slope_y * axes[1].z),
           by_y * (axes[2].y + slope_y * axes[2].z)},
          slope_x,
          slope_y};
}

/// A Gaussian in the picture: its covariance, and the remaining share of its opacity.
struct Flattened {
  Float xx, xy, yy, determinant, share;
};

FARFIRST_INLINE Flattened flattened(const DrawInput& input, const SeenAxes& seen) {
  constexpr float dilation = 0.3f;
  const Float xx = dot(seen.x, seen.x), yy = dot(seen.y, seen.y);
  const Point3 product = cross(seen.x, seen.y);
  const Float before = dot(product, product);
  Flattened result{xx + all(dilation), dot(seen.x, seen.y), yy + all(dilation),
                   before + all(dilation) * (xx + yy) + all(dilation * dilation), all(1.0f)};
  if (input.view.look.splat_mip != 0) result.share = root(maximum(before / result.determinant, all(2.5e-5f)));
  return result;
}

/// Where a splat is, and the pixels round it.
struct SplatLanes {
  Float x, y, along_x, along_y, ratio, reach;
  PixelLanes pixels;
  Int alpha;  // as a half
  Mask shows;
};

/// The longer axis in the picture, as Ellipse has it.
FARFIRST_INLINE void set_axes(const Flattened& shape, SplatLanes& out) {
  const Float zero = all(0.0f), half = all(0.5f);
  const Float difference = half * (shape.xx - shape.yy);
  const Float larger = half * (shape.xx + shape.yy) + root(difference * difference + shape.xy * shape.xy);
  const Mask is_wide = difference >= zero;
  const Float x = select(is_wide, larger - shape.yy, shape.xy), y = select(is_wide, shape.xy, larger - shape.xx);
  const Float square = x * x + y * y;
  const Mask has_direction = square > zero;
  const Float by = all(1.0f) / root(square * larger);
  out.along_x = select(has_direction, x * by, all(1.0f) / root(larger));
  out.along_y = select(has_direction, y * by, zero);
  out.ratio = larger / root(shape.determinant);
}

FARFIRST_INLINE Point3 load_points(const glm::vec3* points) {
  Point3 result{};
  load_interleaved(&points->x, result.x, result.y, result.z);
  return result;
}

/// Bodies of ellipsoids: shaders/splat/project.comp (third_axis) and shaders/elements/ellipsoid.glsl (project).
struct BodyLanes {
  Float along_x, along_y, across_x, across_y, lean_x, lean_y;
};

/// A function of the picture, by its slope there, as a slope across the line of sight with these slopes.
FARFIRST_INLINE void across_sight(Float& x, Float& y, Float slope_x, Float slope_y) {
  const Float one = all(1.0f), square = one + slope_x * slope_x, width = root(square);
  x = x * width + y * slope_x * slope_y / width;
  y = y * root(square + slope_y * slope_y) / width;
}

FARFIRST_INLINE BodyLanes bodies_of(const DrawInput& input, const Point3 (&axes)[3], const SeenAxes& seen,
                                    const Point4& eye, const SplatLanes& splats) {
  const Float zero = all(0.0f), one = all(1.0f), inverse = all(-1.0f) / eye.z;
  const Float length = root(one + seen.slope_x * seen.slope_x + seen.slope_y * seen.slope_y);
  const Float by = all(focal_of(input.view).y) * inverse / length;
  const Point3 towards_eye{(zero - seen.slope_x) * by, (zero - seen.slope_y) * by, by};
  const Point3 z{dot(towards_eye, axes[0]), dot(towards_eye, axes[1]), dot(towards_eye, axes[2])};
  const Float xz = dot(seen.x, z), yz = dot(seen.y, z);
  BodyLanes body{splats.along_x,
                 splats.along_y,
                 (zero - splats.along_y) * splats.ratio,
                 splats.along_x * splats.ratio,
                 zero,
                 zero};
  const Float inclined_along = body.along_x * xz + body.along_y * yz,
              inclined_across = body.across_x * xz + body.across_y * yz;
  const Float thickness =
      root(maximum(dot(z, z) - (inclined_along * inclined_along + inclined_across * inclined_across), zero));
  const Float slope_x = eye.x * inverse, slope_y = eye.y * inverse;
  across_sight(body.along_x, body.along_y, slope_x, slope_y);
  across_sight(body.across_x, body.across_y, slope_x, slope_y);
  const auto lean = [&](Float along, Float across) {
    const Float its = zero - (inclined_along * along + inclined_across * across);
    return minimum(maximum(its, all(-1e3f)), all(1e3f));
  };
  body.lean_x = lean(body.along_x, body.across_x);
  body.lean_y = lean(body.along_y, body.across_y);
  for (Float* part : {&body.along_x, &body.along_y, &body.across_x, &body.across_y}) *part = *part * thickness;
  return body;
}

/// One after the other, field by field in two parts of 16 bytes each.
template <class Record>
FARFIRST_INLINE void store_records(const Float (&first)[4], const Float (&second)[4], Record* to) {
  static_assert(sizeof(Record) == 32);
  alignas(64) std::array<float, 64> firsts, seconds;
  store_interleaved(first[0], first[1], first[2], first[3], firsts.data());
  store_interleaved(second[0], second[1], second[2], second[3], seconds.data());
  auto* bytes = reinterpret_cast<std::byte*>(to);
  for (std::size_t i = 0; i < static_cast<unsigned>(lane_count()); ++i, bytes += sizeof(Record)) {
    std::memcpy(bytes, &firsts[4 * i], 16);
    std::memcpy(bytes + 16, &seconds[4 * i], 16);
  }
}

/// `bodies`: of ellipsoids.
FARFIRST_INLINE SplatLanes projected_splats(const DrawInput& input, const SomeSplats& splats, BodyLanes& bodies) {
  const FrameBlock& view = input.view;
  const Float zero = all(0.0f), half = all(0.5f);
  const Point3 position = load_points(splats.positions);
  const Point4 eye = transformed(view.camera.view, position), clip = transformed(view.camera.projection, eye);
  const SplatShape stored = shape_at(splats.block, splats.at, input.splats.top);
  const Float opacity = stored.opacity * all(view.look.opacity);
  SplatLanes out{};
  out.shows = both(both(opacity >= all(view.look.least_alpha), is_finite(position)), clip.w > zero);
  if (bits(as_int_mask(out.shows)) == 0) return out;

  Point3 axes[3];
  eye_axes(input, stored, axes);
  out.shows = both(out.shows, is_before_eye(axes, zero - eye.z));
  const SeenAxes seen = seen_axes(input, axes, eye);
  const Flattened shape = flattened(input, seen);
  const Float alpha = opacity * shape.share;
  out.alpha = half_of(minimum(alpha, all(1.0f)));
  out.reach =
      input.are_ellipsoids()
          ? all(square_of_body)
          : all(1.3862943611f) * log2(maximum(of_half(out.alpha) * all(1.0f / view.look.least_alpha), all(1.0f)));
  out.x = (half * clip.x / clip.w + half) * all(view.camera.viewport.x);
  out.y = (half * clip.y / clip.w + half) * all(view.camera.viewport.y);
  const Float half_width = root(out.reach * shape.xx), half_height = root(out.reach * shape.yy);
  out.pixels = pixels_round(input, out.x, out.y, half_width, half_height);
  const Mask has_size = shape.determinant < all(3e38f);
  out.shows = both(both(out.shows, alpha >= all(view.look.least_alpha)), both(out.pixels.are_some(), has_size));
  set_axes(shape, out);
  if (input.are_ellipsoids()) bodies = bodies_of(input, axes, seen, eye, out);
  return out;
}

FARFIRST_INLINE Point3 harmonics_at(const DrawInput& input, const SomeSplats& splats, const Point3& direction) {
  const int stored = input.splats.degree, degree = std::min(input.view.look.splat_degree, stored);
  const int used = (degree + 1) * (degree + 1);
  alignas(64) std::array<std::int32_t, SplatBlock::size> ranges;
  for (unsigned i = 0; i < static_cast<unsigned>(lane_count()); ++i) ranges[i] = splats.block.range[splats.at + i];
  const Int range = load(ranges.data());
  const float* units = input.splats.units;
  if (stored == 1) return harmonic_color<1>(splats.harmonics, range, units, direction, used);
  return stored == 2 ? harmonic_color<2>(splats.harmonics, range, units, direction, used)
                     : harmonic_color<3>(splats.harmonics, range, units, direction, used);
}

/// The colour from the eye's direction, in the numbers that are blended.
FARFIRST_INLINE Point3 color_of_splats(const DrawInput& input, const SomeSplats& splats) {
  Point3 color = flat_color(load_words(&splats.block.color[splats.at]));
  if (input.splats.degree > 0 && input.view.look.splat_degree > 0) {
    const glm::vec3& eye = input.view.camera.eye;
    const Point3 position = load_points(splats.positions), ahead{all(0.0f), all(0.0f), all(1.0f)};
    const Point3 way{position.x - all(eye.x), position.y - all(eye.y), position.z - all(eye.z)};
    color = sum(color, harmonics_at(input, splats, direction_of(way, ahead)));
  }
  const auto decided = [&](Float value) {
    const Float limited = minimum(maximum(value, all(0.0f)), all(brightest_splat));
    return input.blends_encoded() && !input.are_ellipsoids() ? limited
                                                             : minimum(linear_from_srgb(limited), all(brightest_splat));
  };
  return {decided(color.x), decided(color.y), decided(color.z)};
}

FARFIRST_INLINE void store_ellipses(const SplatLanes& splats, const Point3& color, Ellipse* to) {
  const Float red_green = as_float(half_of(color.x) | left<16>(half_of(color.y))),
              blue_alpha = as_float(half_of(color.z) | left<16>(splats.alpha));
  store_records({splats.x, splats.y, splats.along_x, splats.along_y},
                {splats.ratio, splats.reach, red_green, blue_alpha}, to);
}

FARFIRST_INLINE void store_boxes(const SplatLanes& splats, std::uint32_t shown, TileBox* to) {
  alignas(64) std::int32_t left[16], bottom[16], right_end[16], top[16];
  store(right<tile_shift>(truncated(splats.pixels.left)), left);
  store(right<tile_shift>(truncated(splats.pixels.bottom)), bottom);
  store(right<tile_shift>(truncated(splats.pixels.right)), right_end);
  store(right<tile_shift>(truncated(splats.pixels.top)), top);
  const auto tile = [](std::int32_t x) { return static_cast<std::uint16_t>(x); };
  for (std::uint32_t left_over = shown; left_over != 0; left_over &= left_over - 1) {
    const auto i = static_cast<unsigned>(std::countr_zero(left_over));
    to[i] = {tile(left[i]), tile(bottom[i]), tile(right_end[i]), tile(top[i])};
  }
}

/// Projects the splats from this number on. Returns the visible ones, as bits.
FARFIRST_INLINE std::uint32_t project_splats(const DrawInput& input, const SomeSplats& some, std::uint32_t first) {
  BodyLanes bodies{};
  const SplatLanes splats = projected_splats(input, some, bodies);
  const std::uint32_t shown = bits(as_int_mask(splats.shows));
  if (shown == 0) return 0;
  store_boxes(splats, shown, input.boxes + first);
  store_ellipses(splats, color_of_splats(input, some), input.ellipses + first);
  if (input.are_ellipsoids())
    store_records({bodies.along_x, bodies.along_y, bodies.across_x, bodies.across_y},
                  {bodies.lean_x, bodies.lean_y, all(0.0f), all(0.0f)}, input.bodies + first);
  return shown;
}

/// A vector of them, or the rest.
inline std::uint32_t project_splats(const DrawInput& input, std::uint32_t first, std::uint32_t size) {
  const HostSplats& splats = input.splats;
  const SplatBlock& block = splats.blocks[first / SplatBlock::size];
  const std::uint32_t at = first % SplatBlock::size;
  if (size < static_cast<std::uint32_t>(lane_count())) {
    const LastSplats last(splats, first);  // what the block has behind them does not show
    return project_splats(input, {block, at, last.positions.data(), last.harmonics.data()}, first);
  }
  const std::size_t coefficients = Splats::coefficients_of(splats.degree);
  return project_splats(input, {block, at, splats.positions + first, splats.harmonics + first * coefficients}, first);
}

}  // namespace farfirst::app::cpu::HWY_NAMESPACE
