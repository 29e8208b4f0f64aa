#include "gtp/solve/problem_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "engine/solve/problem/region.h"

static const char *problem_status_name(ProblemStatus status) {
    static const char *const NAMES[] = {"alive", "dead", "unsettled", "unknown"};
    return NAMES[status];
}

void problem_add_status(Text *text, const ProblemSide *kills, const ProblemSide *saves) {
    const ProblemStatus status = problem_status(kills, saves);
    const ProblemStatus without = problem_status_without_threats(kills, saves);
    text_add(text, "%s", problem_status_name(status));
    if (without != status) {
        text_add(text, " (%s without ko threats)", problem_status_name(without));
    }
}

const char *problem_code_name(GoalCode code) {
    static const char *const NAMES[] = {
        [GOAL_FAILS] = "no",        [GOAL_WINS] = "yes",
        [GOAL_WINS_KO] = "ko",      [GOAL_WINS_KO_THREAT] = "ko, opponent takes first",
        [GOAL_UNKNOWN] = "unknown",
    };
    return NAMES[code];
}

void problem_add_result(Text *text, GoalCode code, int threats, bool any_threats) {
    const bool own = code == GOAL_WINS_KO_THREAT;
    text_add(text, "%s%s", problem_code_name(code), any_threats ? ", whatever the threats" : "");
    if (threats > GOAL_THREATS_MAX) {
        text_add(text, ", %d threats are not enough%s", GOAL_THREATS_MAX,
                 own ? "" : " for the opponent");
    } else if (threats > 0) {
        text_add(text, own ? ", %d threat%s needed" : ", opponent needs %d threat%s", threats,
                 text_plural(threats));
    }
}

/* by: "by playing first at C7". */
static void add_ko(Text *text, const ProblemSide *side, const char *verb, const char *by) {
    const GoalAnswer *answer = &side->answer;
    const bool own = answer->code == GOAL_WINS_KO_THREAT;
    const int threats = answer->threats + answer->opponent_threats;
    static const char *const NUMBERS[] = {"", "one", "two", "three", "four", "five"};
    const char *needer = own ? "it" : color_capital_name(color_opponent(side->mover));
    text_add(text, "%s %s %s, but by a ko that %s takes first", color_capital_name(side->mover),
             verb, by, own ? "its opponent" : "it");
    if (threats > GOAL_THREATS_MAX) {
        text_add(text, " (five more threats do not help %s)", needer);
    } else if (threats > 0) {
        text_add(text, " (%s needs %s more threat%s)", needer, NUMBERS[threats],
                 text_plural(threats));
    }
}

/* What a side does or suffers: the words for one target, for all targets, and for any of them. */
typedef struct {
    const char *wins[3], *fails[3]; /* fails: of the other side */
} Words;

static const Words KILLING = {{"kills", "kills all targets", "kills a target"},
                              {"lives", "saves a target", "saves all targets"}};
static const Words SAVING = {{"lives", "saves a target", "saves all targets"},
                             {"dies", "loses all targets", "loses a target"}};

/* What a side can do by moving first. */
static void add_clause(Text *text, const Goal *goal, const Board *board, const ProblemSide *side) {
    const Words *words = side->mover == goal->reacher ? &KILLING : &SAVING;
    const int which = goal->target_count == 1 ? 0 : goal->kind == GOAL_CAPTURE_ALL ? 1 : 2;
    const GoalAnswer *answer = &side->answer;
    const char *mover = color_capital_name(side->mover), *verb = words->wins[which];
    const char *despite = answer->double_ko     ? ", whatever the ko threats (double ko)"
                          : answer->any_threats ? ", whatever the ko threats"
                                                : "";
    const char *owner = color_capital_name(goal_target_color(goal));
    char vertex[POINT_TEXT_MAX], by[32] = "by playing first";
    if (point_is_move(answer->move)) {
        snprintf(by, sizeof by, "by playing first at %s",
                 point_to_text(answer->move, board->geometry->height, vertex));
    }
    switch (answer->code) {
    case GOAL_WINS:
        text_add(text, "%s %s %s%s", mover, verb, by, despite);
        break;
    case GOAL_FAILS:
        text_add(text, "%s %s even if %s plays first%s", owner, words->fails[which],
                 strcmp(owner, mover) == 0 ? "it" : mover, despite);
        break;
    case GOAL_WINS_KO:
    case GOAL_WINS_KO_THREAT:
        add_ko(text, side, verb, by);
        break;
    case GOAL_UNKNOWN:
        text_add(text, "whether %s %s by playing first is unknown (%s%" PRId64 " positions)", mover,
                 verb, answer->needs_ko ? "only by a ko, if at all; " : "", answer->nodes);
        break;
    }
}

void problem_add_sentence(Text *text, const Goal *goal, const Board *board,
                          const ProblemSide *kills, const ProblemSide *saves) {
    const size_t start = text->length;
    /* Who lives or dies in any case is no news for the other side; what is unknown comes last. */
    const bool kill_decides = kills != NULL && kills->answer.code == GOAL_FAILS;
    const bool save_decides = saves != NULL && saves->answer.code == GOAL_FAILS;
    const bool save_first = kills != NULL && kills->answer.code == GOAL_UNKNOWN;
    for (int i = 0; i < 2; i++) {
        const bool is_save = (i == 0) == save_first;
        const ProblemSide *side = is_save ? saves : kills;
        if (side != NULL && !(is_save ? kill_decides : save_decides)) {
            text_add(text, "%s", text->length > start ? "; " : "");
            add_clause(text, goal, board, side);
        }
    }
    text->bytes[start] = (char)toupper((unsigned char)text->bytes[start]);
    text_add(text, ".");
    if (kills != NULL && saves != NULL && point_is_move(kills->answer.move) &&
        kills->answer.move == saves->answer.move) {
        char vertex[POINT_TEXT_MAX];
        text_add(text, " The key point is %s.",
                 point_to_text(kills->answer.move, board->geometry->height, vertex));
    }
}

/* ---- As JSON ---- */

json_t *vertex_json(const Board *board, Point p) {
    char text[POINT_TEXT_MAX];
    return p == POINT_NONE ? json_null()
                           : json_string(point_to_text(p, board->geometry->height, text));
}

json_t *vertices_json(const Board *board, const Point *points, int count) {
    json_t *list = json_new_array();
    for (int i = 0; i < count; i++) {
        json_add_value(list, vertex_json(board, points[i]));
    }
    return list;
}

json_t *problem_zone_json(const Board *board, const Zone *zone) {
    json_t *list = json_new_array();
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        if (zone_has(zone, board->geometry->point_of[cell])) {
            json_add_value(list, vertex_json(board, board->geometry->point_of[cell]));
        }
    }
    return list;
}

static json_t *count_json(int count) {
    return count > 0 && count <= GOAL_THREATS_MAX ? json_integer(count) : json_null();
}

static json_t *side_json(const Board *board, const ProblemSide *side) {
    if (side == NULL) {
        return json_null();
    }
    const GoalAnswer *answer = &side->answer;
    json_t *moves = json_new_array();
    for (int i = 0; i < side->move_count; i++) {
        const ProblemMove *move = &side->moves[i];
        json_add_value(moves, json_new_packed("{s:o, s:s, s:o, s:b, s:o}", "move",
                                              vertex_json(board, move->point), "result",
                                              problem_code_name(move->code), "threats",
                                              count_json(move->threats), "whateverThreats",
                                              move->any_threats, "reply",
                                              vertex_json(board, move->reply)));
    }
    return json_new_packed(
        "{s:s, s:s, s:i, s:o, s:o, s:b, s:b, s:b, s:o, s:o, s:o, s:o, s:b, s:I}", "first",
        color_name(side->mover), "result", problem_code_name(answer->code), "code",
        (int)answer->code, "threats", count_json(answer->threats), "opponentThreats",
        count_json(answer->opponent_threats), "whateverThreats", answer->any_threats, "doubleKo",
        answer->double_ko, "seki", side->is_seki, "moves", moves, "line",
        vertices_json(board, side->line, side->line_count), "zone",
        problem_zone_json(board, &answer->zone), "frame", count_json(answer->frame), "proved",
        answer->code != GOAL_UNKNOWN, "nodes", (json_int_t)answer->nodes);
}

json_t *problem_json(const Goal *goal, const Board *board, ProblemWider wider,
                     const ProblemSide *kills, const ProblemSide *saves) {
    static const char *const WIDER_NAMES[] = {NULL, "same", "other", "unknown"};
    Point safe[CELL_COUNT_MAX], weak[CELL_COUNT_MAX], exits[CELL_COUNT_MAX], dead_end;
    Walls walls;
    walls_find(board, &goal->playable, &walls);
    const int safe_count = walls_list(&walls, NULL, WALL_ASSUMED, safe);
    const int weak_count = walls_list(&walls, NULL, WALL_WEAK, weak);
    const int exit_count = walls_list_exits(&walls, exits, &dead_end);
    const bool both = kills != NULL && saves != NULL;
    return json_new_packed(
        "{s:o, s:s, s:s, s:o, s:s?, s:o, s:o, s:o, s:s?, s:s?, s:o, s:o}", "targets",
        vertices_json(board, goal->targets, goal->target_count), "kills",
        goal->kind == GOAL_CAPTURE_ANY ? "any" : "all", "owner",
        color_name(goal_target_color(goal)), "region", problem_zone_json(board, &goal->playable),
        "wider", WIDER_NAMES[wider], "assumedSafe", vertices_json(board, safe, safe_count),
        "weakWalls", vertices_json(board, weak, weak_count), "exits",
        vertices_json(board, exits, exit_count), "status",
        both ? problem_status_name(problem_status(kills, saves)) : NULL, "statusWithoutThreats",
        both ? problem_status_name(problem_status_without_threats(kills, saves)) : NULL, "kill",
        side_json(board, kills), "save", side_json(board, saves));
}
