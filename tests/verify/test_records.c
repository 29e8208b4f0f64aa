/* Proofs of a record or two, written by hand: each fault is refused by its name and place. */
#include "tests/support/program/proof.h"

enum { LINES = 11, RECORD_BYTES = 5 };

/* Black has everything on 1x3 after a move in the middle. */
static const char *const RIGHT[LINES] = {
    "dihedra proof 2", "board 3x1",         "ko psk",   "suicide off",
    "to-move black",   "position ...",      "banned -", "first -",
    "sections 1",      "section black 3 1", ""};

/* The cells, the ko's, the rank's two, and the move's byte. */
static const uint8_t MIDDLE[RECORD_BYTES] = {0, 0, 0, 0, 2};

static void make_file(const char *const lines[LINES], const uint8_t *records, size_t count,
                      Text *bytes) {
    text_clear(bytes);
    for (int i = 0; i < LINES - 1; i++) {
        text_add(bytes, "%s\n", lines[i]);
    }
    if (count > 0) {
        block_pack(records, count, RECORD_BYTES, bytes);
    }
    text_add(bytes, "%s\nchecksum %16s\n", lines[LINES - 1], "");
    proof_sign(bytes);
}

static bool verify(const Text *bytes, size_t length, VerifyResult *result, Status *status) {
    return verify_proof((const uint8_t *)bytes->bytes, length, result, NULL, status);
}

/* The message that a look at the records of the first section alone gives, or an empty one. */
static const char *verify_alone(const Text *bytes, Status *status) {
    ProofFile file;
    status->text[0] = '\0';
    if (proof_file_read((const uint8_t *)bytes->bytes, bytes->length, NULL, &file, status)) {
        cr_assert_eq(verify_records(&file, 0, status), status->text[0] == '\0');
        proof_file_free(&file);
    }
    return status->text;
}

/* Expects the message to begin with this, or the file to be right. */
static void expect_file(const Text *bytes, const char *message) {
    VerifyResult result;
    Status status = {""};
    const bool ok = verify(bytes, bytes->length, &result, &status);
    cr_assert_eq(ok, message == NULL, "%s: %s", message == NULL ? "right" : message, status.text);
    cr_assert(message == NULL || strncmp(status.text, message, strlen(message)) == 0, "%s, not %s",
              status.text, message);
    const bool is_of_record =
        strstr(status.text, "record ") != NULL && strstr(status.text, "no record") == NULL;
    cr_assert_str_eq(is_of_record ? verify_alone(bytes, &(Status){""}) : "",
                     is_of_record ? status.text : "");
}

Test(verify_records, each_line_is_refused_by_name) {
    static const char VERTEX[] = "line 7: not a vertex of the board";
    static const char SIZE[] = "line 2: expected a board of at most 25x25";
    static const char POINTS[] = "line 6: the number of points is not that of the board";
    static const char SECTION[] = "line 10: expected 'section black|white POINTS RECORDS'";
    static const struct {
        int line;
        const char *instead, *message;
    } CASES[] = {
        {1, "dihedra proof 2", NULL},
        {1, "dihedra proof 3", "line 1: unknown format"},
        {1, "dihedra proofs", "byte 0: not a proof of dihedra solve"},
        {2, "board 0x1", SIZE},
        {2, "board 3x1 ", SIZE},
        {2, "board 26x1", SIZE},
        {2, "board 8x8", "line 2: boards of this size cannot be checked"},
        {2, "board", "line 2: a line 'board ...' is missing"},
        {2, "boards 3x1", "line 2: a line 'board ...' is missing"},
        {3, "ko none", "line 3: unknown value"},
        {4, "suicide no", "line 4: unknown value"},
        {5, "to-move red", "line 5: unknown value"},
        {6, "position ..", POINTS},
        {6, "position ..#", "line 6: unknown sign for a point"},
        {6, "position XXX", "line 6: a chain has no liberty"},
        {7, "banned D1", VERTEX},
        {7, "banned A2", VERTEX},
        {7, "banned A1x", VERTEX},
        {7, "banned ", VERTEX},
        {7, "banned B1", "line 7: no stone can have been taken there in a ko"},
        {8, "first Z1", "line 8: not a vertex of the board"},
        {9, "sections 0", "line 9: unknown value"},
        {9, "sections 2", "line "},
        {10, "section red 3 1", SECTION},
        {10, "section black 3 1 1", SECTION},
        {10, "section black 4 1", "line 10: more points than the board has"},
        {10, "section black 3 9999999", "line 10: more records than the file has"},
        {10, "section black 3 0",
         "byte 118: a newline is missing after the records of section black"},
        {10, "section black 3 2", "byte 118: not a block of 2 records"},
        {11, "x", "byte "},
    };
    Text *bytes = text_kept();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const char *lines[LINES];
        memcpy(lines, RIGHT, sizeof lines);
        lines[CASES[i].line - 1] = CASES[i].instead;
        make_file(lines, MIDDLE, 1, bytes);
        expect_file(bytes, CASES[i].message);
    }
}

/* The bytes after the end are still there, but no part of the file. */
Test(verify_records, nothing_behind_the_end_is_read) {
    Text *bytes = text_kept();
    make_file(RIGHT, MIDDLE, 1, bytes);
    for (size_t length = 0; length < bytes->length; length++) {
        VerifyResult result;
        Status status = {""};
        cr_assert_not(verify(bytes, length, &result, &status), "%zu bytes", length);
        cr_assert_neq(status.text[0], '\0');
    }
    Status status = {""};
    cr_assert_not(verify(bytes, strlen("dihedra proof "), &(VerifyResult){0}, &status));
    cr_assert_str_eq(status.text, "line 1: a line 'dihedra ...' is missing");
    text_add(bytes, "\n");
    expect_file(bytes,
                formatted("byte %zu: the file goes on after its checksum", bytes->length - 1));
}

/* On 2x2: the rows from the top are A2 B2, A1 B1. Black moves with one stone on the board. */
static void expect_records(const char *position, const char *ko,
                           const uint8_t records[][RECORD_BYTES], size_t count, int goal,
                           const char *message) {
    const char *lines[LINES];
    Text bytes = {0};
    memcpy(lines, RIGHT, sizeof lines);
    lines[1] = "board 2x2";
    lines[2] = formatted("ko %s", ko);
    lines[5] = formatted("position %s", position);
    lines[9] = formatted("section black %d %zu", goal, count);
    make_file(lines, records[0], count, &bytes);
    expect_file(&bytes, message);
    text_free(&bytes);
}

Test(verify_records, a_fault_is_told_with_the_position_and_the_point) {
    static const uint8_t TAKEN[][RECORD_BYTES] = {{3, 0, 0, 0, 4}};  /* B1 again */
    static const uint8_t FIRST[][RECORD_BYTES] = {{3, 0, 0, 0, 1}};  /* A2 */
    static const uint8_t BESIDE[][RECORD_BYTES] = {{3, 0, 0, 0, 3}}; /* A1 */
    static const uint8_t PASSES[][RECORD_BYTES] = {{6, 0, 0, 0, 0}};
    static const uint8_t BEYOND[][RECORD_BYTES] = {{4, 0, 0, 0, 1}};
    static const uint8_t NO_MOVE[][RECORD_BYTES] = {{3, 0, 0, 0, 5}};
    static const uint8_t IMAGE[][RECORD_BYTES] = {{3, 0, 0, 0, 1}, {9, 0, 0, 0, 1}};
    static const uint8_t ORDER[][RECORD_BYTES] = {{3, 0, 0, 0, 1}, {0, 0, 0, 0, 1}};
    static const uint8_t RANKS[][RECORD_BYTES] = {{3, 0, 0, 0, 1}, {3, 0, 0, 2, 2}};
    static const uint8_t TWICE[][RECORD_BYTES] = {{3, 0, 0, 0, 1}, {3, 0, 0, 0, 2}};
    static const uint8_t DEAD[][RECORD_BYTES] = {{3, 0, 0, 0, 1}, {120, 0, 0, 0, 1}};
    expect_records("...X", "psk", TAKEN, 1, 1,
                   "black, record 0 (../.X with X to move): an illegal move B1");
    expect_records("...X", "psk", FIRST, 1, 4, NULL); /* two eyes */
    expect_records("...X", "psk", BESIDE, 1, 4,
                   "black, record 0 (../.X with X to move): no record for the reply A2");
    expect_records("...X", "simple", BESIDE, 1, 4,
                   "black, record 0 (../.X with X to move): no record for the reply A2");
    expect_records("...O", "psk", PASSES, 1, 1,
                   "black, record 0 (../.O with X to move): passes although the score is not good");
    expect_records("....", "psk", FIRST, 1, 1, "black, the first position: no record");
    expect_records("...X", "psk", BEYOND, 1, 1, "black, the first position: no record");
    expect_records("...X", "psk", NO_MOVE, 1, 1,
                   "black, record 0 ( with X to move): not a position");
    expect_records("...X", "psk", IMAGE, 2, 1,
                   "black, record 1 (../X. with X to move): not the least of its images");
    expect_records("...X", "psk", ORDER, 2, 1,
                   "black, record 1 (../.. with X to move): not in ascending order");
    expect_records("...X", "psk", RANKS, 2, 1,
                   "black, record 1 (../.X with X to move): another rank of the same board");
    expect_records("...X", "simple", TWICE, 2, 1,
                   "black, record 1 (../.X with X to move): not in ascending order");
    expect_records("...X", "psk", DEAD, 2, 1,
                   "black, record 1 (XX/XX with X to move): an impossible position");
}

/* At the least goal there is nothing to secure, whatever life was lost: Black fills an eye. */
Test(verify_records, nothing_need_be_secured_for_the_least_goal) {
    static const char *const LOST[LINES] = {
        "dihedra proof 2", "board 3x3",          "ko psk",   "suicide off",
        "to-move black",   "position .XXXXXXX.", "banned -", "first A3",
        "sections 1",      "section black -9 0", ""};
    const char *lines[LINES];
    Text *bytes = text_kept();
    make_file(LOST, NULL, 0, bytes);
    expect_file(bytes, NULL);
    memcpy(lines, LOST, sizeof lines);
    lines[9] = "section black -8 0";
    make_file(lines, NULL, 0, bytes);
    expect_file(bytes, "black, the first position: no record for a reply");
}
