/* Eyes by their diagonals, as the tables in GNU Go's manual weigh them, with either color as owner.
 */
#include "engine/solve/dragon/eye.h"
#include "tests/support/position/diagram.h"
#include "tests/support/position/shapes.h"

#include <criterion/criterion.h>

/* The space is the one of 'a'. Moves: 'b' or, if it decides nothing, 0. */
typedef struct {
    const char *rows;
    bool is_eye;
    int least, most;
    char attack, defense;
} EyeCase;

static Point find_letter(const Diagram *diagram, const Geometry *geometry, Symmetry g,
                         char letter) {
    return letter == 0 ? POINT_NONE
                       : geometry_map_point(geometry, g, diagram_point(diagram, letter));
}

static void expect_case(Reader *reader, const EyeCase *c) {
    const Diagram small = diagram_read(c->rows), diagram = diagram_in_corner(&small, 9);
    const Shapes shapes = shapes_new(diagram.width, diagram.height);
    Board board, image;
    diagram_set_up(&diagram, BLACK, &board);
    for (int variant = 0; variant < 2; variant++) {
        const Symmetry g = (Symmetry)(7 * variant);
        EyeAnswer answer;
        shapes_make_image(&board, &shapes, g, variant != 0, &image);
        const Point p = find_letter(&diagram, board.geometry, g, 'a');
        cr_assert(
            eye_evaluate(reader, &image, p, (ReadingLimits){.nodes = 300, .depth = 30}, &answer));
        cr_assert(answer.is_eye == c->is_eye && answer.least == c->least && answer.most == c->most,
                  "%d: %d to %d\n%s", answer.is_eye, answer.least, answer.most, c->rows);
        cr_assert_eq(answer.attack, find_letter(&diagram, board.geometry, g, c->attack), "%d\n%s",
                     answer.attack, c->rows);
        cr_assert_eq(answer.defense, find_letter(&diagram, board.geometry, g, c->defense), "%d\n%s",
                     answer.defense, c->rows);
    }
}

static void expect_cases(const EyeCase *cases, size_t count) {
    Reader *reader = reader_new();
    cr_assert_not_null(reader);
    for (size_t i = 0; i < count; i++) {
        expect_case(reader, &cases[i]);
    }
    reader_free(reader);
}

Test(eye, diagonals_in_the_corner) {
    static const EyeCase CASES[] = {
        {"a X . . .\n"
         "X X . . .\n"
         ". . . . .\n",
         true, 1, 1, 0, 0},
        {"a X X . .\n"
         "X b O . .\n"
         "X O O . .\n"
         ". . . . .\n",
         true, 0, 1, 'b', 'b'},
        {"a X X . .\n"
         "X O O . .\n"
         "X O . . .\n"
         ". . . . .\n",
         true, 0, 0, 0, 0},
    };
    expect_cases(CASES, sizeof CASES / sizeof CASES[0]);
}

Test(eye, diagonals_on_the_edge) {
    static const EyeCase CASES[] = {
        {". X a X . .\n"
         ". X X X . .\n"
         ". . . . . .\n",
         true, 1, 1, 0, 0},
        {"X X a X X .\n"
         "X X X b O .\n"
         "O O O O O .\n"
         ". . . . . .\n",
         true, 0, 1, 'b', 'b'},
        {"X X a X X .\n"
         "X X X O O .\n"
         "O O O O . .\n"
         ". . . . . .\n",
         true, 0, 0, 0, 0},
        {"X X a X X .\n"
         "O . X . O .\n"
         "O O X O O .\n"
         ". O X O . .\n",
         true, 0, 0, 0, 0},
    };
    expect_cases(CASES, sizeof CASES / sizeof CASES[0]);
}

Test(eye, diagonals_in_the_middle) {
    static const EyeCase CASES[] = {
        {". . . . . . .\n"
         ". O O X X . .\n"
         ". O X a X . .\n"
         ". . X X X . .\n"
         ". . . . . . .\n",
         true, 1, 1, 0, 0},
        {". . . . . . .\n"
         ". O O X X . .\n"
         ". O O X X . .\n"
         ". . X a X . .\n"
         ". . X X O O .\n"
         ". . . . O . .\n",
         true, 0, 0, 0, 0},
        {". . . . . . .\n"
         ". O O X X . .\n"
         ". O O X X . .\n"
         ". X X a X . .\n"
         ". X X X b O .\n"
         ". . . . O O .\n",
         true, 0, 1, 'b', 'b'},
    };
    expect_cases(CASES, sizeof CASES / sizeof CASES[0]);
}

/* What is captured where it stands takes nothing, and lies inside. */
Test(eye, dead_stones_are_room) {
    static const EyeCase CASES[] = {
        {"a O . X . .\n"
         "X X X X . .\n",
         true, 1, 1, 0, 0},
        {". a . X . .\n"
         "X X X X . .\n",
         true, 1, 2, 'a', 'a'},
        {". a . . X .\n"
         "X X X X X .\n",
         true, 2, 2, 0, 0},
        {". a X . . .\n"
         ". . X . . .\n"
         "X X X . . .\n",
         true, 1, 1, 0, 0},
        {"O a . X . .\n"
         "X X X X . .\n",
         true, 1, 2, 'a', 'a'},
    };
    expect_cases(CASES, sizeof CASES / sizeof CASES[0]);
}
