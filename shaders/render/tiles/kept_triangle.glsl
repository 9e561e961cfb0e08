// A compact triangle, since a batch has many: the surfaces at its corners, with colours in halves. It has no places,
// unless the kind needs them (KEEPS_PLACES): shading needs only the direction to the eye, which follows from the place
// on the picture.
//   NORMALS COLORS FACE_NORMALS   the surface has them
#ifdef KEEPS_PLACES
const uint place_words = 3u;
#else
const uint place_words = 0u;
#endif
#ifdef NORMALS
const uint normal_words = 3u;
#else
const uint normal_words = 0u;
#endif
#ifdef COLORS
const uint color_words = 2u;
#else
const uint color_words = 0u;
#endif
#ifdef FACE_NORMALS
const uint face_words = 3u;
#else
const uint face_words = 0u;
#endif
const uint corner_words = place_words + normal_words + color_words;
const uint kept_words = 3u * corner_words + face_words, kept_vectors = (kept_words + 3u) / 4u;

struct KeptTriangle {
  uvec4 vectors[kept_vectors];
};

void keep(inout KeptTriangle kept, uint at, uint word) { kept.vectors[at / 4u][at % 4u] = word; }
void keep(inout KeptTriangle kept, uint at, vec3 v) {
  for (uint i = 0u; i < 3u; ++i) keep(kept, at + i, floatBitsToUint(v[i]));
}
uint kept_word(KeptTriangle kept, uint at) { return kept.vectors[at / 4u][at % 4u]; }
vec3 kept_vector(KeptTriangle kept, uint at) {
  return uintBitsToFloat(uvec3(kept_word(kept, at), kept_word(kept, at + 1u), kept_word(kept, at + 2u)));
}

void keep_corner(inout KeptTriangle kept, uint corner, Surface surface) {
  uint at = corner * corner_words;
#ifdef KEEPS_PLACES
  keep(kept, at, surface.eye_position);
#endif
#ifdef NORMALS
  keep(kept, at + place_words, surface.eye_normal);
#endif
#ifdef COLORS
  keep(kept, at + place_words + normal_words, packHalf2x16(surface.color.rg));
  keep(kept, at + place_words + normal_words + 1u, packHalf2x16(surface.color.ba));
#endif
}

KeptTriangle kept_of(Surface a, Surface b, Surface c) {
  KeptTriangle kept;
  kept.vectors[kept_vectors - 1u] = uvec4(0u);
  keep_corner(kept, 0u, a);
  keep_corner(kept, 1u, b);
  keep_corner(kept, 2u, c);
#ifdef FACE_NORMALS
  keep(kept, 3u * corner_words, face_normal(a, b, c));
#endif
  return kept;
}

/// The direction from the eye to a place of the picture, in eye coordinates, of any length.
vec3 direction_through(vec2 place) {
  vec2 ndc = 2.0 * place / frame.viewport - 1.0;
  return vec3((ndc + vec2(frame.projection[2])) / vec2(frame.projection[0][0], frame.projection[1][1]), -1.0);
}

/// Interpolates the corners' values at this word by their shares.
vec3 between(KeptTriangle kept, uint at, vec3 share) {
  return share.x * kept_vector(kept, at) + share.y * kept_vector(kept, at + corner_words) +
         share.z * kept_vector(kept, at + 2u * corner_words);
}

/// The surface within the triangle, at this place of the picture.
Surface surface_in(KeptTriangle kept, vec3 share, vec2 place) {
  Surface surface;
#ifdef KEEPS_PLACES
  surface.eye_position = between(kept, 0u, share);
#else
  surface.eye_position = direction_through(place);
#endif
#ifdef NORMALS
  surface.eye_normal = between(kept, place_words, share);
#endif
#ifdef COLORS
  surface.color = vec4(0.0);
  for (uint corner = 0u; corner < 3u; ++corner) {
    uint color = corner * corner_words + place_words + normal_words;
    surface.color += share[corner] * vec4(unpackHalf2x16(kept_word(kept, color)),
                                          unpackHalf2x16(kept_word(kept, color + 1u)));
  }
#endif
  return surface;
}

vec3 face_normal_of(KeptTriangle kept) {
#ifdef FACE_NORMALS
  return kept_vector(kept, 3u * corner_words);
#else
  return vec3(0.0);
#endif
}
