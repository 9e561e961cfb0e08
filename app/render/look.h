#pragma once
// The look: the user's choices for the picture.

#include <cstdint>
#include <glm/glm.hpp>
#include <string>

namespace farfirst::app {

enum class Shading : std::uint8_t { smooth, flat };

/// The key by which the renderer `exact` sorts fragments.
enum class ExactBy : std::uint8_t {
  depth,    // their own
  element,  // the key of their element as a whole, which is what is sorted otherwise
  order     // the place of their element in the order, which is what is drawn otherwise
};

/// The encoding of the colours that are blended.
enum class BlendSpace : std::uint8_t {
  automatic,  // encoded in scenes with splats, else linear
  linear,     // light
  encoded     // sRGB, as splats are trained
};

/// The treatment of splats that are smaller than a pixel.
enum class SplatFilter : std::uint8_t {
  automatic,  // as they were trained, by the file
  reference,  // they grow
  mip         // they grow, and become as much fainter (Mip-Splatting)
};

/// The style of splats.
enum class SplatStyle : std::uint8_t {
  gaussian,   // as it was trained
  ellipsoid,  // its surface in the light
  point       // its centre
};

/// The style of particles.
enum class ParticleStyle : std::uint8_t {
  soft,    // a disc that fades from the middle
  sphere,  // a ball in the light
  streak   // a soft disc during an exposure: an ellipse along its way
};

/// The look of a picture.
struct Look {
  std::string renderer = "auto";     // catalogue id (renderer.h) or "auto"
  int samples = 0;                   // of a pixel, 1, 2, 4 or 8: smooth edges; 0 = automatic
  std::uint32_t tile_memory = 1024;  // MiB of the GPU for a renderer, beside that of the scene and of the picture
  ExactBy exact_by = ExactBy::depth;
  std::uint32_t peel_layers = 8;  // of the renderer `peeled`
  std::uint32_t refine = 0;       // frames that a picture at rest becomes the mean of; 0 = automatic. No frame's own
  float opacity = 0.5f;           // 0..1, multiplied by the file's alpha
  float fresnel = 0.7f;           // 0..1: how much opacity rises where a surface is seen edge-on (glass)
  Shading shading = Shading::smooth;
  float point_size = 2.0f;               // pixels, before high-DPI scaling
  glm::vec3 color{0.62f, 0.78f, 0.92f};  // sRGB, where the file has no colours
  bool use_file_colors = true;
  ParticleStyle particle_style = ParticleStyle::soft;
  bool self_shadows = false;          // particles in the shadow of others
  glm::vec3 light{0.4f, 1.0f, 0.3f};  // the direction to their light, of any length
  float ambient = 0.2f;               // of the light reaches everything
  float streak = 0.03f;               // seconds of exposure, of ParticleStyle::streak
  BlendSpace blend_space = BlendSpace::automatic;
  float splat_scale = 1.0f;  // times the size
  int splat_degree = 3;      // of the harmonics that count, 0 to 3
  SplatFilter splat_filter = SplatFilter::automatic;
  SplatStyle splat_style = SplatStyle::gaussian;
  float splat_cutoff = 1.0f / 255.0f;  // the alpha below which nothing of a splat shows
  bool background = true;              // a gradient; false = transparent black
  glm::vec3 background_top{0.16f, 0.18f, 0.22f};
  glm::vec3 background_bottom{0.05f, 0.05f, 0.07f};

  bool operator==(const Look&) const = default;
};

}  // namespace farfirst::app
