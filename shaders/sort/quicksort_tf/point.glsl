// A point carries PER_POINT elements, the last one perhaps fewer, so that the geometry stage has fewer points to
// handle.
const uint per_point = uint(PER_POINT);
