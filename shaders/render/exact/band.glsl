// The part of the picture in progress. A list contains the fragments of one sample of a pixel; lists are numbered tile
// by tile of 8 x 8 pixels, pixel by pixel, sample by sample. Counts are made for a strip of whole rows of tiles;
// fragments for a band of tiles within, or for pixels of one tile, or for a slice of one pixel's depth.
//
// The same fields as BandBlock in app/render/exact/bands.h.
layout(std140, binding = 1) uniform BandBlock {
  uint tiles_across;
  uint strip_first, strip_end;  // tiles; end: exclusive
  uint band_first, band_end;
  uint pixel_first, pixel_end;  // of the tile, if the band is one
  uint is_listed;               // elements are those of a list, else all
  uvec2 slice_first, slice_last;  // key and element, both ends included
  uint is_first_slice, is_last_slice;
  uint job_count;
  uint group_count;  // of elements
  uint long_count;   // lists that a work group sorts
}
band;

const uint tile_pixels = 64u;
const uint short_list = 32u;  // a thread sorts it
// Longer lists are processed in slices. Mesa's llvmpipe silently ends loops after 65535 iterations of a thread.
const uint deep_pixel = 32768u;
const uint max_uint = 0xFFFFFFFFu;

uint group_number() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }
ivec2 corner_of_tile(uint tile) { return 8 * ivec2(tile % band.tiles_across, tile / band.tiles_across); }
uint first_list(uint tile, uint pixel) { return ((tile - band.strip_first) * tile_pixels + pixel) * SAMPLES; }
