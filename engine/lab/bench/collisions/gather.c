#include "engine/base/memory.h"
#include "engine/lab/bench/collisions/positions.h"
#include "engine/player/limits.h"
#include "engine/player/player.h"

/* ---- All positions of a small board ---- */

/* Life spreads from the empty points along the chains. */
bool census_has_liberties(int width, int height, uint32_t stones, uint32_t empty) {
    const uint32_t all = (UINT32_C(1) << (width * height)) - 1;
    const uint32_t first_column = all / ((UINT32_C(1) << width) - 1);
    uint32_t alive = 0, reached = empty;
    do {
        alive = reached;
        reached |= stones & (((alive << 1) & ~first_column) | ((alive & ~first_column) >> 1) |
                             (alive << width) | (alive >> width));
    } while (reached != alive);
    return (stones & ~alive) == 0;
}

typedef struct {
    PositionSet *set;
    int side;
    HashCell cells[CELL_COUNT_MAX];
} Census;

static void visit_all(Census *census, int cell, uint32_t black, uint32_t white) {
    const int side = census->side;
    if (cell == side * side) {
        const uint32_t empty = ((UINT32_C(1) << cell) - 1) & ~(black | white);
        if (census_has_liberties(side, side, black, empty) &&
            census_has_liberties(side, side, white, empty)) {
            position_set_add(census->set, census->cells, &(HashState){.ko_cell = HASH_NO_KO});
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
    visit_all(&(Census){.set = set, .side = side}, 0, 0, 0);
}

/* ---- A search ---- */

static void add_board(PositionSet *set, const Board *board) {
    HashCell cells[CELL_COUNT_MAX];
    board_get_hash_cells(board, cells);
    const HashState state = board_hash_state(board, &RULES[0]);
    position_set_add(set, cells, &state);
}

/* An evaluator by playout games that records the path to every position. */
typedef struct {
    Evaluator evaluator; /* first: the search sees only this */
    PlayoutEvaluator playouts;
    PositionSet *set;
    int64_t *evaluations, *probes;
} NotingEvaluator;

static void note_and_evaluate(const Evaluator *evaluator, const EvalRequest *request,
                              EvalAnswer *answer) {
    const NotingEvaluator *noting = (const NotingEvaluator *)evaluator;
    Board board;
    board_copy(&board, &request->game->board);
    for (int i = 0; i < request->path_length; i++) {
        board_play(&board, board.to_move, request->path[i]);
        add_board(noting->set, &board);
    }
    ++*noting->evaluations;
    *noting->probes += request->path_length;
    noting->playouts.evaluator.evaluate(&noting->playouts.evaluator, request, answer);
}

void gather_search(PositionSet *set, int64_t visits, int64_t *evaluations, int64_t *probes) {
    const PlayerOptions options = player_default_options();
    const PlayoutPolicyRates rates = playout_policy_default_rates();
    const SearchLimits limits = limits_of_visits(&options, visits);
    NotingEvaluator noting = {.set = set, .evaluations = evaluations, .probes = probes};
    SearchResult result;
    Status status;
    playout_evaluator_init(&noting.playouts, &rates);
    noting.evaluator = noting.playouts.evaluator;
    noting.evaluator.evaluate = note_and_evaluate;
    Search *search = memory_check(search_new(&noting.evaluator));
    Game *game = memory_check(game_new(HASH_DEFAULT_SEED));
    if (!game_clear(game, GATHER_SIDE, GATHER_SIDE, &status) ||
        !search_run(search, game, BLACK, &limits, &result, &status)) {
        memory_fail();
    }
    search_free(search);
    game_free(game);
}
