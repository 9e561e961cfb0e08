// Splats in glTF (KHR_gaussian_splatting): points whose attributes are the shapes, opacities and spherical harmonics of
// splats. Of the other meshes in such a file nothing is read.

#include <fmt/format.h>
#include <tiny_gltf.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <glm/gtc/quaternion.hpp>

#include "gltf_accessors.h"
#include "readers.h"
#include "scene/parallel.h"
#include "scene/units.h"
#include "splat_values.h"
#include "text.h"
#include "turned_harmonics.h"

namespace farfirst::app {
namespace {

using gltf::Numbers;

const std::string extension = "KHR_gaussian_splatting";

// ---- The file, and those that it names

bool is_beside(const std::string& path, void* folder) {
  std::error_code error;
  return path.starts_with(*static_cast<const std::string*>(folder)) && std::filesystem::is_regular_file(path, error);
}

bool read_whole(std::vector<unsigned char>* bytes, std::string* problem, const std::string& path, void*) {
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  std::ifstream stream(path, std::ios::binary);
  if (!error) bytes->resize(static_cast<std::size_t>(size));
  if (!error && stream.read(reinterpret_cast<char*>(bytes->data()), static_cast<std::streamsize>(size))) return true;
  *problem += "cannot read " + path;
  return false;
}

/// tinygltf tells all that it found, each in a line, in the words of the file: the first, short and printable.
std::string first_line(const std::string& text) {
  constexpr std::size_t most = 200;
  const std::size_t begin = std::min(text.find_first_not_of("\r\n "), text.size());
  const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
  std::string line = text.substr(begin, std::min(end - begin, most));
  std::ranges::replace_if(
      line, [](char c) { return c < ' ' || c > '~'; }, '?');
  return line;
}

tinygltf::Model parse(std::string_view bytes, const std::filesystem::path& folder) {
  if (bytes.size() > 0xffffffffu) throw FileError("glTF of more than 4 GiB in one file is not read");
  std::string base = std::filesystem::absolute(folder).string(), problem, warning;
  tinygltf::TinyGLTF reader;
  // Its own callbacks look in the working folder too, and give names to a shell's rules.
  reader.SetFsCallbacks({is_beside, [](const std::string& path, void*) { return path; }, read_whole, nullptr, &base});
  reader.SetImageLoader([](tinygltf::Image*, const int, std::string*, std::string*, int, int, const unsigned char*, int,
                           void*) { return true; },
                        nullptr);
  tinygltf::Model model;
  const auto length = static_cast<unsigned>(bytes.size());
  const bool is_binary = bytes.starts_with("glTF");
  const bool is_read =
      is_binary ? reader.LoadBinaryFromMemory(&model, &problem, &warning,
                                              reinterpret_cast<const unsigned char*>(bytes.data()), length, base)
                : reader.LoadASCIIFromString(&model, &problem, &warning, bytes.data(), length, base);
  if (!is_read) throw FileError(fmt::format("the glTF cannot be read: {}", first_line(problem)));
  return model;
}

// ---- Where splats are

struct Part {
  const tinygltf::Primitive* primitive;
  glm::dmat4 place;
  std::string name;  // for sentences
};

glm::dmat4 place_of(const tinygltf::Node& node) {
  glm::dmat4 place(1.0);
  if (node.matrix.size() == 16) {
    for (int i = 0; i < 16; ++i) place[i / 4][i % 4] = node.matrix[static_cast<std::size_t>(i)];
    return place;
  }
  if (node.translation.size() == 3) place[3] = {node.translation[0], node.translation[1], node.translation[2], 1.0};
  if (node.rotation.size() == 4)
    place *= glm::mat4_cast(
        glm::normalize(glm::dquat(node.rotation[3], node.rotation[0], node.rotation[1], node.rotation[2])));
  if (node.scale.size() == 3)
    for (int axis = 0; axis < 3; ++axis) place[axis] *= node.scale[static_cast<std::size_t>(axis)];
  return place;
}

class SplatFinder {
 public:
  explicit SplatFinder(const tinygltf::Model& gltf) : gltf_(gltf), seen_(gltf.nodes.size(), false) {}

  std::vector<Part> find() {
    for (const int root : roots()) visit(root, glm::dmat4(1.0));
    return std::move(parts_);
  }
  std::size_t others() const { return others_; }

 private:
  std::vector<int> roots() const {
    const auto scene = static_cast<std::size_t>(std::max(gltf_.defaultScene, 0));
    if (scene < gltf_.scenes.size()) return gltf_.scenes[scene].nodes;
    std::vector<bool> is_child(gltf_.nodes.size(), false);
    for (const tinygltf::Node& node : gltf_.nodes)
      for (const int child : node.children)
        if (is_node(child)) is_child[static_cast<std::size_t>(child)] = true;
    std::vector<int> result;
    for (std::size_t i = 0; i < is_child.size(); ++i)
      if (!is_child[i]) result.push_back(static_cast<int>(i));
    return result;
  }

  bool is_node(int index) const { return index >= 0 && static_cast<std::size_t>(index) < gltf_.nodes.size(); }

  void visit(int root, const glm::dmat4& above) {
    std::vector<std::pair<int, glm::dmat4>> waiting{{root, above}};
    while (!waiting.empty()) {
      const auto [index, place_above] = waiting.back();
      waiting.pop_back();
      if (!is_node(index)) throw FileError(fmt::format("there is no node {}, which a scene or a node names", index));
      const auto number = static_cast<std::size_t>(index);
      if (seen_[number]) throw FileError(fmt::format("node {} is in the scene twice", index));
      seen_[number] = true;
      const tinygltf::Node& node = gltf_.nodes[number];
      const glm::dmat4 place = place_above * place_of(node);
      add_mesh(node.mesh, place, index);
      for (const int child : node.children) waiting.emplace_back(child, place);
    }
  }

  void add_mesh(int mesh, const glm::dmat4& place, int node) {
    if (mesh < 0) return;
    if (static_cast<std::size_t>(mesh) >= gltf_.meshes.size())
      throw FileError(fmt::format("there is no mesh {}, which node {} names", mesh, node));
    const auto& primitives = gltf_.meshes[static_cast<std::size_t>(mesh)].primitives;
    for (std::size_t i = 0; i < primitives.size(); ++i) {
      if (primitives[i].extensions.contains(extension)) {
        parts_.push_back({&primitives[i], place, fmt::format("primitive {} of mesh {}", i, mesh)});
      } else {
        ++others_;
      }
    }
  }

  const tinygltf::Model& gltf_;
  std::vector<bool> seen_;
  std::vector<Part> parts_;
  std::size_t others_ = 0;  // primitives without splats
};

// ---- One primitive

std::string harmonic_name(int degree, int coefficient) {
  return fmt::format("{}:SH_DEGREE_{}_COEF_{}", extension, degree, coefficient);
}

/// The highest degree of which all coefficients are there.
int degree_of(const tinygltf::Primitive& primitive) {
  int degree = 0;
  while (degree < Splats::most_degree) {
    for (int k = 0; k < 2 * degree + 3; ++k)
      if (!primitive.attributes.contains(harmonic_name(degree + 1, k))) return degree;
    ++degree;
  }
  return degree;
}

/// A placement as splats take it: turned, maybe mirrored, and as much larger in all directions.
struct Placement {
  glm::dmat4 place;
  glm::dmat3 turn;  // of determinant 1 or -1
  double scale = 1;

  Placement(const Part& part) : place(part.place) {
    const glm::dmat3 linear(place);
    scale = std::cbrt(std::abs(glm::determinant(linear)));
    const glm::dmat3 product = glm::transpose(linear) * linear;
    bool even = std::isfinite(scale) && scale > 0;
    for (int c = 0; c < 3; ++c)
      for (int r = 0; r < 3; ++r)
        even = even && std::abs(product[c][r] - (c == r ? scale * scale : 0.0)) <= 1e-3 * scale * scale;
    if (!even) {
      throw FileError(fmt::format(
          "{}: its nodes stretch splats in one direction more than in another, which is not read", part.name));
    }
    turn = linear / scale;
  }
};

class PartReader {
 public:
  PartReader(const tinygltf::Model& gltf, const Part& part, Model& model, std::size_t first)
      : gltf_(gltf), part_(part), model_(model), first_(first), count_(positions().count) {}

  void read(const ProgressScale& progress) const {
    const Placement placement(part_);
    read_positions(placement);
    progress.at(0.1f);
    read_shapes(placement);
    progress.at(0.3f);
    read_harmonics(progress.part(0.3f, 0.9f));
    if (glm::dmat3(1.0) != placement.turn) turn_harmonics(placement);
  }

 private:
  Numbers attribute(const std::string& name, int parts) const {
    return gltf::attribute(gltf_, *part_.primitive, part_.name, name, parts);
  }
  Numbers of_splats(const std::string& name, int parts) const {
    const Numbers numbers = attribute(name, parts);
    if (numbers.count != count_) {
      throw FileError(fmt::format("{}: {} has {}, but POSITION has {}", part_.name, name,
                                  counted(numbers.count, "entry", "entries"), count_));
    }
    return numbers;
  }
  Numbers positions() const { return attribute("POSITION", 3); }

  template <class Set>
  void each(Set set) const {
    in_parallel(count_, 1, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) set(i);
    });
  }

  void read_positions(const Placement& placement) const {
    const Numbers from = positions();
    each([&](std::size_t i) {
      model_.positions[first_ + i] = glm::vec3(placement.place * glm::dvec4(from.three_at(i), 1.0));
    });
  }

  void read_shapes(const Placement& placement) const {
    const Numbers rotations = of_splats(extension + ":ROTATION", 4), scales = of_splats(extension + ":SCALE", 3),
                  opacities = of_splats(extension + ":OPACITY", 1);
    // A shape has no ends: mirrored at a point it is the same, so that what is mirrored is turned too.
    const glm::dmat3 turn = placement.turn * (glm::determinant(placement.turn) < 0 ? -1.0 : 1.0);
    const auto turned = glm::quat(glm::quat_cast(turn));
    each([&](std::size_t i) {
      const glm::quat own =
          unit_rotation(rotations.at(i, 3), rotations.at(i, 0), rotations.at(i, 1), rotations.at(i, 2));
      model_.splats.rotations[first_ + i] = glm::normalize(turned * own);
      model_.splats.scales[first_ + i] = static_cast<float>(placement.scale) * scales.three_at(i);
      model_.splats.opacities[first_ + i] = opacities.at(i, 0);
    });
  }

  void read_harmonics(const ProgressScale& progress) const {
    const std::size_t step = model_.splats.coefficients();
    glm::vec3* const to = model_.splats.harmonics.data() + first_ * step;
    const int degree = degree_of(*part_.primitive);
    std::size_t k = 0;
    for (int band = 0; band <= degree; ++band) {
      for (int coefficient = 0; coefficient < 2 * band + 1; ++coefficient, ++k) {
        const Numbers from = of_splats(harmonic_name(band, coefficient), 3);
        each([&](std::size_t i) { to[i * step + k] = from.three_at(i); });
        progress.at(static_cast<float>(k + 1) / static_cast<float>(Splats::coefficients_of(degree)));
      }
    }
  }

  void turn_harmonics(const Placement& placement) const {
    const TurnedHarmonics turned{glm::mat3(placement.turn)};
    const std::size_t step = model_.splats.coefficients();
    each([&](std::size_t i) {
      turned.apply(std::span(model_.splats.harmonics).subspan((first_ + i) * step, step), model_.splats.degree);
    });
  }

  const tinygltf::Model& gltf_;
  const Part& part_;
  Model& model_;
  const std::size_t first_, count_;
};

// ---- All of them

/// `other`: than the distance from the eye, which is what files ask for that say nothing.
void take_sorting_method(const std::string& other, Model& model) {
  model.splats.order = other == "zDepth" ? SplatOrder::depth : SplatOrder::distance;
  if (!other.empty() && other != "zDepth")
    model.remarks.push_back(
        fmt::format("The file asks for splats sorted by {}, which is not known here; they are sorted by their distance "
                    "from the eye.",
                    in_quotes(other)));
}

void remark_what_differs(const std::vector<Part>& parts, std::size_t others, Model& model) {
  const auto says = [&](const char* key, const char* expected) {
    for (const Part& part : parts) {
      const tinygltf::Value& value = part.primitive->extensions.at(extension);
      if (value.Has(key) && value.Get(key).IsString() && value.Get(key).Get<std::string>() != expected)
        return value.Get(key).Get<std::string>();
    }
    return std::string();
  };
  if (const std::string kernel = says("kernel", "ellipse"); !kernel.empty())
    throw FileError(fmt::format("splats of the kernel {} are not read, only ellipses", in_quotes(kernel)));
  if (const std::string space = says("colorSpace", "srgb_rec709_display"); !space.empty())
    model.remarks.push_back(
        fmt::format("The colours of splats are of the space {}; they are shown as sRGB.", in_quotes(space)));
  take_sorting_method(says("sortingMethod", "cameraDistance"), model);
  if (others > 0)
    model.remarks.push_back(fmt::format("{} beside the splats {} not read.", counted(others, "mesh", "meshes"),
                                        others == 1 ? "is" : "are"));
  model.remarks.push_back("Gaussian splats; y is taken to point up, as glTF has it: --flip=x turns them over.");
}

std::size_t count_of(const tinygltf::Model& gltf, const std::vector<Part>& parts) {
  std::uint64_t count = 0;
  for (const Part& part : parts) count += gltf::attribute(gltf, *part.primitive, part.name, "POSITION", 3).count;
  if (count > most_splats)
    throw FileError(fmt::format("{} splats are more than can be drawn ({})", count, most_splats));
  return static_cast<std::size_t>(count);
}

Model read_parts(const tinygltf::Model& gltf, const ProgressScale& progress) {
  SplatFinder finder(gltf);
  const std::vector<Part> parts = finder.find();
  if (parts.empty()) throw FileError("no node of the glTF shows splats, though it names " + extension);
  Model model;
  remark_what_differs(parts, finder.others(), model);
  const std::size_t count = count_of(gltf, parts);
  for (const Part& part : parts) model.splats.degree = std::max(model.splats.degree, degree_of(*part.primitive));
  model.positions.resize(count);
  model.splats.reserve(count);
  model.splats.scales.resize(count);
  model.splats.rotations.resize(count);
  model.splats.opacities.resize(count);
  // Zeros: not all parts need have the same degree.
  model.splats.harmonics.resize(count * model.splats.coefficients(), glm::vec3(0));
  std::size_t first = 0;
  for (const Part& part : parts) {
    const std::size_t here = gltf::attribute(gltf, *part.primitive, part.name, "POSITION", 3).count;
    const auto share = [&](std::size_t done) { return static_cast<float>(done) / static_cast<float>(count); };
    PartReader(gltf, part, model, first).read(progress.part(share(first), share(first + here)));
    first += here;
  }
  return model;
}

}  // namespace

std::string_view gltf_splats_library() { return "tinygltf"; }

Model read_gltf_splats(std::string_view bytes, const std::filesystem::path& folder, const ProgressScale& progress) {
  try {
    const tinygltf::Model gltf = parse(bytes, folder);
    return read_parts(gltf, progress.part(0.4f, 1.0f));
  } catch (const FileError&) {
    throw;
  } catch (const LoadCancelled&) {
    throw;
  } catch (const std::length_error&) {
    throw;
  } catch (const std::logic_error& error) {  // of tinygltf, where JSON is not as it expects it
    throw FileError(fmt::format("the glTF cannot be read: {}", first_line(error.what())));
  }
}

}  // namespace farfirst::app
