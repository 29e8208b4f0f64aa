/* Commands that read: capture and rescue of one chain, unconditional life, and the moves tried on
 * the way.
 *
 * A move tried is a move of the game, seen by every command, until popgo takes it back. Any other
 * command that changes the game (play, undo, loadsgf...) makes an end of trying: the moves tried
 * before it stay in the game, or go, as if they had been played, and popgo refuses. */
#include "engine/reading/reading.h"

#include "engine/reading/unconditional.h"
#include "gtp/command.h"

static bool is_trying(const GtpEngine *engine) {
    return engine->tried_count > 0 && engine->game->move_count == engine->tried_end &&
           engine->game->board.hash.lane[0] == engine->tried_hash;
}

static void set_tried(GtpEngine *engine, int count) {
    engine->tried_count = count;
    engine->tried_end = engine->game->move_count;
    engine->tried_hash = engine->game->board.hash.lane[0];
}

static bool run_trymove(GtpCall *call) {
    GtpEngine *engine = call->engine;
    Color color;
    Point p;
    if (!gtp_get_color(call, 0, &color) || !gtp_get_point(call, 1, &p)) {
        return false;
    }
    const MoveCheck check = game_check(engine->game, color, p);
    if (check != MOVE_LEGAL && check != MOVE_SUPERKO) {
        return gtp_fail(call, "illegal move");
    }
    const int count = is_trying(engine) ? engine->tried_count : 0;
    Status status;
    if (!game_play(engine->game, color, p, &status)) {
        return gtp_fail(call, "%s", status.text);
    }
    set_tried(engine, count + 1);
    return true;
}

static bool run_popgo(GtpCall *call) {
    GtpEngine *engine = call->engine;
    Status status;
    if (!is_trying(engine)) {
        return gtp_fail(call, "cannot popgo");
    }
    if (!game_undo(engine->game, 1, &status)) {
        return gtp_fail(call, "%s", status.text);
    }
    set_tried(engine, engine->tried_count - 1);
    return true;
}

/* As far as the reader's memory serves, and until nothing is left to read with. */
enum { DEPTHS_LEAST = -10, DEPTHS_MOST = 3 };

static bool run_increase_depths(GtpCall *call) {
    GtpEngine *engine = call->engine;
    if (engine->reading_depths == DEPTHS_MOST) {
        return gtp_fail(call, "depths are as great as they get");
    }
    engine->reading_depths++;
    return true;
}

static bool run_decrease_depths(GtpCall *call) {
    GtpEngine *engine = call->engine;
    if (engine->reading_depths == DEPTHS_LEAST) {
        return gtp_fail(call, "depths are as small as they get");
    }
    engine->reading_depths--;
    return true;
}

static bool answer_reading(GtpCall *call,
                           ReadingResult (*read)(Reader *, const Board *, Point, ReadingLimits)) {
    const GtpEngine *engine = call->engine;
    const Board *board = &engine->game->board;
    Point p;
    if (!gtp_get_point(call, 0, &p)) {
        return false;
    }
    if (p == POINT_PASS || board_color(board, p) == EMPTY) {
        return gtp_fail(call, "vertex must not be empty");
    }
    ReadingLimits limits = reading_default_limits();
    const int depths = engine->reading_depths;
    limits.nodes = depths < 0 ? limits.nodes >> -depths : limits.nodes << depths;
    Reader *reader = reader_new();
    if (reader == NULL) {
        return gtp_fail(call, "out of memory");
    }
    const ReadingResult result = read(reader, board, p, limits);
    reader_free(reader);
    text_add(call->answer, "%d", (int)result.code);
    if (result.code != READING_FAILS) {
        gtp_add_point(call, result.move);
    }
    return true;
}

static bool run_attack(GtpCall *call) {
    return answer_reading(call, reading_attack);
}

static bool run_defend(GtpCall *call) {
    return answer_reading(call, reading_defend);
}

static bool run_unconditional_status(GtpCall *call) {
    static const char *const NAMES[] = {
        [LIFE_UNDECIDED] = "undecided",
        [LIFE_ALIVE] = "alive",
        [LIFE_DEAD] = "dead",
        [LIFE_BLACK_TERRITORY] = "black_territory",
        [LIFE_WHITE_TERRITORY] = "white_territory",
    };
    const Game *game = call->engine->game;
    uint8_t life[POINT_COUNT];
    Point p;
    if (!gtp_get_point(call, 0, &p)) {
        return false;
    }
    if (p == POINT_PASS) {
        return gtp_fail(call, "syntax error: expected a vertex of the board, got %.40s",
                        call->arguments[0]);
    }
    unconditional_find(&game->board, life);
    text_add(call->answer, "%s", NAMES[life[p]]);
    return true;
}

const GtpCommand GTP_READING_COMMANDS[] = {
    {"attack", "VERTEX", 1, 1, run_attack,
     "can the chain be captured: 0; 1 MOVE; by ko 2 MOVE (taking it first) or 3 MOVE"},
    {"defend", "VERTEX", 1, 1, run_defend,
     "can the chain be saved: 0; 1 MOVE; by ko 2 MOVE (taking it first) or 3 MOVE"},
    {"unconditional_status", "VERTEX", 1, 1, run_unconditional_status,
     "alive, dead, white_territory, black_territory or undecided, though the owner pass for ever"},
    {"trymove", "COLOR VERTEX", 2, 2, run_trymove, "plays a move that popgo takes back"},
    {"popgo", "", 0, 0, run_popgo, "takes the last trymove back"},
    {"increase_depths", "", 0, 0, run_increase_depths, "twice the effort for attack and defend"},
    {"decrease_depths", "", 0, 0, run_decrease_depths, "half the effort for attack and defend"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
