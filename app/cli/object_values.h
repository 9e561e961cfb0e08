#pragma once
// What --object says of the files that are opened: "2:position=1,0,0:opacity=0.5:hidden".

#include <span>
#include <string>
#include <vector>

#include "options.h"

namespace farfirst::app {

inline constexpr double least_object_scale = 1e-6, most_object_scale = 1e6;
/// Degrees that an object is turned by, at most.
inline constexpr double most_rotation = 36'000;

/// position, rotation, scale, opacity, name or part, as --object has them. Throws Failure(usage).
void set_object_field(ObjectChoice& object, std::string_view key, const std::string& value);
/// Sets what the values of --object say. Throws Failure(usage) if there is no such object.
void set_objects(Document& document, std::span<const std::string> settings);

/// A sentence if there are too many of them; else empty.
std::string why_too_many(std::size_t objects);
/// All of them are shown, in one order; one that is alone, and of which nothing is said, as the scene that it is.
/// `as_models`: also files of particles, which --export writes.
void show_objects(Document& document, std::vector<ObjectChoice> objects, bool as_models = false);
/// Is it read as a model (io/load.h)?
bool is_model(const ObjectChoice& object);
/// What a choice shows of the models of its file. Throws FileError if there is none of its part.
Objects objects_of(const ObjectChoice& choice, const Models& models);
/// What is no model. Throws what scene_of_options() throws.
Object object_of(const Document& document, const ObjectChoice& choice);
/// What a file of many elements holds: models, or particles.
struct FileContents {
  Models models;
  std::shared_ptr<ParticleSequence> sequence;
};
/// Does it show such a file?
bool takes_long_to_read(const ObjectChoice& object);
/// Of such a file. Throws FileError or LoadCancelled.
FileContents read_contents(const Document& document, const ObjectChoice& choice,
                           const std::shared_ptr<LoadProgress>& progress);
/// What a choice shows of them. Throws FileError if there is none of its part.
Objects objects_of(const ObjectChoice& choice, const FileContents& contents);

}  // namespace farfirst::app
