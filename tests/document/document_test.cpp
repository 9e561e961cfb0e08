// Every member that the option table names: a change draws the picture of a session that began with it, and can
// be undone and redone.

#include "document/document.h"

#include "compare/measure.h"
#include "offscreen/context.h"
#include "option_parsing.h"
#include "session/session.h"

namespace farfirst::app {
namespace {

using test::parse;
using test::set_another_value;

/// All kinds of elements at once, in a picture that is small since each row draws it.
class Documents : public testing::Test {
 protected:
  static void SetUpTestSuite() { context = std::make_unique<HeadlessContext>(/*debug=*/true); }
  static void TearDownTestSuite() { context.reset(); }

  static std::unique_ptr<Session> begin(const Command& command) {
    auto session = std::make_unique<Session>(context->gl(), command, HeadlessContext::proc());
    session->paused = true;
    session->update();
    return session;
  }

  static Image settled(Session& session) {
    for (int i = 0; session.viewer.needs_draw(view); ++i) {
      if (i == 100'000) throw std::runtime_error("the picture does not come to rest");
      session.update();
      session.draw(view);
    }
    return session.viewer.picture().read();
  }

  void expect_drawn_as_from_the_start(Session& session) {
    EXPECT_TRUE(session.viewer.needs_draw(view)) << "another picture is due";
    const Image changed = settled(session);
    Command command = shown;
    command.document = session.document;
    const std::unique_ptr<Session> fresh = begin(command);
    fresh->camera = session.camera;
    settled(*fresh);
    fresh->camera = session.camera;  // the first picture opens it
    const PictureError error = error_between(changed, settled(*fresh));
    EXPECT_TRUE(error.is_none()) << error.rmse();
  }

  static inline std::unique_ptr<HeadlessContext> context;
  static constexpr Viewer::View view{48, 40, 1};
  const Command shown = parse({"--scene=glass", "--scene=snow", "--scene=splats", "--particles=200", "--splats=200",
                               "--steps=60", "--samples=1", "--opacity=0.5"});
};

/// Members other than those that decide what is read or built, or compared.
bool is_of_the_picture(const OptionRow& row) {
  return is_shown(row) && (row.group == "Sorting" || row.group == "Look" || row.name.starts_with("right."));
}

TEST_F(Documents, AreDrawnAgainWhenAnyMemberChanges) {
  const std::unique_ptr<Session> session = begin(shown);
  for (const OptionRow& row : option_table()) {
    if (!is_of_the_picture(row)) continue;
    SCOPED_TRACE(std::string(row.name));
    session->document.set_split(row.name.starts_with("right."));
    settled(*session);
    const Document before = session->document;
    set_another_value(row, session->document);
    expect_drawn_as_from_the_start(*session);
    session->document = before;
  }
}

TEST_F(Documents, AreDrawnAgainWhenTheCameraMoves) {
  const std::unique_ptr<Session> session = begin(shown);
  settled(*session);
  const std::vector<std::function<void(Camera&)>> moves = {
      [](Camera& camera) { camera.eye.x += 0.2f; }, [](Camera& camera) { camera.focus.y += 0.2f; },
      [](Camera& camera) { camera.up = glm::vec3(1, 0, 0); }, [](Camera& camera) { camera.field_of_view += 20; }};
  for (std::size_t i = 0; i < moves.size(); ++i) {
    SCOPED_TRACE(i);
    moves[i](session->camera);
    expect_drawn_as_from_the_start(*session);
  }
}

TEST_F(Documents, AreUndoneMemberByMember) {
  const std::unique_ptr<Session> session = begin(shown);
  session->document.set_split(true);
  settled(*session);
  session->note_edits(/*under_way=*/false);
  for (const OptionRow& row : option_table()) {
    if (!is_of_the_picture(row)) continue;
    SCOPED_TRACE(std::string(row.name));
    const auto& get = row.of<Document>()->get;
    const std::string before = get(session->document);
    set_another_value(row, session->document);
    const std::string after = get(session->document);
    session->note_edits(/*under_way=*/false);
    EXPECT_NE(session->edits().next_undo(), nullptr);
    session->undo();
    EXPECT_EQ(get(session->document), before);
    session->redo();
    EXPECT_EQ(get(session->document), after);
    session->undo();
    session->note_edits(/*under_way=*/false);
  }
}

}  // namespace
}  // namespace farfirst::app
