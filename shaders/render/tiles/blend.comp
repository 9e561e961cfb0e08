#version 450
// Blends the picture of one tile: its elements from the nearest on, in registers, until the pixels are opaque. A work
// group is a tile; a thread is a pixel, or four of them for ellipses. Elements come in batches: each thread finds the
// coverage of one of them, and then each blends those that cover its pixels.
//   ELEMENT   the file of the elements' kind; ELEMENTS_IN_STORAGE
//   CHUNKED   there may be chunks before and after this one: pixels are kept between them
#include "render/tiles/element.glsl"
#include "render/tiles/slices.glsl"

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

#include "render/tiles/batch.glsl"
#include "render/tiles/lists.glsl"
#include "render/tiles/blending.glsl"

shared uint open_pixels[2];  // pixels that need more, after this batch and the last, alternating

/// Are all pixels of the thread opaque, or outside the picture?
bool blend_lists(uint thread, ivec2 tile, bool done) {
  uint turn = 0u;
  if (thread < 2u) open_pixels[thread] = 0u;
  while (true) {
    barrier();
    if (!done) open_pixels[turn] = 1u;
    Member member;
    uint size = next_batch(thread, member);
    barrier();
    if (size == 0u || open_pixels[turn] == 0u) break;
    if (thread == 0u) open_pixels[turn ^ 1u] = 0u;
    if (thread < size) prepare(thread, member, tile);
    barrier();
    if (!done) blend_batch(size, thread);
    done = done || is_full();
    turn ^= 1u;
  }
  return done;
}

/// Called by all threads; returns the same to all.
bool any_open(bool done) {
  barrier();
  if (gl_LocalInvocationIndex == 0u) open_pixels[0] = 0u;
  barrier();
  if (!done) open_pixels[0] = 1u;
  barrier();
  return open_pixels[0] != 0u;
}

// ------------------------------------------------------------------------------------------ slices of a tile

uint place_in_slices(uint slice, int v, uint thread) { return (slice * uint(values) + uint(v)) * batch_size + thread; }

shared bool is_last;

/// Keeps the pixels of a slice. True for the last slice to end.
bool keep_slice(uint number, uint slice, uint thread, bool done) {
  uint own = tile_slices[number].first + slice;
  for (int v = 0; v < values; ++v) slice_pixels[place_in_slices(own, v, thread)] = value(v);
  bool open = any_open(done);
  memoryBarrierBuffer();
  barrier();
  if (thread == 0u) {
    if (!open) atomicMin(tile_slices[number].full, slice);
    is_last = atomicAdd(tile_slices[number].done, 1u) + 1u == tile_slices[number].count;
  }
  barrier();
  memoryBarrierBuffer();
  return is_last;
}

void put_slices_together(uint number, uint thread) {
  uint first = tile_slices[number].first, count = tile_slices[number].count;
  for (uint slice = 0u; slice < count && !is_full(); ++slice)
    for (int v = 0; v < values; ++v) put_behind(v, slice_pixels[place_in_slices(first + slice, v, thread)]);
}

// ------------------------------------------------------------------------------------------ the tile

#ifdef CHUNKED
void begin_with_kept(ivec2 place) {
  for (int v = 0; v < values; ++v) set_value(v, imageLoad(pixels, kept_place(place, v)));
}
#endif

void main() {
  uint thread = gl_LocalInvocationIndex;
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
  ivec2 place = tile + first_pixel_of(thread);
  tile_middle = vec2(tile) + 0.5 * float(tile_width);
  bool is_inside_picture = all(lessThan(place, ivec2(frame.viewport)));
  if (is_slice) share = share_of(own_tile, slice, tile_slices[number].count);

  find_middles(thread);
  bool any_list = find_lists(own_tile, share);
  begin_values();
#ifdef CHUNKED
  if (!any_list && !is_slice && !is_first) return;
#else
  if (!any_list && !is_slice) {
    if (is_inside_picture) store(place);
    return;
  }
#endif

#ifdef CHUNKED
  bool has_kept = !is_first && is_inside_picture;
  if (has_kept && !is_slice) begin_with_kept(place);
#endif
  bool done = !is_inside_picture || is_full();
  bool shows = true;
  if (is_slice) {
    if (thread == 0u) is_last = tile_slices[number].full < slice;  // this slice is hidden
    barrier();
    shows = !is_last;
    barrier();
  }
  if (shows) done = blend_lists(thread, tile, done);
  if (is_slice) {
    if (!keep_slice(number, slice, thread, done)) return;
    begin_values();
#ifdef CHUNKED
    if (has_kept) begin_with_kept(place);
#endif
    put_slices_together(number, thread);
    done = !is_inside_picture || is_full();
  }

#ifdef CHUNKED
  bool open = any_open(done);
  if (thread == 0u) full[number] = open ? 0u : 1u;
#endif
  if (!is_inside_picture) return;
#ifdef CHUNKED
  for (int v = 0; v < values; ++v) imageStore(pixels, kept_place(place, v), value(v));
#endif
  store(place);
}
