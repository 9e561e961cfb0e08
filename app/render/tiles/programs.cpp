#include "programs.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "samples.h"

namespace farfirst::app::tiles {

Programs::Common::Common(const GladGLContext& gl, const gl::ShaderLibrary& library)
    : scan(gl, library, {"render/tiles/scan.comp"}),
      plan(gl, library, {"render/tiles/plan.comp"}),
      split(gl, library, {"render/tiles/split.comp"}) {}

Programs::Programs(const GladGLContext& gl, const gl::ShaderLibrary& library)
    : gl_(gl), library_(library), common_(gl, library) {}

gl::Program Programs::make(const gl::ShaderLibrary& library, const ElementProgram& which) const {
  gl::Defines defines = which.element.defines();
  defines.emplace_back("ELEMENTS_IN_STORAGE", "");
  defines.emplace_back("SAMPLES", std::to_string(which.samples));
  defines.emplace_back("SAMPLE_POSITIONS", glsl_list(sample_positions(gl_, which.samples)));
  if (which.step == Step::blend_chunk) defines.emplace_back("CHUNKED", "");
  if (which.step == Step::project) return {gl_, library, {"render/tiles/project.comp"}, defines};
  if (which.step == Step::emit) return {gl_, library, {"render/tiles/emit.comp"}, defines};
  if (which.step == Step::ranges) return {gl_, library, {"render/tiles/ranges.comp"}, defines};
  return {gl_, library, {"render/tiles/blend.comp"}, defines};
}

const gl::Program& Programs::of(const ElementProgram& which) {
  auto found = of_elements_.find(which);
  if (found == of_elements_.end()) found = of_elements_.emplace(which, make(library_, which)).first;
  return found->second;
}

bool Programs::prepare(const ElementVariant& element, int samples) {
  std::vector<const gl::Program*> programs{&common_.scan, &common_.plan, &common_.split};
  for (const Step step : {Step::project, Step::emit, Step::ranges, Step::blend, Step::blend_chunk})
    programs.push_back(&of({step, element, samples}));
  return std::ranges::all_of(programs, &gl::Program::is_ready);
}

void Programs::reload(const gl::ShaderLibrary& library) {
  Common common(gl_, library);
  std::map<ElementProgram, gl::Program> of_elements;
  for (const auto& [which, old] : of_elements_) of_elements.emplace(which, make(library, which));
  common_ = std::move(common);
  of_elements_ = std::move(of_elements);
  library_ = library;
}

}  // namespace farfirst::app::tiles
