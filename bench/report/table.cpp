// See table.h. Flat rows need no library for JSON.
#include "table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <istream>
#include <string_view>

namespace farfirst::bench {

namespace {

// ---- CSV

/// The fields of a line; "a, b" in quotes is one, and a quote within quotes is doubled.
Fields fields_of(std::string_view line) {
  Fields fields(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      fields.back() += line[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      fields.emplace_back();
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

/// One line of text, whatever a driver or a file's name put into it.
std::string on_one_line(std::string text) {
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return text;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"") == std::string::npos) return on_one_line(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return on_one_line(quoted + '"');
}

std::string csv_line(const Fields& fields) {
  std::string line;
  for (const std::string& field : fields) {
    if (&field != fields.data()) line += ',';
    line += csv_field(field);
  }
  return line + '\n';
}

// ---- JSON

/// How many bytes of UTF-8 begin here; 0: none that are right.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const unsigned first = byte(0);
  const std::size_t length = first < 0x80                     ? 1
                             : first >= 0xC2 && first <= 0xDF ? 2
                             : first >= 0xE0 && first <= 0xEF ? 3
                             : first >= 0xF0 && first <= 0xF4 ? 4
                                                              : 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0u) != 0x80) return 0;
  }
  const bool too_long = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xF0 && byte(1) < 0x90);
  const bool no_character = (first == 0xED && byte(1) >= 0xA0) || (first == 0xF4 && byte(1) >= 0x90);
  return too_long || no_character ? 0 : length;
}

/// A number as it stands; what is none, or not finite, is null.
std::string json_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool number = error == std::errc{} && end == text.data() + text.size() && std::isfinite(value);
  return number ? text : "null";
}

std::string json_list(const Fields& texts) {
  std::string list;
  for (const std::string& text : texts) {
    list += list.empty() ? "[\n  " : ",\n  ";
    list += json_string(text);
  }
  return (list.empty() ? "[" : list) + ']';
}

// ---- Files

[[noreturn]] void cannot_write(const std::string& path) {
  throw std::runtime_error(fmt::format("{}: cannot be written", path));
}

void put(std::FILE* file, const std::string& path, const std::string& text) {
  if (std::fwrite(text.data(), 1, text.size(), file) != text.size()) cannot_write(path);
}

void flush(std::FILE* file, const std::string& path) {
  if (std::fflush(file) != 0) cannot_write(path);
}

}  // namespace

std::string json_string(const std::string& text) {
  std::string quoted = "\"";
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t length = utf8_length(rest);
    const auto c = static_cast<unsigned char>(rest[0]);
    if (length == 0) {
      quoted += "\\ufffd";
    } else if (c == '"' || c == '\\') {
      quoted += {'\\', rest[0]};
    } else if (c < 0x20) {
      quoted += fmt::format("\\u{:04x}", c);
    } else {
      quoted += rest.substr(0, length);
    }
    rest.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return quoted + '"';
}

std::size_t Table::column(const std::string& name) const {
  const auto found = std::ranges::find(columns, name);
  if (found == columns.end()) throw BadResults(fmt::format("{}: there is no column {}", file, name));
  return static_cast<std::size_t>(found - columns.begin());
}

Table read_table(std::istream& file, const std::string& name) {
  Table table;
  table.file = name;
  std::string text;
  for (std::size_t number = 1; std::getline(file, text); ++number) {
    if (file.eof()) table.torn_line = number;
    if (text.rfind("# ", 0) == 0) {
      if (table.torn_line == 0) table.comments.push_back(text.substr(2));
    } else if (table.columns.empty()) {
      table.columns = fields_of(text);
    } else if (!text.empty()) {
      Fields fields = fields_of(text);
      if (fields.size() == table.columns.size()) {
        table.rows.push_back({number, std::move(fields)});
      } else if (table.torn_line == 0) {
        throw BadResults(
            fmt::format("{}:{}: {} fields, but the head has {}", name, number, fields.size(), table.columns.size()));
      }
    }
  }
  if (table.columns.empty()) throw BadResults(name + ": there is no table in it");
  return table;
}

Table read_table(const std::filesystem::path& path) {
  std::ifstream file(path);
  if (!file) throw BadResults(path.string() + ": cannot be read");
  return read_table(file, path.string());
}

TableFile::TableFile(const TablePaths& paths, std::vector<Column> columns, Fields comments,
                     const std::vector<Fields>& earlier)
    : paths_(paths), columns_(std::move(columns)), comments_(std::move(comments)) {
  if (!paths_.csv.empty()) open_csv(earlier);
  if (!paths_.json.empty()) open_json(earlier);
}

/// One that goes on is written anew beside the old one, and takes its place when it is whole.
void TableFile::open_csv(const std::vector<Fields>& earlier) {
  const std::string path = earlier.empty() ? paths_.csv : paths_.csv + ".part";
  csv_.reset(std::fopen(path.c_str(), "w"));
  if (!csv_) cannot_write(path);
  for (const std::string& comment : comments_) put(csv_.get(), path, "# " + on_one_line(comment) + '\n');
  Fields names;
  for (const Column& column : columns_) names.push_back(column.name);
  put(csv_.get(), path, csv_line(names));
  for (const Fields& row : earlier) put(csv_.get(), path, csv_line(row));
  flush(csv_.get(), path);
  if (path != paths_.csv) std::filesystem::rename(path, paths_.csv);
}

void TableFile::open_json(const std::vector<Fields>& earlier) {
  json_.reset(std::fopen(paths_.json.c_str(), "w"));
  if (!json_) cannot_write(paths_.json);
  Fields names;
  for (const Column& column : columns_) names.push_back(column.name);
  put(json_.get(), paths_.json,
      "{\"format\": \"farfirst-bench table 1\",\n\"columns\": " + json_list(names) + ",\n\"rows\": [");
  json_rows_end_ = std::ftell(json_.get());
  for (const Fields& row : earlier) add_to_json(row);
  end_json();
}

void TableFile::add_to_json(const Fields& row) {
  std::string object = json_has_rows_ ? ",\n{" : "\n{";
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const bool number = columns_[i].kind == Column::Kind::number;
    if (i > 0) object += ", ";
    object += json_string(columns_[i].name);
    object += ": ";
    object += row[i].empty() ? "null" : number ? json_number(row[i]) : json_string(row[i]);
  }
  if (json_rows_end_ < 0 || std::fseek(json_.get(), json_rows_end_, SEEK_SET) != 0) {
    throw std::runtime_error(fmt::format("{}: JSON wants a file that can be written again", paths_.json));
  }
  put(json_.get(), paths_.json, object + '}');
  json_rows_end_ = std::ftell(json_.get());
  json_has_rows_ = true;
}

/// After the rows; longer each time than what stood there.
void TableFile::end_json() {
  if (json_rows_end_ < 0 || std::fseek(json_.get(), json_rows_end_, SEEK_SET) != 0) return;
  put(json_.get(), paths_.json, "],\n\"about\": " + json_list(comments_) + "}\n");
  flush(json_.get(), paths_.json);
}

void TableFile::add(const Fields& row) {
  if (csv_) {
    put(csv_.get(), paths_.csv, csv_line(row));
    flush(csv_.get(), paths_.csv);
  }
  if (json_) {
    add_to_json(row);
    end_json();
  }
}

void TableFile::note(const std::string& comment) {
  if (std::ranges::find(comments_, comment) != comments_.end()) return;
  comments_.push_back(comment);
  if (csv_) {
    put(csv_.get(), paths_.csv, "# " + on_one_line(comment) + '\n');
    flush(csv_.get(), paths_.csv);
  }
  if (json_) end_json();
}

}  // namespace farfirst::bench
