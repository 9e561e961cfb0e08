#pragma once
// The values of --object: properties of opened files, as in "2:position=1,0,0:opacity=0.5:hidden".

#include <span>
#include <string>
#include <vector>

#include "options.h"
#include "scene/scene.h"

namespace farfirst::app {

inline constexpr double least_object_scale = 1e-6, most_object_scale = 1e6;
/// Degrees that an object is turned by, at most.
inline constexpr double most_rotation = 36'000;

/// position, rotation, scale, opacity, name or part, as --object has them. Throws Failure(usage).
void set_object_field(ObjectChoice& object, std::string_view key, const std::string& value);
/// Applies the values of --object. Throws Failure(usage) if there is no such object.
void set_objects(Document& document, std::span<const std::string> settings);

/// A sentence if there are too many of them; else empty.
std::string why_too_many(std::size_t objects);
/// Is it read as a model (io/load.h)?
bool is_model(const ObjectChoice& object);
/// The content of a file of many elements: models, or particles.
using FileContents = std::vector<Content>;
/// Does it show such a file?
bool takes_long_to_read(const ObjectChoice& object);
/// Reads such a file. Throws FileError or LoadCancelled.
FileContents read_contents(const Document& document, const ObjectChoice& choice,
                           const std::shared_ptr<LoadProgress>& progress);
/// The part of them that a choice shows. Throws FileError if they have no such part.
Objects objects_of(const ObjectChoice& choice, const FileContents& contents);
/// The object of a choice that is no model of a file. Throws FileError; std::bad_alloc.
Object object_of(const Document& document, const ObjectChoice& choice);

}  // namespace farfirst::app
