// The state of each sample of a pixel, by the number of its list (render/exact/band.glsl).
layout(std430, binding = 8) buffer Peeled { uvec2 peeled[]; };  // key and element of the last layer; ones: none
layout(std430, binding = 9) buffer NextKeys { uint next_keys[]; };  // of this layer; 0: none
layout(std430, binding = 10) buffer NextElements { uint next_elements[]; };  // and one
layout(std430, binding = 11) buffer Lights { vec4 lights[]; };  // the blend of the layers so far
