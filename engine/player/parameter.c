#include "engine/player/parameter.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "engine/base/number.h"

#define FIELD(field) offsetof(PlayerOptions, field)

// clang-format off
const Parameter PARAMETERS[] = {
    {"move_time", PARAMETER_REAL, FIELD(move_seconds), 0, 1e6,
     "seconds a move if no clock runs; 0: 5, or no limit if visits or playouts has one"},
    {"visits", PARAMETER_WHOLE, FIELD(visits), 0, 1e15,
     "visits of the root a move, those kept from earlier searches included; 0: no limit"},
    {"playouts", PARAMETER_WHOLE, FIELD(playouts), 0, 1e15,
     "playouts a move: visits that its own search makes; 0: no limit"},
    {"threads", PARAMETER_WHOLE, FIELD(threads), 1, SEARCH_THREADS_MAX,
     "threads of the search"},
    {"memory", PARAMETER_WHOLE, FIELD(memory_mb), 1, 1 << 20,
     "MiB for the search graph"},
    {"lag", PARAMETER_REAL, FIELD(lag), 0, 60,
     "seconds of each move kept back for the way to the clock"},
    {"resign", PARAMETER_REAL, FIELD(resign_below), 0, 1,
     "the win rate below which it resigns; 0: never"},
    {"symmetry", PARAMETER_BOOL, FIELD(symmetric), 0, 1,
     "rotations and reflections of a position are searched as one"},
    {"play_out", PARAMETER_BOOL, FIELD(play_out), 0, 1,
     "passes only when dead stones are taken and dame are filled"},
    {"keep", PARAMETER_BOOL, FIELD(keep), 0, 1,
     "what was found is kept for the next move"},
    {"ponder", PARAMETER_BOOL, FIELD(ponder), 0, 1,
     "thinks while the opponent does"},
    {"early_stop", PARAMETER_BOOL, FIELD(early_stop), 0, 1,
     "stops thinking once the choice can no longer change"},
    {"solve", PARAMETER_BOOL, FIELD(solve), 0, 1,
     "small boards and late endgames are solved, and only moves that keep the value are played"},
    {"lcb", PARAMETER_REAL, FIELD(lcb_z), 0, 10,
     "without a network: standard errors taken off a move's mean before choosing; 0: the most visited move"},
    {"prior_weight", PARAMETER_REAL, FIELD(select.cpuct), 0, 100,
     "without a network: weight of the policy in the search, in win rate"},
    {"exploration", PARAMETER_REAL, FIELD(select.ucb_constant), 0, 100,
     "without a network: weight of UCB1's term for rarely visited moves, in win rate"},
    {"amaf", PARAMETER_REAL, FIELD(select.rave_equivalence), 0, 1e9,
     "without a network: visits at which a move's own mean counts as much as all-moves-as-first on 19x19; on smaller boards fewer, by the square of their points"},
    {"unvisited_loss", PARAMETER_REAL, FIELD(select.fpu_reduction), -1, 1,
     "without a network: how much worse than its position an unvisited move is taken to be, in win rate"},
    {"score_share", PARAMETER_REAL, FIELD(select.score_share), 0, 1,
     "without a network: share of a move's utility that is its score instead of its win rate"},
    {"net_prior_weight", PARAMETER_REAL, FIELD(net_select.cpuct), 0, 100,
     "with a network: weight of the policy in the search, in win rate"},
    {"net_prior_temperature", PARAMETER_REAL, FIELD(net_select.prior_temperature), 0.01, 100,
     "with a network: priors are the policy to the power of 1 over this; above 1 they are flatter"},
    {"net_unvisited_loss", PARAMETER_REAL, FIELD(net_select.fpu_reduction), -1, 1,
     "with a network: how much worse than its position an unvisited move is taken to be, in win rate, times the square root of the visited moves' priors"},
    {"net_score_share", PARAMETER_REAL, FIELD(net_select.score_share), 0, 1,
     "with a network: share of a move's utility that is its score instead of its win rate"},
    {"net_score_width", PARAMETER_REAL, FIELD(net_select.score_width), 1, 1e6,
     "with a network: lead in points that counts half of the most that a score can count on 19x19; on smaller boards fewer, by their number of points"},
    {"net_score_centering", PARAMETER_REAL, FIELD(net_select.score_centering), 0, 1,
     "with a network: share of the position's score that scores are counted from, so that won and lost games are played on for their points"},
    {"net_decided_share", PARAMETER_REAL, FIELD(net_select.won_game_score_share), 0, 1,
     "with a network: net_score_share in a game that is won or lost for sure; it changes little by little from a win rate of 90% on; ranks do without"},
    {"net_decided_width", PARAMETER_REAL, FIELD(net_select.won_game_score_width), 1, 1e6,
     "with a network: net_score_width in such a game"},
    {"net_lcb", PARAMETER_REAL, FIELD(net_lcb_z), 0, 10,
     "with a network: standard errors taken off a move's mean before choosing; 0: the most visited move"},
    {"net_root_images", PARAMETER_WHOLE, FIELD(net_root_symmetries), 1, SYMMETRY_COUNT,
     "with a network: rotations and reflections of the root over which its answer is averaged"},
    {"policy_optimism", PARAMETER_REAL, FIELD(policy_optimism), 0, 1,
     "with a network of version 12 or newer: share of its optimistic policy, below the root"},
    {"root_policy_optimism", PARAMETER_REAL, FIELD(root_policy_optimism), 0, 1,
     "the same at the root"},
    {"playout_doubling_advantage", PARAMETER_REAL, FIELD(doublings.fixed), -3, 3,
     "with a network of KataGo's: judges positions as if one side made 2 to this power times as many playouts as the other, for handicap games"},
    {"playout_doubling_advantage_pla", PARAMETER_COLOR, FIELD(doublings.side), 0, 0,
     "that side: black, white, or E for the one that is searched for"},
    {"dynamic_playout_doubling_advantage_cap_per_opp_lead", PARAMETER_REAL, FIELD(doublings.cap_per_point), 0, 0.5,
     "with a network, choosing a move in a handicap game: up to this much for each point that komi and handicap put a side behind, as long as it wins less than 5 to 25%; then playout_doubling_advantage counts in analysis alone (KataGo: 0.045); 0: not"},
    {"anti_mirror", PARAMETER_BOOL, FIELD(anti_mirror), 0, 1,
     "looks for moves against an opponent who plays mirror Go; biases analysis of such games, too"},
    {"genmove_anti_mirror", PARAMETER_BOOL, FIELD(genmove_anti_mirror), 0, 1,
     "the same when choosing a move alone, not in analysis"},
    {"rank", PARAMETER_STRENGTH, FIELD(strength), 0, 0,
     "plays as strong as 20k to 1k, 1d to 9d; off: as well as it can"},
    {"human_sl_profile", PARAMETER_PROFILE, FIELD(profile), 0, 0,
     "with a human-play network: whose play it imitates (rank_5k, rank_5k_3d, preaz_5k, proyear_1995); empty: nobody's"},
    {"human_sl_chosen_move_prop", PARAMETER_REAL, FIELD(sampling.human_share), 0, 1,
     "share of the chances of moves that the policy of --human-model has, if it has a profile"},
    {"human_sl_chosen_move_pikl_lambda", PARAMETER_REAL, FIELD(sampling.human_lambda), 0, 1e9,
     "human moves that lose this much utility (2: a win for a loss) are played e times less often"},
    {"human_sl_chosen_move_ignore_pass", PARAMETER_BOOL, FIELD(sampling.human_ignores_pass), 0, 1,
     "the search decides how often to pass, not the human policy"},
    {"chosen_move_temperature", PARAMETER_REAL, FIELD(sampling.temperature), 0, 5,
     "moves are drawn by their visits, or by the policy, to the power of 1 over this; 0: the best move"},
    {"chosen_move_temperature_early", PARAMETER_REAL, FIELD(sampling.temperature_early), 0, 5,
     "the same at the beginning of the game"},
    {"chosen_move_temperature_halflife", PARAMETER_REAL, FIELD(sampling.halflife), 0.1, 1e5,
     "moves after which the two temperatures have come half as near, on 19x19; on smaller boards fewer"},
    {"chosen_move_temperature_only_below_prob", PARAMETER_REAL, FIELD(sampling.below), 0, 1,
     "only moves with smaller chances than this are played less often at lower temperatures"},
    {"chosen_move_subtract", PARAMETER_REAL, FIELD(sampling.subtract), 0, 1e10,
     "visits that each drawn move loses first, a 64th of the most at most"},
    {"chosen_move_prune", PARAMETER_REAL, FIELD(sampling.prune), 0, 1e10,
     "moves with fewer visits are not drawn, but those with a 64th of the most always are"},
    {"chosen_move_own_share", PARAMETER_REAL, FIELD(sampling.own_share), 0, 1,
     "share of the chances of moves that the policy of the network itself has"},
    {"chosen_move_least", PARAMETER_REAL, FIELD(sampling.least), 0, 1,
     "moves with less than this part of the greatest chance are not drawn"},
    {"chosen_move_careful", PARAMETER_BOOL, FIELD(sampling.move_filter), 0, 1,
     "what nobody would play is not drawn: filled eyes, needless self-atari, early passes"},
    {"noise", PARAMETER_REAL, FIELD(noise), 0, 1,
     "share of the root's priors that is drawn at random, for games of the engine against itself"},
    {"playout_capture", PARAMETER_REAL, FIELD(rates.capture), 0, 1,
     "how often playout games take a stone just played in atari"},
    {"playout_escape", PARAMETER_REAL, FIELD(rates.escape), 0, 1,
     "how often playout games save stones just put in atari"},
    {"playout_nakade", PARAMETER_REAL, FIELD(rates.nakade), 0, 1,
     "how often playout games play the vital point of a small eye"},
    {"playout_attack", PARAMETER_REAL, FIELD(rates.attack), 0, 1,
     "how often playout games start a ladder or get out of one"},
    {"playout_shape", PARAMETER_REAL, FIELD(rates.shape), 0, 1,
     "how often playout games answer by a local shape"},
    {NULL, PARAMETER_BOOL, 0, 0, 0, NULL},
};
// clang-format on

static bool is_same_name(const char *a, const char *b) {
    while (*a != '\0' && (*a == *b || (*a == '_' && *b == '-'))) {
        a++;
        b++;
    }
    return *a == *b;
}

const Parameter *parameter_find(const char *name) {
    for (const Parameter *parameter = PARAMETERS; parameter->name != NULL; parameter++) {
        if (is_same_name(parameter->name, name)) {
            return parameter;
        }
    }
    return NULL;
}

const ParameterAlias KATAGO_PARAMETERS[] = {
    {"antiMirror", "anti_mirror"},
    {"chosenMovePrune", "chosen_move_prune"},
    {"chosenMoveSubtract", "chosen_move_subtract"},
    {"chosenMoveTemperature", "chosen_move_temperature"},
    {"chosenMoveTemperatureEarly", "chosen_move_temperature_early"},
    {"chosenMoveTemperatureHalflife", "chosen_move_temperature_halflife"},
    {"chosenMoveTemperatureOnlyBelowProb", "chosen_move_temperature_only_below_prob"},
    {"dynamicPlayoutDoublingAdvantageCapPerOppLead",
     "dynamic_playout_doubling_advantage_cap_per_opp_lead"},
    {"genmoveAntiMirror", "genmove_anti_mirror"},
    {"humanSLChosenMoveIgnorePass", "human_sl_chosen_move_ignore_pass"},
    {"humanSLChosenMovePiklLambda", "human_sl_chosen_move_pikl_lambda"},
    {"humanSLChosenMoveProp", "human_sl_chosen_move_prop"},
    {"humanSLProfile", "human_sl_profile"},
    {"lagBuffer", "lag"},
    {"maxPlayouts", "playouts"},
    {"maxVisits", "visits"},
    {"numSearchThreads", "threads"},
    {"playoutDoublingAdvantage", "playout_doubling_advantage"},
    {"playoutDoublingAdvantagePla", "playout_doubling_advantage_pla"},
    {"policyOptimism", "policy_optimism"},
    {"ponderingEnabled", "ponder"},
    {"rootNumSymmetriesToSample", "net_root_images"},
    {"rootPolicyOptimism", "root_policy_optimism"},
    {NULL, NULL},
};

const Parameter *parameter_find_katago(const char *name) {
    for (const ParameterAlias *alias = KATAGO_PARAMETERS; alias->name != NULL; alias++) {
        if (strcmp(alias->name, name) == 0) {
            return parameter_find(alias->ours);
        }
    }
    return NULL;
}

static bool read_profile(const char *text, HumanProfile *profile, Status *status) {
    static const char *const NOBODY[] = {"", "_", "\"\""};
    for (size_t i = 0; i < sizeof NOBODY / sizeof NOBODY[0]; i++) {
        if (strcmp(text, NOBODY[i]) == 0) {
            *profile = (HumanProfile){0};
            return true;
        }
    }
    return human_profile_read(text, profile, status);
}

static bool read_color(const char *name, const char *text, Color *color, Status *status) {
    if (strcasecmp(text, parameter_color_name(EMPTY)) == 0) {
        *color = EMPTY;
        return true;
    }
    return color_from_text(text, color) ||
           status_fail(status, "%s: expected black, white or E (neither), got '%.40s'", name, text);
}

const char *parameter_color_name(Color color) {
    return color == BLACK ? "B" : color == WHITE ? "W" : "E";
}

static const char *get_name(const HumanProfile *profile) {
    return profile->name[0] == '\0' ? "_" : profile->name;
}

bool parameter_set(const Parameter *parameter, PlayerOptions *options, const char *text,
                   Status *status) {
    void *field = (char *)options + parameter->offset;
    switch (parameter->type) {
    case PARAMETER_BOOL:
        return number_read_switch(parameter->name, text, field, status);
    case PARAMETER_WHOLE:
        return number_read_integer(parameter->name, text, (int64_t)parameter->least,
                                   (int64_t)parameter->most, field, status);
    case PARAMETER_REAL:
        return number_read_real(parameter->name, text, parameter->least, parameter->most, field,
                                status);
    case PARAMETER_PROFILE:
        return read_profile(text, field, status);
    case PARAMETER_STRENGTH:
        return strength_read(text, field, status);
    case PARAMETER_COLOR:
        return read_color(parameter->name, text, field, status);
    }
    return false;
}

void parameter_add_value(const Parameter *parameter, const PlayerOptions *options, Text *text) {
    const void *field = (const char *)options + parameter->offset;
    switch (parameter->type) {
    case PARAMETER_BOOL:
        text_add(text, "%d", *(const bool *)field);
        break;
    case PARAMETER_WHOLE:
        text_add(text, "%lld", (long long)*(const int64_t *)field);
        break;
    case PARAMETER_REAL:
        text_add(text, "%.12g", *(const double *)field);
        break;
    case PARAMETER_PROFILE:
        text_add(text, "%s", get_name(field));
        break;
    case PARAMETER_STRENGTH:
        text_add(text, "%s", strength_write(*(const int *)field, (char[STRENGTH_TEXT_MAX + 1]){0}));
        break;
    case PARAMETER_COLOR:
        text_add(text, "%s", parameter_color_name(*(const Color *)field));
        break;
    }
}
