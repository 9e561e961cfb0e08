// A point carries PER_POINT elements uvec2(index, sublist), so that the geometry stage has fewer points to handle;
// behind the last element, `none`.
const uint per_point = uint(PER_POINT);
const uvec2 none = uvec2(0xFFFFFFFFu);
