// libFuzzer target: the MTL reader. Every name that the text has is looked up.

#include "check_model.h"
#include "io/load.h"
#include "io/readers/obj/mtl.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace farfirst::app;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  Materials materials;
  try {
    materials.read(text, "m.mtl");
  } catch (const FileError& error) {
    test::check_sentence(error.what());
  }
  constexpr std::string_view keyword = "newmtl ";
  for (std::size_t at = text.find(keyword); at != std::string_view::npos; at = text.find(keyword, at + 1)) {
    const std::string_view name = text.substr(at + keyword.size());
    materials.color(name.substr(0, name.find_first_of("\r\n")));
  }
  std::vector<std::string> remarks;
  materials.remark(remarks);
  for (const std::string& remark : remarks) test::check_sentence(remark);
  return 0;
}
