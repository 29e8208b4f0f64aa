/* Reads a proof, checks it, and prints what it proves. */
#include "gtp/solve/verify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/base/options.h"
#include "engine/base/os/system.h"
#include "engine/base/progress.h"
#include "engine/base/team.h"
#include "engine/base/text.h"
#include "engine/go/board/point.h"
#include "engine/solve/solver_context.h"
#include "engine/solve/verify/local/local_proof.h"
#include "engine/solve/verify/verify.h"
#include "gtp/solve/verify_local.h"

static const char USAGE[] = "usage: dihedra verify FILE [OPTION...]\n"
                            "\n"
                            "Checks every record of a proof that `dihedra solve --proof FILE` has "
                            "written, superko\n"
                            "included, or every claim of `dihedra tsumego --proof FILE`, on a slow "
                            "board of its own.\n";

static const char NOTES[] =
    "Exit status: 0 if the proof is right, 1 if not, with the place, 2 if an option is wrong.\n";

typedef struct {
    const char *path;
    int threads;
    bool json;
} VerifyOptions;

#define FIELD(member) offsetof(VerifyOptions, member)

// clang-format off
static const Option OPTIONS[] = {
    {.name = "FILE", .kind = OPTION_TEXT, .is_required = true, .offset = FIELD(path)},
    {.name = "--threads", .argument = "T", .kind = OPTION_INT, .integer = {1, TEAM_MAX}, .offset = FIELD(threads),
     .help = "threads (default: the machine's)"},
    {.name = "--json", .kind = OPTION_FLAG, .offset = FIELD(json), .help = "one JSON object on standard output"},
    {0},
};
// clang-format on

const CommandHelp VERIFY_HELP = {"verify",
                                 "checks a proof that dihedra solve or dihedra tsumego has written",
                                 USAGE,
                                 {OPTIONS},
                                 NOTES};

static const char *cell_text(const SlowRules *rules, int cell, char text[POINT_TEXT_MAX]) {
    const Point p =
        cell == SLOW_PASS ? POINT_PASS : point_at(cell % rules->width, cell / rules->width);
    return point_to_text(p, rules->height, text);
}

/* Rows from the top, by '/': "X.O/...". */
static void add_position(const ProofFile *file, Text *text) {
    for (int cell = 0; cell < file->rules.count; cell++) {
        text_add(text, "%s%c", cell > 0 && cell % file->rules.width == 0 ? "/" : "",
                 ".XO"[slow_stone(&file->black, cell)]);
    }
}

static void print_text(const VerifyResult *result, double seconds) {
    static const char *const KO[] = {"simple ko", "positional superko", "situational superko"};
    const ProofFile *file = &result->file;
    const SlowRules *rules = &file->rules;
    char vertex[POINT_TEXT_MAX];
    printf("%dx%d, %s, suicide %s, %s to move", rules->width, rules->height, KO[rules->ko],
           rules->suicide ? "legal" : "illegal", file->black_to_move ? "black" : "white");
    if (file->banned != SLOW_NO_KO) {
        printf(", not at %s", cell_text(rules, file->banned, vertex));
    }
    printf("%s%s\n", file->has_first ? ", first " : "",
           file->has_first ? cell_text(rules, file->first, vertex) : "");
    if (!slow_same(&file->black, &(SlowBoard){0, 0})) {
        Text position = {0};
        add_position(file, &position);
        printf("position  %s\n", text_get(&position));
        text_free(&position);
    }
    if (result->has_lower) {
        printf("Black gets at least %+d: proved\n", result->lower);
    }
    if (result->has_upper) {
        printf("Black gets at most %+d: proved\n", result->upper);
    }
    printf("%zu records, %zu boards on cycles, %zu positions walked, %.3f s\n", result->records,
           result->cyclic_boards, result->path_positions, seconds);
}

static bool print_json(const VerifyResult *result, double seconds) {
    const ProofFile *file = &result->file;
    const SlowRules *rules = &file->rules;
    char vertex[POINT_TEXT_MAX];
    Text position = {0};
    add_position(file, &position);
    json_t *json = json_new_packed(
        "{s:i, s:i, s:s, s:b, s:s, s:s, s:o, s:o, s:o, s:o, s:I, s:I, s:I, s:o}", "width",
        rules->width, "height", rules->height, "ko", SOLVE_KO_NAMES[rules->ko], "suicide",
        rules->suicide, "to_move", file->black_to_move ? "black" : "white", "position",
        text_get(&position), "banned",
        json_new_text(file->banned == SLOW_NO_KO ? NULL : cell_text(rules, file->banned, vertex)),
        "first", json_new_text(file->has_first ? cell_text(rules, file->first, vertex) : NULL),
        "lower", json_new_figure(result->has_lower ? (double)result->lower : NAN, 0), "upper",
        json_new_figure(result->has_upper ? (double)result->upper : NAN, 0), "records",
        (json_int_t)result->records, "cyclic_boards", (json_int_t)result->cyclic_boards, "walked",
        (json_int_t)result->path_positions, "seconds", json_new_figure(seconds, 3));
    text_free(&position);
    return json_print(json, stdout);
}

/* Checks the proof, and shows how far it is. */
static bool check_proof(const VerifyOptions *options, const uint8_t *bytes, size_t length,
                        VerifyResult *result, Status *status) {
    Progress progress = progress_start(false, 0);
    const VerifyMonitor monitor = {
        .report = verify_show, .context = &progress, .threads = options->threads};
    const bool ok = verify_proof(bytes, length, result, &monitor, status);
    progress_end(&progress);
    return ok;
}

static bool verify_bytes(const VerifyOptions *options, const uint8_t *bytes, size_t length) {
    const double start = clock_seconds();
    VerifyResult result;
    Status status;
    if (local_proof_is_start(bytes, length)) {
        return verify_local(bytes, length, options->json, start);
    }
    if (!check_proof(options, bytes, length, &result, &status)) {
        status_print("verify", &status);
        return false;
    }
    if (options->json) {
        return print_json(&result, clock_seconds() - start);
    }
    print_text(&result, clock_seconds() - start);
    return true;
}

int verify_main(int argc, char **argv) {
    const int cores = os_processors();
    VerifyOptions options = {.threads = cores < TEAM_MAX ? cores : TEAM_MAX};
    const OptionGroup groups[] = {{.options = OPTIONS, .target = &options}, {0}};
    Status status;
    size_t length;
    if (!option_read(groups, argc, argv, &status)) {
        return option_print_error("verify", &status);
    }
    char *bytes = file_read(options.path, FILE_REGULAR, PROOF_BYTES_MAX, &length, &status);
    if (bytes == NULL) {
        status_print("verify", &status);
        return EXIT_FAILURE;
    }
    const bool ok = verify_bytes(&options, (const uint8_t *)bytes, length);
    free(bytes);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
