#include "engine/solve/problem/frames.h"

#include <string.h>

static bool is_part(const Zone *zone, const Zone *of) {
    bool is_part = true;
    for (size_t i = 0; i < sizeof zone->bits / sizeof zone->bits[0]; i++) {
        is_part &= (zone->bits[i] & ~of->bits[i]) == 0;
    }
    return is_part;
}

void frames_find(const Goal *goal, const Board *board, Frames *frames) {
    frames->count = 0;
    if (!goal_is_capture(goal) || !goal_is_open(goal, board)) {
        return;
    }
    for (int radius = 1; radius <= REGION_RADIUS; radius++) {
        Frame *frame = &frames->frames[frames->count];
        Status status;
        frame->radius = radius;
        frame->captured = 0;
        frame->goal = *goal;
        if (region_frame(board, goal->targets, goal->target_count, radius, false,
                         &frame->goal.playable, &frame->board) &&
            is_part(&frame->goal.playable, &goal->playable) &&
            goal_finish(&frame->goal, &frame->board, &status)) {
            frames->count++;
        }
    }
}

const Frame *frames_at(const Frames *frames, int radius) {
    for (int i = 0; i < frames->count; i++) {
        if (frames->frames[i].radius == radius) {
            return &frames->frames[i];
        }
    }
    return NULL;
}

void frames_play(const Frames *before, Color color, Point p, Frames *after) {
    after->count = 0;
    for (int i = 0; i < before->count; i++) {
        const Frame *from = &before->frames[i];
        const bool is_inside = p != POINT_PASS && zone_has(&from->goal.playable, p);
        if (is_inside && board_check(&from->board, color, p, false) != MOVE_LEGAL) {
            continue;
        }
        Frame *frame = &after->frames[after->count++];
        frame->radius = from->radius;
        frame->goal = from->goal;
        board_copy(&frame->board, &from->board);
        board_play(&frame->board, color, is_inside ? p : POINT_PASS);
        frame->captured = goal_add_captured(&frame->goal, &frame->board, from->captured);
    }
}

const Frame *frames_find_life(GoalSearch *search, Frames *frames, Color mover, GoalLimits limits,
                              GoalResult *result) {
    *result = (GoalResult){.outcome = GOAL_OPEN};
    for (int i = 0; i < frames->count; i++) {
        const Frame *frame = &frames->frames[i];
        const GoalKoRule ko = {.ko = KO_IS_REACHERS};
        const int64_t before = result->nodes;
        *result = goal_search_run(search, &frame->goal, &frame->board, mover, frame->captured, ko,
                                  limits);
        result->nodes += before;
        if (result->outcome == GOAL_HELD) {
            return frame;
        }
        if (result->outcome == GOAL_REACHED) {
            frames->count -= i + 1; /* they do not live in narrower ones, either */
            memmove(frames->frames, frame + 1, (size_t)frames->count * sizeof *frame);
            i = -1;
        }
    }
    return NULL;
}
