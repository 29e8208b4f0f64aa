/* Small proofs of local goals, written by hand: what is right is accepted, and each fault is
 * refused by its name. */
#include "tests/support/program/cleanup.h"
#include "verify/local/local_proof.h"
#include "verify/strategy.h"

#include <inttypes.h>

enum { LINES = 11 };

typedef struct {
    const char *line[LINES];
} Lines;

/* Black's only stone has one liberty, where White takes it in a ko. */
static const Lines RIGHT = {{
    "dihedra local proof 2",
    "board 2x1",
    "position X.",
    "playable ##",
    "owner black",
    "targets A1",
    "safe none",
    "assumes no play outside, passes allowed, suicide illegal",
    "claims 1",
    "claim capture-all first white kos white threats 0 0 reached 1",
    "ba",
}};

static void add_sum(Text *text) {
    const uint64_t sum = frame_sum((const uint8_t *)text->bytes, text->length);
    text_add(text, "checksum %016" PRIX64 "\n", sum);
}

/* Expects the file of these lines to be refused with the message, or accepted if it is NULL. */
static void expect_lines(const Lines *lines, const char *message) {
    static LocalProof proof;
    Status status = {""};
    Text text = {0};
    for (int i = 0; i < LINES; i++) {
        text_add(&text, "%s\n", lines->line[i]);
    }
    add_sum(&text);
    const bool ok =
        local_proof_verify((const uint8_t *)text.bytes, text.length, NULL, &proof, &status);
    cr_assert_eq(ok, message == NULL, "%s%s", text_get(&text), status.text);
    cr_assert_str_eq(status.text, message == NULL ? "" : message, "%s", text_get(&text));
    text_free(&text);
}

/* A line, counted from 1, instead of the one that is right. */
static void expect_line(int line, const char *instead, const char *message) {
    Lines lines = RIGHT;
    lines.line[line - 1] = instead;
    expect_lines(&lines, message);
}

/* Expects the message for a proof that repeats its claim `claims` times and its target `targets`
 * times. */
static void expect_times(int claims, int targets, const char *message) {
    Lines lines = RIGHT;
    Text *names = text_kept(), *moves = text_kept();
    for (int i = 0; i < targets; i++) {
        text_add(names, i == 0 ? "targets A1" : " A1");
    }
    for (int i = 0; i < claims; i++) {
        text_add(moves, i == 0 ? "ba" : "\n%s\nba", RIGHT.line[LINES - 2]);
    }
    lines.line[5] = text_get(names);
    lines.line[8] = formatted("claims %d", claims);
    lines.line[10] = text_get(moves);
    expect_lines(&lines, message);
}

Test(local_proof, has_32_claims_about_32_stones_at_most) {
    expect_times(1, 32, NULL);
    expect_times(32, 1, NULL);
    expect_times(1, 33, "line 6: too many targets");
    expect_times(33, 1, "line 9: expected 1 to 32 claims");
}

/* What is claimed about all targets must not pass for a claim about any. */
Test(local_proof, claims_are_of_one_kind) {
    static const char *const OTHER = "ba\nclaim %s first white kos white threats 0 0 reached 1\nba";
    Lines lines = RIGHT;
    lines.line[8] = "claims 2";
    lines.line[10] = formatted(OTHER, "capture-all");
    expect_lines(&lines, NULL);
    lines.line[10] = formatted(OTHER, "capture-any");
    expect_lines(&lines, "line 13: claims about all targets and about any of them");
}

Test(local_proof, each_line_is_refused_by_name) {
    static const char MOVES[] = "line 11: the claim has another number of moves";
    static const char CLAIM[] =
        "line 10: expected 'claim GOAL first COLOR kos WHOSE threats B W reached|held MOVES'";
    static const struct {
        int line;
        const char *instead, *message;
    } CASES[] = {
        {1, "dihedra local proof 2", NULL},
        {1, "dihedra local proof", "line 1: a line 'dihedra local proof ...' is missing"},
        {1, "dihedra local proof 12", "a local proof of version 12; this program reads version 2"},
        {2, "board 2x1 ", "line 2: expected a board of at most 25x25"},
        {2, "board 0x1", "line 2: expected a board of at most 25x25"},
        {2, "board 26x1", "line 2: expected a board of at most 25x25"},
        {2, "board 1x1", "line 3: the number of points is not that of the board"},
        {3, "position X", "line 3: the number of points is not that of the board"},
        {3, "position X#", "line 3: unknown sign for a point"},
        {3, "position XO", "a chain has no liberty"},
        {4, "playable #X", "line 4: unknown sign for a point"},
        {5, "owner none", "line 5: expected black or white"},
        {5, "owner white", "line 6: a target is not a stone of its owner"},
        {6, "targets ", "line 6: a target is not a stone of its owner"},
        {6, "targets B1", "line 6: a target is not a stone of its owner"},
        {6, "targets A0", "line 6: a target is not a stone of its owner"},
        {6, "targets C1", "line 6: a target is not a stone of its owner"},
        {8, "assumes nothing", "line 8: this program knows no other assumptions than its own"},
        {9, "claims 0", "line 9: expected 1 to 32 claims"},
        {9, "claims 33", "line 9: expected 1 to 32 claims"},
        {9, "claims 2", "line 12: a line 'claim ...' is missing"},
        {10, "claim take-all first white kos white threats 0 0 reached 1", CLAIM},
        {10, "claim capture-all first white kos white threats 10 0 reached 1", CLAIM},
        {10, "claim capture-all first white kos white threats 0 0 lost 1", CLAIM},
        {10, "claim capture-all first white kos white threats 0 0 reached 01", CLAIM},
        {10, "claim capture-all first white kos white threats 0 0 reached 0", MOVES},
        {10, "claim capture-all first white kos white threats 0 0 reached 2", MOVES},
        {10, "claim capture-all first white kos white threats 0 0 reached 9999999", MOVES},
        {11, "bab", MOVES},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        expect_line(CASES[i].line, CASES[i].instead, CASES[i].message);
    }
}

/* The bytes after the end are still there, but no part of the file. */
Test(local_proof, nothing_behind_the_end_is_read) {
    static LocalProof proof;
    Text *text = text_kept();
    size_t ends[LINES + 1];
    for (int i = 0; i < LINES; i++) {
        text_add(text, "%s\n", RIGHT.line[i]);
        ends[i] = text->length;
    }
    add_sum(text);
    ends[LINES] = text->length;
    int line = 0;
    for (size_t length = 0; length < text->length; length++) {
        Status status = {""};
        line += length == ends[line] + (line == LINES - 1); /* more must follow the moves */
        cr_assert_not(
            local_proof_verify((const uint8_t *)text->bytes, length, NULL, &proof, &status));
        const char *place = formatted("line %d: ", line + 1);
        cr_assert_eq(strncmp(status.text, place, strlen(place)), 0, "%zu bytes: %s", length,
                     status.text);
    }
    Status status = {""};
    cr_assert(
        local_proof_verify((const uint8_t *)text->bytes, text->length, NULL, &proof, &status));
    text_add(text, "\n");
    cr_assert_not(
        local_proof_verify((const uint8_t *)text->bytes, text->length, NULL, &proof, &status));
    cr_assert_not_null(strstr(status.text, "the file goes on after its checksum"));
}

/* A claim and its moves about a position of two points. */
static void expect_claim(const char *position, const char *playable, const char *claim,
                         const char *moves, const char *message) {
    Lines lines = RIGHT;
    lines.line[2] = formatted("position %s", position);
    lines.line[3] = formatted("playable %s", playable);
    lines.line[9] = formatted("claim %s %zu", claim, strlen(moves) / 2);
    lines.line[10] = moves;
    expect_lines(&lines, message);
}

Test(local_proof, claims_are_followed_to_their_end) {
    static const char TAKEN[] = "capture-all first white kos white threats 0 0 reached";
    static const struct {
        const char *position, *playable, *claim, *moves, *message;
    } CASES[] = {
        {"X.", "##", "capture-all first white kos simple threats 0 0 reached", "ba", NULL},
        {"X.", "##", "capture-any first white kos white threats 0 0 reached", "ba", NULL},
        {"X.", "##", "live first white kos white threats 0 0 held", "ba", NULL},
        {"X.", "##", "live first black kos white threats 0 0 held", "ba", NULL},
        {"X.", "##", "capture-all first black kos black threats 0 0 held", "--", NULL},
        {"X.", "##", "capture-all first white kos black threats 0 0 held", "--", NULL},
        {"X.", "##", "capture-all first white kos black threats 0 0 reached", "ba",
         "claim 1, move 1: an illegal move"},
        {"X.", "##", TAKEN, "aa", "claim 1, move 1: an illegal move"},
        {"X.", "##", TAKEN, "ca", "claim 1, move 1: no move"},
        {"X.", "##", TAKEN, "bb", "claim 1, move 1: no move"},
        {"X.", "##", TAKEN, "Aa", "claim 1, move 1: no move"},
        {"X.", "##", TAKEN, "aA", "claim 1, move 1: no move"},
        {"X.", "##", TAKEN, "--",
         "claim 1, move 1: play returns to this position, and the goal is not reached"},
        {"X.", "##", TAKEN, "", "claim 1, move 1: a position without a move"},
        {"X.", "##", TAKEN, "baba", "claim 1, move 2: no position needs this move"},
        {"X.", "##", "capture-all first black kos white threats 0 0 held", "--",
         "claim 1, move 1: a reply wins"},
        {"X.", "##", "capture-all first white kos white threats 0 0 held", "",
         "claim 1, move 1: a first move wins"},
        {"X.", "##", "capture-all first black kos black threats 0 0 held", "ba",
         "claim 1, move 1: an illegal move"},
        {"X.", "#.", "capture-all first white kos white threats 0 0 held", "",
         "the wall at A1 is not safe: it has one liberty outside the region, and two are needed"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        expect_claim(CASES[i].position, CASES[i].playable, CASES[i].claim, CASES[i].moves,
                     CASES[i].message);
    }
}

/* White takes the black stone in the corner by play on two points, if its walls are safe. */
static void expect_walls(const char *board, const char *position, const char *playable,
                         const char *safe, const char *message) {
    const bool is_high = board[2] == '4';
    Lines lines = RIGHT;
    lines.line[1] = formatted("board %s", board);
    lines.line[2] = formatted("position %s", position);
    lines.line[3] = formatted("playable %s", playable);
    lines.line[5] = is_high ? "targets A4" : "targets A2";
    lines.line[6] = formatted("safe %s", safe);
    lines.line[10] = is_high ? "ab" : "ba";
    expect_lines(&lines, message);
}

Test(local_proof, walls_are_alive_or_named_and_free) {
    static const char *const TALL = "#..#........", *const LONG = "##............";
    expect_walls("3x4", "XO..O.O.....", TALL, "B4 A2", NULL);
    expect_walls("3x4", "XO..O.O.....", TALL, "B4",
                 "line 7: the walls that are assumed to be safe are 'B4 A2'");
    expect_walls("3x4", "XO..O.O.....", TALL, "none",
                 "line 7: the walls that are assumed to be safe are 'B4 A2'");
    expect_walls("4x4", "XO...O..OX......", "#...#...........", "B4 A2",
                 "the wall at A2 is not safe: it has one liberty outside the region, and two are "
                 "needed");
    expect_walls("3x4", "XO..O.O....X", TALL, "B4 A2",
                 "the wall at B4 is not safe: it has no room for two eyes outside the region");
    expect_walls("4x4", "XXO..OO.O.......", "#...#...........", "C4 A2", /* B4 is outside */
                 "the wall at A4 is not safe: it can be captured by play in the region, and stands "
                 "outside");
    expect_walls("7x2", "X.O.O.OOOOOOOO", LONG, "none", NULL); /* two eyes */
    expect_walls("7x2", "X.O.O.OOOOOOOO", LONG, "C2",
                 "line 7: the walls that are assumed to be safe are 'none'");
    expect_walls("7x2", "X.O.O.OOOOOOOO", "##...#........", "C2", /* one of them is played on */
                 "the wall at C2 is not safe: it has one liberty outside the region, and two are "
                 "needed");
}

/* ---- What claims say ---- */

static void add(LocalProof *proof, LocalGoal goal, LocalColor first, LocalKos kos, int threats,
                bool reached) {
    LocalClaim *claim = &proof->claims[proof->claim_count++];
    *claim = (LocalClaim){.goal = goal, .first = first, .kos = kos, .reached = reached};
    claim->threats[first] = threats;
}

static void expect_answer(const LocalProof *proof, bool to_kill, const char *answer, int threats) {
    int found = -1;
    const char *text = local_proof_answer(proof, to_kill, &found);
    cr_assert((text == NULL) == (answer == NULL));
    cr_assert(answer == NULL || strcmp(text, answer) == 0, "%s", text);
    cr_assert_eq(found, threats);
}

Test(local_proof, claims_together_say_who_wins) {
    static LocalProof proof;
    for (int owner = LOCAL_BLACK; owner <= LOCAL_WHITE; owner++) {
        for (int to_kill = 0; to_kill < 2; to_kill++) {
            const LocalColor own = (LocalColor)(to_kill ? 1 - owner : owner);
            const LocalColor other = local_opponent(own);
            const bool wins = to_kill != 0; /* the mover's success is "reached", or "held" */
            memset(&proof, 0, sizeof proof);
            proof.rules.owner = (LocalColor)owner;
            expect_answer(&proof, to_kill, NULL, 0);
            add(&proof, LOCAL_CAPTURE_ALL, own, (LocalKos)other, 0, wins);
            expect_answer(&proof, to_kill, "yes", 0);
            expect_answer(&proof, !to_kill, NULL, 0);
            proof.claim_count = 0;
            add(&proof, LOCAL_CAPTURE_ALL, own, (LocalKos)own, 0, !wins);
            expect_answer(&proof, to_kill, "no", 0);
            proof.claim_count = 0;
            add(&proof, LOCAL_CAPTURE_ALL, own, LOCAL_KOS_SIMPLE, 0, wins);
            expect_answer(&proof, to_kill, NULL, 0);
            add(&proof, LOCAL_CAPTURE_ALL, own, (LocalKos)other, 0, !wins);
            expect_answer(&proof, to_kill, "ko", 0);
            proof.claim_count = 0;
            add(&proof, LOCAL_CAPTURE_ALL, own, LOCAL_KOS_SIMPLE, 0, !wins);
            expect_answer(&proof, to_kill, NULL, 0);
            add(&proof, LOCAL_CAPTURE_ALL, own, (LocalKos)own, 0, wins);
            expect_answer(&proof, to_kill, "ko, opponent takes first", 0);
            add(&proof, LOCAL_CAPTURE_ALL, own, LOCAL_KOS_SIMPLE, 1, wins);
            expect_answer(&proof, to_kill, "ko, opponent takes first", 1);
            proof.claims[proof.claim_count - 1].threats[other] = 1;
            expect_answer(&proof, to_kill, "ko, opponent takes first", 0);
            proof.claim_count--;
            add(&proof, LOCAL_CAPTURE_ALL, own, LOCAL_KOS_SIMPLE, 3, wins);
            expect_answer(&proof, to_kill, "ko, opponent takes first", 0);
            add(&proof, LOCAL_CAPTURE_ALL, own, LOCAL_KOS_SIMPLE, 2, !wins);
            expect_answer(&proof, to_kill, "ko, opponent takes first", 3);
            add(&proof, LOCAL_CAPTURE_ALL, own, LOCAL_KOS_SIMPLE, 9, wins);
            add(&proof, LOCAL_CAPTURE_ALL, own, LOCAL_KOS_SIMPLE, 8, !wins);
            expect_answer(&proof, to_kill, "ko, opponent takes first", 9);
        }
    }
}

/* Stones in seki are not captured and do not live, with the same side moving first. */
Test(local_proof, seki_takes_two_claims) {
    static LocalProof proof;
    for (int to_kill = 0; to_kill < 2; to_kill++) {
        const LocalColor mover = to_kill ? LOCAL_WHITE : LOCAL_BLACK;
        const LocalKos against = LOCAL_KOS_WHITE;
        memset(&proof, 0, sizeof proof);
        add(&proof, LOCAL_CAPTURE_ALL, mover, against, 0, false);
        cr_assert_not(local_proof_is_seki(&proof, to_kill));
        add(&proof, LOCAL_LIVE, mover, LOCAL_KOS_SIMPLE, 0, false);
        cr_assert(local_proof_is_seki(&proof, to_kill));
        cr_assert_not(local_proof_is_seki(&proof, !to_kill));
        LocalClaim *life = &proof.claims[1];
        const LocalClaim right = *life;
        life->reached = true;
        cr_assert_not(local_proof_is_seki(&proof, to_kill));
        *life = right;
        life->kos = LOCAL_KOS_BLACK;
        cr_assert_not(local_proof_is_seki(&proof, to_kill));
        *life = right;
        life->first = local_opponent(mover);
        cr_assert_not(local_proof_is_seki(&proof, to_kill));
        *life = right;
        life->threats[1] = 1;
        cr_assert_not(local_proof_is_seki(&proof, to_kill));
        life->threats[0] = 1;
        cr_assert_not(local_proof_is_seki(&proof, to_kill));
        *life = right;
        life->goal = LOCAL_CAPTURE_ALL;
        cr_assert_not(local_proof_is_seki(&proof, to_kill));
    }
}
