// Which algorithm sorts what, by which key, when; and whether the order is right.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "actions.h"
#include "descriptions.h"
#include "finder.h"
#include "panels.h"
#include "parameter_names.h"
#include "scene/units.h"
#include "theme.h"
#include "widgets.h"

namespace farfirst::app::ui {
namespace {

constexpr const char* automatic_metric = "What the file of splats asks for, as glTF does, or radial distance.";
constexpr std::array metrics_radial = {
    ComboItem{"auto: radial distance", automatic_metric},
    ComboItem{"radial distance",
              "The distance from the eye, the same in every direction. Turning the camera changes no key, so the order "
              "stays."},
    ComboItem{"view depth",
              "The distance along the view axis, by which most renderers sort. Turning the camera changes every key."}};
constexpr std::array metrics_view_depth = {ComboItem{"auto: view depth", automatic_metric}, metrics_radial[1],
                                           metrics_radial[2]};
constexpr std::array sort_points = {
    ComboItem{"nearest corner", "The corner of the triangle that is nearest to the eye."},
    ComboItem{"farthest corner", "The corner of the triangle that is farthest from the eye."},
    ComboItem{"mean of corners", "The mean of the squared distances of the three corners."},
    ComboItem{"centroid",
              "The centre of the triangle. The usual choice, and the best one for triangles of similar size."}};
constexpr std::array key_forms = {
    ComboItem{"bits of the float",
              "The upper bits of the distance as a float: steps that grow with the distance. One bit is the sign and "
              "eight are the exponent, so few bits separate only large distances."},
    ComboItem{"linear",
              "Equal steps between the nearest and the farthest distance that the box of the scene can have from the "
              "eye."}};
constexpr std::array primitives = {ComboItem{"as in the file", "The triangles of a mesh, the points of a cloud."},
                                   ComboItem{"triangles", "Triangles. A point cloud has none: it is drawn as points."},
                                   ComboItem{"points", "The vertices, as round points."}};
constexpr std::array draw_orders = {
    ComboItem{"back to front", "The farthest element is drawn first, and nearer ones cover it: the right picture."},
    ComboItem{"front to back", "The same order read backwards. Blending goes wrong, as one can see."},
    ComboItem{"file order", "In the order of the file: the picture without sorting."},
    ComboItem{"shuffled", "In a random order: the worst case."}};
constexpr std::array resorts = {
    ComboItem{"in every frame", "Also when nothing has changed: for measurements."},
    ComboItem{"when moved",
              "When something has changed that the order depends on: the camera, the scene or a setting here."},
    ComboItem{"every N frames",
              "When something has moved, but only every N frames. In between the old order is drawn."},
    ComboItem{
        "after an angle",
        "When the eye has gone so far round the middle of the scene, or its axis has turned so far. Particles that "
        "move are sorted in every step."}};

/// What a policy begins with in the panel, and what its slider says.
struct ResortRange {
  float first = 0, least = 0, most = 0;
  const char* format = "";
};
constexpr std::array resort_ranges = {ResortRange{}, ResortRange{}, ResortRange{8, 1, 240, "%.0f frames"},
                                      ResortRange{5, 0.1f, 180, "%.1f\u00b0"}};

constexpr std::array cullings = {
    ComboItem{"where it pays",
              "Where a GPU sorts, both are measured while the camera moves, and the faster one stays."},
    ComboItem{"always", "Where a GPU sorts. Turning the camera then asks for a new order."},
    ComboItem{"never", "All elements are sorted and drawn."}};

/// Where the titles begin: after the longest name.
float title_column(const Context& context) {
  float widest = 0;
  for (const SortEntry& entry : context.state.sorts) {
    const std::string id(entry.algorithm->id);
    if (entry.reason.empty()) widest = std::max(widest, ImGui::CalcTextSize(id.c_str()).x);
  }
  return widest + ImGui::GetFontSize() * 1.8f;
}

/// Where ids begin: after the number.
float id_column() { return ImGui::GetFontSize() * 1.1f; }

/// The row, without its text. True if it was clicked.
bool sort_row(const std::string& id, bool chosen, const std::string& explanation, Probe& probe) {
  const bool clicked = list_row(("##" + id).c_str(), chosen);
  probe.item("sort/" + id);
  finder().note(id, explanation.c_str(), ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  tooltip(explanation.c_str());
  return clicked;
}

void show_entry(Context& context, const SortEntry& entry, int number, float column) {
  const SortChoice& sort = context.sort();
  const std::string id(entry.algorithm->id);
  const bool chosen = sort.algorithm == id;
  const bool in_use = sort.algorithm == "auto" && context.last().algorithm == id;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float room = ImGui::GetContentRegionAvail().x - column;
  if (sort_row(id, chosen, describe(*entry.algorithm), context.probe)) choose_sort(context, id);

  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 beside = chosen ? text_color : quiet_color;
  if (number <= 9) list.AddText(corner, beside, std::to_string(number).c_str());
  list.AddText({corner.x + id_column(), corner.y}, in_use ? accent_color : text_color, id.c_str());
  const std::string title = fitting(std::string(entry.algorithm->title), room);
  const ImVec2 at(corner.x + column, corner.y), size = ImGui::CalcTextSize(title.c_str());
  list.AddText(at, beside, title.c_str());
  context.probe.area("title/" + id, {at, {at.x + size.x, at.y + size.y}});
}

void show_absent(Context& context) {
  const auto is_absent = [](const SortEntry& entry) { return !entry.reason.empty(); };
  const auto count = std::ranges::count_if(context.state.sorts, is_absent);
  if (count == 0 || !fold(fmt::format("Not available here ({})##absent", count), "absent", context.probe)) return;
  std::string last_reason;
  for (const SortEntry& entry : context.state.sorts) {
    if (!is_absent(entry)) continue;
    const std::string id(entry.algorithm->id);
    if (entry.reason != last_reason) colored_text(quiet_color, entry.reason);
    last_reason = entry.reason;
    ImGui::BeginDisabled();
    sort_row(id, /*chosen=*/false, describe(*entry.algorithm) + "\n\nNot available: " + entry.reason, context.probe);
    ImGui::SameLine(id_column());
    ImGui::TextUnformatted(id.c_str());
    ImGui::EndDisabled();
  }
  end_fold();
}

/// auto, and below it what runs here, numbered as the keys have it.
void show_list(Context& context) {
  const bool automatic = context.sort().algorithm == "auto";
  if (sort_row("auto", automatic, "The best algorithm that runs on this machine.", context.probe))
    choose_sort(context, "auto");
  ImGui::SameLine(id_column());
  ImGui::TextUnformatted("auto");
  const float column = title_column(context);
  if (automatic && !context.last().algorithm.empty()) {
    ImGui::SameLine(column);
    ImGui::Text("uses %s", context.last().algorithm.c_str());
  }
  int number = 0;
  for (const SortGroup& group : sort_groups) {
    bool is_first = true;
    for (const SortEntry& entry : context.state.sorts) {
      if (!entry.reason.empty() || !entry.algorithm->id.starts_with(group.prefix)) continue;
      if (std::exchange(is_first, false)) colored_text(quiet_color, group.title);
      show_entry(context, entry, ++number, column);
    }
  }
  show_absent(context);
}

/// A list where all values have names, else a slider, with the name of the value where it has one.
bool edit_parameter(const Parameter& parameter, std::int64_t& value, const std::string& explanation, Probe& probe) {
  const std::string id = "parameter/" + std::string(parameter.name);
  const std::vector<std::string> names = value_names(parameter);
  if (!names.empty()) {
    std::vector<ComboItem> items;
    for (const std::string& name : names) items.push_back({name.c_str(), explanation.c_str()});
    int chosen = static_cast<int>(value - parameter.minimum);
    if (!combo(id.c_str(), chosen, items, probe)) return false;
    value = parameter.minimum + chosen;
    return true;
  }
  const bool wide = parameter.maximum - parameter.minimum > 1000 && parameter.minimum > 0;
  const bool changed = slider(id.c_str(), value, parameter.minimum, parameter.maximum, "%lld", probe, wide,
                              value_name(parameter, value));
  tooltip(explanation.c_str());
  return changed;
}

void show_parameters(Context& context) {
  SortChoice& sort = context.sort();
  const Algorithm* algorithm = find(sort.algorithm);
  if (algorithm == nullptr || algorithm->parameters.empty()) return;
  for (const Parameter& parameter : algorithm->parameters) {
    const std::string name(parameter.name);
    const auto given =
        std::find_if(sort.parameters.begin(), sort.parameters.end(), [&](const auto& v) { return v.name == name; });
    std::int64_t value = given == sort.parameters.end() ? parameter.default_value : given->value;
    const std::string explanation = fmt::format("{}\n{} to {}, default {}", parameter.meaning, parameter.minimum,
                                                parameter.maximum, parameter.default_value);
    label(name.c_str(), explanation.c_str());
    if (!edit_parameter(parameter, value, explanation, context.probe)) continue;
    if (given == sort.parameters.end())
      sort.parameters.push_back({name, value});
    else
      given->value = value;
  }
  if (!sort.parameters.empty() && button("reset parameters", context.probe)) sort.parameters.clear();
}

/// Which device sorts. There is a choice only if CUDA runs here.
void show_device(Context& context) {
  Session& session = context.session;
  if (why_unavailable(Backend::cuda).empty()) {
    check_box(
        "share OpenGL's buffers", session.document.left.sort.interop, context.probe,
        "CUDA sorts in OpenGL's buffers. Both must use the same GPU. If this is off, positions and orders are copied "
        "through host memory, and the row 'staging' of the times shows the cost.");
  }
  if (const std::string device = session.viewer.scene_renderer().sorts_on(context.side()); !device.empty())
    colored_text(quiet_color, device);
  if (const std::string why = session.viewer.scene_renderer().why_auto();
      context.sort().algorithm == "auto" && !why.empty())
    colored_text(quiet_color, why);
}

void show_culling(Context& context) {
  std::optional<bool>& cull = context.sort().cull;
  label("Cull", "Elements outside the view are left out before the sort. The picture is the same.");
  int chosen = !cull ? 0 : *cull ? 1 : 2;
  if (combo("cull", chosen, cullings, context.probe)) {
    cull.reset();
    if (chosen > 0) cull = chosen == 1;
  }
  const FrameStats& last = context.last();
  if (!last.kept) return;
  fact("In view",
       fmt::format("{} of {} ({:.0f} %)", with_thousands(*last.kept), with_thousands(last.elements),
                   100.0 * *last.kept / std::max(last.elements, 1u)),
       "Number of elements sorted and drawn; the GPU reports it some frames later.");
  context.probe.item("in view");
}

/// How old a kept order is, and how wrong by now.
void show_staleness(Context& context) {
  const FrameStats& last = context.last();
  fact("Age", last.order_age == 0 ? "of this frame" : fmt::format("{} frames", last.order_age),
       "How many frames ago the order was right.");
  context.probe.item("order age");
  if (!last.inversion_stats) return;
  const InversionStats& found = *last.inversion_stats;
  fact("Wrong",
       fmt::format("by {:.3g} % of the depth; {} of {} ({:.3g} %)", 100 * found.depth(),
                   with_thousands(found.inversions), with_thousands(found.neighbours), 100 * found.share()),
       "Share of neighbours in the drawn order that are inverted, and by how much of the depth of the "
       "scene on average, which decides the error of the picture. The GPU that draws counts them, "
       "without sorting; the row 'count' of the times shows what that takes.");
  context.probe.item("inversions");
}

void show_resort(Context& context) {
  Resort& resort = context.sort().resort;
  label("Sort again", "When the elements are sorted again.");
  int chosen = static_cast<int>(resort.when);
  if (combo("resort", chosen, resorts, context.probe))
    resort = {static_cast<Resort::When>(chosen), resort_ranges[static_cast<std::size_t>(chosen)].first};
  if (!resort.is_lazy()) return;
  const ResortRange& range = resort_ranges[static_cast<std::size_t>(resort.when)];
  label("", "So far an order is drawn on that is no longer right.");
  if (slider("resort amount", resort.amount, range.least, range.most, range.format, context.probe, true) &&
      resort.when == Resort::When::frames)
    resort.amount = std::round(resort.amount);
  show_staleness(context);
}

void show_precision(Precision& precision, Probe& probe) {
  label("Key bits",
        "Bits of a sort key. Fewer take a radix sort fewer passes. Elements with equal keys are drawn as in "
        "the file: the error window and the key lab (L) show what that does to the picture.");
  int bits = precision.bits;
  if (slider("key bits", bits, Precision::least_bits, Precision::most_bits, "%d bits", probe))
    precision.bits = static_cast<std::uint8_t>(bits);
  label("Key form", "What these bits are.");
  enum_combo("key form", precision.form, key_forms, probe);
}

/// The order-check indicator: green, red, or grey.
struct Indicator {
  ImU32 color = quiet_color;
  std::string text, explanation;
};

Indicator indicator(const Context& context, bool checks) {
  const FrameStats& last = context.last();
  const CheckResult& result = last.check_result;
  if (!checks) return {quiet_color, "not checked", "Orders are used without a check."};
  if (!result.trouble.empty()) return {warning_color, "cannot be checked", result.trouble};
  if (context.session.viewer.first_order_under_way(context.side()))
    return {quiet_color, "under way", "The first order is still being made."};
  if (last.algorithm.empty()) return {quiet_color, "not sorted", "There is no order to check."};
  if (!result.known) return {quiet_color, "under way", "The first result comes a few frames after the order."};
  const std::string about = fmt::format(
      "The newest result is about an order by {}, first drawn {} frame{} ago. Of this scene's orders {} "
      "were right and {} wrong.",
      result.algorithm, result.age, result.age == 1 ? "" : "s", result.right, result.wrong);
  if (result.order.ok()) return {good_color, "in order", about};
  return {error_color, result.algorithm + ": " + result.order.sentence(), about};
}

void show_check(Context& context) {
  Session& session = context.session;
  SortChoice& sort = session.document.left.sort;
  const bool checked = session.viewer.scene_renderer().checks(sort);
  bool wanted = checked;
  check_box(
      "check every order", wanted, context.probe,
      "Checks that every order is a permutation and that the keys ascend along it. The GPU that draws computes the "
      "keys "
      "again and compares, while frames go on; the row 'check' of the times shows the cost. If an order is wrong, the "
      "next algorithm takes over.");
  if (wanted != checked) sort.check_order = wanted;
  const Indicator shown = indicator(context, checked);
  ImGui::SameLine();
  const float radius = ImGui::GetFontSize() * 0.32f;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddCircleFilled({at.x + radius, at.y + ImGui::GetFrameHeight() * 0.5f}, radius,
                                              shown.color);
  ImGui::Dummy({radius * 2, 0});
  ImGui::SameLine();
  colored_text(shown.color, shown.text);
  context.probe.item("indicator");
  tooltip(shown.explanation.c_str());
}

void reset(SortChoice& sort) {
  SortChoice defaults;
  defaults.seed = sort.seed;
  defaults.cuda_devices = sort.cuda_devices;
  sort = defaults;
}

/// None is the first of the list.
void metric_combo(Context& context, std::optional<Metric>& metric) {
  const auto& scene = context.session.scene();
  const Metric own = metric_of({}, scene ? scene->contents().splat_order : SplatOrder::unspecified);
  int chosen = metric ? 1 + static_cast<int>(*metric) : 0;
  if (!combo("metric", chosen, own == Metric::radial ? metrics_radial : metrics_view_depth, context.probe)) return;
  metric = chosen == 0 ? std::nullopt : std::optional(static_cast<Metric>(chosen - 1));
}

/// Greyed out where there are no triangles.
void show_sort_point(Context& context) {
  const Session& session = context.session;
  const bool triangles = session.scene() && session.scene()->contents().meshes &&
                         session.document.left.sort.primitive != Primitive::points;
  ImGui::BeginDisabled(!triangles);
  label("Sort point", "The point of a triangle whose distance is measured.");
  enum_combo("sort point", context.sort().sort_point, sort_points, context.probe);
  ImGui::EndDisabled();
}

void show_details(Context& context) {
  SortChoice& sort = context.sort();
  show_parameters(context);
  show_precision(sort.precision, context.probe);
  label("Primitive", "Which parts of a mesh are sorted and drawn.");
  enum_combo("primitive", context.session.document.left.sort.primitive, primitives, context.probe);  // of all sides
  show_resort(context);
  show_culling(context);
  show_device(context);
}

}  // namespace

void sort_tab(Context& context) {
  SortChoice& sort = context.sort();
  label("Metric", "How the distance of an element is measured. The sort key is made from it.");
  metric_combo(context, sort.metric);
  label("Draw order", "Another order shows what sorting does. P takes the next one; O turns sorting off and on.");
  enum_combo("draw order", sort.draw_order, draw_orders, context.probe);
  show_sort_point(context);
  show_check(context);
  show_list(context);
  if (!context.last().message.empty()) colored_text(warning_color, context.last().message);
  if (fold("Advanced", "Advanced", context.probe)) {
    show_details(context);
    end_fold();
  }
  if (button("Reset sort", context.probe, "Sets everything in this tab to its default.")) reset(sort);
}

}  // namespace farfirst::app::ui
