// The pivots of a call: those of the last call, moved by the change in distance of the scene's middle since then.
// The spare buckets take elements farther or nearer than all earlier ones. A search in a tree is monotonic
// whatever its nodes are, so pivots may be moved in any way: a wrong guess makes buckets uneven, never the order
// wrong.
layout(location = 11) uniform uint values;       // of keys: 0 = whole numbers; 1 = squared distances; 2 = depths
layout(location = 12) uniform uint closer_bits;  // a float, in values

layout(location = 13) uniform uint regular_left;  // buckets between the spare ones; all ones: as in the history

uint regular_buckets() { return regular_left == 0xFFFFFFFFu ? regular : regular_left; }

// Farther elements have greater values.
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

uint pivot_left(uint k) { return pivots[parity * most_buckets + node_of(k)]; }
uint moved(uint pivot) {
  float closer = uintBitsToFloat(closer_bits);
  return closer == 0.0 || pivot == 0u ? pivot : key_of(value_of(pivot) - closer);  // 0: key of no valid position
}

// Spare buckets are as wide as their neighbours. Rounding never moves values beyond these.
struct Ends {
  uint far_pivot, near_pivot;  // the last regular ones, moved
  float far_step, near_step;   // in values
  uint behind;                 // the first spare bucket at the near end
  bool known;
};
Ends find_ends() {
  Ends ends;
  ends.behind = SPARE + regular_buckets();
  ends.known = regular_buckets() >= 8u;
  uint far = pivot_left(SPARE + 1u), before_far = pivot_left(SPARE + 5u);
  uint near = pivot_left(ends.behind - 1u), before_near = pivot_left(max(ends.behind, 5u) - 5u);
  ends.far_pivot = moved(far);
  ends.near_pivot = moved(near);
  ends.far_step = max(value_of(far) - value_of(before_far), 0.0) * 0.25;
  ends.near_step = max(value_of(before_near) - value_of(near), 0.0) * 0.25;
  return ends;
}

uint moved_pivot(uint node, uint pivot, Ends ends) {
  uint k = bucket_of(node);
  if (node == 0u) return 0u;
  if (k <= SPARE) {
    float beyond = float(SPARE + 1u - k) * ends.far_step;
    return ends.known ? min(key_of(value_of(ends.far_pivot) + beyond), ends.far_pivot) : 0u;
  }
  if (k >= ends.behind) {
    float beyond = float(k + 1u - ends.behind) * ends.near_step;
    bool is_spare = ends.known && k < ends.behind + SPARE;
    return is_spare ? max(key_of(value_of(ends.near_pivot) - beyond), ends.near_pivot) : no_pivot;
  }
  return moved(pivot);
}
