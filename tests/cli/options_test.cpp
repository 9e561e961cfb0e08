// The option table: values that are read, refusals with their messages, and values that read back as written.

#include <set>

#include "cli/compare_values.h"
#include "cli/window_options.h"
#include "option_parsing.h"

namespace farfirst::app {
namespace {

using test::parse;
using test::refusal;

TEST(Options, DefaultsWithoutArguments) {
  const Command options = parse({});
  EXPECT_EQ(options.action, Command::Action::run);
  EXPECT_EQ(options.document.objects, (std::vector<ObjectChoice>{{.file = {}, .scene = "glass"}}));
  EXPECT_EQ(options.document.left.sort.algorithm, "auto");
  EXPECT_EQ(options.size().x, 1280);
  EXPECT_EQ(options.document.left.look, Look{});
}

TEST(Options, TakesBothFormsOfGnuStyle) {
  EXPECT_FLOAT_EQ(parse({"--opacity=0.25"}).document.left.look.opacity, 0.25f);
  EXPECT_FLOAT_EQ(parse({"--opacity", "0.25"}).document.left.look.opacity, 0.25f);
  EXPECT_EQ(parse({"--camera-position", "-1,2.5,-3e2"}).document.camera.position, glm::dvec3(-1, 2.5, -300));
  EXPECT_EQ(parse({"--resolution=640,480"}).size().y, 480);
  EXPECT_EQ(parse({"--resolution", "640x480"}).size().x, 640);
  EXPECT_EQ(parse({"--color=#ff8000"}).document.left.look.color, glm::vec3(255, 128, 0) / 255.0f);
  EXPECT_EQ(parse({"--color=1,0.5,0"}).document.left.look.color, glm::vec3(1, 0.5f, 0));
}

TEST(Options, SamplesAreAutomaticOrAPowerOfTwo) {
  EXPECT_EQ(parse({}).document.left.look.samples, 0);
  for (const int samples : {1, 2, 4, 8})
    EXPECT_EQ(parse({"--samples=" + std::to_string(samples)}).document.left.look.samples, samples);
  EXPECT_EQ(parse({"--samples=4", "--samples=auto"}).document.left.look.samples, 0);
  EXPECT_EQ(refusal({"--samples=3"}), "--samples: '3' is not one of auto, 1, 2, 4 or 8");
}

TEST(Options, TheRaceHasSomeSorts) {
  EXPECT_FALSE(parse({}).document.race.on);
  EXPECT_EQ(parse({}).document.race.sorts, std::nullopt);
  EXPECT_TRUE(parse({"--race"}).document.race.on);
  EXPECT_TRUE(parse({"--race-curves"}).document.race.on);
  EXPECT_FALSE(parse({"--no-race", "--race-curves"}).document.race.on);
  const RaceChoice some = parse({"--race-sorts=gl.radix,cpu.qsort"}).document.race;
  EXPECT_TRUE(some.on);
  EXPECT_EQ(some.sorts, (std::vector<std::string>{"gl.radix", "cpu.qsort"}));
  EXPECT_EQ(parse({"--race-sorts=none"}).document.race.sorts, std::vector<std::string>());
  EXPECT_EQ(parse({"--race-sorts=none", "--race-sorts=usual"}).document.race.sorts, std::nullopt);
  EXPECT_EQ(parse({"--race-sorts=all"}).document.race.sorts->size(), algorithms().size());
  EXPECT_EQ(refusal({"--race-sorts=gl.radix,cpu.qsrot"}),
            "--race-sorts: there is no sort called 'cpu.qsrot' (did you mean cpu.qsort?); --list-sorts lists them all");
  EXPECT_NE(refusal({"--race-sorts=gl.radix,"}).find("there is no sort called ''"), std::string::npos);
}

TEST(Options, ComparisonsAreOfEachSortWithEachRendererAndKey) {
  EXPECT_FALSE(parse({}).compare.is_on());
  const Command options = parse({"--compare=gl.radix,cpu.qsort", "--compare-renderers=tiles", "--metric=view-depth",
                                 "--compare-keys=nearest,radial+mean"});
  EXPECT_TRUE(options.compare.is_on());
  const std::vector<SideChoice> choices = compared_choices(options);
  ASSERT_EQ(choices.size(), 4u);
  EXPECT_EQ(choices[0].sort.algorithm, "gl.radix");
  EXPECT_EQ(choices[0].look.renderer, "tiles");
  EXPECT_EQ(key_text(choices[0].sort), "view-depth+nearest");
  EXPECT_EQ(key_text(choices[1].sort), "radial+mean");
  EXPECT_EQ(choices[3].sort.algorithm, "cpu.qsort");
  const Command of_keys = parse({"--sort=cpu.qsort", "--compare-keys=radial"});
  EXPECT_EQ(compared_choices(of_keys).at(0).sort.algorithm, "cpu.qsort");
}

TEST(Options, KeysHaveFewerBitsOfAFloatOrOfEqualSteps) {
  EXPECT_TRUE(parse({}).document.left.sort.precision.is_full());
  EXPECT_EQ(parse({"--key-bits=8"}).document.left.sort.precision, Precision{8});
  EXPECT_EQ(parse({"--key-bits=24", "--key-form=linear"}).document.left.sort.precision,
            (Precision{24, KeyForm::linear}));
  for (const char* bits : {"7", "33", "-1", "16.5", "many"})
    EXPECT_EQ(refusal({std::string("--key-bits=") + bits}),
              std::string("--key-bits: expected a whole number from 8 to 32, found '") + bits + "'");
  EXPECT_EQ(refusal({"--key-form=log"}), "--key-form: 'log' is not one of float or linear");

  const Command options = parse({"--key-bits=20", "--compare-keys=radial,nearest+16bits,8bits-linear,32bits"});
  std::vector<std::string> keys;
  for (const SideChoice& choice : compared_choices(options)) keys.push_back(key_text(choice.sort));
  EXPECT_EQ(keys, (std::vector<std::string>{"radial+centroid+20bits", "auto+nearest+16bits",
                                            "auto+centroid+8bits-linear", "auto+centroid"}));
  for (const char* key : {"7bits", "33bits", "16", "bits", "16bits-log", "16bits+24bits"})
    EXPECT_TRUE(refusal({std::string("--compare-keys=") + key}).starts_with("--compare-keys: ")) << key;
}

TEST(Options, ComparedSortsHaveParametersOfTheirOwn) {
  const std::vector<NamedSort> sorts = parse({"--compare=auto,gl.radix:offsets=1"}).compare.sorts;
  ASSERT_EQ(sorts.size(), 2u);
  EXPECT_TRUE(sorts[0].parameters.empty());
  ASSERT_EQ(sorts[1].parameters.size(), 1u);
  EXPECT_EQ(sorts[1].parameters[0].name, "offsets");
  EXPECT_EQ(sorts[1].parameters[0].value, 1);
  EXPECT_TRUE(refusal({"--compare=gl.radix:offsets=99"}).starts_with("--compare: offsets of gl.radix must be from "));
  EXPECT_EQ(refusal({"--compare=auto:bits=1"}), "--compare: name the sort that has parameters, not auto");
  EXPECT_EQ(refusal({"--compare=gl.radix:offsets"}), "--compare: expected NAME=WHOLE NUMBER, found 'offsets'");
}

TEST(Options, ElementsAreSortedAgainByAPolicy) {
  EXPECT_EQ(parse({}).document.left.sort.resort, Resort::moved);
  EXPECT_EQ(parse({"--resort=always"}).document.left.sort.resort, Resort::always);
  EXPECT_EQ(parse({"--resort=frames:8"}).document.left.sort.resort, (Resort{Resort::When::frames, 8}));
  EXPECT_EQ(parse({"--resort=angle:0.5"}).document.left.sort.resort, (Resort{Resort::When::angle, 0.5f}));
  EXPECT_EQ(refusal({"--resort=distance:5"}),
            "--resort: expected always, moved, frames:1 to 1000000 or angle:0 to 180, found 'distance:5'");
}

TEST(Options, RefinementIsAutomaticOrANumber) {
  EXPECT_EQ(parse({}).document.left.look.refine, 0u);
  EXPECT_EQ(parse({"--refine=1"}).document.left.look.refine, 1u);
  EXPECT_EQ(parse({"--refine=4096"}).document.left.look.refine, 4096u);
  EXPECT_EQ(parse({"--refine=16", "--refine=auto"}).document.left.look.refine, 0u);
  EXPECT_EQ(refusal({"--refine=0"}), "--refine: expected a whole number from 1 to 4096, or auto, found '0'");
}

TEST(Options, MemoryOfTilesIsANumberOfMebibytes) {
  EXPECT_EQ(parse({}).document.left.look.tile_memory, 1024u);
  EXPECT_EQ(parse({"--tile-memory=64"}).document.left.look.tile_memory, 64u);
  EXPECT_EQ(refusal({"--tile-memory=0"}), "--tile-memory: expected a whole number from 1 to 65536, found '0'");
}

TEST(Options, TheRightSideDefaultsToTheLeft) {
  const Command options = parse({"--right.sort=cpu.qsort", "--right.samples=4", "--sort=cpu.lsd_radix",
                                 "--sort-parameter=digit_bits=8", "--metric=view-depth", "--renderer=raster"});
  EXPECT_TRUE(options.document.split.on);
  EXPECT_EQ(options.document.left.sort.algorithm, "cpu.lsd_radix");
  EXPECT_EQ(options.document.left.look.samples, 0);
  const SideChoice right = options.document.side(right_index);
  EXPECT_EQ(right.sort.algorithm, "cpu.qsort");
  EXPECT_TRUE(right.sort.parameters.empty()) << "they are those of the left side's sort";
  EXPECT_EQ(right.sort.metric, Metric::view_depth);
  EXPECT_EQ(right.look.renderer, "raster");
  EXPECT_EQ(right.look.samples, 4);
  EXPECT_EQ(parse({"--split", "--sort=cpu.lsd_radix", "--sort-parameter=digit_bits=8"})
                .document.side(right_index)
                .sort.parameters.size(),
            1u);
}

TEST(Options, BesideADocumentTheRightSideFollowsTheLeftOneWhereTheyWereTheSame) {
  const Command before = parse({"--right.sort=cpu.qsort", "--renderer=raster"});
  const auto right = [&](std::vector<std::string> arguments) {
    return *parse_command_line(arguments, before).document.right;
  };
  EXPECT_EQ(right({"--renderer=cpu"}).look.renderer, "cpu");
  EXPECT_EQ(right({"--renderer=cpu", "--right.renderer=tiles"}).look.renderer, "tiles");
  EXPECT_EQ(right({"--sort=gl.radix"}).sort.algorithm, "cpu.qsort") << "it was another sort";
}

TEST(Options, OptionsOfTwoSidesSplitThePictureByDefault) {
  EXPECT_FALSE(parse({}).document.split.on);
  EXPECT_TRUE(parse({"--split"}).document.split.on);
  EXPECT_TRUE(parse({"--split-show=heat"}).document.split.on);
  EXPECT_FALSE(parse({"--right.draw-order=file", "--no-split"}).document.split.on);
  EXPECT_FLOAT_EQ(parse({"--split-at=0.25"}).document.split.divider, 0.25f);
  EXPECT_EQ(parse({"--split-gain=32"}).document.split.gain, 32);
}

TEST(Options, TheRightSideWritesItsDifferencesFromTheLeft) {
  const auto value_of = [](const std::string& name, const Command& options) { return find_option(name)->get(options); };
  const Command options = parse({"--sort=cpu.lsd_radix", "--sort-parameter=digit_bits=8", "--right.sort=cpu.lsd_radix",
                                 "--right.sort-parameter=threads=2", "--right.draw-order=file", "--right.samples=1"});
  EXPECT_EQ(value_of("right.sort", options), "cpu.lsd_radix");
  EXPECT_EQ(value_of("right.sort-parameter", options), "threads=2");
  EXPECT_EQ(value_of("right.draw-order", options), "file");
  EXPECT_EQ(value_of("right.samples", options), "1");
  EXPECT_EQ(value_of("right.metric", options), "") << "as on the left";
  const Command of_bits = parse({"--key-bits=16", "--right.key-form=linear"});
  EXPECT_EQ(of_bits.document.side(right_index).sort.precision, (Precision{16, KeyForm::linear}));
  EXPECT_EQ(of_bits.document.left.sort.precision, Precision{16});
  EXPECT_EQ(value_of("right.key-form", of_bits), "linear");
  EXPECT_EQ(value_of("right.key-bits", of_bits), "") << "as on the left";
  EXPECT_EQ(value_of("right.renderer", options), "");
  EXPECT_EQ(value_of("right.draw-order", parse({"--right.draw-order=file", "--no-split"})), "") << "it is not shown";
}

TEST(Options, ErrorsOfTheRightSideNameItsOptions) {
  EXPECT_EQ(refusal({"--right.sort=cpu.qsrot"}),
            "--right.sort: there is no sort called 'cpu.qsrot' (did you mean cpu.qsort?); --list-sorts lists them all");
  EXPECT_EQ(refusal({"--right.metric=far"}), "--right.metric: 'far' is not one of auto, radial or view-depth");
  EXPECT_EQ(refusal({"--right.sort-parameter=digit_bits=8"}),
            "--right.sort-parameter: name the sort it belongs to, with --right.sort");
  EXPECT_EQ(refusal({"--split-at=2"}), "--split-at: expected a number from 0 to 1, found '2'");
}

TEST(Options, CudaTakesADeviceAndSharesBuffersByDefault) {
  EXPECT_EQ(parse({}).document.left.sort.cuda_devices, std::vector{0});
  EXPECT_TRUE(parse({}).document.left.sort.interop);
  EXPECT_EQ(parse({"--device=2"}).document.left.sort.cuda_devices, std::vector{2});
  EXPECT_EQ(parse({"--devices=1,0"}).document.left.sort.cuda_devices, (std::vector{1, 0}));
  EXPECT_NE(refusal({"--devices=0,"}).find("--devices: expected a whole number"), std::string::npos);
  EXPECT_FALSE(parse({"--no-interop"}).document.left.sort.interop);
  EXPECT_NE(refusal({"--device=-1"}).find("--device: expected a whole number"), std::string::npos);
}

TEST(Options, TheLastOfARepeatedOptionCounts) {
  EXPECT_FLOAT_EQ(parse({"--opacity=0.1", "--opacity=0.9"}).document.left.look.opacity, 0.9f);
  EXPECT_TRUE(parse({}).document.automatic_opacity);
  EXPECT_FALSE(parse({"--opacity=0.1"}).document.automatic_opacity);
  EXPECT_TRUE(parse({"--opacity=0.1", "--opacity=auto"}).document.automatic_opacity);
}

TEST(Options, TogglesHaveThreeForms) {
  EXPECT_EQ(parse({}).document.left.sort.check_order, std::nullopt);
  EXPECT_EQ(parse({"--check-order"}).document.left.sort.check_order, true);
  EXPECT_EQ(parse({"--check-order=off"}).document.left.sort.check_order, false);
  EXPECT_EQ(parse({"--no-check-order"}).document.left.sort.check_order, false);
  EXPECT_EQ(parse({"--no-check-order", "--check-order=auto"}).document.left.sort.check_order, std::nullopt);
  EXPECT_EQ(parse({}).document.left.sort.cull, std::nullopt);
  EXPECT_EQ(parse({"--cull=on"}).document.left.sort.cull, true);
  EXPECT_EQ(parse({"--no-cull"}).document.left.sort.cull, false);
  EXPECT_EQ(parse({"--cull", "--cull=auto"}).document.left.sort.cull, std::nullopt);
  EXPECT_FALSE(parse({"--no-background"}).document.left.look.background);
  EXPECT_TRUE(parse({"--background=1"}).document.left.look.background);
  EXPECT_FALSE(parse({"--vsync=0"}).window_settings.vsync);
  EXPECT_EQ(parse({"--no-window"}).window, Command::Window::unwanted);
  EXPECT_EQ(parse({"--window"}).window, Command::Window::wanted);
  EXPECT_FALSE(parse({"--no-config"}).use_config);
}

TEST(Options, HelpHasAShortName) {
  EXPECT_EQ(parse({"-h"}).action, Command::Action::help);
  EXPECT_EQ(parse({"--help"}).action, Command::Action::help);
}

TEST(Options, WhatOnlyAWindowHeedsIsKnown) {
  const auto found = [](const std::vector<std::string>& arguments) {
    return window_option(arguments, parse_command_line(arguments));
  };
  for (const char* option :
       {"race", "race-sorts=all", "race-curves", "error", "error-every=3", "key-lab", "split", "split-at=0.2",
        "split-gain=4", "right.cull=off", "vsync", "ui-scale=2", "reset-settings"}) {
    const std::string_view name = std::string_view(option).substr(0, std::string_view(option).find('='));
    EXPECT_EQ(found({"--samples=4", std::string("--") + option}), name);
  }
  for (const char* option : {"no-race", "race=off", "no-vsync", "no-split", "samples=4", "output=a.png"})
    EXPECT_EQ(found({std::string("--") + option}), "") << option;
  EXPECT_EQ(found({"--", "--race"}), "") << "a file";
  EXPECT_EQ(found({"--split-gain=4", "--compare=gl.radix,cpu.qsort"}), "");
  EXPECT_EQ(found({"--reset-settings", "--config=a.json"}), "");
}

TEST(Options, WhatAWindowDoesNotHeedIsRefusedBesideIt) {
  for (const char* option : {"--output=a.png", "--csv=a.csv", "--frames=3", "--warmup=3", "--reference=a.png"}) {
    const std::string name(std::string_view(option).substr(0, std::string_view(option).find('=')));
    EXPECT_EQ(refusal({option, "--window"}), name + " has an effect only without a window: leave out --window");
  }
  EXPECT_EQ(refusal({"--reference-threshold=0.1"}),
            "--reference-threshold: add the picture to compare with, --reference");
}

TEST(Options, AToggleDoesNotSwallowTheFile) {
  const Command options = parse({"--check-order", "dragon.ply"});
  EXPECT_EQ(options.document.objects[0].file, "dragon.ply");
}

TEST(Options, UnknownOptionsAreRefusedWithTheNearest) {
  EXPECT_NE(refusal({"--opactiy=0.5"}).find("did you mean --opacity?"), std::string::npos);
  EXPECT_NE(refusal({"--lst-sorts"}).find("did you mean --list-sorts?"), std::string::npos);
  EXPECT_EQ(refusal({"--zzzzzzzz"}).find("did you mean"), std::string::npos);
  EXPECT_NE(refusal({"-x"}).find("-x"), std::string::npos);
  EXPECT_NE(refusal({"--no-help"}).find("--no-help"), std::string::npos);
}

TEST(Options, RefusesValuesWithASentence) {
  const std::vector<std::vector<std::string>> wrong = {{"--opacity=2"},
                                                       {"--opacity=abc"},
                                                       {"--renderer=crayon"},
                                                       {"--samples=3"},
                                                       {"--exact-by=picture"},
                                                       {"--peel-layers=0"},
                                                       {"--peel-layers=1001"},
                                                       {"--refine=0"},
                                                       {"--refine=-2"},
                                                       {"--refine=4097"},
                                                       {"--refine=much"},
                                                       {"--samples=16"},
                                                       {"--samples=many"},
                                                       {"--opacity=nan"},
                                                       {"--opacity="},
                                                       {"--opacity"},
                                                       {"--frames=0"},
                                                       {"--frames=-1"},
                                                       {"--frames=1.5"},
                                                       {"--resolution=12"},
                                                       {"--resolution=0,5"},
                                                       {"--resolution=5,5,5"},
                                                       {"--metric=depth"},
                                                       {"--camera-position=1,2"},
                                                       {"--camera-position=1,2,3,4"},
                                                       {"--camera-position=1,2,inf"},
                                                       {"--camera-position=1,2,1e19"},
                                                       {"--camera-position=1-2-3"},
                                                       {"--camera-position=1,,2,3"},
                                                       {"--camera-view-angle=0"},
                                                       {"--camera-view-angle=171"},
                                                       {"--output=a.jpg"},
                                                       {"--sort-parameter=x=99999999999999999999"},
                                                       {"--camera-direction=0,0,0"},
                                                       {"--color=red"},
                                                       {"--color=#12345"},
                                                       {"--color=#12345g"},
                                                       {"--color=1,2,3"},
                                                       {"--check-order=maybe"},
                                                       {"--cull=maybe"},
                                                       {"--scene=teapot"},
                                                       {"--seed=-3"},
                                                       {"--particles=0"},
                                                       {"--splats=0"},
                                                       {"--splat-degree=4"},
                                                       {"--flip=w"},
                                                       {"--output="},
                                                       {"--sort-parameter=x"},
                                                       {"--sort-parameter=x=1"},
                                                       {"--ui-scale=0.1"}};
  for (const auto& arguments : wrong) {
    SCOPED_TRACE(arguments[0]);
    const std::string sentence = refusal(arguments);
    EXPECT_TRUE(sentence.starts_with(arguments[0].substr(0, arguments[0].find('=')))) << sentence;
  }
}

TEST(Options, AnEmptyValueDoesNotTakeTheNextWord) {
  // CLI11 would take "model.ply" for the value, and the picture would be written over the model.
  for (const char* option :
       {"--output=", "--csv=", "--sort=", "--opacity=", "--vsync=", "--config=", "--camera-path="}) {
    const std::string sentence = refusal({option, "model.ply"});
    EXPECT_TRUE(
        sentence.starts_with(std::string(option).substr(0, std::string(option).size() - 1) + " needs a value: --"))
        << sentence;
  }
  EXPECT_EQ(parse({"--", "--output="}).document.objects[0].file, "--output=");
  // Neither an option nor nothing.
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"--csv", "--output=a.png"}, {"--csv"}, {"--csv", ""}, {"--csv", "--", "a.csv"}})
    EXPECT_EQ(refusal(arguments), "--csv needs a value: --csv=FILE.csv");
  EXPECT_NE(refusal({""}).find("is empty"), std::string::npos);
}

TEST(Options, PicturesArePng) {
  for (const char* name : {"o.png", "O.PNG", "f_%04d.png", "picture", "/dev/stdout", "a.b/picture"})
    EXPECT_EQ(parse({"--output=" + std::string(name)}).output, name);
  EXPECT_NE(refusal({"--output=o.jpg"}).find("written as PNG; call it 'o.png'"), std::string::npos);
  EXPECT_NE(refusal({"--output", "model.ply"}).find("PNG"), std::string::npos);
  EXPECT_NE(refusal({"--output=table", "--csv=table"}).find("same file"), std::string::npos);
}

TEST(Options, TheSettingsFileKeepsTheLookAndTheWindow) {
  std::set<std::string_view> kept;
  for (const OptionRow& row : option_table())
    if (row.persistence == Persistence::yes) kept.insert(row.name);
  EXPECT_EQ(kept, (std::set<std::string_view>{"samples", "tile-memory", "refine", "opacity", "fresnel", "shading",
                                              "point-size", "color", "file-colors", "background", "background-top",
                                              "background-bottom", "vsync", "ui-scale"}));
}

TEST(Options, ACameraThatLooksNowhereIsRefused) {
  EXPECT_NE(refusal({"--camera-position=1,2,3", "--camera-focal-point=1,2,3"}).find("same point"), std::string::npos);
}

TEST(Options, SortsAreKnownByTheCatalogue) {
  for (const Algorithm* algorithm : algorithms())
    EXPECT_EQ(parse({"--sort=" + std::string(algorithm->id)}).document.left.sort.algorithm, algorithm->id);
  EXPECT_NE(refusal({"--sort=cpu.lsd_radx"}).find("did you mean cpu.lsd_radix?"), std::string::npos);
  EXPECT_NE(refusal({"--sort=radix"}).find("radix?"), std::string::npos);
}

TEST(Options, ParametersAreCheckedAgainstTheSortWhereverTheyStand) {
  const Algorithm* with = nullptr;
  for (const Algorithm* algorithm : algorithms())
    if (!algorithm->parameters.empty()) with = algorithm;
  if (with == nullptr) GTEST_SKIP() << "no entry of the catalogue has a parameter";
  const Parameter& parameter = with->parameters.front();
  const std::string sort = "--sort=" + std::string(with->id),
                    name = "--sort-parameter=" + std::string(parameter.name) + "=";
  const Command options = parse({name + std::to_string(parameter.maximum), sort});
  ASSERT_EQ(options.document.left.sort.parameters.size(), 1u);
  EXPECT_EQ(options.document.left.sort.parameters[0].value, parameter.maximum);
  EXPECT_NE(refusal({sort, name + std::to_string(parameter.maximum + 1)}).find("must be"), std::string::npos);
  EXPECT_NE(refusal({sort, "--sort-parameter=no_such=1"}).find("no_such"), std::string::npos);
}

TEST(Options, WhatIsKeptReadsBackAsItWasWritten) {
  Command options;
  options.document.automatic_opacity = false;
  options.document.left.look.opacity = 0.123f;
  options.document.left.look.shading = Shading::flat;
  options.document.left.look.color = glm::vec3(10, 20, 30) / 255.0f;
  options.document.left.sort.draw_order = DrawOrder::shuffled;
  options.document.left.sort.metric = Metric::view_depth;
  options.document.left.sort.sort_point = SortPoint::farthest;
  options.document.left.sort.primitive = Primitive::points;
  options.document.left.sort.resort = {Resort::When::angle, 2.5f};
  options.document.left.look.renderer = "raster";
  options.window_settings.vsync = false;
  for (const OptionRow& row : option_table()) {
    if (row.persistence == Persistence::no || row.name.starts_with("right.")) continue;
    SCOPED_TRACE(std::string(row.name));
    ASSERT_TRUE(row.of<Document>() || row.of<WindowSettings>());
    Command other;
    row.set(other, row.get(options));
    EXPECT_EQ(row.get(other), row.get(options));
  }
}

TEST(Options, NamesAreUniqueAndTheHelpFits) {
  std::set<std::string_view> names;
  const std::string help = help_text("all");
  for (const OptionRow& row : option_table()) {
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_NE(help.find(std::string(row.name)), std::string::npos) << row.name;
  }
  std::string of_topics;
  for (const std::string& topic : help_topics())
    if (topic != "all") of_topics += help_text(topic);
  for (const std::string_view name : names) EXPECT_NE(of_topics.find(name), std::string::npos) << name;
  const std::string common = help_text({});
  EXPECT_LE(std::ranges::count(common, '\n'), 30) << "one screen";
  EXPECT_NE(common.find("--help=sorting"), std::string::npos);
  EXPECT_EQ(refusal({"--help=sort"}),
            "--help: 'sort' is not one of scene, output, sorting, look, comparing, camera, "
            "window, about or all (did you mean sorting?)");
  for (std::size_t at = 0; at < help.size();) {
    const std::size_t end = std::min(help.find('\n', at), help.size());
    EXPECT_LE(end - at, 100u) << help.substr(at, end - at);
    at = end + 1;
  }
}

TEST(Options, TheDefaultInTheHelpIsTheDefault) {
  // "(0.5)" at the end of a help text, or "(on)": the result of get() for fresh options.
  for (const OptionRow& row : option_table()) {
    if (row.get(Command{}).empty() || row.help.back() != ')') continue;
    SCOPED_TRACE(std::string(row.name));
    std::string shown(row.help.substr(row.help.rfind('(') + 1));
    shown.pop_back();
    if (shown == "on") shown = "true";
    if (shown == "off") shown = "false";
    EXPECT_EQ(shown, row.get(Command{}));
  }
}

}  // namespace
}  // namespace farfirst::app
