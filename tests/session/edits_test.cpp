// Undo: names of steps, their extent, and their number.

#include "session/edits.h"

#include <gtest/gtest.h>

namespace farfirst::app {
namespace {

Shown two_objects() {
  const auto a = std::make_shared<const Model>(), b = std::make_shared<const Model>();
  return {.document = {}, .objects = {{{"a.ply"}, a}, {{"b.ply"}, b}}};
}

TEST(Edits, AreNamedByWhatChanged) {
  const Shown before = two_objects();
  const auto name = [&](auto change) {
    Shown after = before;
    change(after);
    return name_of_change(before, after);
  };
  EXPECT_EQ(name([](Shown&) {}), "");
  EXPECT_EQ(name([](Shown& s) { s.objects[0].setting.placement.position.x = 1; }), "move a.ply");
  EXPECT_EQ(name([](Shown& s) { s.objects[1].setting.placement.rotation.y = 9; }), "turn b.ply");
  EXPECT_EQ(name([](Shown& s) { s.objects[1].setting.placement.scale = 2; }), "scale b.ply");
  EXPECT_EQ(name([](Shown& s) {
              s.objects[1].setting.placement = {{1, 0, 0}, {0, 9, 0}, 1};
            }),
            "turn b.ply")
      << "about its middle";
  EXPECT_EQ(name([](Shown& s) { s.objects[1].setting.placement = {{1, 0, 0}, {0, 9, 0}, 2}; }), "place b.ply");
  EXPECT_EQ(name([](Shown& s) { s.objects[0].setting.opacity = 0.5f; }), "opacity of a.ply");
  EXPECT_EQ(name([](Shown& s) { s.objects[0].setting.visible = false; }), "hide a.ply");
  EXPECT_EQ(name([](Shown& s) { s.objects[0].setting.name = "pane"; }), "rename a.ply");
  EXPECT_EQ(name([](Shown& s) { s.objects.erase(s.objects.begin()); }), "remove a.ply");
  EXPECT_EQ(name([](Shown& s) { s.objects.push_back({{"c.ply"}, std::make_shared<const Model>()}); }), "add c.ply");
  EXPECT_EQ(name([](Shown& s) { s.objects.push_back(s.objects[0]); }), "duplicate");
  EXPECT_EQ(name([](Shown& s) { std::swap(s.objects[0], s.objects[1]); }), "order of the objects");
  EXPECT_EQ(name([](Shown& s) { s.document.left.sort.algorithm = "gl.radix"; }), "sort by gl.radix");
  EXPECT_EQ(name([](Shown& s) { s.document.left.look.fresnel = 0.1f; }), "fresnel");
  EXPECT_EQ(name([](Shown& s) {
              s.document.automatic_point_size = false;
              s.document.left.look.point_size = 7;
            }),
            "point size");
  EXPECT_EQ(name([](Shown& s) {
              s.document.automatic_opacity = false;
              s.document.left.look.opacity = 0.1f;
            }),
            "opacity");
  EXPECT_EQ(name([](Shown& s) {
              s.document.left.look = {.refine = 3, .fresnel = 0.1f, .shading = Shading::flat};
              s.document.left.sort.draw_order = DrawOrder::shuffled;
            }),
            "draw order, refine and 2 more");
  EXPECT_EQ(name([](Shown& s) { s.document.left.look.opacity = 0.1f; }), "") << "while the scene chooses it";
}

TEST(Edits, NameTheRightSide) {
  Shown before = two_objects();
  before.document.right = before.document.left;
  Shown after = before;
  after.document.right->sort.draw_order = DrawOrder::shuffled;
  EXPECT_EQ(name_of_change(before, after), "draw order of the right side");
}

TEST(Edits, ADragIsOneStep) {
  Edits edits;
  Shown shown = two_objects();
  edits.note(shown, false);
  for (int i = 1; i <= 10; ++i) {
    shown.objects[0].setting.placement.position.x = static_cast<float>(i);
    edits.note(shown, /*under_way=*/true);
  }
  EXPECT_EQ(edits.next_undo(), nullptr);
  edits.note(shown, false);
  ASSERT_NE(edits.next_undo(), nullptr);
  EXPECT_EQ(*edits.next_undo(), "move a.ply");
  EXPECT_EQ(edits.undo().objects[0].setting, ObjectSetting{});
  EXPECT_EQ(edits.next_undo(), nullptr);
  EXPECT_EQ(*edits.next_redo(), "move a.ply");
  EXPECT_EQ(edits.redo().objects[0].setting.placement.position.x, 10);
}

TEST(Edits, SomethingElseTakesThePlaceOfWhatWasUndone) {
  Edits edits;
  Shown shown = two_objects();
  edits.note(shown, false);
  shown.document.left.look.fresnel = 0.1f;
  edits.note(shown, false);
  shown = edits.undo();
  edits.note(shown, false);
  ASSERT_NE(edits.next_redo(), nullptr) << "what is undone is no step of its own";
  shown.objects[0].setting.visible = false;
  edits.note(shown, false);
  EXPECT_EQ(edits.next_redo(), nullptr);
  EXPECT_EQ(*edits.next_undo(), "hide a.ply");
}

TEST(Edits, AreBoundedAndForgotten) {
  Edits edits;
  Shown shown = two_objects();
  edits.note(shown, false);
  for (std::size_t i = 0; i < Edits::most + 20; ++i) {
    shown.objects[0].setting.placement.position.x += 1;
    edits.note(shown, false);
  }
  std::size_t steps = 0;
  for (; edits.next_undo() != nullptr; ++steps) shown = edits.undo();
  EXPECT_EQ(steps, Edits::most);
  EXPECT_EQ(shown.objects[0].setting.placement.position.x, 20);
  edits.forget();
  EXPECT_EQ(edits.next_redo(), nullptr);
}

TEST(Edits, WhatTheProgramChangedIsNoStep) {
  Edits edits;
  Shown shown = two_objects();
  edits.note(shown, false);
  shown.document.left.sort.algorithm = "cpu.lsd_radix";
  edits.adopt(shown);
  edits.note(shown, false);
  EXPECT_EQ(edits.next_undo(), nullptr);
}

}  // namespace
}  // namespace farfirst::app
