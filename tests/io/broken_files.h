#pragma once
// One small broken file for each sentence with which the readers refuse a file.

#include <string>
#include <vector>

namespace farfirst::app::test {

struct BrokenFile {
  std::string name;  // of the file; says what is wrong with it
  std::string bytes;
  std::string sentence;  // behind "NAME: "
};

/// Sentences that no small file can cause are missing here: 2^32 triangles, a mapping or zlib that fails.
std::vector<BrokenFile> broken_files();
/// Those of splats, which are among them.
void add_broken_splats(std::vector<BrokenFile>& files);

}  // namespace farfirst::app::test
