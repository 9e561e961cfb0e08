#include "check_model.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "io/origin.h"

namespace farfirst::app::test {
namespace {

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

}  // namespace

void check_model(Model model) {
  const std::size_t vertices = model.positions.size();
  require(vertices > 0, "a model has vertices");
  require(model.triangles.size() % 3 == 0, "triangles have three corners");
  for (const std::uint32_t corner : model.triangles) require(corner < vertices, "corners are vertices");
  require(model.normals.empty() || model.normals.size() == vertices, "a normal per vertex");
  require(model.colors.empty() || model.colors.size() == vertices, "a colour per vertex");
  for (const glm::vec3& n : model.normals) {
    const float length = glm::length(n);
    require(length == 0.0f || std::abs(length - 1.0f) < 1e-3f, "normals are of unit length or zero");
  }
  // What load_model() does with every model.
  compute_bounds(model);
  recentre(model);
  compute_normals(model);
}

void check_sentence(std::string_view sentence) {
  require(!sentence.empty() && sentence.size() < 500, "a sentence is short");
  for (const char c : sentence) require(c >= ' ' && c <= '~', "a sentence is printable");
}

}  // namespace farfirst::app::test
