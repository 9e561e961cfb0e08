#pragma once
// The content of a state, without the file: what is shown, from where, how. docs/states.md describes it for users.
//
//   {
//     "format": "farfirst state 1",
//     "title": "...", "text": "...",                what its author wrote about it
//     "objects": [ { "file": "dragon.ply" } ],      or { "scene": "glass" }; paths from the folder of the state. Of a
//                                                   file also "part", "name", "visible", "opacity", "position",
//                                                   "rotation" and "scale"
//     "camera": { "position": [0, 0, 3], ... },     as in camera paths, in world coordinates; without it the one that
//                                                   the scene opens with
//     "options": { "sort": "gl.radix", ... }        rows of the option table that are not at their defaults
//   }

#include <filesystem>
#include <string>
#include <vector>

#include "camera/world.h"
#include "document/document.h"

namespace farfirst::app {

/// The document that a text describes: what the text leaves out is at its default. Hints go to
/// `notices`. `name` begins every sentence; `folder` is that of the file. Throws FileError.
Document read_state(const std::string& text, const std::string& name, const std::filesystem::path& folder,
                    std::vector<std::string>& notices);

/// The text that read_state() reads back as the same. Throws Failure(failed) where a file's name is not UTF-8.
std::string write_state(const Document& shown, const WorldCamera& camera, const std::filesystem::path& folder);

}  // namespace farfirst::app
