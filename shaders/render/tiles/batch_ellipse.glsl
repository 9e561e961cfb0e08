// Ellipses of a batch. The vectors of each: axes along and across; centre, from the middle of the tile, and colour as
// halves.
#ifdef SHADED_ELLIPSE
shared vec4 turns[batch_size];  // the rest of the surface
shared vec2 leans[batch_size];
#endif

/// The pixels of a row whose middles are in the ellipse: where a quadratic function is not above 0. Pixels just beside
/// it do no harm.
uint row_covered(EllipseAxes own, float off, float x, float reach) {
  float xx = own.along.x * own.along.x + own.across.x * own.across.x;
  float xy = own.along.x * own.along.y + own.across.x * own.across.y;
  float area = own.along.x * own.across.y - own.along.y * own.across.x;
  float left = xx * reach * reach - area * area * off * off;
  if (left < 0.0) return 0u;
  float middle = x - xy * off / xx, half_width = sqrt(left) / xx + 1e-3;
  int first = int(clamp(ceil(middle - half_width + 3.5), 0.0, 8.0));
  int last = int(clamp(floor(middle + half_width + 3.5), -1.0, 7.0));
  return (2u << last) - (1u << first) & (last < first ? 0u : 0xFFu);
}

void prepare(uint i, Member member, ivec2 tile) {
  Surface surface;
  Ellipse ellipse = project(fetch(records[member.rank].w), surface);
  EllipseAxes own = axes_of(ellipse);
  vec2 center = ellipse.center - tile_middle;
  set_batch_vector(0u, i, vec4(own.along, own.across));
  set_batch_vector(1u, i, vec4(center, uintBitsToFloat(packHalf2x16(surface.color.rg)),
                               uintBitsToFloat(packHalf2x16(surface.color.ba))));
#ifdef SHADED_ELLIPSE
  turns[i] = surface.turn;
  leans[i] = surface.lean;
#endif
  uvec2 bits = uvec2(0u);
  for (int y = 0; y < 8; ++y) {
    uint row = row_covered(own, float(y) - 3.5 - center.y, center.x, ellipse.reach);
    bits |= y < 4 ? uvec2(row << 8 * y, 0u) : uvec2(0u, row << 8 * y - 32);
  }
  cover_word(i, 0u, bits.x);
  cover_word(i, 1u, bits.y);
}

vec4 color_in(uint i, vec2 place) {
  vec4 axes = batch_vector(0u, i), rest = batch_vector(1u, i);
  Surface surface;
  surface.color = vec4(unpackHalf2x16(floatBitsToUint(rest.z)), unpackHalf2x16(floatBitsToUint(rest.w)));
#ifdef SHADED_ELLIPSE
  surface.turn = turns[i];
  surface.lean = leans[i];
#endif
  return color_at(surface, place_at(EllipseAxes(axes.xy, axes.zw), place - rest.xy));
}
