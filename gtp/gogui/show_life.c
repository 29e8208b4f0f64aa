/* Life and death of the dragon that is clicked on, and the liberties of a race. */
#include "engine/solve/dragon/dragon.h"
#include "engine/solve/dragon/semeai.h"
#include "engine/solve/problem/problem_json.h"
#include "engine/solve/problem/region.h"
#include "gtp/gogui/gfx.h"
#include "gtp/gogui/show.h"

enum {
    SEARCH_MEGABYTES = 32,
    THREADS = 2,
    SEARCH_NODES = 30000, /* for each question; of an answer or of a first move */
};

/* For either side that moves first: GoGui waits. */
static const double SECONDS_MAX = 1;

/* Reads the point of a stone and opens a search with its limits. The caller frees the search. */
static bool open_search(GtpCall *call, Point *p, GoalSearch **search, Deadline *deadline) {
    if (!call_get_point(call, 0, p) || !call_expect_stone(call, *p)) {
        return false;
    }
    *search = goal_search_new(SEARCH_MEGABYTES);
    *deadline =
        (Deadline){.at = clock_seconds() + SECONDS_MAX, .cancel = call->engine->player.cancel};
    if (*search == NULL || !goal_search_use_threads(*search, THREADS)) {
        goal_search_free(*search);
        return call_fail(call, "out of memory");
    }
    return true;
}

/* ---- Life ---- */

/* Marks the moves that reach the best result of the side. */
static void mark_best_moves(const ProblemSide *side, uint8_t marks[POINT_COUNT]) {
    for (int i = 0; i < side->move_count; i++) {
        marks[side->moves[i].point] |= side->moves[i].code == side->answer.code &&
                                       side->answer.code != GOAL_FAILS &&
                                       point_is_move(side->moves[i].point);
    }
}

static void add_life(GtpCall *call, const Goal *goal, const ProblemSide *kills,
                     const ProblemSide *saves) {
    const Board *board = &call->engine->game->board;
    const Geometry *geometry = board->geometry;
    uint8_t targets[POINT_COUNT] = {0}, attacks[POINT_COUNT] = {0}, defenses[POINT_COUNT] = {0};
    uint8_t zone[POINT_COUNT] = {0};
    for (int i = 0; i < goal->target_count; i++) {
        Point stones[CELL_COUNT_MAX];
        const int count = board_chain_stones(board, goal->targets[i], stones);
        for (int k = 0; k < count; k++) {
            targets[stones[k]] = true;
        }
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        zone[p] =
            !targets[p] && (zone_has(&kills->answer.zone, p) || zone_has(&saves->answer.zone, p));
    }
    mark_best_moves(kills, attacks);
    mark_best_moves(saves, defenses);
    gfx_add_points(call->answer, geometry, "COLOR #40A0E0", zone, true);
    gfx_add_points(call->answer, geometry, "MARK", targets, true);
    gfx_add_points(call->answer, geometry, "CIRCLE", attacks, true);
    gfx_add_points(call->answer, geometry, "SQUARE", defenses, true);
    text_add(call->answer, "TEXT ");
    problem_add_status(call->answer, kills, saves);
    text_add(call->answer, "%s: %s kills: %s; %s saves: %s\n",
             kills->is_seki && saves->is_seki ? " in seki" : "", color_name(kills->mover),
             problem_code_name(kills->answer.code), color_name(saves->mover),
             problem_code_name(saves->answer.code));
}

static bool show_life(GtpCall *call) {
    const Board *board = &call->engine->game->board;
    Point p;
    GoalSearch *search;
    Deadline deadline;
    Dragon dragon;
    Goal goal;
    Status status = {.text = "the dragon has too many chains"};
    if (!open_search(call, &p, &search, &deadline)) {
        return false;
    }
    const GoalLimits limits = {.nodes = SEARCH_NODES, .deadline = &deadline};
    dragon_find(board, p, &dragon);
    bool ok = dragon_init_goal(&dragon, board, &goal);
    if (ok) {
        region_find(board, goal.targets, goal.target_count, REGION_RADIUS, &goal.playable);
        ok = goal_finish(&goal, board, &status);
    }
    if (ok) {
        ProblemSide kills, saves;
        problem_solve(search, &goal, board, goal.reacher, limits, &kills);
        deadline.at = clock_seconds() + SECONDS_MAX;
        problem_solve(search, &goal, board, dragon.color, limits, &saves);
        add_life(call, &goal, &kills, &saves);
    }
    goal_search_free(search);
    return ok || call_fail(call, "%s", status.text);
}

/* ---- Races ---- */

/* Marks the liberties of the dragon's chains. */
static void mark_liberties(const Board *board, const Dragon *dragon, uint8_t bit,
                           uint8_t marks[POINT_COUNT]) {
    for (int i = 0; i < dragon->chain_count; i++) {
        Point liberties[CELL_COUNT_MAX];
        const int count = board_liberties(board, dragon->chains[i], liberties);
        for (int k = 0; k < count; k++) {
            marks[liberties[k]] |= bit;
        }
    }
}

static int count_marks(const Board *board, const uint8_t marks[POINT_COUNT], uint8_t mark) {
    int count = 0;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        count += marks[board->geometry->point_of[cell]] == mark;
    }
    return count;
}

/* Finds the opponent's dragon with the fewest liberties that touches this one. Returns false if
 * none does. */
static bool find_rival(const Board *board, const Dragon *dragon, Dragon *rival) {
    int least = CELL_COUNT_MAX;
    for (int i = 0; i < dragon->chain_count; i++) {
        Point stones[CELL_COUNT_MAX];
        const int count = board_chain_stones(board, dragon->chains[i], stones);
        for (int k = 0; k < 4 * count; k++) {
            Point beside[4];
            point_neighbors(stones[k / 4], beside);
            const Point p = beside[k % 4];
            if (board_color(board, p) == color_opponent(dragon->color) &&
                board_liberties(board, p, NULL) < least) {
                least = board_liberties(board, p, NULL);
                dragon_find(board, p, rival);
            }
        }
    }
    return least < CELL_COUNT_MAX;
}

/* What the codes of analyze_semeai mean for the dragon. */
static const char *semeai_outcome(SemeaiAnswer answer) {
    const bool by_ko = answer.defense > GOAL_WINS || answer.attack > GOAL_WINS;
    return by_ko                          ? "it is a ko"
           : answer.attack != GOAL_FAILS  ? "it wins"
           : answer.defense != GOAL_FAILS ? "both live"
                                          : "it dies";
}

static bool show_semeai(GtpCall *call) {
    enum { OWN = 1, RIVALS = 2, SHARED = OWN | RIVALS };
    const Board *board = &call->engine->game->board;
    const Geometry *geometry = board->geometry;
    uint8_t marks[POINT_COUNT] = {0};
    Point p;
    GoalSearch *search;
    Deadline deadline;
    Dragon dragon, rival;
    if (!open_search(call, &p, &search, &deadline)) {
        return false;
    }
    dragon_find(board, p, &dragon);
    if (!find_rival(board, &dragon, &rival)) {
        goal_search_free(search);
        text_add(call->answer, "TEXT no dragon of the opponent touches this one\n");
        return true;
    }
    const GoalLimits limits = {.nodes = SEARCH_NODES, .deadline = &deadline};
    const SemeaiAnswer first = semeai_analyze(search, board, &dragon, &rival, dragon.color, limits);
    const SemeaiAnswer second = semeai_analyze(search, board, &dragon, &rival, rival.color, limits);
    goal_search_free(search);
    mark_liberties(board, &dragon, OWN, marks);
    mark_liberties(board, &rival, RIVALS, marks);
    gfx_add_points(call->answer, geometry, "COLOR #50B050", marks, OWN);
    gfx_add_points(call->answer, geometry, "COLOR #E04040", marks, RIVALS);
    gfx_add_points(call->answer, geometry, "COLOR #E0A020", marks, SHARED);
    text_add(call->answer,
             "TEXT liberties: own %d, opponent's %d, shared %d; moving first %s, second %s\n",
             count_marks(board, marks, OWN), count_marks(board, marks, RIVALS),
             count_marks(board, marks, SHARED), semeai_outcome(first), semeai_outcome(second));
    return true;
}

const GtpCommand GTP_SHOW_LIFE_COMMANDS[] = {
    {"dihedra-show_life", "VERTEX", GTP_WORDS, 1, 1, show_life,
     "the dragon (crosses), the zone of the proofs (blue); circles kill, squares save (gfx)"},
    {"dihedra-show_semeai", "VERTEX", GTP_WORDS, 1, 1, show_semeai,
     "liberties of the dragon (green), of the opponent's beside it (red), of both (gfx)"},
    {0},
};
