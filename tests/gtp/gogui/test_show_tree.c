/* The search tree as SGF: legal lines, limits, file names. */
#include "engine/go/sgf/record.h"
#include "tests/support/program/cleanup.h"
#include "tests/support/program/temporary_path.h"
#include "tests/support/session/picture.h"

typedef struct {
    int moves, depth, branches; /* of the whole tree */
} Shape;

/* Checks that every move below the node is legal for its side, and that siblings are sorted by
 * visits. */
static Shape check_tree(const SgfNode *node, const Board *board, SgfSize size) {
    Shape shape = {0};
    long long before = INT64_MAX;
    int children = 0;
    for (const SgfNode *child = node->first_child; child != NULL; child = child->next_sibling) {
        Move move;
        Status status;
        Board after;
        char comment[128];
        long long visits;
        cr_assert(sgf_node_move(child, size, &move, &status));
        const Color color = move.color;
        const Point p = move.point;
        cr_assert_eq(color, board->to_move);
        cr_assert_eq(board_check(board, color, p, true), MOVE_LEGAL);
        cr_assert(sgf_node_simple_text(child, "C", comment, sizeof comment));
        cr_assert_eq(sscanf(comment, "%lld visits, win rate", &visits), 1);
        cr_assert(visits > 0 && visits <= before);
        before = visits;
        board_copy(&after, board);
        board_play(&after, color, p);
        const Shape below = check_tree(child, &after, size);
        shape.moves += 1 + below.moves;
        shape.depth = below.depth + 1 > shape.depth ? below.depth + 1 : shape.depth;
        shape.branches = below.branches > shape.branches ? below.branches : shape.branches;
        children++;
    }
    shape.branches = children > shape.branches ? children : shape.branches;
    return shape;
}

static Shape read_tree(Session *session, const char *path) {
    const SgfSize size = {session->engine.game->geometry->width,
                          session->engine.game->geometry->height};
    SgfTree *tree;
    Status status;
    cr_assert(sgf_load(path, &tree, &status), "%s", status.text);
    const Shape shape = check_tree(sgf_tree_root(tree), &session->engine.game->board, size);
    sgf_tree_free(tree);
    Session *loaded = session_new(5, 5);
    session_ask(loaded, formatted("loadsgf %s 1", path));
    const Game *a = session->engine.game, *b = loaded->engine.game;
    cr_assert_eq(a->board.hash.lane[0], b->board.hash.lane[0]);
    cr_assert_eq(a->board.to_move, b->board.to_move);
    return shape;
}

Test(gogui_show_tree, the_tree_is_a_record_of_legal_lines) {
    static const struct {
        const char *limits;
        Shape most;
    } CASES[] = {
        {"", {0, 10, 5}}, {" 3", {3 * 125, 3, 5}}, {" 4 2", {30, 4, 2}}, {" 64 1", {64, 64, 1}}};
    char path[TEMPORARY_PATH_MAX];
    temporary_path(path);
    for (int i = 0; i < 4; i++) {
        Session *session = session_new(7, 5);
        session_do(session, "play b C3;play w E3;dihedra_param_search visits 600");
        session_expect(session, formatted("dihedra-save_tree %s%s", path, CASES[i].limits), "");
        const Shape shape = read_tree(session, path), most = CASES[i].most;
        cr_assert(shape.depth > 1 && shape.depth <= most.depth);
        cr_assert_eq(shape.branches, most.branches);
        cr_assert(shape.moves > shape.depth * (i < 3) && (i == 0 || shape.moves <= most.moves));
    }
}

/* Below the engine's own move stands what it found when it chose that move. */
Test(gogui_show_tree, the_tree_is_kept_from_move_to_move) {
    char path[TEMPORARY_PATH_MAX];
    temporary_path(path);
    Session *session = picture_race_session("400");
    session_do(session, "genmove w;dihedra_param_search visits 1");
    session_ask(session, formatted("dihedra-save_tree %s", path));
    cr_assert_gt(read_tree(session, path).moves, 10);
}

Test(gogui_show_tree, a_name_in_quotes_may_have_blanks) {
    Session *session = picture_race_session("30");
    char path[TEMPORARY_PATH_MAX], name[TEMPORARY_PATH_MAX + 32];
    temporary_path(path);
    snprintf(name, sizeof name, "%s with  \"blanks.sgf", path);
    session_ask(session, formatted("dihedra-save_tree \"%s\" 2 2", name));
    cr_assert(unlink(name) == 0 && unlink(path) == 0);
    session_refuse(session, "dihedra-save_tree \"/tmp/no end 3",
                   "syntax error: expected a file in double quotes, got \"/tmp/no");
    session_refuse(session, "dihedra-save_tree \"",
                   "syntax error: expected a file in double quotes, got \"");
}

/* % stands for the name of a file that does not exist. */
Test(gogui_show_tree, a_tree_that_cannot_be_written) {
    static const struct {
        const char *line, *error;
    } CASES[] = {
        {"dihedra-save_tree % 0", "syntax error: expected a depth, got 0"},
        {"dihedra-save_tree % 65", "syntax error: expected a depth, got 65"},
        {"dihedra-save_tree % 3 0", "syntax error: expected a number of branches, got 0"},
        {"dihedra-save_tree % 3 4 5",
         "syntax error: expected dihedra-save_tree FILE [DEPTH [BRANCHES]]"},
        {"dihedra-save_tree %/no/such/folder.sgf", "cannot write the tree: ..."},
        {"dihedra-save_tree /tmp", "cannot write the tree: ..."},
        {"dihedra-save_tree \"\"", "cannot write the tree: ..."},
    };
    char path[TEMPORARY_PATH_MAX];
    temporary_path(path);
    unlink(path);
    Session *session = picture_race_session("30");
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        session_expect_refusal(session, picture_fill_in(CASES[i].line, "%", path), CASES[i].error);
        cr_assert_neq(access(path, F_OK), 0);
    }
}
