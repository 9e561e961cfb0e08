#include "splat_reader.h"

#include <fmt/format.h>

#include "attributes.h"
#include "io/reader.h"
#include "io/splat_values.h"
#include "scene/parallel.h"

namespace farfirst::app {
extern const ReaderAbout about_spz;
}

namespace farfirst::app::gltf {
namespace {

const std::string extension = "KHR_gaussian_splatting";

std::string harmonic_name(int degree, int coefficient) {
  return fmt::format("{}:SH_DEGREE_{}_COEF_{}", extension, degree, coefficient);
}

class AttributeSplats {
 public:
  AttributeSplats(const Document& document, Storage& storage, const Shape& shape)
      : attributes_(document, storage, shape) {}

  Model read(const ProgressScale& progress) {
    model_.splats.degree = degree();
    model_.positions.resize(attributes_.count());
    model_.splats.reserve(attributes_.count());
    model_.splats.resize(attributes_.count());
    read_shapes();
    progress.at(0.3f);
    read_harmonics(progress.part(0.3f, 1.0f));
    return std::move(model_);
  }

 private:
  template <class Set>
  void each(Set set) const {
    in_parallel(attributes_.count(), 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) set(i);
    });
  }

  Numbers fractions(const std::string& name, int parts) const {
    Numbers numbers = attributes_.need(name, parts);
    if (!numbers.are_fractions()) attributes_.refuse(name, "expected floats, or normalized integers");
    return numbers;
  }

  /// The highest degree of which all coefficients are there.
  int degree() const {
    for (int degree = 1; degree <= Splats::most_degree; ++degree)
      for (int k = 0; k < 2 * degree + 1; ++k)
        if (!attributes_.has(harmonic_name(degree, k))) return degree - 1;
    return Splats::most_degree;
  }

  void read_shapes() {
    const Numbers positions = attributes_.need("POSITION", 3), rotations = fractions(extension + ":ROTATION", 4),
                  scales = fractions(extension + ":SCALE", 3), opacities = fractions(extension + ":OPACITY", 1);
    Splats& splats = model_.splats;
    each([&](std::size_t i) {
      const auto part = [&](int k) { return static_cast<float>(rotations.at(i, k)); };
      model_.positions[i] = glm::vec3(positions.three_at(i));
      splats.rotations[i] = unit_rotation(part(3), part(0), part(1), part(2));
      splats.scales[i] = glm::vec3(scales.three_at(i));
      splats.opacities[i] = static_cast<float>(opacities.at(i, 0));
    });
  }

  void read_harmonics(const ProgressScale& progress) {
    const std::size_t step = model_.splats.coefficients();
    std::size_t k = 0;
    for (int band = 0; band <= model_.splats.degree; ++band) {
      for (int coefficient = 0; coefficient < 2 * band + 1; ++coefficient, ++k) {
        const Numbers from = fractions(harmonic_name(band, coefficient), 3);
        each([&](std::size_t i) { model_.splats.harmonics[i * step + k] = glm::vec3(from.three_at(i)); });
        progress.at(static_cast<float>(k + 1) / static_cast<float>(step));
      }
    }
  }

  AttributeReader attributes_;
  Model model_;
};

/// Unturned: SPZ has y up and z to the back, like glTF, and no program turns them.
Model read_spz_view(Storage& storage, const Shape& shape, const ProgressScale& progress) {
  return within(at::part(shape.name), [&] {
    const std::string_view bytes = storage.view(shape.primitive->splats->spz_view);
    const std::unique_ptr<ByteSource> source = make_source(bytes);
    if (about_spz.recognise({start_of(*source), *source}) == Match::none) throw FileError("expected splats in SPZ");
    Model model = std::move(about_spz.read({*source, bytes, {}}, progress).front());
    model.remarks.pop_back();  // about the up axis: it is checked for all splats of the file
    return model;
  });
}

}  // namespace

Model read_splats(const Document& document, Storage& storage, const Shape& shape, const ProgressScale& progress) {
  if (shape.primitive->splats->spz_view >= 0) return read_spz_view(storage, shape, progress);
  return AttributeSplats(document, storage, shape).read(progress);
}

}  // namespace farfirst::app::gltf
