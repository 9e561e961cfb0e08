// See choice.h.
#include "choice.h"

#include <string>

#include "gl/launch.h"

namespace farfirst::gl::radix {
namespace {

Request request_of(const core::MakeOptions& options) {
  const auto value = [&](std::string_view name) { return static_cast<unsigned>(options[name]); };
  return {static_cast<Path>(value("path")),
          static_cast<Ranking>(value("ranking")),
          static_cast<Offsets>(value("offsets")),
          value("threads"),
          value("items"),
          value("digit_bits"),
          value("indices") != 0};
}

/// The actual size of subgroups; some compilers choose it shader by shader.
unsigned size_found(GlDevice& device, Path path) {
  const core::CallScope scope(device);
  const OwnedBuffer answer(device, sizeof(std::uint32_t));
  const Kernel ask(device, "sort/radix/subgroup_size.comp",
                   {{path == Path::subgroups ? "SUBGROUPS" : "BALLOTS_ARB", "1"}});
  bind(device, 0, answer);
  ask.dispatch(1);
  barrier(device, GL_BUFFER_UPDATE_BARRIER_BIT);  // the answer
  std::uint32_t size = 0;
  device.download(&size, answer, sizeof size);
  return size;
}

/// Sets `path` and `size` to the requested values, or to the best available.
void choose_path(GlDevice& device, Path& path, unsigned& size) {
  const bool any = path == Path::chosen;
  if (any || path == Path::subgroups) {
    path = Path::subgroups;
    size = subgroup_size(device, path);
    if (size == 0 && !any) throw Error("gl.radix: this OpenGL has no subgroup operations (GL_KHR_shader_subgroup)");
    if (size == 0) path = Path::plain;
  } else if (path == Path::ballots) {
    size = subgroup_size(device, path);
    if (size == 0) throw Error("gl.radix: this OpenGL has no ballots (GL_ARB_shader_ballot)");
  }
}

void check_ranking(const GlDevice& device, Ranking request, Path path) {
  if (path == Path::plain) return;  // has its own way
  if (request == Ranking::partition && (path != Path::subgroups || !device.limits().partitioned))
    throw Error("gl.radix: this OpenGL cannot partition subgroups (GL_NV_shader_subgroup_partitioned)");
}

void check_software(const Plan& plan, std::size_t tiles) {
  if (tiles > most_software_tiles)
    throw Error("gl.radix: this many elements need larger tiles on a software renderer; raise threads or items");
  if (plan.offsets == Offsets::look_back_backwards && tiles > most_missing_tiles(plan))
    throw Error("gl.radix: this many tiles exceed the worst-case look-back of a software renderer (offsets=3)");
}

}  // namespace

unsigned subgroup_size(GlDevice& device, Path path) {
  const Limits& limits = device.limits();
  const bool there = path == Path::subgroups ? limits.subgroups : device.gl().ARB_shader_ballot != 0 && limits.int64;
  if (!there) return 0;
  const unsigned size = size_found(device, path);
  if (path == Path::subgroups && size != limits.subgroup_size) return 0;
  return size >= 8 && size <= 64 && (size & (size - 1)) == 0 ? size : 0;
}

Plan plan_for(GlDevice& device, const core::MakeOptions& options) {
  const Request request = request_of(options);
  Path path = request.path;
  unsigned size = 0;
  choose_path(device, path, size);
  check_ranking(device, request.ranking, path);
  const Plan plan = make_plan(device.limits(), request, path, size);
  if (plan.looks_back() && options.max_n >= 1u << 30)
    throw Error("gl.radix: look-back counts with 30 bits, too few for this many elements; use offsets=1");
  if (device.limits().software) check_software(plan, groups_for(options.max_n, plan.tile()));
  return plan;
}

}  // namespace farfirst::gl::radix
