#pragma once
// The input of the renderer `cpu` as its kernels read it, and the data between kernels.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <vector>

#include "render/elements.h"
#include "render/frame_block.h"
#include "render/host_splats.h"

namespace farfirst::app::cpu {

inline constexpr int subpixels = 256;  // of a pixel: corners are rounded to this, as in tiles/triangle.glsl
inline constexpr int tile_shift = 5, tile_width = 1 << tile_shift, tile_pixels = tile_width * tile_width;
inline constexpr int most_samples = 8;

constexpr std::uint32_t low_bits(int count) { return count > 31 ? ~0u : (1u << count) - 1; }

/// Where a vertex is in the picture, in subpixels.
struct Place {
  static constexpr std::int32_t none = INT32_MIN;
  std::int32_t x = none;  // none: not inside (coverage.h)
  std::int32_t y = 0;     // then a bit for each plane that it is beyond
  bool is_inside() const { return x != none; }
};

/// A disc in the picture, rounded as tiles/sprite.glsl keeps it.
struct Sprite {
  float x, y, half_width;  // pixels
  float red, green, blue;  // linear, not premultiplied
  float alpha;
};

/// A triangle in the picture, counterclockwise unless a corner is not inside.
struct Outline {
  std::array<Place, 3> corners;
  bool is_inside() const { return corners[0].is_inside() && corners[1].is_inside() && corners[2].is_inside(); }
};

/// A splat in the picture, or a particle along its way: then the edge is one standard deviation away.
struct alignas(32) Ellipse {
  float x, y;                           // pixels
  float along_x, along_y;               // a place from there, times this: standard deviations along the longer axis;
  float ratio;                          // times this: the same across it
  float reach;                          // the square of the standard deviations beyond which nothing shows
  std::uint32_t red_green, blue_alpha;  // as halves (kinds_inl.h): as it is blended, not premultiplied
};

/// The data of an ellipsoid besides its ellipse, as in shaders/elements/ellipsoid.glsl.
struct alignas(32) Body {
  float along_x, along_y, across_x, across_y;  // turn
  float lean_x, lean_y;
};

/// Tiles that a splat may touch, both ends included.
struct TileBox {
  std::uint16_t left, bottom, right, top;
  bool is_one() const { return left == right && bottom == top; }
};

/// Elements projected in file order come in blocks of this size.
inline constexpr std::uint32_t block_elements = 16;
static_assert(block_elements == SplatBlock::size);

/// An element in the list of a tile.
struct Pair {
  std::uint32_t tile;
  std::uint32_t rank;  // of what is numbered its number; of several objects `first_id` more
};

struct DrawInput {
  ElementVariant variant{};
  const StoredVertex* vertices = nullptr;
  std::uint32_t vertex_count = 0;
  const std::uint32_t* colors = nullptr;   // in words of the vertices, every fourth
  const glm::vec4* motions = nullptr;      // of streaks: velocity, a second
  const std::uint32_t* corners = nullptr;  // of triangles: three vertices each
  const std::uint32_t* order = nullptr;    // the nearest one last
  std::uint32_t count = 0;                 // of the order
  HostSplats splats{};
  std::uint32_t elements = 0;  // that there are
  FrameBlock view{};
  int samples = 1;                                   // of sprites 1
  std::array<glm::ivec2, most_samples> positions{};  // of the samples, in sixteenths of a pixel
  bool counts_coverage = false;  // for tests: every element adds 1 to the red of what it covers, and hides nothing

  // Made from those by the drawing.
  int width = 0, height = 0;
  int tiles_across = 0, tiles_down = 0;
  glm::ivec4 bounds{};                   // the sixteenths that samples of a pixel lie between
  float opaque = 0;                      // what is behind such a transmittance does not show
  std::array<float, 2 * 256> middles{};  // of covered samples, by their bits: from the middle of their pixel
  const float* light = nullptr;          // of the 256 bytes of sRGB
  const Place* places = nullptr;
  Outline* outlines = nullptr;         // of triangles that show, by their numbers
  Sprite* sprites = nullptr;           // of listed sprites, by rank
  Ellipse* ellipses = nullptr;         // of splats that show, by their numbers; of listed streaks, by rank
  Body* bodies = nullptr;              // of ellipsoids that show, by their numbers
  std::uint16_t* shown = nullptr;      // of blocks of triangles or splats: a bit of each that may show
  TileBox* boxes = nullptr;            // of those
  const std::uint8_t* full = nullptr;  // tiles in which nothing more can show

  // Instead of arrays, of several objects: what is drawn of each, as if it were alone, but for these.
  std::vector<DrawInput> parts{};
  bool has_meshes = false;
  std::uint32_t first_element = 0;       // of the order's numbers that are this part's
  std::uint32_t first_id = 0;            // of what is listed of it (`Pair::rank` of the whole)
  const std::uint32_t* ranks = nullptr;  // in the order of all, of those in the part's own order

  bool is_mixed() const { return variant.kind == ElementKind::mixed; }
  /// Are samples of pixels kept? Else planes of whole pixels (TilePixels).
  bool has_samples() const { return are_triangles() || has_meshes; }
  bool are_triangles() const { return variant.kind == ElementKind::triangle; }
  /// Splats, drawn as Gaussians or as ellipsoids.
  bool are_splats() const { return variant.kind == ElementKind::splat || are_ellipsoids(); }
  bool are_ellipsoids() const { return variant.kind == ElementKind::ellipsoid; }
  /// Is it projected in the order of the file, and listed by its numbers?
  bool is_numbered() const { return are_triangles() || are_splats(); }
  bool are_streaks() const { return variant.kind == ElementKind::streak; }
  bool blends_encoded() const { return view.look.blends_encoded != 0; }
  bool are_spheres() const { return variant.spheres; }
  /// Does the element with this number show?
  bool shows(std::uint32_t number) const {
    return (shown[number / block_elements] >> number % block_elements & 1) != 0;
  }
  /// The element of a rank: one that there is, even if the order is wrong.
  std::uint32_t element(std::uint32_t rank) const { return std::min(order[count - 1 - rank], elements - 1); }
};

/// The pairs of some elements, nearest first.
struct PairList {
  std::vector<Pair> pairs;
  std::size_t limit = 0;  // no element begins beyond this number

  void add(const Pair& pair) {
    if (pairs.size() == pairs.capacity()) grow();
    pairs.push_back(pair);
  }
  /// By less than a vector does: lists are a good part of the memory that a picture takes.
  void grow();
};

/// The state of a tile between elements.
struct TilePixels {
  alignas(64) std::array<std::uint32_t, tile_width> open{};  // pixels in which more can show, by row
  alignas(64) std::array<float, std::size_t{4} * most_samples * tile_pixels> values{};  // colour and transmittance
  void close(int pixel) { open[static_cast<unsigned>(pixel >> tile_shift)] &= ~(1u << (pixel & (tile_width - 1))); }
  bool is_open() const {
    std::uint32_t any = 0;
    for (const std::uint32_t row : open) any |= row;
    return any != 0;
  }
  float* sample(int pixel, int samples, int s) {
    return &values[std::size_t{4} * static_cast<unsigned>(pixel * samples + s)];
  }
  const float* sample(int pixel, int samples, int s) const {
    return &values[std::size_t{4} * static_cast<unsigned>(pixel * samples + s)];
  }
  /// Where no samples are kept: red, green, blue and transmittance each by itself.
  float* plane(int channel) { return &values[std::size_t{tile_pixels} * static_cast<unsigned>(channel)]; }
  const float* plane(int channel) const { return &values[std::size_t{tile_pixels} * static_cast<unsigned>(channel)]; }
};

inline constexpr int batch_size = 64;                                      // elements that are prepared at once
inline constexpr int batch_fragments = 512;                                // a batch ends beyond this number
inline constexpr int most_fragments = batch_fragments + tile_pixels + 64;  // with those of one more, and a vector

/// A batch of a tile's elements, before they reach its pixels.
struct Batch {
  int size = 0, fragments = 0;
  std::array<std::uint32_t, batch_size> numbers{};
  alignas(64) std::array<std::int32_t, most_fragments> pixels{}, elements{}, covered{};  // of each fragment
  alignas(64) std::array<float, std::size_t{4} * most_fragments> colors{};               // premultiplied, with -alpha
  alignas(64) std::array<std::array<float, batch_size>, 27> fields{};  // of each element, as its kind has them
};

/// The inner loops, for the instruction set that this machine has (Highway), or plain.
struct Kernels {
  const char* instruction_set;
  /// Places of vertices.
  void (*place)(const DrawInput&, std::uint32_t begin, std::uint32_t end, Place* places);
  /// Outlines and boxes of the triangles of such blocks, or ellipses and boxes of splats.
  void (*project)(const DrawInput&, std::uint32_t begin, std::uint32_t end);
  /// Lists the tiles of elements by rank. Returns the rank where it ended, for the list was full.
  std::uint32_t (*list)(const DrawInput&, std::uint32_t begin, std::uint32_t end, PairList&);
  /// Blends the elements of a tile, by rank, nearest first.
  void (*draw)(const DrawInput&, int tile, const std::uint32_t* ranks, std::size_t size, TilePixels&, Batch&);
  /// The blended pixels of a row of a tile: tile_width of four floats, premultiplied, on 16 bytes.
  void (*mean_row)(const DrawInput&, const TilePixels&, int row, float* to);
  /// Such a row of the picture as displayed: tile_width of RGBA8, encoded, premultiplied after that.
  void (*show_row)(const FrameBlock&, const float* pixels, int y, std::uint32_t* to);
};

/// Without vectors.
const Kernels& plain_kernels();
/// The kernels of the best instruction set here.
const Kernels& kernels();
/// The kernels of every instruction set that runs here: for tests.
std::vector<const Kernels*> all_kernels();

}  // namespace farfirst::app::cpu
