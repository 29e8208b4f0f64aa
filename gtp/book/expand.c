#include "gtp/book/expand.h"

#include <math.h>
#include <stdlib.h>

#include "engine/go/ending/ending.h"
#include "engine/solve/play/exact.h"

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

/* Marks the points of a move of the book. */
static void take(BookJob *job, Point move) {
    Point points[SYMMETRY_COUNT];
    const int count = book_position_from_book(&job->position, move, points);
    for (int i = 0; i < count; i++) {
        job->is_taken[points[i]] = job->has_taken = true;
    }
}

void book_job_init(BookJob *job, const BookGraph *graph, const BookWays *ways, uint32_t node,
                   bool adds) {
    const BookNode *from = &graph->nodes[node];
    const Point next = adds ? book_node_next(from) : POINT_NONE;
    *job = (BookJob){.node = node, .next = POINT_NONE, .added = POINT_NONE};
    job->way = book_ways_go(ways, graph, node, &job->position);
    job->prior_left = 1 - (adds ? from->own.prior : 0);
    for (int i = 0; i < from->edge_count; i++) {
        take(job, from->edges[i].move);
        job->prior_left -= from->edges[i].prior;
    }
    job->prior_left = fmax(0, job->prior_left);
    if (next != POINT_NONE) {
        Point points[SYMMETRY_COUNT];
        book_position_from_book(&job->position, next, points);
        take(job, next);
        if (book_position_allows(&job->position, points[0])) {
            BookPosition after = job->position;
            book_position_play(&after, points[0]);
            job->next = points[0];
            job->is_new = book_graph_find(graph, &after) == BOOK_NODE_NONE;
        }
    }
}

void book_job_free(BookJob *job) {
    free(job->way);
}

/* ---- Searching ---- */

/* The result of a finished search. */
typedef struct {
    BookFinding *finding;
    double prior_left, z;
} SearchReport;

static void keep_report(void *context, const Analysis *analysis) {
    const SearchReport *report = context;
    BookFinding *finding = report->finding;
    const double sign = analysis->color == BLACK ? 1 : -1;
    if (!analysis->is_last) {
        return;
    }
    finding->values = (BookValues){.win_loss = sign * (2 * analysis->win_rate - 1),
                                   .score = sign * analysis->score,
                                   .visits = (uint64_t)analysis->visits};
    if (analysis->count > 0) {
        const AnalysisMove *best = &analysis->moves[0];
        finding->next = best->move;
        finding->values.prior = report->prior_left * best->prior;
        finding->values.win_loss_error = 2 * fmax(0, best->win_rate - best->lcb) / report->z;
    }
}

/* Sets Black's final score, after which there is nothing to search. */
static void set_exact(BookFinding *finding, double score) {
    *finding = (BookFinding){.values = {.win_loss = (score > 0) - (score < 0), .score = score},
                             .flags = BOOK_EXACT | BOOK_CLOSED,
                             .next = POINT_NONE};
}

/* The score after two passes, Black's: with agreement, without the stones judged dead. */
static double ended_score(BookSearcher *searcher) {
    const Game *game = searcher->game;
    return ending_removes_dead_stones(&game->rules, searcher->options->play_out)
               ? ending_score(player_ending(&searcher->player), game)
               : game_score(game, NULL);
}

/* Asks the solver, unless the options say no. */
static bool find_exact(BookSearcher *searcher, BookFinding *finding) {
    const Game *game = searcher->game;
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
    const ExactBounds bounds = exact_find_bounds(game, (Color)game->board.to_move, &limits);
    if (bounds.lower == bounds.upper) {
        set_exact(finding, exact_final_score(game, BLACK, bounds.lower));
    }
    return bounds.lower == bounds.upper;
}

/* Searches the present position; is_taken (NULL: none) are moves in the book. */
static bool search_position(BookSearcher *searcher, const bool *is_taken, double prior_left,
                            BookFinding *finding, Status *status) {
    const Game *game = searcher->game;
    const double z = searcher->player.load != NULL ? searcher->options->net_lcb_z : 0;
    SearchReport report = {finding, prior_left, z > 0 ? z : SHOWN_Z};
    const SearchWatch watch = {.seconds = INFINITY, .report = keep_report, .context = &report};
    const Turn turn = {
        .game = game, .color = (Color)game->board.to_move, .options = searcher->options};
    bool allowed[POINT_COUNT] = {false};
    bool is_any = false;
    *finding = (BookFinding){.next = POINT_NONE};
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

/* Searches the position after the job's next move, if it is new. Superko may ban the move on this
 * way. */
static bool run_next(BookSearcher *searcher, BookJob *job, Status *status) {
    Game *game = searcher->game;
    const Color color = (Color)game->board.to_move;
    if (job->next == POINT_NONE || game_check(game, color, job->next) != MOVE_LEGAL) {
        return true;
    }
    job->added = job->next;
    if (!job->is_new) {
        return true;
    }
    return game_play(game, color, job->next, status) &&
           (find_exact(searcher, &job->child) ||
            search_position(searcher, NULL, 1, &job->child, status)) &&
           game_undo(game, 1, status);
}

bool book_job_run(BookSearcher *searcher, BookJob *job, Status *status) {
    const BookFacts *facts = job->position.facts;
    Game *game = searcher->game;
    bool ok = game_set_up(game, facts->start, facts->to_move, 0, status);
    for (int i = 0; i < job->position.ply && ok; i++) {
        ok = game_play(game, (Color)game->board.to_move, job->way[i], status);
    }
    return ok && run_next(searcher, job, status) &&
           ((!job->has_taken && find_exact(searcher, &job->own)) ||
            search_position(searcher, job->has_taken ? job->is_taken : NULL, job->prior_left,
                            &job->own, status));
}

/* ---- Results ---- */

static void set_node(BookNode *node, const BookFinding *finding, const BookPosition *position) {
    const Point next =
        finding->next == POINT_NONE ? POINT_NONE : book_position_to_book(position, finding->next);
    node->own = finding->values;
    book_values_round(&node->own);
    node->flags = (uint16_t)((node->flags & BOOK_WHITE) | finding->flags | next |
                             (next == POINT_NONE ? BOOK_CLOSED : 0));
}

void book_job_apply(BookGraph *graph, BookJob *job) {
    const double prior = graph->nodes[job->node].own.prior;
    if ((graph->nodes[job->node].flags & BOOK_EXACT) == 0) {
        set_node(&graph->nodes[job->node], &job->own, &job->position);
    }
    if (job->added != POINT_NONE) {
        const uint32_t before = graph->node_count;
        const uint32_t added = book_graph_play(graph, job->node, &job->position, job->added, prior);
        if (graph->node_count > before) {
            set_node(&graph->nodes[added], &job->child, &job->position);
        }
    }
}
