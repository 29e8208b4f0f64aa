#include "engine/lab/bench/collisions/gather.h"

#include "engine/base/memory.h"
#include "engine/lab/bench/collisions/census.h"
#include "engine/player/limits.h"
#include "engine/player/player.h"

static const HashState BLACK_TO_MOVE = {.to_move = HASH_BLACK, .ko_cell = HASH_NO_KO};

/* ---- All positions of a small board ---- */

typedef struct {
    PositionSet *set;
    CensusBoard board;
    HashCell cells[CELL_COUNT_MAX];
} Census;

static void visit_all(Census *census, int cell, uint32_t black, uint32_t white) {
    if (cell == census->set->tables->maps.cell_count) {
        const uint32_t empty = census->board.all & ~(black | white);
        if (census_all_have_liberties(&census->board, black, empty) &&
            census_all_have_liberties(&census->board, white, empty)) {
            position_set_add(census->set, census->cells, &BLACK_TO_MOVE);
        }
        return;
    }
    const uint32_t bit = UINT32_C(1) << cell;
    for (HashCell stone = HASH_CELL_EMPTY; stone <= HASH_CELL_WHITE; stone++) {
        census->cells[cell] = stone;
        visit_all(census, cell + 1, black | (stone == HASH_CELL_BLACK ? bit : 0),
                  white | (stone == HASH_CELL_WHITE ? bit : 0));
    }
}

void gather_all(PositionSet *set, int side) {
    Census census = {.set = set, .board = census_board(side, side)};
    visit_all(&census, 0, 0, 0);
}

/* ---- Random games ---- */

static void add_board(PositionSet *set, const Board *board) {
    HashCell cells[CELL_COUNT_MAX];
    board_get_hash_cells(board, cells);
    const HashState state = board_hash_state(board, &RULES[0]);
    position_set_add(set, cells, &state);
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

void gather_random_games(PositionSet *set, size_t count) {
    Geometry *geometry = memory_check(geometry_new(GATHER_SIDE, GATHER_SIDE, HASH_DEFAULT_SEED));
    const int length_max = 3 * geometry->cell_count; /* random games may go in circles */
    Rng rng = rng_new(1);
    while (set->count < count) {
        Board board;
        board_init(&board, geometry);
        for (int i = 0; i < length_max && board.passes < 2 && set->count < count; i++) {
            board_play(&board, (Color)board.to_move, random_move(&board, &rng));
            add_board(set, &board);
        }
    }
    geometry_free(geometry);
}

/* ---- Searches ---- */

/* An evaluator by playout games that records the path to every position. The evaluator is constant
 * for a search, so the record is behind a pointer. */
typedef struct {
    PositionSet *set;
    int64_t evaluations, probes;
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
        add_board(notes->set, &board);
    }
    notes->evaluations++;
    notes->probes += request->path_length;
}

static void note_and_evaluate(const Evaluator *evaluator, const EvalRequest *request,
                              EvalAnswer *answer) {
    const NotingEvaluator *noting = (const NotingEvaluator *)evaluator;
    note_path(noting->notes, request);
    noting->playouts.evaluator.evaluate(&noting->playouts.evaluator, request, answer);
}

/* A search of 9x9 games by that evaluator. */
typedef struct {
    Notes notes;
    NotingEvaluator evaluator;
    PlayerOptions options;
    Search *search;
    Game *game;
} NotedSearch;

static void start_search(NotedSearch *noted, PositionSet *set, int64_t memory_mb) {
    noted->notes = (Notes){.set = set};
    noted->options = player_default_options();
    noted->options.memory_mb = memory_mb;
    playout_evaluator_init(&noted->evaluator.playouts, &noted->options.rates);
    noted->evaluator.evaluator = noted->evaluator.playouts.evaluator;
    noted->evaluator.evaluator.evaluate = note_and_evaluate;
    noted->evaluator.notes = &noted->notes;
    noted->search = memory_check(search_new(&noted->evaluator.evaluator));
    noted->game = memory_check(game_new(HASH_DEFAULT_SEED));
}

static void clear_game(NotedSearch *noted) {
    Status status;
    if (!game_clear(noted->game, GATHER_SIDE, GATHER_SIDE, &status)) {
        memory_fail();
    }
}

/* Returns the move that the search chooses. */
static Point search_once(NotedSearch *noted, int64_t visits, uint64_t seed) {
    SearchLimits limits = limits_of_visits(&noted->options, visits);
    SearchResult result;
    Status status;
    limits.seed = seed;
    if (!search_run(noted->search, noted->game, (Color)noted->game->board.to_move, &limits, &result,
                    &status)) {
        memory_fail();
    }
    return result.move;
}

static void end_search(NotedSearch *noted) {
    search_free(noted->search);
    game_free(noted->game);
}

void gather_search(PositionSet *set, int64_t visits, int64_t *evaluations, int64_t *probes) {
    NotedSearch noted;
    start_search(&noted, set, 512);
    clear_game(&noted);
    search_once(&noted, visits, 1);
    *evaluations = noted.notes.evaluations;
    *probes = noted.notes.probes;
    end_search(&noted);
}

void gather_searched_games(PositionSet *set, size_t count) {
    NotedSearch noted;
    uint64_t seed = 0;
    start_search(&noted, set, 16);
    while (set->count < count) {
        Game *game = noted.game;
        clear_game(&noted);
        while (set->count < count && game->board.passes < 2 &&
               game->move_count < 3 * GATHER_SIDE * GATHER_SIDE) {
            const Point move = search_once(&noted, GATHER_VISITS, ++seed);
            Status status;
            if (!game_play(game, (Color)game->board.to_move, move, &status)) {
                memory_fail();
            }
        }
    }
    end_search(&noted);
}
