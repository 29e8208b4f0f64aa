#include "engine/solve/goal/dilate.h"

#include "engine/go/board/liberty.h"

bool move_takes_ko(const Board *board, Color color, Point p) {
    const unsigned around = board->around[p];
    if (around_empty(around) != 0 || around_count(around, color) != 0) {
        return false;
    }
    Point beside[4];
    int taken = 0;
    point_neighbors(p, beside);
    for (int i = 0; i < 4; i++) {
        if (board_color(board, beside[i]) == color_opponent(color) &&
            chain_in_atari(board, beside[i])) {
            taken += chain_size(board, beside[i]);
        }
    }
    return taken == 1;
}

static void add_around(const Board *board, Point p, Zone *zone) {
    Point beside[4];
    point_neighbors(p, beside);
    for (int i = 0; i < 4; i++) {
        if (board_color(board, beside[i]) != BORDER) {
            zone_add(zone, beside[i]);
        }
    }
}

/* Adds the chain at p and all points beside it. */
static void add_surrounded(const Board *board, Point p, Zone *zone) {
    Point stone = p;
    do {
        zone_add(zone, stone);
        add_around(board, stone, zone);
        stone = board->next[stone];
    } while (stone != p);
}

void dilate_move(const Board *board, Color winner, Point p, Zone *zone) {
    Point beside[4];
    bool captures = false;
    zone_add(zone, p);
    point_neighbors(p, beside);
    for (int i = 0; i < 4; i++) {
        if (board_color(board, beside[i]) == color_opponent(winner) &&
            chain_in_atari(board, beside[i])) {
            add_surrounded(board, beside[i], zone);
            captures = true;
        }
    }
    if (captures) {
        add_around(board, p, zone); /* so that it becomes no ko */
    }
}

/* Adds liberties of the chain at p until the zone has as many as it needs. */
static void add_liberties(const Board *board, Point p, int needed, Zone *zone) {
    Point liberties[CELL_COUNT_MAX];
    const int count = board_liberties(board, p, liberties);
    int inside = 0;
    for (int i = 0; i < count && inside < needed; i++) {
        inside += zone_has(zone, liberties[i]);
    }
    for (int i = 0; i < count && inside < needed; i++) {
        if (!zone_has(zone, liberties[i])) {
            zone_add(zone, liberties[i]);
            inside++;
        }
    }
}

/* Adds what forbids a move of the loser at the empty point p, if something does. */
static void add_forbidden(const Board *board, Color loser, Point p, bool takes_kos, Zone *zone) {
    if ((board->around[p] & AROUND_EMPTY_MASK) != 0) {
        return;
    }
    const bool suicide = !place_is_safe_enclosed(board, p, loser);
    if (!suicide && (takes_kos || !move_takes_ko(board, loser, p))) {
        return;
    }
    Point beside[4];
    add_around(board, p, zone);
    point_neighbors(p, beside);
    for (int i = 0; i < 4; i++) {
        const Color color = board_color(board, beside[i]);
        if (suicide ? color == loser
                    : color == color_opponent(loser) && chain_in_atari(board, beside[i])) {
            add_surrounded(board, beside[i], zone);
        }
    }
}

void dilate_position(const Goal *goal, const Board *board, Color winner, bool loser_moves,
                     bool loser_takes_kos, Zone *zone) {
    Zone before, seen = {0};
    do {
        before = *zone;
        for (int word = 0; word < POINT_COUNT / 64; word++) {
            uint64_t left = zone->bits[word] & ~seen.bits[word];
            while (left != 0) {
                const Point p = (Point)(word * 64 + __builtin_ctzll(left));
                left &= left - 1;
                const Color color = board_color(board, p);
                if (color <= WHITE) {
                    if (zone_has(&seen, p)) {
                        continue;
                    }
                    goal_add_chain(board, p, &seen);
                    if (!goal_chain_is_immortal(goal, board, p)) {
                        add_liberties(board, p, loser_moves && color == winner ? 2 : 1, zone);
                    }
                } else if (color == EMPTY && loser_moves && zone_has(&goal->playable, p)) {
                    zone_add(&seen, p);
                    add_forbidden(board, color_opponent(winner), p, loser_takes_kos, zone);
                }
            }
        }
    } while (!zone_equals(&before, zone));
}
