// Tiles with long lists are blended in slices, one behind the other, each by a work group of its own, so that no tile
// holds up the frame. Whoever ends last puts the slices' pictures together.
struct Slices {
  uint first;  // number of the nearest slice
  uint count;  // 0: the tile is blended as a whole
  uint full;   // a slice behind which nothing shows; all ones if none is known
  uint done;   // slices
};

// Elements of a slice; lists of twice as many are divided. More where tiles have much to read: then there is work enough
// for all, and what lies behind full pixels is passed over in a list that is not divided.
const uint least_slice = 512u;
const float share_of_visits = 8192.0;

/// Elements of a slice of the longest list: whole batches.
uint slice_size(uint list, uint count) { return ((list + count - 1u) / count + 63u) & ~63u; }
