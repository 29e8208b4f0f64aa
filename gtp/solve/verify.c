/* Reads a proof, has it checked, and tells what it proves. */
#include "gtp/solve/verify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/base/file.h"
#include "engine/base/json.h"
#include "engine/base/options.h"
#include "engine/base/progress.h"
#include "engine/base/text.h"
#include "engine/go/board/point.h"
#include "engine/solve/verify/verify.h"

static const char USAGE[] = "usage: dihedra verify FILE [OPTION...]\n"
                            "\n"
                            "Checks every record of a proof that `dihedra solve --proof FILE` has "
                            "written, on a slow board\n"
                            "of its own, superko included.\n"
                            "\n";

static const char NOTES[] =
    "\n"
    "Exit status: 0 if the proof is right, 1 if not, with the place, 2 if an option is wrong.\n";

typedef struct {
    const char *path;
    bool json, help;
} VerifyOptions;

#define FIELD(member) offsetof(VerifyOptions, member)

// clang-format off
static const Option OPTIONS[] = {
    {.name = "FILE", .kind = OPTION_TEXT, .is_required = true, .offset = FIELD(path)},
    {.name = "--json", .kind = OPTION_FLAG, .offset = FIELD(json), .help = "one JSON object on standard output"},
    {.name = "--help", .kind = OPTION_HELP, .offset = FIELD(help)},
    {0},
};
// clang-format on

static const char *cell_text(const SlowRules *rules, int cell, char text[POINT_TEXT_MAX]) {
    const Point p =
        cell == SLOW_PASS ? POINT_PASS : point_at(cell % rules->width, cell / rules->width);
    return point_to_text(p, rules->height, text);
}

static bool is_empty(const ProofFile *file) {
    return slow_same(&file->black, &(SlowBoard){{0}});
}

/* Rows from the top, by '/': "X.O/...". */
static void add_position(const ProofFile *file, Text *text) {
    for (int cell = 0; cell < file->rules.count; cell++) {
        const uint8_t stone = file->black.cell[cell];
        text_add(text, "%s%c", cell > 0 && cell % file->rules.width == 0 ? "/" : "",
                 stone == SLOW_WINNER  ? 'X'
                 : stone == SLOW_LOSER ? 'O'
                                       : '.');
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
    if (!is_empty(file)) {
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
    static const char *const KO_KEYS[] = {"simple", "psk", "ssk"};
    const ProofFile *file = &result->file;
    const SlowRules *rules = &file->rules;
    char vertex[POINT_TEXT_MAX];
    Text position = {0};
    add_position(file, &position);
    json_t *json = json_new_object();
    json_set_figure(json, "width", rules->width, 0);
    json_set_figure(json, "height", rules->height, 0);
    json_set_text(json, "ko", KO_KEYS[rules->ko]);
    json_set_value(json, "suicide", json_boolean(rules->suicide));
    json_set_text(json, "to_move", file->black_to_move ? "black" : "white");
    json_set_text(json, "position", text_get(&position));
    json_set_text(json, "banned",
                  file->banned == SLOW_NO_KO ? NULL : cell_text(rules, file->banned, vertex));
    json_set_text(json, "first", file->has_first ? cell_text(rules, file->first, vertex) : NULL);
    text_free(&position);
    json_set_value(json, "lower", result->has_lower ? json_integer(result->lower) : json_null());
    json_set_value(json, "upper", result->has_upper ? json_integer(result->upper) : json_null());
    json_set_figure(json, "records", (double)result->records, 0);
    json_set_figure(json, "cyclic_boards", (double)result->cyclic_boards, 0);
    json_set_figure(json, "walked", (double)result->path_positions, 0);
    json_set_figure(json, "seconds", seconds, 3);
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

int verify_main(int argc, char **argv) {
    VerifyOptions options = {0};
    const OptionGroup groups[] = {{OPTIONS, &options, NULL}, {0}};
    Status status;
    if (!option_read(groups, argc, argv, &status)) {
        return option_print_error("verify", &status);
    }
    if (options.help) {
        fputs(USAGE, stdout);
        option_print_help(OPTIONS, stdout);
        fputs(NOTES, stdout);
        return EXIT_SUCCESS;
    }
    const double start = clock_seconds();
    size_t length = 0;
    char *bytes = file_read(options.path, FILE_REGULAR, SIZE_MAX / 2, &length, &status);
    VerifyResult result;
    Progress progress = progress_start(false, 0);
    const VerifyMonitor monitor = {.report = verify_show, .context = &progress};
    const bool ok =
        bytes != NULL && verify_proof((const uint8_t *)bytes, length, &result, &monitor, &status);
    progress_end(&progress);
    if (!ok) {
        status_print("verify", &status);
    } else if (!options.json) {
        print_text(&result, clock_seconds() - start);
    } else if (!print_json(&result, clock_seconds() - start)) {
        free(bytes);
        return EXIT_FAILURE;
    }
    free(bytes);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
