// Triangles of a batch: coverage by pair, surfaces at the corners.
#include "render/tiles/coverage.glsl"

shared uvec4 surfaces[3 * surface_vectors][batch_size];  // at the corners
shared vec4 weights[2][batch_size];  // round the middle of the tile, column by column
shared float last_weights[batch_size];

layout(std430, binding = 14) readonly buffer Masks { Mask masks[]; };  // of pairs, by tile

/// False if there are no samples.
bool cover_by_mask(uint i, uint pair) {
  Mask all = Mask(0u);
  for (uint part = 0u; part < mask_parts; ++part) {
    Mask words = masks[mask_parts * pair + part];
    for (uint w = 0u; w < mask_words; ++w) cover_word(i, mask_words * part + w, words[w]);
    all |= words;
  }
  return all != Mask(0u);
}

/// By a triangle of another level, whose pairs are of larger tiles.
void cover_by_outline(uint i, vec4 clip_a, vec4 clip_b, vec4 clip_c, ivec2 tile) {
  Outline outline;
  bool has_area = outline_of(clip_a, clip_b, clip_c, tile, outline);
  for (uint w = 0u; w < coverage_words; ++w) cover_word(i, w, has_area ? word_of_large(outline, w) : 0u);
}

vec4 fetch_corner(uint i, uint element, uint corner) {
  Surface surface;
  vec4 clip = project(fetch(element, corner), surface);
  uvec4 words[surface_vectors];
  pack_surface(surface, words);
  for (uint v = 0u; v < surface_vectors; ++v) surfaces[surface_vectors * corner + v][i] = words[v];
  return clip;
}

void prepare(uint i, Member member, ivec2 tile) {
  if (member.pair != no_pair && !cover_by_mask(i, member.pair)) return;
  uint element = records[member.rank].w;
  vec4 clip_a = fetch_corner(i, element, 0u), clip_b = fetch_corner(i, element, 1u),
       clip_c = fetch_corner(i, element, 2u);
  mat3 planes = corner_weights(clip_a, clip_b, clip_c, vec2(tile) + 4.0);
  weights[0][i] = vec4(planes[0], planes[1].x);
  weights[1][i] = vec4(planes[1].yz, planes[2].xy);
  last_weights[i] = planes[2].z;
  if (member.pair == no_pair) cover_by_outline(i, clip_a, clip_b, clip_c, tile);
}

Surface surface_of(uint i, uint corner) {
  uvec4 words[surface_vectors];
  for (uint v = 0u; v < surface_vectors; ++v) words[v] = surfaces[surface_vectors * corner + v][i];
  return unpacked_surface(words);
}

vec4 color_in(uint i, vec2 place) {
  vec4 first = weights[0][i], second = weights[1][i];
  vec3 share = corner_shares(mat3(first.xyz, vec3(first.w, second.xy), vec3(second.zw, last_weights[i])), place);
  Surface a = surface_of(i, 0u), b = surface_of(i, 1u), c = surface_of(i, 2u);
  return color_at(interpolated(a, b, c, share), face_normal(a, b, c));
}
