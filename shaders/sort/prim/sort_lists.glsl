// Data shared by the passes of the list sort. A list is short if it fits into a tile of shared memory. The tiles of
// long lists are noted, and separate passes, sized by their number, sort them.
layout(std430, binding = 0) buffer Words { uvec2 words[]; };
struct LongTile {
  uint begin;   // of the list
  uint size;    // of the list
  uint number;  // of the tile in the list
  uint unused;
};
layout(std430, binding = 5) buffer LongTiles {
  uint groups[3];  // for the passes over them
  uint noted;      // by the first pass
  uint there_are;  // for the passes over them
  uint unused[3];
  LongTile long_tiles[];
};
