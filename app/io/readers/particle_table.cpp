// Particles in tables: CSV and XYZ. A line is a particle; blanks, tabs, commas or semicolons are between its values.

#include <algorithm>
#include <iterator>

#include "io/particle_build.h"
#include "io/reader.h"
#include "io/text.h"

namespace farfirst::app {
namespace {

constexpr std::size_t longest_line = 65536;
constexpr std::size_t table_rows_at_once = 1024;
constexpr std::size_t most_columns = 4096;

/// The lines of a text, with their numbers.
class Lines {
 public:
  explicit Lines(ByteSource& source) : source_(source) {
    if (source_.want(byte_order_mark.size()) >= byte_order_mark.size() && source_.window().starts_with(byte_order_mark))
      source_.take(byte_order_mark.size());
  }

  /// Without its end. False at the end of the text. Valid until the next call.
  bool next(std::string_view& line) {
    source_.take(taken_);
    taken_ = 0;
    if (source_.window().size() < longest_line) source_.want(longest_line);
    const std::string_view window = source_.window();
    if (window.empty()) return false;
    ++number_;
    const std::size_t length = find_line_end(window.substr(0, longest_line));
    if (length >= longest_line)
      throw FileError({at::line(number_), "expected a particle, found more than {} bytes", longest_line});
    line = window.substr(0, length);
    taken_ = std::min(length + (window.substr(length).starts_with("\r\n") ? 2 : 1), window.size());
    return true;
  }
  std::uint64_t number() const { return number_; }

 private:
  ByteSource& source_;
  std::size_t taken_ = 0;
  std::uint64_t number_ = 0;
};

/// The words of a line. With commas or semicolons a word may be empty.
void split_line(std::string_view line, std::vector<std::string_view>& words) {
  words.clear();
  const char separator = line.find(';') != std::string_view::npos   ? ';'
                         : line.find(',') != std::string_view::npos ? ','
                                                                    : ' ';
  if (separator == ' ') {
    for (std::string_view word = next_word(line); !word.empty(); word = next_word(line)) words.push_back(word);
    return;
  }
  for (std::size_t end = 0; end != std::string_view::npos; line.remove_prefix(std::min(end + 1, line.size()))) {
    end = line.find(separator);
    std::string_view word = trimmed(line.substr(0, end));
    if (word.size() >= 2 && word.front() == '"' && word.back() == '"') word = word.substr(1, word.size() - 2);
    words.push_back(word);
  }
}

bool is_comment(std::string_view line) { return line.starts_with('#') || line.starts_with("//"); }

bool is_number(std::string_view word) {
  double value = 0;
  return !word.empty() && parse_number(word.data(), word.data() + word.size(), value) == word.data() + word.size();
}

bool has_place(const ColumnPlaces& places) { return places[column_x] && places[column_y] && places[column_z]; }

class Table {
 public:
  Table(ByteSource& source, const ParticleReading& reading, const ProgressScale& progress)
      : source_(source), reading_(reading), progress_(progress), start_(source.position()) {}

  ColumnPlaces find_columns() {
    Lines lines(source_);
    std::string_view line;
    while (lines.next(line)) {
      const std::string_view text = trimmed(line);
      if (text.empty()) continue;
      if (is_comment(text)) {
        names_ = words_of(text.substr(
            text.find_first_not_of("#/") == std::string_view::npos ? text.size() : text.find_first_not_of("#/")));
        if (!has_place(places_of(names_))) continue;
        header_line_ = lines.number();
        break;
      }
      names_ = words_of(text);
      if (std::ranges::all_of(names_, is_number)) return columns_without_header(lines.number());
      header_line_ = lines.number();
      break;
    }
    if (header_line_ == 0) throw FileError("the file has no particles");
    if (!reading_.columns.empty()) names_ = reading_.columns;
    return checked(header_line_);
  }

  const std::vector<std::string>& names() const { return names_; }

  void put_into(ParticleBuilder& builder, const ColumnPlaces& places) {
    source_.seek(start_);
    rows_ = 0;
    Lines lines(source_);
    std::string_view line;
    while (lines.next(line)) {
      const std::string_view text = trimmed(line);
      if (lines.number() <= header_line_ || text.empty() || is_comment(text)) continue;
      read_row(text, lines.number(), places);
      if (rows_ == table_rows_at_once) flush(builder, places);
    }
    flush(builder, places);
    if (builder.size() == 0) throw FileError("the file has no particles");
  }

 private:
  std::vector<std::string> words_of(std::string_view line) {
    split_line(line, words_);
    return {words_.begin(), words_.end()};
  }

  ColumnPlaces columns_without_header(std::uint64_t line) {
    const std::size_t found = names_.size();
    if (!reading_.columns.empty())
      names_ = reading_.columns;
    else if (found == 3)
      names_ = {"x", "y", "z"};
    else
      throw FileError({at::line(line),
                       "expected a line of names such as x,y,z,radius above {} numbers; "
                       "--columns=... gives the names of files that have none",
                       found});
    if (names_.size() > found)
      throw FileError(
          {at::line(line), "expected {} numbers, one for each name of --columns; found {}", names_.size(), found});
    return checked(line);
  }

  ColumnPlaces checked(std::uint64_t line) const {
    if (names_.size() > most_columns)
      throw FileError({at::line(line), "expected {} columns at most, found {}", most_columns, names_.size()});
    if (has_place(places_of(names_))) return places_of(names_, reading_.properties);
    std::string found;
    for (const std::string& name : names_) found += (found.empty() ? "" : ", ") + in_quotes(name);
    throw FileError({at::line(line), "expected columns named x, y and z, found {}", found.substr(0, 200)});
  }

  void read_row(std::string_view line, std::uint64_t number, const ColumnPlaces& places) {
    split_line(line, words_);
    for (std::size_t column = 0; column < particle_columns; ++column) {
      if (!places[column]) continue;
      const std::size_t at = *places[column];
      if (at >= words_.size())
        throw FileError({at::line(number), "expected {} values, found {}", names_.size(), words_.size()});
      const std::string_view word = words_[at];
      double& value = values_[column][rows_];
      if (word.empty() || parse_number(word.data(), word.data() + word.size(), value) != word.data() + word.size())
        throw FileError({at::line(number), "expected a number for {}, found {}",
                         name_at(static_cast<ParticleColumn>(column), at), in_quotes(word)});
    }
    ++rows_;
  }

  /// A column that is kept for its values has its own name.
  std::string name_at(ParticleColumn column, std::size_t at) const {
    return column < column_color_value ? std::string(name_of(column)) : names_[at];
  }

  void flush(ParticleBuilder& builder, const ColumnPlaces& places) {
    ParticleRows rows{.count = rows_, .columns = {}};
    for (std::size_t column = 0; column < particle_columns; ++column)
      if (places[column]) rows.columns[column] = values_[column].data();
    builder.append(rows);
    rows_ = 0;
    progress_.at(source_);
  }

  ByteSource& source_;
  const ParticleReading& reading_;
  const ProgressScale& progress_;
  const std::uint64_t start_;
  std::vector<std::string> names_;
  std::uint64_t header_line_ = 0;  // 0: there is none
  std::vector<std::string_view> words_;
  std::array<std::array<double, table_rows_at_once>, particle_columns> values_{};
  std::size_t rows_ = 0;
};

}  // namespace

ParticleCloud read_particle_table(ByteSource& source, const ParticleReading& reading, const ProgressScale& progress) {
  const auto table = std::make_unique<Table>(source, reading, progress);
  const ColumnPlaces places = table->find_columns();
  ParticleCloud cloud =
      build_particles(places, {}, reading, [&](ParticleBuilder& builder) { table->put_into(builder, places); });
  std::ranges::copy_if(table->names(), std::back_inserter(cloud.columns),
                       [](const auto& name) { return !name.empty(); });
  return cloud;
}

extern const ReaderAbout about_particle_table;
const ReaderAbout about_particle_table{.name = "particles",
                                       .extensions = ".csv .xyz",
                                       .read = [](const ReadableFile&, const ProgressScale&) -> std::vector<Model> {
                                         throw FileError("a table of particles is no model");
                                       },
                                       .read_particles = read_particle_table};

}  // namespace farfirst::app
