#include "engine/solve/problem/problem.h"

#include "engine/solve/problem/wall.h"

static json_t *vertex_json(const Board *board, Point p) {
    char text[POINT_TEXT_MAX];
    return p == POINT_NONE ? json_null()
                           : json_string(point_to_text(p, board->geometry->height, text));
}

static json_t *points_json(const Board *board, const Point *points, int count) {
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
        points_json(board, side->line, side->line_count), "zone",
        problem_zone_json(board, &answer->zone), "frame", count_json(answer->frame), "proved",
        answer->code != GOAL_UNKNOWN, "nodes", (json_int_t)answer->nodes);
}

json_t *problem_json(const Goal *goal, const Board *board, ProblemWider wider,
                     const ProblemSide *kills, const ProblemSide *saves) {
    static const bool BOTH[2] = {true, true};
    Point safe[CELL_COUNT_MAX], weak[CELL_COUNT_MAX], exits[CELL_COUNT_MAX], dead_end;
    Walls walls;
    walls_find(board, &goal->playable, &walls);
    const int safe_count = walls_list(&walls, BOTH, WALL_ASSUMED, safe);
    const int weak_count = walls_list(&walls, BOTH, WALL_WEAK, weak);
    const int exit_count = walls_list_exits(&walls, exits, &dead_end);
    const bool both = kills != NULL && saves != NULL;
    return json_new_packed(
        "{s:o, s:s, s:s, s:o, s:s?, s:o, s:o, s:o, s:s?, s:s?, s:o, s:o}", "targets",
        points_json(board, goal->targets, goal->target_count), "kills",
        goal->kind == GOAL_CAPTURE_ANY ? "any" : "all", "owner",
        color_name(goal_target_color(goal)), "region", problem_zone_json(board, &goal->playable),
        "wider", problem_wider_name(wider), "assumedSafe", points_json(board, safe, safe_count),
        "weakWalls", points_json(board, weak, weak_count), "exits",
        points_json(board, exits, exit_count), "status",
        both ? problem_status_name(problem_status(kills, saves)) : NULL, "statusWithoutThreats",
        both ? problem_status_name(problem_status_without_threats(kills, saves)) : NULL, "kill",
        side_json(board, kills), "save", side_json(board, saves));
}
