// Triangles around a disc or an ellipse (ROUND_SHAPES). Only the round shape is covered, which saves two fifths of the
// triangle. Edges are soft, so a pixel has all of its samples or none.

/// The round shape within.
struct Round {
  vec2 center;  // pixels
  EllipseRows rows;
};

vec2 place_on_picture(vec4 clip) { return (0.5 * clip.xy / clip.w + 0.5) * frame.viewport; }

/// The first corner is two radii above the middle; the others are below, to the left and to the right.
Round round_within(vec4 a, vec4 b, vec4 c) {
  const float square = 1.02;  // of the radius: places are rounded
  vec2 p = place_on_picture(a), q = place_on_picture(b), r = place_on_picture(c), center = (p + q + r) / 3.0;
  vec2 up = 0.5 * (p - center), across = (r - q) * inversesqrt(12.0);
  float area = across.x * up.y - across.y * up.x;
  EllipseAxes axes = EllipseAxes(vec2(up.y, -up.x) / area, vec2(-across.y, across.x) / area);
  return Round(center, rows_of(axes, square));
}

// The part of a row's height that counts: its middle only, or from edge to edge.
const float around_middle = SAMPLES == 1 ? 0.0 : 0.5;

/// The range of pixels that it reaches in some rows of pixels, both ends included.
bool reaches(Round its, float first_row, float last_row, out vec2 pixels) {
  vec2 ends, middle = its.center - 0.5;  // in the picture of the pixels' middles
  bool any = reaches(its.rows, first_row - around_middle - middle.y, last_row + around_middle - middle.y, ends);
  pixels = vec2(ceil(middle.x + ends.x - around_middle), floor(middle.x + ends.y + around_middle));
  return any && pixels.x <= pixels.y;
}

/// The pixels of the picture that it reaches. False if there are none.
bool pixels_of(Round its, out ivec2 first, out ivec2 last) {
  vec2 across, middle = its.center - 0.5, limit = frame.viewport - 1.0;
  float high = its.rows.end + around_middle;
  vec2 up = clamp(vec2(ceil(middle.y - high), floor(middle.y + high)), vec2(0.0, -1.0), vec2(limit.y + 1.0, limit.y));
  bool any = up.x <= up.y && reaches(its, middle.y - its.rows.end, middle.y + its.rows.end, across);
  across = clamp(across, vec2(0.0, -1.0), vec2(limit.x + 1.0, limit.x));
  first = ivec2(across.x, up.x);
  last = ivec2(across.y, up.y);
  return any && across.x <= across.y;
}

/// The samples of some consecutive pixels of a row, as bits.
uint samples_of_row(Round its, int row, int first, int count) {
  vec2 pixels;
  if (!reaches(its, float(row), float(row), pixels)) return 0u;
  pixels = clamp(pixels - float(first), vec2(0.0, -1.0), vec2(float(count), float(count - 1)));
  if (pixels.x > pixels.y) return 0u;
  uint from = uint(pixels.x) * SAMPLES, behind = uint(pixels.y + 1.0) * SAMPLES;
  return (behind < 32u ? (1u << behind) - 1u : ~0u) & ~((1u << from) - 1u);
}
