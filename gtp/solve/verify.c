/* Reads a proof, checks it, and prints what it proves. */
#include "gtp/subcommands.h"

#include <stdlib.h>

#include "engine/base/file.h"
#include "engine/base/member.h"
#include "engine/base/memory.h"
#include "engine/base/os/system.h"
#include "engine/base/progress.h"
#include "engine/solve/solver_context.h"
#include "verify/local/local_proof.h"
#include "verify/verify.h"

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
} VerifyOptions;

// clang-format off
static const Option OPTIONS[] = {
    {.name = "FILE", .is_required = true, OPTION_TEXT_IN(VerifyOptions, path)},
    {.name = "--threads", .argument = "T", .integer = {1, TEAM_MAX}, OPTION_INT_IN(VerifyOptions, threads),
     .help = "threads (default: all processors)"},
    {0},
};
// clang-format on

const CommandHelp VERIFY_HELP = {"verify",
                                 "checks a proof that dihedra solve or dihedra tsumego has written",
                                 USAGE,
                                 {OPTIONS},
                                 NOTES};

static const char *cell_text(int width, int height, int cell, char text[POINT_TEXT_MAX]) {
    return point_to_text(cell == WHOLE_PASS ? POINT_PASS : point_at(cell % width, cell / width),
                         height, text);
}

/* Adds a cell, with a '/' before each row but the first: "X.O/...". */
static void add_cell(int width, int cell, char sign, Text *text) {
    text_add(text, "%s%c", cell > 0 && cell % width == 0 ? "/" : "", sign);
}

static void print_result(const VerifyResult *result, double seconds) {
    static const char *const KO[] = {"simple ko", "positional superko", "situational superko"};
    const ProofFile *file = &result->file;
    const WholeRules *rules = &file->rules;
    char vertex[POINT_TEXT_MAX];
    printf("%dx%d, %s, suicide %s, %s to move", rules->shape.width, rules->shape.height,
           KO[rules->ko], rules->suicide ? "legal" : "illegal",
           file->black_to_move ? "black" : "white");
    if (file->banned != WHOLE_NO_KO) {
        printf(", not at %s",
               cell_text(rules->shape.width, rules->shape.height, file->banned, vertex));
    }
    printf("%s%s\n", file->has_first ? ", first " : "",
           file->has_first ? cell_text(rules->shape.width, rules->shape.height, file->first, vertex)
                           : "");
    if (!whole_is_same(&file->black, &(SlowBoard){0})) {
        Text position = {0};
        for (int cell = 0; cell < rules->shape.count; cell++) {
            add_cell(rules->shape.width, cell, ".XO"[whole_stone(&file->black, cell)], &position);
        }
        printf("position  %s\n", text_get(&position));
        text_free(&position);
    }
    if (result->has_lower) {
        printf("Black gets at least %+d: proved\n", result->lower);
    }
    if (result->has_upper) {
        printf("Black gets at most %+d: proved\n", result->upper);
    }
    printf("%zu records, %zu boards on cycles, %zu positions on paths, %.3f s\n", result->records,
           result->cyclic_boards, result->path_positions, seconds);
}

/* ---- Proofs of local goals ---- */

/* "White first, Black wins all kos: all targets are captured". */
static void add_claim(const LocalClaim *claim, Text *text) {
    static const char *const NAMES[] = {"Black", "White"};
    static const char *const GOALS[3][2] = {{"a target survives", "all targets are captured"},
                                            {"all targets survive", "a target is captured"},
                                            {"no target gets two eyes", "a target gets two eyes"}};
    static const char *const KOS[] = {"Black wins all kos", "White wins all kos", "simple ko"};
    text_add(text, "%s first, %s", NAMES[claim->first], KOS[claim->kos]);
    for (int color = 0; color < 2; color++) {
        if (claim->threats[color] == LOCAL_THREATS_ANY) {
            text_add(text, ", with any number of threats of %s", NAMES[color]);
        } else if (claim->threats[color] > 0) {
            text_add(text, ", with %d threat%s of %s", claim->threats[color],
                     text_plural(claim->threats[color]), NAMES[color]);
        }
    }
    text_add(text, ": %s", GOALS[claim->goal][claim->reached]);
}

static void add_answer(const LocalProof *proof, bool to_kill, Text *text) {
    int threats;
    const char *answer = local_proof_answer(proof, to_kill, &threats);
    if (answer != NULL) {
        const bool black = (proof->rules.owner == LOCAL_BLACK) != to_kill;
        text_add(text, "%s first, to %s: %s", black ? "black" : "white", to_kill ? "kill" : "save",
                 answer);
        if (threats > 0) {
            text_add(text, ", %d threat%s needed", threats, text_plural(threats));
        }
        text_add(text, "%s\n", local_proof_is_seki(proof, to_kill) ? ", seki" : "");
    }
}

static void print_local(const LocalProof *proof, double seconds) {
    const LocalRules *rules = &proof->rules;
    char vertex[POINT_TEXT_MAX];
    size_t moves = 0;
    int playable = 0;
    for (int cell = 0; cell < rules->count; cell++) {
        playable += rules->playable[cell];
    }
    Text text = text_new("%dx%d, targets of %s:", rules->width, rules->height,
                         rules->owner == LOCAL_BLACK ? "black" : "white");
    for (int i = 0; i < rules->target_count; i++) {
        text_add(&text, " %s", cell_text(rules->width, rules->height, rules->targets[i], vertex));
    }
    text_add(&text, "\nposition  ");
    for (int cell = 0; cell < rules->count; cell++) {
        add_cell(rules->width, cell, "XO."[proof->cell[cell]], &text);
    }
    text_add(&text,
             "\nassumes   play on these %d points only, so that a liberty elsewhere is never "
             "filled; passes allowed, suicide illegal\nsafe      %s\nplayable  ",
             playable, proof->safe);
    for (int cell = 0; cell < rules->count; cell++) {
        add_cell(rules->width, cell, ".#"[rules->playable[cell]], &text);
    }
    text_add(&text, "\n");
    for (int i = 0; i < proof->claim_count; i++) {
        add_claim(&proof->claims[i], &text);
        text_add(&text, ": proved, %zu move%s\n", proof->claims[i].move_count,
                 text_plural((int64_t)proof->claims[i].move_count));
        moves += proof->claims[i].move_count;
    }
    add_answer(proof, true, &text);
    add_answer(proof, false, &text);
    printf("%s%zu moves, %.3f s\n", text_get(&text), moves, seconds);
    text_free(&text);
}

/* ---- The command ---- */

/* Checks the proof, shows how far it is, and prints what it proves. */
static bool verify_bytes(const VerifyOptions *options, const uint8_t *bytes, size_t length,
                         Status *status) {
    const double start = clock_seconds();
    bool ok;
    if (local_proof_is_start(bytes, length)) {
        LocalProof *proof = memory_new(1, sizeof *proof);
        ok = local_proof_verify(bytes, length, NULL, proof, status);
        if (ok) {
            print_local(proof, clock_seconds() - start);
        }
        free(proof);
    } else if (proof_file_is_start(bytes, length)) {
        VerifyResult result;
        Progress progress = progress_start(false, 0);
        const VerifyMonitor monitor = {
            .report = progress_show_count, .context = &progress, .threads = options->threads};
        ok = verify_proof(bytes, length, &result, &monitor, status);
        progress_end(&progress);
        if (ok) {
            print_result(&result, clock_seconds() - start);
        }
    } else {
        ok = status_fail(status, "not a proof of dihedra solve or tsumego");
    }
    return ok;
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
    Status reason;
    const bool ok = verify_bytes(&options, (const uint8_t *)bytes, length, &reason);
    if (!ok) {
        file_fail(&status, options.path, reason.text);
        status_print("verify", &status);
    }
    free(bytes);
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
