#pragma once
// The renderers in use: the one that draws and, while `auto` compares them, its rivals.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "renderer.h"

namespace farfirst::app {

class RendererPool {
 public:
  /// With `all`, `auto` takes those of rank 0 too; for tests.
  RendererPool(const RendererContext& context, bool all);

  /// One by its name, or "auto", to draw this. Throws RendererUnavailable; under "auto" only if none can draw it here.
  void use(const std::string& name, const DrawnKind& kind = {});
  /// Another scene, with a largest array of this size; none: all read its order in the same way. Renderers that
  /// the scene before refused are allowed again.
  void set_scene(std::optional<std::size_t> largest_array);

  /// The scene's arrays are about to be deleted: nothing reads them any longer.
  void release_scene();

  /// The one that draws.
  const std::string& id() const { return id_; }
  Renderer& renderer() { return *made_.at(id_); }
  /// Another one draws from now on.
  void draw_by(const std::string& id);
  /// Releases all others.
  void release_others();

  /// Ids of those to choose from, best first: the named one, or under "auto" all that can draw this scene in the same
  /// order. Where they read orders in other layouts, only those are that read corners: either vertices are fetched
  /// faster so, as on software renderers, or the arrays are too large to be looked up.
  const std::vector<std::string>& offer() const { return offer_; }
  /// Makes it if need be. Throws RendererUnavailable.
  Renderer& get(const std::string& id);
  /// Refuses this one for this scene, if `auto` has another one: else false. If it was the one that draws, the best
  /// of the others takes over.
  bool refuse(const std::string& id, const std::string& why);
  /// The refused ones with their reasons, as a sentence; may be empty.
  const std::string& message() const { return message_; }

  std::size_t gpu_bytes() const;

 private:
  void fill_offer();
  void share_order();
  void take_best();

  const RendererContext context_;
  const bool all_;
  std::string name_;  // as it was asked for
  DrawnKind kind_;
  std::string id_;
  std::map<std::string, std::unique_ptr<Renderer>> made_;
  std::vector<std::string> offer_;
  std::optional<std::size_t> largest_array_;
  std::string message_;
};

}  // namespace farfirst::app
