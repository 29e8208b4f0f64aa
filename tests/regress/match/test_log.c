/* regress/match/log: a log is cut at every byte, continued, and compared with the whole one. */
#include "regress/match/log.h"
#include "tests/support/program/cleanup.h"
#include "tests/support/program/temporary_path.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAMES = 3, TEXT_MAX = 8192 };

typedef struct {
    char path[TEMPORARY_PATH_MAX];
    json_t *settings;
    MatchOptions options;
    Openings openings;
    FinishedGame games[GAMES];
    Game *game; /* the one that is written down */
    Status status;
} Fixed;

/* From an opening: White has a stone and moves first, so a game of one move is Black's to lose. */
static const char *const MOVES[GAMES] = {"C3 pass pass", "C3 pass", "C3"};

static void release(void *argument) {
    Fixed *fixed = argument;
    game_free(fixed->game);
    json_decref(fixed->settings);
    free(fixed);
}

static Fixed *fixed_new(void) {
    static Move opening_moves[] = {{WHITE, 0}};
    static Opening opening = {opening_moves, 1, 1, WHITE};
    Fixed *fixed = malloc(sizeof *fixed);
    *fixed = (Fixed){
        .settings = json_pack("{s:i, s:[{s:s}, {s:s}], s:f}", "dihedra_match", 1, "engines", "name",
                              "A \"1\"", "name", "B", "komi", 7.5),
        .options = {.size = 5,
                    .komi = 7.5,
                    .rules = &RULES[0],
                    .game = {.move_limit = 75},
                    .schedule = {.engines = 2, .games = GAMES, .alternate = true, .openings = 1}},
        .openings = {.width = 5, .height = 5, .items = &opening, .count = 1},
        .game = game_new(1)};
    opening_moves[0].point = point_at(0, 0);
    game_clock_set(&fixed->options.game.clock, 60, 0, 0);
    cleanup_add(fixed, release);
    temporary_path(fixed->path);
    return fixed;
}

/* Plays a game: 1 is counted, with no point for Black; White loses 2 on time, and Black resigns 3.
 */
static FinishedGame play(Fixed *fixed, int number) {
    const ScheduledGame scheduled = schedule_game(&fixed->options.schedule, number);
    cr_assert(match_options_start_game(&fixed->options, &fixed->openings, &scheduled, fixed->game,
                                       &fixed->status));
    for (const char *word = MOVES[number - 1]; *word != '\0'; word += strspn(word, " ")) {
        char vertex[8];
        Point point;
        const size_t length = strcspn(word, " ");
        snprintf(vertex, sizeof vertex, "%.*s", (int)length, word);
        cr_assert(point_from_text(vertex, 5, 5, &point) &&
                  game_play(fixed->game, (Color)fixed->game->board.to_move, point, &fixed->status));
        word += length;
    }
    FinishedGame game = {.is_finished = true,
                         .outcome = {.end = number == 1   ? MATCH_GAME_SCORE
                                            : number == 2 ? MATCH_GAME_TIME
                                                          : MATCH_GAME_RESIGNATION,
                                     .winner = number == 2 ? BLACK : WHITE,
                                     .moves = fixed->game->move_count,
                                     .genmoves = {1, number == 3 ? 1 : 2},
                                     .seconds = {0.5, number}},
                         .fingerprint = fingerprint_of_game(fixed->game)};
    strcpy(game.outcome.result, number == 1 ? "W+32.5" : number == 2 ? "B+T" : "W+R");
    strcpy(game.outcome.message, number == 2 ? "lost on time at move 3" : "");
    return game;
}

static bool same_game(const FinishedGame *a, const FinishedGame *b) {
    return a->is_finished == b->is_finished && a->outcome.end == b->outcome.end &&
           a->outcome.winner == b->outcome.winner &&
           strcmp(a->outcome.result, b->outcome.result) == 0 &&
           strcmp(a->outcome.message, b->outcome.message) == 0 &&
           a->outcome.moves == b->outcome.moves &&
           a->outcome.genmoves[WHITE] == b->outcome.genmoves[WHITE] &&
           a->outcome.seconds[WHITE] == b->outcome.seconds[WHITE] &&
           memcmp(&a->fingerprint, &b->fingerprint, sizeof a->fingerprint) == 0;
}

static bool open_log(Fixed *fixed, Ledger *log) {
    MatchTable table = {.schedule = &fixed->options.schedule,
                        .engines = json_object_get(fixed->settings, "engines"),
                        .games = fixed->games};
    memset(fixed->games, 0, sizeof fixed->games);
    const LedgerReader reader = {&table, match_log_read_entry};
    return ledger_open(log, fixed->path, &MATCH_LOG_KIND, fixed->settings, &reader, &fixed->status);
}

static void append(Fixed *fixed, Ledger *log, int number) {
    const ScheduledGame scheduled = schedule_game(&fixed->options.schedule, number);
    const FinishedGame game = play(fixed, number);
    json_t *entry = match_log_entry(json_object_get(fixed->settings, "engines"), number, &scheduled,
                                    &game, fixed->game);
    cr_assert(ledger_append(log, entry, &fixed->status), "%s", fixed->status.text);
    json_decref(entry);
}

static size_t read_file(const Fixed *fixed, char text[TEXT_MAX]) {
    FILE *file = fopen(fixed->path, "r");
    const size_t length = fread(text, 1, TEXT_MAX - 1, file);
    text[length] = '\0';
    fclose(file);
    return length;
}

static void write_file(const Fixed *fixed, const char *text, size_t length) {
    FILE *file = fopen(fixed->path, "w");
    cr_assert(fwrite(text, 1, length, file) == length && fclose(file) == 0);
}

/* Games 2, 1 and 3, as they may end where two are played at once. */
static size_t write_whole(Fixed *fixed, char text[TEXT_MAX]) {
    Ledger log;
    cr_assert(open_log(fixed, &log), "%s", fixed->status.text);
    append(fixed, &log, 2);
    append(fixed, &log, 1);
    append(fixed, &log, 3);
    ledger_close(&log);
    return read_file(fixed, text);
}

Test(match_log, reads_back_what_it_wrote) {
    Fixed *fixed = fixed_new();
    char text[TEXT_MAX];
    Ledger log;
    write_whole(fixed, text);
    cr_assert(open_log(fixed, &log), "%s", fixed->status.text);
    cr_assert_not(log.was_torn);
    for (int number = 1; number <= GAMES; number++) {
        const FinishedGame expected = play(fixed, number);
        cr_assert(same_game(&fixed->games[number - 1], &expected), "game %d", number);
    }
    ledger_close(&log);
    cr_assert_not_null(strstr(text, "\"moves\":\"w A5 w C3 pass pass\"}\n"), "%s", text);
    cr_assert_not_null(strstr(text, "{\"game\":2,\"black\":\"B\",\"white\":\"A \\\"1\\\"\","), "%s",
                       text);
}

/* Cut at every byte of the last line, and of the others too in the long mode: the games of whole
 * lines are there, those of torn ones are not, and when these are added again the file is what it
 * was. */
Test(match_log, continues_after_a_cut_at_every_byte) {
    static const int ORDER[GAMES] = {2, 1, 3};
    Fixed *fixed = fixed_new();
    char whole[TEXT_MAX], now[TEXT_MAX];
    const size_t length = write_whole(fixed, whole);
    const size_t last_line = (size_t)(strstr(whole, "{\"game\":3") - whole);
    const size_t step = getenv("DIHEDRA_LONG") == NULL ? 17 : 1; /* before the last line */
    for (size_t cut = 0; cut <= length; cut++) {
        if (cut < last_line && cut % step != 0) {
            continue;
        }
        Ledger log;
        write_file(fixed, whole, cut);
        cr_assert(open_log(fixed, &log), "cut at %zu: %s", cut, fixed->status.text);
        int lines = 0;
        for (size_t i = 0; i < cut; i++) {
            lines += whole[i] == '\n';
        }
        cr_assert_eq(log.was_torn, cut > 0 && whole[cut - 1] != '\n', "cut at %zu", cut);
        for (int i = 0; i < GAMES; i++) {
            const bool is_there = fixed->games[ORDER[i] - 1].is_finished;
            cr_assert_eq(is_there, i + 1 < lines, "cut at %zu, game %d", cut, ORDER[i]);
            if (!is_there) {
                append(fixed, &log, ORDER[i]);
            }
        }
        ledger_close(&log);
        cr_assert_eq(read_file(fixed, now), length);
        cr_assert_str_eq(now, whole, "cut at %zu", cut);
    }
}

/* The file is opened in vain, with the message, and stays as it is. */
static void check_refused(Fixed *fixed, const char *text, const char *message) {
    char now[TEXT_MAX];
    Ledger log;
    write_file(fixed, text, strlen(text));
    cr_assert_not(open_log(fixed, &log), "%s", text);
    const char *tail = fixed->status.text + strlen(fixed->path);
    cr_assert_str_eq(tail, message, "%s", fixed->status.text);
    read_file(fixed, now);
    cr_assert_str_eq(now, text);
}

Test(match_log, refuses_what_is_not_its_own) {
    Fixed *fixed = fixed_new();
    char whole[TEXT_MAX], text[2 * TEXT_MAX];
    write_whole(fixed, whole);
    const int head = (int)strcspn(whole, "\n") + 1;
    const int second = head + (int)strcspn(whole + head, "\n") + 1;
    check_refused(fixed, "a letter", ": not the log of a match");
    check_refused(fixed, "a letter\n", ": not the log of a match");
    check_refused(fixed, "{}\n", ": not the log of a match");
    check_refused(fixed, "[1]\n", ": not the log of a match");
    check_refused(fixed, formatted("%.*s{\"game\":1}\n", head, whole),
                  ": line 2: not a finished game");
    check_refused(fixed, formatted("%.*s\n%s", head, whole, whole + head),
                  ": line 2: not a finished game");
    check_refused(fixed, formatted("%s%.*s", whole, second - head, whole + head),
                  ": line 5: a game that the log already holds");
    snprintf(text, sizeof text, "%s", whole);
    text[head + (int)strlen("{\"game\":")] = '4';
    check_refused(fixed, text, ": line 2: a game beyond those asked for by --games");
    json_object_set_new(fixed->settings, "komi", json_real(0.5));
    check_refused(fixed, whole, ": from a match with another \"komi\": 7.5 there, 0.5 here");
    json_object_set_new(fixed->settings, "komi", json_real(7.5));
    json_object_set_new(fixed->settings, "new", json_true());
    check_refused(fixed, whole, ": from a match with another \"new\": none there, true here");
}

Test(match_log, belongs_to_one_match) {
    Fixed *fixed = fixed_new();
    Ledger first, second;
    cr_assert(open_log(fixed, &first), "%s", fixed->status.text);
    cr_assert_not(open_log(fixed, &second));
    cr_assert_not_null(strstr(fixed->status.text, ": in use by another match"));
    ledger_close(&first);
    cr_assert(open_log(fixed, &second), "%s", fixed->status.text);
    ledger_close(&second);
}
