// Options for the content of the scene: scenes, files, objects, particles.

#include "cli/object_values.h"
#include "cli/particle_values.h"
#include "option_parsing.h"

namespace farfirst::app {
namespace {

using test::parse;
using test::refusal;

std::uint32_t size_of_first(const Command& command) {
  return command.document.size_of(command.document.objects.front());
}

TEST(Options, NamesTheBuiltInScenes) {
  EXPECT_EQ(parse({"--scene=glass"}).document.objects[0].scene, "glass");
  EXPECT_EQ(parse({"--scene=jungle"}).document.objects[0].scene, "jungle");
  EXPECT_EQ(parse({"--scene", "particles"}).document.objects[0].scene, "particles");
  EXPECT_EQ(size_of_first(parse({"--scene=particles"})), 100'000u);
  EXPECT_TRUE(is_system(parse({"--scene=snow"}).document.objects[0]));
  EXPECT_EQ(parse({"--scene=snow"}).document.objects[0].scene, "snow");
  EXPECT_EQ(size_of_first(parse({"--scene=splats", "--splats=12"})), 12u);
  EXPECT_EQ(parse({"--flip=z"}).document.flip, Flip::z);
  EXPECT_EQ(parse({"--blend-space=linear"}).document.left.look.blend_space, BlendSpace::linear);
  EXPECT_EQ(parse({"--splat-filter=mip"}).document.left.look.splat_filter, SplatFilter::mip);
  EXPECT_EQ(parse({"--particle-style=sphere"}).document.left.look.particle_style, ParticleStyle::sphere);
  EXPECT_EQ(parse({"--particle-style=streak", "--streak=0.25"}).document.left.look.particle_style,
            ParticleStyle::streak);
  EXPECT_EQ(parse({"--streak=0.25"}).document.left.look.streak, 0.25f);
  EXPECT_TRUE(parse({"--self-shadows"}).document.left.look.self_shadows);
  EXPECT_EQ(parse({"--light=1,2,-3"}).document.left.look.light, glm::vec3(1, 2, -3));
  EXPECT_EQ(refusal({"--light=0,0,0"}), "--light: the direction 0,0,0 points nowhere");
  EXPECT_EQ(refusal({"--streak=-1"}), "--streak: expected a number from 0 to 10, found '-1'");
  EXPECT_EQ(refusal({"--particle-style=stretched"}),
            "--particle-style: 'stretched' is not one of soft, sphere or streak");
  EXPECT_EQ(parse({"--splat-degree=1"}).document.left.look.splat_degree, 1);
  EXPECT_EQ(parse({"--splat-scale=0.5"}).document.left.look.splat_scale, 0.5f);
  EXPECT_EQ(parse({"--splat-style=ellipsoid"}).document.left.look.splat_style, SplatStyle::ellipsoid);
  EXPECT_EQ(parse({"--splat-cutoff=0.05"}).document.left.look.splat_cutoff, 0.05f);
  EXPECT_EQ(parse({"--splat-cutoff=0.003921569"}).document.left.look, Look()) << "as it is written";
}

TEST(Options, AParticleSystemIsAFile) {
  for (const char* argument : {"--particles-file=a/b.particles.json", "a/b.particles.json"}) {
    const Command options = parse({argument});
    EXPECT_TRUE(is_system(options.document.objects[0]));
    ASSERT_EQ(options.document.objects.size(), 1u);
    EXPECT_EQ(options.document.objects[0].file, "a/b.particles.json");
    EXPECT_EQ(size_of_first(options), 0u);  // as many as it says
  }
  EXPECT_EQ(size_of_first(parse({"b.particles.json", "--particles=500"})), 500u);
  EXPECT_EQ(parse({"b.particles.json", "--steps=60"}).document.steps, 60u);
}

TEST(Options, ParticlesAndBuiltInScenesAreObjectsBesideFiles) {
  const Command options = parse({"a.ply", "b.particles.json", "--scene=smoke", "--scene=glass",
                                 "--object=3:position=1,0,0:name=plume", "--object=2:opacity=0.5"});
  ASSERT_EQ(options.document.objects.size(), 4u);
  EXPECT_EQ(options.document.objects[1].file, "b.particles.json");
  EXPECT_EQ(options.document.objects[1].setting.opacity, 0.5f);
  EXPECT_EQ(options.document.objects[2].scene, "smoke");
  EXPECT_EQ(options.document.objects[2].name(), "plume");
  EXPECT_EQ(options.document.objects[3].scene, "glass");
  EXPECT_TRUE(is_model(options.document.objects[0]));
  EXPECT_FALSE(is_model(options.document.objects[1]));
  EXPECT_FALSE(is_model(options.document.objects[2]));
  for (const char* option : {"--particles-file=b.particles.json", "--sequence=f_%d.ply"}) {
    const Command beside = parse({"a.ply", option});
    ASSERT_EQ(beside.document.objects.size(), 2u) << option;
    EXPECT_FALSE(is_model(beside.document.objects[1])) << option;
  }
  EXPECT_EQ(parse({"--scene=snow", "--scene=glass"}).document.objects.size(), 2u);
  EXPECT_EQ(refusal({"a.ply", "--scene=snwo"}).substr(0, 16), "--scene: 'snwo' ");
}

TEST(Options, WhatIsNoFileIsReported) {
  const Command options = parse({"--scene=snow", "--object=1:scale=2"});
  ASSERT_EQ(options.document.objects.size(), 1u);
  EXPECT_EQ(options.document.objects[0].scene, "snow");
  EXPECT_EQ(parse({"b.particles.json", "--object=1:opacity=0.5"}).document.objects[0].setting.opacity, 0.5f);
  EXPECT_EQ(refusal({"--scene=glass", "--object=1:scale=2", "--export=a.ply"}),
            "--export writes what a file holds: leave out --object");
}

TEST(Options, ParticlesAreSavedWithoutAPicture) {
  EXPECT_EQ(parse({"--scene=snow", "--save-particles=a.ply"}).saved_particles, "a.ply");
  EXPECT_EQ(parse({"--scene=snow", "--save-system=a"}).saved_system, "a.particles.json");
  EXPECT_EQ(parse({"--scene=snow", "--save-system=a.json"}).saved_system, "a.json");
  EXPECT_EQ(refusal({"--scene=snow", "--save-system=a.ply"}),
            "--save-system: particle systems are written as JSON; call it 'a.particles.json' instead of 'a.ply'");
  EXPECT_EQ(refusal({"--scene=snow", "--save-system=a.json", "--save-particles=a.ply"}),
            "give either --save-particles or --save-system, not both");
  EXPECT_EQ(refusal({"--save-particles=a.ply"}),
            "--save-particles: nothing here has particles: use --scene=snow, or give a particle system as FILE");
  EXPECT_EQ(refusal({"--scene=snow", "--save-particles=a.ply", "--output=a.png"}),
            "--save-particles draws nothing: leave out --output");
  EXPECT_EQ(refusal({"--scene=snow", "--export=a.ply"}),
            "--export: particles are made as they move, and there is no model to write; --save-particles writes those "
            "of a step");
}

TEST(Options, AFileMayStandAnywhereAndBeginWithADash) {
  EXPECT_EQ(parse({"a.ply", "--opacity=1"}).document.objects[0].file, "a.ply");
  EXPECT_EQ(parse({"--", "-a.ply"}).document.objects[0].file, "-a.ply");
}

TEST(Options, AFolderMayBeNamedWithASlash) {
  EXPECT_EQ(parse({"scans/room/"}).document.objects[0].file, "scans/room");
  EXPECT_EQ(parse({"/"}).document.objects[0].file, "/");
  EXPECT_EQ(parse({"room/", "a.ply"}).document.objects[0].file, "room");
}

TEST(Options, SeveralFilesAreObjects) {
  const Command options =
      parse({"--object=2:opacity=0.5:hidden", "a.ply", "b.obj", "--object=1:position=1,2,-3:rotation=0,90,0", "c.spz",
             "--object=2:scale=2:name=glass:visible"});
  EXPECT_EQ(options.document.objects[0].file, "a.ply");
  ASSERT_EQ(options.document.objects.size(), 3u);
  EXPECT_EQ(options.document.objects[0].setting.placement, (Placement{{1, 2, -3}, {0, 90, 0}, 1}));
  EXPECT_EQ(options.document.objects[1].file, "b.obj");
  EXPECT_EQ(options.document.objects[1].setting,
            (ObjectSetting{.name = "glass",
                           .visible = true,
                           .opacity = 0.5f,
                           .placement = {.position = {}, .rotation = {}, .scale = 2}}));
  EXPECT_EQ(options.document.objects[2].setting, ObjectSetting{});
  EXPECT_EQ(parse({"a.ply", "--object=1:hidden"}).document.objects.size(), 1u);
}

TEST(Options, AFileOfSeveralKindsCanBeShownInPart) {
  const Command options = parse({"a.glb", "a.glb", "--object=1:part=mesh", "--object=2:part=splats:opacity=0.5"});
  ASSERT_EQ(options.document.objects.size(), 2u);
  EXPECT_EQ(options.document.objects[0].part, Part::mesh);
  EXPECT_EQ(options.document.objects[0].name(), "a.glb (mesh)");
  EXPECT_EQ(options.document.objects[1].part, Part::splats);
  EXPECT_EQ(parse({"a.glb", "--object=1:part=points"}).document.objects[0].part, Part::points);
}

TEST(Objects, OfAFileRepeatNoRemark) {
  Model mesh, points;
  mesh.remarks = {"of the file", "of the mesh"};
  points.remarks = {"of the points", "of the file"};
  const FileContents models = {std::make_shared<const Model>(mesh), std::make_shared<const Model>(points)};
  const Objects objects = {
      {{"a.glb"}, models[0]}, {{"a.glb"}, models[1]}, {{"b.glb"}, models[1]}, {{"a.glb"}, models[0]}};
  using Remarks = std::vector<std::string>;
  EXPECT_EQ(remarks_of(objects, 0), mesh.remarks);
  EXPECT_EQ(remarks_of(objects, 1), Remarks{"of the points"});
  EXPECT_EQ(remarks_of(objects, 2), points.remarks) << "of another file";
  EXPECT_EQ(remarks_of(objects, 3), Remarks{}) << "a copy";
}

TEST(Objects, OfAFileAreOneOfEachKindOrTheOneThatIsAskedFor) {
  Model mesh, points;
  mesh.positions = points.positions = {{0, 0, 0}};
  mesh.triangles = {0, 0, 0};
  const FileContents models = {std::make_shared<const Model>(mesh), std::make_shared<const Model>(points)};
  ObjectChoice choice{"a.glb", {.name = {}, .opacity = 0.5f}};
  const Objects all = objects_of(choice, models);
  ASSERT_EQ(all.size(), 2u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(all[i].content, models[i]);
    EXPECT_EQ(all[i].setting, choice.setting) << "holds for all of them";
  }
  EXPECT_EQ(all[0].name(), "a.glb (mesh)");
  EXPECT_EQ(all[1].name(), "a.glb (points)");
  choice.setting.name = "garden";
  EXPECT_EQ(objects_of(choice, models)[1].name(), "garden (points)");
  choice.part = Part::points;
  const Objects one = objects_of(choice, models);
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(one[0].content, models[1]);
  EXPECT_EQ(one[0].name(), "garden");
  EXPECT_EQ(objects_of({"a.ply", {}}, {models[0]})[0].name(), "a.ply") << "there is nothing else in it";
  choice.part = Part::splats;
  try {
    objects_of(choice, models);
    FAIL() << "there are none";
  } catch (const FileError& error) {
    EXPECT_STREQ(error.what(), "a.glb: the file has no splats");
  }
}

TEST(Options, PropertiesOfObjectsAreCheckedWithASentence) {
  EXPECT_EQ(refusal({"a.ply", "b.ply", "--object=3:hidden"}), "--object: there is no object 3; 2 are shown");
  EXPECT_EQ(refusal({"a.ply", "--object=2:hidden"}), "--object: there is no object 2; one is shown");
  EXPECT_EQ(parse({"--object=1:hidden"}).document.objects.at(0).scene, "glass");
  EXPECT_EQ(refusal({"a.ply", "--object=one:hidden"}),
            "--object: expected a whole number from 1 to 64 before the first colon, found 'one'");
  EXPECT_EQ(refusal({"a.ply", "--object=1"}),
            "--object: no setting of object 1 is given; one is --object=1:opacity=0.5");
  EXPECT_EQ(refusal({"a.ply", "--object=1:opactiy=1"}),
            "--object: an object has no 'opactiy' (did you mean opacity?); it has position, rotation, scale, opacity, "
            "name, part, hidden and visible");
  EXPECT_EQ(refusal({"a.ply", "--object=1:opacity=2"}), "--object: opacity: expected a number from 0 to 1, found '2'");
  EXPECT_EQ(refusal({"a.ply", "--object=1:scale=0"}),
            "--object: scale: expected a number from 1e-06 to 1000000, found '0'");
  EXPECT_EQ(refusal({"a.ply", "--object=1:position=1,2"}),
            "--object: position: expected three numbers X,Y,Z, found '1,2'");
  EXPECT_EQ(refusal({"a.ply", "--object=1:hidden=1"}), "--object: hidden has no value");
  EXPECT_EQ(refusal({"a.ply", "--object=1:name"}), "--object: name needs a value: name=...");
  EXPECT_EQ(refusal({"a.ply", "b.ply", "--export=c.ply"}), "--export writes one object, and several are given");
  EXPECT_NE(refusal({"a.farfirst.json", "b.ply"}).find("is a state"), std::string::npos);
}

TEST(Options, TablesAreNotWrittenOverModels) {
  for (const char* name : {"t.csv", "t.txt", "t", "/dev/stdout"})
    EXPECT_EQ(parse({"--csv=" + std::string(name)}).csv, name);
  for (const char* name : {"bunny.ply", "bunny.PLY", "bunny.ply.gz", "bunny.obj", "a.png", "path.json"})
    EXPECT_NE(refusal({"--csv=" + std::string(name)}).find("is not the name of a table; call it"), std::string::npos);
}

TEST(Options, RefusesMoreObjectsThanThereIsRoomFor) {
  EXPECT_EQ(refusal(std::vector<std::string>(65, "a.ply")), "65 objects are too many: 64 can be shown");
}

TEST(Options, ASequenceIsWhatIsShown) {
  const Command options = parse({"--sequence=f_%04d.ply", "--fps=12.5", "--sequence-step=3", "--interpolate=velocity",
                                 "--read-ahead=64", "--columns=x,y,z,size", "--particle-radius=0.25"});
  EXPECT_EQ(options.document.objects, (std::vector<ObjectChoice>{{.file = "f_%04d.ply", .as_particles = true}}));
  EXPECT_EQ(options.document.sequence.rate, 12.5);
  EXPECT_EQ(options.document.sequence.first, 3u);
  EXPECT_EQ(options.document.sequence.interpolation, Interpolation::velocity);
  EXPECT_EQ(options.document.sequence.read_ahead, 64u);
  EXPECT_EQ(options.document.sequence.columns, (std::vector<std::string>{"x", "y", "z", "size"}));
  EXPECT_EQ(options.document.sequence.radius, 0.25f);
  EXPECT_FALSE(is_model(parse({"f_%04d.ply"}).document.objects[0]));
  EXPECT_TRUE(is_model(parse({"f.ply"}).document.objects[0]));  // there is none, so it cannot hold particles
  EXPECT_EQ(refusal({"--columns=x,y,radius"}),
            "--columns: expected names with x, y and z among them, such as x,y,z,radius; found 'x,y,radius'");
}

TEST(Options, ParticlesFromFilesAreColoredByTheirProperties) {
  const ParticleMapping mapping =
      parse({"a_%d.csv", "--color-by=Temperature", "--color-range=-1,2.5", "--color-map=cool-warm",
             "--opacity-by=speed", "--size-by=mass", "--size-range=0,3"})
          .document.sequence.mapping;
  EXPECT_EQ(mapping.color, (ParticleMapping::Property{"Temperature", ValueRange{-1, 2.5f}}));
  EXPECT_EQ(mapping.opacity, (ParticleMapping::Property{"speed", std::nullopt}));
  EXPECT_EQ(mapping.size, (ParticleMapping::Property{"mass", ValueRange{0, 3}}));
  EXPECT_EQ(mapping.map, ColorMap::cool_warm);
  EXPECT_EQ(parse({"a_%d.csv", "--color-by=file", "--color-range=auto"}).document.sequence.mapping, ParticleMapping{});
  EXPECT_EQ(refusal({"a_%d.csv", "--color-range=1"}),
            "--color-range: expected two numbers LEAST,MOST, such as 0,2.5, or auto, found '1'");
  EXPECT_EQ(refusal({"a_%d.csv", "--opacity-range=2,1"}),
            "--opacity-range: expected the smaller number first, found '2,1'");
  EXPECT_EQ(refusal({"a_%d.csv", "--color-range=1,x"}),
            "--color-range: expected a number from -1e+30 to 1e+30, found 'x'");
  EXPECT_EQ(parse({"--scene=snow", "--color-by=speed"}).document.sequence.mapping.color.name, "speed");
  EXPECT_EQ(refusal({"--scene=snow", "--color-by=density"}),
            "--color-by=density: particles of a system have age, speed, height and random");
  EXPECT_EQ(refusal({"--scene=glass", "--color-by=speed"}),
            "--color-by is for particles: give a FILE, --sequence or --scene=snow");
}

}  // namespace
}  // namespace farfirst::app
