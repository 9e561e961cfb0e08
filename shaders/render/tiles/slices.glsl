// Tiles with long lists are blended in slices, one behind the other, each by a work group of its own, so that no tile
// delays the frame. The last work group to end combines the slices' pictures.
struct Slices {
  uint first;  // number of the nearest slice
  uint count;  // 0: the tile is blended as a whole
  uint full;   // a slice that hides all behind it; all ones if unknown
  uint done;   // slices
};

// Elements of a slice; lists of twice as many are divided. Slices are larger where tiles read much: then there is
// enough work for all, and an undivided list can skip elements behind opaque pixels.
const uint least_slice = 512u;
const float share_of_visits = 8192.0;

/// The size of a slice of the longest list, in elements: whole batches.
uint slice_size(uint list, uint count) { return ((list + count - 1u) / count + 63u) & ~63u; }
