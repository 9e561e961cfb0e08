// Splats in SOG: a zip archive, or a folder that its meta.json stands for.

#include "io/reader.h"
#include "io/text.h"

namespace farfirst::app {

#ifdef FARFIRST_READS_SOG
std::vector<Model> read_sog(const ReadableFile& file, const ProgressScale& progress);
constexpr std::string_view why_no_sog;
#else
constexpr std::nullptr_t read_sog = nullptr;
constexpr std::string_view why_no_sog =
    "needs libwebp and libzip, and Farfirst was built without them (install libwebp-dev and libzip-dev and build "
    "again)";
#endif

namespace {

/// The description beside the pictures may be of either version.
Match recognise_sog(const FileStart& start) {
  std::string_view rest = without_mark(start.bytes);
  const auto names = [&](std::string_view name) { return start.bytes.find(name) != std::string_view::npos; };
  const bool is_meta =
      next_word(rest).starts_with("{") && names("\"means\"") && names("\"scales\"") && names("\"files\"");
  return is_meta || start.bytes.starts_with("PK\x03\x04") ? Match::certain : Match::none;
}

}  // namespace

extern const ReaderAbout about_sog;
const ReaderAbout about_sog{.name = "SOG",
                            .extensions = ".sog meta.json",
                            .library = [] { return std::string_view("libwebp, libzip"); },
                            .recognise = recognise_sog,
                            .read = read_sog,
                            .needs_all = true,
                            .why_not = why_no_sog};

}  // namespace farfirst::app
