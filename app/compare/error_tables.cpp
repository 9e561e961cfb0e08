#include "error_tables.h"

#include <fmt/format.h>

#include <array>

#include "error_text.h"
#include "render/renderer.h"
#include "scene/units.h"
#include "text_table.h"

namespace farfirst::app {

namespace {

/// The view that was measured.
std::string heading(const ShownPicture& shown, int samples, const RacePlace& place) {
  return fmt::format("{}, {} elements, {} x {} pixels, {} sample{} a pixel, {}\n", place.scene,
                     with_thousands(shown.report.elements), shown.width, shown.height, samples, samples == 1 ? "" : "s",
                     place.device);
}

std::string csv_place(const ShownPicture& shown, const RacePlace& place) {
  return fmt::format("{},{},{},{},{}", csv_field(place.scene), csv_field(place.device), shown.report.elements,
                     shown.width, shown.height);
}

std::string csv_error(const PictureError& error) {
  return fmt::format("{:.8f},{},{:.8f},{}", error.rmse(), error.is_none() ? "inf" : fmt::format("{:.3f}", error.psnr()),
                     error.off_share(), error.largest);
}

std::vector<std::string> with_error(std::vector<std::string> line, const PictureError& error) {
  line.insert(line.end(), {rmse_text(error), psnr_text(error), off_text(error), largest_text(error)});
  return line;
}

int samples_of(const PictureErrorMeter& meter) { return std::max(meter.shown().report.samples, 1); }

const char* short_name_of(SortPoint point) {
  constexpr std::array names = {"nearest", "farthest", "mean", "centroid"};
  return names.at(static_cast<std::size_t>(point));
}

const char* name_of(DrawOrder order) {
  constexpr std::array names = {"back-to-front", "front-to-back", "file", "shuffled"};
  return names.at(static_cast<std::size_t>(order));
}

}  // namespace

std::string rmse_text(const PictureError& error) {
  return error.is_none() ? std::string("0") : fmt::format("{:.5f}", error.rmse());
}

std::string key_text(const ErrorOfKey& key, bool are_triangles) {
  const std::string metric = key.metric == Metric::radial ? "radial" : "view depth";
  return are_triangles ? metric + ", " + short_name_of(key.sort_point) : metric;
}

std::string table_of(const PictureErrorMeter& meter, const RacePlace& place) {
  if (!meter.error()) return {};
  std::vector<std::vector<std::string>> lines = {{"", "RMSE", "PSNR", "off", "most"}};
  lines.push_back(with_error({meter.shown().report.renderer + " against exact"}, *meter.error()));
  for (const ErrorCause& cause : meter.causes()) lines.push_back(with_error({"by " + cause.name}, cause.error));
  for (const ErrorOfKey& key : meter.keys()) {
    const std::string by = key_text(key, meter.shown().report.wanted.are_triangles);
    lines.push_back(with_error({"sorted by " + by + (key.is_shown ? " *" : "")}, key.error));
  }
  return heading(meter.shown(), samples_of(meter), place) + aligned(lines);
}

std::string csv_of(const PictureErrorMeter& meter, const RacePlace& place) {
  std::string text = "scene,device,elements,width,height,samples,renderer,kind,name,rmse,psnr_db,off_share,largest\n";
  if (!meter.error()) return text;
  const std::string begin = fmt::format("{},{},{}", csv_place(meter.shown(), place), samples_of(meter),
                                        csv_field(meter.shown().report.renderer));
  const auto add = [&](const char* kind, const std::string& name, const PictureError& error) {
    text += fmt::format("{},{},{},{}\n", begin, kind, csv_field(name), csv_error(error));
  };
  add("error", "all", *meter.error());
  for (const ErrorCause& cause : meter.causes()) add("cause", cause.name, cause.error);
  for (const ErrorOfKey& key : meter.keys())
    add("key", key_text(key, meter.shown().report.wanted.are_triangles), key.error);
  return text;
}

std::string table_of(const Methods& methods, const RacePlace& place) {
  std::vector<std::vector<std::string>> lines = {
      {"method", "time", "sort", "draw", "memory", "RMSE", "PSNR", "off", "most"}};
  for (const MethodRow& row : methods.rows()) {
    if (!row.is_measured) {
      lines.push_back({row.name, row.trouble.empty() ? "its turn comes" : row.trouble});
      continue;
    }
    lines.push_back(with_error(
        {row.name, milliseconds(row.time()), milliseconds(row.sort), milliseconds(row.draw), byte_size(row.gpu_bytes)},
        row.error));
  }
  return heading(methods.shown(), 1, place) + aligned(lines);
}

std::string csv_of(const Methods& methods, const RacePlace& place) {
  std::string text =
      "scene,device,elements,width,height,method,renderer,draw_order,time_ms,sort_ms,draw_ms,memory_bytes,rmse,psnr_db,"
      "off_share,largest,remark,reason\n";
  for (const MethodRow& row : methods.rows()) {
    text += fmt::format("{},{},{},{},{},{},{},", csv_place(methods.shown(), place), csv_field(row.name),
                        row.method.renderer->id, name_of(row.method.order), csv_number(row.time(), 6),
                        csv_number(row.sort, 6), csv_number(row.draw, 6));
    text += row.is_measured ? fmt::format("{},{}", row.gpu_bytes, csv_error(row.error)) : std::string(",,,,");
    text += fmt::format(",{},{}\n", csv_field(row.remark), csv_field(row.trouble));
  }
  return text;
}

}  // namespace farfirst::app
