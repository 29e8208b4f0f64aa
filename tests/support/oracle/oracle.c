#include "tests/support/oracle/oracle.h"

static int cell_count(const Oracle *oracle) {
    return oracle->width * oracle->height;
}

static void remember(Oracle *oracle) {
    if (oracle->past_count == oracle->past_capacity) {
        oracle->past_capacity = 2 * oracle->past_capacity + 16;
        oracle->past = realloc(oracle->past, (size_t)oracle->past_capacity * sizeof *oracle->past);
        cr_assert_not_null(oracle->past);
    }
    oracle->past[oracle->past_count++] = oracle->now;
}

void oracle_set_to_move(Oracle *oracle, Color color) {
    oracle->now.to_move = color;
    oracle->ko = ORACLE_NO_KO;
    oracle->passes = 0;
    oracle->past_count = 0;
    remember(oracle);
}

void oracle_init(Oracle *oracle, int width, int height) {
    *oracle = (Oracle){.width = width, .height = height};
    ColorCell cells[CELL_COUNT_MAX];
    memset(cells, EMPTY, sizeof cells);
    oracle_set_up(oracle, cells, BLACK);
}

void oracle_set_up(Oracle *oracle, const ColorCell *cells, Color to_move) {
    oracle->now = (OraclePosition){0};
    memcpy(oracle->now.cells, cells, (size_t)cell_count(oracle));
    oracle->prisoners[BLACK] = oracle->prisoners[WHITE] = 0;
    oracle_set_to_move(oracle, to_move);
}

void oracle_from_board(Oracle *oracle, const Board *board) {
    const Geometry *geometry = board->geometry;
    ColorCell cells[CELL_COUNT_MAX];
    board_get_cells(board, cells);
    oracle_init(oracle, geometry->width, geometry->height);
    oracle_set_up(oracle, cells, board->to_move);
    oracle->ko = board->ko == POINT_NONE ? ORACLE_NO_KO : geometry->cell_of[board->ko];
    oracle->passes = board->passes;
}

void oracle_from_game(Oracle *oracle, const Game *game) {
    const Geometry *geometry = game->geometry;
    const size_t cells = (size_t)geometry->cell_count;
    oracle_init(oracle, geometry->width, geometry->height);
    oracle_set_up(oracle, game->past_cells, game->past[0].to_move);
    oracle->prisoners[BLACK] = game->first_prisoners[BLACK];
    oracle->prisoners[WHITE] = game->first_prisoners[WHITE];
    for (int i = 0; i <= game->move_count; i++) {
        if (game->past[i].superko_past == 0) { /* a client may give the turn to either side */
            oracle_set_to_move(oracle, game->past[i].to_move);
        }
        cr_assert_eq(memcmp(game->past_cells + cells * (size_t)i, oracle->now.cells, cells), 0,
                     "the game's position after %d moves", i);
        if (i < game->move_count) {
            const Point p = game->moves[i].point;
            oracle_play(oracle, game->moves[i].color,
                        p == POINT_PASS ? ORACLE_PASS : geometry->cell_of[p]);
        }
    }
}

void oracle_free(Oracle *oracle) {
    free(oracle->past);
}

int oracle_neighbors(int width, int height, int cell, int neighbors[4]) {
    int x = cell % width, y = cell / width, count = 0;
    if (x > 0) {
        neighbors[count++] = cell - 1;
    }
    if (x < width - 1) {
        neighbors[count++] = cell + 1;
    }
    if (y > 0) {
        neighbors[count++] = cell - width;
    }
    if (y < height - 1) {
        neighbors[count++] = cell + width;
    }
    return count;
}

void oracle_flood(int width, int height, const ColorCell *cells, int cell, OracleChain *chain) {
    *chain = (OracleChain){.stone_count = 1};
    chain->stone[cell] = true;
    int todo[CELL_COUNT_MAX], todo_count = 1;
    todo[0] = cell;
    while (todo_count > 0) {
        int neighbors[4];
        int count = oracle_neighbors(width, height, todo[--todo_count], neighbors);
        for (int i = 0; i < count; i++) {
            int n = neighbors[i];
            if (cells[n] == cells[cell]) {
                if (!chain->stone[n]) {
                    chain->stone[n] = true;
                    chain->stone_count++;
                    todo[todo_count++] = n;
                }
            } else if (cells[n] != EMPTY) {
                chain->touches[cells[n]] = true;
            } else if (!chain->liberty[n]) {
                chain->liberty[n] = true;
                chain->liberty_count++;
            }
        }
    }
}

bool oracle_cells_legal(int width, int height, const ColorCell *cells) {
    for (int cell = 0; cell < width * height; cell++) {
        if (cells[cell] != EMPTY) {
            OracleChain chain;
            oracle_flood(width, height, cells, cell, &chain);
            if (chain.liberty_count == 0) {
                return false;
            }
        }
    }
    return true;
}

/* Removes the chain at a cell if it has no liberty. Returns the number of its stones, or 0. */
static int take_if_dead(int width, int height, ColorCell *cells, int cell) {
    OracleChain chain;
    oracle_flood(width, height, cells, cell, &chain);
    if (chain.liberty_count > 0) {
        return 0;
    }
    for (int i = 0; i < width * height; i++) {
        if (chain.stone[i]) {
            cells[i] = EMPTY;
        }
    }
    return chain.stone_count;
}

void oracle_try(const Oracle *oracle, Color color, int cell, OracleOutcome *outcome) {
    int width = oracle->width, height = oracle->height, taken = ORACLE_NO_KO;
    *outcome = (OracleOutcome){.after = oracle->now, .ko = ORACLE_NO_KO};
    outcome->after.to_move = color_opponent(color);
    ColorCell *cells = outcome->after.cells;
    cells[cell] = (uint8_t)color;
    int neighbors[4];
    int count = oracle_neighbors(width, height, cell, neighbors);
    for (int i = 0; i < count; i++) {
        if (cells[neighbors[i]] == color_opponent(color)) {
            int stones = take_if_dead(width, height, cells, neighbors[i]);
            outcome->captured += stones;
            taken = stones > 0 ? neighbors[i] : taken;
        }
    }
    outcome->suicided = take_if_dead(width, height, cells, cell);
    if (outcome->captured == 1) {
        OracleChain own;
        oracle_flood(width, height, cells, cell, &own);
        if (own.stone_count == 1 && own.liberty_count == 1) {
            outcome->ko = taken;
        }
    }
}

Oracle oracle_after(const Oracle *oracle, Color color, int cell) {
    OracleOutcome outcome;
    oracle_try(oracle, color, cell, &outcome);
    return (Oracle){
        .width = oracle->width, .height = oracle->height, .now = outcome.after, .ko = outcome.ko};
}

MoveCheck oracle_check_simple(const Oracle *oracle, Color color, int cell, bool suicide_allowed) {
    if (cell == ORACLE_PASS) {
        return MOVE_LEGAL;
    }
    if (oracle->now.cells[cell] != EMPTY) {
        return MOVE_OCCUPIED;
    }
    if (cell == oracle->ko && color == oracle->now.to_move) {
        return MOVE_KO;
    }
    OracleOutcome outcome;
    oracle_try(oracle, color, cell, &outcome);
    return outcome.suicided > 0 && !suicide_allowed ? MOVE_SUICIDE : MOVE_LEGAL;
}

bool oracle_repeats(const Oracle *oracle, KoRule ko, const OraclePosition *position) {
    for (int i = 0; ko != KO_SIMPLE && i < oracle->past_count; i++) {
        const OraclePosition *past = &oracle->past[i];
        if (memcmp(past->cells, position->cells, (size_t)cell_count(oracle)) == 0 &&
            (ko == KO_POSITIONAL || past->to_move == position->to_move)) {
            return true;
        }
    }
    return false;
}

MoveCheck oracle_check(const Oracle *oracle, const Rules *rules, Color color, int cell) {
    MoveCheck simple = oracle_check_simple(oracle, color, cell, rules->suicide);
    if (simple != MOVE_LEGAL || cell == ORACLE_PASS) {
        return simple;
    }
    OracleOutcome outcome;
    oracle_try(oracle, color, cell, &outcome);
    OraclePosition present = oracle->now;
    present.to_move = color;
    const Oracle anew = {oracle->width, oracle->height, .past = &present, .past_count = 1};
    const bool repeats =
        oracle_repeats(color == oracle->now.to_move ? oracle : &anew, rules->ko, &outcome.after);
    if (outcome.suicided == 1 && (repeats || rules->ko != KO_SITUATIONAL)) {
        return MOVE_SUICIDE;
    }
    return repeats ? MOVE_SUPERKO : MOVE_LEGAL;
}

void oracle_play(Oracle *oracle, Color color, int cell) {
    cr_assert_eq(oracle_check_simple(oracle, color, cell, true), MOVE_LEGAL);
    if (color != oracle->now.to_move) {
        oracle_set_to_move(oracle, color);
    }
    if (cell == ORACLE_PASS) {
        oracle->now.to_move = color_opponent(color);
        oracle->ko = ORACLE_NO_KO;
        oracle->passes++;
    } else {
        OracleOutcome outcome;
        oracle_try(oracle, color, cell, &outcome);
        oracle->now = outcome.after;
        oracle->ko = outcome.ko;
        oracle->passes = 0;
        oracle->prisoners[color] += outcome.captured;
        oracle->prisoners[color_opponent(color)] += outcome.suicided;
    }
    remember(oracle);
}

int oracle_area(const Oracle *oracle) {
    int area[2] = {0, 0};
    for (int cell = 0; cell < cell_count(oracle); cell++) {
        if (oracle->now.cells[cell] != EMPTY) {
            area[oracle->now.cells[cell]]++;
        } else {
            OracleChain region;
            oracle_flood(oracle->width, oracle->height, oracle->now.cells, cell, &region);
            area[BLACK] += region.touches[BLACK] && !region.touches[WHITE];
            area[WHITE] += region.touches[WHITE] && !region.touches[BLACK];
        }
    }
    return area[BLACK] - area[WHITE];
}

HashLanes oracle_hash(const Oracle *oracle, const HashTables *tables) {
    HashCell cells[CELL_COUNT_MAX];
    for (int cell = 0; cell < cell_count(oracle); cell++) {
        cells[cell] = color_hash_cell((Color)oracle->now.cells[cell]);
    }
    HashLanes lanes;
    hash_lanes_of(tables, cells, &lanes);
    return lanes;
}

HashKey oracle_key(const Oracle *oracle, const HashTables *tables, const Rules *rules) {
    HashLanes lanes = oracle_hash(oracle, tables);
    HashState state = {.to_move = (int)oracle->now.to_move,
                       .ko_cell = oracle->ko == ORACLE_NO_KO ? HASH_NO_KO : oracle->ko,
                       .passes = oracle->passes,
                       .rules = rules_hash_code(rules)};
    return hash_key(tables, &lanes, &state);
}

const char *oracle_difference(const Oracle *oracle, const Board *board, const Rules *rules) {
    const Geometry *geometry = board->geometry;
    const Point ko = oracle->ko == ORACLE_NO_KO ? POINT_NONE : geometry->point_of[oracle->ko];
    const HashLanes lanes = oracle_hash(oracle, &geometry->hash);
    const HashKey key = board_key(board, rules),
                  expected = oracle_key(oracle, &geometry->hash, rules);
    ColorCell cells[CELL_COUNT_MAX];
    board_get_cells(board, cells);
    return memcmp(cells, oracle->now.cells, (size_t)cell_count(oracle)) != 0 ? "the position"
           : board->to_move != oracle->now.to_move                           ? "the side to move"
           : board->ko != ko                                                 ? "the ko"
           : board->passes != oracle->passes ? "the number of passes"
           : board->prisoners[BLACK] != oracle->prisoners[BLACK] ||
                   board->prisoners[WHITE] != oracle->prisoners[WHITE]
               ? "the number of prisoners"
           : memcmp(&board->hash, &lanes, sizeof lanes) != 0 ? "the hash"
           : key.key != expected.key || key.check != expected.check ||
                   key.orientation != expected.orientation || key.symmetries != expected.symmetries
               ? "the key"
               : NULL;
}
