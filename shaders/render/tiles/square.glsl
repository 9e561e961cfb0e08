// Four pixels per thread, which share the loads of an ellipse.
const int values = 4;  // pixels

vec4 reds, greens, blues, transmittances;

vec4 value(int v) { return vec4(reds[v], greens[v], blues[v], transmittances[v]); }
void set_value(int v, vec4 value) {
  reds[v] = value.r, greens[v] = value.g, blues[v] = value.b, transmittances[v] = value.a;
}

float most_transmittance() {
  return max(max(transmittances.x, transmittances.y), max(transmittances.z, transmittances.w));
}

void blend(uint i, uint square) {
  vec2 place = 2.0 * vec2(square & 7u, square >> 3) - (0.5 * float(tile_width) - 0.5);
  vec4 u = batch_vector(0u, i), v = batch_vector(1u, i);
  vec4 us = u.x * place.x + (u.y * place.y + u.z) + vec4(0.0, u.x, u.y, u.x + u.y);
  vec4 vs = v.x * place.x + (v.y * place.y + v.z) + vec4(0.0, v.x, v.y, v.x + v.y);
  vec4 shares = transmittances * alphas_at(u.w, us, vs);
  vec2 red_green = unpackHalf2x16(floatBitsToUint(v.w));
  reds += shares * red_green.r;
  greens += shares * red_green.g;
  blues += shares * unpackHalf2x16(blue[i]).r;
  transmittances -= shares;
}

ivec2 first_pixel_of(uint thread) { return 2 * ivec2(thread & 7u, thread >> 3); }
ivec2 pixel_of(ivec2 first, int v) { return first + ivec2(v & 1, v >> 1); }

#ifdef CHUNKED
ivec3 kept_place(ivec2 first, int v) { return ivec3(pixel_of(first, v), 0); }
#endif

/// OpenGL discards stores outside the picture.
void store(ivec2 first) {
  for (int v = 0; v < values; ++v)
    imageStore(picture, pixel_of(first, v), vec4(reds[v], greens[v], blues[v], 1.0 - transmittances[v]));
}
