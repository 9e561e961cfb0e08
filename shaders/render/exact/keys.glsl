// The sort key of a fragment, with the element as tie-breaker. It is the fragment's depth, unless the option
// `--exact-by` selects another cause of error.
const int by_depth = 0, by_element = 1, by_order = 2;  // as enum ExactBy

Depth fragment_depth;
uint whole_key;

/// The key of the element as a whole.
uint key_of_whole(uint element) {
  farfirst_Steps steps = farfirst_Steps(frame.key_shift, frame.keys_are_linear != 0, frame.key_farthest, frame.key_scale,
                                        frame.key_last);
  return farfirst_with_fewer_bits(element_key(element, frame.sort_point), frame.metric, steps);
}

void prepare_keys(uint i, uint element) {
  if (frame.exact_by == by_depth)
    fragment_depth = depth_of(element);
  else if (frame.exact_by == by_element)
    whole_key = key_of_whole(element);
  else
    whole_key = i;
}

/// `place` in pixels.
uint fragment_key(vec2 place) { return frame.exact_by == by_depth ? depth_key(fragment_depth, place) : whole_key; }

vec2 place_of_sample(ivec2 pixel, int s) { return vec2(pixel) + vec2(sample_positions[s]) / 16.0; }

bool is_in_slice(uint key, uint element) {
  bool behind = key < band.slice_first.x || (key == band.slice_first.x && element < band.slice_first.y);
  bool before = key > band.slice_last.x || (key == band.slice_last.x && element > band.slice_last.y);
  return !behind && !before;
}
