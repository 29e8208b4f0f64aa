#include "engine/lab/bench/collisions/gather.h"

#include <math.h>

#include "engine/lab/bench/collisions/census.h"
#include "engine/player/player.h"

static const HashState BLACK_TO_MOVE = {.to_move = HASH_BLACK, .ko_cell = HASH_NO_KO};

/* ---- All positions of a small board ---- */

typedef struct {
    PositionSet *set;
    CensusBoard board;
    HashCell cells[CELL_COUNT_MAX];
} Census;

static bool visit_all(Census *census, int cell, uint32_t black, uint32_t white) {
    if (cell == census->set->tables->maps.cell_count) {
        const uint32_t empty = census->board.all & ~(black | white);
        return !census_all_have_liberties(&census->board, black, empty) ||
               !census_all_have_liberties(&census->board, white, empty) ||
               position_set_add(census->set, census->cells, &BLACK_TO_MOVE);
    }
    const uint32_t bit = UINT32_C(1) << cell;
    bool ok = true;
    for (HashCell stone = HASH_CELL_EMPTY; ok && stone <= HASH_CELL_WHITE; stone++) {
        census->cells[cell] = stone;
        ok = visit_all(census, cell + 1, black | (stone == HASH_CELL_BLACK ? bit : 0),
                       white | (stone == HASH_CELL_WHITE ? bit : 0));
    }
    return ok;
}

bool gather_all(PositionSet *set, int side) {
    Census census = {.set = set, .board = census_board(side, side)};
    return visit_all(&census, 0, 0, 0);
}

/* ---- Random games ---- */

static bool add_board(PositionSet *set, const Board *board) {
    HashCell cells[CELL_COUNT_MAX];
    board_get_hash_cells(board, cells);
    const HashState state = board_hash_state(board, &RULES[0]);
    return position_set_add(set, cells, &state);
}

static Point random_move(const Board *board, Rng *rng) {
    const Color color = (Color)board->to_move;
    Point moves[CELL_COUNT_MAX];
    uint32_t count = 0;
    for (int i = 0; i < board->empty_count; i++) {
        const Point p = board->empty[i];
        if (board_check(board, color, p, false) == MOVE_LEGAL && !board_is_eye(board, color, p)) {
            moves[count++] = p;
        }
    }
    return count == 0 ? POINT_PASS : moves[rng_below(rng, count)];
}

bool gather_random_games(PositionSet *set, size_t count) {
    Geometry *geometry = geometry_new(GATHER_SIDE, GATHER_SIDE, HASH_DEFAULT_SEED);
    Rng rng = rng_new(1);
    bool ok = geometry != NULL;
    while (ok && set->count < count) {
        const int length_max = 3 * geometry->cell_count; /* random games may go in circles */
        Board board;
        board_init(&board, geometry);
        for (int i = 0; ok && i < length_max && board.passes < 2 && set->count < count; i++) {
            board_play(&board, (Color)board.to_move, random_move(&board, &rng));
            ok = add_board(set, &board);
        }
    }
    geometry_free(geometry);
    return ok;
}

/* ---- Searches ---- */

/* Evaluates by playout games, and notes the path to every position that it is asked about. The
 * evaluator is constant for a search, so what changes is behind a pointer. */
typedef struct {
    PositionSet *set;
    int64_t evaluations, probes;
    bool ok;
} Notes;

typedef struct {
    Evaluator evaluator; /* first: the search sees only this */
    PlayoutEvaluator playouts;
    Notes *notes;
} NotingEvaluator;

static void note_path(Notes *notes, const EvalRequest *request) {
    Board board;
    board_copy(&board, &request->game->board);
    for (int i = 0; i < request->path_length; i++) {
        board_play(&board, (Color)board.to_move, request->path[i]);
        notes->ok = notes->ok && add_board(notes->set, &board);
    }
    notes->evaluations++;
    notes->probes += request->path_length;
}

static void note_and_evaluate(const Evaluator *evaluator, const EvalRequest *requests,
                              EvalAnswer *answers, int count) {
    const NotingEvaluator *noting = (const NotingEvaluator *)evaluator;
    for (int i = 0; i < count; i++) {
        note_path(noting->notes, &requests[i]);
    }
    noting->playouts.evaluator.evaluate(&noting->playouts.evaluator, requests, answers, count);
}

static void noting_init(NotingEvaluator *noting, Notes *notes) {
    const PlayerOptions options = player_default_options();
    playout_evaluator_init(&noting->playouts, &options.rates);
    noting->evaluator = noting->playouts.evaluator;
    noting->evaluator.evaluate = note_and_evaluate;
    noting->notes = notes;
}

static SearchLimits limits_of(int64_t visits, uint64_t seed, size_t memory) {
    const PlayerOptions options = player_default_options();
    return (SearchLimits){.threads = 1,
                          .seconds = INFINITY,
                          .visits = visits,
                          .playouts = INT64_MAX,
                          .seed = seed,
                          .symmetric = true,
                          .memory = memory,
                          .root_symmetries = 1,
                          .select = options.select};
}

bool gather_search(PositionSet *set, int64_t visits, int64_t *evaluations, int64_t *probes) {
    Notes notes = {.set = set, .ok = true};
    NotingEvaluator noting;
    noting_init(&noting, &notes);
    Search *search = search_new(&noting.evaluator);
    Game *game = game_new(HASH_DEFAULT_SEED);
    const SearchLimits limits = limits_of(visits, 1, (size_t)512 << 20);
    SearchResult result;
    Status status;
    const bool ok = search != NULL && game != NULL &&
                    game_clear(game, GATHER_SIDE, GATHER_SIDE, &status) &&
                    search_run(search, game, BLACK, &limits, &result, &status) && notes.ok;
    *evaluations = notes.evaluations;
    *probes = notes.probes;
    search_free(search);
    game_free(game);
    return ok;
}

/* Plays one game, or as much of it as is wanted. Takes seeds from *seed on. */
static bool search_game(Search *search, Game *game, Notes *notes, size_t count, uint64_t *seed) {
    Status status;
    bool ok = game_clear(game, GATHER_SIDE, GATHER_SIDE, &status);
    while (ok && notes->ok && notes->set->count < count && game->board.passes < 2 &&
           game->move_count < 3 * GATHER_SIDE * GATHER_SIDE) {
        const SearchLimits limits = limits_of(GATHER_VISITS, ++*seed, (size_t)16 << 20);
        const Color color = (Color)game->board.to_move;
        SearchResult result;
        ok = search_run(search, game, color, &limits, &result, &status) &&
             game_play(game, color, result.move, &status);
    }
    return ok && notes->ok;
}

bool gather_searched_games(PositionSet *set, size_t count) {
    Notes notes = {.set = set, .ok = true};
    NotingEvaluator noting;
    noting_init(&noting, &notes);
    Search *search = search_new(&noting.evaluator);
    Game *game = game_new(HASH_DEFAULT_SEED);
    uint64_t seed = 0;
    bool ok = search != NULL && game != NULL;
    while (ok && set->count < count) {
        ok = search_game(search, game, &notes, count, &seed);
    }
    search_free(search);
    game_free(game);
    return ok;
}
