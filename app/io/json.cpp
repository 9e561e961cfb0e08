#include "json.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "exit_codes.h"
#include "text.h"

namespace farfirst::app {
namespace {

using nlohmann::json;

constexpr std::size_t deepest = 32;  // the library copies and writes nested values by recursion

/// The text as the parser reads it; counts its progress.
class Cursor {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Cursor(const char* at, std::size_t& read) : at_(at), read_(&read) {}
  reference operator*() const { return *at_; }
  Cursor& operator++() {
    ++at_;
    ++*read_;
    return *this;
  }
  Cursor operator++(int) {
    Cursor before = *this;
    ++*this;
    return before;
  }
  bool operator==(const Cursor& other) const { return at_ == other.at_; }
  bool operator!=(const Cursor& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  std::size_t* read_;
};

/// The library's callbacks: they pass values on to value(), enter() and leave() of the owner. False ends it.
template <class Of>
class Events {
 public:
  explicit Events(const std::string& text) : text_(text) {}
  Cursor begin() { return {text_.data(), read_}; }
  Cursor end() { return {text_.data() + text_.size(), read_}; }

  bool null() { return of().value(); }
  bool boolean(bool) { return of().value(); }
  bool number_integer(json::number_integer_t) { return of().value(); }
  bool number_unsigned(json::number_unsigned_t) { return of().value(); }
  bool number_float(json::number_float_t, const std::string&) { return of().value(); }
  bool string(std::string&) { return of().value(); }
  bool binary(json::binary_t&) { return of().value(); }
  bool start_object(std::size_t) { return of().value() && of().enter(/*list=*/false); }
  bool end_object() { return of().leave(); }
  bool start_array(std::size_t) { return of().value() && of().enter(/*list=*/true); }
  bool end_array() { return of().leave(); }

 protected:
  const std::string& text_;
  std::size_t read_ = 0;

 private:
  Of& of() { return static_cast<Of&>(*this); }
};

/// Follows the parser, keeps nothing, and refuses bad input.
class Checker : public Events<Checker> {
 public:
  Checker(const std::string& text, const Place& where) : Events(text), where_(where) {}
  static bool value() { return true; }
  bool enter(bool) {
    fields_.emplace_back();
    if (fields_.size() > deepest) refuse(read_, fmt::format("lists and objects are nested more than {} deep", deepest));
    return true;
  }
  bool leave() {
    fields_.pop_back();
    return true;
  }
  bool key(std::string& name) {
    if (!fields_.back().insert(name).second)
      refuse(read_, fmt::format("the field {} stands there twice", in_quotes(name)));
    return true;
  }
  [[noreturn]] bool parse_error(std::size_t position, const std::string& token, const json::exception& error) {
    constexpr int number_overflow = 406;  // of the library
    if (error.id == number_overflow) refuse(position, fmt::format("the number {} is out of range", in_quotes(token)));
    if (std::string_view(error.what()).find("ill-formed UTF-8") != std::string_view::npos)
      refuse(position, "this is not UTF-8 text");
    if (position > text_.size()) refuse(position, "the JSON is not complete");
    // A word that is wrong in its middle is shown from its beginning.
    const auto is_letter = [&](std::size_t at) { return std::isalnum(static_cast<unsigned char>(text_[at])) != 0; };
    std::size_t begin = std::max<std::size_t>(position, 1) - 1, end = begin + 1;
    while (begin > 0 && is_letter(begin) && is_letter(begin - 1)) --begin;
    while (end < text_.size() && is_letter(end - 1) && is_letter(end)) ++end;
    refuse(begin + 1, fmt::format("this is not JSON: {} is unexpected", in_quotes(text_.substr(begin, end - begin))));
  }

 private:
  /// `position` counts the bytes up to and including the wrong one.
  [[noreturn]] void refuse(std::size_t position, const std::string& what) const {
    const std::size_t at = std::min(std::max<std::size_t>(position, 1) - 1, text_.size());
    const auto stop = text_.begin() + static_cast<std::ptrdiff_t>(at);
    const auto line = 1 + std::count(text_.begin(), stop, '\n');
    const std::size_t line_end = at == 0 ? std::string::npos : text_.rfind('\n', at - 1);
    const std::size_t column = at - (line_end == std::string::npos ? 0 : line_end + 1) + 1;
    throw FileError({Places{where_, at::line(static_cast<std::uint64_t>(line), column)}, what});
  }

  const Place& where_;
  std::vector<std::set<std::string>> fields_;  // of the objects that are open, outermost first
};

/// Follows the parser to the value at a path.
class LineFinder : public Events<LineFinder> {
 public:
  LineFinder(const std::string& text, const std::vector<std::string>& path) : Events(text), path_(path) {}
  std::size_t position() const { return found_ ? read_ : 0; }

  bool value() {
    if (!lists_.empty() && lists_.back() >= 0) at_.back() = std::to_string(lists_.back()++);
    found_ = at_ == path_;
    return !found_;
  }
  bool enter(bool list) {
    at_.emplace_back();
    lists_.push_back(list ? 0 : -1);
    return true;
  }
  bool leave() {
    at_.pop_back();
    lists_.pop_back();
    return true;
  }
  bool key(std::string& name) {
    at_.back() = name;
    return true;
  }
  static bool parse_error(std::size_t, const std::string&, const json::exception&) { return false; }

 private:
  const std::vector<std::string>& path_;
  bool found_ = false;
  std::vector<std::string> at_;  // of the value that comes next
  std::vector<int> lists_;       // of each level its next item; -1: it is an object
};

}  // namespace

std::size_t line_of_value(const std::string& text, const std::vector<std::string>& path) {
  LineFinder finder(text, path);
  json::sax_parse(finder.begin(), finder.end(), &finder);
  // The parser has read the value, and of a number what follows it.
  const std::size_t position = std::max<std::size_t>(finder.position(), 1) - 1;
  return 1 +
         static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
}

json parse_json(const std::string& text, const Place& where) {
  if (text.size() > largest_json) throw FileError({where, "this is larger than {} MiB", largest_json >> 20});
  if (std::all_of(text.begin(), text.end(), is_space)) throw FileError({where, "there is nothing in it"});
  Checker checker(text, where);
  json::sax_parse(checker.begin(), checker.end(), &checker);
  return json::parse(text);
}

}  // namespace farfirst::app
