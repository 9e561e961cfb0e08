// Writes the number of pairs of each chunk in the form that its dispatches read.
layout(std430, binding = 9) writeonly buffer Chunks { Chunk chunks[]; };

/// Called by a work group of `threads` threads.
void plan_chunks(uint pairs, float brightest, uint threads) {
  for (uint i = gl_LocalInvocationIndex; i < grid.chunk_limit; i += threads) {
    uint first = i * grid.pair_limit;
    uint own = pairs > first ? min(pairs - first, grid.pair_limit) : 0u;
    uint groups = (own + 255u) / 256u, rows = (groups + groups_across - 1u) / groups_across;
    uvec2 tiles = grid.levels[0].xy;
    chunks[i] = Chunk(own, uint[3](min(groups, groups_across), max(rows, 1u), 1u),
                      uint[3](own > 0u || i == 0u ? tiles.x : 0u, tiles.y, 1u), 0u, brightest, uint[4](0u, 0u, 0u, 0u));
  }
}
