/* Commands about the end of the game. */

#include "gtp/commands/families.h"

/* The status of every stone, without a limit of time: the answer must be exact. */
static void find_status(const GtpCall *call, uint8_t status[POINT_COUNT]) {
    GtpEngine *engine = call->engine;
    ending_status(player_ending(&engine->player), engine->game, NULL, status);
}

static bool run_final_score(GtpCall *call) {
    GtpEngine *engine = call->engine;
    char text[RECORD_RESULT_MAX];
    const double score = ending_score(player_ending(&engine->player), engine->game);
    text_add(call->answer, "%s", record_result(score, text));
    return true;
}

/* One chain a line. */
static void list_chains_of_status(GtpCall *call, StoneStatus wanted) {
    const Game *game = call->engine->game;
    bool listed[POINT_COUNT] = {false};
    uint8_t status[POINT_COUNT];
    find_status(call, status);
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        const Point p = game->geometry->point_of[cell];
        if (status[p] != (uint8_t)wanted || listed[p]) {
            continue;
        }
        Point stones[CELL_COUNT_MAX];
        const int count = board_chain_stones(&game->board, p, stones);
        for (int i = 0; i < count; i++) {
            listed[stones[i]] = true;
            call_add_point(call, stones[i]);
        }
        text_add(call->answer, "\n");
    }
}

/* All points on one line. */
static void list_territory(GtpCall *call, Color owner) {
    const Game *game = call->engine->game;
    uint8_t status[POINT_COUNT], owners[POINT_COUNT];
    find_status(call, status);
    game_find_owners(game, status, owners);
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        const Point p = game->geometry->point_of[cell];
        const bool open = board_color(&game->board, p) == EMPTY || status[p] == STATUS_DEAD;
        if (open && owners[p] == (uint8_t)owner) {
            call_add_point(call, p);
        }
    }
}

/* First stones, by StoneStatus; then territory, by Color. */
enum { TERRITORY = STATUS_SEKI + 1 };

static const char *const STATUS_NAMES[] = {[STATUS_ALIVE] = "alive",
                                           [STATUS_DEAD] = "dead",
                                           [STATUS_SEKI] = "seki",
                                           [TERRITORY + BLACK] = "black_territory",
                                           [TERRITORY + WHITE] = "white_territory",
                                           [TERRITORY + EMPTY] = "dame"};

static bool run_final_status(GtpCall *call) {
    const Game *game = call->engine->game;
    uint8_t status[POINT_COUNT], owners[POINT_COUNT];
    Point p;
    if (!call_get_point(call, 0, &p)) {
        return false;
    }
    if (p == POINT_PASS) {
        return call_fail(call, "syntax error: expected a vertex of the board, got pass");
    }
    find_status(call, status);
    game_find_owners(game, status, owners);
    text_add(
        call->answer, "%s",
        STATUS_NAMES[board_color(&game->board, p) != EMPTY ? status[p] : TERRITORY + owners[p]]);
    return true;
}

static bool run_final_status_list(GtpCall *call) {
    for (int i = STATUS_NONE + 1; i <= (int)TERRITORY + (int)EMPTY; i++) {
        if (strcmp(call->arguments[0], STATUS_NAMES[i]) == 0) {
            if (i < TERRITORY) {
                list_chains_of_status(call, (StoneStatus)i);
            } else {
                list_territory(call, (Color)(i - TERRITORY));
            }
            return true;
        }
    }
    return call_fail(call,
                     "syntax error: expected alive, dead, seki, black_territory, "
                     "white_territory or dame, got %.40s",
                     call->arguments[0]);
}

const GtpCommand GTP_SCORE_COMMANDS[] = {
    {"final_score", "", GTP_WORDS, 0, 0, run_final_score,
     "B+3.5, W+3.5 or 0, dead stones taken off"},
    {"final_status", "VERTEX", GTP_WORDS, 1, 1, run_final_status,
     "alive, dead or seki; or black_territory, white_territory, dame"},
    {"final_status_list", "STATUS", GTP_WORDS, 1, 1, run_final_status_list,
     "stones that are alive, dead or seki; black_territory, white_territory, dame"},
    {0},
};
