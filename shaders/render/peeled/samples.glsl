// What is kept of each sample of a pixel, by the number of its list (render/exact/band.glsl).
layout(std430, binding = 8) buffer Peeled { uvec2 peeled[]; };  // key and element of the layer before; ones: none
layout(std430, binding = 9) buffer NextKeys { uint next_keys[]; };  // of this layer; 0: none
layout(std430, binding = 10) buffer NextElements { uint next_elements[]; };  // and one
layout(std430, binding = 11) buffer Lights { vec4 lights[]; };  // what the layers so far blend to
