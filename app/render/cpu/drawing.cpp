#include "drawing.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <exception>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

#include "cpu/prim/thread_pool.h"
#include "mixed.h"
#include "order/timer.h"
#include "render/array.h"
#include "scene/srgb.h"

namespace farfirst::app::cpu {

namespace {

constexpr std::uint32_t most_chunks = 64, longest_chunk = 1 << 16, shortest_chunk = 1 << 10;
constexpr std::size_t least_pairs = 1 << 14;  // of a chunk's list
constexpr std::size_t pair_bytes = sizeof(Pair) + sizeof(std::uint32_t);

void set_samples(DrawInput& input) {
  const auto samples = static_cast<unsigned>(input.samples);
  input.bounds = {input.positions[0], input.positions[0]};
  for (unsigned i = 1; i < samples; ++i) {
    const glm::ivec2 place = input.positions[i];
    input.bounds = {std::min(input.bounds.x, place.x), std::min(input.bounds.y, place.y),
                    std::max(input.bounds.z, place.x), std::max(input.bounds.w, place.y)};
  }
  const unsigned whole = (1u << samples) - 1;
  for (unsigned covered = 1; covered < whole; ++covered) {
    glm::vec2 sum(0.0f);
    for (unsigned i = 0; i < samples; ++i)
      if ((covered >> i & 1) != 0) sum += glm::vec2(input.positions[i]);
    const glm::vec2 middle = sum / (16.0f * static_cast<float>(std::popcount(covered))) - 0.5f;
    input.middles[std::size_t{2} * covered] = middle.x;
    input.middles[std::size_t{2} * covered + 1] = middle.y;
  }
}

void set_tiles(DrawInput& input) {
  input.width = static_cast<int>(input.view.camera.viewport.x);
  input.height = static_cast<int>(input.view.camera.viewport.y);
  input.tiles_across = (input.width + tile_width - 1) >> tile_shift;
  input.tiles_down = (input.height + tile_width - 1) >> tile_shift;
}

/// The values for the kernels, besides those that the caller has set.
void complete(DrawInput& input) {
  set_tiles(input);
  // A contribution below 0.4 of 1/255 is invisible, as in the renderer `tiles`.
  input.opaque = 1.0f / ((input.blends_encoded() ? 640.0f : 8192.0f) * brightest(input.variant));
  input.light = light_of_bytes().data();
  set_samples(input);
  for (DrawInput& part : input.parts) {
    complete(part);
    part.opaque = input.opaque;
    part.full = input.full;
  }
}

std::size_t sample_floats(const DrawInput& input) {
  return std::size_t{4} * static_cast<unsigned>(input.samples) * tile_pixels;
}

/// The part of a tile within the picture, in pixels.
struct Extent {
  int left, bottom, width, height;
};

Extent extent_of(const DrawInput& input, std::size_t tile) {
  const auto number = static_cast<int>(tile);
  const int left = number % input.tiles_across * tile_width, bottom = number / input.tiles_across * tile_width;
  return {left, bottom, std::min(tile_width, input.width - left), std::min(tile_width, input.height - bottom)};
}

/// Sizes of arrays that are made of an input's elements.
struct Sizes {
  std::size_t places = 0, outlines = 0, sprites = 0, ellipses = 0, bodies = 0, boxes = 0, shown = 0;

  friend Sizes operator+(const Sizes& a, const Sizes& b) {
    return {a.places + b.places, a.outlines + b.outlines, a.sprites + b.sprites, a.ellipses + b.ellipses,
            a.bodies + b.bodies, a.boxes + b.boxes,       a.shown + b.shown};
  }
};

std::uint32_t blocks_of(const DrawInput& input) { return (input.elements + block_elements - 1) / block_elements; }

Sizes sizes_of(const DrawInput& input) {
  const std::size_t elements = input.elements, blocks = blocks_of(input);
  if (input.are_triangles())
    return {.places = input.vertex_count, .outlines = elements, .boxes = elements, .shown = blocks};
  // The last block of splats counts as full.
  const std::size_t whole = blocks * block_elements;
  if (input.are_splats())
    return {.ellipses = whole, .bodies = input.are_ellipsoids() ? whole : 0, .boxes = whole, .shown = blocks};
  if (input.are_streaks()) return {.ellipses = input.count};
  return {.sprites = input.count};
}

void close_full_pixels(const DrawInput& input, TilePixels& pixels) {
  for (int pixel = 0; pixel < tile_pixels; ++pixel) {
    float most = input.has_samples() ? 0.0f : pixels.plane(3)[pixel];
    for (int s = 0; input.has_samples() && s < input.samples; ++s)
      most = std::max(most, pixels.sample(pixel, input.samples, s)[3]);
    if (most < input.opaque) pixels.close(pixel);
  }
}

/// Empty values, or those that were kept.
void begin_pixels(const DrawInput& input, const Extent& box, const float* kept, TilePixels& pixels) {
  for (int row = 0; row < tile_width; ++row)
    pixels.open[static_cast<unsigned>(row)] = row < box.height ? low_bits(box.width) : 0;
  if (kept != nullptr) {
    std::copy_n(kept, sample_floats(input), pixels.values.begin());
    close_full_pixels(input, pixels);
  } else if (!input.has_samples()) {
    std::fill(pixels.plane(0), pixels.plane(3), 0.0f);
    std::fill_n(pixels.plane(3), tile_pixels, 1.0f);
  } else {
    for (std::size_t i = 0; i < sample_floats(input); ++i) pixels.values[i] = i % 4 == 3 ? 1.0f : 0.0f;
  }
}

}  // namespace

float brightest(const ElementVariant& variant) {
  switch (variant.kind) {
    case ElementKind::triangle:
      return 3.6f;
    case ElementKind::point:
      return 1.2f;
    case ElementKind::particle:
      return variant.spheres ? 1.7f : 1.0f;
    case ElementKind::streak:
      return 1.0f;
    case ElementKind::splat:
      return 16.0f;
    case ElementKind::ellipsoid:
    case ElementKind::mixed:
      return 24.0f;
  }
  return 1.0f;
}

struct Drawing::Chunk {
  std::uint32_t begin = 0, end = 0, reached = 0;  // ranks
  PairList list;
  std::vector<PairList> of_parts;     // of several objects
  std::vector<std::uint32_t> places;  // by tile: how many, then where the next one goes
};

struct Drawing::Worker {
  TilePixels pixels;
  Batch batch;
};

struct Drawing::Parts {
  explicit Parts(int threads) : pool(threads) {}

  /// Calls body(i, thread) for i from 0 to n - 1, each on the thread that is free next. Throws what a body throws: the
  /// threads of the pool must not.
  template <class Body>
  void for_each(std::size_t n, const Body& body) {
    std::atomic<std::size_t> next = 0;
    std::exception_ptr failure;
    std::once_flag failed;
    const int threads = static_cast<int>(std::clamp<std::size_t>(n, 1, static_cast<std::size_t>(pool.threads())));
    pool.run(threads, [&](int thread) {
      try {
        for (std::size_t i = next++; i < n; i = next++) body(i, thread);
      } catch (...) {
        next = n;
        std::call_once(failed, [&] { failure = std::current_exception(); });
      }
    });
    if (failure) std::rethrow_exception(failure);
  }

  farfirst::cpu::ThreadPool pool;
  std::vector<std::unique_ptr<Worker>> workers;
  PartOrders part_orders;
  Array<Place> places;
  Array<Outline> outlines;
  Array<Sprite> sprites;
  Array<Ellipse> ellipses;
  Array<Body> bodies;
  Array<TileBox> boxes;
  Array<std::uint16_t> shown;
  std::vector<Chunk> chunks;
  std::size_t used_chunks = 0;
  std::vector<std::uint8_t> full;
  std::vector<std::size_t> tiles;     // that are drawn
  std::vector<std::uint32_t> begins;  // of each tile's ranks, and the end of the last one's
  Array<std::uint32_t> ranks;
  std::vector<float> kept;  // samples between passes
};

Drawing::Drawing(int threads, const Kernels& which)
    : kernels_(which),
      parts_(std::make_unique<Parts>(
          threads > 0 ? threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency())))) {
  for (int i = 0; i < parts_->pool.threads(); ++i) parts_->workers.push_back(std::make_unique<Worker>());
}

Drawing::~Drawing() = default;

void Drawing::draw(DrawInput input, std::size_t memory, const Pictures& pictures, const PicturePart& part) try {
  times_ = {};
  pairs_ = 0;
  set_tiles(input);
  Parts& parts = *parts_;
  find_tiles(input, part);
  input.full = parts.full.data();
  complete(input);
  Stopwatch clock;
  if (input.is_mixed()) parts.part_orders.split(input, parts.pool);
  if (input.count > 0) prepare(input);
  times_.place += clock.lap();
  std::uint32_t rank = 0;
  do {
    if (gives_up()) return;
    const bool is_first = rank == 0;
    rank = list(input, rank, memory);
    times_.list += clock.lap();
    if (gives_up()) return;
    sort_pairs();
    times_.sort += clock.lap();
    blend(input, is_first, rank == input.count, pictures);
    times_.blend += clock.lap();
  } while (rank < input.count);
} catch (const std::bad_alloc&) {
  throw OutOfMemory("the renderer cpu: not enough memory for the lists of this scene");
}

/// Nothing is listed in tiles that are not drawn.
void Drawing::find_tiles(const DrawInput& input, const PicturePart& part) {
  Parts& parts = *parts_;
  const auto all = static_cast<std::size_t>(input.tiles_across * input.tiles_down);
  parts.full.assign(all, 1);
  parts.tiles.clear();
  for (std::size_t tile = 0; tile < all; ++tile) {
    const Extent box = extent_of(input, tile);
    const bool is_drawn =
        part.is_whole() || (box.left < part.end.x && box.bottom < part.end.y && box.left + box.width > part.least.x &&
                            box.bottom + box.height > part.least.y);
    if (!is_drawn) continue;
    parts.full[tile] = 0;
    parts.tiles.push_back(tile);
  }
}

/// Arrays made of elements: of several objects, one after the other.
void Drawing::prepare(DrawInput& input) {
  Parts& parts = *parts_;
  const std::span<DrawInput> each = input.is_mixed() ? std::span(input.parts) : std::span(&input, 1);
  Sizes sum;
  for (const DrawInput& part : each) sum = sum + sizes_of(part);
  parts.places.resize(sum.places);
  parts.outlines.resize(sum.outlines);
  parts.sprites.resize(sum.sprites);
  parts.ellipses.resize(sum.ellipses);
  parts.bodies.resize(sum.bodies);
  parts.boxes.resize(sum.boxes);
  parts.shown.resize(sum.shown);
  Sizes begin;
  for (DrawInput& part : each) {
    part.places = parts.places.data() + begin.places;
    part.outlines = parts.outlines.data() + begin.outlines;
    part.sprites = parts.sprites.data() + begin.sprites;
    part.ellipses = parts.ellipses.data() + begin.ellipses;
    part.bodies = parts.bodies.data() + begin.bodies;
    part.boxes = parts.boxes.data() + begin.boxes;
    part.shown = parts.shown.data() + begin.shown;
    if (part.are_triangles()) place(part, parts.places.data() + begin.places);
    if (part.is_numbered()) project(part);
    begin = begin + sizes_of(part);
  }
}

void Drawing::place(const DrawInput& input, Place* places) {
  constexpr std::uint32_t grain = 1 << 14;
  parts_->for_each((input.vertex_count + grain - 1) / grain, [&](std::size_t i, int) {
    const auto begin = static_cast<std::uint32_t>(i) * grain;
    kernels_.place(input, begin, std::min(input.vertex_count, begin + grain), places);
  });
}

void Drawing::project(const DrawInput& input) {
  const std::uint32_t blocks = blocks_of(input);
  constexpr std::uint32_t grain = 256;
  parts_->for_each((blocks + grain - 1) / grain, [&](std::size_t i, int) {
    if (gives_up()) return;
    const auto begin = static_cast<std::uint32_t>(i) * grain;
    kernels_.project(input, begin, std::min(blocks, begin + grain));
  });
}

std::uint32_t Drawing::list(const DrawInput& input, std::uint32_t begin, std::size_t memory) {
  Parts& parts = *parts_;
  const std::uint32_t left = input.count - begin;
  const auto wanted = static_cast<std::uint32_t>(8 * parts.pool.threads());
  const std::uint32_t length = std::clamp(left / wanted + 1, shortest_chunk, longest_chunk);
  parts.used_chunks = std::min((left + length - 1) / length, most_chunks);
  if (parts.chunks.size() < parts.used_chunks) parts.chunks.resize(parts.used_chunks);
  const std::size_t limit = std::max(least_pairs, memory / pair_bytes / std::max<std::size_t>(1, parts.used_chunks));
  parts.for_each(parts.used_chunks, [&](std::size_t i, int) {
    if (gives_up()) return;
    Chunk& chunk = parts.chunks[i];
    chunk.begin = begin + static_cast<std::uint32_t>(i) * length;
    chunk.end = std::min(chunk.begin + length, input.count);
    chunk.list.pairs.clear();
    chunk.list.limit = limit;
    chunk.reached = input.is_mixed() ? list_mixed(kernels_, input, chunk.begin, chunk.end, chunk.list, chunk.of_parts)
                                     : kernels_.list(input, chunk.begin, chunk.end, chunk.list);
    chunk.places.assign(parts.full.size(), 0);
    for (const Pair& pair : chunk.list.pairs) ++chunk.places[pair.tile];
  });
  // Elements after a full list follow in the next pass.
  for (std::size_t i = 0; i < parts.used_chunks; ++i) {
    if (parts.chunks[i].reached == parts.chunks[i].end) continue;
    parts.used_chunks = i + 1;
    return parts.chunks[i].reached;
  }
  return parts.used_chunks == 0 ? input.count : parts.chunks[parts.used_chunks - 1].end;
}

/// By tile, stably: each chunk has places of its own in the list of each tile.
void Drawing::sort_pairs() {
  Parts& parts = *parts_;
  parts.begins.assign(parts.full.size() + 1, 0);
  std::uint32_t at = 0;
  for (std::size_t tile = 0; tile < parts.full.size(); ++tile) {
    parts.begins[tile] = at;
    for (std::size_t i = 0; i < parts.used_chunks; ++i) at += std::exchange(parts.chunks[i].places[tile], at);
  }
  parts.begins.back() = at;
  pairs_ += at;
  if (parts.ranks.size() < at) {
    parts.ranks.clear();  // nothing of it is moved
    parts.ranks.reserve(at + at / 16);
    parts.ranks.resize(at);
  }
  parts.for_each(parts.used_chunks, [&](std::size_t i, int) {
    Chunk& chunk = parts.chunks[i];
    for (const Pair& pair : chunk.list.pairs) parts.ranks[chunk.places[pair.tile]++] = pair.rank;
  });
}

void Drawing::blend(const DrawInput& input, bool is_first, bool is_last, const Pictures& pictures) {
  Parts& parts = *parts_;
  const std::size_t kept = is_first && is_last ? 0 : sample_floats(input);  // of a tile, between passes
  parts.kept.resize(kept * parts.full.size());
  parts.for_each(parts.tiles.size(), [&](std::size_t i, int thread) {
    if (gives_up()) return;
    const std::size_t tile = parts.tiles[i];
    Worker& worker = *parts.workers[static_cast<unsigned>(thread)];
    const Extent box = extent_of(input, tile);
    float* its = parts.kept.data() + kept * tile;
    const std::uint32_t* ranks = parts.ranks.data() + parts.begins[tile];
    const std::size_t size = parts.begins[tile + 1] - parts.begins[tile];
    if (!is_first && !is_last && size == 0) return;
    begin_pixels(input, box, is_first ? nullptr : its, worker.pixels);
    if (size > 0) kernels_.draw(input, static_cast<int>(tile), ranks, size, worker.pixels, worker.batch);
    if (is_last) return write(input, tile, worker.pixels, pictures);
    std::copy_n(worker.pixels.values.begin(), kept, its);
    parts.full[tile] = worker.pixels.is_open() ? 0 : 1;
  });
}

void Drawing::write(const DrawInput& input, std::size_t tile, const TilePixels& pixels,
                    const Pictures& pictures) const {
  const Extent box = extent_of(input, tile);
  alignas(64) std::array<float, std::size_t{4} * tile_width> blended;
  alignas(64) std::array<std::uint32_t, tile_width> shown;
  for (int row = 0; row < box.height; ++row) {
    const std::size_t at = static_cast<std::size_t>(box.bottom + row) * static_cast<unsigned>(input.width) +
                           static_cast<unsigned>(box.left);
    kernels_.mean_row(input, pixels, row, blended.data());
    if (!pictures.blended.empty()) {
      std::copy_n(blended.begin(), 4 * box.width, pictures.blended.begin() + static_cast<std::ptrdiff_t>(4 * at));
      continue;
    }
    kernels_.show_row(input.view, blended.data(), box.bottom + row, shown.data());
    std::copy_n(shown.begin(), box.width, pictures.shown.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

void Drawing::show(const FrameBlock& view, std::span<const float> blended, std::span<std::uint32_t> shown) {
  const auto width = static_cast<std::size_t>(view.camera.viewport.x),
             height = static_cast<std::size_t>(view.camera.viewport.y);
  parts_->for_each(height, [&](std::size_t row, int) {
    alignas(64) std::array<float, std::size_t{4} * tile_width> from{};
    alignas(64) std::array<std::uint32_t, tile_width> to;
    for (std::size_t x = 0; x < width; x += tile_width) {
      const std::size_t at = row * width + x, size = std::min<std::size_t>(tile_width, width - x);
      std::copy_n(blended.begin() + static_cast<std::ptrdiff_t>(4 * at), 4 * size, from.begin());
      kernels_.show_row(view, from.data(), static_cast<int>(row), to.data());
      std::copy_n(to.begin(), size, shown.begin() + static_cast<std::ptrdiff_t>(at));
    }
  });
}

Steps Drawing::steps() const {
  return {{"place", times_.place}, {"list", times_.list}, {"sort pairs", times_.sort}, {"blend", times_.blend}};
}

std::string Drawing::remark() const {
  if (pairs_ == 0) return {};
  return std::to_string(pairs_) + " pairs of element and tile; " + kernels_.instruction_set;
}

std::size_t Drawing::bytes() const {
  const Parts& parts = *parts_;
  std::size_t sum = parts.places.capacity() * sizeof(Place) + parts.outlines.capacity() * sizeof(Outline) +
                    parts.sprites.capacity() * sizeof(Sprite) + parts.ellipses.capacity() * sizeof(Ellipse) +
                    parts.bodies.capacity() * sizeof(Body) + parts.boxes.capacity() * sizeof(TileBox) +
                    parts.shown.capacity() * sizeof(std::uint16_t) +
                    (parts.begins.capacity() + parts.ranks.capacity()) * sizeof(std::uint32_t) +
                    parts.kept.capacity() * sizeof(float);
  for (const Chunk& chunk : parts.chunks) {
    sum += chunk.list.pairs.capacity() * sizeof(Pair) + chunk.places.capacity() * sizeof(std::uint32_t);
    for (const PairList& list : chunk.of_parts) sum += list.pairs.capacity() * sizeof(Pair);
  }
  return sum + parts.part_orders.bytes();
}

}  // namespace farfirst::app::cpu
