#pragma once
// Names of the choices, as they are written on the command line, in the settings file and in CSV.

#include <array>
#include <string_view>

#include "compare/split.h"
#include "io/load.h"
#include "order/choice.h"
#include "render/look.h"
#include "scene/particle_sequence.h"
#include "values.h"

namespace farfirst::app {

inline constexpr std::array draw_orders = {Word<DrawOrder>{DrawOrder::back_to_front, "back-to-front"},
                                           Word<DrawOrder>{DrawOrder::front_to_back, "front-to-back"},
                                           Word<DrawOrder>{DrawOrder::file_order, "file"},
                                           Word<DrawOrder>{DrawOrder::shuffled, "shuffled"}};
inline constexpr std::array shadings = {Word<Shading>{Shading::smooth, "smooth"}, Word<Shading>{Shading::flat, "flat"}};
inline constexpr std::array exact_choices = {Word<ExactBy>{ExactBy::depth, "depth"},
                                             Word<ExactBy>{ExactBy::element, "element"},
                                             Word<ExactBy>{ExactBy::order, "order"}};
inline constexpr std::array primitives = {Word<Primitive>{Primitive::automatic, "auto"},
                                          Word<Primitive>{Primitive::triangles, "triangles"},
                                          Word<Primitive>{Primitive::points, "points"}};
inline constexpr std::array metrics = {Word<Metric>{Metric::radial, "radial"},
                                       Word<Metric>{Metric::view_depth, "view-depth"}};
inline constexpr std::array metric_choices = {Word<std::optional<Metric>>{std::nullopt, "auto"},
                                              Word<std::optional<Metric>>{Metric::radial, "radial"},
                                              Word<std::optional<Metric>>{Metric::view_depth, "view-depth"}};
inline constexpr std::array sort_points = {
    Word<SortPoint>{SortPoint::nearest, "nearest"}, Word<SortPoint>{SortPoint::farthest, "farthest"},
    Word<SortPoint>{SortPoint::mean, "mean"}, Word<SortPoint>{SortPoint::centroid, "centroid"}};
inline constexpr std::array key_forms = {Word<KeyForm>{KeyForm::floating, "float"},
                                         Word<KeyForm>{KeyForm::linear, "linear"}};
inline constexpr std::array sample_counts = {Word<int>{0, "auto"}, Word<int>{1, "1"}, Word<int>{2, "2"},
                                             Word<int>{4, "4"}, Word<int>{8, "8"}};
inline constexpr std::array split_shows = {
    Word<SplitShow>{SplitShow::both, "both"}, Word<SplitShow>{SplitShow::left, "left"},
    Word<SplitShow>{SplitShow::right, "right"}, Word<SplitShow>{SplitShow::difference, "difference"},
    Word<SplitShow>{SplitShow::heat, "heat"}};
/// With the picture of the renderer `exact`?
inline constexpr std::array compared_with = {Word<bool>{false, "first"}, Word<bool>{true, "exact"}};
inline constexpr std::array interpolations = {
    Word<Interpolation>{Interpolation::automatic, "auto"}, Word<Interpolation>{Interpolation::velocity, "velocity"},
    Word<Interpolation>{Interpolation::id, "id"}, Word<Interpolation>{Interpolation::off, "off"}};
inline constexpr std::array color_maps = {
    Word<ColorMap>{ColorMap::viridis, "viridis"}, Word<ColorMap>{ColorMap::heat, "heat"},
    Word<ColorMap>{ColorMap::cool_warm, "cool-warm"}, Word<ColorMap>{ColorMap::gray, "gray"}};
inline constexpr std::array model_parts = {
    Word<Part>{Part::all, name_of(Part::all)}, Word<Part>{Part::mesh, name_of(Part::mesh)},
    Word<Part>{Part::points, name_of(Part::points)}, Word<Part>{Part::splats, name_of(Part::splats)}};
inline constexpr std::array flips = {Word<Flip>{Flip::no, "no"}, Word<Flip>{Flip::x, "x"}, Word<Flip>{Flip::y, "y"},
                                     Word<Flip>{Flip::z, "z"}};
inline constexpr std::array blend_spaces = {Word<BlendSpace>{BlendSpace::automatic, "auto"},
                                            Word<BlendSpace>{BlendSpace::linear, "linear"},
                                            Word<BlendSpace>{BlendSpace::encoded, "encoded"}};
inline constexpr std::array particle_styles = {Word<ParticleStyle>{ParticleStyle::soft, "soft"},
                                               Word<ParticleStyle>{ParticleStyle::sphere, "sphere"},
                                               Word<ParticleStyle>{ParticleStyle::streak, "streak"}};
inline constexpr std::array splat_styles = {Word<SplatStyle>{SplatStyle::gaussian, "gaussian"},
                                            Word<SplatStyle>{SplatStyle::ellipsoid, "ellipsoid"},
                                            Word<SplatStyle>{SplatStyle::point, "point"}};
inline constexpr std::array splat_filters = {Word<SplatFilter>{SplatFilter::automatic, "auto"},
                                             Word<SplatFilter>{SplatFilter::reference, "reference"},
                                             Word<SplatFilter>{SplatFilter::mip, "mip"}};

}  // namespace farfirst::app
