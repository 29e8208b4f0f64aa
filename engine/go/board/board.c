/* The board: everything but the hot path, which is in place.h. */
#include "engine/go/board/board.h"

#include <assert.h>
#include <stdlib.h>

#include "engine/go/board/liberty.h"

void board_init(Board *board, const Geometry *geometry) {
    memset(board, 0, sizeof *board);
    board->geometry = geometry;
    board->to_move = BLACK;
    for (int p = 0; p < POINT_COUNT; p++) {
        board->color[p] = BORDER;
        board->chain[p] = (Point)p;
        board->liberties[p] = liberty_color(BORDER);
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        const int beside[4] = {p - 1, p + 1, p - STRIDE, p + STRIDE};
        for (int i = 0; i < 4; i++) {
            board->liberties[beside[i]] += liberty_word(p);
            board->around[beside[i]] = (uint16_t)(board->around[beside[i]] + AROUND_EMPTY);
        }
        const int x = point_x(p), y = point_y(p);
        if (x == 0 || y == 0 || x == geometry->width - 1 || y == geometry->height - 1) {
            board->around[p] =
                (uint16_t)(board->around[p] + AROUND_BLACK_DIAGONAL + AROUND_WHITE_DIAGONAL);
        }
        board->color[p] = EMPTY;
        board->next[p] = p;
        board->slot[p] = (uint16_t)cell;
        board->empty[cell] = p;
    }
    board->empty_count = geometry->cell_count;
}

void board_copy(Board *to, const Board *from) {
    /* Copies whole cache lines: each array is a multiple of 64 bytes long, or is followed by
     * another. */
    const size_t points = ((size_t)from->geometry->point_count + 31) & ~(size_t)31;
    to->hash = from->hash;
    memcpy(to->liberties, from->liberties, points * sizeof to->liberties[0]);
    memcpy(to->chain, from->chain, points * sizeof to->chain[0]);
    memcpy(to->own[BLACK], from->own[BLACK], points * sizeof to->own[0][0]);
    memcpy(to->own[WHITE], from->own[WHITE], points * sizeof to->own[0][0]);
    memcpy(to->next, from->next, points * sizeof to->next[0]);
    memcpy(to->slot, from->slot, points * sizeof to->slot[0]);
    memcpy(to->around, from->around, points * sizeof to->around[0]);
    memcpy(to->color, from->color, points);
    memcpy(to->empty, from->empty, (size_t)from->empty_count * sizeof to->empty[0]);
    to->empty_count = from->empty_count;
    to->ko = from->ko;
    to->to_move = from->to_move;
    to->button = from->button;
    to->passes = from->passes;
    to->prisoners[BLACK] = from->prisoners[BLACK];
    to->prisoners[WHITE] = from->prisoners[WHITE];
    to->geometry = from->geometry;
}

void board_get_cells(const Board *board, ColorCell *cells) {
    const Geometry *geometry = board->geometry;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        cells[cell] = board->color[geometry->point_of[cell]];
    }
}

Point board_take_dead(const Geometry *geometry, uint32_t colors, ColorCell *cells) {
    uint8_t color[POINT_COUNT];
    bool safe[POINT_COUNT] = {false}; /* empty, or in a chain that has a liberty */
    Point found[CELL_COUNT_MAX];      /* the safe points */
    Point first = POINT_NONE;
    int count = 0;
    memset(color, BORDER, sizeof color);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        color[p] = cells[cell];
        safe[p] = cells[cell] == EMPTY;
        if (safe[p]) {
            found[count++] = p;
        }
    }
    for (int i = 0; i < count; i++) {
        Point beside[4];
        point_neighbors(found[i], beside);
        for (int k = 0; k < 4; k++) {
            const uint8_t here = color[found[i]], there = color[beside[k]];
            if (!safe[beside[k]] && there != BORDER && (here == EMPTY || here == there)) {
                safe[beside[k]] = true;
                found[count++] = beside[k];
            }
        }
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        if (!safe[geometry->point_of[cell]] && (colors >> cells[cell] & 1) != 0) {
            first = first == POINT_NONE ? geometry->point_of[cell] : first;
            cells[cell] = EMPTY;
        }
    }
    return first;
}

static void put_stone(Board *board, Point p, Color color) {
    hash_lanes_toggle(&board->hash, &board->geometry->stone[color][p]);
    place_stone(board, p, board->slot[p], color, true);
}

bool board_set_up(Board *board, const ColorCell *cells, Color to_move, Status *status) {
    const Geometry *geometry = board->geometry;
    ColorCell rest[CELL_COUNT_MAX];
    memcpy(rest, cells, (size_t)geometry->cell_count * sizeof *cells);
    const Point dead = board_take_dead(geometry, 1U << BLACK | 1U << WHITE, rest);
    if (dead != POINT_NONE) {
        char text[POINT_TEXT_MAX];
        return status_fail(status, "the stones around %s have no liberty",
                           point_to_text(dead, geometry->height, text));
    }
    board_init(board, geometry);
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        /* Cells whose stones are still to be placed count as liberties: nothing is captured. */
        if (cells[cell] != EMPTY) {
            put_stone(board, geometry->point_of[cell], (Color)cells[cell]);
        }
    }
    board->to_move = (uint8_t)to_move;
    return true;
}

MoveCheck board_check(const Board *board, Color color, Point p, bool suicide_allowed) {
    if (p == POINT_PASS) {
        return MOVE_LEGAL;
    }
    if (p >= POINT_COUNT || board->color[p] == BORDER) {
        return MOVE_OFF_BOARD;
    }
    if (board->color[p] != EMPTY) {
        return MOVE_OCCUPIED;
    }
    if (p == board->ko && color == board->to_move) {
        return MOVE_KO;
    }
    if ((board->around[p] & AROUND_EMPTY_MASK) == 0 && !suicide_allowed &&
        !place_is_safe_enclosed(board, p, color)) {
        return MOVE_SUICIDE;
    }
    return MOVE_LEGAL;
}

void board_play(Board *board, Color color, Point p) {
    board->to_move = (uint8_t)color_opponent(color);
    if (p == POINT_PASS) {
        board->ko = POINT_NONE;
        if (board->button == BUTTON_FREE) {
            board->button = color == BLACK ? BUTTON_BLACK : BUTTON_WHITE;
        } else {
            board->passes++;
        }
        return;
    }
    assert(p < POINT_COUNT && board->color[p] == EMPTY);
    board->passes = 0;
    put_stone(board, p, color);
    if (board->liberties[board->chain[p]] == liberty_color(color)) {
        board->prisoners[color_opponent(color)] +=
            place_remove_chain(board, board->chain[p], color, true);
    }
}

int board_chain_stones(const Board *board, Point p, Point *points) {
    if (board->color[p] > WHITE) {
        return 0;
    }
    int count = 0;
    Point stone = p;
    do {
        if (points != NULL) {
            points[count] = stone;
        }
        count++;
        stone = board->next[stone];
    } while (stone != p);
    return count;
}

bool board_chain_is_near(const Board *board, Point p, Point q, int steps) {
    Point stone = p;
    do {
        if (abs(point_x(stone) - point_x(q)) + abs(point_y(stone) - point_y(q)) <= steps) {
            return true;
        }
        stone = board->next[stone];
    } while (stone != p);
    return false;
}

int board_liberties(const Board *board, Point p, Point *points) {
    Point found[CELL_COUNT_MAX];
    return board->color[p] > WHITE
               ? 0
               : chain_find_liberties(board, p, CELL_COUNT_MAX, points == NULL ? found : points);
}

bool board_is_eye(const Board *board, Color color, Point p) {
    return board->color[p] == EMPTY && place_is_eye(board, p, color);
}

int board_own_neighbors(const Board *board, Color color, Point p) {
    return (int)around_count(board->around[p], color);
}

bool board_is_legal(const Board *board, Color color, Point p, bool multi_stone_suicide) {
    return p == POINT_PASS ||
           board_check(board, color, p,
                       multi_stone_suicide && board_own_neighbors(board, color, p) > 0) ==
               MOVE_LEGAL;
}

double board_button_points(const Board *board) {
    const double to_move = board->to_move == BLACK ? 0.5 : -0.5;
    const double points[] = {[BUTTON_FREE] = to_move, [BUTTON_BLACK] = 0.5, [BUTTON_WHITE] = -0.5};
    return points[board->button];
}

HashState board_hash_state(const Board *board, const Rules *rules) {
    return (HashState){
        .to_move = board->to_move == BLACK ? HASH_BLACK : HASH_WHITE,
        .ko_cell = board->ko == POINT_NONE ? HASH_NO_KO : board->geometry->cell_of[board->ko],
        .passes = board->passes,
        .rules = rules_hash_code(rules) | (uint32_t)board->button << RULES_HASH_HOLDER,
    };
}

HashKey board_key(const Board *board, const Rules *rules) {
    const HashState state = board_hash_state(board, rules);
    return hash_key(&board->geometry->hash, &board->hash, &state);
}
