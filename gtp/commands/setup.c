/* Setting up a game: size, komi, handicap, positions, records. */
#include <limits.h>
#include <stdlib.h>

#include "engine/base/file.h"
#include "engine/base/os/system.h"
#include "engine/go/board/handicap.h"
#include "gtp/commands/families.h"

enum { MOVE_NUMBER_MAX = 1000000 }; /* for loadsgf; more than any game has */

/* Begins a new game with a full clock, and forgets what was found in the last one. */
static void start_game(GtpEngine *engine) {
    if (engine->play.varies_seed) {
        engine->options.seed = hash_mix(engine->options.seed + 1);
    }
    os_random(&engine->play.strength_seed, sizeof engine->play.strength_seed);
    game_clock_reset(&engine->clock);
    player_clear(&engine->player);
    saved_position_clear(&engine->play.own_move);
    saved_position_clear(&engine->play.resigned);
}

static bool clear_board(GtpCall *call, int width, int height) {
    Status status;
    if (!game_clear(call->engine->game, width, height, &status)) {
        return call_fail(call, "%s", status.text);
    }
    start_game(call->engine);
    return true;
}

static bool run_boardsize(GtpCall *call) {
    long sides[2];
    char *colon = call->count == 1 ? strchr(call->arguments[0], ':') : NULL;
    if (colon != NULL) { /* WIDTH:HEIGHT, as KataGo takes it, too */
        *colon = '\0';
        call->arguments[1] = colon + 1;
        call->count = 2;
    }
    for (int i = 0; i < call->count; i++) {
        if (!call_get_integer(call, i, i == 0 ? "a size" : "a height", LONG_MIN, LONG_MAX,
                              &sides[i])) {
            return false;
        }
    }
    for (int i = 0; i < call->count; i++) {
        if (sides[i] < 1 || sides[i] > BOARD_SIDE_MAX) {
            return call_fail(call, "unacceptable size");
        }
    }
    return clear_board(call, (int)sides[0], (int)sides[call->count - 1]);
}

static bool run_clear_board(GtpCall *call) {
    const Geometry *geometry = call->engine->game->geometry;
    return clear_board(call, geometry->width, geometry->height);
}

static bool run_query_boardsize(GtpCall *call) {
    const Geometry *geometry = call->engine->game->geometry;
    text_add(call->answer, "%d", geometry->width);
    if (geometry->height != geometry->width) {
        text_add(call->answer, " %d", geometry->height);
    }
    return true;
}

static bool run_komi(GtpCall *call) {
    return call_get_komi(call, 0);
}

static bool run_get_komi(GtpCall *call) {
    text_add(call->answer, "%.12g", call->engine->game->komi);
    return true;
}

/* ---- Handicap ---- */

static bool place_handicap(GtpCall *call, const Point *points, int count) {
    Status status;
    if (!game_place_handicap(call->engine->game, points, count, &status)) {
        return call_fail(call, "bad vertex list");
    }
    player_clear(&call->engine->player);
    return true;
}

static bool answer_handicap(GtpCall *call, const Point *points, int count) {
    const bool ok = place_handicap(call, points, count);
    for (int i = 0; ok && i < count; i++) {
        call_add_point(call, points[i]);
    }
    return ok;
}

static bool get_stone_count(GtpCall *call, int most, int *count) {
    long value;
    const bool ok = call_get_integer(call, 0, "a number of stones", LONG_MIN, LONG_MAX, &value) &&
                    ((value >= 2 && value <= most) || call_fail(call, "invalid number of stones"));
    *count = ok ? (int)value : 0;
    return ok && (call_board_is_empty(call) || call_fail(call, "board not empty"));
}

static bool run_fixed_handicap(GtpCall *call) {
    const Geometry *geometry = call->engine->game->geometry;
    Point points[HANDICAP_MAX];
    int count;
    if (!get_stone_count(call, handicap_fixed_max(geometry->width, geometry->height), &count)) {
        return false;
    }
    handicap_fixed_points(geometry->width, count, points);
    return answer_handicap(call, points, count);
}

static bool run_place_free_handicap(GtpCall *call) {
    const Geometry *geometry = call->engine->game->geometry;
    Point points[CELL_COUNT_MAX];
    int count;
    if (!get_stone_count(call, geometry->cell_count - 1, &count)) {
        return false;
    }
    handicap_free_points(geometry->width, geometry->height, count, points);
    return answer_handicap(call, points, count);
}

static bool run_set_free_handicap(GtpCall *call) {
    const Game *game = call->engine->game;
    const int width = game->geometry->width, height = game->geometry->height;
    Point points[CELL_COUNT_MAX];
    bool taken[POINT_COUNT] = {false}, ok = call->count >= 2;
    if (!call_board_is_empty(call)) {
        return call_fail(call, "board not empty");
    }
    for (int i = 0; ok && i < call->count; i++) {
        Point *p = &points[i];
        ok = point_from_text(call->arguments[i], width, height, p) && point_is_move(*p) &&
             !taken[*p];
        taken[ok ? *p : POINT_PASS] = true;
    }
    return ok ? place_handicap(call, points, call->count) : call_fail(call, "bad vertex list");
}

/* ---- Positions ---- */

/* Black is to move and there are no moves to take back. */
static bool run_set_position(GtpCall *call) {
    if (!call_set_up(call, BLACK)) {
        return false;
    }
    start_game(call->engine);
    return true;
}

/* ---- Records ---- */

static bool run_loadsgf(GtpCall *call) {
    const char *text = call->count == 2 ? call->arguments[1] : NULL;
    RecordStop stop = {0};
    Status status;
    Point p;
    char *end;
    const long move = text == NULL ? 0 : strtol(text, &end, 10);
    if (move >= 1 && move <= MOVE_NUMBER_MAX && *end == '\0') {
        stop.before_move = (int)move;
    } else if (text != NULL && !point_from_text(text, BOARD_SIDE_MAX, BOARD_SIDE_MAX, &p)) {
        return call_fail(call, "syntax error: expected a move number or a vertex, got %.40s", text);
    } else {
        stop.before_vertex = text;
    }
    if (strcmp(call->arguments[0], "-") == 0) {
        return call_fail(call, "cannot load file: standard input has the commands");
    }
    if (!file_check_regular(call->arguments[0], &status) ||
        !record_load(call->engine->game, call->arguments[0], stop, call->engine->play.keeps_rules,
                     &status)) {
        return call_fail(call, "cannot load file: %s", status.text);
    }
    start_game(call->engine);
    text_add(call->answer, "%s", color_name(call->engine->game->board.to_move));
    return true;
}

static bool run_printsgf(GtpCall *call) {
    SgfWriter writer;
    Status status;
    char result[RECORD_RESULT_MAX];
    const RecordNotes notes = {.result = engine_result(call->engine, result)};
    record_write(call->engine->game, &notes, &writer);
    const bool ok = call->count == 0 || sgf_writer_save(&writer, call->arguments[0], &status);
    text_add(call->answer, "%s", call->count == 0 ? writer.text.bytes : "");
    sgf_writer_free(&writer);
    return ok || call_fail(call, "cannot write the record: %s", status.text);
}

const GtpCommand GTP_SETUP_COMMANDS[] = {
    {"boardsize", "SIZE | WIDTH HEIGHT | WIDTH:HEIGHT", GTP_WORDS, 1, 2, run_boardsize,
     "begins a new game on a board of that size, 1..25"},
    {"rectangular_boardsize", "WIDTH HEIGHT", GTP_WORDS, 2, 2, run_boardsize,
     "begins a new game on a rectangle"},
    {"query_boardsize", "", GTP_WORDS, 0, 0, run_query_boardsize,
     "the board size; of a rectangle, width and height"},
    {"clear_board", "", GTP_WORDS, 0, 0, run_clear_board, "begins a new game"},
    {"komi", "KOMI", GTP_WORDS, 1, 1, run_komi, "sets the komi, at most a million points"},
    {"get_komi", "", GTP_WORDS, 0, 0, run_get_komi, "the komi"},
    {"fixed_handicap", "STONES", GTP_WORDS, 1, 1, run_fixed_handicap,
     "places handicap stones on the usual points"},
    {"place_free_handicap", "STONES", GTP_WORDS, 1, 1, run_place_free_handicap,
     "places handicap stones where the engine chooses"},
    {"set_free_handicap", "VERTEX VERTEX...", GTP_WORDS, 0, GTP_ARGUMENTS_MAX,
     run_set_free_handicap, "places handicap stones on these points"},
    {"set_position", "[COLOR VERTEX]...", GTP_WORDS, 0, GTP_ARGUMENTS_MAX, run_set_position,
     "begins a new game from these stones, Black to move"},
    {"loadsgf", "FILE [MOVE | VERTEX]", GTP_FILE, 1, 2, run_loadsgf,
     "loads a game with its rules and komi to its end, up to move MOVE, or up to the move at "
     "VERTEX "
     "(both excluded)"},
    {"printsgf", "[FILE]", GTP_FILE, 0, 1, run_printsgf,
     "answers the game as SGF, or writes it to FILE"},
    {0},
};
