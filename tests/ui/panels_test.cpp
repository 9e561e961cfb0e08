// What the panels are made of: numbers that can be read, lists of names, labels that have room, and controls that a
// small window does not cut off.

#include <algorithm>
#include <cmath>

#include "ui/chart.h"
#include "ui/parameter_names.h"
#include "ui/widgets.h"
#include "ui_fixture.h"

namespace farfirst::app::ui {
namespace {

TEST(Chart, TicksAreRoundAndHoldTheTop) {
  for (const double top : {0.0003, 0.9, 1.0, 7.3, 42.0, 999.0, 12345.0}) {
    const auto ticks = nice_ticks(top, 5);
    EXPECT_EQ(ticks.front(), 0);
    EXPECT_GE(ticks.back(), top * (1 - 1e-6));
    EXPECT_LE(ticks.size(), 8u);
    EXPECT_GE(ticks.size(), 3u);
  }
  EXPECT_EQ(tick_label(nice_ticks(3, 3)[1]), "1");
  const auto decades = decade_ticks(0.02, 300);
  EXPECT_NEAR(decades.front(), 0.01, 1e-12);
  EXPECT_NEAR(decades.back(), 1000, 1e-9);
  EXPECT_EQ(decade_ticks(1, 1).size(), 2u);
}

TEST(Chart, TheMouseFindsTheNearestMark) {
  const std::vector<ChartMark> marks{{100, "a"}, {50, "b"}, {48, "c"}};
  EXPECT_EQ(mark_near(marks, 103, 3)->text, "a");
  EXPECT_EQ(mark_near(marks, 47, 3)->text, "c");
  EXPECT_EQ(mark_near(marks, 51, 3)->text, "b");
  EXPECT_EQ(mark_near(marks, 104, 3), nullptr);
}

TEST(Parameters, ValuesThatHaveNamesMakeAList) {
  const Parameter path{"path", "0 = chosen, 1 = subgroups, 2 = ballots of X; what else", 0, 2, 0};
  EXPECT_EQ(value_names(path), (std::vector<std::string>{"0: chosen", "1: subgroups", "2: ballots of X"}));
  const Parameter from_one{"variant", "what is sorted: 1 = floats, 2 = keys, only 3 bits, 3 = words. All.", 1, 3, 1};
  EXPECT_EQ(value_names(from_one), (std::vector<std::string>{"1: floats", "2: keys, only 3 bits", "3: words"}));
  const Parameter refers{"rank", "1 = by hand; 2 = by machine; 0 = 2", 0, 2, 0};
  EXPECT_EQ(value_names(refers), (std::vector<std::string>{"0: as 2", "1: by hand", "2: by machine"}));
  const Parameter shuffle{"shuffle", "1 = shuffle first", 0, 1, 0};
  EXPECT_EQ(value_names(shuffle), (std::vector<std::string>{"0: off", "1: shuffle first"}));
  const Parameter number{"threads", "threads of a block; 0 = those of the device", 0, 1024, 0};
  EXPECT_TRUE(value_names(number).empty());
  EXPECT_EQ(value_name(number, 0), "those of the device");
  EXPECT_EQ(value_name(number, 10), "");
  const Parameter some{"bits", "bits of a digit; 0 = chosen", 0, 8, 0};
  EXPECT_TRUE(value_names(some).empty());
}

/// A list names every value that a parameter of the catalogue names.
TEST(Parameters, TheCataloguesEnumerationsAreLists) {
  std::size_t lists = 0;
  for (const Algorithm* algorithm : algorithms())
    for (const Parameter& parameter : algorithm->parameters) {
      SCOPED_TRACE(std::string(algorithm->id) + ":" + std::string(parameter.name));
      const std::vector<std::string> names = value_names(parameter);
      const std::string last = std::to_string(parameter.maximum) + " = ",
                        first = std::to_string(parameter.minimum) + " = ";
      const bool named = parameter.meaning.find(first) != parameter.meaning.npos &&
                         parameter.meaning.find(last) != parameter.meaning.npos;
      if (named || (parameter.minimum == 0 && parameter.maximum == 1)) {
        EXPECT_EQ(names.size(), static_cast<std::size_t>(parameter.maximum - parameter.minimum + 1));
      }
      lists += names.empty() ? 0 : 1;
      for (const std::string& name : names) {
        EXPECT_GT(name.size(), 4u) << name;
        EXPECT_EQ(name.find(" = "), name.npos) << name;
      }
    }
  EXPECT_GE(lists, 10u);
}

TEST_F(UiTest, ANamedValueOfAParameterIsTakenFromAList) {
  start({"--scene=glass", "--sort=cpu.lsd_radix"});
  settle();
  const Parameter* write = nullptr;
  for (const Parameter& parameter : find("cpu.lsd_radix")->parameters)
    if (parameter.name == "write") write = &parameter;
  ASSERT_NE(write, nullptr);
  open_tab("Sort", /*advanced=*/true);
  click("parameter/write");
  click("parameter/write/" + value_names(*write).back());
  ASSERT_EQ(session->document.left.sort.parameters.size(), 1u);
  EXPECT_EQ(session->document.left.sort.parameters[0].name, "write");
  EXPECT_EQ(session->document.left.sort.parameters[0].value, write->maximum);
}

/// WCAG's contrast of two opaque colours, 1 to 21.
double contrast(const ImVec4& a, const ImVec4& b) {
  const auto luminance = [](const ImVec4& color) {
    const auto linear = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.x) + 0.7152 * linear(color.y) + 0.0722 * linear(color.z);
  };
  const double u = luminance(a), v = luminance(b);
  return (std::max(u, v) + 0.05) / (std::min(u, v) + 0.05);
}

TEST_F(UiTest, NumbersAreReadableWhateverLiesUnderThem) {
  apply_theme(1);
  const ImVec4* colors = ImGui::GetStyle().Colors;
  const ImVec4& text = colors[ImGuiCol_Text];
  for (const ImGuiCol under : {ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive, ImGuiCol_PlotHistogram, ImGuiCol_FrameBg,
                               ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive, ImGuiCol_WindowBg, ImGuiCol_Button})
    EXPECT_GE(contrast(text, colors[under]), 4.5) << ImGui::GetStyleColorName(under);
  EXPECT_GE(contrast(text, ImGui::ColorConvertU32ToFloat4(selection_color)), 4.5);
  EXPECT_GE(contrast(colors[ImGuiCol_TextDisabled], colors[ImGuiCol_WindowBg]), 4.5);
}

TEST_F(UiTest, TitlesOfSortsHaveWholeWordsWithinTheList) {
  start({"--scene=glass"}, 1, {960, 600});
  settle();
  open_tab("Sort");
  std::size_t titles = 0;
  for (const auto& [name, area] : gui->probe().items()) {
    if (!name.starts_with("title/")) continue;
    ++titles;
    EXPECT_LE(area.maximum.x, gui->probe().items().at("sort/" + name.substr(6)).maximum.x) << name;
    EXPECT_GT(area.maximum.x, area.minimum.x) << name;
  }
  EXPECT_GT(titles, 3u);
  const float room = ImGui::CalcTextSize("three words of f").x;
  EXPECT_EQ(fitting("three words", room), "three words");
  EXPECT_EQ(fitting("three words of five letters", room), "three words ...");
  EXPECT_EQ(fitting("Wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww", room), "");
}

TEST_F(UiTest, LabelsOfAChartNeverTouch) {
  start({"--scene=glass"});
  ImGui::NewFrame();
  for (const std::size_t capacity : {60u, 240u, 1000u})
    for (float width = 20; width < 2000; width += 7) {
      const std::vector<AxisLabel> labels = age_labels(capacity, width);
      for (std::size_t i = 0; i < labels.size(); ++i) {
        EXPECT_GE(labels[i].left, 0) << width;
        EXPECT_LE(labels[i].right, width);
        EXPECT_NEAR(labels[i].right - labels[i].left, ImGui::CalcTextSize(labels[i].text.c_str()).x, 0.01f);
        for (std::size_t j = 0; j < i; ++j)
          EXPECT_TRUE(labels[i].right < labels[j].left || labels[j].right < labels[i].left)
              << labels[i].text << " touches " << labels[j].text << " on an axis of " << width;
      }
      if (width > 60) {
        ASSERT_FALSE(labels.empty());
        EXPECT_EQ(labels.front().text, "now");
      }
      if (width > 150) {
        EXPECT_EQ(labels.back().text, "frames");
      }
    }
  ImGui::EndFrame();
  const std::vector<float> heights = {100, 95, 80, 60, 59, 40};
  EXPECT_EQ(apart(heights, 14), (std::vector<std::size_t>{0, 2, 3, 5}));
}

class SmallWindow : public UiTest {
 protected:
  static constexpr float width = 960, height = 600;

  Rectangle rectangle(const std::string& item) {
    EXPECT_TRUE(has(item)) << item;
    return has(item) ? gui->probe().items().at(item) : Rectangle{};
  }
  void expect_inside(const std::string& item) {
    const Rectangle r = rectangle(item);
    EXPECT_TRUE(r.minimum.x >= 0 && r.minimum.y >= 0 && r.maximum.x <= width && r.maximum.y <= height)
        << item << ": " << r.minimum.x << ", " << r.minimum.y << " to " << r.maximum.x << ", " << r.maximum.y;
  }
  /// Where what a tab holds begins.
  float top() { return rectangle("tab/Look").maximum.y; }
  /// Turns the wheel over the side bar until an item is in the window, and expects all of it to be there.
  void scroll_to(const std::string& item) {
    move({rectangle("tab/Scene").minimum.x + 3, height / 2});
    for (int i = 0; i < 200 && rectangle(item).maximum.y > height - 4; ++i) wheel_step(-1);
    for (int i = 0; i < 200 && rectangle(item).minimum.y < top(); ++i) {
      const float before = rectangle(item).minimum.y;
      wheel_step(1);
      if (rectangle(item).minimum.y == before) break;  // the top
    }
    expect_inside(item);
    EXPECT_LE(rectangle(item).maximum.x, rectangle("view").minimum.x) << item;
  }
  void wheel_step(float steps) {
    add_wheel(steps);
    run(1);
  }
  static bool is_elsewhere(const std::string& name) {
    return name == "view" || name == "graph" || name == "log" || name == "passes" || name == "clear" ||
           name == "beside" || name.starts_with("stage/") || name.starts_with("menu/");
  }
  void check_tab(const std::string& tab) {
    SCOPED_TRACE(tab);
    open_tab(tab);
    for (const char* fold : {"Spawn rates", "Emitters", "Advanced"})
      if (has(fold)) {
        scroll_to(fold);
        click(fold);
      }
    run(3);
    const auto items = gui->probe().items();
    for (const auto& [name, ignored] : items) {
      if (name.starts_with("menu/")) expect_inside(name);
      if (!is_elsewhere(name)) scroll_to(name);
    }
  }
  void check(float scale) {
    SCOPED_TRACE(scale);
    start({"--scene=particles", "--particles=2000", "--sort=cpu.lsd_radix"}, scale, {width, height});
    press(GLFW_KEY_SPACE);
    settle();
    for (const char* tab : {"Scene", "Look", "Sort", "Camera", "Compare"}) check_tab(tab);
    const Rectangle view = rectangle("view");
    move({view.maximum.x - 60, view.maximum.y + 40});  // over the times
    for (const char* item : {"log", "passes", "clear"}) expect_inside(item);
    // A graph below what is seen is not laid out: it has no height until it comes into view.
    const auto seen = [&](const Rectangle& r) { return r.maximum.y <= height && r.maximum.y > r.minimum.y; };
    for (int i = 0; i < 200 && !seen(rectangle("graph")); ++i) wheel_step(-1);
    expect_inside("graph");
    EXPECT_GE(rectangle("graph").minimum.x, view.minimum.x);
    EXPECT_GT(rectangle("graph").maximum.x - rectangle("graph").minimum.x, 100 * scale);
    EXPECT_GT(rectangle("graph").maximum.y - rectangle("graph").minimum.y, 100 * scale);
    press(GLFW_KEY_H);
    press(GLFW_KEY_END);
    run(3);
    expect_inside("help/last");
    press(GLFW_KEY_ESCAPE);
    press(GLFW_KEY_O, GLFW_MOD_CONTROL);
    run(3);
    expect_inside("browser/cancel");
    expect_inside("browser/path");
    expect_inside("browser/filter");
  }
};

/// Where the controls of a tab are at first, as they follow each other in it: of those that are scrolled away too.
std::vector<Rectangle> controls_of(const std::map<std::string, Rectangle>& items, const Rectangle& first_tab,
                                   float right) {
  std::vector<Rectangle> found;
  for (const auto& [name, r] : items) {
    const bool in_bar = r.maximum.x <= right && r.minimum.y >= first_tab.maximum.y;
    if (in_bar && !name.starts_with("number/") && !name.starts_with("title/")) found.push_back(r);
  }
  std::ranges::sort(found, {}, [](const Rectangle& r) { return std::pair(r.minimum.y, r.minimum.x); });
  return found;
}

TEST_F(SmallWindow, TheFirstEightControlsOfEveryTabAreSeenWithoutScrolling) {
  for (const char* scene : {"--scene=glass", "--scene=particles"}) {
    SCOPED_TRACE(scene);
    start({scene, "--particles=2000", "--sort=cpu.lsd_radix"}, 1, {width, height});
    press(GLFW_KEY_SPACE);
    press(GLFW_KEY_X);
    settle();
    EXPECT_TRUE(has("opacity")) << "a fresh start shows the tab Look";
    for (const char* tab : {"Scene", "Look", "Sort", "Camera", "Compare"}) {
      SCOPED_TRACE(tab);
      open_tab(tab);
      const auto found = controls_of(gui->probe().items(), rectangle("tab/Scene"), rectangle("view").minimum.x);
      ASSERT_FALSE(found.empty());
      for (std::size_t i = 0; i < std::min<std::size_t>(found.size(), 8); ++i)
        EXPECT_LT(found[i].maximum.y, height) << i;
    }
  }
}

TEST_F(SmallWindow, ANumberNeverLiesUnderTheGrabOfItsSlider) {
  start({"--scene=particles", "--particles=2000", "--sort=cpu.lsd_radix", "--split", "--split-show=difference"}, 1,
        {width, 2000});
  press(GLFW_KEY_SPACE);
  settle();
  std::size_t sliders = 0;
  for (const char* tab : {"Scene", "Look", "Sort", "Camera", "Compare"}) {
    open_tab(tab);
    for (const char* fold : {"Spawn rates", "Emitters", "emitter jet 1", "Advanced"})
      if (has(fold)) {
        click(fold);
        run();
      }
    for (const auto& [name, number] : gui->probe().items()) {
      if (!name.starts_with("number/")) continue;
      ++sliders;
      EXPECT_GT(number.minimum.x, rectangle(name.substr(7)).maximum.x) << name;
      EXPECT_LE(number.maximum.x, rectangle("view").minimum.x) << name;
    }
  }
  EXPECT_GT(sliders, 15u);
}

TEST_F(SmallWindow, EverythingCanBeReached) { check(1); }
TEST_F(SmallWindow, EverythingCanBeReachedAtTwiceTheSize) { check(2); }

}  // namespace
}  // namespace farfirst::app::ui
