// How many pairs each chunk has, as the dispatches of its kernels read it.
layout(std430, binding = 9) writeonly buffer Chunks { Chunk chunks[]; };

/// By a work group of so many threads.
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
