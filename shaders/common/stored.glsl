// The arrays of vertices, from storage blocks (stored_at) or from attributes (stored); see app/render/elements.h.
//   COLORS           one per vertex
//   COLORS_IN_WORDS  in the vertex's word: no other array is read
struct Stored {
  uvec4 vertex;  // the bits of the position, and a word that depends on the kind
#ifdef COLORS
  uint color;  // RGBA8, sRGB, straight alpha
#endif
};

#ifdef ELEMENTS_IN_STORAGE
layout(std430, binding = 2) readonly buffer Vertices { uvec4 vertices[]; };
#if defined(COLORS) && !defined(COLORS_IN_WORDS)
layout(std430, binding = 3) readonly buffer Colors { uint colors[]; };
#endif

Stored stored_at(uint i) {
#ifdef COLORS_IN_WORDS
  uvec4 vertex = vertices[i];
  return Stored(vertex, vertex.w);
#elif defined(COLORS)
  return Stored(vertices[i], colors[i]);
#else
  return Stored(vertices[i]);
#endif
}
#endif

#ifdef ELEMENTS_IN_ATTRIBUTES
layout(location = 0) in uvec4 vertex;
#if defined(COLORS) && !defined(COLORS_IN_WORDS)
layout(location = 1) in uint color;
#endif

Stored stored() {
#ifdef COLORS_IN_WORDS
  return Stored(vertex, vertex.w);
#elif defined(COLORS)
  return Stored(vertex, color);
#else
  return Stored(vertex);
#endif
}
#endif
