#include "page/app.h"

// clang-format off
static const unsigned char styles[] = {
#include "page/app.css.inc"
    0};

/* Each uses only what comes before it, but for what it calls later. page/build reads the order here. */
static const unsigned char scripts[] = {
#include "page/common/dom.js.inc"
#include "page/common/page.js.inc"
#include "page/common/goban.js.inc"
#include "page/graph.js.inc"
#include "page/words.js.inc"
#include "page/strings.js.inc"
#include "page/game/tables.js.inc"
#include "page/game/rules.js.inc"
#include "page/game/tree.js.inc"
#include "page/game/sgf.js.inc"
#include "page/game/store.js.inc"
#include "page/modes/judge.js.inc"
#include "page/modes/report.js.inc"
#include "page/board.js.inc"
#include "page/tree_view.js.inc"
#include "page/modes/analyse.js.inc"
#include "page/modes/review.js.inc"
#include "page/menu.js.inc"
#include "page/shell.js.inc"
    0};

static const unsigned char engine_scripts[] = {
#include "page/game/library.js.inc"
#include "page/game/clock.js.inc"
#include "page/engine.js.inc"
#include "page/session.js.inc"
#include "page/modes/play.js.inc"
#include "page/modes/problems.js.inc"
#include "page/modes/solve.js.inc"
#include "page/modes/lesson.js.inc"
#include "page/modes/exercises.js.inc"
    0};

static const unsigned char start[] = {
#include "page/start.js.inc"
    0};
// clang-format on

const char *app_styles(void) {
    return (const char *)styles;
}

void app_add_scripts(Text *script, AppKind kind) {
    text_add(script, "%s%s", (const char *)scripts,
             kind == APP_ENGINE ? (const char *)engine_scripts : "");
}

void app_add_start(Text *script) {
    text_add(script, "%s", (const char *)start);
}
