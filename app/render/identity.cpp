#include "identity.h"

namespace farfirst::app {

FrameIdentity identity_of(const FrameStats& report, const Look& look, const SortChoice& choice,
                          const SceneRenderer::Target& target) {
  FrameIdentity identity;
  static_cast<SortIdentity&>(identity) = sort_identity(report.scene, report.wanted, report.algorithm);
  identity.elements = report.elements;
  if (!report.algorithm.empty()) {
    identity.checked = report.wanted.check;
    identity.culled = report.wanted.cull.has_value();
    identity.resort = choice.resort;
  }
  identity.renderer = report.renderer;
  identity.samples = report.samples;
  if (report.renderer == "peeled") identity.layers = look.peel_layers;
  if (report.renderer == "peeled" || report.renderer == "exact") identity.exact_by = look.exact_by;
  identity.width = target.width;
  identity.height = target.height;
  if (identity.are_triangles) {
    identity.shading = look.shading;
  } else {
    identity.point_size = look.point_size * target.pixel_scale;
  }
  identity.file_colors = look.use_file_colors;
  return identity;
}

}  // namespace farfirst::app
