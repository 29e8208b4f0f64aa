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

/* Finds the stones that the node marks or, if there are none, those that are shut in. */
static bool find_targets(const SgfNode *node, const Board *board, Zone *targets, Status *status) {
    static const char *const MARKS[] = {"TR", "SQ", "MA", "CR", NULL}; /* and labels */
    Point points[CELL_COUNT_MAX];
    int count = 0, stones = 0;
    *targets = (Zone){0};
    for (int mark = 0; mark < 5; mark++) {
        count = 0;
        if (MARKS[mark] == NULL) {
            list_labels(node, size_of(board), points, &count);
        } else if (!sgf_node_points(node, MARKS[mark], size_of(board), points, &count, status)) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (board_color(board, points[i]) <= WHITE) {
                zone_add(targets, points[i]);
                stones++;
            }
        }
    }
    count = stones > 0 ? 0 : guess_targets(board, points);
    for (int i = 0; i < count; i++) {
        zone_add(targets, points[i]);
    }
    return stones + count > 0 || status_fail(status, "no stone is marked and no group is enclosed");
}

/* Bounds an open region by what the node shows, if the goal can be decided there, or else by a
 * frame if that is asked for. */
static bool bound_region(const SgfNode *node, int frame, Board *board, Goal *goal, Zone *added,
                         bool *is_view, Status *status) {
    Point view[CELL_COUNT_MAX];
    int count = 0;
    Goal viewed = *goal;
    Board framed;
    Status ignored;
    if (!sgf_node_points(node, "VW", size_of(board), view, &count, status)) {
        return false;
    }
    viewed.playable = (Zone){0};
    for (int i = 0; i < count; i++) {
        zone_add(&viewed.playable, view[i]);
    }
    *is_view = region_check_targets(&viewed, board, &ignored) &&
               goal_finish(&viewed, board, &ignored) && viewed.empty_count > 0;
    *goal = *is_view ? viewed : *goal;
    if (*is_view || frame == 0) {
        return true;
    }
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
    return region_check_targets(goal, board, status) && goal_finish(goal, board, status);
}

/* Sets up the first node that leaves stones, before any move. Returns it, or NULL with a message.
 */
static const SgfNode *set_up(const SgfNode *root, Game *game, Status *status) {
    const Board *board = &game->board;
    Move move = {.color = EMPTY};
    Rules rules = RULES[0];
    sgf_node_rules(root, &rules);
    if (rules.tax == TAX_ALL) {
        status_fail(status, "by rules with a group tax (%s) no problem is solved", rules.name);
        return NULL;
    }
    bool ok = record_start(game, root, status);
    for (const SgfNode *node = root; ok && node != NULL && move.color == EMPTY;
         node = node->first_child) {
        ok = record_set_up(game, node, false, NULL, status);
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

bool tsumego_goal_read(const SgfNode *root, bool any, int frame, Game *game, Goal *goal,
                       Zone *added, bool *is_view, Status *status) {
    Board *board = &game->board;
    Zone targets;
    const SgfNode *node = set_up(root, game, status);
    *added = (Zone){0};
    *is_view = false;
    return node != NULL && find_targets(node, board, &targets, status) &&
           region_make_goal(board, &targets, any, NULL, goal, status) &&
           (!goal_is_open(goal, board) ||
            bound_region(sgf_node_property(node, "VW") != NULL ? node : root, frame, board, goal,
                         added, is_view, status));
}
