#pragma once
// The numbers of an accessor, checked against the sizes of their buffers.

#include <cstddef>
#include <cstdint>
#include <glm/glm.hpp>
#include <memory>
#include <string>

#include "storage.h"

namespace farfirst::app::gltf {

/// Entries of some numbers each. They stay in the memory of the storage, where entries may lie apart, with those of a
/// sparse accessor over them.
class Numbers {
 public:
  Numbers() = default;  // none
  /// An accessor of the document. Throws FileError without the place where it is used.
  static Numbers of_accessor(const Document& document, Storage& storage, int accessor);
  /// Entries that follow each other in memory of their own.
  static Numbers of_bytes(std::shared_ptr<const std::string> bytes, Component component, int parts, bool normalized,
                          std::size_t count);

  std::size_t count() const { return count_; }
  int parts() const { return parts_; }
  bool empty() const { return count_ == 0; }
  /// Are these floats, or integers that stand for fractions?
  bool are_fractions() const { return normalized_ || component_ >= Component::float32; }
  /// Treats integers as fractions, whatever the accessor declares.
  void take_as_fractions() { normalized_ = true; }
  Component component() const { return component_; }

  double at(std::size_t entry, int part) const;
  std::uint32_t whole_at(std::size_t entry, int part) const;
  glm::dvec3 three_at(std::size_t entry) const;
  glm::dmat4 matrix_at(std::size_t entry) const;

 private:
  /// Entries that stand for others of the accessor.
  struct Replacements {
    const unsigned char* indices = nullptr;  // ascending
    const unsigned char* values = nullptr;
    std::size_t count = 0, index_size = 0;
    std::uint32_t index_at(std::size_t i) const;
  };

  void take_view(Storage& storage, const Accessor& accessor);
  void take_replacements(Storage& storage, const Sparse& sparse);
  std::size_t entry_size() const;
  const unsigned char* entry(std::size_t i) const {
    return replaced_.count == 0 ? first_ + i * stride_ : replaced_entry(i);
  }
  const unsigned char* replaced_entry(std::size_t i) const;

  const unsigned char* first_ = nullptr;
  std::size_t stride_ = 0, count_ = 0;
  Component component_ = Component::float32;
  int parts_ = 1;
  bool normalized_ = false;
  Replacements replaced_;
  std::shared_ptr<const std::string> owned_;
};

}  // namespace farfirst::app::gltf
