#version 450
// Adds the optical depth of each particle to the layer behind its slice.
#include "shadows/spot.glsl"

/// As opaque in its middle as the drawn particle.
void spread(Spot spot, uint layer) {
  const float side = float(WIDTH);
  ivec2 first = ivec2(clamp(spot.place - spot.radius, 0.0, side));
  ivec2 last = ivec2(clamp(spot.place + spot.radius + 1.0, 0.0, side));
  float by = 1.0 / (spot.radius * spot.radius), depth = spot.depth * unit;
  for (int y = first.y; y < last.y; ++y) {
    float off_y = float(y) + 0.5 - spot.place.y, row = 1.0 - off_y * off_y * by;
    for (int x = first.x; x < last.x; ++x) {
      float off_x = float(x) + 0.5 - spot.place.x;
      float inside = max(row - off_x * off_x * by, 0.0);
      uint amount = uint(depth * inside * inside + 0.5);
      if (amount > 0u) atomicAdd(layers[layer + uint(y * WIDTH + x)], amount);
    }
  }
}

void main() {
  uint rank = own_rank();
  if (rank >= alive) return;
  uint element = order[rank];
  uint slice = rank / slice_length();
  spread(spot_of(places[element], colors[element]), (slice + 1u) * uint(WIDTH * WIDTH));
}
