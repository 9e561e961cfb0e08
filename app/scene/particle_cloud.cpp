#include "particle_cloud.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace farfirst::app {

std::size_t ParticleCloud::bytes() const {
  return places.capacity() * sizeof(glm::vec4) + colors.capacity() * sizeof(std::uint32_t) +
         velocities.capacity() * sizeof(glm::vec3) + ids.capacity() * sizeof(std::uint64_t) +
         by_id.capacity() * sizeof(std::uint32_t) +
         (color_values.capacity() + opacity_values.capacity() + size_values.capacity()) * sizeof(float);
}

void order_by_id(ParticleCloud& cloud) {
  cloud.by_id.clear();
  if (std::ranges::is_sorted(cloud.ids)) return;
  cloud.by_id.resize(cloud.ids.size());
  std::iota(cloud.by_id.begin(), cloud.by_id.end(), 0u);
  std::ranges::stable_sort(cloud.by_id, {}, [&](std::uint32_t particle) { return cloud.ids[particle]; });
}

float radius_for(const ParticleCloud& cloud) {
  const Bounds& box = cloud.bounds.bulk;
  if (box.empty()) return 1.0f;
  const glm::vec3 size = box.maximum - box.minimum;
  const float longest = std::max({size.x, size.y, size.z});
  if (longest <= 0) return 1.0f;
  // A sheet or a line has no volume: it counts as a little thick.
  const glm::vec3 thick = glm::max(size, glm::vec3(0.05f * longest));
  const float volume = (thick.x / longest) * (thick.y / longest) * (thick.z / longest);
  return 0.5f * longest * std::cbrt(volume / static_cast<float>(cloud.size()));
}

}  // namespace farfirst::app
