#include "gtp/solve/tsumego/tsumego.h"

#include "engine/solve/dragon/dragon.h"
#include "engine/solve/problem/region.h"

static SgfSize size_of(const Board *board) {
    return (SgfSize){board->geometry->width, board->geometry->height};
}

/* Lists the points of the labels of a node, each once. */
static void list_labels(const SgfNode *node, SgfSize size, Point *points, int *count) {
    const SgfProperty *labels = sgf_node_property(node, "LB");
    for (uint32_t i = 0; labels != NULL && i < labels->value_count; i++) {
        const char *text = labels->values[i].text + strspn(labels->values[i].text, " \t\n\v\f\r");
        if (text[0] >= 'a' && text[0] < 'a' + size.width && text[1] >= 'a' &&
            text[1] < 'a' + size.height) {
            point_list_add(points, count, point_at(text[0] - 'a', text[1] - 'a'));
        }
    }
}

/* Adds the stones that the node marks by a property to a list. */
static bool add_marked(const SgfNode *node, const char *identifier, const Board *board,
                       Point *targets, int *count, Status *status) {
    Point points[CELL_COUNT_MAX];
    int found = 0;
    if (strcmp(identifier, "LB") == 0) {
        list_labels(node, size_of(board), points, &found);
    } else if (!sgf_node_points(node, identifier, size_of(board), points, &found, status)) {
        return false;
    }
    for (int i = 0; i < found; i++) {
        if (board_color(board, points[i]) <= WHITE) {
            point_list_add(targets, count, points[i]);
        }
    }
    return true;
}

static bool find_targets(const SgfNode *root, const Board *board, Point *targets, int *count,
                         Status *status) {
    static const char *const MARKS[] = {"TR", "SQ", "MA", "CR", "LB"};
    for (size_t i = 0; i < sizeof MARKS / sizeof MARKS[0]; i++) {
        if (!add_marked(root, MARKS[i], board, targets, count, status)) {
            return false;
        }
    }
    if (*count == 0) {
        *count = guess_targets(board, targets);
        if (*count == 0) {
            return status_fail(status, "no stone is marked and no group is enclosed");
        }
    }
    return true;
}

/* Completes the goal, which has all but what follows from its region. */
static bool finish(Goal *goal, const Board *board, Status *status) {
    return region_check_targets(goal, board, status) && goal_finish(goal, board, status) &&
           (goal->empty_count > 0 || status_fail(status, "the region has no empty point"));
}

/* Makes what is shown the region if the goal can be decided there. Returns false with a message
 * only if VW is wrong. */
static bool take_view(const SgfNode *root, const Board *board, Goal *goal, bool *is_view,
                      Status *status) {
    Point view[CELL_COUNT_MAX];
    int count = 0;
    Goal bounded = *goal;
    Status ignored;
    if (!sgf_node_points(root, "VW", size_of(board), view, &count, status)) {
        return false;
    }
    bounded.playable = (Zone){0};
    for (int i = 0; i < count; i++) {
        zone_add(&bounded.playable, view[i]);
    }
    *is_view = count > 0 && finish(&bounded, board, &ignored);
    *goal = *is_view ? bounded : *goal;
    return true;
}

/* Finds where both sides may play, the last that the goal needs. */
static bool find_region(const SgfNode *root, int frame, Board *board, Goal *goal, Zone *added,
                        bool *is_view, Status *status) {
    *is_view = false;
    if (region_find(board, goal->targets, goal->target_count, REGION_RADIUS, &goal->playable) ==
        REGION_CLOSED) {
        return finish(goal, board, status);
    }
    if (!take_view(root, board, goal, is_view, status)) {
        return false;
    }
    if (frame > 0 && !*is_view) {
        Board framed;
        if (!region_frame(board, goal->targets, goal->target_count, frame, true, &goal->playable,
                          &framed)) {
            return status_fail(status, "a frame leaves stones without a liberty");
        }
        for (int cell = 0; cell < board->geometry->cell_count; cell++) {
            const Point p = board->geometry->point_of[cell];
            if (board->color[p] != framed.color[p]) {
                zone_add(added, p);
            }
        }
        board_copy(board, &framed);
    }
    return *is_view || finish(goal, board, status);
}

/* Sets up the first node that leaves stones, before any move. Returns it, or NULL with a message.
 */
static const SgfNode *set_up(const SgfNode *root, Game *game, Status *status) {
    const Board *board = &game->board;
    Move move = {.color = EMPTY};
    bool ok = record_start(game, root, status);
    for (const SgfNode *node = root; ok && node != NULL && move.color == EMPTY;
         node = node->first_child) {
        ok = record_set_up(game, node, false, status);
        if (ok && board->empty_count < board->geometry->cell_count) {
            return node;
        }
        ok = ok && sgf_node_move(node, size_of(board), &move, status);
    }
    if (ok) {
        status_fail(status, "no stones are set up before the first move");
    }
    return NULL;
}

bool tsumego_goal_read(const SgfNode *root, GoalKind kind, int frame, Game *game, Goal *goal,
                       Zone *added, bool *is_view, Status *status) {
    Point targets[CELL_COUNT_MAX];
    int count = 0;
    Board *board = &game->board;
    const SgfNode *node = set_up(root, game, status);
    if (node == NULL || !find_targets(node, board, targets, &count, status)) {
        return false;
    }
    goal_init(goal, board, kind, color_opponent(board_color(board, targets[0])));
    for (int i = 0; i < count; i++) {
        if (board_color(board, targets[i]) != board_color(board, targets[0])) {
            return status_fail(status, "targets of both colors are marked");
        }
        if (!goal_add_target(goal, board, targets[i])) {
            return status_fail(status, "more than %d chains are marked", GOAL_TARGETS_MAX);
        }
    }
    *added = (Zone){0};
    return find_region(sgf_node_property(node, "VW") != NULL ? node : root, frame, board, goal,
                       added, is_view, status);
}
