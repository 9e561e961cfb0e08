#pragma once
// One small broken file for each refusal of the readers.

#include <string>
#include <vector>

namespace farfirst::app::test {

struct BrokenFile {
  std::string name;  // of the file; describes the fault
  std::string bytes;
  std::string sentence;  // behind "NAME: "
};

/// Refusals that no small file can cause are missing here: 2^32 triangles, a mapping or zlib that fails.
std::vector<BrokenFile> broken_files();
/// The broken files of splats, which are among them.
void add_broken_splats(std::vector<BrokenFile>& files);

}  // namespace farfirst::app::test
