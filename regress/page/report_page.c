#include "regress/page/report_page.h"

#include "engine/page/page.h"

// clang-format off
static const unsigned char styles[] = {
#include "regress/page/match.css.inc"
#include "regress/page/collection.css.inc"
    0};

/* Each kind of report adds itself to `pages`; start.js calls the one that is asked for. */
static const unsigned char scripts[] = {
#include "engine/page/dom.js.inc"
#include "regress/page/collection.js.inc"
#include "regress/page/match.js.inc"
#include "regress/page/suite.js.inc"
#include "regress/page/history.js.inc"
#include "regress/page/start.js.inc"
    0};
// clang-format on

bool report_page_save(const char *path, json_t *report, Status *status) {
    return page_save(path, (const char *)styles, (const char *)scripts, report, status);
}
