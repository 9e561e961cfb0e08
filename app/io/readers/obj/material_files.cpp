#include "obj.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "io/text.h"
#include "scene/units.h"

namespace farfirst::app {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

/// Finds and reads files beside a model.
class FilesBeside {
 public:
  explicit FilesBeside(const fs::path& model)
      : folder_(model.has_parent_path() ? model.parent_path() : "."), own_name_(model.filename().string()) {
    const std::size_t suffix = in_lower_case(own_name_).rfind(".obj");
    own_name_ = own_name_.substr(0, suffix) + ".mtl";
  }

  std::optional<std::string> operator()(const std::string& name) {
    const fs::path path = find(name.empty() ? own_name_ : name);
    std::error_code error;
    if (path.empty()) return std::nullopt;
    if (fs::file_size(path, error) == 0) return std::string();
    try {
      return std::string(MappedFile(path).bytes());
    } catch (const FileError&) {
      return std::nullopt;
    }
  }

 private:
  /// The name as written; with slashes for backslashes; and its last part alone. Empty if there is none.
  fs::path find(std::string name) {
    if (is_file(folder_ / name)) return folder_ / name;
    replace_all(name, "\\ ", " ");
    std::ranges::replace(name, '\\', '/');
    if (const fs::path path = with_any_capitals(name); !path.empty()) return path;
    return with_any_capitals(name.substr(name.find_last_of("/:") + 1));
  }

  fs::path with_any_capitals(const fs::path& name) {
    if (name.empty() || name.is_absolute()) return {};
    fs::path path = folder_;
    for (const fs::path& part : name) {
      std::error_code ignored;
      const fs::path exact = path / part;
      path = fs::exists(exact, ignored) ? exact : similar_entry(path, part.string());
      if (path.empty()) return {};
    }
    return is_file(path) ? path : fs::path();
  }

  fs::path similar_entry(const fs::path& folder, const std::string& name) {
    const auto [listing, is_new] = listings_.try_emplace(folder);
    if (is_new) listing->second = list(folder);
    const auto found = listing->second.find(in_lower_case(name));
    return found == listing->second.end() ? fs::path() : found->second;
  }

  /// By names in lower case; of names that differ in capitals only, the first.
  static std::map<std::string, fs::path> list(const fs::path& folder) {
    std::map<std::string, fs::path> entries;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
      fs::path& entry = entries[in_lower_case(at->path().filename().string())];
      if (entry.empty() || at->path() < entry) entry = at->path();
    }
    return entries;
  }

  fs::path folder_;
  std::string own_name_;  // of a material file that is called as the model is
  std::map<fs::path, std::map<std::string, fs::path>> listings_;
};

std::string_view without_quotes(std::string_view name) {
  const bool quoted = name.size() >= 2 && (name[0] == '"' || name[0] == '\'') && name.back() == name[0];
  return quoted ? trimmed(name.substr(1, name.size() - 2)) : name;
}

/// The next name of several: in quotes, or up to a word that ends in .mtl, else the rest.
std::string_view next_name(std::string_view& rest) {
  rest = trimmed(rest);
  std::size_t length = rest.size();
  if (!rest.empty() && (rest[0] == '"' || rest[0] == '\'') && rest.find(rest[0], 1) != std::string_view::npos) {
    length = rest.find(rest[0], 1) + 1;
  } else {
    std::string_view words = rest;
    for (std::string_view word = next_word(words); !word.empty(); word = next_word(words)) {
      if (!in_lower_case(word).ends_with(".mtl")) continue;
      length = rest.size() - words.size();
      break;
    }
  }
  const std::string_view name = rest.substr(0, length);
  rest.remove_prefix(length);
  return name;
}

class MaterialFiles {
 public:
  explicit MaterialFiles(const ReadMaterials& read) : read_(read) {}

  /// Blanks may be part of a name or between names: any match is right.
  void read_named(const NamedLine& statement) {
    if (read_file(statement.name)) return;
    std::string_view rest = statement.name;
    for (std::string_view name = next_name(rest); !name.empty() && name[0] != '#'; name = next_name(rest)) {
      if (read_file(name)) continue;
      std::vector<std::string_view> missing;
      std::size_t words = 0;
      for (std::string_view left = name, word = next_word(left); !word.empty(); word = next_word(left)) {
        ++words;
        if (!read_file(word)) missing.push_back(word);
      }
      if (missing.size() == words) missing = {name};
      for (const std::string_view file : missing) add_missing(file, statement.line);
    }
  }

  /// People rename a model and its material file, but not the name inside the model.
  void read_own() {
    if (any_read_) return;
    const std::optional<std::string> text = read_("");
    if (!text) return;
    materials_.read(*text, "the material file of the model's name");
    read_own_ = true;
  }

  Materials finish(std::vector<std::string>& remarks) {
    if (missing_.count == 1) {
      remarks.push_back(fmt::format("The material file {} (line {}) was not found beside the model.",
                                    in_quotes(first_missing_), missing_.first_line));
    } else if (missing_.count > 1) {
      remarks.push_back(fmt::format("{} material files were not found beside the model, the first {} on line {}.",
                                    with_thousands(missing_.count), in_quotes(first_missing_), missing_.first_line));
    }
    if (read_own_) remarks.push_back("Materials were taken from the material file that has the model's name.");
    materials_.remark(remarks);
    return std::move(materials_);
  }

 private:
  bool read_file(std::string_view written) {
    const std::string name(without_quotes(written));
    if (name.empty()) return false;
    const auto [known, is_new] = found_.try_emplace(name, false);
    if (!is_new) return known->second;
    const std::optional<std::string> text = read_(name);
    if (!text) return false;
    materials_.read(*text, name);
    any_read_ = true;
    return known->second = true;
  }

  void add_missing(std::string_view name, std::uint64_t line) {
    if (missing_.count == 0) first_missing_ = without_quotes(name);
    missing_.add(line);
  }

  const ReadMaterials& read_;
  Materials materials_;
  std::map<std::string, bool> found_;
  LeftOut missing_;
  std::string first_missing_;
  bool any_read_ = false, read_own_ = false;
};

}  // namespace

ReadMaterials materials_beside(const fs::path& model) { return FilesBeside(model); }

Materials read_materials(const ObjBody& body, const ReadMaterials& read, std::vector<std::string>& remarks) {
  MaterialFiles files(read);
  for (const NamedLine& statement : body.material_files) files.read_named(statement);
  if (!body.materials.empty()) files.read_own();
  return files.finish(remarks);
}

}  // namespace farfirst::app
