#version 450
// The picture of one tile: its elements blended from the nearest on, in registers, until nothing behind could show.
// A work group is a tile, a thread a pixel. Elements come in batches: each thread finds the coverage of one of them,
// and then each pixel blends those that cover it.
//   ELEMENT   the file of the elements' kind; ELEMENTS_IN_STORAGE
//   CHUNKED   there may be chunks before and after this one: pixels are kept between them
#include "common/frame.glsl"
#include ELEMENT
#include "render/tiles/grid.glsl"
#include "render/tiles/samples.glsl"
#ifdef FOOTPRINT_TRIANGLE
#include "render/tiles/triangle.glsl"
#endif
#ifdef FOOTPRINT_SPRITE
#include "render/tiles/sprite.glsl"
#endif

layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly buffer Order { uint order[]; };  // the nearest one last
layout(std430, binding = 6) readonly buffer SortedRanks { uint sorted_ranks[]; };  // of elements, by tile
layout(std430, binding = 7) readonly buffer Ranges { uint ranges[]; };
layout(std430, binding = 8) readonly buffer Count { uint elements; };
#ifdef CHUNKED
layout(rgba32f, binding = 1) uniform image2DArray pixels;  // of each sample, colour and transmittance
layout(std430, binding = 10) writeonly buffer Full { uint full[]; };
layout(location = 0) uniform bool is_first;  // chunk of the picture
#endif

layout(rgba16f, binding = 0) uniform writeonly image2D picture;

const int batch_size = 64;
// What adds less than 1/8192 does not show, not even where sRGB is steepest: there that is 0.4 of 1/255.
const float opaque = 1.0 / (8192.0 * brightest);

// ------------------------------------------------------------------------------------------ the batch

const uint coverage_stride = 65u;  // not 64: words of one element lie in different banks
shared uint coverage[coverage_words * coverage_stride];
shared uint batch[batch_size];

/// The coverage of samples of a row of pixels, from `first` on: bits of 8 pixels at most.
void cover(uint element, int y, uvec2 row) {
  uint bit = uint(y) * 8u * SAMPLES, word = bit >> 5;
  coverage[word * coverage_stride + element] |= row.x << (bit & 31u);
#if SAMPLES == 8
  coverage[(word + 1u) * coverage_stride + element] |= row.y;
#endif
}

void uncover(uint element) {
  for (uint word = 0u; word < coverage_words; ++word) coverage[word * coverage_stride + element] = 0u;
}

uvec2 bits_at(int x, uint bits) {
  uint bit = uint(x) * SAMPLES;
#if SAMPLES == 8
  return bit < 32u ? uvec2(bits << bit, 0u) : uvec2(0u, bits << (bit - 32u));
#else
  return uvec2(bits << bit, 0u);
#endif
}

/// The samples of a pixel of the tile that an element covers.
uint samples_covered(uint element, uint pixel) {
  uint bit = pixel * SAMPLES;
  return coverage[(bit >> 5) * coverage_stride + element] >> (bit & 31u) & all_samples;
}

/// Of the covered samples, in pixels from the middle of the tile.
vec2 shaded_place(uint pixel, uint covered) { return vec2(pixel & 7u, pixel >> 3) - 3.5 + middle_of(covered); }

#ifdef FOOTPRINT_TRIANGLE
shared Surface surfaces[3][batch_size];  // at the corners
shared mat3 weights[batch_size];         // round the middle of the tile

void cover_clipped(uint element, Clipped clipped) {
  for (int y = 0; y < 8; ++y) {
    uvec2 row = uvec2(0u);
    for (int x = 0; x < 8; ++x) {
      uint bits = 0u;
      for (int s = 0; s < samples; ++s) {
        if (covers(clipped, ivec2(x, y) * 16 + sample_positions[s])) bits |= 1u << s;
      }
      row |= bits_at(x, bits);
    }
    cover(element, y, row);
  }
}

void cover_triangle(uint element, ivec2 a, ivec2 b, ivec2 c, ivec2 tile) {
  ivec2 first, last;
  if (!pixels_between(min(min(a, b), c), max(max(a, b), c), sample_bounds(), first, last)) return;
  first = max(first - tile, ivec2(0));
  last = min(last - tile, ivec2(7));
  ivec2 origin = tile * subpixels;
  Edge ab = edge_between(a, b, origin), bc = edge_between(b, c, origin), ca = edge_between(c, a, origin);
  for (int y = first.y; y <= last.y; ++y) {
    uvec2 row = uvec2(0u);
    for (int x = first.x; x <= last.x; ++x) {
      uint bits = 0u;
      for (int s = 0; s < samples; ++s) {
        ivec2 place = ivec2(x, y) * 16 + sample_positions[s];
        if ((value_at(ab, place) | value_at(bc, place) | value_at(ca, place)) >= 0) bits |= 1u << s;
      }
      row |= bits_at(x, bits);
    }
    cover(element, y, row);
  }
}

void prepare(uint i, uint rank, ivec2 tile) {
  uint element = order[elements - 1u - grid.first - rank];
  vec4 clip_a = project(fetch(element, 0u), surfaces[0][i]);
  vec4 clip_b = project(fetch(element, 1u), surfaces[1][i]);
  vec4 clip_c = project(fetch(element, 2u), surfaces[2][i]);
  weights[i] = corner_weights(clip_a, clip_b, clip_c, vec2(tile) + 4.0);
  if (is_inside(clip_a) && is_inside(clip_b) && is_inside(clip_c)) {
    ivec2 a = snapped(clip_a), b = snapped(clip_b), c = snapped(clip_c);
    bool turned = winding(a, b, c) < 0;
    cover_triangle(i, a, turned ? c : b, turned ? b : c, tile);
  } else {
    Clipped clipped;
    if (clipped_triangle(clip_a, clip_b, clip_c, tile, clipped)) cover_clipped(i, clipped);
  }
}

vec4 color_in(uint i, vec2 place) {
  vec3 share = corner_shares(weights[i], place);
  Surface a = surfaces[0][i], b = surfaces[1][i], c = surfaces[2][i];
  return color_at(interpolated(a, b, c, share), face_normal(a, b, c));
}
#endif

#ifdef FOOTPRINT_SPRITE
layout(std430, binding = 12) readonly buffer Sprites { uvec4 sprites[]; };
shared Surface surfaces[batch_size];
shared vec3 discs[batch_size];  // centre, from the middle of the tile, and half of the width

void prepare(uint i, uint rank, ivec2 tile) {
  Disc disc;
  unpack_sprite(sprites[rank], disc, surfaces[i]);
  ivec2 first, last;
  if (!pixels_of(disc, first, last)) return;
  discs[i] = vec3(disc.center - (vec2(tile) + 4.0), disc.half_width);
  first = max(first - tile, ivec2(0));
  last = min(last - tile, ivec2(7));
  for (int y = first.y; y <= last.y; ++y) {
    uvec2 row = uvec2(0u);
    for (int x = first.x; x <= last.x; ++x) {
      uint bits = 0u;
      for (int s = 0; s < samples; ++s) {
        vec2 off = abs(vec2(x, y) - 4.0 + vec2(sample_positions[s]) / 16.0 - discs[i].xy);
#if SAMPLES == 1
        bool inside = dot(off, off) < disc.half_width * disc.half_width;  // the corners of the square are empty
#else
        bool inside = max(off.x, off.y) < disc.half_width;
#endif
        if (inside) bits |= 1u << s;
      }
      row |= bits_at(x, bits);
    }
    cover(i, y, row);
  }
}

vec4 color_in(uint i, vec2 place) { return color_at(surfaces[i], (place - discs[i].xy) / discs[i].z); }
#endif

// ------------------------------------------------------------------------------------------ the tile's lists

// One for each level. Where several have elements, batches are merged by rank.
uvec2 lists[4];  // begin and end of what is left
shared uint heads[4][batch_size];
shared uint taken[4];

/// Places below `rank` among the next elements of a list.
uint heads_before(uint list, uint rank) {
  uint low = 0u;
  for (uint step = 64u; step > 0u; step /= 2u) {
    if (low + step <= uint(batch_size) && heads[list][low + step - 1u] < rank) low += step;
  }
  return low;
}

uint merge_batch(uint thread) {
  if (thread < 4u) taken[thread] = 0u;
  for (uint list = 0u; list < grid.level_count; ++list) {
    uint at = lists[list].x + thread;
    heads[list][thread] = at < lists[list].y ? sorted_ranks[at] : 0xFFFFFFFFu;
  }
  barrier();
  for (uint list = 0u; list < grid.level_count; ++list) {
    uint rank = heads[list][thread];
    if (rank == 0xFFFFFFFFu) continue;
    uint place = thread;
    for (uint other = 0u; other < grid.level_count; ++other) {
      if (other != list) place += heads_before(other, rank);
    }
    if (place >= uint(batch_size)) continue;
    batch[place] = rank;
    atomicMax(taken[list], thread + 1u);
  }
  barrier();
  uint size = 0u;
  for (uint list = 0u; list < grid.level_count; ++list) {
    size += taken[list];
    lists[list].x += taken[list];
  }
  return size;
}

/// The next elements, nearest first: how many. Every thread must call it.
uint next_batch(uint thread) {
  uint only = 0u, filled = 0u;
  for (uint list = 0u; list < grid.level_count; ++list) {
    if (lists[list].x < lists[list].y) only = list, ++filled;
  }
  if (filled > 1u) return merge_batch(thread);
  uint size = min(lists[only].y - lists[only].x, uint(batch_size));
  if (thread < size) batch[thread] = sorted_ranks[lists[only].x + thread];
  lists[only].x += size;
  return size;
}

// ------------------------------------------------------------------------------------------ the pixel

vec3 light[SAMPLES];
float transmittances[SAMPLES];

bool is_full() {
  float most = transmittances[0];
  for (int s = 1; s < samples; ++s) most = max(most, transmittances[s]);
  return most < opaque;
}

void blend(uint i, uint pixel) {
  uint covered = samples_covered(i, pixel);
  vec4 color = color_in(i, shaded_place(pixel, covered));
  for (int s = 0; s < samples; ++s) {
    if ((covered >> s & 1u) == 0u) continue;
    light[s] += transmittances[s] * color.rgb;
    transmittances[s] *= 1.0 - color.a;
  }
}

/// Elements of the batch that cover the pixel, as bits, 32 at a time.
void blend_batch(uint size, uint pixel) {
  for (uint base = 0u; base < size; base += 32u) {
    uint count = min(size - base, 32u), covering = 0u;
    for (uint i = 0u; i < count; ++i) {
      if (samples_covered(base + i, pixel) != 0u) covering |= 1u << i;
    }
    for (; covering != 0u; covering &= covering - 1u) blend(base + uint(findLSB(covering)), pixel);
  }
}

shared uint open_pixels[2];  // does any pixel want more? Of this batch and of the one before, in turn

void main() {
  uint pixel = gl_LocalInvocationIndex;
  ivec2 tile = ivec2(gl_WorkGroupID.xy) * int(tile_width);
  ivec2 place = tile + ivec2(pixel & 7u, pixel >> 3);
  bool is_inside_picture = all(lessThan(place, ivec2(frame.viewport)));

  bool any_list = false;
  for (uint level = 0u; level < grid.level_count; ++level) {
    uvec2 own = gl_WorkGroupID.xy >> (grid.levels[level].w - grid.levels[0].w);
    uint number = grid.levels[level].z + own.y * grid.levels[level].x + own.x;
    lists[level] = uvec2(ranges[2u * number], ranges[2u * number + 1u]);
    any_list = any_list || lists[level].x < lists[level].y;
  }
#ifdef CHUNKED
  if (!any_list && !is_first) return;
#else
  if (!any_list) {
    if (is_inside_picture) imageStore(picture, place, vec4(0.0));
    return;
  }
#endif

  for (int s = 0; s < samples; ++s) light[s] = vec3(0.0), transmittances[s] = 1.0;
#ifdef CHUNKED
  if (!is_first && is_inside_picture) {
    for (int s = 0; s < samples; ++s) {
      vec4 kept = imageLoad(pixels, ivec3(place, s));
      light[s] = kept.rgb;
      transmittances[s] = kept.a;
    }
  }
#endif

  bool done = !is_inside_picture || is_full();
  uint turn = 0u;
  if (pixel < 2u) open_pixels[pixel] = 0u;
  while (true) {
    barrier();
    if (!done) open_pixels[turn] = 1u;
    uint size = next_batch(pixel);
    barrier();
    if (size == 0u || open_pixels[turn] == 0u) break;
    if (pixel == 0u) open_pixels[turn ^ 1u] = 0u;
    if (pixel < size) {
      uncover(pixel);
      prepare(pixel, batch[pixel], tile);
    }
    barrier();
    if (!done) blend_batch(size, pixel);
    done = done || is_full();
    turn ^= 1u;
  }

#ifdef CHUNKED
  barrier();
  if (pixel == 0u) open_pixels[0] = 0u;
  barrier();
  if (!done) open_pixels[0] = 1u;
  barrier();
  if (pixel == 0u) full[gl_WorkGroupID.y * grid.levels[0].x + gl_WorkGroupID.x] = open_pixels[0] ^ 1u;
#endif
  if (!is_inside_picture) return;
  vec4 sum = vec4(0.0);
  for (int s = 0; s < samples; ++s) {
    sum += vec4(light[s], 1.0 - transmittances[s]);
#ifdef CHUNKED
    imageStore(pixels, ivec3(place, s), vec4(light[s], transmittances[s]));
#endif
  }
  imageStore(picture, place, sum / float(samples));
}
