#pragma once
// Splats and triangles in one order, in double precision: every element at every pixel, sorted by the distance of its
// middle. Splats are those of splat_reference.h; triangles are flat, lit as in shaders/elements/triangle.glsl, and
// blended as sRGB values among them. It shares no code with the shaders.

#include <array>

#include "splat_reference.h"

namespace farfirst::app {

/// A surface of one colour, linear, and an opacity.
struct ReferenceTriangle {
  std::array<glm::dvec3, 3> corners;
  glm::dvec3 color;
  double opacity = 1;
};

inline double encoded_light(double light) {
  return light <= 0.0031308 ? 12.92 * light : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

// The studio's three lights, in eye coordinates.
inline const glm::dvec3 reference_lights[] = {
    {-0.4508, 0.6311, 0.6311}, {0.8402, 0.0840, 0.5357}, {0.2588, 0.6470, -0.7172}};
inline const glm::dvec3 reference_colors[] = {{0.80, 0.77, 0.72}, {0.16, 0.19, 0.24}, {0.45, 0.50, 0.58}};

/// With its sky.
inline glm::dvec3 reference_diffuse(const glm::dvec3& n) {
  glm::dvec3 diffuse = glm::mix(glm::dvec3(0.13, 0.12, 0.12), glm::dvec3(0.24, 0.26, 0.29), 0.5 + 0.5 * n.y);
  for (int i = 0; i < 3; ++i) diffuse += reference_colors[i] * std::max(glm::dot(n, reference_lights[i]), 0.0);
  return diffuse;
}

inline glm::dvec3 reference_light(const glm::dvec3& n, const glm::dvec3& to_eye, const glm::dvec3& albedo,
                                  double opacity) {
  const glm::dvec3 diffuse = reference_diffuse(n);
  const auto highlight = [&](int light_index, double exponent) {
    return std::pow(std::max(glm::dot(n, glm::normalize(reference_lights[light_index] + to_eye)), 0.0), exponent);
  };
  const glm::dvec3 specular =
      0.75 * reference_colors[0] * highlight(0, 64) + 0.5 * reference_colors[1] * highlight(1, 16);
  return albedo * diffuse * opacity + specular * std::min(4 * opacity, 1.0);
}

/// Premultiplied and encoded; nothing where the ray through the pixel's middle misses.
inline glm::dvec4 color_of(const ReferenceTriangle& triangle, const Camera& camera, const glm::dvec2& place, int width,
                           int height) {
  const glm::dmat4 view(camera.view());
  const glm::dmat4 projection(camera.projection(static_cast<float>(width) / static_cast<float>(height)));
  const glm::dvec3 ray((2 * place.x / width - 1) / projection[0][0], (2 * place.y / height - 1) / projection[1][1], -1);
  std::array<glm::dvec3, 3> p;
  for (std::size_t i = 0; i < 3; ++i) p[i] = view * glm::dvec4(triangle.corners[i], 1.0);
  const glm::dvec3 sides(glm::dot(ray, glm::cross(p[0], p[1])), glm::dot(ray, glm::cross(p[1], p[2])),
                         glm::dot(ray, glm::cross(p[2], p[0])));
  const bool inside = glm::all(glm::greaterThan(sides, glm::dvec3(0))) || glm::all(glm::lessThan(sides, glm::dvec3(0)));
  if (!inside) return glm::dvec4(0);
  const glm::dvec3 to_eye = -glm::normalize(ray);
  glm::dvec3 normal = glm::normalize(glm::cross(p[1] - p[0], p[2] - p[0]));
  if (glm::dot(normal, to_eye) < 0) normal = -normal;
  const glm::dvec3 light = reference_light(normal, to_eye, triangle.color, triangle.opacity);
  glm::dvec4 result(0, 0, 0, triangle.opacity);
  for (int c = 0; c < 3; ++c) result[c] = encoded_light(light[c] / triangle.opacity) * triangle.opacity;
  return result;
}

inline glm::dvec4 color_of(const ReferenceSplat& splat, const glm::dvec2& place) {
  const glm::dvec2 from = place - splat.center;
  const double alpha = std::min(0.99, splat.opacity * std::exp(-0.5 * glm::dot(from, splat.inverse * from)));
  return alpha < 1.0 / 255 ? glm::dvec4(0) : glm::dvec4(splat.color * alpha, alpha);
}

/// `splats` as they stand in the scene; their colours are those along directions that `to_object` turns.
inline ReferencePicture mixed_reference(const Model& splats, const glm::dmat3& to_object,
                                        const std::vector<ReferenceTriangle>& triangles, const Camera& camera,
                                        const Look& look, int width, int height) {
  struct Element {
    double distance = 0;
    std::size_t splat = 0;
    const ReferenceTriangle* triangle = nullptr;
  };
  std::vector<Element> elements;
  const glm::dvec3 eye(camera.eye);
  for (std::size_t i = 0; i < splats.positions.size(); ++i)
    elements.push_back({.distance = glm::distance(glm::dvec3(splats.positions[i]), eye), .splat = i});
  for (const ReferenceTriangle& triangle : triangles) {
    const glm::dvec3 middle = (triangle.corners[0] + triangle.corners[1] + triangle.corners[2]) / 3.0;
    elements.push_back({.distance = glm::distance(middle, eye), .triangle = &triangle});
  }
  std::ranges::stable_sort(elements, std::greater(), &Element::distance);
  ReferencePicture picture{.width = width, .height = height};
  picture.pixels.assign(static_cast<std::size_t>(width * height), glm::dvec4(0));
  for (const Element& element : elements) {
    ReferenceSplat splat{};
    if (element.triangle == nullptr) {
      splat = reference_splat(splats, element.splat, camera, look, width, height);
      const glm::dvec3 way = glm::normalize(glm::dvec3(splats.positions[element.splat]) - eye);
      splat.color = color_of(splats.splats, element.splat, glm::normalize(to_object * way), look.splat_degree);
    }
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        const glm::dvec2 place(x + 0.5, y + 0.5);
        const glm::dvec4 color = element.triangle == nullptr
                                     ? color_of(splat, place)
                                     : color_of(*element.triangle, camera, place, width, height);
        glm::dvec4& pixel = picture.pixels[static_cast<std::size_t>(y * width + x)];
        pixel = color + (1 - color.a) * pixel;
      }
    }
  }
  for (glm::dvec4& pixel : picture.pixels)
    for (int c = 0; c < 3; ++c) pixel[c] = std::min(pixel[c], pixel.a);
  return picture;
}

}  // namespace farfirst::app
