// The grid of tiles, at several sizes. Level 0 has tiles of 8 x 8 pixels, or of 16 x 16 for ellipses of one colour, and
// each level above has tiles four times as wide, or eight times in a very large picture. An element is listed in the tiles
// of the lowest level at which it touches at most 64 of them, so that large elements take no more memory than small ones.
// Tiles of all levels are numbered one after the other.
//
// The order is drawn in parts, nearly always one, and a part in chunks. Ranks count from the first element of the
// part.
//
// The same fields as GridBlock in app/render/tiles/grid.h.
layout(std140, binding = 1) uniform GridBlock {
  uvec4 levels[4];  // tiles across, tiles down, number of the first tile, log2 of their width in pixels
  uint level_count;
  uint tiles;        // of all levels
  uint pair_limit;   // pairs of element and tile that fit into memory at once: a chunk
  uint chunk_limit;  // chunks that are enqueued
  uint first;        // rank of the first element of this part of the order
  uint groups;       // work groups of its elements
  uint slice_limit;  // slices of tiles that memory permits (slices.glsl)
}
grid;

#ifdef FLAT_COLOR
const uint tile_width = 16u;  // pixels, at level 0
#else
const uint tile_width = 8u;
#endif
const uint tiles_of_element = 64u;  // at most
const uint groups_across = 65535u;  // a dispatch of more work groups has several rows

/// The number of this work group.
uint group_number() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

/// Values that the host does not know before the frame is drawn.
struct Chunk {
  uint pairs;
  uint pair_groups[3];   // of 256, as a dispatch reads it
  uint blend_groups[3];  // one for each tile of level 0, or none, and for each slice; the first chunk writes all of the
                         // picture
  uint slices;           // of tiles
  float brightest;       // the largest channel of all colours, if known (FLAT_COLOR)
  uint level_ends[4];    // end of the pairs of each level's tiles, among all of the chunk; 0 if there are none
};
