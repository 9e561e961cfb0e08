// The pivots of a call: those that the call before left, moved by as much as the middle of the scene has come nearer or
// gone farther since then; and those of the spare buckets, which take what is farther or nearer than everything before.
// A search in a tree is monotonic whatever its nodes are, so pivots may be moved in any way: a wrong guess makes buckets
// uneven, never the order wrong.
layout(location = 11) uniform uint values;       // of keys: 0 = whole numbers; 1 = squared distances; 2 = depths
layout(location = 12) uniform uint closer_bits;  // a float, in values

layout(location = 13) uniform uint regular_left;  // buckets between the spare ones; all ones: the history says it

uint regular_buckets() { return regular_left == 0xFFFFFFFFu ? regular : regular_left; }

// Values are the greater the farther.
float value_of(uint key) {
  uint word = ~key;
  if (values == 0u) return float(word);
  if (values == 1u) return sqrt(uintBitsToFloat(word));
  return uintBitsToFloat(word ^ ((word >> 31) != 0u ? 0x80000000u : 0xFFFFFFFFu));
}

uint key_of(float value) {
  if (values == 0u) return ~uint(clamp(value, 0.0, 4294967040.0));
  float from_eye = max(value, 0.0);
  uint word = floatBitsToUint(value);
  word ^= (word >> 31) != 0u ? 0xFFFFFFFFu : 0x80000000u;
  return ~(values == 1u ? floatBitsToUint(from_eye * from_eye) : word);
}

// Spare buckets are as wide as their neighbours.
struct Ends {
  float far, far_step, near, near_step;
  uint behind;  // the first spare bucket at the near end
  bool known;
};
float value_left(uint k) { return value_of(pivots[parity * most_buckets + node_of(k)]); }
Ends find_ends() {
  Ends ends;
  ends.behind = SPARE + regular_buckets();
  ends.known = regular_buckets() >= 8u;
  ends.far = value_left(SPARE + 1u);
  ends.near = value_left(ends.behind - 1u);
  ends.far_step = max(ends.far - value_left(SPARE + 5u), 0.0) * 0.25;
  ends.near_step = max(value_left(max(ends.behind, 5u) - 5u) - ends.near, 0.0) * 0.25;
  return ends;
}

uint moved_pivot(uint node, uint pivot, Ends ends) {
  uint k = bucket_of(node), behind = ends.behind;
  float closer = uintBitsToFloat(closer_bits);
  if (k <= SPARE) {
    pivot = ends.known ? key_of(ends.far + float(SPARE + 1u - k) * ends.far_step - closer) : 0u;
  } else if (k >= behind) {
    pivot = no_pivot;
    if (ends.known && k < behind + SPARE) pivot = key_of(ends.near - float(k + 1u - behind) * ends.near_step - closer);
  } else if (closer != 0.0 && pivot != 0u) {  // 0: of no valid position
    pivot = key_of(value_of(pivot) - closer);
  }
  return node == 0u ? 0u : pivot;
}
