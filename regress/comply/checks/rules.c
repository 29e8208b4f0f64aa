/* Checks of the rules in play, against the program's own board (referee.h): captures, kos,
 * suicide, random games, the engine's moves, handicap and scores. */
#include "regress/comply/checks/levels.h"
#include "regress/comply/referee.h"
#include "regress/comply/script.h"

#include "engine/base/clock.h"
#include "engine/base/rng.h"
#include "engine/go/board/handicap.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANDOM_MOVES = 120, ENGINE_MOVES = 80 };

static const double ENGINE_SECONDS = 15; /* for a game of the engine, which then ends early */

/* ---- Random games ---- */

/* Picks a move that is legal under all rules; a pass if 50 draws find none. */
static Point draw_move(const Game *game, Color color, Rng *rng) {
    for (int i = 0; i < 50; i++) {
        const Point point =
            game->geometry->point_of[rng_below(rng, (uint32_t)game->geometry->cell_count)];
        if (board_color(&game->board, point) == EMPTY &&
            game_check(game, color, point) == MOVE_LEGAL) {
            return point;
        }
    }
    return POINT_PASS;
}

static bool send_move(Probe *probe, const Game *game, Color color, Point point,
                      const char *expected) {
    char vertex[POINT_TEXT_MAX], line[32];
    snprintf(line, sizeof line, "play %s %s", color == BLACK ? "b" : "w",
             referee_vertex(game, point, vertex));
    return probe_expect(probe, line, expected);
}

/* One step: a move, one that is illegal, or an undo. Returns false after a complaint. */
static bool step_randomly(Probe *probe, Game *game, Rng *rng, bool has_undo) {
    Status status;
    const Color color = rng_below(rng, 8) == 0 ? color_opponent((Color)game->board.to_move)
                                               : (Color)game->board.to_move;
    if (has_undo && game->move_count > 0 && rng_below(rng, 10) == 0) {
        return probe_expect(probe, "undo", "=") && game_undo(game, 1, &status);
    }
    if (game->board.ko != POINT_NONE &&
        !send_move(probe, game, (Color)game->board.to_move, game->board.ko, "?")) {
        return false;
    }
    const Point any =
        game->geometry->point_of[rng_below(rng, (uint32_t)game->geometry->cell_count)];
    if (board_color(&game->board, any) != EMPTY && rng_below(rng, 2) == 0) {
        return send_move(probe, game, color, any, "?");
    }
    const Point point = draw_move(game, color, rng);
    return send_move(probe, game, color, point, "=") && game_play(game, color, point, &status);
}

static void play_randomly(Probe *probe, int size, uint64_t seed, bool has_undo) {
    Game *game = referee_new_game(size);
    Rng rng = rng_new(seed);
    probe_new_game_of(probe, size);
    for (int i = 0; i < RANDOM_MOVES && probe->complaint_count == 0; i++) {
        step_randomly(probe, game, &rng, has_undo);
    }
    if (probe->complaint_count == 0) {
        referee_check(probe, game);
    }
    game_free(game);
}

/* The smallest of the usual sizes that the engine takes: there captures and kos abound. */
static int small_size(Probe *probe) {
    const int size = probe_ask(probe, "boardsize 5")->sign == '='   ? 5
                     : probe_ask(probe, "boardsize 7")->sign == '=' ? 7
                                                                    : probe->size;
    return size;
}

static void check_random_games(Probe *probe) {
    const int size = small_size(probe);
    for (uint64_t seed = 1; seed <= 3 && probe->complaint_count == 0; seed++) {
        play_randomly(probe, size, seed, false);
    }
    if (probe->complaint_count == 0) {
        play_randomly(probe, probe->size, 4, false);
    }
}

static void check_random_undo(Probe *probe) {
    const int size = small_size(probe);
    for (uint64_t seed = 1; seed <= 2 && probe->complaint_count == 0; seed++) {
        play_randomly(probe, size, seed, true);
    }
}

static void check_drawing(Probe *probe) {
    static const char *const MOVES[][2] = {{"b", "A1"}, {"w", "C1"}, {"b", "A4"},
                                           {"w", "E2"}, {"b", "B3"}, {"w", "pass"}};
    Game *game = referee_new_game(probe->size);
    probe_new_game(probe);
    for (size_t i = 0; i < sizeof MOVES / sizeof MOVES[0]; i++) {
        probe_ask(probe, "play %s %s", MOVES[i][0], MOVES[i][1]);
        referee_play(game, i % 2 == 0 ? BLACK : WHITE, MOVES[i][1]);
    }
    referee_check_drawing(probe, game);
    game_free(game);
}

/* ---- The engine's moves ---- */

/* Asks for a move and plays it on our board. Returns false at the end of the game, or after a
 * complaint. by_superko: repetition and suicide are illegal, too. */
static bool take_engine_move(Probe *probe, Game *game, Color color, bool by_superko) {
    Point point;
    Status status;
    const int size = game->geometry->width;
    const Reply *reply = probe_ask(probe, "genmove %s", color == BLACK ? "b" : "w");
    if (reply->sign == '\0') {
        return false;
    }
    if (reply->sign != '=' || !point_from_text(reply->body, size, size, &point)) {
        probe_complain(probe, "a vertex, pass or resign");
        return false;
    }
    if (point == POINT_RESIGN) {
        return false;
    }
    const MoveCheck check =
        by_superko ? game_check(game, color, point) : board_check(&game->board, color, point, true);
    if (check != MOVE_LEGAL) {
        probe_complain(probe, "a legal move, not %s",
                       check == MOVE_OCCUPIED  ? "one on a stone"
                       : check == MOVE_KO      ? "one that retakes a ko at once"
                       : check == MOVE_SUPERKO ? "one that repeats a position"
                       : check == MOVE_SUICIDE
                           ? "suicide, which CGOS forbids whatever rules the engine plays by"
                           : "one off the board");
        return false;
    }
    return game_play(game, color, point, &status);
}

static void play_engine(Probe *probe, bool by_superko) {
    const int size = small_size(probe);
    Game *game = referee_new_game(size);
    probe_new_game_of(probe, size);
    const double end = clock_seconds() + ENGINE_SECONDS;
    for (int i = 0; i < ENGINE_MOVES && game->board.passes < 2 && clock_seconds() < end; i++) {
        if (!take_engine_move(probe, game, i % 2 == 0 ? BLACK : WHITE, by_superko)) {
            break;
        }
        if (i < 3 && point_is_move(game_last_move(game)) &&
            !send_move(probe, game, i % 2 == 0 ? WHITE : BLACK, game_last_move(game), "?")) {
            break;
        }
    }
    if (probe->complaint_count == 0 && !by_superko) {
        referee_check(probe, game);
    }
    game_free(game);
}

static void check_engine_game(Probe *probe) {
    play_engine(probe, false);
}

static void check_engine_game_superko(Probe *probe) {
    play_engine(probe, true);
}

/* The engine's moves of one color in a row, amid stones of the other. */
static void check_engine_turns(Probe *probe) {
    Game *game = referee_new_game(probe->size);
    Rng rng = rng_new(7);
    Status status;
    probe_new_game(probe);
    for (int i = 0; i < 12 && probe->complaint_count == 0; i++) {
        const Color color = i % 4 < 2 ? WHITE : BLACK;
        const Point point = draw_move(game, color_opponent(color), &rng);
        if (i % 3 == 0 && (!send_move(probe, game, color_opponent(color), point, "=") ||
                           !game_play(game, color_opponent(color), point, &status))) {
            break;
        }
        if (!take_engine_move(probe, game, color, false)) {
            break;
        }
    }
    if (probe->complaint_count == 0) {
        referee_check(probe, game);
    }
    game_free(game);
}

/* A stone of the requested color can be captured by the other. */
static void check_engine_color(Probe *probe) {
    for (int i = 0; i < 2 && probe->complaint_count == 0; i++) {
        const Color color = i == 0 ? WHITE : BLACK;
        Game *game = referee_new_game(probe->size);
        probe_new_game(probe);
        if (take_engine_move(probe, game, color, false) && point_is_move(game_last_move(game))) {
            referee_expect_stone(probe, game, game_last_move(game), color);
        }
        game_free(game);
    }
}

/* kgs-genmove_cleanup makes moves as genmove does. */
static void check_cleanup(Probe *probe) {
    Point point;
    probe_new_game(probe);
    probe_expect(probe, "play b C3", "=");
    probe_expect(probe, "play w D4", "=");
    probe_expect(probe, "play b pass", "=");
    probe_expect(probe, "play w pass", "=");
    const Reply *reply = probe_ask(probe, "kgs-genmove_cleanup b");
    if (reply->sign == '\0') {
        return;
    }
    if (reply->sign != '=' || !point_from_text(reply->body, probe->size, probe->size, &point)) {
        probe_complain(probe, "a vertex, pass or resign");
    } else if (point_is_move(point)) {
        char line[32];
        snprintf(line, sizeof line, "play w %.8s", reply->body);
        probe_expect(probe, line, "?");
    }
}

static void check_reg_genmove(Probe *probe) {
    Point point;
    probe_new_game(probe);
    probe_expect(probe, "play b C3", "=");
    probe_expect(probe, "play w D4", "=");
    const Reply *reply = probe_ask(probe, "reg_genmove b");
    if (reply->sign == '=' && point_from_text(reply->body, probe->size, probe->size, &point) &&
        point_is_move(point)) {
        char line[32];
        snprintf(line, sizeof line, "play w %.8s", reply->body);
        probe_expect(probe, line, "=");
    }
    if (probe_knows(probe, "undo")) {
        probe_expect(probe, "undo", "=");
        probe_expect(probe, "undo", "=");
        probe_expect(probe, "play w D4", "=");
    }
}

/* ---- Handicap ---- */

/* Reads the vertices of a response, up to `most`. Returns their number, or -1 if a word is no
 * vertex. */
static int read_vertices(const char *text, int size, Point *points, int most) {
    int count = 0;
    char word[16];
    for (const char *rest = text + strspn(text, " \n"); *rest != '\0';
         rest += strspn(rest, " \n")) {
        const size_t length = strcspn(rest, " \n");
        snprintf(word, sizeof word, "%.*s", (int)length, rest);
        if (count == most || length >= sizeof word ||
            !point_from_text(word, size, size, &points[count]) || !point_is_move(points[count])) {
            return -1;
        }
        count++;
        rest += length;
    }
    return count;
}

static bool has_point(const Point *points, int count, Point point) {
    for (int i = 0; i < count; i++) {
        if (points[i] == point) {
            return true;
        }
    }
    return false;
}

/* Handicap stones, placed by either command, are Black's. */
static void check_handicap_color(Probe *probe) {
    Game *game = referee_new_game(probe->size);
    Point points[HANDICAP_MAX];
    if (probe_knows(probe, "set_free_handicap")) {
        probe_new_game(probe);
        probe_expect(probe, "set_free_handicap C3 E5", "=");
        referee_expect_stone(probe, game, point_at(2, probe->size - 3), BLACK);
    }
    if (probe_knows(probe, "fixed_handicap") && probe->complaint_count == 0) {
        probe_new_game(probe);
        if (probe_ask(probe, "fixed_handicap 2")->sign == '=' &&
            read_vertices(probe->reply.body, probe->size, points, HANDICAP_MAX) == 2) {
            referee_expect_stone(probe, game, points[0], BLACK);
        }
    }
    game_free(game);
}

static void check_fixed_count(Probe *probe, int size, int count) {
    Point expected[HANDICAP_MAX], came[HANDICAP_MAX];
    char vertex[POINT_TEXT_MAX], line[32];
    Text list = {0};
    handicap_fixed_points(size, count, expected);
    for (int i = 0; i < count; i++) {
        text_add(&list, "%s%s", i == 0 ? "" : " ", point_to_text(expected[i], size, vertex));
    }
    snprintf(line, sizeof line, "fixed_handicap %d", count);
    probe_expect(probe, "clear_board", "=");
    const Reply *reply = probe_ask(probe, "%s", line);
    bool ok = reply->sign == '=' && read_vertices(reply->body, size, came, HANDICAP_MAX) == count;
    for (int i = 0; ok && i < count; i++) {
        ok = has_point(came, count, expected[i]);
    }
    if (!ok && reply->sign != '\0') {
        probe_complain(probe, "= %s on %dx%d, in any order", text_get(&list), size, size);
    }
    for (int i = 0; ok && i < count && probe->complaint_count == 0; i++) {
        snprintf(line, sizeof line, "play w %s", point_to_text(expected[i], size, vertex));
        probe_expect(probe, line, "?");
    }
    text_free(&list);
}

static void check_fixed_handicap(Probe *probe) {
    /* Not 12: GNU Go, by the draft's author, has the fourth line there. */
    static const int SIZES[] = {19, 13, 9, 7, 8, 10, 11, 5};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0] && probe->complaint_count == 0; i++) {
        if (probe_ask(probe, "boardsize %d", SIZES[i])->sign != '=') {
            continue;
        }
        const int most = handicap_fixed_max(SIZES[i], SIZES[i]);
        for (int count = 2; count <= most && probe->complaint_count == 0; count++) {
            check_fixed_count(probe, SIZES[i], count);
        }
        if (most < HANDICAP_MAX && probe->complaint_count == 0) { /* the draft allows no more */
            char line[32];
            snprintf(line, sizeof line, "fixed_handicap %d", most == 0 ? 2 : most + 1);
            probe_expect(probe, "clear_board", "=");
            probe_expect(probe, line, "?");
        }
    }
}

static void check_free_handicap(Probe *probe) {
    Point points[16];
    for (int wanted = 2; wanted <= 5 && probe->complaint_count == 0; wanted++) {
        char vertex[POINT_TEXT_MAX], line[32];
        probe_new_game(probe);
        const Reply *reply = probe_ask(probe, "place_free_handicap %d", wanted);
        const int count = read_vertices(reply->body, probe->size, points, 16);
        bool ok = reply->sign == '=' && count >= 2 && count <= wanted;
        for (int i = 1; ok && i < count; i++) {
            ok = !has_point(points, i, points[i]);
        }
        if (!ok && reply->sign != '\0') {
            probe_complain(probe, "= with 2 to %d distinct vertices", wanted);
        }
        for (int i = 0; ok && i < count; i++) {
            snprintf(line, sizeof line, "play w %s", point_to_text(points[i], probe->size, vertex));
            probe_expect(probe, line, "?");
        }
    }
}

/* ---- The end of a game ---- */

static void add_walls(Probe *probe, int column) {
    const char *letters = "ABCDEFGHJKLMNOPQRST";
    for (int row = 1; row <= probe->size && probe->complaint_count == 0; row++) {
        char line[32];
        snprintf(line, sizeof line, "play b %c%d", letters[column], row);
        probe_expect(probe, line, "=");
        snprintf(line, sizeof line, "play w %c%d", letters[column + 1], row);
        probe_expect(probe, line, "=");
    }
    probe_expect(probe, "play b pass", "=");
    probe_expect(probe, "play w pass", "=");
}

/* Two walls: Black has the columns up to `column` (from 0), White the others; nothing is in doubt.
 * By area and by territory the score is the same. */
static void play_walls(Probe *probe, int column) {
    probe_expect(probe, "clear_board", "=");
    add_walls(probe, column);
}

enum { DEAD_CHAIN_STONES = 5 };

/* The same with a white chain in atari, A3 and A4, behind Black's wall. */
static void play_dead_chain(Probe *probe) {
    script_run("new\nplay w A3\nplay b B3\nplay w A4\nplay b B4\nplay b A5\n", probe);
    add_walls(probe, 2);
}

static void check_cleanup_dead(Probe *probe) {
    play_dead_chain(probe);
    const Reply *reply = probe_ask(probe, "kgs-genmove_cleanup b");
    if (reply->sign == '=' && strcasecmp(reply->body, "pass") == 0) {
        probe_complain(probe, "a move: the white stones on A3 and A4 are dead, and on the board");
    }
}

/* An engine may be unable to score. */
static void expect_score(Probe *probe, double score) {
    char expected[32] = "0";
    if (probe->complaint_count > 0) {
        return;
    }
    if (score != 0) {
        snprintf(expected, sizeof expected, "%c+%g", score < 0 ? 'W' : 'B', fabs(score));
    }
    const Reply *reply = probe_ask(probe, "final_score");
    if (reply->sign == '?') {
        probe->skipped = "the engine cannot score";
    } else if (reply->sign == '=' &&
               !(score == 0
                     ? strcmp(reply->body, "0") == 0
                     : probe_matches(reply->body, "[BW]\\+[0-9]+(\\.[0-9]+)?") &&
                           reply->body[0] == expected[0] && atof(reply->body + 2) == fabs(score))) {
        probe_complain(probe, "= %s", expected);
    }
}

/* Black's score without komi behind play_walls. */
static int walls_score(const Probe *probe, int column) {
    return (2 * (column + 1) - probe->size) * probe->size;
}

static void check_walls(Probe *probe, int column, double komi) {
    char line[32];
    probe_new_game(probe);
    snprintf(line, sizeof line, "komi %g", komi);
    probe_expect(probe, line, "=");
    play_walls(probe, column);
    expect_score(probe, walls_score(probe, column) - komi);
}

static void check_score(Probe *probe) {
    const int half = probe->size / 2;
    static const double KOMI[] = {5.5, 0, -2.5, 7};
    for (int i = 0; i < 4 && probe->complaint_count == 0; i++) {
        check_walls(probe, half - i % 2, KOMI[i]);
    }
    if (probe->complaint_count == 0) { /* a tie, where the columns are odd in number */
        check_walls(probe, half, walls_score(probe, half));
    }
}

/* A refused komi leaves the one before, and so do boardsize and clear_board. */
static void check_komi_refusal(Probe *probe) {
    const int column = probe->size / 2 - 1;
    char line[32];
    probe_new_game(probe);
    probe_expect(probe, "komi -20.5", "=");
    probe_expect(probe, "komi x", "?");
    snprintf(line, sizeof line, "boardsize %d", probe->size);
    probe_expect(probe, line, "=");
    play_walls(probe, column);
    expect_score(probe, walls_score(probe, column) + 20.5);
}

/* On the same board, another komi gives another score. */
static void check_score_again(Probe *probe) {
    const int column = probe->size / 2;
    probe_new_game(probe);
    play_walls(probe, column);
    for (int komi = -3; komi <= 0 && probe->complaint_count == 0; komi += 2) {
        char line[32];
        snprintf(line, sizeof line, "komi %d", komi);
        probe_expect(probe, line, "=");
        expect_score(probe, walls_score(probe, column) - komi);
    }
}

static void check_status_lists(Probe *probe) {
    static Point points[CELL_COUNT_MAX];
    probe_new_game(probe);
    play_walls(probe, probe->size / 2);
    const Reply *reply = probe_ask(probe, "final_status_list alive");
    int count = read_vertices(reply->body, probe->size, points, CELL_COUNT_MAX);
    bool ok = reply->sign == '=' && count == 2 * probe->size;
    for (int i = 0; ok && i < count; i++) {
        const int x = point_x(points[i]);
        ok = (x == probe->size / 2 || x == probe->size / 2 + 1) && !has_point(points, i, points[i]);
    }
    if (!ok && reply->sign != '\0') {
        probe_complain(probe, "= with each of the %d stones once: two walls, all alive",
                       2 * probe->size);
    }
    if (probe->complaint_count == 0) {
        probe_expect(probe, "final_status_list dead", "=empty");
        probe_expect(probe, "final_status_list seki", "=empty");
    }
}

/* Whatever it thinks of them, the engine lists each stone under one status, and a chain under the
 * same. */
static void check_status_whole(Probe *probe) {
    static const char *const STATUSES[] = {"alive", "dead", "seki"};
    static Point points[CELL_COUNT_MAX];
    const int stones = 2 * probe->size + DEAD_CHAIN_STONES;
    const Point a3 = point_at(0, probe->size - 3), a4 = point_at(0, probe->size - 4);
    int count = 0;
    bool is_split = false;
    Text came = {0};
    play_dead_chain(probe);
    for (size_t i = 0; i < 3; i++) {
        const Reply *reply = probe_ask(probe, "final_status_list %s", STATUSES[i]);
        const int added =
            read_vertices(reply->body, probe->size, points + count, (int)CELL_COUNT_MAX - count);
        if (reply->sign != '=' || added < 0) {
            text_free(&came);
            return;
        }
        text_add(&came, "%s: %s\n", STATUSES[i], reply->body);
        is_split = is_split ||
                   has_point(points + count, added, a3) != has_point(points + count, added, a4);
        count += added;
    }
    bool ok = count == stones && !is_split;
    for (int i = 1; ok && i < count; i++) {
        ok = !has_point(points, i, points[i]);
    }
    if (!ok) {
        probe_complain_of(
            probe, text_get(&came),
            "each of the %d stones under one status, and the chain of A3 and A4 under the same",
            stones);
    }
    text_free(&came);
}

// clang-format off
const ComplyCheck RULES_CHECKS[] = {
    {.id = "rules.capture", .levels = CORE, .source = "GTP 2, play", .meaning = "a stone without liberties is removed",
     .script = "new\nplay w C3\nplay b B3\nplay b D3\nplay b C2\nplay b C4\nplay b C3\n=\n"},
    {.id = "rules.capture_edge", .levels = CORE, .source = "GTP 2, play", .meaning = "stones are captured in the corner and at the edge",
     .script = "new\nplay w A1\nplay b A2\nplay b B1\nplay b A1\n=\nplay w D1\nplay b C1\nplay b E1\nplay b D2\nplay b D1\n=\n"},
    {.id = "rules.capture_chain", .levels = CORE, .source = "GTP 2, play", .meaning = "a chain is captured as a whole",
     .script = "new\nplay w C2\nplay w C3\nplay w D3\nplay b B2\nplay b B3\nplay b C4\nplay b D4\nplay b E3\nplay b D2\n"
               "play b C1\nplay b C2\n=\nplay b C3\n=\nplay b D3\n=\n"},
    {.id = "rules.capture_two", .levels = CORE, .source = "GTP 2, play",
     .meaning = "all chains that a move leaves without liberties are removed",
     .script = "new\nplay w B3\nplay w D3\nplay b A3\nplay b B2\nplay b B4\nplay b D2\nplay b D4\nplay b E3\nplay b C3\n=\n"
               "play b B3\n=\nplay b D3\n=\n"},
    {.id = "rules.capture_first", .levels = CORE, .source = "rules of Go",
     .meaning = "a move that captures is no suicide: the captured stones go first",
     .script = "new\nplay b A2\nplay b B1\nplay w A3\nplay w B2\nplay w C1\nplay w A1\n=\nplay w A2\n=\nplay w B1\n=\n"},
    {.id = "rules.ko", .levels = CORE, .source = "GTP 2, play", .meaning = "retaking a ko at once is an illegal move",
     .script = "new\nplay b B2\nplay w C2\nplay b A1\nplay w D1\nplay w B1\nplay b C1\nplay w B1\n?\n"},
    {.id = "rules.ko_later", .levels = CORE, .source = "rules of Go", .meaning = "a ko may be retaken after a move elsewhere",
     .script = "new\nplay b B2\nplay w C2\nplay b A1\nplay w D1\nplay w B1\nplay b C1\nplay w E5\nplay b E4\nplay w B1\n=\n"
               "play b C1\n?\n"},
    {.id = "rules.ko_filled", .levels = CORE, .source = "rules of Go", .meaning = "a ko may be filled by its winner",
     .script = "new\nplay b B2\nplay w C2\nplay b A1\nplay w D1\nplay w B1\nplay b C1\nplay w E5\nplay b B1\n=\nplay w B1\n?\n"},
    {.id = "rules.snapback", .levels = CORE, .source = "rules of Go", .meaning = "taking back two stones is no ko",
     .script = "new\nplay b A2\nplay b B2\nplay w A3\nplay w B3\nplay w C2\nplay w C1\nplay w A1\nplay b B1\nplay w A1\n=\n"
               "play w B1\n=\n"},
    {.id = "rules.suicide", .levels = CORE, .source = "rules of Go",
     .meaning = "a stone that would have no liberty is refused or removed, whatever the rules",
     .script = "new\nplay b A2\nplay b B1\nplay w A1\n*\nplay b A1\n=\n"},
    {.id = "rules.suicide_chain", .levels = CORE, .source = "rules of Go",
     .meaning = "a chain that would have no liberty is refused or removed, whatever the rules",
     .script = "new\nplay b A3\nplay b B2\nplay b C1\nplay w A1\nplay w A2\nplay w B1\n*\nplay b B1\n=\nplay b A1\n=\n"},
    {.id = "rules.random_games", .levels = CORE, .source = "GTP 2, play", .run = check_random_games,
     .meaning = "in random games, legal moves are accepted, stones and kos are refused, and the board is right"},
    {.id = "rules.random_undo", .levels = UNDO, .source = "GTP 2, undo", .needs = "undo", .run = check_random_undo,
     .meaning = "undo in random games restores the board"},
    {.id = "genmove.legal", .levels = CORE, .source = "GTP 2, genmove", .run = check_engine_game,
     .meaning = "the engine's moves are legal and are played"},
    {.id = "genmove.superko", .levels = CGOS, .source = "CGOS", .run = check_engine_game_superko,
     .meaning = "the engine repeats no position and plays no suicide"},
    {.id = "genmove.turns", .levels = CORE, .source = "GTP 2, genmove", .run = check_engine_turns,
     .meaning = "a move is made for either color, whichever moved last"},
    {.id = "genmove.color", .levels = CORE, .source = "GTP 2, genmove", .run = check_engine_color,
     .meaning = "the stone has the requested color"},
    {.id = "kgs.cleanup", .levels = KGS, .source = "KGS, kgsGtp", .needs = "kgs-genmove_cleanup", .run = check_cleanup,
     .meaning = "kgs-genmove_cleanup makes moves as genmove does, after two passes too"},
    {.id = "kgs.cleanup_dead", .levels = KGS, .source = "KGS, kgsGtp", .needs = "kgs-genmove_cleanup", .run = check_cleanup_dead,
     .meaning = "kgs-genmove_cleanup does not pass while dead stones are on the board"},
    {.id = "reg_genmove.state", .levels = REGRESSION, .source = "GTP 2, reg_genmove", .needs = "reg_genmove",
     .run = check_reg_genmove, .meaning = "the move is not played, and nothing else changes"},
    {.id = "fixed_handicap.points", .levels = TOURNAMENT | GOGUI | GOMILL, .source = "GTP 2, 4.1.1 fixed handicap", .needs = "fixed_handicap",
     .run = check_fixed_handicap, .meaning = "the stones stand where the table says, on each size, and are listed"},
    {.id = "handicap.color", .levels = TOURNAMENT | GOGUI | KGS | GOMILL | SABAKI, .source = "GTP 2, 4.1 handicap",
     .needs = "fixed_handicap|set_free_handicap", .run = check_handicap_color, .meaning = "handicap stones are black"},
    {.id = "free_handicap.points", .levels = TOURNAMENT | KGS | GOMILL, .source = "GTP 2, 4.1.2 free handicap",
     .needs = "place_free_handicap", .run = check_free_handicap, .meaning = "the stones are on distinct points, and are listed"},
    {.id = "final_score.value", .levels = TOURNAMENT | GOGUI, .source = "GTP 2, final_score", .needs = "final_score",
     .run = check_score, .meaning = "a settled board is counted, with any komi, and a tie is 0"},
    {.id = "final_score.again", .levels = TOURNAMENT | GOGUI, .source = "GTP 2, komi and final_score",
     .needs = "final_score", .run = check_score_again, .meaning = "the score follows a komi that changes after the game"},
    {.id = "komi.refusal", .levels = TOURNAMENT | GOGUI, .source = "clients", .needs = "final_score",
     .run = check_komi_refusal, .meaning = "a refused komi, boardsize and clear_board leave the komi as it is"},
    {.id = "final_status_list.stones", .levels = TOURNAMENT | KGS | GOGUI, .source = "GTP 2, final_status_list",
     .needs = "final_status_list", .run = check_status_lists, .meaning = "each stone of a settled board is alive and is listed once"},
    {.id = "final_status_list.whole", .levels = TOURNAMENT | KGS | GOGUI | SABAKI, .source = "GTP 2, final_status_list",
     .needs = "final_status_list", .run = check_status_whole, .meaning = "all stones of a status are listed, each under one status"},
    {.id = "showboard.drawing", .levels = REGRESSION, .source = "GTP 2, showboard and 2.11", .needs = "showboard",
     .run = check_drawing, .meaning = "stones and coordinates are drawn in their places"},
    {0},
};
// clang-format on
