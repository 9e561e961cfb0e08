// Ellipses of one colour (FLAT_COLOR), as project.comp keeps them for blend.comp: by rank, since elements that are
// blended together have similar ranks, and so lie close together in memory. Two vectors each, in arrays of their own.
struct FlatEllipse {
  vec2 center;  // pixels
  vec2 along;   // pixels along the longer axis times this are standard deviations times place_unit
  float ratio;  // of the axes: across, the factor is this times as large
  float kept;   // by the kind, of alpha
  vec3 color;
};

FlatEllipse flat_ellipse(Ellipse ellipse, Surface surface) {
  float square = dot(ellipse.major, ellipse.major);
  return FlatEllipse(ellipse.center, ellipse.major * (place_unit / square), sqrt(square) / ellipse.minor,
                     kept_alpha(surface), surface.color.rgb);
}

EllipseAxes axes_of(FlatEllipse ellipse) {
  return EllipseAxes(ellipse.along, vec2(-ellipse.along.y, ellipse.along.x) * ellipse.ratio);
}

uvec4 first_vector(FlatEllipse ellipse) { return floatBitsToUint(vec4(ellipse.center, ellipse.along)); }
uvec4 second_vector(FlatEllipse ellipse) {
  return uvec4(floatBitsToUint(vec2(ellipse.ratio, ellipse.kept)), packHalf2x16(ellipse.color.rg),
               packHalf2x16(vec2(ellipse.color.b, 0.0)));
}
FlatEllipse flat_ellipse(uvec4 first, uvec4 second) {
  return FlatEllipse(uintBitsToFloat(first.xy), uintBitsToFloat(first.zw), uintBitsToFloat(second.x),
                     uintBitsToFloat(second.y), vec3(unpackHalf2x16(second.z), unpackHalf2x16(second.w).x));
}

/// The begin of the second vectors.
uint second_vectors() { return 256u * grid.groups; }
