// The scene: what is in it, how much memory it takes, the reader's warnings, and the progress of a file being read.

#include <fmt/format.h>
#include <fmt/printf.h>

#include <array>

#include "panels.h"
#include "scene/particles.h"
#include "scene/units.h"
#include "theme.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

std::string vector_text(const glm::dvec3& v, double size) {
  const std::string number = coordinate_format(size);
  return fmt::sprintf(fmt::format("{0}, {0}, {0}", number), v.x, v.y, v.z);
}

void show_loading(Context& context) {
  const auto* load = context.session.loader.current();
  if (load == nullptr) return;
  ImGui::TextWrapped("Reading %s", context.session.loader.text().c_str());
  const float width = ImGui::GetFontSize() * 5;
  ImGui::ProgressBar(load->fraction(), {ImGui::GetContentRegionAvail().x - width - ImGui::GetStyle().ItemSpacing.x, 0});
  ImGui::SameLine();
  if (button("Cancel", context.probe, "Stops reading. The scene stays as it is.", width))
    context.session.loader.cancel();
  ImGui::Separator();
}

void show_model(const Model& model) {
  if (model.is_mesh()) {
    fact("Triangles", with_thousands(model.triangle_count()));
    fact("Vertices", with_thousands(model.points().size()));
  } else if (model.has_splats()) {
    fact("Splats", with_thousands(model.splats.count()));
    fact("Harmonics", fmt::format("degree {}", model.splats.degree),
         "How their colours change with the direction: 0 is not at all.");
    return;
  } else {
    fact("Points", with_thousands(model.positions.size()));
  }
  std::string has;
  if (!model.normals.empty()) has += "normals";
  if (!model.colors.empty()) has += has.empty() ? "colours" : ", colours";
  fact("Attributes", has.empty() ? "positions only" : has);
}

void show_flip(Context& context) {
  static constexpr std::array choices = {ComboItem{"no", "As the file has it, or as its format is turned by custom."},
                                         ComboItem{"x", "Half round x: what is upside down stands upright."},
                                         ComboItem{"y", "Half round y: front and back change places."},
                                         ComboItem{"z", "Half round z."}};
  label("Flip", "Programs disagree on which way is up. The file is read again, and seen from where it opens.");
  Flip flip = context.session.document.flip;
  if (enum_combo("flip", flip, choices, context.probe)) context.session.set_flip(flip);
}

void show_box(const SceneBounds& bounds, double size) {
  if (bounds.empty()) return fact("Size", "no finite position");
  const glm::vec3 bulk = bounds.bulk.maximum - bounds.bulk.minimum, all = bounds.maximum - bounds.minimum;
  fact("Size", vector_text(bulk, size),
       "Width, height and depth of the bounding box, in the units of the file, without what is few and far.");
  if (all != bulk)
    fact("With strays", vector_text(all, size), "The bounding box with outliers, which the opening view leaves out.");
}

void show_facts(const Session& session) {
  const Scene& scene = *session.scene();
  const Object& first = scene.objects.front();
  const bool is_alone = scene.alone() != nullptr;
  fact("Name", scene.name(), first.file.empty() ? "A built-in scene." : first.file.c_str());
  if (is_alone && !first.moves()) show_model(*first.model());
  if (is_alone && first.particles()) fact("Particles", with_thousands(first.slots()));
  if (!is_alone) fact("Holds", scene.counts());

  const SceneBounds bounds = scene.bounds();
  const double size = 2.0 * bounds.bulk.radius();
  show_box(bounds, size);
  const glm::dvec3 origin = scene.origin();
  const glm::dvec3 middle = glm::dvec3(bounds.bulk.center()) + origin;
  fact("Centre", vector_text(middle, size), "The centre of this box, in the coordinates of the file.");
  if (origin != glm::dvec3(0))
    fact("Origin", vector_text(origin, size),
         "This was subtracted from the coordinates of the file before they became 32-bit floats, so that no digits are "
         "lost far from zero.");
  const std::size_t host = scene.model_bytes() + session.viewer.scene_renderer().host_bytes();
  fact("Memory",
       fmt::format("{} host, {} GPU", byte_size(host), byte_size(session.viewer.scene_renderer().gpu_bytes())),
       "Host: the arrays of the model and the memory of the sort. GPU: vertex buffers, orders and render targets.");
}

void show_remarks(const Scene& scene) {
  const bool is_alone = scene.alone() != nullptr;
  for (std::size_t i = 0; i < scene.objects.size(); ++i)
    for (const std::string& remark : remarks_of(scene.objects, i))
      colored_text(warning_color, (is_alone ? "" : scene.objects[i].name() + ": ") + remark);
  for (const std::string& sentence : scene.coarse_places()) colored_text(warning_color, sentence);
}

}  // namespace

void scene_tab(Context& context) {
  const Session& session = context.session;
  show_loading(context);
  if (!session.scene()) {
    ImGui::TextDisabled("Nothing is open.");
    return;
  }
  show_remarks(*session.scene());
  object_list(context);
  if (session.player.sequence()) sequence_section(context);
  particles_section(context);
  if (!session.scene()->has_own_view()) show_flip(context);
  ImGui::Separator();
  show_facts(session);
}

}  // namespace farfirst::app::ui
