// libFuzzer target: a settings file, read for each of its uses. Accepted ones read back after
// writing.

#include "check_model.h"
#include "cli/settings_text.h"
#include "io/exit_codes.h"

namespace {

using namespace farfirst::app;

void check_use(const std::string& text, const SettingsUse& use) {
  Command options;
  WindowMemory memory;
  for (const std::string& remark : read_settings(text, "settings.json", use, options, memory))
    test::check_sentence(remark);
  for (const std::string& notice : options.notices) test::check_sentence(notice);
  test::require(memory.width >= WindowMemory::smallest_width && memory.height >= WindowMemory::smallest_height,
                "a window is large enough to be used");
  test::require(memory.recent.size() <= 12, "the list of files is short");

  const SettingsValues settings{options.document, options.window_settings};
  const std::string written = write_settings(text, use, settings, settings, memory);
  Command again;
  WindowMemory memory_again;
  const SettingsUse lenient{.named = use.named};
  read_settings(written, "settings.json", lenient, again, memory_again);
  for (const OptionRow& row : option_table())
    if (row.persistence == Persistence::yes || (row.persistence == Persistence::if_named && use.named))
      test::require(row.get(again) == row.get(options), "settings read back as they were");
  test::require(memory_again.recent.size() == memory.recent.size(), "the list of files reads back");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const SettingsUse& use :
       {SettingsUse{}, SettingsUse{.named = true}, SettingsUse{.named = true, .for_window = false}}) {
    try {
      check_use(text, use);
    } catch (const Failure& failure) {
      test::check_sentence(failure.what());
    }
  }
  return 0;
}
