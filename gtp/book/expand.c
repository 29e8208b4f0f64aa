#include "gtp/book/expand.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/go/ending/ending.h"
#include "engine/solve/play/exact.h"
#include "gtp/book/request.h"

enum { DEFAULT_VISITS = 1000 };

/* Positions that the solver may enter for each visit of a search. */
static const uint64_t SOLVE_NODES_PER_VISIT = 50;

/* Standard errors between a mean and the lower bound of a report if the options name none. */
static const double SHOWN_Z = 1.96;

PlayerOptions book_search_options(const PlayerOptions *options) {
    PlayerOptions own = *options;
    own.threads = 1;
    own.keep = false;
    own.early_stop = false;
    own.ponder = false;
    own.move_seconds = 0;
    own.noise = 0;
    own.strength = STRENGTH_NONE;
    own.sampling = player_default_options().sampling;
    own.visits = own.visits == 0 && own.playouts == 0 ? DEFAULT_VISITS : own.visits;
    return own;
}

bool book_searcher_init(BookSearcher *searcher, const BookFacts *facts,
                        const PlayerOptions *options, const Models *models, _Atomic bool *cancel) {
    Status status;
    *searcher = (BookSearcher){.options = options, .game = game_new(HASH_DEFAULT_SEED)};
    if (searcher->game == NULL ||
        !game_clear(searcher->game, facts->width, facts->height, &status) ||
        !player_init(&searcher->player, models->main)) {
        return false;
    }
    searcher->player.cancel = cancel;
    searcher->game->rules = facts->rules;
    searcher->game->komi = facts->komi;
    return true;
}

void book_searcher_free(BookSearcher *searcher) {
    player_free(&searcher->player);
    game_free(searcher->game);
}

/* ---- Jobs ---- */

static json_t *vertex_json(const BookFacts *facts, Point p) {
    char text[POINT_TEXT_MAX];
    return json_string(point_to_text(p, facts->height, text));
}

static bool read_vertex(const BookFacts *facts, const json_t *json, Point *p) {
    const char *text = json_string_value(json);
    return text != NULL && point_from_text(text, facts->width, facts->height, p) &&
           *p != POINT_RESIGN;
}

json_t *book_job_new(const BookGraph *graph, uint32_t node, const BookPosition *position,
                     const Point *way, bool adds) {
    const BookFacts *facts = &graph->facts;
    const BookNode *from = &graph->nodes[node];
    const Point next = book_node_next(from);
    json_t *moves = json_new_array(), *taken = json_new_array();
    json_t *job = json_new_object();
    Point points[SYMMETRY_COUNT];
    for (int i = 0; i < position->ply; i++) {
        json_add_value(moves, vertex_json(facts, way[i]));
    }
    for (int i = 0; i <= from->edge_count; i++) {
        const bool is_last = i == from->edge_count;
        const Point move = !is_last ? from->edges[i].move : adds ? next : POINT_NONE;
        const int count = move == POINT_NONE ? 0 : book_position_from_book(position, move, points);
        for (int j = 0; j < count; j++) {
            json_add_value(taken, vertex_json(facts, points[j]));
        }
    }
    json_set_value(job, "moves", moves);
    json_set_value(job, "taken", taken);
    json_set_figure(job, "prior", book_prior_left(graph, node) - (adds ? from->own.prior : 0), 12);
    book_position_from_book(position, next, points);
    if (adds && book_position_allows(position, points[0])) {
        BookPosition after = *position;
        book_position_play(&after, points[0]);
        json_set_value(job, "next", vertex_json(facts, points[0]));
        json_set_value(job, "is_new",
                       json_boolean(book_graph_find(graph, &after) == BOOK_NODE_NONE));
    }
    return job;
}

/* ---- Values as JSON ---- */

static const struct {
    const char *key;
    size_t offset;
} VALUES[] = {
    {"win_loss", offsetof(BookValues, win_loss)},
    {"win_loss_error", offsetof(BookValues, win_loss_error)},
    {"score", offsetof(BookValues, score)},
    {"score_error", offsetof(BookValues, score_error)},
    {"sharp_score", offsetof(BookValues, sharp_score)},
    {"score_stdev", offsetof(BookValues, score_stdev)},
    {"prior", offsetof(BookValues, prior)},
};

enum { VALUE_COUNT = sizeof VALUES / sizeof VALUES[0] };

/* What a search found of a position. */
typedef struct {
    BookValues values;
    uint16_t flags; /* BOOK_EXACT, BOOK_CLOSED, BOOK_COMPLETE */
    BookBounds proved;
    Point next;
} Finding;

static json_t *finding_json(const BookFacts *facts, Finding *finding) {
    json_t *json = json_new_object();
    book_values_round(&finding->values);
    for (int i = 0; i < VALUE_COUNT; i++) {
        const double *value = (const double *)((const char *)&finding->values + VALUES[i].offset);
        json_set_figure(json, VALUES[i].key, *value, 12);
    }
    json_set_value(json, "visits", json_integer((json_int_t)finding->values.visits));
    json_set_value(json, "flags", json_integer(finding->flags));
    if (finding->proved.is_known) {
        json_set_value(json, "proved",
                       json_new_packed("[i, i]", finding->proved.lower, finding->proved.upper));
    }
    if (finding->next != POINT_NONE) {
        json_set_value(json, "next", vertex_json(facts, finding->next));
    }
    return json;
}

static bool read_finding(const BookFacts *facts, const json_t *json, Finding *finding) {
    const json_t *next = json_object_get(json, "next");
    const json_int_t flags = json_integer_value(json_object_get(json, "flags"));
    *finding =
        (Finding){.flags = (uint16_t)(flags & (BOOK_EXACT | BOOK_CLOSED | BOOK_COMPLETE)),
                  .values.visits = (uint64_t)json_integer_value(json_object_get(json, "visits"))};
    for (int i = 0; i < VALUE_COUNT; i++) {
        const json_t *value = json_object_get(json, VALUES[i].key);
        if (!json_is_number(value)) {
            return false;
        }
        *(double *)((char *)&finding->values + VALUES[i].offset) = json_number_value(value);
    }
    book_values_round(&finding->values);
    return book_bounds_read(json_object_get(json, "proved"), facts, &finding->proved) &&
           (next == NULL || read_vertex(facts, next, &finding->next));
}

/* ---- Searching ---- */

/* The result of a finished search. */
typedef struct {
    Finding *finding;
    double prior_left, z;
} Report;

static void take_report(void *context, const Analysis *analysis) {
    const Report *report = context;
    Finding *finding = report->finding;
    const double sign = analysis->color == BLACK ? 1 : -1;
    if (!analysis->is_last) {
        return;
    }
    finding->values = (BookValues){.win_loss = sign * (2 * analysis->win_rate - 1),
                                   .score = sign * analysis->score,
                                   .sharp_score = sign * analysis->score,
                                   .score_stdev = analysis->final.stdev,
                                   .visits = (uint64_t)analysis->visits};
    if (analysis->count > 0) {
        const AnalysisMove *best = &analysis->moves[0];
        const double visits = (double)(best->visits > 1 ? best->visits : 1);
        finding->next = best->move;
        finding->values.prior = report->prior_left * best->prior;
        finding->values.win_loss_error = 2 * fmax(0, best->win_rate - best->lcb) / report->z;
        finding->values.score_error = best->score_stdev / sqrt(visits);
    }
}

/* Sets Black's final score, after which there is nothing to search. */
static void set_exact(Finding *finding, double score) {
    finding->values = (BookValues){.win_loss = score > 0   ? 1
                                               : score < 0 ? -1
                                                           : 0,
                                   .score = score,
                                   .sharp_score = score};
    finding->flags = BOOK_EXACT | BOOK_CLOSED;
    finding->next = POINT_NONE;
}

/* The score after two passes, Black's: with agreement, without the stones judged dead. */
static double ended_score(BookSearcher *searcher) {
    const Game *game = searcher->game;
    return ending_removes_dead_stones(&game->rules, searcher->options->play_out)
               ? ending_score(player_ending(&searcher->player), game)
               : game_score(game, NULL);
}

/* Asks the solver, unless the options say no. If it does not know the value, its bounds stay. */
static bool find_exact(BookSearcher *searcher, Finding *finding) {
    const Game *game = searcher->game;
    const Color color = (Color)game->board.to_move;
    const int64_t visits = searcher->options->visits + searcher->options->playouts;
    const ExactLimits limits = {.deadline = {.at = INFINITY},
                                .nodes = SOLVE_NODES_PER_VISIT * (uint64_t)visits,
                                .threads = 1,
                                .table_bytes = (size_t)searcher->options->memory_mb << 20};
    if (game->board.passes >= 2) {
        set_exact(finding, ended_score(searcher));
        return true;
    }
    if (!searcher->options->solve) {
        return false;
    }
    const ExactBounds bounds = exact_find_bounds(game, color, &limits);
    if (bounds.lower == bounds.upper) {
        set_exact(finding, exact_final_score(game, BLACK, bounds.lower));
        return true;
    }
    const int cells = game->geometry->cell_count;
    if (bounds.lower > -cells || bounds.upper < cells) {
        finding->proved = (BookBounds){true, (int16_t)bounds.lower, (int16_t)bounds.upper};
    }
    return false;
}

/* Searches the present position; is_taken (NULL: none) are moves in the book. */
static bool search(BookSearcher *searcher, const bool *is_taken, double prior_left,
                   Finding *finding, Status *status) {
    const Game *game = searcher->game;
    const double z =
        searcher->player.load != NULL ? searcher->options->net_lcb_z : searcher->options->lcb_z;
    Report report = {finding, prior_left, z > 0 ? z : SHOWN_Z};
    const SearchWatch watch = {.seconds = INFINITY, .report = take_report, .context = &report};
    const Turn turn = {
        .game = game, .color = (Color)game->board.to_move, .options = searcher->options};
    bool allowed[POINT_COUNT] = {false};
    bool is_any = false;
    finding->next = POINT_NONE;
    for (int i = 0; i < game->board.empty_count && is_taken != NULL; i++) {
        const Point p = game->board.empty[i];
        allowed[p] = !is_taken[p] && game_check(game, turn.color, p) == MOVE_LEGAL;
        is_any = is_any || allowed[p];
    }
    if (is_taken != NULL && !is_any && is_taken[POINT_PASS]) {
        finding->flags = BOOK_COMPLETE | BOOK_CLOSED;
        return true;
    }
    PlayerMove ignored;
    searcher->player.watch = &watch;
    const bool ok = player_choose_among(&searcher->player, &turn, is_taken == NULL ? NULL : allowed,
                                        &ignored, status);
    searcher->player.watch = NULL;
    return ok;
}

static bool play_all(BookSearcher *searcher, const BookFacts *facts, const json_t *moves,
                     Status *status) {
    Game *game = searcher->game;
    if (!game_set_up(game, facts->start, facts->to_move, 0, status)) {
        return false;
    }
    for (size_t i = 0; i < json_array_size(moves); i++) {
        Point p;
        if (!read_vertex(facts, json_array_get(moves, i), &p) ||
            board_check(&game->board, (Color)game->board.to_move, p, game->rules.suicide) !=
                MOVE_LEGAL) {
            return status_fail(status, "a job with an illegal move");
        }
        if (!game_play(game, (Color)game->board.to_move, p, status)) {
            return false;
        }
    }
    return true;
}

/* Searches the position after the job's next move, if it is new. */
static bool run_next(BookSearcher *searcher, const BookFacts *facts, const json_t *job,
                     json_t *result, Status *status) {
    Game *game = searcher->game;
    const Color color = (Color)game->board.to_move;
    const json_t *next = json_object_get(job, "next");
    Finding finding = {.next = POINT_NONE};
    Point p;
    if (next == NULL) {
        return true;
    }
    if (!read_vertex(facts, next, &p)) {
        return status_fail(status, "a job with an unreadable move");
    }
    if (game_check(game, color, p) != MOVE_LEGAL) {
        return true; /* superko bans it on this way */
    }
    bool ok = true;
    if (json_is_true(json_object_get(job, "is_new"))) {
        ok = game_play(game, color, p, status) &&
             (find_exact(searcher, &finding) || search(searcher, NULL, 1, &finding, status));
        json_set_value(result, "child", finding_json(facts, &finding));
        ok = ok && game_undo(game, 1, status);
    }
    json_set_value(result, "next", vertex_json(facts, p));
    return ok;
}

json_t *book_job_run(BookSearcher *searcher, const BookFacts *facts, const json_t *job,
                     Status *status) {
    const json_t *taken = json_object_get(job, "taken");
    bool is_taken[POINT_COUNT] = {false};
    json_t *result = json_new_object();
    Finding finding = {.next = POINT_NONE};
    for (size_t i = 0; i < json_array_size(taken); i++) {
        Point p;
        if (read_vertex(facts, json_array_get(taken, i), &p)) {
            is_taken[p] = true;
        }
    }
    const double left = fmax(0, json_number_value(json_object_get(job, "prior")));
    const bool ok =
        play_all(searcher, facts, json_object_get(job, "moves"), status) &&
        run_next(searcher, facts, job, result, status) &&
        ((json_array_size(taken) == 0 && find_exact(searcher, &finding)) ||
         search(searcher, json_array_size(taken) == 0 ? NULL : is_taken, left, &finding, status));
    if (!ok) {
        json_decref(result);
        return NULL;
    }
    json_set_value(result, "own", finding_json(facts, &finding));
    return result;
}

/* ---- Results ---- */

static void set_node(BookNode *node, const Finding *finding, Point next) {
    const uint16_t kept = node->flags & (BOOK_WHITE | BOOK_FROM_GAMES);
    node->own = finding->values;
    book_bounds_narrow(&node->proved, &finding->proved);
    node->flags = (uint16_t)(kept | finding->flags | next);
    if (next == POINT_NONE) {
        node->flags |= BOOK_CLOSED;
    }
}

static Point to_book(const BookPosition *position, Point p) {
    return p == POINT_NONE ? POINT_NONE : book_position_to_book(position, p);
}

bool book_job_apply(BookGraph *graph, uint32_t node, BookPosition *position, const json_t *result,
                    Status *status) {
    const json_t *next = json_object_get(result, "next"), *child = json_object_get(result, "child");
    Finding own, after;
    Point p = POINT_NONE;
    if (!read_finding(&graph->facts, json_object_get(result, "own"), &own) ||
        (child != NULL && !read_finding(&graph->facts, child, &after)) ||
        (next != NULL &&
         (!read_vertex(&graph->facts, next, &p) || !book_position_allows(position, p)))) {
        return status_fail(status, "not a result of this position");
    }
    const double prior = graph->nodes[node].own.prior;
    if ((graph->nodes[node].flags & (BOOK_EXACT | BOOK_PINNED)) == 0) {
        set_node(&graph->nodes[node], &own, to_book(position, own.next));
    }
    if (p == POINT_NONE) {
        return true;
    }
    const uint32_t before = graph->node_count;
    const uint32_t added = book_graph_play(graph, node, position, p, prior);
    if (graph->node_count > before) {
        if (child == NULL) {
            return status_fail(status, "a result without the position that it adds");
        }
        set_node(&graph->nodes[added], &after, to_book(position, after.next));
    }
    return true;
}
