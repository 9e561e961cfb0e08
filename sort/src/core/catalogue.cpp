// Queries of the catalogue: which entries exist, which run here, which is the default.
#include <algorithm>
#include <array>

#include "core/implementation.h"

namespace farfirst {
namespace {

const core::Entry& entry_of(const Algorithm& algorithm) {
  const auto all = core::entries();
  return *std::ranges::find_if(all, [&](const core::Entry& entry) { return entry.about().id == algorithm.id; });
}

std::vector<const Algorithm*> list() {
  std::vector<const Algorithm*> all;
  for (const core::Entry& entry : core::entries()) all.push_back(&entry.about());
  std::ranges::sort(all, [](const Algorithm* a, const Algorithm* b) {
    return a->backend != b->backend ? a->backend < b->backend : a->id < b->id;
  });
  return all;
}

std::string reason(Backend backend) {
  switch (backend) {
    case Backend::cpu:
      return cpu::why_unavailable();
    case Backend::cuda:
      return cuda::why_unavailable();
    case Backend::gl:
      return gl::why_unavailable();
  }
  return {};
}

}  // namespace

std::span<const Algorithm* const> algorithms() noexcept {
  static const std::vector<const Algorithm*> all = list();
  return all;
}

const Algorithm* find(std::string_view id) noexcept {
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->id == id) return algorithm;
  }
  return nullptr;
}

const Parameter* find(const Algorithm& algorithm, std::string_view parameter) noexcept {
  for (const Parameter& each : algorithm.parameters) {
    if (each.name == parameter) return &each;
  }
  return nullptr;
}

std::string why_unavailable(Backend backend) noexcept { return reason(backend); }

std::string why_unavailable(const Algorithm& algorithm) noexcept {
  for (const Backend backend : {Backend::cpu, Backend::cuda, Backend::gl}) {
    if (!algorithm.needs.has(backend)) continue;
    if (std::string sentence = reason(backend); !sentence.empty()) return sentence;
  }
  const core::Entry& entry = entry_of(algorithm);
  return entry.make == nullptr ? std::string(entry.absence) : std::string();
}

const Algorithm& choose(const Device& device) {
  const Algorithm* best = nullptr;
  for (const Algorithm* algorithm : algorithms()) {
    if (algorithm->backend != device.backend() || algorithm->auto_rank <= 0) continue;
    if (best != nullptr && algorithm->auto_rank <= best->auto_rank) continue;
    if (why_unavailable(*algorithm).empty()) best = algorithm;
  }
  if (best == nullptr) throw Error("no sort of the back end " + std::string(name_of(device.backend())) + " runs here");
  return *best;
}

}  // namespace farfirst
