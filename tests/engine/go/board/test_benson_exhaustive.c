/* Unconditional life by exhaustive search: the three claims that benson.c makes, for every legal
 * position of tiny boards. The search keeps its own board, sets of cells as bits, and applies no
 * theory: it plays out all moves. */
#include "engine/base/memory.h"
#include "engine/go/board/benson.h"
#include "tests/support/position/diagram.h"

enum { SUICIDE_FORBIDDEN = 0, SUICIDE_LEGAL = 1 };
enum { TINY_CELLS_MAX = 12 };

typedef uint16_t Cells; /* a set of cells, bit i for cell i */

/* All positions of a tiny board. A position is a number: the sum of 3^cell for black stones and
 * 2 * 3^cell for white ones. */
typedef struct {
    int width, height, cell_count, position_count;
    bool suicide;
    Cells near[TINY_CELLS_MAX]; /* the neighbors of a cell */
    int *ternary;               /* [set]: the sum of 3^cell over its cells */
    Cells *stones[2];           /* [color][position] */
    bool *legal;                /* [position]: every chain has a liberty */
    int *after[2];              /* [color][position * cell_count + cell]: the position, or -1 */
    Cells *alive[2]; /* [color][position]: stones that cannot be captured, see find_alive */
    Cells *ever[2];  /* [color][position]: see find_ever_alive */
} Tiny;

static Cells neighbors_of(const Tiny *tiny, Cells set) {
    Cells result = 0;
    for (int cell = 0; set >> cell != 0; cell++) {
        result |= set >> cell & 1 ? tiny->near[cell] : 0;
    }
    return result;
}

static Cells chain_of(const Tiny *tiny, Cells stones, int cell) {
    Cells chain = (Cells)(1u << cell), grown;
    while ((grown = chain | (neighbors_of(tiny, chain) & stones)) != chain) {
        chain = grown;
    }
    return chain;
}

/* The stones of chains without a liberty. */
static Cells breathless(const Tiny *tiny, Cells stones, Cells others) {
    Cells result = 0, rest = stones;
    for (int cell = 0; rest >> cell != 0; cell++) {
        if (rest >> cell & 1) {
            const Cells chain = chain_of(tiny, stones, cell);
            rest &= (Cells)~chain;
            const Cells around = neighbors_of(tiny, chain);
            result |= (around & ~stones & ~others) == 0 ? chain : 0;
        }
    }
    return result;
}

static int tiny_position(const Tiny *tiny, const Cells stones[2]) {
    return tiny->ternary[stones[BLACK]] + 2 * tiny->ternary[stones[WHITE]];
}

/* Returns the position after a move, or -1 if it is illegal. */
static int tiny_play(const Tiny *tiny, int position, int color, int cell) {
    Cells stones[2] = {tiny->stones[BLACK][position], tiny->stones[WHITE][position]};
    if ((stones[BLACK] | stones[WHITE]) >> cell & 1) {
        return -1;
    }
    stones[color] |= (Cells)(1u << cell);
    stones[1 - color] &= (Cells)~breathless(tiny, stones[1 - color], stones[color]);
    const Cells suicided = breathless(tiny, stones[color], stones[1 - color]);
    stones[color] &= (Cells)~suicided;
    return suicided == 0 || tiny->suicide ? tiny_position(tiny, stones) : -1;
}

static void tiny_fill(Tiny *tiny) {
    const int count = tiny->cell_count;
    for (int black = 0; black < 1 << count; black++) {
        for (int white = 0; white < 1 << count; white++) {
            if ((black & white) == 0) {
                const Cells stones[2] = {(Cells)black, (Cells)white};
                const int position = tiny_position(tiny, stones);
                tiny->stones[BLACK][position] = stones[BLACK];
                tiny->stones[WHITE][position] = stones[WHITE];
                tiny->legal[position] = breathless(tiny, stones[BLACK], stones[WHITE]) == 0 &&
                                        breathless(tiny, stones[WHITE], stones[BLACK]) == 0;
            }
        }
    }
    for (int color = 0; color < 2; color++) {
        for (int i = 0; i < tiny->position_count * count; i++) {
            tiny->after[color][i] =
                tiny->legal[i / count] ? tiny_play(tiny, i / count, color, i % count) : -1;
        }
    }
}

/* Finds which stones of color the opponent, moving alone, can never capture: the complement of
 * those that some move captures or that can be captured after some move, by iteration to a fixed
 * point. */
static void find_alive(Tiny *tiny, int color) {
    const Cells *stones = tiny->stones[color];
    Cells *alive = tiny->alive[color];
    memcpy(alive, stones, (size_t)tiny->position_count * sizeof *alive);
    for (bool changed = true; changed;) {
        changed = false;
        for (int position = tiny->position_count - 1; position >= 0; position--) {
            const Cells before = alive[position];
            for (int cell = 0; cell < tiny->cell_count; cell++) {
                const int after = tiny->after[1 - color][position * tiny->cell_count + cell];
                alive[position] &= after >= 0 ? alive[after] : before;
            }
            changed |= alive[position] != before;
        }
    }
}

/* Finds on which cells color, moving alone, can get stones that cannot be captured. */
static void find_ever_alive(Tiny *tiny, int color) {
    Cells *ever = tiny->ever[color];
    memcpy(ever, tiny->alive[color], (size_t)tiny->position_count * sizeof *ever);
    for (bool changed = true; changed;) {
        changed = false;
        for (int position = tiny->position_count - 1; position >= 0; position--) {
            const Cells before = ever[position];
            for (int cell = 0; cell < tiny->cell_count; cell++) {
                const int after = tiny->after[color][position * tiny->cell_count + cell];
                ever[position] |= after >= 0 ? ever[after] : before;
            }
            changed |= ever[position] != before;
        }
    }
}

static Tiny *tiny_new(int width, int height, bool suicide) {
    Tiny *tiny = memory_new(1, sizeof *tiny);
    *tiny = (Tiny){.width = width,
                   .height = height,
                   .cell_count = width * height,
                   .position_count = 1,
                   .suicide = suicide};
    for (int cell = 0; cell < tiny->cell_count; cell++) {
        const int x = cell % width, y = cell / width;
        tiny->position_count *= 3;
        tiny->near[cell] =
            (Cells)((x > 0 ? 1 << (cell - 1) : 0) | (x < width - 1 ? 1 << (cell + 1) : 0) |
                    (y > 0 ? 1 << (cell - width) : 0) | (y < height - 1 ? 1 << (cell + width) : 0));
    }
    tiny->ternary = memory_new((size_t)1 << tiny->cell_count, sizeof *tiny->ternary);
    for (int set = 1; set < 1 << tiny->cell_count; set++) {
        int low = 0, power = 1;
        for (; (set >> low & 1) == 0; low++) {
            power *= 3;
        }
        tiny->ternary[set] = tiny->ternary[set & (set - 1)] + power;
    }
    const size_t positions = (size_t)tiny->position_count;
    tiny->legal = memory_new(positions, sizeof *tiny->legal);
    for (int color = 0; color < 2; color++) {
        tiny->stones[color] = memory_new(positions, sizeof(Cells));
        tiny->alive[color] = memory_new(positions, sizeof(Cells));
        tiny->ever[color] = memory_new(positions, sizeof(Cells));
        tiny->after[color] = memory_new(positions * (size_t)tiny->cell_count, sizeof(int));
    }
    tiny_fill(tiny);
    for (int color = 0; color < 2; color++) {
        find_alive(tiny, color);
    }
    for (int color = 0; color < 2; color++) {
        find_ever_alive(tiny, color);
    }
    return tiny;
}

static void tiny_free(Tiny *tiny) {
    for (int color = 0; color < 2; color++) {
        free(tiny->stones[color]);
        free(tiny->alive[color]);
        free(tiny->ever[color]);
        free(tiny->after[color]);
    }
    free(tiny->ternary);
    free(tiny->legal);
    free(tiny);
}

static void position_to_colors(const Tiny *tiny, int position, uint8_t *colors) {
    for (int cell = 0; cell < tiny->cell_count; cell++) {
        colors[cell] = tiny->stones[BLACK][position] >> cell & 1   ? BLACK
                       : tiny->stones[WHITE][position] >> cell & 1 ? WHITE
                                                                   : EMPTY;
    }
}

static void expect(bool holds, const char *claim, const Tiny *tiny, int position) {
    if (!holds) {
        uint8_t colors[TINY_CELLS_MAX];
        position_to_colors(tiny, position, colors);
        cr_assert_fail("%s (suicide %s)\n%s", claim, tiny->suicide ? "legal" : "forbidden",
                       diagram_print(tiny->width, tiny->height, colors).text);
    }
}

/* What benson_find says about one position. */
typedef struct {
    Cells alive[2];     /* [color] */
    Cells territory[2]; /* [color]: its territory and the dead stones in it */
} Verdict;

static Verdict verdict_find(const Tiny *tiny, const Geometry *geometry, int position) {
    Verdict verdict = {{0}, {0}};
    uint8_t colors[TINY_CELLS_MAX], life[POINT_COUNT];
    Board board;
    Status status;
    position_to_colors(tiny, position, colors);
    board_init(&board, geometry);
    cr_assert(board_set_up(&board, colors, BLACK, &status));
    benson_find(&board, tiny->suicide, life);
    for (int cell = 0; cell < tiny->cell_count; cell++) {
        const Cells bit = (Cells)(1u << cell);
        const int stone = colors[cell] == WHITE ? WHITE : BLACK;
        switch ((Life)life[geometry->point_of[cell]]) {
        case LIFE_UNDECIDED:
            break;
        case LIFE_ALIVE:
            verdict.alive[stone] |= bit;
            break;
        case LIFE_DEAD:
            verdict.territory[1 - stone] |= bit;
            break;
        case LIFE_BLACK_TERRITORY:
            verdict.territory[BLACK] |= bit;
            break;
        case LIFE_WHITE_TERRITORY:
            verdict.territory[WHITE] |= bit;
            break;
        }
    }
    return verdict;
}

/* The verdict on every legal position: an array that the caller frees. */
static Verdict *verdicts_find(const Tiny *tiny) {
    Geometry *geometry = geometry_kept(tiny->width, tiny->height);
    Verdict *verdicts = memory_new((size_t)tiny->position_count, sizeof *verdicts);
    for (int position = 0; position < tiny->position_count; position++) {
        if (tiny->legal[position]) {
            verdicts[position] = verdict_find(tiny, geometry, position);
        }
    }
    return verdicts;
}

/* Checks claims 1 and 2 for every legal position, and that territory is only where it may be.
 * Returns how many positions have territory. */
static int expect_claims_of_lone_play(const Tiny *tiny, const Verdict *verdicts) {
    int with_territory = 0;
    for (int position = 0; position < tiny->position_count; position++) {
        if (!tiny->legal[position]) {
            continue;
        }
        for (int color = 0; color < 2; color++) {
            const Cells alive = verdicts[position].alive[color];
            const Cells territory = verdicts[position].territory[color];
            expect((alive & ~tiny->alive[color][position]) == 0,
                   "a stone called alive can be taken", tiny, position);
            expect(alive == tiny->alive[color][position], "a stone that cannot be taken is missed",
                   tiny, position);
            expect((territory & tiny->ever[1 - color][position]) == 0,
                   "the other color lives in territory", tiny, position);
            expect(territory == 0 || alive != 0, "territory of nobody", tiny, position);
            expect((territory & verdicts[position].territory[1 - color]) == 0,
                   "territory of both colors", tiny, position);
            with_territory += territory != 0;
        }
    }
    return with_territory;
}

/* Ordinary play for claim 3. A state is a position, who is to move and a cell that the simple ko
 * forbids (cell_count: none). Black has to keep the stones `kept` and to reach a goal again and
 * again: a state with White to move and no white stone on `cleared`. */
typedef struct {
    const Tiny *tiny;
    Cells kept, cleared;
    int *positions; /* the legal ones in which the stones of kept are black; all others are lost */
    int position_count;
    bool *goal; /* [state] */
    bool *won;  /* [state]: Black can force a goal */
} Contest;

static int contest_state(const Tiny *tiny, int position, int to_move, int ko) {
    return (position * 2 + to_move) * (tiny->cell_count + 1) + ko;
}

/* The state after a move (cell_count: a pass), or -1. */
static int contest_play(const Tiny *tiny, int position, int to_move, int ko, int cell) {
    const int count = tiny->cell_count;
    if (cell == count) {
        return contest_state(tiny, position, 1 - to_move, count);
    }
    const int after = cell == ko ? -1 : tiny->after[to_move][position * count + cell];
    if (after < 0) {
        return -1;
    }
    const Cells taken = tiny->stones[1 - to_move][position] & ~tiny->stones[1 - to_move][after];
    const Cells near = tiny->near[cell];
    const Cells free_points = near & ~tiny->stones[BLACK][after] & ~tiny->stones[WHITE][after];
    int new_ko = count;
    if (taken != 0 && (taken & (taken - 1)) == 0 && free_points == taken &&
        (near & tiny->stones[to_move][after]) == 0) {
        for (new_ko = 0; taken >> new_ko != 1; new_ko++) {
        }
    }
    return contest_state(tiny, after, 1 - to_move, new_ko);
}

/* Does a move of the side to move lead to a state with won == wanted? */
static bool contest_leads_to(const Contest *contest, int position, int to_move, int ko,
                             bool wanted) {
    for (int cell = 0; cell <= contest->tiny->cell_count; cell++) {
        const int state = contest_play(contest->tiny, position, to_move, ko, cell);
        if (state >= 0 && contest->won[state] == wanted) {
            return true;
        }
    }
    return false;
}

/* Sets won to the states from which Black can force a goal. */
static void contest_attract(Contest *contest) {
    const int count = contest->tiny->cell_count;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < contest->position_count; i++) {
            for (int side_and_ko = 0; side_and_ko < 2 * (count + 1); side_and_ko++) {
                const int to_move = side_and_ko % 2, ko = side_and_ko / 2;
                const int position = contest->positions[i];
                const int state = contest_state(contest->tiny, position, to_move, ko);
                if (!contest->won[state]) {
                    contest->won[state] =
                        contest->goal[state] ||
                        (to_move == BLACK
                             ? contest_leads_to(contest, position, to_move, ko, true)
                             : !contest_leads_to(contest, position, to_move, ko, false));
                    changed |= contest->won[state];
                }
            }
        }
    }
}

/* Removes goals after which White can prevent another goal. Returns whether there were any. */
static bool contest_refine(Contest *contest) {
    bool changed = false;
    for (int i = 0; i < contest->position_count; i++) {
        for (int ko = 0; ko <= contest->tiny->cell_count; ko++) {
            const int position = contest->positions[i];
            const int state = contest_state(contest->tiny, position, WHITE, ko);
            if (contest->goal[state] && contest_leads_to(contest, position, WHITE, ko, false)) {
                contest->goal[state] = false;
                changed = true;
            }
        }
    }
    return changed;
}

static void contest_solve(Contest *contest) {
    const Tiny *tiny = contest->tiny;
    const size_t states = (size_t)contest_state(tiny, tiny->position_count, 0, 0);
    memset(contest->goal, 0, states * sizeof *contest->goal);
    contest->position_count = 0;
    for (int position = 0; position < tiny->position_count; position++) {
        if (tiny->legal[position] && (contest->kept & ~tiny->stones[BLACK][position]) == 0) {
            contest->positions[contest->position_count++] = position;
            for (int ko = 0; ko <= tiny->cell_count; ko++) {
                contest->goal[contest_state(tiny, position, WHITE, ko)] =
                    (tiny->stones[WHITE][position] & contest->cleared) == 0;
            }
        }
    }
    do {
        memset(contest->won, 0, states * sizeof *contest->won);
        contest_attract(contest);
    } while (contest_refine(contest));
}

/* Checks claim 3 for Black in every legal position (other tests show that the colors are treated
 * alike). One contest covers all positions with the same living stones and territory. */
static void expect_claim_of_ordinary_play(const Tiny *tiny, const Verdict *verdicts) {
    const size_t states = (size_t)contest_state(tiny, tiny->position_count, 0, 0);
    bool *checked = memory_new((size_t)tiny->position_count, sizeof *checked);
    Contest contest = {.tiny = tiny,
                       .positions = memory_new((size_t)tiny->position_count, sizeof(int)),
                       .goal = memory_new(states, sizeof(bool)),
                       .won = memory_new(states, sizeof(bool))};
    for (int first = 0; first < tiny->position_count; first++) {
        const Cells alive = verdicts[first].alive[BLACK];
        const Cells territory = verdicts[first].territory[BLACK];
        if (territory == 0 || checked[first]) {
            continue;
        }
        contest.kept = alive;
        contest.cleared = territory;
        contest_solve(&contest);
        for (int position = first; position < tiny->position_count; position++) {
            if (verdicts[position].alive[BLACK] == alive &&
                verdicts[position].territory[BLACK] == territory) {
                const int start = contest_state(tiny, position, WHITE, tiny->cell_count);
                expect(contest.won[start], "Black cannot clear its territory", tiny, position);
                checked[position] = true;
            }
        }
    }
    free(checked);
    free(contest.positions);
    free(contest.goal);
    free(contest.won);
}

static void expect_claims(int width, int height) {
    for (int suicide = SUICIDE_FORBIDDEN; suicide <= SUICIDE_LEGAL; suicide++) {
        Tiny *tiny = tiny_new(width, height, suicide == SUICIDE_LEGAL);
        Verdict *verdicts = verdicts_find(tiny);
        const int with_territory = expect_claims_of_lone_play(tiny, verdicts);
        expect_claim_of_ordinary_play(tiny, verdicts);
        cr_assert((with_territory > 0) == (tiny->cell_count > 2));
        free(verdicts);
        tiny_free(tiny);
    }
}

Test(benson_exhaustive, claims_hold) {
    for (int width = 1; width <= 8; width++) {
        expect_claims(width, 1);
    }
    for (int height = 2; height <= 4; height++) {
        expect_claims(2, height);
    }
    expect_claims(3, 3);
    expect_claims(5, 2);
    if (getenv("DIHEDRA_LONG") != NULL) {
        expect_claims(4, 3);
    }
}
