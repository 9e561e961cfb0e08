// The search: controls and commands are found by their words.

#include "ui/activity.h"
#include "ui_fixture.h"

namespace farfirst::app::ui {
namespace {

class SearchTest : public UiTest {
 protected:
  void search(const std::string& words) {
    press(GLFW_KEY_K, GLFW_MOD_CONTROL);
    add_text(words);
    run(2);
  }
  std::vector<std::string> found() {
    std::vector<std::string> names;
    for (const auto& [name, r] : gui->probe().items())
      if (name.starts_with("search/") && name != "search/words") names.push_back(name.substr(7));
    return names;
  }
  bool finds(const std::string& words, const std::string& wanted) {
    search(words);
    const std::vector<std::string> names = found();
    press(GLFW_KEY_ESCAPE);
    return std::ranges::find(names, wanted) != names.end();
  }
};

TEST_F(SearchTest, JumpsToAControlThatIsFoldedInAnotherTab) {
  start({"--scene=glass"}, 1, {960, 600});
  settle();
  EXPECT_FALSE(has("key form"));
  search("key form");
  press(GLFW_KEY_ENTER);
  settle();
  EXPECT_FALSE(gui->state().search);
  EXPECT_EQ(gui->state().tab, "Sort");
  ASSERT_TRUE(has("key form"));
  const Rectangle control = gui->probe().items().at("key form"), row = gui->probe().items().at("tab/Sort");
  EXPECT_GT(control.minimum.y, row.maximum.y);
  EXPECT_LT(control.maximum.y, 600);
  EXPECT_EQ(session->document.left.sort, SortChoice()) << "nothing is changed";

  gui->state().visible = session->memory.show_sidebar = false;
  search("view angle");
  press(GLFW_KEY_ENTER);
  EXPECT_TRUE(has("view angle"));
}

TEST_F(SearchTest, RunsCommandsOfMenusAndKeys) {
  start({"--scene=glass"});
  settle();
  search("heat map");
  press(GLFW_KEY_ENTER);
  EXPECT_TRUE(session->document.split.on);
  EXPECT_EQ(session->document.split.show, SplitShow::heat);
  search("next draw ord");
  click("search/Sorting/next draw order: back to front, front to back, file order, shuffled");
  EXPECT_EQ(session->document.right->sort.draw_order, DrawOrder::front_to_back);
  search("built crossing");
  press(GLFW_KEY_ENTER);
  settle();
  EXPECT_EQ(session->scene()->name(), "crossing");
}

TEST_F(SearchTest, FindsSortsRenderersChoicesAndKeys) {
  start({"--scene=particles", "--particles=2000"});
  press(GLFW_KEY_SPACE);
  settle();
  for (const SortEntry& entry : gui->state().sorts) {
    const std::string id(entry.algorithm->id);
    const std::string place = entry.reason.empty() ? "Sort/" : "Sort > Not available here";
    search(id);
    EXPECT_TRUE(std::ranges::any_of(found(), [&](const std::string& name) {
      return name.starts_with(place) && name.ends_with("/" + id);
    })) << id;
    press(GLFW_KEY_ESCAPE);
  }
  for (const RendererEntry& entry : gui->state().renderers)
    EXPECT_TRUE(finds(std::string(entry.renderer->id), "Look/Renderer")) << entry.renderer->id;
  EXPECT_TRUE(finds("opacity auto", "Look/Opacity: auto"));
  EXPECT_TRUE(finds("shuffled", "Sort/Draw order"));
  EXPECT_TRUE(finds("freeze", "Race, while it is open/freeze the times, or go on"));
  EXPECT_TRUE(finds("view previous", "Camera/previous view"));
  EXPECT_TRUE(finds("jet swirl", "Scene > Emitters > jet 1/swirl"));
  EXPECT_TRUE(finds("rotation", "Scene > particles/Rotation"));
  EXPECT_TRUE(finds("picture SAVE", "menu File/Save picture"));
  EXPECT_FALSE(finds("pacity", "Look/Opacity")) << "words go by their beginning";
}

TEST_F(SearchTest, TakesTheKeysAndEscapeClosesIt) {
  start({"--scene=glass"});
  settle();
  search("zzz");
  EXPECT_TRUE(found().empty());
  press(GLFW_KEY_ENTER);
  press(GLFW_KEY_P);
  press(GLFW_KEY_R);
  EXPECT_TRUE(gui->state().search);
  EXPECT_EQ(session->document.left.sort.draw_order, DrawOrder::back_to_front);
  EXPECT_FALSE(session->document.race.on);
  press(GLFW_KEY_ESCAPE);
  EXPECT_FALSE(gui->state().search);
  press(GLFW_KEY_P);
  EXPECT_EQ(session->document.left.sort.draw_order, DrawOrder::front_to_back);
}

TEST_F(SearchTest, ArrowsChooseAmongWhatIsFound) {
  start({"--scene=glass"});
  settle();
  search("sort point");
  const std::vector<std::string> names = found();
  ASSERT_GE(names.size(), 2u);
  press(GLFW_KEY_DOWN);
  press(GLFW_KEY_UP);
  press(GLFW_KEY_ENTER);
  EXPECT_EQ(gui->state().tab, "Sort");
}

TEST_F(UiTest, TheTimesSayWhatGoesOnBesideTheFrame) {
  start({"--scene=glass", "--sort=gl.radix", "--renderer=raster"});
  settle();
  EXPECT_FALSE(has("beside"));
  press(GLFW_KEY_R);
  run_until([this] { return has("beside"); });
  EXPECT_NE(beside_text(*session, left_index).find("the race"), std::string::npos);
}

}  // namespace
}  // namespace farfirst::app::ui
