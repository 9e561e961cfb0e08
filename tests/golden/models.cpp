#include "models.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <glm/glm.hpp>
#include <random>
#include <string>
#include <string_view>

namespace farfirst::app {
namespace {

using Vec3 = glm::vec3;
constexpr float two_pi = 6.2831853f;

std::ofstream open_ply(const std::filesystem::path& path, std::size_t vertices, std::string_view more) {
  std::ofstream file(path);
  file.exceptions(std::ios::failbit | std::ios::badbit);
  file << "ply\nformat ascii 1.0\nelement vertex " << vertices
       << "\nproperty float x\nproperty float y\nproperty float z\n"
       << more << "end_header\n";
  return file;
}

/// A (2, 3) torus knot.
Vec3 knot(float t) {
  const float a = two_pi * t;
  const float radius = 2.0f + std::cos(3.0f * a);
  return {radius * std::cos(2.0f * a), radius * std::sin(2.0f * a), std::sin(3.0f * a)};
}

Vec3 tube(float t, float around) {
  const Vec3 tangent = glm::normalize(knot(t + 1e-3f) - knot(t - 1e-3f));
  const Vec3 side = glm::normalize(glm::cross(tangent, Vec3(0, 0, 1)));
  const Vec3 other = glm::cross(side, tangent);
  return knot(t) + 0.42f * (std::cos(two_pi * around) * side + std::sin(two_pi * around) * other);
}

void write_knot(const std::filesystem::path& path) {
  constexpr int rows = 160, columns = 16;
  std::ofstream file =
      open_ply(path, rows * columns,
               "element face " + std::to_string(rows * columns) + "\nproperty list uchar int vertex_indices\n");
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      const Vec3 p = tube(static_cast<float>(i) / rows, static_cast<float>(j) / columns);
      file << p.x << ' ' << p.y << ' ' << p.z << '\n';
    }
  }
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      const int below = i * columns, above = (i + 1) % rows * columns, right = (j + 1) % columns;
      file << "4 " << below + j << ' ' << below + right << ' ' << above + right << ' ' << above + j << '\n';
    }
  }
}

/// Two shells of points, the inner one red to yellow, the outer one blue to green and more transparent.
void write_cloud(const std::filesystem::path& path) {
  constexpr int count = 6000;
  std::ofstream file = open_ply(path, count,
                                "property uchar red\nproperty uchar green\nproperty uchar blue\n"
                                "property uchar alpha\n");
  std::mt19937 engine(1);
  const auto unit = [&] { return static_cast<float>(engine() >> 8) * 0x1p-24f; };
  for (int i = 0; i < count; ++i) {
    const bool inner = i % 3 == 0;
    const float y = 2.0f * unit() - 1.0f, angle = two_pi * unit(), radius = inner ? 0.5f : 1.0f;
    const float level = std::sqrt(std::max(0.0f, 1.0f - y * y));
    const int part = static_cast<int>(127.0f * (y + 1.0f));
    file << radius * level * std::cos(angle) << ' ' << radius * y << ' ' << radius * level * std::sin(angle) << ' ';
    if (inner)
      file << "255 " << part << " 40 255\n";
    else
      file << "40 " << part << " 255 140\n";
  }
}

}  // namespace

void write_golden_models(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  // Several tests may run at once: each writes beside and renames, so that none reads a file that is being written.
  const std::filesystem::path own = folder / std::to_string(getpid());
  write_knot(own);
  std::filesystem::rename(own, folder / "knot.ply");
  write_cloud(own);
  std::filesystem::rename(own, folder / "cloud.ply");
}

}  // namespace farfirst::app
