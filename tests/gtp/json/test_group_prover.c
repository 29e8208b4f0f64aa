/* gtp/json/group_prover: positions in which networks misjudge life, ladders or races; what is
 * claimed, and what is not. */
#include "gtp/json/group_prover.h"
#include "tests/support/position/diagram.h"
#include "tests/support/program/arena.h"

#include <ctype.h>

typedef struct {
    const char *name, *status; /* status NULL: not decided in time so far */
    const char *rows;          /* 'x', 'o': the group that is asked about, and a rival */
} Case;

/* At 100 visits the ownership of 26 of them is in doubt or wrong with the network inside, and of 26
 * with g170-b6c96; rows are those of the upper left corner of 9x9, or with a blank the board. */
// clang-format off
static const Case CASES[] = {
    {"bent four in the corner", "unsettled", "OOO.xO/.xxxxO/xxOOOO/OO"},
    {"square four in the corner", "dead", "..xO/..xO/xxxO/OOOO"},
    {"rectangular six, no liberty outside", "unsettled", "...xO/...xO/xxxxO/OOOOO"},
    {"rectangular six, one liberty outside", "unsettled", "...xO/...xO/xxxxO/OOO.O/..OOO"},
    {"rectangular six, two liberties outside", "alive", "...xO/...xO/xxxxO/OO..O/.OOOO"},
    {"nine points in the corner", "alive", "...xO/...xO/...xO/xxxxO/OOOOO"},
    {"rabbity six", "unsettled", ".OOOOO./OOxxxOO/Ox..xOO/Ox...xO/Oxx.xxO/OOxxxOO/.OOOOO"},
    {"bulky five", "unsettled", ".OOOOO/OOxxxO/Ox..xO/Ox...xO/OxxxxxO/OOOOOOO"},
    {"crossed five", "unsettled", ".OOOOO./OOxxxOO/Oxx.xxO/Ox...xO/Oxx.xxO/OOxxxOO/.OOOOO"},
    {"straight four on the edge", "alive", "x....xO/xxxxxxO/OOOOOOO"},
    {"twisted four", "alive", "..xxO/x..xO/xxxxO/OOOOO"},
    {"false eyes on the edge", "dead", ".x.x.O/OxxxxO/OOOOOO"},
    {"an eye and a false one", "dead", ".x.xO/xxxO.O/OOOOO"},
    {"pig's snout", "unsettled", "x.x..xO/Oxxx.xO/OOOxxxO/..OOOO"},
    {"seki of three stones in a room of five", "alive", ".O.O.xO/xxxxxxO/OOOOOOO"},
    {"two-headed dragon", "alive", " xxx.XXX/xOxxOOX/xOOOO.X/xO.O.OX/xOOOOOX/xOOXXXX/xxx.XXX"},
    {"ring of three chains", "alive", " xxxx.XXXX/xOOxxOOOX/xOOOOO.OX/xO.OOOOOX/xxOOO.OXX/.xOO.OOX./XOOOOOOOX/XOOOOOOOX/XXXXXXXXX"},
    {"one-headed ring", "dead", ".OOOOO/OxxxxxO/OxOOOxO/OxO.O.O/OxOO.xO/OxxxxxO/.OOOOO"},
    {"double ko, alive", "alive", ".....xO/O...OxO/xxxxxxO/OOOOOOO"},
    {"double ko for an eye", "alive", "O..xO/...xO/Ox.xO/xxxxO/OOOOO"},
    {"double ko, dead", "dead", "OO.OxO/xOOxxO/..OxxO/xxxxxO/OOOOOO"},
    {"double ko, who plays first", "unsettled", "...XO.xO/...OO.xO/xxxxxxxO/OOOOOOOO"},
    {"two threats needed", "unsettled", ".O..xxO/OxxxxxO/xxxxxxO/OOOOOOO"},
    {"approach ko", "unsettled", "..O.OxO/..O..xO/xxxxxxO/OOOOOOO"},
    {"ladder to the edge", "dead", "......../..XX..../.XooX.../.X.X..../........"},
    {"ladder on an empty board", "dead", "...../..X/.XoX/.Xo/.XX"},
    {"race of four each", "unsettled", " XXXXXXX./X....X.X/XooooXXX/OxxxxOOO/O....O.O/OOOOOOO."},
    {"race of six each", "unsettled", " XXXXXXXXX./X......X.X/XooooooXXX/OxxxxxxOOO/O......O.O/OOOOOOOOO."},
    {"race of nine against eight", NULL, " XXXXXXXXXXXX./XX........X.X/XoooooooooXXX/OxxxxxxxxxOOO/O.........O.O/OOOOOOOOOOOO."},
    {"hanging ladder", NULL, "...../..X/.XoX/.XooX/.XXooX/..XXo./...XX"},
};
// clang-format on

enum { CASE_COUNT = sizeof CASES / sizeof CASES[0] };

/* Sets up a position; ownership: 0 of the groups that are asked about, and else as given. */
static void set_up(const char *rows, float owned, Board *board, float *ownership) {
    char text[CELL_COUNT_MAX] = "", marks[CELL_COUNT_MAX] = "";
    const bool is_whole = *rows == ' ';
    const int width = (int)strcspn(rows + is_whole, "/");
    const char *at = rows + is_whole;
    for (int row = 0, side = is_whole ? width : 9; is_whole ? *at != '\0' : row < side; row++) {
        const size_t length = strcspn(at, "/");
        snprintf(marks + strlen(marks), sizeof marks - strlen(marks), "%.*s%.*s\n", (int)length, at,
                 side - (int)length, ".........");
        at += length + (at[length] == '/');
    }
    for (size_t i = 0; marks[i] != '\0'; i++) {
        text[i] = (char)toupper((unsigned char)marks[i]);
    }
    const Diagram diagram = diagram_read(text);
    diagram_set_up(&diagram, BLACK, board);
    for (size_t i = 0, cell = 0; marks[i] != '\0'; i++) {
        if (marks[i] != '\n') {
            ownership[cell++] = islower((unsigned char)marks[i]) ? 0 : owned;
        }
    }
}

/* The claims about a position, or NULL if the line is as it was. */
static json_t *prove(GroupProver *prover, const Board *board, const float *ownership, Color view,
                     double seconds) {
    const Deadline deadline = {.at = clock_seconds() + seconds};
    Text line = text_new("{\"id\":\"a\"}\n");
    group_prover_add(prover, board, ownership, view, &deadline, &line);
    json_t *object = cleanup_json(json_loads(line.bytes, 0, NULL));
    cr_assert_str_eq(json_text_at(object, "id"), "a", "%s", line.bytes);
    text_free(&line);
    return json_object_get(object, "proved");
}

/* In the long mode all, each with 10 seconds; otherwise those that take no time. */
Test(group_prover, decides_what_networks_misjudge, .timeout = 900) {
    const bool is_long = getenv("DIHEDRA_LONG") != NULL;
    GroupProver *prover = group_prover_new(NULL);
    int decided = 0;
    for (int i = 0; i < (is_long ? CASE_COUNT : CASE_COUNT - 3); i++) {
        float ownership[CELL_COUNT_MAX];
        Board board;
        set_up(CASES[i].rows, 1, &board, ownership);
        const json_t *claims = prove(prover, &board, ownership, EMPTY, is_long ? 10 : 120);
        const json_t *claim = json_array_get(claims, 0);
        decided += claim != NULL;
        cr_assert(is_long || claim != NULL, "%s", CASES[i].name);
        if (claim != NULL && CASES[i].status != NULL) {
            cr_assert_str_eq(json_text_at(claim, "status"), CASES[i].status, "%s", CASES[i].name);
        }
    }
    if (is_long) {
        fprintf(stderr, "%d of %d decided in 10 s\n", decided, CASE_COUNT);
        cr_assert_geq(decided, 24);
    }
    group_prover_free(prover);
}

/* In the corner a dead square four, in the other one White's outer stones. */
Test(group_prover, claims_what_is_in_doubt_or_wrong) {
    static const struct {
        float group, others; /* ownership; Black's view */
        Color view;
        bool claims;
    } ROWS[] = {
        {0.5F, -1, BLACK, true},    {-0.89F, -1, EMPTY, true}, {-0.91F, -1, EMPTY, false},
        {-0.95F, -1, BLACK, false}, {0.95F, -1, BLACK, true},  {0.95F, -1, EMPTY, false},
        {-0.95F, 1, WHITE, true},
    };
    GroupProver *prover = group_prover_new(NULL);
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) {
        float ownership[CELL_COUNT_MAX];
        Board board;
        set_up("..xO/..xO/xxxO/OOOO", ROWS[i].others, &board, ownership);
        for (int cell = 0; cell < board.geometry->cell_count; cell++) {
            ownership[cell] = board_color(&board, board.geometry->point_of[cell]) == BLACK
                                  ? ROWS[i].group
                                  : ownership[cell];
        }
        const json_t *claims = prove(prover, &board, ownership, ROWS[i].view, 60);
        const json_t *claim = json_array_get(claims, 0);
        cr_assert_eq(json_array_size(claims), ROWS[i].claims, "row %zu", i);
        if (claim != NULL) {
            cr_assert_str_eq(json_text_at(claim, "text"), "Black dies even if it plays first.");
            cr_assert_str_eq(json_text_at(claim, "save/assumes"), "D9");
            cr_assert_gt(json_at(claim, "save/proofMoves"), 0);
        }
        cr_assert_null(prove(prover, &board, ownership, ROWS[i].view, -1));
    }
    group_prover_free(prover);
}

/* Each claim about games is checked by programs that share nothing with this one: of 3 games that
 * it plays, in the long mode of 1,000. */
Test(group_prover, claims_nothing_false, .timeout = 90000) {
    const bool is_long = getenv("DIHEDRA_LONG") != NULL;
    char script[ARENA_PATH_MAX];
    if (system("python3 -c '' 2>/dev/null") != 0) {
        cr_skip_test("no python3");
    }
    cr_assert_not_null(realpath("tests/gtp/json/check_claims.py", script));
    Arena *arena = arena_new();
    arena_must_run(arena, "selfplay --size 9 --games %d --visits 10 --seed 1 --sgf games",
                   is_long ? 1000 : 3);
    arena_shell(arena, formatted("python3 %s \"$D analysis --proved --prove-seconds 2\" %d "
                                 "games/*.sgf",
                                 script, is_long ? 8 : 15));
    arena_expect(arena, 0, "");
    cr_assert_not_null(strstr(arena->out, "\"false\": 0"), "%s", arena->out);
    cr_assert_null(strstr(arena->out, "\"claims\": 0"), "%s", arena->out);
}
