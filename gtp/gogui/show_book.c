/* The opening book on the board. */
#include "gtp/gogui/gfx.h"
#include "gtp/gogui/show.h"

/* What is drawn on a point. */
typedef enum { POINT_PLAIN, POINT_LEADS_TO_BOOK, POINT_IN_BOOK } BookMark;

/* Marks the points from which the book goes on, though not by its own move. */
static void mark_transpositions(GtpCall *call, const BookPosition *position,
                                uint8_t marks[POINT_COUNT]) {
    const Game *game = call->engine->game;
    for (int i = 0; i < game->board.empty_count; i++) {
        const Point p = game->board.empty[i];
        BookPosition after = *position;
        if (marks[p] == POINT_IN_BOOK || game_check(game, call->color, p) != MOVE_LEGAL) {
            continue;
        }
        book_position_play(&after, p);
        if (book_graph_find(call->engine->player.book, &after) != BOOK_NODE_NONE) {
            marks[p] = POINT_LEADS_TO_BOOK;
        }
    }
}

/* The book's moves with their win rates; a circle on those that stand for others. */
static void mark_moves(const BookListing *listing, uint8_t marks[POINT_COUNT],
                       uint8_t images[POINT_COUNT], Text *labels) {
    const Geometry *geometry = listing->position.board.geometry;
    for (int i = 0; i < listing->count; i++) {
        Point points[SYMMETRY_COUNT];
        char word[16];
        const int count =
            book_position_from_book(&listing->position, listing->moves[i].move, points);
        snprintf(word, sizeof word, "%.0f", 100 * listing->moves[i].opinion.win_rate);
        for (int j = 0; j < count; j++) {
            if (points[j] != POINT_PASS) {
                marks[points[j]] = POINT_IN_BOOK;
                images[points[j]] = count > 1;
                gfx_add_label(labels, geometry, points[j], word);
            }
        }
    }
}

static bool show_book(GtpCall *call) {
    BookListing listing;
    uint8_t marks[POINT_COUNT] = {POINT_PLAIN}, images[POINT_COUNT] = {0};
    Text labels = {0};
    const Game *game = call->engine->game;
    const BookGraph *book = call->engine->player.book;
    Status status;
    if (book == NULL || !book_facts_fit(&book->facts, game, &status)) { /* the picture says why */
        text_add(call->answer, "TEXT %s\n",
                 book == NULL ? "no book is open: start with --book FILE" : status.text);
        return true;
    }
    const bool is_known = book_probe(book, game, call->color, &listing);
    const Geometry *geometry = game->geometry;
    if (is_known) {
        mark_moves(&listing, marks, images, &labels);
    }
    mark_transpositions(call, &listing.position, marks);
    gfx_add_points(call->answer, geometry, "COLOR green", marks, POINT_IN_BOOK);
    gfx_add_points(call->answer, geometry, "COLOR yellow", marks, POINT_LEADS_TO_BOOK);
    gfx_add_points(call->answer, geometry, "CIRCLE", images, true);
    gfx_add_labels(call->answer, &labels);
    if (is_known) {
        const BookOpinion *opinion = &listing.opinion;
        text_add(call->answer, "TEXT %s wins %.1f%% (%.1f to %.1f), score %+.1f, visits %.0f%s\n",
                 color_name(call->color), 100 * opinion->win_rate, 100 * opinion->lower,
                 100 * opinion->upper, opinion->score, opinion->visits,
                 opinion->is_exact ? ", exact" : "");
    } else {
        text_add(call->answer, "TEXT not in the book\n");
    }
    return true;
}

const GtpCommand GTP_SHOW_BOOK_COMMANDS[] = {
    {"dihedra-show_book", "[COLOR]", GTP_OPTIONAL_COLOR, 0, 1, show_book,
     "green: moves of the opening book with win rates, circled if symmetric ones are the same; "
     "yellow: lead to its positions (gfx)"},
    {0},
};
