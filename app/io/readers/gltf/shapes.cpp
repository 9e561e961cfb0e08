#include "shapes.h"

#include <fmt/format.h>

#include <map>
#include <utility>

#include "instances.h"
#include "io/load.h"
#include "skins.h"
#include "tree.h"

namespace farfirst::app::gltf {
namespace {

class ShapeFinder {
 public:
  ShapeFinder(const Document& document, Storage& storage) : document_(document), storage_(storage), tree_(document) {}

  std::vector<Shape> find() {
    for (const int node : tree_.shown())
      if (node_at(node).mesh >= 0) add_mesh(node);
    return std::move(shapes_);
  }

 private:
  const Node& node_at(int index) const { return document_.nodes[static_cast<std::size_t>(index)]; }

  void add_mesh(int index) {
    const Node& node = node_at(index);
    if (static_cast<std::size_t>(node.mesh) >= document_.meshes.size())
      throw FileError({"there is no mesh {}, which node {} names", node.mesh, index});
    if (node.instances.empty()) return add_primitives(node, tree_.transform(index));
    for (const glm::dmat4& instance : instance_transforms(document_, storage_, index))
      add_primitives(node, tree_.transform(index) * instance);
  }

  void add_primitives(const Node& node, const glm::dmat4& transform) {
    const Mesh& mesh = document_.meshes[static_cast<std::size_t>(node.mesh)];
    for (std::size_t i = 0; i < mesh.primitives.size(); ++i) {
      shapes_.push_back({&mesh.primitives[i], node.weights.empty() ? &mesh.weights : &node.weights, pose_of(node.skin),
                         transform, fmt::format("primitive {} of mesh {}", i, node.mesh)});
    }
  }

  std::shared_ptr<const Pose> pose_of(int skin) {
    if (skin < 0) return nullptr;
    std::shared_ptr<const Pose>& pose = poses_[skin];
    if (!pose) pose = std::make_shared<const Pose>(pose_of_skin(document_, storage_, tree_, skin));
    return pose;
  }

  const Document& document_;
  Storage& storage_;
  Tree tree_;
  std::map<int, std::shared_ptr<const Pose>> poses_;
  std::vector<Shape> shapes_;
};

}  // namespace

std::vector<Shape> shapes_of(const Document& document, Storage& storage) {
  return ShapeFinder(document, storage).find();
}

}  // namespace farfirst::app::gltf
