#version 450
// The picture of one tile: its elements blended from the nearest on, in registers, until nothing behind could show.
// A work group is a tile, a thread a pixel. Elements come in batches: each thread finds the coverage of one of them,
// and then each pixel blends those that cover it.
//   ELEMENT   the file of the elements' kind; ELEMENTS_IN_STORAGE
//   CHUNKED   there may be chunks before and after this one: pixels are kept between them
#include "render/tiles/element.glsl"
#include "render/tiles/slices.glsl"
#ifdef FOOTPRINT_TRIANGLE
#include "render/tiles/coverage.glsl"
#endif

layout(local_size_x = 64) in;

layout(std430, binding = 6) readonly buffer SortedRanks { uint sorted_ranks[]; };  // of elements, by tile
layout(std430, binding = 7) readonly buffer Ranges { uvec2 ranges[]; };
layout(std430, binding = 8) coherent buffer TileSlices { Slices tile_slices[]; };  // of the tiles of level 0
layout(std430, binding = 9) readonly buffer SliceTiles { uint slice_tiles[]; };
layout(std430, binding = 11) readonly buffer Chunks { Chunk chunks[]; };
layout(std430, binding = 12) readonly buffer Records { uvec4 records[]; };
layout(std430, binding = 13) coherent buffer SlicePixels { vec4 slice_pixels[]; };  // colour and transmittance
#ifdef CHUNKED
layout(rgba32f, binding = 1) uniform image2DArray pixels;  // of each sample, colour and transmittance
layout(std430, binding = 10) writeonly buffer Full { uint full[]; };
layout(location = 1) uniform bool is_first;  // chunk of the picture
#endif
layout(location = 0) uniform uint chunk;

layout(rgba16f, binding = 0) uniform writeonly image2D picture;

const uint batch_size = 64u;
// What adds less than 0.4 of 1/255 does not show. Of light that is 1/8192 where sRGB is steepest.
float opaque() { return 1.0 / ((frame.blends_encoded != 0 ? 640.0 : 8192.0) * brightest); }

// ------------------------------------------------------------------------------------------ the batch

// The samples of the tile that an element covers, as words of 32: word by word, and within a word four elements at a
// time, since pixels read them all.
const uint coverage_fours = 17u;  // not 16: words of one element lie in different banks
shared uvec4 coverage[coverage_words * coverage_fours];

void cover_word(uint element, uint word, uint bits) { coverage[word * coverage_fours + (element >> 2)][element & 3u] = bits; }
uint word_covered(uint element, uint word) { return coverage[word * coverage_fours + (element >> 2)][element & 3u]; }

/// An element of a batch: its rank, and its pair if that is of this very tile, and not of a larger one.
struct Member {
  uint rank, pair;
};
const uint no_pair = ~0u;

/// Of the covered samples, in pixels from the middle of the tile.
vec2 shaded_place(uint pixel, uint covered) { return vec2(pixel & 7u, pixel >> 3) - 3.5 + middle_of(covered); }

#ifdef FOOTPRINT_TRIANGLE
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
#endif

#ifdef FOOTPRINT_ELLIPSE
shared vec4 axes[batch_size];   // along and across
shared vec4 rests[batch_size];  // centre, from the middle of the tile; colour as halves

/// The pixels of a row whose middles are in the ellipse: where a quadratic function is not above 0. Those just beside it
/// do no harm.
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
  vec2 center = ellipse.center - (vec2(tile) + 4.0);
  axes[i] = vec4(own.along, own.across);
  rests[i] = vec4(center, uintBitsToFloat(packHalf2x16(surface.color.rg)), uintBitsToFloat(packHalf2x16(surface.color.ba)));
  uvec2 bits = uvec2(0u);
  for (int y = 0; y < 8; ++y) {
    uint row = row_covered(own, float(y) - 3.5 - center.y, center.x, ellipse.reach);
    bits |= y < 4 ? uvec2(row << 8 * y, 0u) : uvec2(0u, row << 8 * y - 32);
  }
  cover_word(i, 0u, bits.x);
  cover_word(i, 1u, bits.y);
}

vec4 color_in(uint i, vec2 place) {
  vec4 rest = rests[i];
  Surface surface;
  surface.color = vec4(unpackHalf2x16(floatBitsToUint(rest.z)), unpackHalf2x16(floatBitsToUint(rest.w)));
  return color_at(surface, square_at(EllipseAxes(axes[i].xy, axes[i].zw), place - rest.xy));
}
#endif

#ifdef FOOTPRINT_SPRITE
shared vec4 discs[batch_size];  // centre, from the middle of the tile; 1 / half of the width; red and green as halves
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
  vec2 center = disc.center - (vec2(tile) + 4.0);
  discs[i] = vec4(center, 1.0 / disc.half_width, uintBitsToFloat(packHalf2x16(surface.color.rg)));
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
  vec4 disc = discs[i];
  Surface surface;
  surface.color = vec4(unpackHalf2x16(floatBitsToUint(disc.w)), unpackHalf2x16(blue_alpha[i]));
  return color_at(surface, (place - disc.xy) * disc.z);
}
#endif

// ------------------------------------------------------------------------------------------ the tile's lists

// One for each level. Where only one has elements, batches are read from it. Where several have, they are merged by
// rank.
uvec2 only_list;  // begin and end of what is left
bool is_own;      // it is of tiles of this size
bool merges;
shared uvec2 lists[4];
const uint no_rank = ~0u;
shared uint heads[4][batch_size];
shared uint taken[4];
shared Member merged[batch_size];

/// Places below `rank` among the next elements of a list.
uint heads_before(uint list, uint rank) {
  uint low = 0u;
  for (uint step = 64u; step > 0u; step /= 2u) {
    if (low + step <= batch_size && heads[list][low + step - 1u] < rank) low += step;
  }
  return low;
}

uint merge_batch(uint thread, out Member member) {
  if (thread < 4u) taken[thread] = 0u;
  for (uint list = 0u; list < grid.level_count; ++list) {
    uint at = lists[list].x + thread;
    heads[list][thread] = at < lists[list].y ? sorted_ranks[at] : no_rank;
  }
  barrier();
  for (uint list = 0u; list < grid.level_count; ++list) {
    uint own = heads[list][thread];
    if (own == no_rank) continue;
    uint place = thread;
    for (uint other = 0u; other < grid.level_count; ++other) {
      if (other != list && heads[other][0] != no_rank) place += heads_before(other, own);
    }
    if (place >= batch_size) continue;
    merged[place] = Member(own, list == 0u ? lists[0].x + thread : no_pair);
    atomicMax(taken[list], thread + 1u);
  }
  barrier();
  uint size = 0u;
  for (uint list = 0u; list < grid.level_count; ++list) size += taken[list];
  member = merged[thread];
  if (thread < grid.level_count) lists[thread].x += taken[thread];
  return size;
}

/// The next elements, nearest first: how many, and this thread's. Every thread must call it.
uint next_batch(uint thread, out Member member) {
  if (merges) return merge_batch(thread, member);
  uint size = min(only_list.y - only_list.x, batch_size), pair = only_list.x + thread;
  if (thread < size) member = Member(sorted_ranks[pair], is_own ? pair : no_pair);
  only_list.x += size;
  return size;
}

/// The first place in a list whose rank is at least this.
uint place_of(uint rank, uvec2 list) {
  while (list.x < list.y) {
    uint middle = (list.x + list.y) / 2u;
    if (sorted_ranks[middle] < rank)
      list.x = middle + 1u;
    else
      list.y = middle;
  }
  return list.x;
}

uint number_at(uvec2 tile, uint level) {
  uvec2 own = tile >> (grid.levels[level].w - grid.levels[0].w);
  return grid.levels[level].z + own.y * grid.levels[level].x + own.x;
}

/// What a slice takes: a share of the longest list, and of the others what has ranks between.
struct Share {
  uint from, to;  // ranks, the latter one behind
};
const Share all_ranks = Share(0u, ~0u);

Share share_of(uvec2 tile, uint slice, uint count) {
  uvec2 longest = uvec2(0u);
  for (uint level = 0u; level < grid.level_count; ++level) {
    uvec2 list = ranges[number_at(tile, level)];
    if (list.y - list.x > longest.y - longest.x) longest = list;
  }
  uint size = slice_size(longest.y - longest.x, count);
  uint begin = longest.x + slice * size, end = begin + size;
  Share share = all_ranks;
  if (slice > 0u) share.from = begin < longest.y ? sorted_ranks[begin] : ~0u;
  if (end < longest.y) share.to = sorted_ranks[end];
  return share;
}

/// False if all are empty.
bool find_lists(uvec2 tile, Share share) {
  uint filled = 0u;
  only_list = uvec2(0u);
  for (uint level = 0u; level < grid.level_count; ++level) {
    uvec2 list = ranges[number_at(tile, level)];
    if (share.from > 0u) list.x = place_of(share.from, list);
    if (share.to < ~0u) list.y = place_of(share.to, list);
    if (gl_LocalInvocationIndex == level) lists[level] = list;
    if (list.x < list.y) only_list = list, is_own = level == 0u, ++filled;
  }
  merges = filled > 1u;
  return filled > 0u;
}

// ------------------------------------------------------------------------------------------ the pixel

vec3 light[SAMPLES];
float transmittances[SAMPLES];

bool is_full() {
  float most = transmittances[0];
  for (int s = 1; s < samples; ++s) most = max(most, transmittances[s]);
  return most < opaque();
}

/// The samples of a pixel that an element covers, which covers some.
uint samples_covered(uint i, uint pixel) {
#if SAMPLES == 1
  return 1u;
#else
  uint bit = pixel * SAMPLES;
  return word_covered(i, bit >> 5) >> (bit & 31u) & all_samples;
#endif
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

/// Which of 32 elements cover some of the pixel, as bits.
uint covering(uint base, uint pixel) {
  uint word = pixel * SAMPLES >> 5, own = all_samples << (pixel * SAMPLES & 31u), covering = 0u;
  for (uint i = 0u; i < 8u; ++i) {
    uvec4 words = coverage[word * coverage_fours + base / 4u + i];
    covering |= (words.x & own) != 0u ? 1u << 4u * i : 0u;
    covering |= (words.y & own) != 0u ? 2u << 4u * i : 0u;
    covering |= (words.z & own) != 0u ? 4u << 4u * i : 0u;
    covering |= (words.w & own) != 0u ? 8u << 4u * i : 0u;
  }
  return covering;
}

void blend_batch(uint size, uint pixel) {
  for (uint base = 0u; base < size; base += 32u) {
    uint bits = covering(base, pixel);
    if (size - base < 32u) bits &= (1u << (size - base)) - 1u;
    for (; bits != 0u; bits &= bits - 1u) blend(base + uint(findLSB(bits)), pixel);
  }
}

void begin_pixel() {
  for (int s = 0; s < samples; ++s) light[s] = vec3(0.0), transmittances[s] = 1.0;
}

/// Behind what there is.
void put_behind(int s, vec4 pixel) {
  light[s] += transmittances[s] * pixel.rgb;
  transmittances[s] *= pixel.a;
}

shared uint open_pixels[2];  // does any pixel want more? Of this batch and of the one before, in turn

/// Is the pixel full, or not in the picture?
bool blend_lists(uint pixel, ivec2 tile, bool done) {
  uint turn = 0u;
  if (pixel < 2u) open_pixels[pixel] = 0u;
  while (true) {
    barrier();
    if (!done) open_pixels[turn] = 1u;
    Member member;
    uint size = next_batch(pixel, member);
    barrier();
    if (size == 0u || open_pixels[turn] == 0u) break;
    if (pixel == 0u) open_pixels[turn ^ 1u] = 0u;
    if (pixel < size) prepare(pixel, member, tile);
    barrier();
    if (!done) blend_batch(size, pixel);
    done = done || is_full();
    turn ^= 1u;
  }
  return done;
}

/// Called by all; the same for all.
bool any_open(bool done) {
  barrier();
  if (gl_LocalInvocationIndex == 0u) open_pixels[0] = 0u;
  barrier();
  if (!done) open_pixels[0] = 1u;
  barrier();
  return open_pixels[0] != 0u;
}

// ------------------------------------------------------------------------------------------ slices of a tile

uint place_in_slices(uint slice, int s, uint pixel) { return ((slice * SAMPLES + uint(s)) * batch_size) + pixel; }

shared bool is_last;

/// Keeps the pixels of a slice. True for the slice that ends last.
bool keep_slice(uint number, uint slice, uint pixel, bool done) {
  uint own = tile_slices[number].first + slice;
  for (int s = 0; s < samples; ++s)
    slice_pixels[place_in_slices(own, s, pixel)] = vec4(light[s], transmittances[s]);
  bool open = any_open(done);
  memoryBarrierBuffer();
  barrier();
  if (pixel == 0u) {
    if (!open) atomicMin(tile_slices[number].full, slice);
    is_last = atomicAdd(tile_slices[number].done, 1u) + 1u == tile_slices[number].count;
  }
  barrier();
  memoryBarrierBuffer();
  return is_last;
}

void put_slices_together(uint number, uint pixel) {
  uint first = tile_slices[number].first, count = tile_slices[number].count;
  for (uint slice = 0u; slice < count && !is_full(); ++slice)
    for (int s = 0; s < samples; ++s) put_behind(s, slice_pixels[place_in_slices(first + slice, s, pixel)]);
}

// ------------------------------------------------------------------------------------------ the tile

#ifdef CHUNKED
void begin_with_kept(ivec2 place) {
  for (int s = 0; s < samples; ++s) {
    vec4 kept = imageLoad(pixels, ivec3(place, s));
    light[s] = kept.rgb;
    transmittances[s] = kept.a;
  }
}
#endif

void main() {
  uint pixel = gl_LocalInvocationIndex;
  uvec2 tiles = grid.levels[0].xy;
  uint number = gl_WorkGroupID.y * tiles.x + gl_WorkGroupID.x, slice = 0u;
  bool is_slice = gl_WorkGroupID.y >= tiles.y;
  Share share = all_ranks;
  if (is_slice) {
    uint own = number - tiles.x * tiles.y;
    if (own >= min(chunks[chunk].slices, grid.slice_limit)) return;
    number = slice_tiles[own];
    if (number == ~0u) return;
    slice = own - tile_slices[number].first;
  } else if (tile_slices[number].count > 0u) {
    return;
  }
  uvec2 own_tile = uvec2(number % tiles.x, number / tiles.x);
  ivec2 tile = ivec2(own_tile * tile_width);
  ivec2 place = tile + ivec2(pixel & 7u, pixel >> 3);
  bool is_inside_picture = all(lessThan(place, ivec2(frame.viewport)));
  if (is_slice) share = share_of(own_tile, slice, tile_slices[number].count);

  bool any_list = find_lists(own_tile, share);
#ifdef CHUNKED
  if (!any_list && !is_slice && !is_first) return;
#else
  if (!any_list && !is_slice) {
    if (is_inside_picture) imageStore(picture, place, vec4(0.0));
    return;
  }
#endif

  begin_pixel();
#ifdef CHUNKED
  bool has_kept = !is_first && is_inside_picture;
  if (has_kept && !is_slice) begin_with_kept(place);
#endif
  bool done = !is_inside_picture || is_full();
  if (is_slice) {
    if (pixel == 0u) is_last = tile_slices[number].full < slice;  // nothing of this slice shows
    barrier();
    bool shows = !is_last;
    barrier();
    if (shows) done = blend_lists(pixel, tile, done);
    if (!keep_slice(number, slice, pixel, done)) return;
    begin_pixel();
#ifdef CHUNKED
    if (has_kept) begin_with_kept(place);
#endif
    put_slices_together(number, pixel);
    done = !is_inside_picture || is_full();
  } else {
    done = blend_lists(pixel, tile, done);
  }

#ifdef CHUNKED
  bool open = any_open(done);
  if (pixel == 0u) full[number] = open ? 0u : 1u;
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
