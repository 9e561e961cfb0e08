#version 450
// One triangle that covers the picture.
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  gl_Position = vec4(4.0 * corner - 1.0, 0.0, 1.0);
}
