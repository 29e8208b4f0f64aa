/* Commands about the end of the game. */
#include "engine/go/board/score.h"

#include <string.h>

#include "engine/go/ending/ending.h"
#include "engine/go/sgf/record.h"
#include "gtp/commands/families.h"

/* The status of every stone: with the time it takes, since the answer must be exact. */
static void find_status(const GtpCall *call, uint8_t status[POINT_COUNT]) {
    GtpEngine *engine = call->engine;
    ending_status(player_ending(&engine->player), engine->game, NULL, status);
}

static bool run_final_score(GtpCall *call) {
    uint8_t status[POINT_COUNT];
    find_status(call, status);
    const double score = game_score(call->engine->game, status);
    char text[RECORD_RESULT_MAX];
    text_add(call->answer, "%s", record_result(score, text));
    return true;
}

/* One chain a line. */
static void list_chains(GtpCall *call, StoneStatus wanted) {
    const Game *game = call->engine->game;
    uint8_t status[POINT_COUNT];
    find_status(call, status);
    bool listed[POINT_COUNT] = {false};
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

static bool run_final_status(GtpCall *call) {
    const Game *game = call->engine->game;
    Point p;
    if (!call_get_point(call, 0, &p)) {
        return false;
    }
    if (p == POINT_PASS) {
        return call_fail(call, "syntax error: expected a vertex of the board, got pass");
    }
    if (board_color(&game->board, p) != EMPTY) {
        static const char *const names[] = {
            [STATUS_ALIVE] = "alive", [STATUS_DEAD] = "dead", [STATUS_SEKI] = "seki"};
        uint8_t status[POINT_COUNT];
        find_status(call, status);
        text_add(call->answer, "%s", names[status[p]]);
        return true;
    }
    static const char *const names[] = {
        [EMPTY] = "dame", [BLACK] = "black_territory", [WHITE] = "white_territory"};
    uint8_t status[POINT_COUNT], owners[POINT_COUNT];
    find_status(call, status);
    game_find_owners(game, status, owners);
    text_add(call->answer, "%s", names[owners[p]]);
    return true;
}

static bool run_final_status_list(GtpCall *call) {
    const char *wanted = call->arguments[0];
    if (strcmp(wanted, "alive") == 0) {
        list_chains(call, STATUS_ALIVE);
    } else if (strcmp(wanted, "dead") == 0) {
        list_chains(call, STATUS_DEAD);
    } else if (strcmp(wanted, "seki") == 0) {
        list_chains(call, STATUS_SEKI);
    } else if (strcmp(wanted, "black_territory") == 0) {
        list_territory(call, BLACK);
    } else if (strcmp(wanted, "white_territory") == 0) {
        list_territory(call, WHITE);
    } else if (strcmp(wanted, "dame") == 0) {
        list_territory(call, EMPTY);
    } else {
        return call_fail(call,
                         "syntax error: expected alive, dead, seki, black_territory, "
                         "white_territory or dame, got %.40s",
                         wanted);
    }
    return true;
}

const GtpCommand GTP_SCORE_COMMANDS[] = {
    {"final_score", "", 0, 0, run_final_score, "B+3.5, W+3.5 or 0, dead stones taken off"},
    {"final_status", "VERTEX", 1, 1, run_final_status,
     "alive, dead or seki; or black_territory, white_territory, dame"},
    {"final_status_list", "STATUS", 1, 1, run_final_status_list,
     "stones that are alive, dead or seki; black_territory, white_territory, dame"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
