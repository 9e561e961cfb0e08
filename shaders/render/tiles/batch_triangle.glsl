// Triangles of a batch: coverage by pair, and interpolated values.
#include "render/tiles/coverage.glsl"
#include "render/tiles/kept_triangle.glsl"

shared uvec4 kept_triangles[kept_vectors][batch_size];
// The vectors of the batch are weights around the middle of the tile, column by column. The last one uses a spare word
// of the kept triangle, if there is one.
const bool has_spare_word = kept_words < 4u * kept_vectors;
shared float last_weights[has_spare_word ? 1u : batch_size];

layout(std430, binding = 14) readonly buffer Masks { Mask masks[]; };  // of pairs, by tile

/// False if it covers no samples.
bool cover_by_mask(uint i, uint pair) {
  Mask all = Mask(0u);
  for (uint part = 0u; part < mask_parts; ++part) {
    Mask words = masks[mask_parts * pair + part];
    for (uint w = 0u; w < mask_words; ++w) cover_word(i, mask_words * part + w, words[w]);
    all |= words;
  }
  return all != Mask(0u);
}

/// Covers by a triangle of another level, whose pairs belong to larger tiles.
void cover_by_outline(uint i, ClipCorners clip, Surface corner, ivec2 tile) {
  Outline outline;
  bool has_area = outline_of(clip.a, clip.b, clip.c, corner, tile, outline);
  for (uint w = 0u; w < coverage_words; ++w) cover_word(i, w, has_area ? word_of_large(outline, w) : 0u);
}

void prepare(uint i, Member member, ivec2 tile) {
  if (member.pair != no_pair && !cover_by_mask(i, member.pair)) return;
  uint element = records[member.rank].w;
  Surface a, b, c;
  ClipCorners clip = clip_corners(element, a, b, c);
  KeptTriangle kept = kept_of(a, b, c);
  mat3 planes = corner_weights(clip.a, clip.b, clip.c, tile_middle);
  set_batch_vector(0u, i, vec4(planes[0], planes[1].x));
  set_batch_vector(1u, i, vec4(planes[1].yz, planes[2].xy));
  if (has_spare_word)
    kept.vectors[kept_vectors - 1u].w = floatBitsToUint(planes[2].z);
  else
    last_weights[i] = planes[2].z;
  for (uint v = 0u; v < kept_vectors; ++v) kept_triangles[v][i] = kept.vectors[v];
  if (member.pair == no_pair) cover_by_outline(i, clip, a, tile);
}

vec4 color_in(uint i, vec2 place) {
  KeptTriangle kept;
  for (uint v = 0u; v < kept_vectors; ++v) kept.vectors[v] = kept_triangles[v][i];
  vec4 first = batch_vector(0u, i), second = batch_vector(1u, i);
  float last = has_spare_word ? uintBitsToFloat(kept.vectors[kept_vectors - 1u].w) : last_weights[i];
  vec3 share = corner_shares(mat3(first.xyz, vec3(first.w, second.xy), vec3(second.zw, last)), place);
  return color_at(surface_in(kept, share, place + tile_middle), face_normal_of(kept));
}
