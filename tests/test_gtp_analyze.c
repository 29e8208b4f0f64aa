/* Analyses over GTP: every field of every line, by a strict reader; the right side's view;
 * keywords, good and bad; and the end of it when a line comes. */
#include "gtp/loop.h"
#include "tests/gtp_helpers.h"

#include <pthread.h>

/* ---- A strict reader ---- */

enum { SECTIONS_MAX = 64, FIELDS_MAX = 24, VALUES_MAX = 64 };

typedef struct {
    char key[24];
    int count;
    char values[VALUES_MAX][24];
} Field;

/* Of a move; or of rootInfo and what follows. */
typedef struct {
    int count;
    Field fields[FIELDS_MAX];
} Section;

typedef struct {
    int count;
    Section sections[SECTIONS_MAX];
} Line;

static bool is_key(const char *word) {
    static const char *const KEYS[] = {
        "move",      "visits",        "edgeVisits",     "utility",        "winrate",
        "scoreMean", "scoreStdev",    "scoreLead",      "prior",          "scoreSelfplay",
        "lcb",       "utilityLcb",    "weight",         "order",          "isSymmetryOf",
        "pv",        "pvVisits",      "pvEdgeVisits",   "movesOwnership", "movesOwnershipStdev",
        "ownership", "noResultValue", "ownershipStdev", "symHash",        "currPlayer",
    };
    for (size_t i = 0; i < sizeof KEYS / sizeof KEYS[0]; i++) {
        if (strcmp(word, KEYS[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void add_word(Line *line, const char *word) {
    if (strcmp(word, "info") == 0 || strcmp(word, "rootInfo") == 0) {
        cr_assert_lt(line->count, SECTIONS_MAX);
        line->sections[line->count++].count = 0;
        return;
    }
    cr_assert_gt(line->count, 0, "%s", word);
    Section *section = &line->sections[line->count - 1];
    if (is_key(word)) {
        cr_assert_lt(section->count, FIELDS_MAX);
        Field *field = &section->fields[section->count++];
        snprintf(field->key, sizeof field->key, "%s", word);
        field->count = 0;
        return;
    }
    cr_assert_gt(section->count, 0, "%s", word);
    Field *field = &section->fields[section->count - 1];
    cr_assert_lt(field->count, VALUES_MAX);
    snprintf(field->values[field->count], sizeof field->values[0], "%s", word);
    field->count++;
}

/* The last line of the answer to a command: single blanks between words. */
static Line *ask(Session *session, const char *command) {
    char *response = strdup(session_run(session, command));
    cr_assert_eq(*response, '=', "%s", response);
    response[strlen(response) - 2] = '\0';
    char *rest = strrchr(response, '\n') + 1;
    Line *line = calloc(1, sizeof *line);
    cr_assert_not_null(line);
    for (char *word; (word = strsep(&rest, " ")) != NULL;) {
        cr_assert_neq(*word, '\0', "%s", command);
        add_word(line, word);
    }
    free(response);
    return line;
}

static const Field *find(const Section *section, const char *key) {
    for (int i = 0; i < section->count; i++) {
        if (strcmp(section->fields[i].key, key) == 0) {
            return &section->fields[i];
        }
    }
    return NULL;
}

/* A number in fixed notation, with a decimal point exactly if it is not whole. */
static double number_of(const char *text, bool whole) {
    cr_assert_eq(text[strspn(text, "-0123456789.")], '\0', "%s", text);
    cr_assert_eq(strchr(text, '.') == NULL, whole, "%s", text);
    return strtod(text, NULL);
}

static double value(const Section *section, const char *key, bool whole) {
    const Field *field = find(section, key);
    cr_assert(field != NULL && field->count == 1, "%s", key);
    return number_of(field->values[0], whole);
}

/* Plays the line on a copy of the engine's board, which refuses illegal moves. */
static void check_line(Session *session, const Field *pv) {
    const Game *game = session->engine.game;
    Session copy = session_new(game->geometry->width, game->geometry->height);
    Color color = (Color)game->board.to_move;
    uint8_t cells[CELL_COUNT_MAX];
    Status status;
    board_get_cells(&game->board, cells);
    cr_assert(game_set_up(copy.engine.game, cells, color, 0, &status));
    for (int i = 0; i < pv->count; i++, color = color_opponent(color)) {
        char line[48];
        snprintf(line, sizeof line, "play %s %s", color_name(color), pv->values[i]);
        session_ask(&copy, line);
    }
    session_free(&copy);
}

static void check_kata_move(const Section *move) {
    const double win = value(move, "winrate", false);
    cr_assert_float_eq(value(move, "utility", false), 2 * win - 1, 1e-5);
    cr_assert_geq(value(move, "visits", true), value(move, "edgeVisits", true));
    cr_assert_geq(value(move, "scoreStdev", false), 0);
    cr_assert_float_eq(value(move, "scoreLead", false), value(move, "scoreMean", false), 0);
}

static void check_moves(Session *session, const Line *line, int count, bool kata) {
    static const char *const SHARES[] = {"winrate", "prior", "lcb"};
    const char *visits = kata ? "edgeVisits" : "visits";
    for (int i = 0; i < count; i++) {
        const Section *move = &line->sections[i];
        cr_assert_eq(value(move, "order", true), i);
        cr_assert(i == 0 || value(move, visits, true) <= value(move - 1, visits, true));
        for (int k = 0; k < 3; k++) {
            const double share = value(move, SHARES[k], !kata);
            cr_assert(share >= 0 && share <= (kata ? 1 : 10000));
        }
        const Field *pv = find(move, "pv");
        cr_assert(pv != NULL && pv->count >= 1);
        cr_assert_str_eq(pv->values[0], find(move, "move")->values[0]);
        check_line(session, pv);
        if (kata) {
            check_kata_move(move);
        } else {
            cr_assert(move->count == 7 && &move->fields[6] == pv, "pv comes last");
        }
    }
}

/* ---- What the lines say ---- */

Test(gtp_analyze, lz_lines) {
    Session session = session_new(5, 5);
    session_do(&session, "play b C3");
    Line *line = ask(&session, "lz-analyze w 0 minmoves 25");
    cr_assert_eq(line->count, 25, "all points and pass");
    check_moves(&session, line, line->count, false);
    free(line);
    session_free(&session);
}

/* Black owns the left and most of the board, White the right. */
static const char LOPSIDED[] = ". X . . X O .\n"
                               ". . X . X O O\n"
                               "X X X X X O .\n"
                               ". . X . X O O\n"
                               ". X . . X O .\n";

Test(gtp_analyze, kata_lines_from_either_side) {
    for (int color = BLACK; color <= WHITE; color++) {
        const bool black = color == BLACK;
        Session session = session_new(7, 5);
        session_set_up(&session, LOPSIDED, (Color)color);
        session_do(&session, "komi 0.5");
        Line *line = ask(&session, "kata-analyze interval 50 ownership true ownershipStdev true "
                                   "pvVisits true pvEdgeVisits true rootInfo true "
                                   "noResultValue true maxmoves 5");
        check_moves(&session, line, line->count - 1, true);
        const Section *root = &line->sections[line->count - 1], *best = &line->sections[0];
        cr_assert_eq(value(root, "winrate", false) > 0.5, black);
        cr_assert_eq(value(root, "scoreLead", false) > 0, black);
        cr_assert_str_eq(find(root, "currPlayer")->values[0], black ? "B" : "W");
        cr_assert_eq(value(best, "winrate", false) > 0.5, black);
        const Field *owner = find(root, "ownership"), *stdev = find(root, "ownershipStdev");
        cr_assert(owner->count == 35 && stdev->count == 35);
        for (int cell = 0; cell < 35; cell++) {
            const double own = number_of(owner->values[cell], false);
            cr_assert(fabs(own) <= 1 && number_of(stdev->values[cell], false) >= 0);
            cr_assert_eq((cell % 7 < 5) == black, own > 0, "cell %d: %g", cell, own);
        }
        cr_assert_eq(find(best, "pvVisits")->count, find(best, "pv")->count);
        cr_assert_eq(find(best, "pvEdgeVisits")->count, find(best, "pv")->count);
        free(line);
        session_free(&session);
    }
}

Test(gtp_analyze, equivalent_moves_are_named) {
    Session session = session_new(5, 5);
    Line *line = ask(&session, "kata-analyze minmoves 26 movesOwnership true");
    check_moves(&session, line, line->count, true);
    int images = 0;
    double prior = 0;
    for (int i = 0; i < line->count; i++) {
        images += find(&line->sections[i], "isSymmetryOf") != NULL;
        prior += value(&line->sections[i], "prior", false);
        cr_assert_eq(find(&line->sections[i], "movesOwnership")->count, 25);
    }
    cr_assert(line->count == 26 && images == 25 - 6, "%d, %d", line->count, images);
    cr_assert_float_eq(prior, 1, 1e-3);
    free(line);
    session_free(&session);
}

Test(gtp_analyze, keywords_limit_the_moves) {
    Session session = session_new(5, 5);
    Line *line = ask(&session, "lz-analyze maxmoves 3");
    cr_assert_eq(line->count, 3);
    free(line);
    line = ask(&session, "kata-analyze b allow b A1,pass 1 minmoves 30");
    cr_assert_eq(line->count, 2);
    free(line);
    line = ask(&session, "lz-analyze avoid b C3,C2 1 minmoves 30 avoid w B1 9");
    cr_assert_eq(line->count, 24);
    for (int i = 0; i < line->count; i++) {
        const Field *pv = find(&line->sections[i], "pv");
        cr_assert(strcmp(pv->values[0], "C3") != 0 && strcmp(pv->values[0], "C2") != 0);
        for (int k = 1; k < pv->count && k < 9; k += 2) {
            cr_assert_str_neq(pv->values[k], "B1");
        }
    }
    free(line);
    session_free(&session);
}

Test(gtp_analyze, names_what_is_wrong) {
    static const struct {
        const char *line, *error;
    } CASES[] = {
        {"lz-analyze purple", "expected a keyword with a value, got purple"},
        {"lz-analyze ownership true", "unknown keyword ownership"},
        {"kata-analyze ownership yes", "expected true or false, got yes"},
        {"kata-analyze b -1", "expected an interval of 0 or more"},
        {"kata-analyze interval", "expected a keyword with a value, got interval"},
        {"kata-analyze minmoves x", "expected a number of moves, got x"},
        {"kata-analyze avoid b C3", "expected avoid COLOR VERTEX,... DEPTH"},
        {"kata-analyze avoid b C3,Z9 1", "expected vertices joined by commas, got Z9"},
        {"kata-analyze avoid b C3 0", "expected a depth, got 0"},
        {"kata-analyze avoid b C3 1 allow b C4 1", "expected allow once for a color"},
    };
    Session session = session_new(5, 5);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char *before = session_state(&session);
        const char *response = session_run(&session, CASES[i].line);
        cr_assert(*response == '?' && strstr(response, CASES[i].error) != NULL, "%s: %s",
                  CASES[i].line, response);
        char *after = session_state(&session);
        cr_assert_str_eq(after, before);
        free(before);
        free(after);
    }
    session_free(&session);
}

/* Each ends with the move, behind at least one report; also where no search is needed. */
Test(gtp_analyze, moves_come_with_reports) {
    static const char *const COMMANDS[] = {"lz-genmove_analyze", "kata-genmove_analyze",
                                           "kata-search_analyze"};
    for (int i = 0; i < 3; i++) {
        for (int is_over = 0; is_over < 2; is_over++) {
            Session session = session_new(5, 5);
            if (is_over) {
                session_set_up(&session, "X . X O .\nX X X O O\n. X X O .\nX X X O O\nX . X O .\n",
                               WHITE);
                session_do(&session, "kata-analyze;play w pass");
            }
            const int before = session.engine.game->move_count;
            char line[48], move[16];
            snprintf(line, sizeof line, "%s b 1", COMMANDS[i]);
            const char *answer = session_ask(&session, line), *play = strstr(answer, "\nplay ");
            cr_assert(strncmp(answer, "info ", 5) == 0 && play != NULL, "%s", answer);
            cr_assert_eq(sscanf(play, " play %15s", move), 1);
            cr_assert_eq(strcmp(move, "pass") == 0, is_over, "%s", move);
            cr_assert_eq(session.engine.game->move_count, before + (i < 2));
            session_free(&session);
        }
    }
}

/* ---- Until a line comes ---- */

/* A client that waits for an answer, or the first report of an analysis, before it writes on. */
typedef struct {
    int to_engine, from_engine;
    const char *const *lines; /* NULL at the end */
    Text got;
} Client;

static void *talk(void *argument) {
    Client *client = argument;
    for (int i = 0; client->lines[i] != NULL; i++) {
        const char *line = client->lines[i];
        const char *awaited = strstr(line, "analyze") != NULL ? "info " : "\n\n";
        const size_t seen = client->got.length;
        cr_assert_eq(write(client->to_engine, line, strlen(line)), (ssize_t)strlen(line));
        do {
            char bytes[4096];
            const ssize_t count = read(client->from_engine, bytes, sizeof bytes - 1);
            cr_assert_gt(count, 0);
            bytes[count] = '\0';
            text_add(&client->got, "%s", bytes);
        } while (strstr(text_get(&client->got) + seen, awaited) == NULL);
    }
    close(client->to_engine);
    char rest[4096];
    while (read(client->from_engine, rest, sizeof rest) > 0) {
    }
    return NULL;
}

Test(gtp_analyze, ends_when_a_line_comes) {
    static const char *const LINES[] = {"1 lz-analyze 1\n",     "\n",
                                        "2 kata-analyze 1\n",   "3 play b D4\n",
                                        "4 kata-analyze b 1\n", NULL};
    int in[2], out[2];
    cr_assert(pipe(in) == 0 && pipe(out) == 0);
    Client client = {.to_engine = in[1], .from_engine = out[0], .lines = LINES};
    pthread_t thread;
    cr_assert_eq(pthread_create(&thread, NULL, talk, &client), 0);
    const Options options = quick_options(7, 7);
    FILE *output = fdopen(out[1], "w");
    cr_assert_eq(gtp_loop(&options, in[0], output), EXIT_SUCCESS);
    fclose(output);
    pthread_join(thread, NULL);
    static const char *const STARTS[] = {"=1\ninfo ", "\n\n=2\ninfo ", "\n\n=3 \n\n=4\ninfo "};
    const char *at = text_get(&client.got);
    for (int i = 0; i < 3; i++) {
        at = strstr(at, STARTS[i]);
        cr_assert_not_null(at, "%d: %.2000s", i, text_get(&client.got));
    }
    text_free(&client.got);
    close(in[0]);
    close(out[0]);
}
