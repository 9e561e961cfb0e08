// Formats read by assimp: FBX, Collada, 3DS. Built where assimp was found.

#include <fmt/format.h>

#include <algorithm>

#include "io/reader.h"
#include "made_files.h"

namespace farfirst::app::test {
namespace {

/// Two triangles of four positions, or a scene without a mesh.
std::string collada(std::string_view positions) {
  const std::string_view head = R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><asset/>)";
  constexpr std::string_view scene = R"(<library_visual_scenes><visual_scene id="s"><node id="n">{}</node>
</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>)";
  if (positions.empty()) return fmt::format("{}{}", head, fmt::format(scene, ""));
  return fmt::format(
      R"({}<library_geometries><geometry id="g"><mesh><source id="p"><float_array id="pa" count="12">{}</float_array>
<technique_common><accessor source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source><vertices id="v"><input semantic="POSITION"
source="#p"/></vertices><triangles count="2"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2 0 2 3</p>
</triangles></mesh></geometry></library_geometries>{})",
      head, positions, fmt::format(scene, R"(<instance_geometry url="#g"/>)"));
}

TEST(Assimp, DigitsThatFloatsLoseAreReported) {
  const auto reports = [](const Model& model) {
    return std::ranges::any_of(model.remarks,
                               [](const std::string& r) { return r.find("were read as floats") != std::string::npos; });
  };
  const Model near = load(collada("0 0 0 1 0 0 1 1 0 0 1 0"), "near.dae");
  EXPECT_EQ(near.triangle_count(), 2u);
  EXPECT_FALSE(reports(near));
  EXPECT_TRUE(reports(load(collada("448262.112 5411932.678 112.5 448262.122 5411932.678 112.5 448262.122 5411932.688 "
                                   "112.5 448262.112 5411932.688 112.5"),
                           "utm.dae")));
}

TEST(Assimp, NoMeshIsMadeOfNodes) { EXPECT_NE(refusal(collada(""), "nodes.dae"), ""); }

TEST(Assimp, WhatItRefusesIsASentence) {
  const std::string sentence = refusal("<?xml version=\"1.0\"?>\n<COLLADA></COLLADA>\n", "empty.dae");
  EXPECT_TRUE(sentence.starts_with("empty.dae: assimp ")) << sentence;
  EXPECT_NE(sentence.find(" cannot read this "), std::string::npos) << sentence;
  EXPECT_EQ(sentence.find('\n'), std::string::npos) << sentence;
}

TEST(Assimp, ItsFormatsAreListed) {
  const ReaderAbout* fbx = reader_of_name("a.fbx");
  ASSERT_NE(fbx, nullptr);
  EXPECT_TRUE(fbx->library().starts_with("assimp 5.")) << fbx->library();
  EXPECT_EQ(fbx->why_not, "");
}

}  // namespace
}  // namespace farfirst::app::test
