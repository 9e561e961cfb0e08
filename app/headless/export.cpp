#include "export.h"

#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "cli/object_values.h"
#include "cli/particle_values.h"
#include "io/files.h"
#include "io/particle_file.h"
#include "io/ply_writer.h"
#include "load_progress.h"
#include "say.h"
#include "scene/particles.h"
#include "scene/source.h"
#include "scene/units.h"

namespace farfirst::app {
namespace {

/// A picture can be drawn again; a scan that was written over is lost.
void refuse_to_overwrite(const std::filesystem::path& path, std::string_view option) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return;
  throw Failure(ExitCode::failed,
                {at::file(path), "cannot be written: there is such a file already; --{} writes over none", option});
}

SceneSource scene_of(const Command& command) {
  if (command.document.scene != SceneKind::file)
    return built_in_scene(command.document.scene, command.document.scene_size(), command.document.left.sort.seed);
  const ObjectChoice choice = command.document.all_objects().front();
  const Objects objects = objects_of(choice, load_with_progress(choice.file, command.document.flip, Reading::as_it_is));
  if (objects.size() > 1)
    throw Failure(ExitCode::usage,
                  {"{} holds {} and {}, and --export writes one of them: say which, as in "
                   "--object=1:part={}",
                   choice.file.string(), name_of(objects[0].part), name_of(objects[1].part), name_of(objects[0].part)});
  return {SceneKind::file, choice.file, objects.front().model, nullptr, nullptr};
}

}  // namespace

ExitCode run_export(const Command& command) {
  refuse_to_overwrite(*command.exported, "export");
  check_writable(*command.exported);
  const SceneSource scene = scene_of(command);
  for (const std::string& remark : scene.model->remarks) say(scene.name() + ": " + remark);
  write_ply(*command.exported, *scene.model);
  fmt::print("{}: {}\nwrote {}\n", scene.name(), scene.counts(), command.exported->string());
  return ExitCode::fine;
}

ExitCode run_save_particles(const Command& command) {
  const std::filesystem::path& path = *command.saved_particles;
  refuse_to_overwrite(path, "save-particles");
  check_writable(path);
  const SceneSource scene = scene_of_options(command.document);
  const ParticleSimulation& simulated = scene.particles->simulated();
  write_particles_ply(path, simulated.arrays());
  fmt::print("{}: {}, step {}, {} alive\nwrote {}\n", scene.name(), scene.counts(),
             with_thousands(scene.particles->steps()), with_thousands(simulated.alive()), path.string());
  return ExitCode::fine;
}

ExitCode run_save_system(const Command& command) {
  const std::filesystem::path& path = *command.saved_system;
  refuse_to_overwrite(path, "save-system");
  check_writable(path);
  const SceneSource scene = scene_of_options(command.document);
  ParticleSystemDescription system = scene.particles->plan()->scaled_description();
  if (system.name == command.document.system.file.filename().string())
    system.name.clear();  // the file had none of its own
  save_particle_system(path, std::move(system));
  fmt::print("{}: {}\nwrote {}\n", scene.name(), scene.counts(), path.string());
  return ExitCode::fine;
}

}  // namespace farfirst::app
