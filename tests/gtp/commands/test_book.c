/* The opening book in a session: what it answers, which moves it plays, when it stays silent. */
#include "tests/support/position/games.h"
#include "tests/support/program/arena.h"
#include "tests/support/session/session.h"

#include "engine/book/graph.h"

enum { KOMI = 7 };

/* Plays a line into a book with a value for its last position. */
static void add_line(BookGraph *graph, const Point *moves, int count, double win_loss) {
    BookPosition position;
    uint32_t node = BOOK_ROOT;
    book_graph_start(graph, &position);
    for (int i = 0; i < count; i++) {
        node = book_graph_play(graph, node, &position, moves[i], 0.5);
        if (graph->nodes[node].own.visits == 0) {
            graph->nodes[node].own.visits = 100;
        }
    }
    graph->nodes[node].own.win_loss = win_loss;
}

/* Writes a 9x9 book: E5 is good for Black, and C3 the best answer; C7 is even. */
static void write_book(char path[TEMPORARY_PATH_MAX], double komi) {
    const BookFacts facts = book_facts(9, 9, &RULE_SETS[0].rules, komi);
    BookGraph *graph = book_graph_new(&facts);
    Status status;
    add_line(graph, (Point[]){point_at(4, 4)}, 1, 0.5);
    add_line(graph, (Point[]){point_at(4, 4), point_at(2, 6)}, 2, 0.5);
    add_line(graph, (Point[]){point_at(2, 2)}, 1, 0);
    graph->nodes[BOOK_ROOT].own.win_loss = -0.5;
    book_graph_recompute(graph);
    temporary_path(path);
    cr_assert(book_graph_save(graph, path, &status), "%s", status.text);
    book_graph_free(graph);
}

static void open_book(Session *session, double komi) {
    char path[TEMPORARY_PATH_MAX];
    Status status;
    write_book(path, komi);
    session->engine.player.book = book_graph_load(path, NULL, &status);
    cr_assert_not_null(session->engine.player.book, "%s", status.text);
    session_do(session, formatted("komi %d", KOMI));
}

static Session *session_with_book(double komi) {
    Session *session = session_new(9, 9);
    open_book(session, komi);
    return session;
}

Test(gtp_book, plays_from_it_in_any_orientation_and_after_it_searches) {
    static const char *const ANSWERS[] = {"C3", "C7", "G3", "G7"};
    Session *session = session_with_book(KOMI);
    session_expect(session, "genmove b", "E5");
    const char *answer = session_ask(session, "genmove w");
    bool is_known = false;
    for (int i = 0; i < 4; i++) {
        is_known = is_known || strcmp(answer, ANSWERS[i]) == 0;
    }
    cr_assert(is_known, "%s", answer);
    session_do(session, "genmove b");
}

Test(gtp_book, stays_silent_where_it_does_not_fit) {
    Session *session = session_with_book(6.5);
    session_expect(session, "dihedra-show_book b", "TEXT the book is for komi 6.5, the game has 7");
    session_do(session, "genmove b;komi 6.5;clear_board");
    session_expect(session, "genmove b", "E5");
    session_do(session, "clear_board;boardsize 7");
    session_expect(session, "dihedra-show_book b", "TEXT the book is for 9x9, the game is 7x7");
    session_do(session, "genmove b");
}

Test(gtp_book, parameters_decide) {
    Session *session = session_with_book(KOMI);
    session_do(session, "kata-set-param book_min_visits 150");
    session_expect(session, "genmove b", "E5");
    session_do(session, "undo;kata-set-param book_max_loss 1;kata-set-param book_randomness 100;"
                        "kata-set-param book_min_visits 1");
    bool is_other = false;
    for (int i = 0; i < 20 && !is_other; i++) {
        session_do(session, formatted("set_random_seed %d", i));
        is_other = strchr("CG", session_ask(session, "genmove b")[0]) != NULL;
        session_do(session, "undo");
    }
    cr_assert(is_other);
}

Test(gtp_book, is_drawn_for_gogui) {
    Session *session = session_with_book(KOMI);
    const char *drawn = session_ask(session, "dihedra-show_book b");
    cr_assert_not_null(strstr(drawn, "COLOR green "));
    cr_assert_not_null(strstr(drawn, " E5 75"));
    expect_in(drawn, "TEXT black wins 75.0% (75.0 to 75.0), score +0.0, visits 300");
    session_do(session, "play b A1");
    session_expect(session, "dihedra-show_book w", "TEXT not in the book");
    session_do(session, "undo;play b C3;play w E5"); /* with Black at E5 it would be in the book */
    session_expect(session, "dihedra-show_book b", "TEXT not in the book");
}

Test(gtp_book, ranks_do_not_use_it) {
    Session *session = session_with_inside(9, 9);
    open_book(session, KOMI);
    session_do(session, "kata-set-param rank 20k");
    int by_book = 0;
    for (int i = 0; i < 6; i++) {
        session_do(session, formatted("set_random_seed %d", i + 1));
        by_book += strcmp(session_ask(session, "genmove b"), "E5") == 0;
        session_do(session, "undo");
    }
    cr_assert_lt(by_book, 6);
}

/* Of a move of the book and of a searched one, unless the summary is off. */
Test(gtp_book, standard_error_says_what_is_thought_of_moves) {
    char path[TEMPORARY_PATH_MAX];
    Arena *arena = arena_new();
    write_book(path, KOMI);
    const char *command = formatted(
        "printf 'boardsize 9\nkomi %d\ngenmove b\nplay w A1\ngenmove b\n"
        "dihedra_param_output search_summary 0\ngenmove w\n' | \"$D\" -model none --visits 20 "
        "--book %s 2>&1 >/dev/null | sed 's/: [A-Z][0-9],/: V,/; s/[-+]*[0-9][0-9.]*/N/g'",
        KOMI, path);
    arena_expect_shell(arena, command,
                       "dihedra: V, from the book, win rate N% (N to N), score N, visits N\n"
                       "dihedra: V, win rate N%, score N, N playouts, depth N, N s\n");
}
