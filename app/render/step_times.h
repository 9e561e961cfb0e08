#pragma once
// GPU times of the steps of a renderer, by timestamps between them. Nothing waits: times are known a few frames
// later. Software renderers' timestamps miss most of the work, so nothing is measured there.

#include <glad/gl.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "object/query.h"

namespace farfirst::app {

using Steps = std::vector<std::pair<std::string, double>>;  // names and milliseconds

class StepTimes {
 public:
  explicit StepTimes(const GladGLContext& gl);

  void begin();
  /// The commands since the last mark, or since begin(), are this step; steps of one name are added up. The name
  /// must live on. Of very many, the last ones are one.
  void mark(const char* step);
  void end();
  /// The newest known times that were not fetched yet. False if there are none.
  bool take(Steps& steps);

 private:
  static constexpr std::uint32_t depth = 4;
  static constexpr std::size_t most = 200;
  struct Draw {
    std::vector<gl::Query> stamps;  // the first is that of begin()
    std::vector<const char*> names;
  };
  void stamp(Draw& draw) const;
  bool is_known(const Draw& draw) const;
  void add(const Draw& draw, Steps& steps) const;

  const GladGLContext& gl_;
  const bool measures_;
  std::array<Draw, depth> draws_;
  std::uint32_t begun_ = 0, taken_ = 0;
  bool active_ = false;
};

}  // namespace farfirst::app
