#pragma once
// The handles of the selected object, drawn over the picture, and dragged (session/handles.h).

#include <optional>
#include <string>

#include "context.h"
#include "session/handles.h"

namespace farfirst::app::ui {

class Gizmo {
 public:
  /// Draws them where the picture is. A drag begins only where the mouse is free. True while the left button is theirs.
  bool update(Context& context, const Rectangle& area, bool is_free);

 private:
  struct Drag {
    Handles handles;
    HandleKind kind;
    Handle handle;
    std::size_t object;
    glm::vec2 from;
    Placement before;
  };
  void put_back(Session& session);
  void drag(Context& context, const glm::vec2& mouse);
  void draw(Context& context, const Handles& handles, const Rectangle& area, HandleKind kind,
            const std::optional<Handle>& held) const;

  std::optional<Drag> drag_;
  bool is_given_up_ = false;  // a drag, while the button is still down
};

}  // namespace farfirst::app::ui
