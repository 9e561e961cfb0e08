#include "sequence_values.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/files.h"
#include "io/particle_data.h"
#include "names.h"
#include "rows.h"

namespace farfirst::app {
namespace {

void read_columns(Document& document, const std::string& text) {
  const std::vector<std::string> names = split(text, ',');
  const ColumnPlaces places = places_of(names);
  if (!places[column_x] || !places[column_y] || !places[column_z])
    usage({at::option("columns"), "expected names with x, y and z among them, such as x,y,z,radius; found {}",
           shown(text)});
  document.sequence.columns = names;
}

std::string write_columns(const Document& document) {
  return fmt::format("{}", fmt::join(document.sequence.columns, ","));
}

/// "0,12.5", or auto.
std::optional<ValueRange> read_range(std::string_view option, const std::string& text) {
  if (text == "auto") return std::nullopt;
  const std::vector<std::string> ends = split(text, ',');
  constexpr double most = 1e30;
  if (ends.size() != 2)
    usage({at::option(option), "expected two numbers LEAST,MOST, such as 0,2.5, or auto, found {}", shown(text)});
  const ValueRange range{static_cast<float>(read_number(option, ends[0], -most, most)),
                         static_cast<float>(read_number(option, ends[1], -most, most))};
  if (range.least >= range.most)
    usage({at::option(option), "expected the smaller number first, found {}", shown(text)});
  return range;
}

std::string write_range(const std::optional<ValueRange>& range) {
  return range ? write_number(range->least) + "," + write_number(range->most) : "auto";
}

/// A property of particles: `file` means the value that the file has.
void add_property(RowGroup rows, std::string_view name, std::string_view help,
                  ParticleMapping::Property ParticleMapping::*of) {
  rows.readable(
      name, "NAME", OptionKind::text, Persistence::no, help,
      [name, of](Document& document, const std::string& text) {
        if (text.empty()) usage({at::option(name), "expected the name of a property, such as speed"});
        (document.sequence.mapping.*of).name = text == "file" ? "" : text;
      },
      [of](const Document& document) {
        const std::string& property = (document.sequence.mapping.*of).name;
        return property.empty() ? "file" : property;
      });
}

void add_range(RowGroup rows, std::string_view name, std::string_view help,
               ParticleMapping::Property ParticleMapping::*of) {
  rows.readable(
      name, "A,B", OptionKind::text, Persistence::no, help,
      [name, of](Document& document, const std::string& text) {
        (document.sequence.mapping.*of).range = read_range(name, text);
      },
      [of](const Document& document) { return write_range((document.sequence.mapping.*of).range); });
}

/// Colour, opacity and size by properties.
void add_mapping_rows(RowGroup rows) {
  add_property(rows, "color-by",
               "Property that colours particles: in files speed or any column, such as age or temperature; in particle "
               "systems age (as a share of the life), speed, height or random; or file: the colours of the file (file)",
               &ParticleMapping::color);
  add_range(rows, "color-range",
            "Values of --color-by at the two ends of the colour map, such as 0,2.5; auto: the minimum and maximum of "
            "the first file, which stay for the whole sequence, or those of the particle system (auto)",
            &ParticleMapping::color);
  rows.choice("color-map", "NAME", Persistence::no,
              "Colour map of --color-by: viridis, heat, cool-warm for values with a middle, or gray (viridis)",
              color_maps, &ParticleMapping::map);
  add_property(rows, "opacity-by",
               "Property that multiplies the opacity of particles, as for --color-by; file: none (file)",
               &ParticleMapping::opacity);
  add_range(rows, "opacity-range",
            "Values of --opacity-by that are transparent and opaque, such as 0,2.5; auto as for --color-range (auto)",
            &ParticleMapping::opacity);
  add_property(rows, "size-by",
               "Property that multiplies the radius of particles, as for --color-by; file: none (file)",
               &ParticleMapping::size);
  add_range(rows, "size-range",
            "Values of --size-by for radius 0 and the full radius, such as 0,2.5; auto as for --color-range (auto)",
            &ParticleMapping::size);
}

/// A folder of particle files: splats in SOG are folders too.
bool is_sequence_folder(const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error) || std::filesystem::exists(folder / "meta.json", error))
    return false;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (is_particle_data(entry.path())) return true;
  return false;
}

}  // namespace

bool holds_sequence(const std::filesystem::path& named) {
  std::error_code error;
  if (is_sequence(named.filename().string()) && !std::filesystem::exists(named, error)) return true;
  return is_sequence_folder(named) || is_particle_data(named);
}

std::shared_ptr<ParticleSequence> sequence_of(const Document& document, const std::filesystem::path& named,
                                              const std::shared_ptr<LoadProgress>& progress) {
  const SequenceChoice& choice = document.sequence;
  const ParticleSequence::Settings settings{.rate = choice.rate,
                                            .interpolation = choice.interpolation,
                                            .memory = std::size_t{choice.read_ahead} << 20,
                                            .radius = choice.radius,
                                            .first = choice.first - 1,
                                            .mapping = choice.mapping};
  return open_sequence(named, {choice.columns, {}, {}, progress}, settings);
}

void add_sequence_rows(RowGroup rows) {
  rows.action(
      "sequence", "FILES",
      "Show the particles of numbered files, such as fluid_%04d.ply, or of all files in a folder: PLY, CSV or XYZ "
      "(docs/particle-data.md). A window plays them, Space pauses; without a window each frame advances by 1/60 s",
      [](Document& document, const std::string& text) {
        document.objects = {{.file = without_slash(read_path("sequence", text)), .as_particles = true}};
      });
  rows.number("fps", "X", Persistence::no, "Files of a sequence per second, 0.01 to 1000 (30)", 0.01, 1000,
              &SequenceChoice::rate);
  rows.count("sequence-step", "N", Persistence::no, "Start with file N of a sequence, counted from 1 (1)", 1, 100'000,
             &SequenceChoice::first);
  rows.choice(
      "interpolate", "NAME", Persistence::no,
      "Positions between two files of a sequence: id, linear between particles of the same id; velocity, along their "
      "velocities; off, those of the file before; or auto: id, else velocity, where the files have them (auto)",
      interpolations, &SequenceChoice::interpolation);
  rows.count("read-ahead", "MIB", Persistence::no,
             "Memory for reading files of a sequence ahead, in MiB, 1 to 1048576 (1024)", 1, 1u << 20,
             &SequenceChoice::read_ahead);
  rows.readable("columns", "NAMES", OptionKind::text, Persistence::no,
                "Names of the columns of CSV and XYZ files without a header line, or instead of it, such as "
                "x,y,z,radius,r,g,b,opacity,vx,vy,vz,id; other names are ignored",
                read_columns, write_columns);
  rows.readable(
      "particle-radius", "X", OptionKind::number, Persistence::no,
      "Radius of particles in files without one, 1e-9 to 1e9; 0: from their number and bounding box (0)",
      [](Document& document, const std::string& text) {
        const double radius = read_number("particle-radius", text, 0, 1e9);
        document.sequence.radius.reset();
        if (radius > 0) document.sequence.radius = static_cast<float>(std::max(radius, 1e-9));
      },
      [](const Document& document) { return write_number(document.sequence.radius.value_or(0.0f)); });
  add_mapping_rows(rows);
}

}  // namespace farfirst::app
