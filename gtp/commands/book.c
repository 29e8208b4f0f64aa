/* The opening book: loading, asking, and changing it. Values are those of the side to move. */
#include <string.h>

#include "gtp/commands/families.h"
#include "gtp/gogui/show.h"

/* Looks up the present position, which must be in the book. */
static bool list_known(GtpCall *call, BookListing *listing) {
    bool is_known;
    return show_list_book(call, listing, &is_known) &&
           (is_known || call_fail(call, "not in the book"));
}

static void add_opinion(GtpCall *call, const BookOpinion *opinion) {
    text_add(call->answer, " win %.4f lower %.4f upper %.4f score %.2f visits %.0f%s",
             opinion->win_rate, opinion->lower, opinion->upper, opinion->score, opinion->visits,
             opinion->is_exact ? " exact" : "");
}

/* ---- Files ---- */

static bool run_load(GtpCall *call) {
    GtpEngine *engine = call->engine;
    Status status;
    const bool ok = session_book_open(&engine->book, call->arguments[0], &status) ||
                    call_fail(call, "cannot load book: %.240s", status.text);
    engine_use_book(engine);
    return ok;
}

static bool run_save(GtpCall *call) {
    const SessionBook *book = &call->engine->book;
    Status status;
    if (book->file == NULL) {
        return call_fail(call, "no book is loaded");
    }
    return session_book_save(book, call->arguments[0], &status) ||
           call_fail(call, "cannot save book: %.240s", status.text);
}

static bool run_info(GtpCall *call) {
    BookFile *file = call->engine->book.file;
    Status status;
    if (file == NULL) {
        text_add(call->answer, "no book is loaded");
        return true;
    }
    const BookFacts *facts = book_file_facts(file);
    text_add(call->answer,
             "size %dx%d\nrules %s\nkomi %g\npositions %llu\nmoves %llu\nbytes %llu\nengine %s\n"
             "network %s\n",
             facts->width, facts->height, facts->rules.name, facts->komi,
             (unsigned long long)book_file_nodes(file), (unsigned long long)book_file_edges(file),
             (unsigned long long)book_file_bytes(file), facts->engine, facts->network);
    const bool fits =
        book_facts_fit(facts, call->engine->game, call->engine->options.book.any_komi, &status);
    text_add(call->answer, "%s", fits ? "fits this game" : status.text);
    return true;
}

/* ---- Asking ---- */

static bool run_moves(GtpCall *call) {
    BookListing listing;
    if (!list_known(call, &listing)) {
        return false;
    }
    for (int i = 0; i < listing.count; i++) {
        Point points[SYMMETRY_COUNT];
        const int count = book_position_from_book(&listing.position, listing.moves[i].move, points);
        for (int j = 0; j < count; j++) {
            call_add_point(call, points[j]);
            add_opinion(call, &listing.moves[i].opinion);
            text_add(call->answer, " prior %.5f\n", listing.moves[i].prior);
        }
    }
    if (listing.has_others) {
        text_add(call->answer, "others");
        add_opinion(call, &listing.others);
    }
    return true;
}

static bool run_value(GtpCall *call) {
    BookListing listing;
    if (!list_known(call, &listing)) {
        return false;
    }
    text_add(call->answer, "%s", color_name(call->color));
    add_opinion(call, &listing.opinion);
    return true;
}

static bool run_position(GtpCall *call) {
    BookListing listing;
    bool is_known;
    if (!show_list_book(call, &listing, &is_known)) {
        return false;
    }
    const HashKey *key = &listing.position.key.key;
    text_add(call->answer, "%s key %016llX symmetries %d", is_known ? "known" : "unknown",
             (unsigned long long)key->key, __builtin_popcount(key->symmetries));
    return true;
}

/* ---- Choosing ---- */

static bool rule(GtpCall *call, bool is_forced) {
    GtpEngine *engine = call->engine;
    BookListing listing;
    Point p;
    if (call->count == 0) {
        book_rulings_remove(&engine->book.rulings, is_forced);
        return true;
    }
    if (!call_get_point(call, 0, &p) || !list_known(call, &listing)) {
        return false;
    }
    const Point move = book_position_to_book(&listing.position, p);
    for (int i = 0; i < listing.count; i++) {
        if (listing.moves[i].move == move) {
            book_rulings_add(&engine->book.rulings, &listing, move, is_forced);
            return true;
        }
    }
    return call_fail(call, "the book does not have this move here");
}

static bool run_disable(GtpCall *call) {
    return rule(call, false);
}

static bool run_force(GtpCall *call) {
    return rule(call, true);
}

static bool run_param(GtpCall *call) {
    GtpEngine *engine = call->engine;
    if (call->count == 1) {
        return call_fail(call, "syntax error: expected NAME VALUE");
    }
    for (const Parameter *one = PARAMETERS; one->name != NULL; one++) {
        if (strncmp(one->name, "book_", 5) != 0) {
            continue;
        }
        if (call->count == 0) {
            text_add(call->answer, "%s ", one->name + 5);
            parameter_add_value(one, &engine->options, call->answer);
            text_add(call->answer, "\n");
        } else if (strcmp(one->name + 5, call->arguments[0]) == 0 ||
                   strcmp(one->name, call->arguments[0]) == 0) {
            return call_set_parameter(call, one, call->arguments[1], &engine->options);
        }
    }
    return call->count == 0 ||
           call_fail(call, "the book has no parameter %.40s", call->arguments[0]);
}

/* ---- Changing ---- */

/* A move of the game's present position. */
typedef struct {
    const Game *game;
    Point move;
    bool adds;
} BookEdit;

static const double ADDED_PRIOR = 0.1; /* of a move that no search has judged */

static bool play_game(const BookEdit *edit, BookGraph *graph, BookPosition *position,
                      uint32_t *node, Status *status) {
    for (int i = 0; i < edit->game->move_count; i++) {
        const Move move = edit->game->moves[i];
        const uint32_t before = graph->node_count;
        if (move.color != (Color)position->board.to_move ||
            !book_position_allows(position, move.point)) {
            return status_fail(status, "the game's moves do not alternate from the book's start");
        }
        if (!edit->adds &&
            book_graph_edge(graph, *node, book_position_to_book(position, move.point)) == NULL) {
            return status_fail(status, "not in the book");
        }
        *node = book_graph_play(graph, *node, position, move.point, ADDED_PRIOR);
        if (graph->node_count > before) {
            book_mark_unsearched(&graph->nodes[*node]);
        }
    }
    return true;
}

static bool starts_alike(const BookEdit *edit, const BookGraph *graph) {
    return memcmp(edit->game->past_cells, graph->facts.start,
                  (size_t)graph->geometry->cell_count) == 0;
}

static bool edit_move(void *context, BookGraph *graph, Status *status) {
    const BookEdit *edit = context;
    BookPosition position;
    uint32_t node = BOOK_ROOT;
    book_graph_start(graph, &position);
    if (!starts_alike(edit, graph)) {
        return status_fail(status, "the game does not begin with the book's start");
    }
    if (!play_game(edit, graph, &position, &node, status)) {
        return false;
    }
    if (position.board.to_move != edit->game->board.to_move) {
        return status_fail(status, "in the book the other side is to move");
    }
    const Point move = book_position_to_book(&position, edit->move);
    const BookEdge *edge = book_graph_edge(graph, node, move);
    if (edit->adds) {
        const uint32_t before = graph->node_count;
        const uint32_t child = book_graph_play(graph, node, &position, edit->move, ADDED_PRIOR);
        if (graph->node_count > before) {
            book_mark_unsearched(&graph->nodes[child]);
        }
        return true;
    }
    if (edge == NULL) {
        return status_fail(status, "the book does not have this move here");
    }
    book_graph_unlink(graph, node, move);
    book_graph_sweep(graph);
    return true;
}

static bool edit_book(GtpCall *call, bool adds) {
    GtpEngine *engine = call->engine;
    BookEdit edit = {.game = engine->game, .adds = adds};
    Status status;
    BookListing listing;
    bool is_known;
    if (!call_get_point(call, 0, &edit.move) || !show_list_book(call, &listing, &is_known)) {
        return false;
    }
    if (game_check(engine->game, (Color)engine->game->board.to_move, edit.move) != MOVE_LEGAL ||
        engine->game->board.passes >= 2) {
        return call_fail(call, "illegal move");
    }
    const bool ok = session_book_edit(&engine->book, edit_move, &edit, &status);
    engine_use_book(engine);
    return ok || call_fail(call, "%s", status.text);
}

static bool run_add(GtpCall *call) {
    return edit_book(call, true);
}

static bool run_delete(GtpCall *call) {
    return edit_book(call, false);
}

const GtpCommand GTP_BOOK_COMMANDS[] = {
    {"book_load", "FILE", GTP_FILE, 1, 1, run_load, "plays from this opening book"},
    {"book_save", "FILE", GTP_FILE, 1, 1, run_save,
     "writes the book, with what was added and deleted"},
    {"book_info", "", GTP_WORDS, 0, 0, run_info,
     "size, rules, komi and origin of the book, and whether it fits this game"},
    {"book_moves", "[COLOR]", GTP_OPTIONAL_COLOR, 0, 1, run_moves,
     "the book's moves here, the best first: win rate with bounds, score, visits, prior"},
    {"book_value", "[COLOR]", GTP_OPTIONAL_COLOR, 0, 1, run_value,
     "the book's value of this position"},
    {"book_position", "[COLOR]", GTP_OPTIONAL_COLOR, 0, 1, run_position,
     "known or unknown, the key of the position and the number of its symmetries"},
    {"book_add", "VERTEX", GTP_WORDS, 1, 1, run_add,
     "adds a move here, and the game's moves before it; dihedra book extend searches them"},
    {"book_delete", "VERTEX", GTP_WORDS, 1, 1, run_delete,
     "takes a move of this position out of the book"},
    {"book_disable", "[VERTEX]", GTP_WORDS, 0, 1, run_disable,
     "does not take this move of the book here; without a vertex: takes all again"},
    {"book_force", "[VERTEX]", GTP_WORDS, 0, 1, run_force,
     "takes this move of the book here, whatever its value; without a vertex: by value again"},
    {"book_param", "[NAME VALUE]", GTP_WORDS, 0, 2, run_param,
     "lists or sets what decides on moves from the book"},
    {0},
};
