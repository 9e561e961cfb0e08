// Several files in one scene: the list in the side bar, files that are dropped, and which way up they are.

#include "ui/actions.h"
#include "ui_fixture.h"

namespace farfirst::app::ui {
namespace {

class ObjectList : public UiFiles {
 protected:
  void start_with_two() { start({write("a.ply", triangle()).string(), write("b.ply", triangle()).string()}); }
  void wait() {
    run_until([this] { return session->loader.current() == nullptr; });
    settle();
  }
  std::size_t objects() const { return session->document.objects.size(); }
  const ObjectSetting& setting(std::size_t i) const { return session->document.objects.at(i).setting; }
};

TEST_F(ObjectList, AClickHidesAnObject) {
  start_with_two();
  settle();
  EXPECT_EQ(session->frames.last().elements, 2u);
  open_tab("Scene");
  click("object 2/visible");
  settle();
  EXPECT_TRUE(setting(0).visible);
  EXPECT_FALSE(setting(1).visible);
  EXPECT_EQ(session->frames.last().elements, 1u) << "what is hidden is not sorted";
  click("object 2/visible");
  settle();
  EXPECT_EQ(session->frames.last().elements, 2u);
}

TEST_F(ObjectList, AnOpenLineHasTheObjectsOpacityAndPlace) {
  start_with_two();
  EXPECT_FALSE(has("object 1/opacity"));
  open_tab("Scene");
  click("object 1");
  run();
  const Image before = session->viewer.picture().read();
  click("object 1/opacity");  // its middle
  settle();
  EXPECT_NEAR(setting(0).opacity, 0.5f, 0.1f);
  EXPECT_EQ(setting(1).opacity, 1);
  EXPECT_NE(session->viewer.picture().read().rgba, before.rgba);
  const ImVec2 scale = center("object 1/scale");
  drag(scale, {scale.x + 40, scale.y});
  EXPECT_GT(setting(0).placement.scale, 1);
  click("object 1/reset");
  settle();
  EXPECT_EQ(setting(0), ObjectSetting{});
  EXPECT_EQ(session->viewer.picture().read().rgba, before.rgba);
}

TEST_F(ObjectList, AnObjectIsRemovedButNotTheLastOne) {
  start_with_two();
  open_tab("Scene");
  click("object 1");
  run();
  click("object 1/remove");
  settle();
  ASSERT_EQ(objects(), 1u);
  EXPECT_EQ(session->document.objects[0].file.filename(), "b.ply");
  EXPECT_EQ(session->frames.last().elements, 1u);
  EXPECT_TRUE(std::filesystem::exists(folder / "a.ply"));
  if (!has("object 1/remove")) click("object 1");
  run();
  click("object 1/remove");
  EXPECT_EQ(objects(), 1u);
}

TEST_F(ObjectList, DroppedFilesTakeThePlaceOrAreAdded) {
  start({write("a.ply", triangle()).string()});
  const auto b = write("b.ply", triangle()), c = write("c.ply", triangle());
  open_dropped(*session, {b, c}, /*adds=*/true);
  wait();
  ASSERT_EQ(objects(), 3u);
  EXPECT_EQ(session->document.objects[0].file.filename(), "a.ply");
  EXPECT_EQ(session->document.objects[2].file.filename(), "c.ply");
  EXPECT_EQ(session->frames.last().elements, 3u);
  open_dropped(*session, {c, b}, /*adds=*/false);
  wait();
  ASSERT_EQ(objects(), 2u);
  EXPECT_EQ(session->document.objects[0].file.filename(), "c.ply");
  open_dropped(*session, {write("broken.ply", "ply\nno"), write("d.ply", triangle())}, /*adds=*/true);
  wait();
  EXPECT_EQ(objects(), 3u) << "a file that cannot be read keeps no other away";
  EXPECT_NE(session->messages.all().back().text.find("broken.ply"), std::string::npos);
}

TEST_F(ObjectList, FilesAreTurnedByThePanel) {
  start({write("a.ply", triangle()).string()});
  EXPECT_EQ(session->scene()->bounds().maximum.y, 1);
  open_tab("Scene");
  click("flip");
  click("flip/x");
  wait();
  EXPECT_EQ(session->document.flip, Flip::x);
  EXPECT_EQ(session->scene()->bounds().minimum.y, -1);
  EXPECT_EQ(session->scene()->bounds().maximum.x, 1);
  EXPECT_LT(session->camera.focus.y, 0) << "it is looked at where it lies now";
  session->open_scene("glass");
  run();
  EXPECT_FALSE(has("flip"));
}

}  // namespace
}  // namespace farfirst::app::ui
