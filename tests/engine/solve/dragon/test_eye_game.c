/* The local game of an eye space comes to the eyes that every textbook counts. */
#include "engine/solve/dragon/eye_game.h"
#include "tests/support/position/eye_shape.h"

#include <criterion/criterion.h>
#include <string.h>

/* Makes the graph of a space from rows that '/' ends: '.' empty, 'O' a stone of the attacker, '!' a
 * margin, '0' a stone of the attacker in a false eye, '@' an empty point that touches no stone of
 * the owner. */
static EyeGraph read_graph(const char *rows) {
    const EyeShape shape = eye_shape_read(rows);
    EyeGraph graph = {.count = shape.count};
    for (int i = 0; i < shape.count; i++) {
        const char c = shape.letter[i];
        const uint32_t bit = UINT32_C(1) << i;
        *(c == '!'               ? &graph.start.margin
          : c == 'O' || c == '0' ? &graph.start.stones
                                 : &graph.start.empty) |= bit;
        graph.false_stones |= c == '0' ? bit : 0;
        graph.loose |= c == '@' ? bit : 0;
        graph.adjacent[i] = shape.beside[i];
    }
    return graph;
}

typedef struct {
    const char *rows;
    int least, most, attack, defense;
} EyeCase;

static void expect_case(const EyeCase *c) {
    const EyeGraph graph = read_graph(c->rows);
    EyeValue value;
    cr_assert(eye_game_solve(&graph, &value));
    cr_assert(value.least == c->least && value.most == c->most && value.attack == c->attack &&
                  value.defense == c->defense,
              "%s: %d %d, moves %d %d", c->rows, value.least, value.most, value.attack,
              value.defense);
}

/* The points are numbered row by row. */
Test(eye_game, shapes_are_worth_what_textbooks_say) {
    static const EyeCase CASES[] = {
        {".", 1, 1, -1, -1},       {"..", 1, 1, -1, -1},        {"...", 1, 2, 1, 1},
        {"....", 2, 2, -1, -1},    {".....", 2, 2, -1, -1},     {"../..", 1, 1, -1, -1},
        {".../.", 2, 2, -1, -1},   {".../ . ", 1, 2, 1, 1},     {"../ ..", 2, 2, -1, -1},
        {"../...", 1, 2, 3, 3},    {" . /.@./ . ", 1, 2, 2, 2}, {"../.@./ . ", 1, 2, 3, 3},
        {".../...", 2, 2, -1, -1}, {"..../.", 2, 2, -1, -1},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        expect_case(&CASES[i]);
    }
}

/* Captured stones leave eyes; in a big enough shape they make one eye of it. */
Test(eye_game, stones_inside_count) {
    static const EyeCase CASES[] = {
        {"O", 1, 1, -1, -1},           {".O", 1, 1, -1, -1},      {".O.", 1, 1, -1, -1},
        {"O..", 1, 2, 1, 1},           {"O.O", 2, 2, -1, -1},     {".O..", 1, 2, 2, 2},
        {"O..O", 2, 2, -1, -1},        {".O./ . ", 1, 1, -1, -1}, {"../.O.", 1, 1, -1, -1},
        {" . /.O./ . ", 1, 1, -1, -1}, {"OO.", 1, 1, -1, -1},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        expect_case(&CASES[i]);
    }
}

/* A margin is no eye, and lets the attacker in. */
Test(eye_game, margins_let_the_attacker_in) {
    static const EyeCase CASES[] = {
        {"!", 0, 0, -1, -1},      {".!", 0, 1, 1, 1},    {"..!", 1, 1, -1, -1},
        {"...!", 1, 1, -1, -1},   {"!.!", 0, 0, -1, -1}, {"!..!", 0, 1, 0, 0},
        {"....!", 1, 2, 1, 1},    {".O!", 0, 1, 2, 2},   {"!...!", 1, 1, -1, -1},
        {".....!", 2, 2, -1, -1},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        expect_case(&CASES[i]);
    }
}

/* A point that has to be filled in order to capture false stones is no eye. */
Test(eye_game, false_stones_take_an_eye) {
    static const EyeCase CASES[] = {
        {"0", 0, 0, -1, -1},
        {".0", 0, 0, -1, -1},
        {"..0", 0, 1, 1, 1},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        expect_case(&CASES[i]);
    }
}

/* A half eye is decided at its key, a point elsewhere. */
Test(eye_game, keys_decide_about_half_eyes) {
    EyeGraph graph = {.count = 2, .keys = {2, 1}, .start = {.empty = 1, .margin = 2}};
    EyeValue value;
    cr_assert(eye_game_solve(&graph, &value));
    cr_assert(value.least == 0 && value.most == 1);
    cr_assert(value.attack == 1 && value.defense == 1);
    /* two half eyes are one eye */
    graph =
        (EyeGraph){.count = 4, .keys = {2, 1, 8, 4}, .start = {.empty = 1 | 4, .margin = 2 | 8}};
    cr_assert(eye_game_solve(&graph, &value));
    cr_assert(value.least == 1 && value.most == 1);
}
