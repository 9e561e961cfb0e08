// Panels and files: keys that write some, files that are read beside the frame, the browser, pictures that are saved.

#include "made_gltf.h"
#include "scene/particle_sequence.h"
#include "ui_fixture.h"

namespace farfirst::app::ui {
namespace {

/// Some of them write files.
TEST_F(UiFiles, EveryKeyOfTheTableDoesNoHarm) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(folder);
  start({"--scene=crossing", "--samples=1"}, 1, {640, 480});
  settle();
  for (const KeyBinding& binding : key_bindings()) {
    if (binding.act == nullptr || binding.key == GLFW_KEY_Q) continue;
    SCOPED_TRACE(binding.meaning);
    press(binding.key, binding.modifiers);
  }
  settle();
  std::filesystem::current_path(before);
  EXPECT_FALSE(gui->state().quit);
  press(GLFW_KEY_Q, GLFW_MOD_CONTROL);
  EXPECT_TRUE(gui->state().quit);
}

TEST_F(UiTest, TheCameraGoesThroughTheClipboard) {
  start({"--scene=glass"});
  settle();
  const Camera before = session->camera;
  press(GLFW_KEY_C, GLFW_MOD_CONTROL);
  session->camera.orbit(1, 0);
  press(GLFW_KEY_V, GLFW_MOD_CONTROL);
  EXPECT_EQ(session->camera.eye, before.eye);
  ImGui::SetClipboardText("no camera");
  press(GLFW_KEY_V, GLFW_MOD_CONTROL);
  EXPECT_EQ(session->camera.eye, before.eye);
  ASSERT_FALSE(session->messages.all().empty());
  EXPECT_TRUE(session->messages.all().back().error);
}

TEST_F(UiFiles, AFileIsReadBesideTheFrameAndRemembered) {
  const auto file = write("triangle.ply", triangle());
  start({"--scene=glass"});
  session->open(file);
  EXPECT_EQ(session->scene()->name(), "glass");  // the old scene stays until then
  run_until([this] { return session->loader.current() == nullptr; });
  settle();
  EXPECT_EQ(session->scene()->name(), "triangle.ply");
  EXPECT_EQ(session->frames.last().elements, 1u);
  EXPECT_EQ(session->memory.recent.front(), file);
  session->camera.orbit(0.3f, 0);
  const Camera turned = session->camera;
  press(GLFW_KEY_F5);
  run_until([this] { return session->loader.current() == nullptr; });
  EXPECT_EQ(session->camera.eye, turned.eye);  // reading again keeps the view
}

std::vector<std::string> object_names(const Session& session) {
  std::vector<std::string> names;
  for (const Object& object : session.shown_scene().objects) names.push_back(object.name());
  return names;
}

TEST_F(UiFiles, AFileOfSeveralKindsIsAnObjectOfEach) {
  const auto file = write("a.gltf", test::mixed_gltf().text());
  const std::vector<std::string> names = {"a.gltf (mesh)", "a.gltf (points)", "a.gltf (splats)"};
  start({file.string(), "--object=1:opacity=0.5"});
  EXPECT_EQ(object_names(*session), names);
  EXPECT_EQ(session->scene()->counts(), "3 objects: 1 splat, 1 triangle, 2 points");
  for (const ObjectChoice& object : session->document.objects) EXPECT_EQ(object.setting.opacity, 0.5f);
  EXPECT_FALSE(session->selected);

  // Each has settings of its own from then on, which states, undo and reading again keep.
  session->document.objects[2].setting.placement.position = {0, 1, 0};
  session->remove_object(1);
  session->duplicate_object(0);
  settle();
  const std::vector<ObjectChoice> edited = session->document.objects;
  const std::vector<std::string> edited_names = {names[0], names[0] + " copy", names[2]};
  EXPECT_EQ(object_names(*session), edited_names);
  session->save_state(folder / "s.farfirst.json");
  session->camera.orbit(0.3f, 0);
  const Camera turned = session->camera;
  session->reload();
  run_until([this] { return session->loader.current() == nullptr; });
  EXPECT_EQ(session->document.objects, edited);
  EXPECT_EQ(session->camera.eye, turned.eye);
  EXPECT_EQ(session->scene()->objects[0].model(), session->scene()->objects[1].model()) << "the file is read once";
  session->open(folder / "s.farfirst.json");
  run_until([this] { return session->loader.current() == nullptr; });
  EXPECT_EQ(session->document.objects, edited);
  EXPECT_EQ(object_names(*session), edited_names);

  session->add(file);
  run_until([this] { return session->loader.current() == nullptr; });
  EXPECT_EQ(session->document.objects.size(), 6u);
  EXPECT_EQ(session->selected, 5u);
  const Camera before = session->camera;
  session->open(file);
  run_until([this] { return session->loader.current() == nullptr; });
  EXPECT_EQ(object_names(*session), names);
  EXPECT_EQ(session->camera.eye, before.eye) << "it is the same file";
}

TEST_F(UiFiles, APartOfAFileStaysOneWhenItIsAlone) {
  const auto file = write("a.gltf", test::mixed_gltf().text());
  start({file.string()});
  session->remove_object(2);
  session->remove_object(1);
  settle();
  EXPECT_EQ(session->scene()->counts(), "1 triangle, 3 vertices");
  EXPECT_EQ(object_names(*session), std::vector<std::string>{"a.gltf (mesh)"});
  session->reload();
  run_until([this] { return session->loader.current() == nullptr; });
  EXPECT_EQ(session->scene()->counts(), "1 triangle, 3 vertices");
  write("a.gltf", triangle());
  session->document.objects[0].part = Part::splats;
  session->reload();
  run_until([this] { return session->loader.current() == nullptr; });
  ASSERT_FALSE(session->messages.all().empty());
  EXPECT_TRUE(session->messages.all().back().text.ends_with("a.gltf: the file has no splats"));
  EXPECT_EQ(session->scene()->counts(), "1 triangle, 3 vertices") << "as it was";
}

TEST_F(UiFiles, ParticlesAreReadBesideTheFrameAndTheirReadingIsCancelled) {
  std::string table = "x,y,z\n";
  for (int i = 0; i < 20'000; ++i) table += "0,1,2\n";
  start({"--scene=crossing"});
  session->open(write("a.csv", table));
  ASSERT_NE(session->loader.current(), nullptr);
  session->loader.cancel();
  run_until([this] { return session->loader.current() == nullptr; });
  EXPECT_EQ(session->scene()->name(), "crossing");
  const auto file = write("b.csv", "x,y,z\n0,0,0\n1,0,0\n");
  session->open(file);
  EXPECT_EQ(session->scene()->name(), "crossing") << "until the file has been read";
  run_until([this] { return session->loader.current() == nullptr; });
  EXPECT_EQ(session->scene()->name(), "b.csv");
  EXPECT_EQ(session->player.sequence()->drawn().count(), 2u);
  EXPECT_EQ(session->memory.recent.front(), file);
  // Beside others it is an object of theirs.
  session->add(write("c.csv", table));
  ASSERT_NE(session->loader.current(), nullptr);
  run_until([this] { return session->loader.current() == nullptr; });
  EXPECT_EQ(session->scene()->sequences().size(), 2u);
}

TEST_F(UiFiles, ABrokenFileLeavesTheSceneAndAMessageUntilItIsClosed) {
  start({"--scene=glass"});
  settle();
  session->open(write("broken.ply", "ply\nformat ascii 1.0\nelement vertex 9\n"));
  run_until([this] { return session->loader.current() == nullptr; });
  run();
  EXPECT_EQ(session->scene()->name(), "glass");
  ASSERT_EQ(session->messages.all().size(), 1u);
  EXPECT_NE(session->messages.all()[0].text.find("broken.ply"), std::string::npos);
  click("message/close");
  EXPECT_TRUE(session->messages.all().empty());
}

TEST_F(UiFiles, WhatTheReaderRemarksIsOneMessage) {
  start({"--scene=glass"});
  session->open(write("odd.obj", "mtllib no.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv nan 0 0\nf 1 2 3\nf 1 2\nl 1 2\n"));
  run_until([this] { return session->loader.current() == nullptr; });
  ASSERT_EQ(session->messages.all().size(), 1u);
  EXPECT_EQ(session->messages.all()[0].text,
            "odd.obj: The material file \"no.mtl\" (line 1) was not found beside the model. 1 face has fewer than "
            "three corners "
            "and was left out (line 7). 1 polyline was left out (line 8). The tab Scene has 1 more.");
  EXPECT_FALSE(session->messages.all()[0].error);
}

TEST_F(UiFiles, TheBrowserOpensAFolderAndAFile) {
  std::filesystem::create_directory(folder / "models");
  std::filesystem::rename(write("a.ply", triangle()), folder / "models/a.ply");
  write("notes.txt", "nothing to show");
  start({"--scene=glass"});
  session->memory.remember(folder / "gone.ply");  // the browser begins where the last file was
  press(GLFW_KEY_O, GLFW_MOD_CONTROL);
  ASSERT_TRUE(gui->browser().is_open());
  EXPECT_FALSE(has("browser/notes.txt"));
  click("browser/models");
  click("browser/a.ply");
  EXPECT_FALSE(gui->browser().is_open());
  run_until([this] { return session->loader.current() == nullptr; });
  EXPECT_EQ(session->scene()->name(), "a.ply");
}

TEST_F(UiFiles, TheBrowserIsUsedWithKeysAlone) {
  for (const char* name : {"one", "two", "two/deep"}) std::filesystem::create_directory(folder / name);
  for (const char* name : {"two/a.ply", "two/b.ply", "two/c.ply", "z.ply"}) write(name, triangle());
  start({"--scene=glass"});
  session->memory.remember(folder / "gone.ply");
  press(GLFW_KEY_O, GLFW_MOD_CONTROL);
  press(GLFW_KEY_DOWN);  // one, two, z.ply: to two
  press(GLFW_KEY_ENTER);
  ASSERT_TRUE(has("browser/deep"));
  press(GLFW_KEY_BACKSPACE);  // back, and the cursor stands on the folder that was left
  ASSERT_TRUE(has("browser/z.ply"));
  press(GLFW_KEY_ENTER);
  ASSERT_TRUE(has("browser/deep"));
  press(GLFW_KEY_END);
  press(GLFW_KEY_UP);
  press(GLFW_KEY_ENTER);
  EXPECT_FALSE(gui->browser().is_open());
  run_until([this] { return session->loader.current() == nullptr; });
  EXPECT_EQ(session->scene()->name(), "b.ply");

  press(GLFW_KEY_O, GLFW_MOD_CONTROL);
  add_text("c");  // the filter
  run(2);
  EXPECT_FALSE(has("browser/a.ply"));
  press(GLFW_KEY_ENTER);
  EXPECT_FALSE(gui->browser().is_open());
  run_until([this] { return session->loader.current() == nullptr; });
  EXPECT_EQ(session->scene()->name(), "c.ply");

  press(GLFW_KEY_O, GLFW_MOD_CONTROL);
  click("browser/cancel");
  press(GLFW_KEY_O, GLFW_MOD_CONTROL);
  press(GLFW_KEY_2);
  press(GLFW_KEY_ESCAPE);
  EXPECT_FALSE(gui->browser().is_open());
  EXPECT_EQ(session->document.left.sort.algorithm, "auto");
}

TEST(FileBrowser, FiltersByWordsAndKnowsEndings) {
  EXPECT_TRUE(looks_readable("Dragon.PLY"));
  EXPECT_TRUE(looks_readable("x.ply.gz"));
  EXPECT_FALSE(looks_readable("x.txt"));
  EXPECT_FALSE(looks_readable(".ply"));
  EXPECT_TRUE(passes_filter("Stanford_Dragon.ply", "drag stan"));
  EXPECT_FALSE(passes_filter("Stanford_Dragon.ply", "drag bunny"));
  std::string trouble;
  EXPECT_TRUE(list_folder("/no/such/folder", trouble).empty());
  EXPECT_NE(trouble.find("/no/such/folder"), std::string::npos);
}

}  // namespace
}  // namespace farfirst::app::ui
