#pragma once
// Zip archives whose files are stored as they are, made and taken apart.

#include <map>
#include <string>

namespace farfirst::app::test {

using ZipParts = std::map<std::string, std::string>;

std::string zip(const ZipParts& parts);
/// The entries of an archive without compression.
ZipParts unzip(const std::string& archive);

}  // namespace farfirst::app::test
