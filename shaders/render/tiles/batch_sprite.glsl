// Discs of a batch. The vector of each: centre, from the middle of the tile; 1 / half of the width; red and green as halves.
shared uint blue_alpha[batch_size];

/// The pixels of a row whose middles are in the disc, or just beside it: there the colour is 0.
uint row_covered(float y, vec2 center, float square) {
  float off = y - center.y, left = square - off * off;
  if (left < 0.0) return 0u;
  float reach = sqrt(left) + 1e-3;
  int first = int(clamp(ceil(center.x - reach + 3.5), 0.0, 8.0));
  int last = int(clamp(floor(center.x + reach + 3.5), -1.0, 7.0));
  return (2u << last) - (1u << first) & (last < first ? 0u : 0xFFu);
}

void prepare(uint i, Member member, ivec2 tile) {
  Disc disc;
  Surface surface;
  unpack_sprite(records[member.rank], disc, surface);
  vec2 center = disc.center - tile_middle;
  set_batch_vector(0u, i, vec4(center, 1.0 / disc.half_width, uintBitsToFloat(packHalf2x16(surface.color.rg))));
  blue_alpha[i] = packHalf2x16(surface.color.ba);
  float square = disc.half_width * disc.half_width * 1.0001 + 1e-3;
  int first = int(clamp(ceil(center.y - disc.half_width + 3.4), 0.0, 8.0));
  int last = int(clamp(floor(center.y + disc.half_width + 3.6), -1.0, 7.0));
  uvec2 bits = uvec2(0u);
  for (int y = first; y <= last; ++y) {
    uint row = row_covered(float(y) - 3.5, center, square);
    bits |= y < 4 ? uvec2(row << 8 * y, 0u) : uvec2(0u, row << 8 * y - 32);
  }
  cover_word(i, 0u, bits.x);
  cover_word(i, 1u, bits.y);
}

vec4 color_in(uint i, vec2 place) {
  vec4 disc = batch_vector(0u, i);
  Surface surface;
  surface.color = vec4(unpackHalf2x16(floatBitsToUint(disc.w)), unpackHalf2x16(blue_alpha[i]));
  return color_at(surface, (place - disc.xy) * disc.z);
}
