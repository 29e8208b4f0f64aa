/* Keys, symmetries and images as the table sees them. */
#include "tests/support/program/cleanup.h"
#include "tests/support/session/picture.h"

Test(gogui_show_symmetry, images_of_the_last_move) {
    Session *session = session_new(5, 5);
    session_do(session, "play b B2");
    session_expect(session, "dihedra-show_images",
                   "COLOR green B4 D4 B2 D2\n"
                   "LABEL B4 25 D4 34 B2 07 D2 16\n"
                   "TEXT Symmetries of the position before the last move: 0 1 2 3 4 5 6 7");
    session_do(session, "play w A2");
    session_expect(session, "dihedra-show_images",
                   "COLOR green A2 B1\n"
                   "COLOR gray B5 D5 A4 E4 E2 D1\n"
                   "LABEL B5 5 D5 4 A4 2 E4 3 A2 0 E2 1 B1 7 D1 6\n"
                   "TEXT Symmetries of the position before the last move: 0 7");
    session_do(session, "play b pass");
    session_expect(session, "dihedra-show_images", "TEXT There is no last move on the board");
    session_do(session, "boardsize 4 3;play b A1");
    session_expect(session, "dihedra-show_images",
                   "COLOR green A3 D3 A1 D1\n"
                   "LABEL A3 2 D3 3 A1 0 D1 1\n"
                   "TEXT Symmetries of the position before the last move: 0 1 2 3");
}

Test(gogui_show_symmetry, the_key_with_the_positions_symmetries) {
    static const struct {
        const char *diagram, *symmetries;
    } CASES[] = {
        {". . .\n. . .\n. . .\n", "Symmetries: 0 1 2 3 4 5 6 7"},
        {"X . .\n. . .\n. . .\n", "Symmetries: 0 4"},
        {". X .\n. . .\n. . .\n", "Symmetries: 0 1"},
        {". . .\nX . .\n. . .\n", "Symmetries: 0 2"},
        {"X . .\n. . .\n. . X\n", "Symmetries: 0 3 4 7"},
        {". . X\n. . .\n. . .\n", "Symmetries: 0 7"},
        {"X O .\n. . .\n. . .\n", "Symmetries: 0"},
        {"X O .\n. X O\n", "Symmetries: 0"},
        {"X O X\n. . .\n", "Symmetries: 0 1"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const Diagram size = diagram_read(CASES[i].diagram);
        Session *session = session_new(size.width, size.height);
        session_set_up(session, CASES[i].diagram, BLACK);
        char key[17];
        cr_assert_eq(sscanf(session_ask(session, "dihedra-key"), "%16s", key), 1);
        const char *line = formatted("Key: %s\n", key);
        const char *text = session_ask(session, "dihedra-show_key");
        cr_assert_eq(strncmp(text, line, strlen(line)), 0, "%s", text);
        cr_assert_str_eq(strrchr(text, '\n') + 1, CASES[i].symmetries);
    }
}
