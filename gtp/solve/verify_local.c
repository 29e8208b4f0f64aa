#include "gtp/solve/verify_local.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/base/json.h"
#include "engine/base/memory.h"
#include "engine/base/text.h"
#include "engine/go/board/point.h"
#include "engine/solve/verify/local/local_proof.h"

static const char *local_cell_text(const LocalProof *proof, int cell, char text[POINT_TEXT_MAX]) {
    const LocalRules *rules = &proof->rules;
    return point_to_text(point_at(cell % rules->width, cell / rules->width), rules->height, text);
}

/* "White first, Black wins all kos: all targets are captured". */
static void add_claim(const LocalClaim *claim, Text *text) {
    static const char *const NAMES[] = {"Black", "White"};
    static const char *const GOALS[3][2] = {{"a target survives", "all targets are captured"},
                                            {"all targets survive", "a target is captured"},
                                            {"no target gets two eyes", "a target gets two eyes"}};
    static const char *const KOS[] = {"Black wins all kos", "White wins all kos", "simple ko"};
    text_add(text, "%s first, %s", NAMES[claim->first], KOS[claim->kos]);
    for (int color = 0; color < 2; color++) {
        if (claim->threats[color] > 0) {
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
    Text text = {0};
    for (int cell = 0; cell < rules->count; cell++) {
        playable += rules->playable[cell];
    }
    text_add(&text, "%dx%d, targets of %s:", rules->width, rules->height,
             rules->owner == LOCAL_BLACK ? "black" : "white");
    for (int i = 0; i < rules->target_count; i++) {
        text_add(&text, " %s", local_cell_text(proof, rules->targets[i], vertex));
    }
    text_add(&text, "\nposition  ");
    for (int cell = 0; cell < rules->count; cell++) {
        text_add(&text, "%s%c", cell > 0 && cell % rules->width == 0 ? "/" : "",
                 "XO."[proof->cell[cell]]);
    }
    text_add(&text,
             "\nassumes   play on these %d points only, so that a liberty elsewhere is never "
             "filled; passes allowed, suicide illegal\nsafe      %s\nplayable  ",
             playable, proof->safe);
    for (int cell = 0; cell < rules->count; cell++) {
        text_add(&text, "%s%c", cell > 0 && cell % rules->width == 0 ? "/" : "",
                 ".#"[rules->playable[cell]]);
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

static json_t *local_answer_json(const LocalProof *proof, bool to_kill) {
    int threats;
    const char *answer = local_proof_answer(proof, to_kill, &threats);
    return answer == NULL ? json_null()
                          : json_new_packed("{s:s, s:o, s:b}", "result", answer, "threats",
                                            threats > 0 ? json_integer(threats) : json_null(),
                                            "seki", local_proof_is_seki(proof, to_kill));
}

static bool print_local_json(const LocalProof *proof, double seconds) {
    const LocalRules *rules = &proof->rules;
    char vertex[POINT_TEXT_MAX];
    json_t *targets = json_new_array(), *claims = json_new_array();
    Text position = {0}, playable = {0};
    for (int cell = 0; cell < rules->count; cell++) {
        const char *row = cell > 0 && cell % rules->width == 0 ? "/" : "";
        text_add(&position, "%s%c", row, "XO."[proof->cell[cell]]);
        text_add(&playable, "%s%c", row, ".#"[rules->playable[cell]]);
    }
    for (int i = 0; i < rules->target_count; i++) {
        json_add_value(targets, json_string(local_cell_text(proof, rules->targets[i], vertex)));
    }
    for (int i = 0; i < proof->claim_count; i++) {
        Text claim = {0};
        add_claim(&proof->claims[i], &claim);
        json_add_value(claims, json_new_packed("{s:s, s:I}", "claim", text_get(&claim), "moves",
                                               (json_int_t)proof->claims[i].move_count));
        text_free(&claim);
    }
    json_t *json = json_new_packed(
        "{s:i, s:i, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:o, s:o}", "width", rules->width, "height",
        rules->height, "position", text_get(&position), "playable", text_get(&playable), "safe",
        proof->safe, "owner", rules->owner == LOCAL_BLACK ? "black" : "white", "targets", targets,
        "claims", claims, "kill", local_answer_json(proof, true), "save",
        local_answer_json(proof, false), "seconds", json_new_figure(seconds, 3));
    text_free(&position);
    text_free(&playable);
    return json_print(json, stdout);
}

bool verify_local(const uint8_t *bytes, size_t length, bool as_json, double start) {
    LocalProof *proof = memory_new(1, sizeof *proof);
    Status status;
    bool ok = local_proof_verify(bytes, length, proof, &status);
    if (!ok) {
        status_print("verify", &status);
    } else if (as_json) {
        ok = print_local_json(proof, clock_seconds() - start);
    } else {
        print_local(proof, clock_seconds() - start);
    }
    free(proof);
    return ok;
}
