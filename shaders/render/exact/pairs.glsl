// Runs one thread for each pair of element and tile, and calls for every pixel with covered samples:
//   void prepare(uint i, uint element, ivec2 tile, Shape shape)                    first, once per tile
//   void visit(uint list, uint element, uint covered, ivec2 pixel, Shape shape)    the pixel's first list
#include "render/exact/elements.glsl"

layout(std430, binding = 6) readonly buffer Jobs { uvec2 jobs[]; };  // a group of elements, and the first pair

void prepare(uint i, uint element, ivec2 tile, Shape shape);
void visit(uint list, uint element, uint covered, ivec2 pixel, Shape shape);

void visit_tile(uint i, uint tile) {
  uint element = element_at(i);
  ivec2 corner = corner_of_tile(tile), first, last;
  Shape shape = shape_of(element);
  if (!pixels_of(shape, first, last)) return;
  InTile its = in_tile(shape, corner);
  if (its.is_empty) return;
  prepare(i, element, corner, shape);
  first = max(first - corner, ivec2(0));
  last = min(last - corner, ivec2(7));
  for (int y = first.y; y <= last.y; ++y) {
    for (int x = first.x; x <= last.x; ++x) {
      uint pixel = uint(8 * y + x);
      if (pixel < band.pixel_first || pixel >= band.pixel_end) continue;
      uint covered = samples_in(shape, its, ivec2(x, y));
      if (covered != 0u) visit(first_list(tile, pixel), element, covered, corner + ivec2(x, y), shape);
    }
  }
}

void visit_pairs() {
  if (group_number() >= band.job_count) return;
  uvec2 job = jobs[group_number()];
  share_out(job.x);
  uint end = min(ends[255], job.y + pairs_of_job);
  for (uint pair = job.y + gl_LocalInvocationIndex; pair < end; pair += 256u) {
    uint owner = owner_of(pair), tile = tile_of(pair, owner);
    if (tile >= band.band_first && tile < band.band_end) visit_tile(256u * job.x + owner, tile);
  }
}
