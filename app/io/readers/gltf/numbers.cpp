#include "numbers.h"

#include <algorithm>
#include <limits>

#include "io/splat_values.h"

namespace farfirst::app::gltf {
namespace {

constexpr unsigned char zeros[16 * sizeof(double)] = {};  // what an accessor without a bufferView has

std::size_t size_of(Component component) {
  switch (component) {
    case Component::int8:
    case Component::uint8:
      return 1;
    case Component::int16:
    case Component::uint16:
      return 2;
    case Component::float64:
      return 8;
    default:
      return 4;
  }
}

template <class T>
T read(const unsigned char* bytes) {
  return value_at<T>(reinterpret_cast<const char*>(bytes));
}

template <class T>
double number(const unsigned char* bytes, bool normalized) {
  const auto value = static_cast<double>(read<T>(bytes));
  if (!normalized || !std::numeric_limits<T>::is_integer) return value;
  return std::max(value / static_cast<double>(std::numeric_limits<T>::max()), -1.0);
}

double number_of(Component component, const unsigned char* bytes, bool normalized) {
  switch (component) {
    case Component::int8:
      return number<std::int8_t>(bytes, normalized);
    case Component::uint8:
      return number<std::uint8_t>(bytes, normalized);
    case Component::int16:
      return number<std::int16_t>(bytes, normalized);
    case Component::uint16:
      return number<std::uint16_t>(bytes, normalized);
    case Component::int32:
      return number<std::int32_t>(bytes, normalized);
    case Component::uint32:
      return number<std::uint32_t>(bytes, normalized);
    case Component::float64:
      return number<double>(bytes, normalized);
    default:
      return number<float>(bytes, normalized);
  }
}

std::uint32_t index_of(std::size_t size, const unsigned char* bytes) {
  if (size == 1) return *bytes;
  return size == 2 ? read<std::uint16_t>(bytes) : read<std::uint32_t>(bytes);
}

/// The bytes after an offset, if there are any.
std::string_view behind(std::string_view view, std::uint64_t offset) {
  if (offset > view.size()) throw FileError({"it begins behind the {} bytes of its bufferView", view.size()});
  return view.substr(static_cast<std::size_t>(offset));
}

const unsigned char* bytes_of(std::string_view view) { return reinterpret_cast<const unsigned char*>(view.data()); }

}  // namespace

Numbers Numbers::of_accessor(const Document& document, Storage& storage, int accessor) {
  if (accessor < 0 || static_cast<std::size_t>(accessor) >= document.accessors.size())
    throw FileError({"there is no accessor {}", accessor});
  const Accessor& from = document.accessors[static_cast<std::size_t>(accessor)];
  if (from.count == 0) throw FileError("it has no entries");
  Numbers numbers;
  numbers.component_ = from.component;
  numbers.parts_ = from.parts;
  numbers.normalized_ = from.normalized;
  numbers.count_ = static_cast<std::size_t>(from.count);
  numbers.take_view(storage, from);
  if (from.sparse && from.sparse->count > 0) numbers.take_replacements(storage, *from.sparse);
  return numbers;
}

Numbers Numbers::of_bytes(std::shared_ptr<const std::string> bytes, Component component, int parts, bool normalized,
                          std::size_t count) {
  Numbers numbers;
  numbers.component_ = component;
  numbers.parts_ = parts;
  numbers.normalized_ = normalized;
  numbers.count_ = count;
  numbers.stride_ = numbers.entry_size();
  numbers.first_ = bytes_of(*bytes);
  numbers.owned_ = std::move(bytes);
  return numbers;
}

std::size_t Numbers::entry_size() const { return size_of(component_) * static_cast<std::size_t>(parts_); }

void Numbers::take_view(Storage& storage, const Accessor& accessor) {
  if (accessor.view < 0) {
    // A few letters must not ask for gigabytes.
    constexpr std::uint64_t most_zeros = std::uint64_t{1} << 24;
    if (accessor.count > most_zeros) throw FileError({"it promises {} entries without a bufferView", accessor.count});
    first_ = zeros;
    return;
  }
  const std::string_view bytes = behind(storage.view(accessor.view), accessor.offset);
  const std::size_t entry = entry_size();
  const std::uint64_t given = storage.stride(accessor.view);
  if (given != 0 && given < entry) throw FileError({"its entries of {} bytes lie {} bytes apart", entry, given});
  const std::uint64_t stride = given == 0 ? entry : given;
  const std::uint64_t room = bytes.size() < entry ? 0 : (bytes.size() - entry) / stride + 1;
  if (accessor.count > room)
    throw FileError({"it promises {} entries, but its bufferView has room for {}", accessor.count, room});
  stride_ = static_cast<std::size_t>(stride);
  first_ = bytes_of(bytes);
}

void Numbers::take_replacements(Storage& storage, const Sparse& sparse) {
  if (sparse.indices != Component::uint8 && sparse.indices != Component::uint16 && sparse.indices != Component::uint32)
    throw FileError("the indices of its sparse entries are no unsigned integers");
  const std::string_view indices = behind(storage.view(sparse.indices_view), sparse.indices_offset);
  const std::string_view values = behind(storage.view(sparse.values_view), sparse.values_offset);
  const std::size_t size = size_of(sparse.indices);
  const std::uint64_t room = std::min(indices.size() / size, values.size() / entry_size());
  if (sparse.count > room)
    throw FileError({"it promises {} sparse entries, but its bufferViews have room for {}", sparse.count, room});
  replaced_ = {bytes_of(indices), bytes_of(values), static_cast<std::size_t>(sparse.count), size};
  for (std::size_t i = 0; i < replaced_.count; ++i) {
    if (replaced_.index_at(i) >= count_)
      throw FileError({"a sparse entry replaces entry {} of {}", replaced_.index_at(i), count_});
    if (i > 0 && replaced_.index_at(i) <= replaced_.index_at(i - 1))
      throw FileError("the indices of its sparse entries do not ascend");
  }
}

std::uint32_t Numbers::Replacements::index_at(std::size_t i) const {
  return index_of(index_size, indices + i * index_size);
}

const unsigned char* Numbers::replaced_entry(std::size_t i) const {
  std::size_t first = 0, last = replaced_.count;
  while (first < last) {
    const std::size_t middle = first + (last - first) / 2;
    if (replaced_.index_at(middle) < i) {
      first = middle + 1;
    } else {
      last = middle;
    }
  }
  const bool is_replaced = first < replaced_.count && replaced_.index_at(first) == i;
  return is_replaced ? replaced_.values + first * entry_size() : first_ + i * stride_;
}

double Numbers::at(std::size_t i, int part) const {
  return number_of(component_, entry(i) + size_of(component_) * static_cast<std::size_t>(part), normalized_);
}

std::uint32_t Numbers::whole_at(std::size_t i, int part) const {
  const std::size_t size = size_of(component_);
  return index_of(size, entry(i) + size * static_cast<std::size_t>(part));
}

glm::dvec3 Numbers::three_at(std::size_t i) const {
  const unsigned char* const at = entry(i);
  const std::size_t size = size_of(component_);
  if (component_ == Component::float32) return {read<float>(at), read<float>(at + 4), read<float>(at + 8)};
  return {number_of(component_, at, normalized_), number_of(component_, at + size, normalized_),
          number_of(component_, at + 2 * size, normalized_)};
}

glm::dmat4 Numbers::matrix_at(std::size_t i) const {
  glm::dmat4 matrix;
  for (int part = 0; part < 16; ++part) matrix[part / 4][part % 4] = at(i, part);
  return matrix;
}

}  // namespace farfirst::app::gltf
