#include "gtp/solve/tsumego/tsumego.h"

#include <inttypes.h>

#include "engine/go/board/liberty.h"
#include "engine/solve/problem/wall.h"

static void add_vertices(Text *text, const char *name, int height, const Point *points, int count) {
    char vertex[POINT_TEXT_MAX];
    for (int i = 0; i < count; i++) {
        text_add(text, "%s%s", i == 0 ? name : " ", point_to_text(points[i], height, vertex));
    }
    text_add(text, "%s", count > 0 ? "\n" : "");
}

static void add_zone(Text *text, const char *name, const Geometry *geometry, const Zone *zone) {
    Point points[CELL_COUNT_MAX];
    int count = 0;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        if (zone_has(zone, geometry->point_of[cell])) {
            points[count++] = geometry->point_of[cell];
        }
    }
    add_vertices(text, name, geometry->height, points, count);
}

TsumegoMark tsumego_mark_of(const ProblemSide *side, const ProblemMove *move) {
    return move->code == GOAL_UNKNOWN          ? TSUMEGO_UNKNOWN
           : problem_move_is_right(side, move) ? TSUMEGO_RIGHT
                                               : TSUMEGO_WRONG;
}

/* Adds the known first moves, the best first: a line for those that lead to the same, with the
 * refutations of the wrong ones. */
static void add_moves(Text *text, const ProblemSide *side, int height) {
    char vertex[POINT_TEXT_MAX];
    const ProblemMove *before = NULL;
    for (int i = 0; i < side->move_count; i++) {
        const ProblemMove *move = &side->moves[i];
        const TsumegoMark mark = tsumego_mark_of(side, move);
        if (mark == TSUMEGO_UNKNOWN) {
            continue;
        }
        if (before == NULL || before->rank != move->rank) {
            text_add(text, "%s%s", before == NULL ? "" : "\n",
                     mark == TSUMEGO_RIGHT      ? "  right    "
                     : move->code == GOAL_FAILS ? "  wrong    "
                                                : "  worse    ");
            if (mark == TSUMEGO_WRONG && move->code != GOAL_FAILS) {
                problem_add_result(text, move->code, move->threats, move->any_threats);
                text_add(text, ": ");
            }
        } else {
            text_add(text, " ");
        }
        text_add(text, "%s", point_to_text(move->point, height, vertex));
        if (mark == TSUMEGO_WRONG && move->reply != POINT_NONE) {
            text_add(text, "-%s", point_to_text(move->reply, height, vertex));
        }
        before = move;
    }
    text_add(text, "%s", before == NULL ? "" : "\n");
}

static void add_unknown(Text *text, const ProblemSide *side) {
    int count = 0;
    for (int i = 0; i < side->move_count; i++) {
        count += tsumego_mark_of(side, &side->moves[i]) == TSUMEGO_UNKNOWN;
    }
    if (count > 0) {
        text_add(text, "  unknown  %d %smove%s\n", count, count < side->move_count ? "other " : "",
                 text_plural(count));
    }
}

void tsumego_problem_add_side(Text *text, const TsumegoProblem *problem, const ProblemSide *side) {
    const Geometry *geometry = problem->board->geometry;
    const GoalAnswer *answer = &side->answer;
    const bool any = problem->goal->kind == GOAL_CAPTURE_ANY,
               kills = side->mover == problem->goal->reacher;
    text_add(text, "%s first, to %s%s: ", color_name(side->mover), kills ? "kill" : "save",
             problem->goal->target_count == 1 ? ""
             : any == kills                   ? " any of them"
                                              : " all of them");
    problem_add_result(text, answer->code, answer->threats + answer->opponent_threats,
                       answer->any_threats);
    text_add(text, "%s; %" PRId64 " positions\n", side->is_seki ? ", seki" : "", answer->nodes);
    add_moves(text, side, geometry->height);
    add_unknown(text, side);
    add_vertices(text, "  line     ", geometry->height, side->line, side->line_count);
    if (answer->frame > 0) {
        text_add(text, "  frame    at radius %d: no way out is needed\n", answer->frame);
    }
    if (answer->code != GOAL_UNKNOWN) {
        add_zone(text, "  zone     ", geometry, &answer->zone);
    }
}

void tsumego_problem_add_walls(Text *text, const TsumegoProblem *problem) {
    static const bool BOTH[2] = {true, true};
    const Board *board = problem->board;
    Point stones[CELL_COUNT_MAX], dead_end;
    Walls walls;
    walls_find(board, &problem->goal->playable, &walls);
    int count = walls_list(&walls, BOTH, WALL_ASSUMED, stones);
    add_vertices(text, "assumes these are safe: ", board->geometry->height, stones, count);
    count = walls_list(&walls, BOTH, WALL_WEAK, stones);
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
    count = walls_list_exits(&walls, stones, &dead_end);
    add_vertices(text, "open at ", board->geometry->height, stones, count);
    if (count > 0) {
        text->length--; /* the end of the line */
        text_add(text, ": stones that get there count as safe\n");
    }
}

void tsumego_problem_add(Text *text, const TsumegoProblem *problem) {
    const Goal *goal = problem->goal;
    const Geometry *geometry = problem->board->geometry;
    ProblemSide *const *sides = problem->sides;
    static const char *const WIDER[] = {
        "", "wider: the same in the widest region that fits\n",
        "wider: this is the widest region that fits; a narrower one said something else\n",
        "wider: not decided in the widest region that fits\n"};
    text_add(text, "%s", color_name(goal_target_color(goal)));
    add_vertices(text, " at ", geometry->height, goal->targets, goal->target_count);
    if (sides[0] != NULL && sides[1] != NULL) {
        text->length--;
        text_add(text, ": ");
        problem_add_status(text, sides[0], sides[1]);
        text_add(text, "\n");
    }
    problem_add_sentence(text, goal, problem->board, sides[0], sides[1]);
    text_add(text, "\n");
    add_zone(text, "region ", geometry, &goal->playable);
    add_zone(text, "frame ", geometry, problem->frame);
    text_add(text, "%s", WIDER[problem->wider]);
    tsumego_problem_add_walls(text, problem);
}
