#include "tests/support/faulty/faults.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

const Fault FAULTS[] = {
    /* What a line is, and what an answer is. */
    {"id-dropped", "framing.ids"},
    {"id-cut", "framing.large_id"},
    {"id-invented", "framing.no_id"},
    {"one-newline", "framing.end"},
    {"empty-line", "framing.bodies"},
    {"comment-kept", "framing.comments"},
    {"blank-answered", "framing.blank_lines"},
    {"cr-kept", "framing.returns"},
    {"control-kept", "framing.controls"},
    {"tab-kept", "framing.tabs"},
    {"chatter", "genmove.answer"},
    {"pipe-dropped", "framing.order"},
    {"unknown-ok", "framing.unknown"},
    {"unknown-text", "framing.unknown_text"},
    {"tab-written", "framing.output"},
    {"status-slow", "final_status_list.stones"},
    /* Administration. */
    {"version-1", "admin.protocol_version"},
    {"known-yes", "admin.known"},
    {"known-all", "admin.unknown"},
    {"list-line", "admin.rows"},
    {"list-short", "admin.required"},
    {"list-private", "admin.hidden"},
    {"quit-silent", "framing.quit"},
    {"quit-stays", "framing.quit"},
    /* Entities. */
    {"color-case", "play.colors"},
    {"vertex-case", "play.vertices"},
    {"letter-i", "play.letter_i"},
    /* Setting up. */
    {"size-text", "boardsize.text"},
    {"clear-kept", "clear_board.stones"},
    {"clear-history", "clear_board.history"},
    {"komi-refused", "komi.any"},
    {"komi-whole", "final_score.value"},
    {"fixed-point", "fixed_handicap.points"},
    {"fixed-full", "fixed_handicap.empty"},
    {"fixed-edge", "fixed_handicap.points"},
    {"fixed-komi", "fixed_handicap.komi"},
    {"free-twice", "set_free_handicap.twice"},
    /* Playing. */
    {"play-occupied", "play.occupied"},
    {"play-turns", "play.turns"},
    {"refusal-clears", "play.refusal"},
    {"capture-one", "rules.capture_two"},
    {"ko-ignored", "rules.ko"},
    {"suicide-stays", "rules.suicide"},
    {"suicide-chain", "kata.suicide"},
    {"undo-stones", "undo.capture"},
    {"undo-empty", "undo.empty"},
    {"genmove-unplayed", "genmove.legal"},
    {"genmove-color", "genmove.color"},
    {"genmove-over", "genmove.after_passes"},
    /* Tournaments and regression. */
    {"late", "clock.little_left"},
    {"late-untold", "clock.untold"},
    {"time-refused", "time_settings.any"},
    {"score-words", "final_score.form"},
    {"score-passes", "undo.questions"},
    {"status-empty", "final_status_list.stones"},
    {"status-chain", "final_status_list.whole"},
    {"status-twice", "final_status_list.whole"},
    {"reg-plays", "reg_genmove.state"},
    {"load-after", "loadsgf.before"},
    {"load-missing", "loadsgf.missing"},
    {"load-undo", "loadsgf.undo"},
    {"load-rectangle", "loadsgf.rectangle"},
    {"board-mirrored", "showboard.drawing"},
    /* Clients. */
    {"analyze-deaf", "analysis.lz"},
    {"blank-deaf", "analysis.blank_line"},
    {"interval-seconds", "analysis.interval"},
    {"analyze-color", "analysis.side"},
    {"analyze-plays", "analysis.position"},
    {"winrate-percent", "analysis.lz"},
    {"winrate-side", "analysis.side"},
    {"pv-missing", "analysis.lz"},
    {"genmove-no-play", "analysis.lz_genmove"},
    {"analyze-genmove", "analysis.genmove_color"},
    {"kata-nan", "analysis.kata"},
    {"lead-side", "analysis.kata_perspective"},
    {"lead-black", "analysis.signs"},
    {"pv-occupied", "analysis.lines"},
    {"root-side", "analysis.kata_perspective"},
    {"root-bare", "analysis.kata_root"},
    {"pv-visits", "analysis.kata_pv_visits"},
    {"allow-ignored", "analysis.kata_allow"},
    {"ownership-flipped", "analysis.kata_ownership_sides"},
    {"ownership-side", "analysis.kata_ownership_sides"},
    {"rules-quotes", "kata.rules_json"},
    {"rules-reset", "kata.rules_refusal"},
    {"rule-any", "kata.rule"},
    {"gogui-type", "gogui.commands"},
    {"interrupt-answered", "gogui.interrupt"},
    {"sequence-half", "gogui.play_sequence_all"},
    {"cgos-text", "cgos.analyze"},
    {"cleanup-passes", "kgs.cleanup_dead"},
    {NULL, NULL},
};

static const char *chosen = "";

static const Fault *find(const char *name) {
    const Fault *fault = FAULTS;
    while (fault->name != NULL && strcmp(fault->name, name) != 0) {
        fault++;
    }
    return fault->name == NULL ? NULL : fault;
}

bool fault_choose(const char *name) {
    const Fault *fault = find(name);
    chosen = fault == NULL ? chosen : fault->name;
    return fault != NULL;
}

bool fault_is(const char *name) {
    assert(find(name) != NULL);
    return strcmp(chosen, name) == 0;
}
