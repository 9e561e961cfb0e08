// See table.h.
#include "table.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <istream>
#include <nlohmann/json.hpp>
#include <sstream>
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

/// Puts text on one line, since drivers and file names may contain line breaks.
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

using Json = nlohmann::ordered_json;

/// Replaces bytes that are not UTF-8 by U+FFFD.
std::string text_of(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

/// Text that is no number, or not finite, becomes null.
Json number_of(const std::string& text) {
  Json value = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  return value.is_number() ? value : Json();
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

std::size_t Table::column(const std::string& name) const {
  const auto found = std::ranges::find(columns, name);
  if (found == columns.end()) throw BadResults(fmt::format("{}: there is no column {}", file, name));
  return static_cast<std::size_t>(found - columns.begin());
}

std::vector<Column> columns_of(const std::string& names) {
  std::vector<Column> columns;
  std::istringstream words(names);
  for (std::string name; words >> name;) {
    const bool number = name.back() == '#';
    columns.push_back({number ? name.substr(0, name.size() - 1) : name, number ? numeric : Column::Kind::text});
  }
  return columns;
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
  if (table.columns.empty()) throw BadResults(name + ": it contains no table");
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

/// With --resume, the table is written to a temporary file, which replaces the old file when it is complete.
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
      "{\"format\": \"farfirst-bench table 1\",\n\"columns\": " + text_of(names) + ",\n\"rows\": [");
  json_rows_end_ = std::ftell(json_.get());
  for (const Fields& row : earlier) add_to_json(row);
  end_json();
}

void TableFile::add_to_json(const Fields& row) {
  Json object = Json::object();
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const bool number = columns_[i].kind == Column::Kind::number;
    object[columns_[i].name] = row[i].empty() ? Json() : number ? number_of(row[i]) : Json(row[i]);
  }
  if (json_rows_end_ < 0 || std::fseek(json_.get(), json_rows_end_, SEEK_SET) != 0) {
    throw std::runtime_error(fmt::format("{}: JSON needs a file that can be overwritten", paths_.json));
  }
  put(json_.get(), paths_.json, (json_has_rows_ ? ",\n" : "\n") + text_of(object));
  json_rows_end_ = std::ftell(json_.get());
  json_has_rows_ = true;
}

/// Follows the rows; it is at least as long as the text that it overwrites.
void TableFile::end_json() {
  if (json_rows_end_ < 0 || std::fseek(json_.get(), json_rows_end_, SEEK_SET) != 0) return;
  put(json_.get(), paths_.json, "],\n\"about\": " + text_of(comments_) + "}\n");
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
