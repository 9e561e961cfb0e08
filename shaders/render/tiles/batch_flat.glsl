// Ellipses of one colour. A bit of coverage is a square of four pixels (square.glsl).

// The vectors of each: the place in standard deviations along both axes, times the kind's unit, is a linear function of
// pixels from the middle of the tile: two factors and a constant. The fourth component is the kind's value for alpha,
// and red and green as halves.
shared uint blue[batch_size];  // as a half

layout(std430, binding = 14) readonly buffer Kept { uvec4 kept[]; };  // flat.glsl

void prepare(uint i, Member member, ivec2 tile) {
  FlatEllipse ellipse = flat_ellipse(kept[member.rank], kept[second_vectors() + member.rank]);
  EllipseAxes axes = axes_of(ellipse);
  vec2 center = ellipse.center - tile_middle;
  set_batch_vector(0u, i, vec4(axes.along, -dot(axes.along, center), ellipse.kept));
  set_batch_vector(1u, i, vec4(axes.across, -dot(axes.across, center), uintBitsToFloat(packHalf2x16(ellipse.color.rg))));
  blue[i] = packHalf2x16(vec2(ellipse.color.b, 0.0));
  EllipseRows rows = rows_of(axes, square_of_reach(ellipse.kept));
  vec2 middle = center + (0.5 * float(tile_width) - 0.5);  // of the ellipse, from that of the tile's first pixel
  uvec2 bits = uvec2(0u);
  for (int y = 0; y < 8; ++y) {
    vec2 ends;
    float low = float(2 * y) - middle.y;
    bool any = reaches(rows, low, low + 1.0, ends);
    int from = int(clamp(ceil(middle.x + ends.x), 0.0, 16.0)), to = int(clamp(floor(middle.x + ends.y), -1.0, 15.0));
    uint row = any && from <= to ? (2u << (to >> 1)) - (1u << (from >> 1)) : 0u;
    bits |= y < 4 ? uvec2(row << 8 * y, 0u) : uvec2(0u, row << 8 * y - 32);
  }
  cover_word(i, 0u, bits.x);
  cover_word(i, 1u, bits.y);
}
