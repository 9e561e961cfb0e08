// What fragments are sorted by: a key, and the element where keys tie.
Depth fragment_depth;
uint whole_key;

void prepare_keys(uint i, uint element) {
  if (band.depth == depth_of_fragment)
    fragment_depth = depth_of(element);
  else if (band.depth == depth_of_element)
    whole_key = element_key(element, band.sort_point) >> band.key_shift;
  else
    whole_key = i;
}

/// `place` in pixels.
uint fragment_key(vec2 place) {
  return band.depth == depth_of_fragment ? depth_key(fragment_depth, place) : whole_key;
}

vec2 place_of_sample(ivec2 pixel, int s) { return vec2(pixel) + vec2(sample_positions[s]) / 16.0; }

bool is_in_slice(uint key, uint element) {
  bool behind = key < band.slice_first.x || (key == band.slice_first.x && element < band.slice_first.y);
  bool before = key > band.slice_last.x || (key == band.slice_last.x && element > band.slice_last.y);
  return !behind && !before;
}
