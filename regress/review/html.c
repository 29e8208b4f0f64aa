/* A reviewed game as a page: the web page of page/, which opens with the review. Its data are the
 * object of --json and, besides,
 *
 *     sgf                the game, with its variations and comments
 *     first              moves before the first position
 *     positions[].owner  a letter a point, from a (White's) over k (neutral) to u (Black's); "" if
 *                        unknown
 *
 * and candidates have what they would have lost, as moves have it.
 */
#include "regress/review/report.h"

#include <stdlib.h>

#include "engine/base/os/files.h"
#include "engine/base/os/system.h"
#include "page/app.h"
#include "page/report/page.h"

char *review_read_engine_page(const char *program, const char *path, Status *status) {
    static const char *const PLACES[] = {"", "../share/dihedra/", "../web/"};
    char *own = os_full_path(os_program_path(program)), *page = NULL;
    const int folder = own == NULL ? 0 : (int)os_folder_length(own);
    if (path != NULL) {
        page = page_read(path, status);
    } else {
        Text place = {0};
        status_fail(status,
                    "--with-engine: no dihedra.html in %.*s, in its ../share/dihedra or in its "
                    "../web; make web builds it, --with-engine=FILE takes another",
                    folder < 100 ? folder : 100, own == NULL ? "" : own);
        for (size_t i = 0; page == NULL && i < sizeof PLACES / sizeof PLACES[0]; i++) {
            text_set(&place, "%.*s%sdihedra.html", folder, own == NULL ? "" : own, PLACES[i]);
            page = os_exists(text_get(&place)) ? page_read(text_get(&place), status) : NULL;
        }
        text_free(&place);
    }
    free(own);
    return page;
}

/* Adds what only the page shows of a position. */
static void add_position(json_t *position, const Review *review, int index) {
    const PositionAnalysis *analysis = &review->analyses[index];
    const int count = analysis->has_owner ? review->line->width * review->line->height : 0;
    char owner[CELL_COUNT_MAX + 1] = "";
    for (int i = 0; i < count; i++) {
        owner[i] = (char)('k' + analysis->owner[i]);
    }
    json_set_text(position, "owner", owner);
    json_t *candidates = json_object_get(position, "candidates");
    for (size_t i = 0; i < json_array_size(candidates); i++) {
        const MoveFigures figures = review_judge_candidate(review, index, (int)i);
        json_t *object = review_figures_to_json(&figures);
        json_object_update(json_array_get(candidates, i), object);
        json_decref(object);
    }
}

bool review_save_page(const Review *review, const char *engine_page, const char *path,
                      Status *status) {
    json_t *page = review_to_json(review);
    const json_t *positions = json_object_get(page, "positions");
    SgfWriter writer = {0};
    for (int i = review->first; i <= review->last + 1; i++) {
        add_position(json_array_get(positions, (size_t)(i - review->first)), review, i);
    }
    sgf_writer_game(&writer, review->line->root);
    json_set_packed(page, "{s:o, s:i}", "sgf", json_new_text(text_get(&writer.text)), "first",
                    review->first);
    sgf_writer_free(&writer);
    if (engine_page != NULL) {
        return page_fill(engine_page, path, page, status);
    }
    Text script = {0};
    app_add_scripts(&script, APP_REPORT);
    app_add_start(&script);
    const bool ok = page_save(path, app_styles(), text_get(&script), page, status);
    text_free(&script);
    return ok;
}
