// The formats that are left to assimp.

#include "io/reader.h"
#include "io/text.h"

namespace farfirst::app {

/// The format by its name, for sentences, and by the suffix of its files.
Model read_with_assimp(std::string_view bytes, std::string_view format, std::string_view suffix,
                       const ProgressScale& progress);
std::string_view assimp_version();

namespace {

#ifdef FARFIRST_READS_ASSIMP
template <const ReaderAbout& about>
std::vector<Model> read(const ReadableFile& file, const ProgressScale& progress) {
  return alone(read_with_assimp(file.bytes, about.name, about.extensions.substr(1), progress));
}
constexpr auto library = assimp_version;
constexpr std::string_view why_not;
#else
template <const ReaderAbout&>
constexpr std::nullptr_t read = nullptr;
std::string_view library() { return "assimp"; }
constexpr std::string_view why_not =
    "needs assimp, and Farfirst was built without it (install libassimp-dev and build again)";
#endif

constexpr Match likely_if(bool holds) { return holds ? Match::likely : Match::none; }

Match recognise_fbx(const FileStart& start) {
  return likely_if(start.bytes.starts_with("Kaydara FBX Binary") || start.bytes.starts_with("; FBX"));
}

Match recognise_collada(const FileStart& start) {
  std::string_view rest = without_mark(start.bytes);
  return likely_if(next_word(rest).starts_with("<") && start.bytes.find("<COLLADA") != std::string_view::npos);
}

Match recognise_3ds(const FileStart& start) {
  return likely_if(start.bytes.size() > 6 && start.bytes.starts_with("MM") && start.bytes[5] == 0);
}

constexpr ReaderAbout about(std::string_view name, std::string_view extension,
                            decltype(ReaderAbout::recognise) recognise, decltype(ReaderAbout::read) read) {
  return {.name = name,
          .extensions = extension,
          .library = library,
          .recognise = recognise,
          .read = read,
          .needs_all = true,
          .why_not = why_not};
}

}  // namespace

extern const ReaderAbout about_fbx, about_collada, about_3ds;
const ReaderAbout about_fbx = about("FBX", ".fbx", recognise_fbx, read<about_fbx>);
const ReaderAbout about_collada = about("Collada", ".dae", recognise_collada, read<about_collada>);
const ReaderAbout about_3ds = about("3DS", ".3ds", recognise_3ds, read<about_3ds>);

}  // namespace farfirst::app
