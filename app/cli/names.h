#pragma once
// Names of the choices, as they are written on the command line, in the settings file and in CSV.

#include <optional>
#include <string_view>

#include "compare/split.h"
#include "io/load.h"
#include "order/choice.h"
#include "render/look.h"
#include "scene/particle_sequence.h"
#include "values.h"

namespace farfirst::app {

inline constexpr Word<DrawOrder> draw_orders[] = {{DrawOrder::back_to_front, "back-to-front"},
                                                  {DrawOrder::front_to_back, "front-to-back"},
                                                  {DrawOrder::file_order, "file"},
                                                  {DrawOrder::shuffled, "shuffled"}};
inline constexpr Word<Shading> shadings[] = {{Shading::smooth, "smooth"}, {Shading::flat, "flat"}};
inline constexpr Word<ExactBy> exact_choices[] = {
    {ExactBy::depth, "depth"}, {ExactBy::element, "element"}, {ExactBy::order, "order"}};
inline constexpr Word<Primitive> primitives[] = {
    {Primitive::automatic, "auto"}, {Primitive::triangles, "triangles"}, {Primitive::points, "points"}};
inline constexpr Word<Metric> metrics[] = {{Metric::radial, "radial"}, {Metric::view_depth, "view-depth"}};
inline constexpr Word<std::optional<Metric>> metric_choices[] = {
    {std::nullopt, "auto"}, {Metric::radial, "radial"}, {Metric::view_depth, "view-depth"}};
inline constexpr Word<SortPoint> sort_points[] = {{SortPoint::nearest, "nearest"},
                                                  {SortPoint::farthest, "farthest"},
                                                  {SortPoint::mean, "mean"},
                                                  {SortPoint::centroid, "centroid"}};
inline constexpr Word<KeyForm> key_forms[] = {{KeyForm::floating, "float"}, {KeyForm::linear, "linear"}};
inline constexpr Word<int> sample_counts[] = {{0, "auto"}, {1, "1"}, {2, "2"}, {4, "4"}, {8, "8"}};
inline constexpr Word<SplitShow> split_shows[] = {{SplitShow::both, "both"},
                                                  {SplitShow::left, "left"},
                                                  {SplitShow::right, "right"},
                                                  {SplitShow::difference, "difference"},
                                                  {SplitShow::heat, "heat"}};
/// With the picture of the renderer `exact`?
inline constexpr Word<bool> compared_with[] = {{false, "first"}, {true, "exact"}};
inline constexpr Word<Interpolation> interpolations[] = {{Interpolation::automatic, "auto"},
                                                         {Interpolation::velocity, "velocity"},
                                                         {Interpolation::id, "id"},
                                                         {Interpolation::off, "off"}};
inline constexpr Word<ColorMap> color_maps[] = {{ColorMap::viridis, "viridis"},
                                                {ColorMap::heat, "heat"},
                                                {ColorMap::cool_warm, "cool-warm"},
                                                {ColorMap::gray, "gray"}};
inline constexpr Word<Part> model_parts[] = {{Part::all, name_of(Part::all)},
                                             {Part::mesh, name_of(Part::mesh)},
                                             {Part::points, name_of(Part::points)},
                                             {Part::splats, name_of(Part::splats)}};
inline constexpr Word<Flip> flips[] = {{Flip::no, "no"}, {Flip::x, "x"}, {Flip::y, "y"}, {Flip::z, "z"}};
inline constexpr Word<BlendSpace> blend_spaces[] = {
    {BlendSpace::automatic, "auto"}, {BlendSpace::linear, "linear"}, {BlendSpace::encoded, "encoded"}};
inline constexpr Word<ParticleStyle> particle_styles[] = {
    {ParticleStyle::soft, "soft"}, {ParticleStyle::sphere, "sphere"}, {ParticleStyle::streak, "streak"}};
inline constexpr Word<SplatStyle> splat_styles[] = {
    {SplatStyle::gaussian, "gaussian"}, {SplatStyle::ellipsoid, "ellipsoid"}, {SplatStyle::point, "point"}};
inline constexpr Word<SplatFilter> splat_filters[] = {
    {SplatFilter::automatic, "auto"}, {SplatFilter::reference, "reference"}, {SplatFilter::mip, "mip"}};

}  // namespace farfirst::app
