#include "zip_archive.h"

#include <zip.h>

#include "io/load.h"

namespace farfirst::app {

struct ZipArchive::Close {
  void operator()(zip_t* archive) const { zip_discard(archive); }
  void operator()(zip_file_t* file) const { zip_fclose(file); }
};

struct ZipArchive::Handle {
  std::unique_ptr<zip_t, Close> archive;
};

ZipArchive::ZipArchive(std::string_view bytes) : bytes_(bytes), handle_(std::make_unique<Handle>()) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t* const source = zip_source_buffer_create(bytes.data(), bytes.size(), 0, &error);
  if (source != nullptr) handle_->archive.reset(zip_open_from_source(source, ZIP_RDONLY, &error));
  const std::string why = zip_error_strerror(&error);
  zip_error_fini(&error);
  if (handle_->archive) return;
  if (source != nullptr) zip_source_free(source);
  throw FileError({"this is a zip archive that cannot be read: {}", why});
}

ZipArchive::~ZipArchive() = default;

bool ZipArchive::has(const std::string& name) const {
  return zip_name_locate(handle_->archive.get(), name.c_str(), 0) >= 0;
}

std::string ZipArchive::read(const std::string& name) const {
  zip_t* const archive = handle_->archive.get();
  zip_stat_t about;
  constexpr zip_uint64_t needed = ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE;
  if (zip_stat(archive, name.c_str(), 0, &about) != 0 || (about.valid & needed) != needed)
    throw FileError({"the archive has no {}", name});
  // Deflate cannot do better than 1032 : 1 (zlib's technical notes).
  constexpr zip_uint64_t most_ratio = 1032, slack = 65536;
  if (about.comp_size > bytes_.size() || about.size > about.comp_size * most_ratio + slack)
    throw FileError({at::file(name), "the archive promises {} bytes of it, more than it can hold", about.size});
  std::string content(about.size, '\0');
  const std::unique_ptr<zip_file_t, Close> file(zip_fopen(archive, name.c_str(), 0));
  zip_int64_t found = file ? zip_fread(file.get(), content.data(), about.size) : -1;
  // The checksum is compared where the end is met.
  char more = 0;
  if (found >= 0 && zip_fread(file.get(), &more, 1) < 0) found = -1;
  if (found < 0) {
    const char* const why = file ? zip_file_strerror(file.get()) : zip_strerror(archive);
    throw FileError({at::file(name), "it cannot be read from the archive: {}", why});
  }
  if (static_cast<zip_uint64_t>(found) < about.size)
    throw FileError({at::file(name), "the archive has {} of its {} bytes", found, about.size});
  return content;
}

}  // namespace farfirst::app
