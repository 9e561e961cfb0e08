// A small photo studio that turns with the camera: a warm key light from the upper left, a cool fill from the right, a
// rim light from behind, and a soft ambient that is brighter from above. Everything is in eye space; surfaces have two
// sides, so the normal points to the viewer.

const vec3 key_direction = vec3(-0.4508, 0.6311, 0.6311);
const vec3 fill_direction = vec3(0.8402, 0.0840, 0.5357);
const vec3 rim_direction = vec3(0.2588, 0.6470, -0.7172);

const vec3 key_color = vec3(0.80, 0.77, 0.72);
const vec3 fill_color = vec3(0.16, 0.19, 0.24);
const vec3 rim_color = vec3(0.45, 0.50, 0.58);

vec3 diffuse_light(vec3 normal) {
  float above = 0.5 + 0.5 * normal.y;
  vec3 light = mix(vec3(0.13, 0.12, 0.12), vec3(0.24, 0.26, 0.29), above);
  light += key_color * max(dot(normal, key_direction), 0.0);
  light += fill_color * max(dot(normal, fill_direction), 0.0);
  return light + rim_color * max(dot(normal, rim_direction), 0.0);
}

/// Highlights of the key (Blinn-Phong, exponent 64) and, fainter and wider, of the fill (16).
vec3 specular_light(vec3 normal, vec3 to_eye) {
  float key = max(dot(normal, normalize(key_direction + to_eye)), 0.0);
  float fill = max(dot(normal, normalize(fill_direction + to_eye)), 0.0);
  key *= key, key *= key, key *= key, key *= key, key *= key, key *= key;
  fill *= fill, fill *= fill, fill *= fill, fill *= fill;
  return 0.75 * key_color * key + 0.5 * fill_color * fill;
}
