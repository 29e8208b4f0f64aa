#include "gtp/commands/life/reason.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/memory.h"
#include "gtp/commands/families.h"
#include "gtp/commands/life/life.h"
#include "gtp/solve/problem_text.h"

enum { SEARCH_NODES = 20000 }; /* for each rule for kos of a question */

/* For each kind of reasons; what was begun ends a little later. */
static const double SECONDS_EACH = 0.5;

/* ---- The order in which reasons are looked for ---- */

/* The greatest group that the mistake decides, by a capture, or else by life and death, or else
 * by a cut. */
static void find_group(Mistake *mistake, const Point *chains, int count, Finding *best) {
    void (*const finders[])(Mistake *, Point, Finding *) = {reason_find_capture, reason_find_death,
                                                            reason_find_cut};
    for (int f = 0; f < 3 && best->kind == NULL; f++) {
        mistake->deadline.at = clock_seconds() + SECONDS_EACH;
        for (int i = 0; i < count && !deadline_is_over(&mistake->deadline); i++) {
            Finding found = {.kind = NULL};
            finders[f](mistake, chains[i], &found);
            if (found.kind != NULL && found.stone_count > best->stone_count) {
                *best = found;
            }
        }
    }
    if (best->is_lost && !best->by_ko) {
        mistake->deadline.at = INFINITY; /* the positions are few */
        if (!reason_find_seki(mistake, best) && best->how == NULL && best->assumed_count == 0) {
            reason_find_race(mistake, best);
        }
    }
}

static json_t *finding_json(const Mistake *mistake, const Finding *finding) {
    const Board *board = mistake->before;
    return json_new_packed("{s:s, s:s?, s:b, s:s, s:o, s:o, s:o, s:o, s:o}", "kind", finding->kind,
                           "how", finding->how, "ko", finding->by_ko, "owner",
                           color_name(finding->owner), "threat",
                           vertex_json(board, finding->threat), "stones",
                           vertices_json(board, finding->stones, finding->stone_count), "also",
                           vertices_json(board, finding->also, finding->also_count), "line",
                           vertices_json(board, finding->line, finding->line_count), "assumed",
                           vertices_json(board, finding->assumed, finding->assumed_count));
}

/* A move in what is unconditionally either side's gains nothing. */
static json_t *idle_json(const Mistake *mistake, Point move) {
    uint8_t life[POINT_COUNT];
    unconditional_find(mistake->before, life);
    if (move == POINT_PASS ||
        (life[move] != LIFE_BLACK_TERRITORY && life[move] != LIFE_WHITE_TERRITORY)) {
        return json_new_object();
    }
    return json_new_packed("{s:s, s:s}", "kind", "idle", "owner",
                           color_name(life[move] == LIFE_BLACK_TERRITORY ? BLACK : WHITE));
}

static json_t *find_reason(Mistake *mistake, Point move, const Point *chains, int count) {
    Finding best = {.kind = NULL};
    find_group(mistake, chains, count, &best);
    if (best.kind == NULL && point_is_move(move)) {
        reason_find_vain(mistake, move, &best);
    }
    if (best.kind == NULL) {
        mistake->deadline.at = clock_seconds() + SECONDS_EACH;
        reason_find_threat(mistake, &best);
    }
    return best.kind != NULL ? finding_json(mistake, &best) : idle_json(mistake, move);
}

/* ---- The command ---- */

/* Reads the stones that are asked about, one of each chain, at most REASON_CHAINS_MAX, and answers,
 * which are no stones. */
static bool read_vertices(GtpCall *call, Mistake *mistake, Point chains[REASON_CHAINS_MAX],
                          int *count) {
    const Board *board = &call->engine->game->board;
    bool is_listed[POINT_COUNT] = {false}; /* [chain] */
    int answers = 0;
    *count = 0;
    for (int i = 3; i < call->count; i++) {
        Point p;
        if (!call_get_point(call, i, &p)) {
            return false;
        }
        if (p == POINT_PASS || board_color(board, p) == EMPTY) {
            if (answers == ANSWERS_MAX) {
                return call_fail(call, "more than %d vertices without a stone", ANSWERS_MAX);
            }
            mistake->answers[answers++] = p;
        } else if (*count < REASON_CHAINS_MAX && !is_listed[board->chain[p]]) {
            is_listed[board->chain[p]] = true;
            chains[(*count)++] = p;
        }
    }
    return true;
}

static bool read_move(GtpCall *call, int i, Board *after, Point *move) {
    const Game *game = call->engine->game;
    if (!call_get_point(call, i, move)) {
        return false;
    }
    board_copy(after, &game->board);
    if (after->to_move != call->color) {
        board_set_to_move(after, call->color);
    }
    if (board_check(after, call->color, *move, game->rules.suicide) != MOVE_LEGAL) {
        return call_fail(call, "illegal move");
    }
    board_play(after, call->color, *move);
    return true;
}

static bool run_dihedra_reason(GtpCall *call) {
    Mistake *mistake = memory_new(1, sizeof *mistake);
    Point move, chains[REASON_CHAINS_MAX];
    int count;
    mistake->before = &call->engine->game->board;
    mistake->color = call->color;
    const Color opponent = color_opponent(mistake->color);
    mistake->lost[mistake->color] = mistake->kept[opponent] = &mistake->played;
    mistake->kept[mistake->color] = mistake->lost[opponent] = &mistake->better;
    mistake->start[mistake->color] = &mistake->played;
    mistake->start[opponent] = mistake->before;
    mistake->deadline.cancel = call->engine->player.cancel;
    mistake->limits = (GoalLimits){.nodes = SEARCH_NODES, .deadline = &mistake->deadline};
    const bool ok = read_move(call, 1, &mistake->played, &move) &&
                    read_move(call, 2, &mistake->better, &mistake->move) &&
                    read_vertices(call, mistake, chains, &count) &&
                    (mistake->search = life_new_search(call)) != NULL;
    if (ok) {
        mistake->reader = memory_check(reader_new());
        json_add_text(find_reason(mistake, move, chains, count), call->answer);
    }
    reader_free(mistake->reader);
    goal_search_free(mistake->search);
    free(mistake);
    return ok;
}

const GtpCommand GTP_REASON_COMMANDS[] = {
    {"dihedra-reason", "COLOR PLAYED BETTER [VERTEX...]", GTP_COLOR, 3, GTP_ARGUMENTS_MAX,
     run_dihedra_reason,
     "why PLAYED is worse than BETTER, as far as it is proved of the stones at these vertices; "
     "those without a stone follow: the answer to PLAYED, the next move, the answer to BETTER: "
     "JSON"},
    {0},
};
