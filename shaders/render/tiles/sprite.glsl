// Which samples the square of a disc covers. No limit of a driver's applies, and a disc whose centre is not in the
// picture is drawn like any other.

struct Disc {
  vec2 center;       // pixels
  float half_width;  // pixels
};

/// What is kept of an element between project.comp and blend.comp: it takes one read of memory in place of several.
struct Sprite {
  Disc disc;
  Surface surface;
};

/// False if it is not seen whatever its width: behind the eye, before the near plane, beyond the far one.
bool disc_of(vec4 clip, float size, out Disc disc) {
  disc.center = (clip.xy / clip.w * 0.5 + 0.5) * frame.viewport;
  disc.half_width = 0.5 * max(size, 1.0);
  return clip.w > 0.0 && abs(clip.z) <= clip.w;
}

/// The pixels of the picture that have samples in the square, both ends included. False if there are none.
bool pixels_of(Disc disc, out ivec2 first, out ivec2 last) {
  vec4 bounds = vec4(sample_bounds()) / 16.0;
  vec2 least = max(ceil(disc.center - disc.half_width - bounds.zw), vec2(0.0));
  vec2 most = min(floor(disc.center + disc.half_width - bounds.xy), frame.viewport - 1.0);
  first = ivec2(least);
  last = ivec2(most);
  return all(lessThanEqual(least, most));
}
