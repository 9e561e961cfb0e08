// Where the content is ambiguous, the suffix selects the reader, and its sentence describes the fault.

#include <fmt/format.h>

#include "io/reader.h"
#include "io/text.h"
#include "made_files.h"

namespace farfirst::app::test {
namespace {

const std::string noise = [] {
  std::string bytes;
  for (unsigned i = 0; i < 3000; ++i) bytes += static_cast<char>(i * i * 2654435761u >> 13);
  return bytes;
}();
constexpr std::string_view letter = "Dear reader,\nthis is no model.\n";

TEST(Suffix, NamesTheReaderWhoseSentenceItIs) {
  for (const auto& [name, bytes, sentence] :
       std::initializer_list<std::tuple<const char*, std::string_view, const char*>>{
           {"a.ply", letter, "line 1: expected \"ply\", found \"Dea\""},
           {"a.PLY", letter, "line 1: expected \"ply\", found \"Dea\""},
           {"a.obj", letter, "line 1: expected a statement of OBJ such as v or f, found \"Dear\""},
           {"a.stl", letter,
            "expected a binary STL file, or a text that begins with \"solid\"; found a text that begins with \"Dear\""},
           {"a.off", letter, "line 1: expected OFF, or how many vertices there are, found \"Dear\""},
           {"a.splat", letter, "byte 0: the data end inside splat 1; each takes 32 bytes"},
           {"a.ksplat", letter, "the file ends inside the ksplat header of 4096 bytes"},
           {"a.spz", letter, "byte 0: expected the letters NGSP of SPZ, found \"Dear\""},
           {"a.splat", std::string_view(noise).substr(0, 2976),
            "this is no .splat file: of 93 records of 32 bytes, 0 can be splats"}}) {
    EXPECT_EQ(refusal(bytes, name), fmt::format("{}: {}", name, sentence));
  }
}

TEST(Suffix, CountsInsideGzipToo) {
  EXPECT_EQ(refusal(gzip(letter), "a.ply.gz"), "a.ply.gz: line 1: expected \"ply\", found \"Dea\"");
}

TEST(Suffix, WithoutOneTheContentIsOfNoFormat) {
  for (const char* name : {"letter.txt", "letter", "stl", ".gz"})
    EXPECT_EQ(
        refusal(letter, name),
        fmt::format("{}: the content is of no format that is read (PLY, OBJ, and what --list-readers names)", name));
}

/// Every suffix that --list-readers names, with content of no known kind.
TEST(Suffix, NothingIsReadThatIsNothing) {
  for (const ReaderAbout* reader : readers()) {
    std::string_view suffixes = reader->extensions;
    for (std::string suffix(next_word(suffixes)); !suffix.empty(); suffix = next_word(suffixes)) {
      if (!suffix.starts_with('.') || reader->name.starts_with("particle")) continue;
      for (const std::string_view bytes : {std::string_view(noise), letter, std::string_view(noise).substr(0, 7)}) {
        const std::string refused = refusal(bytes, "a" + suffix);
        EXPECT_NE(refused, "") << suffix;
        EXPECT_EQ(refused.find("of no format that is read"), std::string::npos) << refused;
        EXPECT_EQ(refused.find('\n'), std::string::npos) << refused;
      }
      EXPECT_EQ(refusal("", "a" + suffix), fmt::format("a{}: the file is empty", suffix));
    }
  }
}

}  // namespace
}  // namespace farfirst::app::test
