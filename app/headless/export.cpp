#include "export.h"

#include <fmt/format.h>

#include <system_error>

#include "cli/object_values.h"
#include "cli/particle_values.h"
#include "io/files.h"
#include "io/particle_file.h"
#include "io/ply_writer.h"
#include "load_progress.h"
#include "say.h"
#include "scene/particles.h"
#include "scene/scene.h"
#include "scene/units.h"

namespace farfirst::app {
namespace {

/// A picture can be drawn again; an overwritten scan is lost.
void check_new(const std::filesystem::path& path, std::string_view option) {
  std::error_code error;
  if (std::filesystem::is_regular_file(path, error))
    throw Failure(ExitCode::failed,
                  {at::file(path), "cannot be written: there is such a file already; --{} writes over none", option});
  check_writable(path);
}

Object object_to_write(const Command& command) {
  const ObjectChoice& choice = command.document.objects.front();
  if (!is_model(choice)) return object_of(command.document, choice);
  const Objects objects = objects_of(choice, load_with_progress(choice.file, command.document.flip, Reading::as_it_is));
  if (objects.size() > 1)
    throw Failure(ExitCode::usage,
                  {"{} holds {} and {}, and --export writes one of them: choose one, as in "
                   "--object=1:part={}",
                   choice.file.string(), name_of(objects[0].part), name_of(objects[1].part), name_of(objects[0].part)});
  return objects.front();
}

}  // namespace

ExitCode run_export(const Command& command) {
  check_new(*command.exported, "export");
  const Object object = object_to_write(command);
  for (const std::string& remark : object.model()->remarks) say(object.own_name() + ": " + remark);
  write_ply(*command.exported, *object.model());
  fmt::print("{}: {}\nwrote {}\n", object.own_name(), object.counts(), command.exported->string());
  return ExitCode::fine;
}

ExitCode run_save_particles(const Command& command) {
  const std::filesystem::path& path = *command.saved_particles;
  check_new(path, "save-particles");
  const auto system = system_of(command.document, command.document.objects.front());
  const ParticleSimulation& simulated = system->simulated();
  write_particles_ply(path, simulated.arrays());
  fmt::print("{}: {}, step {}, {} alive\nwrote {}\n", system->description().name, counted(system->slots(), "particle"),
             with_thousands(system->steps()), with_thousands(simulated.alive()), path.string());
  return ExitCode::fine;
}

ExitCode run_save_system(const Command& command) {
  const std::filesystem::path& path = *command.saved_system;
  check_new(path, "save-system");
  const ObjectChoice& choice = command.document.objects.front();
  const auto system = system_of(command.document, choice);
  save_particle_system(path, system->plan()->scaled_description(), choice.file);
  fmt::print("{}: {}\nwrote {}\n", system->description().name, counted(system->slots(), "particle"), path.string());
  return ExitCode::fine;
}

}  // namespace farfirst::app
