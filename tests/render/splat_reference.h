#pragma once
// Splats as the papers have them, in double precision: every splat at every pixel, in exact order. Written from the
// formulas with whole matrices, and shares no code with the shaders.
//   B. Kerbl and others: 3D Gaussian Splatting for Real-Time Radiance Field Rendering, 2023
//   Z. Yu and others: Mip-Splatting, 2024

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "camera/camera.h"
#include "render/look.h"
#include "scene/model.h"

namespace farfirst::app {

/// sRGB-encoded and premultiplied after that, from the lower left.
struct ReferencePicture {
  int width = 0, height = 0;
  std::vector<glm::dvec4> pixels{};
};

struct ReferenceSplat {
  glm::dvec2 center;
  glm::dmat2 inverse;  // of the covariance
  glm::dvec3 color;
  double opacity = 0;  // 0: not drawn
};

inline glm::dmat3 covariance_of(const Splats& splats, std::size_t i, double scale) {
  const glm::dmat3 rotation = glm::mat3_cast(glm::dquat(splats.rotations[i]));
  glm::dmat3 sizes(0.0);
  for (int k = 0; k < 3; ++k) sizes[k][k] = scale * static_cast<double>(splats.scales[i][k]);
  return rotation * sizes * glm::transpose(sizes) * glm::transpose(rotation);
}

/// The colour by harmonics of the third degree at most, written out as in the reference.
inline glm::dvec3 color_of(const Splats& splats, std::size_t i, const glm::dvec3& d, int degree) {
  const double x = d.x, y = d.y, z = d.z, xx = x * x, yy = y * y, zz = z * z;
  const double basis[16] = {0.28209479177387814,
                            -0.4886025119029199 * y,
                            0.4886025119029199 * z,
                            -0.4886025119029199 * x,
                            1.0925484305920792 * x * y,
                            -1.0925484305920792 * y * z,
                            0.31539156525252005 * (2.0 * zz - xx - yy),
                            -1.0925484305920792 * x * z,
                            0.5462742152960396 * (xx - yy),
                            -0.5900435899266435 * y * (3 * xx - yy),
                            2.890611442640554 * x * y * z,
                            -0.4570457994644658 * y * (4 * zz - xx - yy),
                            0.3731763325901154 * z * (2 * zz - 3 * xx - 3 * yy),
                            -0.4570457994644658 * x * (4 * zz - xx - yy),
                            1.445305721320277 * z * (xx - yy),
                            -0.5900435899266435 * x * (xx - 3 * yy)};
  glm::dvec3 color(0.5);
  const std::size_t count = std::min(splats.coefficients(), Splats::coefficients_of(degree));
  for (std::size_t k = 0; k < count; ++k) color += basis[k] * glm::dvec3(splats.harmonics_of(i)[k]);
  return glm::max(color, glm::dvec3(0.0));
}

inline ReferenceSplat reference_splat(const Model& model, std::size_t i, const Camera& camera, const Look& look,
                                      int width, int height) {
  const Splats& splats = model.splats;
  const glm::dmat4 view(camera.view());
  const glm::dmat4 projection(camera.projection(static_cast<float>(width) / static_cast<float>(height)));
  const glm::dvec4 eye = view * glm::dvec4(model.positions[i], 1.0);
  const glm::dvec4 clip = projection * eye;
  ReferenceSplat result{};
  if (!(clip.w > 0)) return result;
  const double depth = -eye.z, fx = 0.5 * width * projection[0][0], fy = 0.5 * height * projection[1][1];
  const double limit_x = 1.3 / projection[0][0], limit_y = 1.3 / projection[1][1];
  const double x = std::clamp(eye.x / depth, -limit_x, limit_x) * depth;
  const double y = std::clamp(eye.y / depth, -limit_y, limit_y) * depth;
  // The Jacobian of pixels by eye coordinates, in which the depth is -z.
  glm::dmat3x2 jacobian(0.0);
  jacobian[0][0] = fx / depth;
  jacobian[1][1] = fy / depth;
  jacobian[2] = {fx * x / (depth * depth), fy * y / (depth * depth)};
  const glm::dmat3 turn(view);
  const glm::dmat3 covariance =
      turn * covariance_of(splats, i, static_cast<double>(look.splat_scale)) * glm::transpose(turn);
  if (depth * depth <= covariance[2][2] / 16) return result;  // it is about the plane of the eye
  glm::dmat2 flat = jacobian * covariance * glm::transpose(jacobian);
  const double before = std::max(glm::determinant(flat), 0.0);
  flat[0][0] += 0.3;
  flat[1][1] += 0.3;
  result.opacity = static_cast<double>(splats.opacities[i]) * static_cast<double>(look.opacity);
  if (look.splat_filter == SplatFilter::mip)
    result.opacity *= std::sqrt(std::max(before / glm::determinant(flat), 2.5e-5));
  result.center = (0.5 * glm::dvec2(clip) / clip.w + 0.5) * glm::dvec2(width, height);
  result.inverse = glm::inverse(flat);
  result.color =
      color_of(splats, i, glm::normalize(glm::dvec3(model.positions[i]) - glm::dvec3(camera.eye)), look.splat_degree);
  return result;
}

inline ReferencePicture reference_picture(const Model& model, const Camera& camera, const Look& look, int width,
                                          int height) {
  std::vector<std::size_t> order(model.positions.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto distance = [&](std::size_t i) {
    const glm::dvec3 way = glm::dvec3(model.positions[i]) - glm::dvec3(camera.eye);
    return glm::dot(way, way);
  };
  std::ranges::stable_sort(order, std::greater(), distance);
  ReferencePicture picture{.width = width, .height = height};
  picture.pixels.assign(static_cast<std::size_t>(width * height), glm::dvec4(0));
  for (const std::size_t i : order) {
    const ReferenceSplat splat = reference_splat(model, i, camera, look, width, height);
    const double least = static_cast<double>(look.splat_cutoff);
    if (splat.opacity < least) continue;
    // Where alpha is the least in the direction in which the ellipse is longest: by the smaller eigenvalue.
    const double half_trace = 0.5 * (splat.inverse[0][0] + splat.inverse[1][1]);
    const double root = std::sqrt(std::max(half_trace * half_trace - glm::determinant(splat.inverse), 0.0));
    const double flattest = glm::determinant(splat.inverse) / (half_trace + root);
    const double reach = std::sqrt(2 * std::log(splat.opacity / least) / flattest);
    const int left = std::max(0, static_cast<int>(std::floor(std::max(splat.center.x - reach, -1.0)))),
              right = std::min(width - 1, static_cast<int>(std::ceil(std::min(splat.center.x + reach, 1e6)))),
              low = std::max(0, static_cast<int>(std::floor(std::max(splat.center.y - reach, -1.0)))),
              high = std::min(height - 1, static_cast<int>(std::ceil(std::min(splat.center.y + reach, 1e6))));
    for (int y = low; y <= high; ++y) {
      for (int x = left; x <= right; ++x) {
        const glm::dvec2 from = glm::dvec2(x + 0.5, y + 0.5) - splat.center;
        const double alpha = std::min(0.99, splat.opacity * std::exp(-0.5 * glm::dot(from, splat.inverse * from)));
        if (alpha < least) continue;
        glm::dvec4& pixel = picture.pixels[static_cast<std::size_t>(y * width + x)];
        pixel = glm::dvec4(splat.color * alpha, alpha) + (1 - alpha) * pixel;
      }
    }
  }
  for (glm::dvec4& pixel : picture.pixels)
    for (int c = 0; c < 3; ++c) pixel[c] = std::min(pixel[c], pixel.a);
  return picture;
}

/// PSNR of a picture of bytes.
inline double decibels(const std::vector<std::uint8_t>& found, const ReferencePicture& expected) {
  double sum = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double off = found[i] / 255.0 - expected.pixels[i / 4][static_cast<int>(i % 4)];
    sum += off * off;
  }
  return -10 * std::log10(sum / static_cast<double>(found.size()));
}
inline double decibels(const std::vector<std::uint8_t>& a, const std::vector<std::uint8_t>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - b[i]) * (a[i] - b[i]) / 65025.0;
  return -10 * std::log10(sum / static_cast<double>(a.size()));
}
/// The limits of a right picture: the loss by quantised data and 8 bits a channel.
inline constexpr double least_decibels = 45;

}  // namespace farfirst::app
