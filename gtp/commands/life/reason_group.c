/* Life, death, seki and cuts of groups by the goal search. */
#include <stdlib.h>

#include "engine/base/memory.h"
#include "engine/solve/dragon/owl.h"
#include "engine/solve/problem/region.h"
#include "gtp/commands/life/reason.h"

enum {
    SEKI_NODES = 5000, /* for each rule for kos of a question; a seki takes several */
    CUT_NODES = 5000,  /* of each search for a cut or a connection */
};

/* ---- Life and death ---- */

/* Makes the goal of killing what is left of the stones. Returns false if there is no such goal. */
static bool make_goal(const Board *board, const Finding *finding, Goal *goal) {
    Zone stones = {0};
    Status ignored;
    for (int i = 0; i < finding->stone_count; i++) {
        if (board_color(board, finding->stones[i]) == finding->owner) {
            zone_add(&stones, finding->stones[i]);
        }
    }
    return region_make_goal(board, &stones, false, NULL, goal, &ignored);
}

/* The code for the side that would reach the goal of killing, with the opponent of the mistake's
 * color to move. */
static GoalCode ask_death(Mistake *mistake, const Board *board, const Goal *goal,
                          ProblemSide *side) {
    const Color mover = color_opponent(mistake->color);
    problem_answer(mistake->search, goal, board, mover, mistake->limits, side);
    return mover == goal->reacher ? side->answer.code : goal_code_invert(side->answer.code);
}

/* Adds the walls that what is proved of the goal assumes. Returns false if it rests on walls of
 * that color, or of either one if it is EMPTY, that may fall. */
static bool add_walls(const Board *board, const Goal *goal, Color color, Finding *finding) {
    const bool colors[2] = {[BLACK] = color != WHITE, [WHITE] = color != BLACK};
    Point stones[CELL_COUNT_MAX];
    if (region_list_walls(board, &goal->playable, colors, WALL_WEAK, stones) > 0) {
        return false;
    }
    const int count = region_list_walls(board, &goal->playable, NULL, WALL_ASSUMED, stones);
    for (int i = 0; i < count; i++) {
        point_list_add(finding->assumed, &finding->assumed_count, stones[i]);
    }
    return true;
}

/* Do the stones live in seki if the opponent of the mistake's color moves first? */
static bool is_seki(Mistake *mistake, const Board *board, const Goal *goal, Seki *seki,
                    Finding *finding) {
    const GoalLimits limits = {.nodes = SEKI_NODES, .deadline = &mistake->deadline};
    return seki_prove(mistake->search, goal, board, color_opponent(mistake->color), limits, seki) &&
           add_walls(board, goal, EMPTY, finding);
}

void reason_find_death(Mistake *mistake, Point chain, Finding *finding) {
    const Color owner = board_color(mistake->before, chain);
    const bool is_own = owner == mistake->color;
    const Board *lost = mistake->lost[owner], *kept = mistake->kept[owner];
    if (!is_own && !point_is_move(mistake->move)) {
        return; /* a pass kills nothing */
    }
    Dragon dragon;
    Goal goal;
    Seki seki;
    ProblemSide *side = memory_new(1, sizeof *side);
    dragon_find(mistake->before, chain, &dragon);
    for (int i = 0; i < dragon.chain_count; i++) {
        finding_add_chain(finding, mistake->before, dragon.chains[i]);
    }
    finding_add_moves(finding, &mistake->move, is_own ? 0 : 1);
    const GoalCode code =
        make_goal(lost, finding, &goal) ? ask_death(mistake, lost, &goal, side) : GOAL_UNKNOWN;
    if (code == GOAL_FAILS && is_seki(mistake, lost, &goal, &seki, finding)) {
        finding_add_moves(finding, seki.line, seki.line_count);
        if (make_goal(kept, finding, &goal) && add_walls(kept, &goal, EMPTY, finding) &&
            life_prove(mistake->search, &goal, kept, color_opponent(mistake->color),
                       mistake->limits)) {
            finding->kind = "eyes";
        }
    } else if (code != GOAL_UNKNOWN && code != GOAL_FAILS &&
               add_walls(lost, &goal, goal.reacher, finding)) {
        finding_add_moves(finding, side->line, side->line_count);
        finding->by_ko = code != GOAL_WINS;
        const GoalCode now = make_goal(kept, finding, &goal)
                                 ? ask_death(mistake, kept, &goal, side)
                                 : GOAL_WINS; /* there is nothing left to kill */
        if (now == GOAL_FAILS || (now == GOAL_UNKNOWN && code == GOAL_WINS)) {
            finding->is_lost = true;
            finding->kind = is_own ? "life" : "death";
        }
    }
    free(side);
}

bool reason_find_seki(Mistake *mistake, Finding *finding) {
    const Board *kept = mistake->kept[finding->owner];
    Goal goal;
    Seki seki;
    const bool is_found =
        make_goal(kept, finding, &goal) && is_seki(mistake, kept, &goal, &seki, finding);
    if (is_found) {
        finding->kind = "seki";
        finding->how = NULL;
    }
    return is_found;
}

/* ---- Cuts ---- */

/* Does the opponent of two chains cut them apart by the move where they may be lost, and can they
 * be connected in the other position? */
static void find_cut_between(Mistake *mistake, const Point stones[2], Point move,
                             Finding *finding) {
    const GoalLimits limits = {.nodes = CUT_NODES, .deadline = &mistake->deadline};
    const Color owner = board_color(mistake->before, stones[0]), cutter = color_opponent(owner);
    const Board *start = mistake->start[owner], *kept = mistake->kept[owner];
    Board cut;
    Goal goal;
    bool ok = reason_try_move(start, cutter, move, false, &cut);
    for (int i = 0; i < 2; i++) {
        ok &= board_color(&cut, stones[i]) == owner && board_color(kept, stones[i]) == owner;
    }
    if (!ok ||
        !connection_prove(mistake->search, start, &cut, stones, cutter, owner, limits, &goal)) {
        return;
    }
    finding->line[0] = move;
    finding->line_count =
        1 + goal_search_find_line(mistake->search, finding->line + 1, REASON_LINE_MAX - 1);
    if (add_walls(&cut, &goal, cutter, finding) &&
        connection_prove(mistake->search, kept, kept, stones, owner, color_opponent(mistake->color),
                         limits, &goal)) {
        finding->kind = "cut";
        finding_add_chain(finding, mistake->before, stones[0]);
        finding->also_count = board_chain_stones(mistake->before, stones[1], finding->also);
    }
}

/* From the greatest other chain near by. */
static void find_cut_by(Mistake *mistake, Point chain, Point move, Finding *finding) {
    const Board *board = mistake->before;
    if (!point_is_move(move) || !board_chain_is_near(board, chain, move, REASON_NEAR)) {
        return;
    }
    for (int cell = 0; cell < board->geometry->cell_count; cell++) {
        const Point other = board->geometry->point_of[cell];
        if (board_color(board, other) == board_color(board, chain) &&
            board->chain[other] == other && board->chain[chain] != other &&
            board_chain_is_near(board, other, move, REASON_NEAR) &&
            board_chain_stones(board, other, NULL) > finding->also_count &&
            !deadline_is_over(&mistake->deadline)) {
            Finding found = {.kind = NULL};
            find_cut_between(mistake, (Point[]){chain, other}, move, &found);
            *finding = found.kind != NULL ? found : *finding;
        }
    }
}

void reason_find_cut(Mistake *mistake, Point chain, Finding *finding) {
    find_cut_by(mistake, chain, mistake->move, finding);
    if (finding->kind == NULL && board_color(mistake->before, chain) == mistake->color) {
        find_cut_by(mistake, chain, mistake->answers[ANSWER_PLAYED], finding);
    }
}
