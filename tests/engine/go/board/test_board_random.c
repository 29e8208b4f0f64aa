/* The board against the slow oracle in random games. After every move (on large boards every second
 * or third) everything that the board says, the invariants of its headers and the legality of moves
 * nearby are compared; now and then, because it is slow, the legality of all moves and the same
 * position set up from scratch. The games are steered towards captures, kos, suicides and large
 * chains, and the tests count that these occurred. */
#include "tests/support/oracle/oracle.h"
#include "tests/support/position/diagram.h"
#include "tests/support/program/chance.h"

typedef struct {
    int games, captures, kos, suicides, passes, out_of_turn, largest_chain;
    int verdicts[MOVE_SUPERKO + 1]; /* how often each MoveCheck was the right answer */
} Tally;

/* One game on both boards. */
typedef struct {
    const Geometry *geometry;
    const Rules *rules;
    SplitMix random;
    Board fast;
    Oracle slow;
    Tally *tally;
} Duel;

static Point point_of(const Geometry *geometry, int cell) {
    return cell == ORACLE_PASS ? POINT_PASS
                               : point_at(cell % geometry->width, cell / geometry->width);
}

/* The assertions of Criterion are too slow to call for every point of every position. */
static void expect(bool holds, const char *what, const Oracle *slow, Point where) {
    if (!holds) {
        char text[POINT_TEXT_MAX];
        cr_assert_fail("%s: at %s after %d moves of\n%s", what,
                       point_to_text(where, slow->height, text), slow->past_count - 1,
                       diagram_print(slow->width, slow->height, slow->now.cells).text);
    }
}

/* Are the points, each once, the cells of the set? */
static bool points_are_cells(const Geometry *geometry, const Point *points, int count,
                             const bool *cells, int cell_total) {
    bool seen[CELL_COUNT_MAX] = {false};
    for (int i = 0; i < count; i++) {
        int cell = point_y(points[i]) * geometry->width + point_x(points[i]);
        if (cell < 0 || cell >= geometry->cell_count || !cells[cell] || seen[cell]) {
            return false;
        }
        seen[cell] = true;
    }
    return count == cell_total;
}

/* One chain: its stones, its exact liberties, its name, its size, its ring. */
static void expect_chain(const Board *fast, const Oracle *slow, int cell,
                         const OracleChain *chain) {
    const Geometry *geometry = fast->geometry;
    Point p = point_of(geometry, cell), points[CELL_COUNT_MAX], name = fast->chain[p];
    expect(board_liberties(fast, p, NULL) == chain->liberty_count, "liberty count", slow, p);
    int count = board_liberties(fast, p, points);
    expect(points_are_cells(geometry, points, count, chain->liberty, chain->liberty_count),
           "liberties", slow, p);
    expect(board_chain_stones(fast, p, NULL) == chain->stone_count, "stone count", slow, p);
    count = board_chain_stones(fast, p, points);
    expect(points_are_cells(geometry, points, count, chain->stone, chain->stone_count), "stones",
           slow, p);
    expect(fast->slot[name] == chain->stone_count, "size kept in slot", slow, p);
    bool name_is_member = false;
    for (int i = 0; i < count; i++) {
        expect(fast->chain[points[i]] == name, "name of the chain", slow, points[i]);
        expect(fast->next[points[i]] == points[(i + 1) % count], "ring", slow, points[i]);
        name_is_member |= points[i] == name;
    }
    expect(name_is_member, "the chain is named by one of its stones", slow, p);
}

static void expect_chains(const Board *fast, const Oracle *slow, Tally *tally) {
    bool seen[CELL_COUNT_MAX] = {false};
    for (int cell = 0; cell < fast->geometry->cell_count; cell++) {
        if (slow->now.cells[cell] == EMPTY) {
            Point p = point_of(fast->geometry, cell);
            expect(board_liberties(fast, p, NULL) == 0 && board_chain_stones(fast, p, NULL) == 0,
                   "an empty point has neither stones nor liberties", slow, p);
        } else if (!seen[cell]) {
            OracleChain chain;
            oracle_flood(slow->width, slow->height, slow->now.cells, cell, &chain);
            expect_chain(fast, slow, cell, &chain);
            for (int i = 0; i < fast->geometry->cell_count; i++) {
                seen[i] |= chain.stone[i];
            }
            if (chain.stone_count > tally->largest_chain) {
                tally->largest_chain = chain.stone_count;
            }
        }
    }
}

/* The counts of the eight neighbors as place.h draws them. */
static unsigned slow_around(const Oracle *slow, int x, int y) {
    bool edge = x == 0 || y == 0 || x == slow->width - 1 || y == slow->height - 1;
    unsigned beside[3] = {0}, across[3] = {edge, edge, 0};
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            int nx = x + dx, ny = y + dy;
            if (nx < 0 || ny < 0 || nx >= slow->width || ny >= slow->height) {
                continue;
            }
            int color = slow->now.cells[ny * slow->width + nx];
            beside[color] += (dx == 0) != (dy == 0);
            across[color] += dx != 0 && dy != 0;
        }
    }
    return beside[BLACK] | beside[WHITE] << 3 | beside[EMPTY] << 6 | across[BLACK] << 9 |
           across[WHITE] << 12;
}

static bool slow_is_eye(const Oracle *slow, Color color, int cell) {
    int x = cell % slow->width, y = cell / slow->width, hostile = 0, edge = 0;
    if (slow->now.cells[cell] != EMPTY) {
        return false;
    }
    for (int dy = -1; dy <= 1; dy++) {
        for (int dx = -1; dx <= 1; dx++) {
            int nx = x + dx, ny = y + dy;
            if (nx < 0 || ny < 0 || nx >= slow->width || ny >= slow->height) {
                edge = 1;
                continue;
            }
            int there = slow->now.cells[ny * slow->width + nx];
            if ((dx == 0) != (dy == 0) && there != (int)color) {
                return false;
            }
            hostile += dx != 0 && dy != 0 && there == (int)color_opponent(color);
        }
    }
    return hostile + edge <= 1;
}

/* Every point's color, own entry, neighbor counts, eyes, and place in the list of empty ones. */
static void expect_points(const Board *fast, const Oracle *slow) {
    int empty_count = 0;
    for (int cell = 0; cell < fast->geometry->cell_count; cell++) {
        Point p = point_of(fast->geometry, cell);
        Color color = (Color)slow->now.cells[cell];
        expect(board_color(fast, p) == color, "color", slow, p);
        expect(fast->own[BLACK][p] == (color == BLACK ? fast->chain[p] : 0), "own black", slow, p);
        expect(fast->own[WHITE][p] == (color == WHITE ? fast->chain[p] : 0), "own white", slow, p);
        expect(fast->around[p] == slow_around(slow, point_x(p), point_y(p)), "around", slow, p);
        expect(board_is_eye(fast, BLACK, p) == slow_is_eye(slow, BLACK, cell), "black eye", slow,
               p);
        expect(board_is_eye(fast, WHITE, p) == slow_is_eye(slow, WHITE, cell), "white eye", slow,
               p);
        if (color == EMPTY) {
            empty_count++;
            expect(fast->chain[p] == p, "an empty point is a chain of its own", slow, p);
            expect(fast->slot[p] < fast->empty_count && fast->empty[fast->slot[p]] == p,
                   "slot of an empty point", slow, p);
        }
    }
    /* As many entries as empty points, each of them at its slot: the list is a permutation. */
    expect(fast->empty_count == empty_count, "number of empty points", slow, POINT_NONE);
}

/* The invariant of board.h: liberties[chain[q]] sums the empty neighbors of the chain's members
 * for every point q, the border included. */
static void expect_liberty_words(const Board *fast, const Oracle *slow) {
    const Geometry *geometry = fast->geometry;
    uint64_t words[POINT_COUNT] = {0};
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        if (slow->now.cells[cell] == EMPTY) {
            uint64_t p = point_of(geometry, cell);
            uint64_t word = 1 << 3 | p << 14 | (p * p) << 34;
            words[fast->chain[p - 1]] += word;
            words[fast->chain[p + 1]] += word;
            words[fast->chain[p - STRIDE]] += word;
            words[fast->chain[p + STRIDE]] += word;
        }
    }
    for (int q = 0; q < geometry->point_count; q++) {
        Point name = fast->chain[q];
        uint64_t color = fast->color[q] > EMPTY ? EMPTY : fast->color[q];
        expect(fast->liberties[name] == (words[name] | (color + 1)), "liberty word", slow,
               (Point)q);
    }
}

static void expect_agreement(const Board *fast, const Oracle *slow, const Rules *rules,
                             Tally *tally) {
    const char *what = oracle_difference(slow, fast, rules);
    expect(what == NULL, what, slow, fast->ko);
    expect_points(fast, slow);
    expect_chains(fast, slow, tally);
    expect_liberty_words(fast, slow);
}

/* One point of the board, for both colors, suicide or not. */
static void expect_legality_at(const Duel *duel, int cell) {
    for (int i = 0; i < 4; i++) {
        Color color = (Color)(i & 1);
        bool suicide = i >= 2;
        Point p = point_of(duel->geometry, cell);
        MoveCheck right = oracle_check_simple(&duel->slow, color, cell, suicide);
        duel->tally->verdicts[right]++;
        expect(board_check(&duel->fast, color, p, suicide) == right,
               color == BLACK ? "legality for Black" : "legality for White", &duel->slow, p);
    }
}

/* Checks the cells whose legality the last move is most likely to have changed. */
static void expect_legality_near(const Duel *duel, int cell) {
    int neighbors[4];
    int count = oracle_neighbors(duel->slow.width, duel->slow.height, cell, neighbors);
    expect_legality_at(duel, cell);
    for (int i = 0; i < count; i++) {
        expect_legality_at(duel, neighbors[i]);
    }
}

/* The position set up from scratch has the same stones and no history. */
static void expect_set_up(const Duel *duel) {
    Board fresh;
    Oracle oracle;
    Status status;
    board_init(&fresh, duel->geometry);
    oracle_init(&oracle, duel->geometry->width, duel->geometry->height);
    const OraclePosition *now = &duel->slow.now;
    oracle_set_up(&oracle, now->cells, now->to_move);
    expect(board_set_up(&fresh, now->cells, now->to_move, &status), "a position reached is legal",
           &duel->slow, POINT_NONE);
    expect_agreement(&fresh, &oracle, duel->rules, duel->tally);
    oracle_free(&oracle);
}

/* What moves a random player prefers: a fighter captures, throws in and dies, a builder connects,
 * and the third has no preference. */
typedef enum { TEMPER_FIGHTER, TEMPER_BUILDER, TEMPER_NONE, TEMPER_COUNT } Temper;

static int liking(const Oracle *slow, Temper temper, Color color, int cell) {
    int liked = 0;
    if (temper == TEMPER_FIGHTER) {
        OracleOutcome outcome;
        oracle_try(slow, color, cell, &outcome);
        liked = outcome.captured + 2 * (outcome.suicided > 1) + 3 * (outcome.ko != ORACLE_NO_KO);
    } else if (temper == TEMPER_BUILDER) {
        int neighbors[4], count = oracle_neighbors(slow->width, slow->height, cell, neighbors);
        for (int i = 0; i < count; i++) {
            liked += slow->now.cells[neighbors[i]] == color;
        }
    }
    return liked;
}

/* The preferred one of a few random legal moves, or else the first legal one from a random cell on;
 * ORACLE_PASS if there is none. */
static int choose_cell(Duel *duel, Temper temper, Color color) {
    int count = duel->geometry->cell_count, best = ORACLE_PASS, best_liked = -1;
    for (int tries = 0; tries < 6; tries++) {
        int cell = below(&duel->random, count);
        if (oracle_check_simple(&duel->slow, color, cell, duel->rules->suicide) == MOVE_LEGAL) {
            int liked = liking(&duel->slow, temper, color, cell);
            if (liked > best_liked) {
                best = cell;
                best_liked = liked;
            }
        }
    }
    int start = below(&duel->random, count);
    for (int i = 0; i < count && best == ORACLE_PASS; i++) {
        int cell = (start + i) % count;
        if (oracle_check_simple(&duel->slow, color, cell, duel->rules->suicide) == MOVE_LEGAL) {
            best = cell;
        }
    }
    return best;
}

static void tally_move(Duel *duel, Color color, int cell) {
    Tally *tally = duel->tally;
    tally->out_of_turn += color != duel->slow.now.to_move;
    if (cell == ORACLE_PASS) {
        tally->passes++;
        return;
    }
    OracleOutcome outcome;
    oracle_try(&duel->slow, color, cell, &outcome);
    tally->captures += outcome.captured > 0;
    tally->suicides += outcome.suicided > 1;
    tally->kos += outcome.ko != ORACLE_NO_KO;
}

static void play_game(Duel *duel) {
    int count = duel->geometry->cell_count;
    int pace = 1 + count / 300; /* of the checks that take time in proportion to the board */
    int stride = count <= 25 ? 1 : count <= 49 ? 4 : count <= 121 ? 24 : count / 2; /* the square */
    Temper temper = (Temper)below(&duel->random, TEMPER_COUNT);
    board_init(&duel->fast, duel->geometry);
    oracle_init(&duel->slow, duel->geometry->width, duel->geometry->height);
    duel->tally->games++;
    for (int move = 0; move < 3 * count; move++) {
        Color color = duel->slow.now.to_move;
        if (below(&duel->random, 16) == 0) {
            color = color_opponent(color);
        }
        int cell = choose_cell(duel, temper, color);
        if (cell == ORACLE_PASS) {
            break;
        }
        if (below(&duel->random, 32) == 0) {
            cell = ORACLE_PASS;
        }
        tally_move(duel, color, cell);
        if (color != duel->slow.now.to_move) {
            board_set_to_move(&duel->fast, color);
        }
        board_play(&duel->fast, color, point_of(duel->geometry, cell));
        oracle_play(&duel->slow, color, cell);
        if (cell != ORACLE_PASS) {
            expect_legality_near(duel, cell);
        }
        if (move % pace == 0) {
            expect_agreement(&duel->fast, &duel->slow, duel->rules, duel->tally);
        }
        if (move % stride == 0) {
            for (int at = 0; at < duel->geometry->cell_count; at++) {
                expect_legality_at(duel, at);
            }
            expect_set_up(duel);
        }
    }
    oracle_free(&duel->slow);
}

typedef struct {
    uint8_t width, height;
} Shape;

/* The rule sets take turns; the long mode plays fifty times as many games. */
static Tally play_games(const Shape *shapes, size_t shape_count, int games_per_shape,
                        uint64_t seed) {
    Tally tally = {0};
    Duel duel = {.tally = &tally, .random = {seed}};
    int rule_count = 0;
    while (RULE_SETS[rule_count].rules.name != NULL) {
        rule_count++;
    }
    games_per_shape *= is_long() ? 50 : 1;
    for (size_t i = 0; i < shape_count; i++) {
        Geometry *geometry = geometry_new(shapes[i].width, shapes[i].height, HASH_DEFAULT_SEED + i);
        cr_assert_not_null(geometry);
        duel.geometry = geometry;
        for (int game = 0; game < games_per_shape; game++) {
            duel.rules = &RULE_SETS[((int)i + game) % rule_count].rules;
            play_game(&duel);
        }
        geometry_free(geometry);
    }
    return tally;
}

/* The games test something only if these things happened. */
static void expect_eventful(const Tally *tally, int games, int largest_chain) {
    cr_assert_geq(tally->games, games);
    cr_assert_gt(tally->captures, games);
    cr_assert_gt(tally->kos, games / 16);
    cr_assert_gt(tally->suicides, games / 8);
    cr_assert_gt(tally->passes, games / 8);
    cr_assert_gt(tally->out_of_turn, games / 8);
    cr_assert_geq(tally->largest_chain, largest_chain);
    for (int verdict = MOVE_OCCUPIED; verdict < MOVE_SUPERKO; verdict++) {
        cr_assert_gt(tally->verdicts[verdict], 0, "no move was ever found to be a %d", verdict);
    }
}

enum { SHAPES_MAX = 16 };

static void play_shapes(const Shape shapes[SHAPES_MAX], int games_per_shape, int largest_chain) {
    size_t count = 0;
    while (count < SHAPES_MAX && shapes[count].width > 0) {
        count++;
    }
    Tally tally = play_games(shapes, count, games_per_shape, (uint64_t)games_per_shape);
    expect_eventful(&tally, (int)count * games_per_shape, largest_chain);
}

Test(board_random, tiny_boards) {
    static const Shape SHAPES[SHAPES_MAX] = {{1, 1}, {2, 1}, {1, 3}, {1, 5}, {5, 1}, {2, 2},
                                             {2, 3}, {3, 2}, {3, 3}, {3, 4}, {4, 3}, {2, 7}};
    play_shapes(SHAPES, 80, 6);
}

Test(board_random, small_boards) {
    static const Shape SHAPES[SHAPES_MAX] = {{4, 4}, {5, 4},  {4, 6},  {5, 5}, {6, 6},
                                             {7, 7}, {1, 25}, {25, 1}, {3, 9}, {2, 25}};
    play_shapes(SHAPES, 80, 20);
}

Test(board_random, large_boards) {
    static const Shape SHAPES[SHAPES_MAX] = {{12, 12}, {13, 13}, {14, 14}, {15, 15},
                                             {16, 16}, {17, 17}, {18, 18}, {19, 19},
                                             {13, 19}, {19, 7},  {7, 25},  {25, 7}};
    play_shapes(SHAPES, 4, 100);
}

Test(board_random, largest_boards) {
    static const Shape SHAPES[SHAPES_MAX] = {{20, 20}, {21, 21}, {22, 22},
                                             {23, 23}, {24, 24}, {25, 25}};
    play_shapes(SHAPES, 2, 150);
}
