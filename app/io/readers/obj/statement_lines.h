#pragma once
// The statements of OBJ and MTL files: a keyword and what follows it, on one line or on several that backslashes join.

#include <cstdint>
#include <string>
#include <string_view>

#include "io/source.h"

namespace farfirst::app {

/// Lines end with LF, CR LF or CR. A comment ends with its line, whatever its last character is.
class StatementLines {
 public:
  explicit StatementLines(ByteSource& source) : source_(source) {}

  /// Steps to the next statement; empty lines and comments are passed over. False at the end of the data.
  bool next();

  // Valid until the next call of next():
  std::string_view keyword() const { return keyword_; }
  /// The text after the keyword, without the blanks around it. Statements that begin with v, f, l or p hold numbers, so
  /// a # ends them; elsewhere it may be part of a name.
  std::string_view rest() const { return rest_; }
  /// The first line of the statement, counted from 1.
  std::uint64_t line() const { return line_; }
  [[noreturn]] void refuse(const std::string& what) const;

 private:
  bool read_line(std::string_view& line);
  /// Joins the lines that follow to one that ends in a backslash.
  std::string_view join(std::string_view line);

  ByteSource& source_;
  std::size_t taken_ = 0;  // bytes of the line that was read last
  std::string joined_;
  std::string_view keyword_, rest_;
  std::uint64_t line_ = 0, lines_read_ = 0;
};

}  // namespace farfirst::app
