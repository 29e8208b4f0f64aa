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
    const char *path, *checkpoint;
    int threads;
    bool json;
} VerifyOptions;

#define FIELD(member) offsetof(VerifyOptions, member)

// clang-format off
static const Option OPTIONS[] = {
    {.name = "FILE", .kind = OPTION_TEXT, .is_required = true, .offset = FIELD(path)},
    {.name = "--threads", .argument = "T", .kind = OPTION_INT, .integer = {1, TEAM_MAX}, .offset = FIELD(threads),
     .help = "threads (default: the machine's)"},
    {.name = "--checkpoint", .argument = "FILE", .kind = OPTION_TEXT, .offset = FIELD(checkpoint),
     .help = "goes on from this file if it exists; writes it now and then, and removes it at the end"},
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

bool verify_show(void *progress, const char *part, size_t done, size_t all) {
    if (all == 0) {
        progress_show(progress, NAN, "%zu thousand %s", done / 1000, part);
    } else {
        progress_show(progress, NAN, "%zu of %zu thousand %s", done / 1000, all / 1000, part);
    }
    return true;
}

static bool check_files(const VerifyOptions *options, Status *status) {
    const FilePlace places[] = {{"the proof", options->path},
                                {"--checkpoint", options->checkpoint}};
    return file_check_apart(places, sizeof places / sizeof places[0], status) &&
           (options->checkpoint == NULL || file_check_place(options->checkpoint, status));
}

static bool is_local(ProofSource *source) {
    uint8_t start[LOCAL_PROOF_START_BYTES];
    return source->length >= sizeof start && proof_source_read(source, 0, start, sizeof start) &&
           local_proof_is_start(start, sizeof start);
}

/* Checks the proof, and shows how far it is. */
static bool check_proof(const VerifyOptions *options, ProofSource *source, VerifyResult *result,
                        Status *status) {
    Progress progress = progress_start(false, 0);
    const VerifyMonitor monitor = {
        .report = verify_show, .context = &progress, .threads = options->threads};
    const bool ok = verify_source(source, options->checkpoint, result, &monitor, status);
    progress_end(&progress);
    return ok;
}

int verify_main(int argc, char **argv) {
    const int cores = os_processors();
    VerifyOptions options = {.threads = cores < TEAM_MAX ? cores : TEAM_MAX};
    const OptionGroup groups[] = {{.options = OPTIONS, .target = &options}, {0}};
    Status status;
    if (!option_read(groups, argc, argv, &status) || !check_files(&options, &status)) {
        return option_print_error("verify", &status);
    }
    const double start = clock_seconds();
    ProofSource source;
    if (!proof_source_open(&source, options.path, &status)) {
        status_print("verify", &status);
        return EXIT_FAILURE;
    }
    bool ok;
    if (is_local(&source) && options.checkpoint != NULL) {
        ok = status_fail(&status, "--checkpoint: a proof of local goals is checked without one");
        status_print("verify", &status);
    } else if (is_local(&source)) {
        ok = verify_local(options.path, options.json, start);
    } else {
        VerifyResult result;
        ok = check_proof(&options, &source, &result, &status);
        if (!ok) {
            status_print("verify", &status);
        } else if (options.json) {
            ok = print_json(&result, clock_seconds() - start);
        } else {
            print_text(&result, clock_seconds() - start);
        }
    }
    proof_source_close(&source);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
