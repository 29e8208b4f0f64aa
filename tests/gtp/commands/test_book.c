/* The opening book in a session: what it answers, which moves it plays, and when it stays silent.
 */
#include "tests/support/position/games.h"
#include "tests/support/session/session.h"

#include "engine/book/file.h"

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
    const BookFacts facts = book_facts(9, 9, &RULES[0], komi);
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

static Session *session_with_book(double komi) {
    char path[TEMPORARY_PATH_MAX];
    Session *session = session_new(9, 9);
    write_book(path, komi);
    session_do(session, formatted("komi %d;book_load %s", KOMI, path));
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

Test(gtp_book, says_what_it_knows) {
    Session *session = session_with_book(KOMI);
    const char *moves = session_ask(session, "book_moves");
    cr_assert_eq(
        strncmp(moves, "E5 win 0.7500 lower 0.7500 upper 0.7500 score 0.00 visits 200 ", 62), 0,
        "%s", moves);
    cr_assert_not_null(strstr(moves, "\nC7 win 0.5000 "));
    cr_assert_not_null(strstr(moves, "\nG3 win 0.5000 "));
    cr_assert_not_null(strstr(moves, "\nothers win 0.2500 "));
    session_expect(session, "book_value",
                   "black win 0.7500 lower 0.7500 upper 0.7500 score 0.00 visits 300");
    const char *info = session_ask(session, "book_info");
    cr_assert_not_null(strstr(info, "positions 4\nmoves 3\n"), "%s", info);
    cr_assert_not_null(strstr(info, "fits this game"));
    const char *position = session_ask(session, "book_position");
    cr_assert_eq(strncmp(position, "known key ", 10), 0);
    session_do(session, "play b A1");
    session_refuse(session, "book_value", "not in the book");
    cr_assert_eq(strncmp(session_ask(session, "book_position"), "unknown key ", 12), 0);
}

Test(gtp_book, stays_silent_where_it_does_not_fit) {
    Session *session = session_with_book(6.5);
    session_refuse(session, "book_moves", "the book is of komi 6.5, the game of 7");
    session_do(session, "book_param any_komi 1");
    session_expect(session, "genmove b", "E5");
    session_do(session, "clear_board;boardsize 7");
    session_refuse(session, "book_moves", "the book is of 9x9, the game of 7x7");
    session_do(session, "genmove b");
}

Test(gtp_book, parameters_decide) {
    Session *session = session_with_book(KOMI);
    session_expect(session, "book_param",
                   "max_ply 1000000\nmin_visits 1\nmax_loss 0.01\nrandomness 0\nany_komi 0\n"
                   "for_ranks 0");
    session_do(session, "book_param min_visits 150");
    session_expect(session, "genmove b", "E5");
    session_do(session, "undo;book_disable E5;book_param min_visits 1;book_param max_loss 1");
    const char *answer = session_ask(session, "genmove b");
    cr_assert_not_null(strchr("CG", answer[0]));
    session_do(session, "undo;book_disable;book_force C3");
    answer = session_ask(session, "genmove b");
    cr_assert_not_null(strchr("CG", answer[0]));
    session_do(session, "undo;book_force");
    session_expect(session, "genmove b", "E5");
    session_refuse(session, "book_param max_loss 2",
                   "syntax error: book_max_loss: expected a number from 0 to 1, got '2'");
    session_refuse(session, "book_param speed 2", "the book has no parameter speed");
}

Test(gtp_book, is_changed_and_saved) {
    char saved[TEMPORARY_PATH_MAX];
    Session *session = session_with_book(KOMI);
    temporary_path(saved);
    session_do(session, "play b E5;book_add D3");
    cr_assert_not_null(strstr(session_ask(session, "book_moves"), "D3 win 0.5000 "));
    session_do(session, "undo;book_delete C7");
    cr_assert_null(strstr(session_ask(session, "book_moves"), "C7 "));
    session_do(session, formatted("book_save %s;book_load %s", saved, saved));
    cr_assert_not_null(strstr(session_ask(session, "book_info"), "positions 4\nmoves 3\n"));
    session_refuse(session, "book_delete A1", "the book does not have this move here");
    Status status;
    BookGraph *graph = book_graph_load(saved, NULL, &status);
    cr_assert(graph != NULL && book_graph_check_moves(graph, &status), "%s", status.text);
    book_graph_free(graph);
}

/* As GoGui sends them. */
Test(gtp_book, a_name_in_quotes_may_have_blanks) {
    char path[TEMPORARY_PATH_MAX], name[TEMPORARY_PATH_MAX + 16];
    Session *session = session_with_book(KOMI);
    temporary_path(path);
    snprintf(name, sizeof name, "%s a  b.book", path);
    session_do(session, formatted("book_save \"%s\";book_load \"%s\"", name, name));
    cr_assert_eq(unlink(name), 0);
    session_refuse(session, "book_load \"/tmp/no",
                   "syntax error: expected a file in double quotes, got \"/tmp/no");
    session_refuse(session, "book_save \"/tmp/no such\" end",
                   "syntax error: expected book_save FILE");
}

Test(gtp_book, moves_of_the_other_side_are_not_added) {
    Session *session = session_with_book(KOMI);
    session_do(session, "gogui-setup_player w");
    session_refuse(session, "book_add A1", "in the book the other side is to move");
    session_refuse(session, "book_delete E5", "in the book the other side is to move");
}

/* What is changed and saved is the book that was loaded, though its file is another now, or gone.
 */
Test(gtp_book, does_not_depend_on_its_file) {
    char path[TEMPORARY_PATH_MAX], other[TEMPORARY_PATH_MAX], saved[TEMPORARY_PATH_MAX];
    const BookFacts facts = book_facts(5, 5, &RULES[0], KOMI);
    BookGraph *small = book_graph_new(&facts);
    Status status;
    for (int is_replaced = 0; is_replaced < 2; is_replaced++) {
        Session *session = session_new(9, 9);
        write_book(path, KOMI);
        temporary_path(other);
        temporary_path(saved);
        cr_assert(book_graph_save(small, other, &status), "%s", status.text);
        session_do(session, formatted("komi %d;book_load %s", KOMI, path));
        cr_assert_eq(is_replaced ? rename(other, path) : unlink(path), 0);
        session_do(session, formatted("book_save %s;book_add D3", saved));
        cr_assert_not_null(strstr(session_ask(session, "book_info"), "positions 5\nmoves 4\n"));
        session_do(session, formatted("book_load %s", saved));
        cr_assert_not_null(strstr(session_ask(session, "book_info"), "positions 4\nmoves 3\n"));
    }
    book_graph_free(small);
}

Test(gtp_book, is_drawn_for_gogui) {
    Session *session = session_with_book(KOMI);
    const char *drawn = session_ask(session, "dihedra-show_book b");
    cr_assert_not_null(strstr(drawn, "COLOR green "));
    cr_assert_not_null(strstr(drawn, " E5 75"));
    cr_assert_not_null(
        strstr(drawn, "TEXT black wins 75.0% (75.0 to 75.0), score +0.0, visits 300"));
    session_do(session, "play b A1");
    session_expect(session, "dihedra-show_book w", "TEXT not in the book");
    session_do(session, "undo;play b C3;play w E5"); /* with Black at E5 it would be in the book */
    session_expect(session, "dihedra-show_book b", "TEXT not in the book");
}

Test(gtp_book, ranks_use_it_only_if_told) {
    Session *session = session_with_inside(9, 9);
    char path[TEMPORARY_PATH_MAX];
    write_book(path, KOMI);
    session_do(session, formatted("komi %d;book_load %s", KOMI, path));
    session_do(session, "kata-set-param rank 20k;set_random_seed 1;book_force C3");
    int by_book = 0;
    for (int i = 0; i < 6; i++) {
        const char *answer = session_ask(session, "genmove b");
        by_book += strchr("CG", answer[0]) != NULL && strchr("37", answer[1]) != NULL;
        session_do(session, formatted("undo;set_random_seed %d", i + 2));
    }
    cr_assert_lt(by_book, 6);
    session_do(session, "book_param for_ranks 1");
    const char *answer = session_ask(session, "genmove b");
    cr_assert(strchr("CG", answer[0]) != NULL && strchr("37", answer[1]) != NULL);
}
