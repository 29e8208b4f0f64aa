/* What the owner of a room keeps there is what every textbook says of its shape. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/solve/goal/bits/bit_position.h"

enum {
    ONE = EYE_ROOM_ONE | EYE_ROOM_ONE_FIRST,
    TWO_FIRST = ONE | EYE_ROOM_TWO_FIRST,
    TWO = TWO_FIRST | EYE_ROOM_TWO,
};

enum { POINTS_MAX = 32 };

/* A shape in rows that '/' ends, with a letter for each point and blanks for none. */
typedef struct {
    int count;
    char letter[POINTS_MAX];     /* of each point, row by row */
    uint32_t beside[POINTS_MAX]; /* the points beside it, a bit each */
} EyeShape;

static EyeShape eye_shape_read(const char *rows) {
    EyeShape shape = {.count = 0};
    int x[POINTS_MAX], y[POINTS_MAX], column = 0, row = 0;
    for (const char *c = rows; *c != '\0'; c++) {
        if (*c == '/') {
            column = 0;
            row++;
            continue;
        }
        if (*c != ' ') {
            x[shape.count] = column;
            y[shape.count] = row;
            shape.letter[shape.count++] = *c;
        }
        column++;
    }
    for (int i = 0; i < shape.count; i++) {
        for (int k = 0; k < shape.count; k++) {
            const int distance = (x[i] - x[k]) * (x[i] - x[k]) + (y[i] - y[k]) * (y[i] - y[k]);
            shape.beside[i] |= (uint32_t)(distance == 1) << k;
        }
    }
    return shape;
}

/* Makes a room of the points '.' and 'O', attacker's stones, in rows that '/' ends. One chain is
 * beside all points but those at `inner`, which are counted row by row. */
static unsigned judge(EyeRooms *rooms, const char *rows, unsigned inner) {
    const EyeShape shape = eye_shape_read(rows);
    EyeRoom room = {.count = shape.count, .chain_count = 1};
    unsigned attacker = 0;
    for (int i = 0; i < shape.count; i++) {
        attacker |= (unsigned)(shape.letter[i] == 'O') << i;
        room.beside[i] = (uint8_t)shape.beside[i];
    }
    room.touched[0] = (uint8_t)(((1U << room.count) - 1) & ~inner);
    return eye_rooms_judge(rooms, &room, attacker);
}

Test(eye_room, shapes_are_what_textbooks_say) {
    static const struct {
        const char *rows;
        unsigned inner, kept;
    } CASES[] = {
        {".", 0, ONE},
        {"..", 0, ONE},
        {"...", 0, TWO_FIRST},
        {".O.", 0, ONE},
        {"....", 0, TWO},
        {"../..", 0, ONE},
        {".../ . ", 0, TWO_FIRST},
        {"../ ..", 0, TWO},
        {" . /.../ . ", 1U << 2, TWO_FIRST},
        {" . /.O./ . ", 1U << 2, ONE},
        {"../.../", 0, TWO_FIRST},
        {".../.../", 0, TWO},
    };
    EyeRooms *rooms = eye_rooms_new();
    cr_assert_not_null(rooms);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const unsigned kept = judge(rooms, CASES[i].rows, CASES[i].inner);
        cr_assert_eq(kept, CASES[i].kept, "%s: %u, not %u", CASES[i].rows, kept, CASES[i].kept);
    }
    eye_rooms_free(rooms);
}
