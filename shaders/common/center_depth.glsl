// Fragments of a disc have the depth of its centre.
#include "common/depth.glsl"

struct Depth {
  uint key;
};

Depth depth_of(uint element) {
  return Depth(farfirst_key_of_point(vertices[element].xyz, viewpoint(), frame.metric));
}

uint depth_key(Depth depth, vec2 place) { return depth.key; }

uint element_key(uint element, int sort_point) { return depth_of(element).key; }
