#include "programs.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "samples.h"

namespace farfirst::app::tiles {

Programs::Programs(const GpuContext& gpu)
    : gl_(gpu.gl),
      library_(gpu.library),
      scan_(gl_, library_, {"render/tiles/scan.comp"}),
      plan_(gl_, library_, {"render/tiles/plan.comp"}),
      split_(gl_, library_, {"render/tiles/split.comp"}) {}

gl::Program Programs::make(const ElementProgram& which) const {
  gl::Defines defines = which.element.defines();
  defines.emplace_back("ELEMENTS_IN_STORAGE", "");
  defines.emplace_back("SAMPLES", std::to_string(which.samples));
  defines.emplace_back("SAMPLE_POSITIONS", glsl_list(sample_positions(gl_, which.samples)));
  if (which.step == Step::blend_chunk) defines.emplace_back("CHUNKED", "");
  if (which.step == Step::project) return {gl_, library_, {"render/tiles/project.comp"}, defines};
  if (which.step == Step::emit) return {gl_, library_, {"render/tiles/emit.comp"}, defines};
  if (which.step == Step::ranges) return {gl_, library_, {"render/tiles/ranges.comp"}, defines};
  return {gl_, library_, {"render/tiles/blend.comp"}, defines};
}

const gl::Program& Programs::of(const ElementProgram& which) {
  gl::Program& program = of_elements_[which];
  if (!program) program = make(which);
  return program;
}

bool Programs::prepare(const ElementVariant& element, int samples) {
  std::vector<const gl::Program*> programs{&scan_, &plan_, &split_};
  for (const Step step : {Step::project, Step::emit, Step::ranges, Step::blend, Step::blend_chunk})
    programs.push_back(&of({step, element, samples}));
  return std::ranges::all_of(programs, &gl::Program::is_ready);
}

}  // namespace farfirst::app::tiles
