// The kinds of elements on the CPU; once for each instruction set (kernels.cpp). Twins of shaders/elements: many
// elements or fragments at once, so there are no branches. A test holds the two to each other.

namespace farfirst::app::cpu::HWY_NAMESPACE {

struct Color {
  Float red, green, blue, alpha;
};

// ---- Functions of whole vectors, from operations that all instruction sets round alike

/// For numbers below 128.
FARFIRST_INLINE Float exp2(Float x) {
  const Float bounded = maximum(x, all(-126.0f));
  const Int whole = nearest(bounded);
  const Float f = bounded - to_float(whole);
  Float p = all(1.535336188319500e-4f);
  p = p * f + all(1.339887440266574e-3f);
  p = p * f + all(9.618437357674640e-3f);
  p = p * f + all(5.550332471162809e-2f);
  p = p * f + all(2.402264791363012e-1f);
  p = p * f + all(6.931472028550421e-1f);
  p = p * f + all(1.0f);
  return p * as_float(left<23>(whole + all(127)));
}

/// For normal positive numbers.
FARFIRST_INLINE Float log2(Float x) {
  const Int word = as_int(x) - all(0x3F3504F3);  // the root of 1/2
  const Int exponent = right<23>(word);
  const Float m = as_float((word & all(0x7FFFFF)) + all(0x3F3504F3));  // to the root of 2
  const Float t = (m - all(1.0f)) / (m + all(1.0f)), square = t * t;
  Float p = all(0.3205988979f);  // 2 / (9 ln 2), and so on
  p = p * square + all(0.4121985831f);
  p = p * square + all(0.5770780164f);
  p = p * square + all(0.9617966939f);
  p = p * square + all(2.8853900818f);
  return to_float(exponent) + p * t;
}

/// For numbers from 0 on: shaders/common/color.glsl.
FARFIRST_INLINE Float srgb_from_linear(Float c) {
  const Float curve = all(1.055f) * exp2(all(1.0f / 2.4f) * log2(maximum(c, all(1e-6f)))) - all(0.055f);
  return select(c <= all(0.0031308f), all(12.92f) * c, curve);
}
FARFIRST_INLINE Float linear_from_srgb(Float c) {
  const Float curve = exp2(all(2.4f) * log2((c + all(0.055f)) / all(1.055f)));
  return select(c <= all(0.04045f), c / all(12.92f), curve);
}

/// The unit vector along v, or `otherwise` if v has no direction.
FARFIRST_INLINE Point3 direction_of(const Point3& v, const Point3& otherwise) {
  const Float square = dot(v, v);
  const Mask has_one = square > all(0.0f);
  const Float by = all(1.0f) / root(square);
  return {select(has_one, v.x * by, otherwise.x), select(has_one, v.y * by, otherwise.y),
          select(has_one, v.z * by, otherwise.z)};
}

FARFIRST_INLINE Point3 all3(const glm::vec3& v) { return {all(v.x), all(v.y), all(v.z)}; }
FARFIRST_INLINE Point3 sum(const Point3& a, const Point3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }

// ---- shaders/common/studio.glsl

constexpr float key_direction[] = {-0.4508f, 0.6311f, 0.6311f}, fill_direction[] = {0.8402f, 0.0840f, 0.5357f},
                rim_direction[] = {0.2588f, 0.6470f, -0.7172f};
constexpr float key_color[] = {0.80f, 0.77f, 0.72f}, fill_color[] = {0.16f, 0.19f, 0.24f},
                rim_color[] = {0.45f, 0.50f, 0.58f};
constexpr float ambient_below[] = {0.13f, 0.12f, 0.12f}, ambient_above[] = {0.24f, 0.26f, 0.29f};

FARFIRST_INLINE Point3 constant(const float (&v)[3]) { return {all(v[0]), all(v[1]), all(v[2])}; }

FARFIRST_INLINE Point3 diffuse_light(const Point3& normal) {
  const Float above = all(0.5f) + all(0.5f) * normal.y, zero = all(0.0f);
  const Float key = maximum(dot(normal, constant(key_direction)), zero);
  const Float fill = maximum(dot(normal, constant(fill_direction)), zero);
  const Float rim = maximum(dot(normal, constant(rim_direction)), zero);
  const Float below = all(1.0f) - above;
  const Point3 ambient = sum(scaled(constant(ambient_below), below), scaled(constant(ambient_above), above));
  return sum(sum(ambient, scaled(constant(key_color), key)),
             sum(scaled(constant(fill_color), fill), scaled(constant(rim_color), rim)));
}

FARFIRST_INLINE Point3 specular_light(const Point3& normal, const Point3& to_eye) {
  const Point3 up{all(0.0f), all(0.0f), all(0.0f)};
  Float key = maximum(dot(normal, direction_of(sum(constant(key_direction), to_eye), up)), all(0.0f));
  Float fill = maximum(dot(normal, direction_of(sum(constant(fill_direction), to_eye), up)), all(0.0f));
  for (int i = 0; i < 6; ++i) key = key * key;
  for (int i = 0; i < 4; ++i) fill = fill * fill;
  return sum(scaled(constant(key_color), all(0.75f) * key), scaled(constant(fill_color), all(0.5f) * fill));
}

// ---- shaders/common/vertex.glsl

/// Bytes of RGBA, sRGB; light is linear.
FARFIRST_INLINE Color stored_color(const DrawInput& input, Int vertex) {
  const Int at = input.variant.colors_in_words ? left<2>(vertex) : vertex;
  const Int word = gather(reinterpret_cast<const std::int32_t*>(input.colors), at), byte = all(255);
  const float* light = input.light;
  return {gather(light, word & byte), gather(light, right<8>(word) & byte), gather(light, right<16>(word) & byte),
          to_float(right<24>(word) & byte) / all(255.0f)};
}

/// `at`: four times the number of a vertex.
FARFIRST_INLINE Point3 stored_normal(const DrawInput& input, Int at) {
  const Int word = as_int(gather(words_of(input.vertices) + 3, at));
  const Float least = all(-1.0f), scale = all(32767.0f), zero = all(0.0f), one = all(1.0f);
  const Float x = maximum(to_float(right<16>(left<16>(word))) / scale, least),
              y = maximum(to_float(right<16>(word)) / scale, least);
  const Float above = one - magnitude(x) - magnitude(y);
  const Float fold = maximum(zero - above, zero);
  const Point3 normal = direction_of(
      {x + select(x < zero, fold, zero - fold), y + select(y < zero, fold, zero - fold), above}, {zero, zero, zero});
  const Mask is_none = as_mask(word == all(static_cast<std::int32_t>(0x80008000u)));
  return {select(is_none, zero, normal.x), select(is_none, zero, normal.y), select(is_none, zero, normal.z)};
}

// ---- shaders/elements/point.glsl, particle.glsl

struct Projected {
  Point4 clip;
  Float size;  // pixels
  Color color;
};

FARFIRST_INLINE Mask is_finite(const Point3& v) {
  const Int most = all(0x7FFFFFFF), infinite = all(0x7F800000);
  return as_mask(
      both(both((as_int(v.x) & most) < infinite, (as_int(v.y) & most) < infinite), (as_int(v.z) & most) < infinite));
}

FARFIRST_INLINE Point4 clip_of(const DrawInput& input, const Point3& position, const Point4& eye) {
  const Point4 clip = transformed(input.view.camera.projection, eye);
  const Mask finite = is_finite(position);
  return {select(finite, clip.x, all(0.0f)), select(finite, clip.y, all(0.0f)), select(finite, clip.z, all(0.0f)),
          select(finite, clip.w, all(-1.0f))};
}

FARFIRST_INLINE Point3 point_light(const DrawInput& input, Int at, const Point4& eye) {
  const FrameBlock& view = input.view;
  const Point3 one{all(1.0f), all(1.0f), all(1.0f)};
  if (input.variant.normals) {
    const Point3 normal = turned(view.camera.view, stored_normal(input, at));
    const Mask has_one = dot(normal, normal) > all(0.0f);
    const Float away = dot(normal, {eye.x, eye.y, eye.z});
    const Float by = select(away > all(0.0f), all(-1.0f), all(1.0f)) / root(dot(normal, normal));
    const Point3 light = diffuse_light(scaled(normal, by));
    return {select(has_one, light.x, one.x), select(has_one, light.y, one.y), select(has_one, light.z, one.z)};
  }
  if (input.variant.colors) return one;
  const Float depth =
      (all(0.0f) - eye.z - all(view.camera.depth_range.x)) / all(view.camera.depth_range.y - view.camera.depth_range.x);
  return scaled(one, exp2(all(-3.5f) * minimum(maximum(depth, all(0.0f)), all(1.0f))));
}

/// In the encoding of blending. Not premultiplied.
FARFIRST_INLINE Color blendable(const DrawInput& input, const Color& color) {
  if (!input.blends_encoded()) return color;
  return {srgb_from_linear(color.red), srgb_from_linear(color.green), srgb_from_linear(color.blue), color.alpha};
}
/// Premultiplied.
FARFIRST_INLINE Color blendable_light(const DrawInput& input, const Color& color) {
  if (!input.blends_encoded()) return color;
  const Float zero = all(0.0f);
  const Mask shows = color.alpha > zero;
  const auto value = [&](Float light) {
    return select(shows, srgb_from_linear(light / color.alpha) * color.alpha, zero);
  };
  return {value(color.red), value(color.green), value(color.blue), select(shows, color.alpha, zero)};
}

FARFIRST_INLINE Color base_color(const DrawInput& input) {
  const glm::vec4& color = input.view.look.base_color;
  return {all(color.r), all(color.g), all(color.b), all(1.0f)};
}

FARFIRST_INLINE Projected project_point(const DrawInput& input, Int element) {
  const Int at = left<2>(element);
  const Point3 position = position_at(input, at);
  const Point4 eye = transformed(input.view.camera.view, position);
  Color color = input.variant.colors ? stored_color(input, element) : base_color(input);
  const Point3 light = point_light(input, at, eye);
  color = {color.red * light.x, color.green * light.y, color.blue * light.z,
           color.alpha * all(input.view.look.opacity)};
  return {clip_of(input, position, eye), all(input.view.look.point_size + 1.0f), blendable(input, color)};
}

FARFIRST_INLINE Projected project_particle(const DrawInput& input, Int element) {
  const Int at = left<2>(element);
  const Point3 position = position_at(input, at);
  const Point4 clip = clip_of(input, position, transformed(input.view.camera.view, position));
  const Float radius = gather(words_of(input.vertices) + 3, at);
  const Float size =
      minimum(all(input.view.camera.projection[1][1]) * radius * all(input.view.camera.viewport.y) / clip.w, all(1e7f));
  Color color = stored_color(input, element);
  color.alpha = color.alpha * all(input.view.look.opacity);
  return {clip, size, input.are_spheres() ? color : blendable(input, color)};
}

FARFIRST_INLINE Projected project_sprite(const DrawInput& input, Int element) {
  return input.variant.kind == ElementKind::point ? project_point(input, element) : project_particle(input, element);
}

/// The remaining part of a sprite's alpha at a place in its square, -1 to 1.
FARFIRST_INLINE Float sprite_cover(const DrawInput& input, Float x, Float y) {
  const Float square = x * x + y * y, zero = all(0.0f), one = all(1.0f);
  if (input.variant.kind == ElementKind::particle) {
    const Float inside = maximum(one - square, zero);
    return input.are_spheres() ? minimum(all(8.0f) * inside, one) : inside * inside;
  }
  const Float cover = all(0.5f * (input.view.look.point_size + 1.0f)) * (one - root(square));
  return minimum(maximum(cover, zero), one);
}

/// A sphere at a place in its square, as it is blended.
FARFIRST_INLINE Point3 sphere_light(const DrawInput& input, const Point3& color, Float x, Float y) {
  const Float zero = all(0.0f), one = all(1.0f);
  const Float inside = one - (x * x + y * y);
  const Mask is_there = inside >= zero;  // beyond, highlights would grow without bound
  const Point3 normal{select(is_there, x, zero), select(is_there, y, zero), root(maximum(inside, zero))};
  const Point3 diffuse = diffuse_light(normal), highlight = specular_light(normal, {zero, zero, one});
  const Color light = blendable(input, {color.x * diffuse.x + highlight.x, color.y * diffuse.y + highlight.y,
                                        color.z * diffuse.z + highlight.z, one});
  return {light.red, light.green, light.blue};
}

// ---- shaders/elements/triangle.glsl

/// The values interpolated over a triangle.
struct Surface {
  Point3 to_eye, eye_normal;  // to the eye: of unit length
  Color color;
};

/// Premultiplied. Without normals, `eye_normal` is that of the plane.
FARFIRST_INLINE Color triangle_color(const DrawInput& input, const Surface& surface) {
  const FrameBlock& view = input.view;
  const Float zero = all(0.0f), one = all(1.0f);
  const Point3& to_eye = surface.to_eye;
  Point3 normal = direction_of(surface.eye_normal, to_eye);
  const Float facing = dot(normal, to_eye);
  normal = scaled(normal, select(facing < zero, all(-1.0f), one));
  const Float opacity = input.variant.colors ? surface.color.alpha * all(view.look.opacity) : all(view.look.opacity);
  const Float edge = one - minimum(magnitude(facing), one);
  const Float schlick = edge * edge * edge;
  const Float power = log2(maximum(one - opacity, all(1e-6f))) * (one + all(10.0f * view.look.fresnel) * schlick);
  const Float alpha = one - exp2(power);
  const Point3 highlight = scaled(specular_light(normal, to_eye), minimum(all(4.0f) * opacity, one));
  const Point3 diffuse = scaled(diffuse_light(normal), alpha);
  const Color albedo = input.variant.colors ? surface.color : base_color(input);
  return blendable_light(input, {albedo.red * diffuse.x + highlight.x, albedo.green * diffuse.y + highlight.y,
                                 albedo.blue * diffuse.z + highlight.z, alpha});
}

}  // namespace farfirst::app::cpu::HWY_NAMESPACE
