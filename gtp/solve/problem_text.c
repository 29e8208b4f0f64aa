#include "gtp/solve/problem_text.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "engine/go/board/liberty.h"
#include "engine/solve/problem/region.h"

/* Lists the points of the zone row by row. Returns their number. */
static int list_zone(const Board *board, const Zone *zone, Point points[CELL_COUNT_MAX]) {
    int count = 0;
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        if (zone_has(zone, board->geometry->point_of[cell])) {
            points[count++] = board->geometry->point_of[cell];
        }
    }
    return count;
}

/* Returns "alive", "dead", ... with either side moving first, or NULL if a side was not asked.
 * Without threats, as at the end of a game under Japanese rules, where a side must pass before it
 * may take the same ko again, who takes a ko first wins it: then the bent four in the corner is
 * dead. */
static const char *find_status(const Problem *problem, bool with_threats) {
    GoalCode codes[2];
    for (int i = 0; i < 2; i++) {
        const GoalCode code = problem->sides[i].answer.code;
        codes[i] = with_threats || code == GOAL_UNKNOWN        ? code
                   : code == GOAL_WINS || code == GOAL_WINS_KO ? GOAL_WINS
                                                               : GOAL_FAILS;
    }
    return !problem->sides[0].is_asked || !problem->sides[1].is_asked ? NULL
           : codes[0] == GOAL_FAILS                                   ? "alive"
           : codes[1] == GOAL_FAILS                                   ? "dead"
           : codes[0] == GOAL_UNKNOWN || codes[1] == GOAL_UNKNOWN     ? "unknown"
                                                                      : "unsettled";
}

const char *problem_code_name(GoalCode code) {
    static const char *const NAMES[] = {
        [GOAL_FAILS] = "no",        [GOAL_WINS] = "yes",
        [GOAL_WINS_KO] = "ko",      [GOAL_WINS_KO_THREAT] = "ko, opponent takes first",
        [GOAL_UNKNOWN] = "unknown",
    };
    return NAMES[code];
}

/* Adds what a side that moves first gets: "yes", "ko, opponent needs 1 threat", ... */
static void add_result(Text *text, GoalCode code, int threats, bool any_threats) {
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

/* ---- A sentence, as in "Black lives even if White plays first." ---- */

/* by: "by playing first at C7". */
static void add_ko(Text *text, const ProblemSide *side, const char *verb, const char *by) {
    const GoalAnswer *answer = &side->answer;
    const bool own = answer->code == GOAL_WINS_KO_THREAT;
    const int threats = answer->threats;
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

static void add_sentence(Text *text, const Problem *problem) {
    const ProblemSide *kills = &problem->sides[0], *saves = &problem->sides[1];
    const Point key = kills->answer.move;
    const size_t start = text->length;
    /* Who lives or dies in any case is no news for the other side; what is unknown comes last. */
    const bool save_first = kills->is_asked && kills->answer.code == GOAL_UNKNOWN;
    for (int i = 0; i < 2; i++) {
        const ProblemSide *side = (i == 0) == save_first ? saves : kills;
        const ProblemSide *other = side == kills ? saves : kills;
        if (side->is_asked && !(other->is_asked && other->answer.code == GOAL_FAILS)) {
            text_add(text, "%s", text->length > start ? "; " : "");
            add_clause(text, &problem->goal, problem->board, side);
        }
    }
    text->bytes[start] = (char)toupper((unsigned char)text->bytes[start]);
    text_add(text, ".");
    if (kills->is_asked && saves->is_asked && point_is_move(key) && key == saves->answer.move) {
        char vertex[POINT_TEXT_MAX];
        text_add(text, " The key point is %s.",
                 point_to_text(key, problem->board->geometry->height, vertex));
    }
}

/* ---- Lines ---- */

static void add_vertices(Text *text, const char *name, int height, const Point *points, int count) {
    char vertex[POINT_TEXT_MAX];
    for (int i = 0; i < count; i++) {
        text_add(text, "%s%s", i == 0 ? name : " ", point_to_text(points[i], height, vertex));
    }
    text_add(text, "%s", count > 0 ? "\n" : "");
}

static void add_zone(Text *text, const char *name, const Board *board, const Zone *zone) {
    Point points[CELL_COUNT_MAX];
    add_vertices(text, name, board->geometry->height, points, list_zone(board, zone, points));
}

/* Adds the first moves, the best first: a line for those that lead to the same, with the
 * refutations of the wrong ones, and how many are unknown. */
static void add_moves(Text *text, const ProblemSide *side, int height) {
    char vertex[POINT_TEXT_MAX];
    const ProblemMove *before = NULL;
    int unknown = 0;
    for (int i = 0; i < side->move_count; i++) {
        const ProblemMove *move = &side->moves[i];
        if (move->code == GOAL_UNKNOWN) {
            unknown++;
            continue;
        }
        if (before == NULL || before->rank != move->rank) {
            text_add(text, "%s%s", before == NULL ? "" : "\n",
                     move->is_right             ? "  right    "
                     : move->code == GOAL_FAILS ? "  wrong    "
                                                : "  worse    ");
            if (!move->is_right && move->code != GOAL_FAILS) {
                add_result(text, move->code, move->threats, move->any_threats);
                text_add(text, ": ");
            }
        } else {
            text_add(text, " ");
        }
        text_add(text, "%s", point_to_text(move->point, height, vertex));
        if (!move->is_right && move->reply != POINT_NONE) {
            text_add(text, "-%s", point_to_text(move->reply, height, vertex));
        }
        before = move;
    }
    text_add(text, "%s", before == NULL ? "" : "\n");
    if (unknown > 0) {
        text_add(text, "  unknown  %d %smove%s\n", unknown, before == NULL ? "" : "other ",
                 text_plural(unknown));
    }
}

void problem_add_side(Text *text, const Problem *problem, const ProblemSide *side) {
    const int height = problem->board->geometry->height;
    const GoalAnswer *answer = &side->answer;
    const bool any = problem->goal.kind == GOAL_CAPTURE_ANY,
               kills = side->mover == problem->goal.reacher;
    text_add(text, "%s first, to %s%s: ", color_name(side->mover), kills ? "kill" : "save",
             problem->goal.target_count == 1 ? ""
             : any == kills                  ? " any of them"
                                             : " all of them");
    add_result(text, answer->code, answer->threats, answer->any_threats);
    text_add(text, "%s; %" PRId64 " positions\n", side->is_seki ? ", seki" : "", answer->nodes);
    add_moves(text, side, height);
    add_vertices(text, "  line     ", height, side->line, side->line_count);
    if (answer->frame > 0) {
        text_add(text, "  frame    at radius %d: no way out is needed\n", answer->frame);
    }
    if (answer->code != GOAL_UNKNOWN) {
        add_zone(text, "  zone     ", problem->board, &answer->zone);
    }
}

void problem_add_walls(Text *text, const Problem *problem) {
    const Board *board = problem->board;
    const Zone *region = &problem->goal.playable;
    Point stones[CELL_COUNT_MAX];
    int count = region_list_walls(board, region, NULL, WALL_ASSUMED, stones);
    add_vertices(text, "assumes these are safe: ", board->geometry->height, stones, count);
    count = region_list_walls(board, region, NULL, WALL_WEAK, stones);
    add_vertices(text,
                 "assumes the same of these, which may be captured: ", board->geometry->height,
                 stones, count);
    int in_atari = 0;
    for (int i = 0; i < count; i++) {
        if (chain_in_atari(board, stones[i])) {
            stones[in_atari++] = stones[i];
        }
    }
    add_vertices(text, "in atari, so that this is false as it stands: ", board->geometry->height,
                 stones, in_atari);
    count = region_list_exits(board, region, stones);
    add_vertices(text, "open at ", board->geometry->height, stones, count);
    if (count > 0) {
        text->length--; /* the end of the line */
        text_add(text, ": stones that get there count as safe\n");
    }
}

/* Adds the status, and that without ko threats if it is another. */
static void add_status(Text *text, const Problem *problem) {
    const char *status = find_status(problem, true), *without = find_status(problem, false);
    text_add(text, ": %s", status);
    if (strcmp(without, status) != 0) {
        text_add(text, " (%s without ko threats)", without);
    }
}

void problem_add(Text *text, const Problem *problem, const Zone *frame) {
    const Goal *goal = &problem->goal;
    const Board *board = problem->board;
    static const char *const WIDER[] = {
        "", "wider: the same in the widest region that fits\n",
        "wider: this is the widest region that fits; a narrower one said something else\n",
        "wider: not decided in the widest region that fits\n"};
    text_add(text, "%s", color_name(goal_target_color(goal)));
    add_vertices(text, " at ", board->geometry->height, goal->targets, goal->target_count);
    if (find_status(problem, true) != NULL) {
        text->length--; /* the end of the line */
        add_status(text, problem);
        text_add(text, "\n");
    }
    add_sentence(text, problem);
    text_add(text, "\n");
    add_zone(text, "region ", board, &goal->playable);
    add_zone(text, "frame ", board, frame);
    text_add(text, "%s", WIDER[problem->wider]);
    problem_add_walls(text, problem);
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

json_t *zone_json(const Board *board, const Zone *zone) {
    Point points[CELL_COUNT_MAX];
    return vertices_json(board, points, list_zone(board, zone, points));
}

static json_t *count_json(int count) {
    return count > 0 && count <= GOAL_THREATS_MAX ? json_integer(count) : json_null();
}

static json_t *side_json(const Board *board, const ProblemSide *side) {
    const GoalAnswer *answer = &side->answer;
    const bool own = answer->code == GOAL_WINS_KO_THREAT;
    if (!side->is_asked) {
        return json_null();
    }
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
        (int)answer->code, "threats", count_json(own ? answer->threats : 0), "opponentThreats",
        count_json(own ? 0 : answer->threats), "whateverThreats", answer->any_threats, "doubleKo",
        answer->double_ko, "seki", side->is_seki, "moves", moves, "line",
        vertices_json(board, side->line, side->line_count), "zone", zone_json(board, &answer->zone),
        "frame", count_json(answer->frame), "proved", answer->code != GOAL_UNKNOWN, "nodes",
        (json_int_t)answer->nodes);
}

json_t *problem_json(const Problem *problem) {
    static const char *const WIDER_NAMES[] = {NULL, "same", "other", "unknown"};
    const Goal *goal = &problem->goal;
    const Board *board = problem->board;
    const Zone *region = &goal->playable;
    Point safe[CELL_COUNT_MAX], weak[CELL_COUNT_MAX], exits[CELL_COUNT_MAX];
    const int safe_count = region_list_walls(board, region, NULL, WALL_ASSUMED, safe);
    const int weak_count = region_list_walls(board, region, NULL, WALL_WEAK, weak);
    const int exit_count = region_list_exits(board, region, exits);
    return json_new_packed(
        "{s:o, s:s, s:s, s:o, s:s?, s:o, s:o, s:o, s:s?, s:s?, s:o, s:o}", "targets",
        vertices_json(board, goal->targets, goal->target_count), "kills",
        goal->kind == GOAL_CAPTURE_ANY ? "any" : "all", "owner",
        color_name(goal_target_color(goal)), "region", zone_json(board, region), "wider",
        WIDER_NAMES[problem->wider], "assumedSafe", vertices_json(board, safe, safe_count),
        "weakWalls", vertices_json(board, weak, weak_count), "exits",
        vertices_json(board, exits, exit_count), "status", find_status(problem, true),
        "statusWithoutThreats", find_status(problem, false), "kill",
        side_json(board, &problem->sides[0]), "save", side_json(board, &problem->sides[1]));
}
