// See tessellate.h.
#include "tessellate.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

namespace farfirst::bench {
namespace {

class Tessellator {
 public:
  Tessellator(const app::Model& model, unsigned parts) : in_(model), parts_(parts) { out_.positions = model.positions; }

  app::Model run() {
    out_.triangles.reserve(in_.triangles.size() * parts_ * parts_);
    for (std::size_t t = 0; t < in_.triangles.size(); t += 3)
      cut({in_.triangles[t], in_.triangles[t + 1], in_.triangles[t + 2]});
    return std::move(out_);
  }

 private:
  using Triangle = std::array<std::uint32_t, 3>;

  glm::vec3 mix(std::uint32_t a, std::uint32_t b, unsigned step) const {
    const float share = static_cast<float>(step) / static_cast<float>(parts_);
    return in_.positions[a] + share * (in_.positions[b] - in_.positions[a]);
  }

  /// Returns the vertex `step` parts along the edge from a to b; the first triangle that asks for it makes it.
  std::uint32_t on_edge(std::uint32_t a, std::uint32_t b, unsigned step) {
    if (step == 0) return a;
    if (step == parts_) return b;
    if (a > b) {
      std::swap(a, b);
      step = parts_ - step;
    }
    const auto [found, made] =
        edges_.try_emplace(std::uint64_t{a} << 32 | b, static_cast<std::uint32_t>(out_.positions.size()));
    if (made) {
      for (unsigned i = 1; i < parts_; ++i) out_.positions.push_back(mix(a, b, i));
    }
    return found->second + step - 1;
  }

  /// Row r holds r + 1 vertices: corner 0 is row 0, the side from corner 1 to corner 2 is the last row.
  void cut(const Triangle& t) {
    std::vector<std::uint32_t> above, row;
    for (unsigned r = 0; r <= parts_; ++r) {
      row.clear();
      for (unsigned c = 0; c <= r; ++c) row.push_back(vertex(t, r, c));
      for (unsigned c = 0; c + 1 < row.size(); ++c) {
        push({above[c], row[c], row[c + 1]});
        if (c + 1 < above.size()) push({above[c], row[c + 1], above[c + 1]});
      }
      above = row;
    }
  }

  std::uint32_t vertex(const Triangle& t, unsigned r, unsigned c) {
    if (r == 0) return t[0];
    if (c == 0) return on_edge(t[0], t[1], r);
    if (c == r) return on_edge(t[0], t[2], r);
    if (r == parts_) return on_edge(t[1], t[2], c);
    const float share = static_cast<float>(c) / static_cast<float>(r);
    const glm::vec3 left = mix(t[0], t[1], r), right = mix(t[0], t[2], r);
    out_.positions.push_back(left + share * (right - left));
    return static_cast<std::uint32_t>(out_.positions.size() - 1);
  }

  void push(const Triangle& t) { out_.triangles.insert(out_.triangles.end(), t.begin(), t.end()); }

  const app::Model& in_;
  unsigned parts_;
  app::Model out_;
  std::unordered_map<std::uint64_t, std::uint32_t> edges_;
};

}  // namespace

app::Model tessellate(const app::Model& model, unsigned parts) { return Tessellator(model, parts).run(); }

namespace {

/// Turns about the vertical axis; exact.
glm::vec3 turned(glm::vec3 v, std::uint32_t quarters) {
  for (; quarters > 0; --quarters) v = {v.z, v.y, -v.x};
  return v;
}

}  // namespace

app::Model instances_of(const app::Model& model, std::uint32_t count) {
  app::Model many;
  many.name = model.name;
  many.origin = model.origin;
  std::uint32_t side = 1;
  while (std::uint64_t{side} * side * side < count) ++side;
  const glm::vec3 extent = model.bounds.empty() ? glm::vec3(1) : model.bounds.maximum - model.bounds.minimum;
  const float width = std::max(extent.x, extent.z);
  const float height = extent.y > 0 ? extent.y : width;
  constexpr float gap = 1.05f;
  many.positions.reserve(model.positions.size() * count);
  many.normals.reserve(model.normals.size() * count);
  many.colors.reserve(model.colors.size() * count);
  many.triangles.reserve(model.triangles.size() * count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const glm::vec3 cell =
        gap * glm::vec3(width, height, width) * glm::vec3(glm::uvec3(i % side, i / side % side, i / side / side));
    const auto first = static_cast<std::uint32_t>(many.positions.size());
    for (const glm::vec3& p : model.positions) {
      many.positions.push_back(turned(p - model.bounds.center(), i % 4) + model.bounds.center() + cell);
    }
    for (const glm::vec3& normal : model.normals) many.normals.push_back(turned(normal, i % 4));
    many.colors.insert(many.colors.end(), model.colors.begin(), model.colors.end());
    for (const std::uint32_t corner : model.triangles) many.triangles.push_back(first + corner);
  }
  app::compute_bounds(many);
  return many;
}

void write_binary_ply(const app::Model& model, const std::filesystem::path& path) {
  std::ofstream file(path, std::ios::binary);
  file << "ply\nformat binary_little_endian 1.0\ncomment tessellated by farfirst-bench\nelement vertex "
       << model.positions.size() << "\nproperty float x\nproperty float y\nproperty float z\nelement face "
       << model.triangle_count() << "\nproperty list uchar int vertex_indices\nend_header\n";
  file.write(reinterpret_cast<const char*>(model.positions.data()),
             static_cast<std::streamsize>(model.positions.size() * sizeof(glm::vec3)));
  std::string faces;
  for (std::size_t t = 0; t < model.triangles.size(); t += 3) {
    char face[13] = {3};
    std::memcpy(face + 1, &model.triangles[t], 12);
    faces.append(face, sizeof(face));
    if (faces.size() > 1000000 || t + 3 == model.triangles.size()) {
      file.write(faces.data(), static_cast<std::streamsize>(faces.size()));
      faces.clear();
    }
  }
  if (!file.flush()) throw std::runtime_error("cannot write " + path.string());
}

}  // namespace farfirst::bench
