// Finds the threads of the subgroup whose elements have the same digit: by the partition of the subgroup (RANKING 1) or
// by votes on each bit (2).
#if RANKING == 1
Mask peers_of(uint digit) { return mask_of(subgroupPartitionNV(digit)); }
#else
Mask peers_of(uint digit) {
  Mask peers = ballot(true);
  for (int b = 0; b < DIGIT_BITS; ++b) {
    bool bit = (digit >> b & 1u) != 0u;
    Mask same = ballot(bit);
    peers &= bit ? same : ~same;
  }
  return peers;
}
#endif
