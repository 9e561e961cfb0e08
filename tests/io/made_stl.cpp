#include "made_stl.h"

#include <cstring>

namespace farfirst::app::test {
namespace {

template <class T>
std::string raw(const T& value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

}  // namespace

StlFile::StlFile(std::string_view header) : header_(header) { header_.resize(80, '\0'); }

StlFile& StlFile::add(const glm::mat3& corners, std::uint16_t attributes) {
  facets_ += raw(glm::vec3(0, 0, 1)) + raw(corners) + raw(attributes);
  ++count_;
  return *this;
}

StlFile& StlFile::add_strip(int triangles, std::uint16_t attributes) {
  for (int i = 0; i < triangles; ++i) {
    const auto x = static_cast<float>(i);
    add({{x, 0, 0}, {x + 1, 0, 0}, {x, 1, 0}}, attributes);
  }
  return *this;
}

std::string StlFile::bytes_with_count(std::uint32_t count) const { return header_ + raw(count) + facets_; }

}  // namespace farfirst::app::test
