// The samples of a tile of level 0 that a triangle covers, as words of 32.

const uint word_pixels = 32u / SAMPLES;

#if SAMPLES == 1
/// A box of 8 x 8 bits, moved within the tile; bits that leave it are lost.
uvec2 moved(uvec2 box_bits, ivec2 by) {
  uint up = uint(max(by.y, 0)) * 8u, down = uint(max(-by.y, 0)) * 8u;  // bits, one of them 0
  uvec2 bits = box_bits;
  if (up >= 32u) bits = uvec2(0u, bits.x), up -= 32u;
  if (down >= 32u) bits = uvec2(bits.y, 0u), down -= 32u;
  if (up > 0u) bits = uvec2(bits.x << up, bits.y << up | bits.x >> (32u - up));
  if (down > 0u) bits = uvec2(bits.x >> down | bits.y << (32u - down), bits.y >> down);
  uint row = by.x >= 0 ? 0xFFu << by.x & 0xFFu : 0xFFu >> -by.x;
  return (by.x >= 0 ? bits << by.x : bits >> -by.x) & row * 0x01010101u;
}

uint word_of_box(uvec2 box_bits, ivec2 by, uint word) { return moved(box_bits, by)[word]; }
#else
uint row_of_box(uvec2 box_bits, int y) {
  if (y < 0 || y >= box.y) return 0u;
  uint bit = uint(y) * box_row;
  return (bit < 32u ? box_bits.x >> bit : box_bits.y >> (bit - 32u)) & (2u << (box_row - 1u)) - 1u;
}

/// Moves samples to the right in a row of the tile, or to the left.
uvec2 moved(uint row, int by) {
  if (by <= 0) return uvec2(row >> -by, 0u);
#if SAMPLES == 8
  return by < 32 ? uvec2(row << by, row >> (32 - by)) : uvec2(0u, row << (by - 32));
#else
  return uvec2(row << by & ((2u << (8u * SAMPLES - 1u)) - 1u), 0u);
#endif
}

uint word_of_box(uvec2 box_bits, ivec2 by, uint word) {
  int y = int(word * word_pixels / 8u) - by.y;
#if SAMPLES == 2
  return moved(row_of_box(box_bits, y), by.x * 2).x | moved(row_of_box(box_bits, y + 1), by.x * 2).x << 16;
#elif SAMPLES == 4
  return moved(row_of_box(box_bits, y), by.x * 4).x;
#else
  return moved(row_of_box(box_bits, y), by.x * 8)[word & 1u];
#endif
}
#endif

/// A large triangle relative to a tile.
struct Outline {
  bool is_clipped;
  Clipped edges;  // exact and without planes if it is not clipped
#ifdef ROUND_SHAPES
  bool is_round;  // then this is used, from the tile's corner
  Round within;
#endif
};

ClippedEdge exact_edge(ivec2 a, ivec2 b, ivec2 tile) {
  return ClippedEdge(true, edge_between(a, b, tile * subpixels), vec3(0.0), false);
}

/// False if it has no area. `corner`: the surface at the first corner.
bool outline_of(vec4 clip_a, vec4 clip_b, vec4 clip_c, Surface corner, ivec2 tile, out Outline outline) {
  outline.is_clipped = !(is_inside(clip_a) && is_inside(clip_b) && is_inside(clip_c));
#ifdef ROUND_SHAPES
  outline.is_round = is_round(corner) && !outline.is_clipped;
  if (outline.is_round) {
    outline.within = round_within(clip_a, clip_b, clip_c);
    outline.within.center -= vec2(tile);
    return true;
  }
#endif
  if (outline.is_clipped) return clipped_triangle(clip_a, clip_b, clip_c, tile, outline.edges);
  ivec2 a = snapped(clip_a), b = snapped(clip_b), c = snapped(clip_c);
  bool turned = winding(a, b, c) < 0;
  outline.edges.ab = exact_edge(a, turned ? c : b, tile);
  outline.edges.bc = exact_edge(turned ? c : b, turned ? b : c, tile);
  outline.edges.ca = exact_edge(turned ? b : c, a, tile);
  return true;
}

uint clipped_word(Clipped edges, uint word) {
  uint bits = 0u;
  for (int i = 0; i < 32; ++i) {
    int pixel = int(word * word_pixels) + i / samples;
    if (covers(edges, ivec2(pixel & 7, pixel >> 3) * 16 + sample_positions[i % samples])) bits |= 1u << i;
  }
  return bits;
}

/// From the last sample to the first, so that the sign of each is shifted in.
uint exact_word(Clipped edges, uint word) {
  const int columns = min(int(word_pixels), 8), rows = int(word_pixels) / columns;
  int first = int(word * word_pixels);
  ivec3 across = ivec3(edges.ab.edge.step.x, edges.bc.edge.step.x, edges.ca.edge.step.x);
  ivec3 up = ivec3(edges.ab.edge.step.y, edges.bc.edge.step.y, edges.ca.edge.step.y);
  ivec3 row_end = ivec3(edges.ab.edge.value, edges.bc.edge.value, edges.ca.edge.value) +
                  across * (16 * ((first & 7) + columns - 1)) + up * (16 * ((first >> 3) + rows - 1));
  ivec3 offsets[SAMPLES];
  for (int s = 0; s < samples; ++s) offsets[s] = across * sample_positions[s].x + up * sample_positions[s].y;
  uint outside = 0u;
  for (int y = 0; y < rows; ++y, row_end -= 16 * up) {
    ivec3 at = row_end;
    for (int x = 0; x < columns; ++x, at -= 16 * across) {
      for (int s = samples - 1; s >= 0; --s) {
        ivec3 value = at + offsets[s];
        outside = outside << 1 | uint(value.x | value.y | value.z) >> 31;
      }
    }
  }
  return ~outside;
}

#ifdef ROUND_SHAPES
uint round_word(Round its, uint word) {
  const int columns = min(int(word_pixels), 8), rows = int(word_pixels) / columns;
  int first = int(word * word_pixels);
  uint bits = 0u;
  for (int y = 0; y < rows; ++y) bits |= samples_of_row(its, (first >> 3) + y, first & 7, columns) << y * columns * samples;
  return bits;
}
#endif

uint word_of_large(Outline outline, uint word) {
#ifdef ROUND_SHAPES
  if (outline.is_round) return round_word(outline.within, word);
#endif
  return outline.is_clipped ? clipped_word(outline.edges, word) : exact_word(outline.edges, word);
}
