#include "engine/player/parameter.h"

#include <string.h>
#include <strings.h>

#include "engine/base/options.h"

// clang-format off
/* The type and the place of a field: a row cannot have another type than its field. */
#define FIELD(field)                                                                               \
    _Generic(((PlayerOptions *)NULL)->field,                                                       \
        bool: PARAMETER_BOOL,                                                                      \
        int64_t: PARAMETER_INTEGER,                                                                \
        double: PARAMETER_REAL,                                                                    \
        HumanProfile: PARAMETER_PROFILE,                                                           \
        int: PARAMETER_STRENGTH,                                                                   \
        int8_t: PARAMETER_AUTO,                                                                    \
        Color: PARAMETER_COLOR),                                                                   \
    offsetof(PlayerOptions, field)

const Parameter PARAMETERS[] = {
    {"maxTime", "move_time", FIELD(move_seconds), 0, 1e6, 1,
     "seconds a move if no clock runs; 0: 5, or no limit if maxVisits or maxPlayouts is set"},
    {"maxVisits", "visits", FIELD(visits), 0, 1e15, 1,
     "visits of the root a move, those kept from earlier searches included; 0: no limit"},
    {"maxPlayouts", "playouts", FIELD(playouts), 0, 1e15, 1,
     "playouts a move: visits that its own search makes; 0: no limit"},
    {"numSearchThreads", "threads", FIELD(threads), 1, SEARCH_THREADS_MAX, 1,
     "threads of the search"},
    {"memory", NULL, FIELD(memory_mb), 1, 1 << 20, 1,
     "MiB for the search graph"},
    {"lagBuffer", "lag", FIELD(lag), 0, 60, 1,
     "seconds of each move reserved for network and client delay"},
    {"resign", NULL, FIELD(resign_below), 0, 1, 1,
     "the win rate below which it resigns; 0: never"},
    {"symmetry", NULL, FIELD(symmetric), 0, 1, 1,
     "rotations and reflections of a position are searched as one"},
    {"play_out", NULL, FIELD(play_out), 0, 1, 1,
     "passes only when dead stones are taken and dame are filled"},
    {"keep", NULL, FIELD(keep), 0, 1, 1,
     "what was found is kept for the next move"},
    {"ponderingEnabled", "ponder", FIELD(ponder), 0, 1, 1,
     "thinks while the opponent does"},
    {"early_stop", NULL, FIELD(early_stop), 0, 1, 1,
     "stops thinking once no other move can overtake the most visited one; only when choosing by visits (lcbStdevs 0, no sampling)"},
    {"solve", NULL, FIELD(solve), 0, 1, 1,
     "small boards are solved, and only moves that keep the value are played"},
    {"book_max_ply", NULL, FIELD(book.max_ply), 0, 1e15, 1,
     "moves of a game after which no move is taken from the opening book"},
    {"book_min_visits", NULL, FIELD(book.min_visits), 0, 1e15, 1,
     "visits that a move of the opening book must have to be played"},
    {"book_max_loss", NULL, FIELD(book.max_loss), 0, 1, 1,
     "how much lower than the best win rate that of a move from the opening book may be"},
    {"book_randomness", NULL, FIELD(book.randomness), 0, 100, 1,
     "0: the best move of the opening book; 100: each eligible one alike; between them by visits to the power of (100 - r) / r"},
    {"cpuctExploration", NULL, FIELD(net_select.cpuct), 0, 200, 2,
     "with a network: weight of the policy in the search, in utility (-1 to 1)"},
    {"nnPolicyTemperature", NULL, FIELD(net_select.prior_temperature), 0.01, 100, 1,
     "with a network: priors are the policy to the power of 1 over this; above 1 they are flatter"},
    {"rootPolicyTemperature", NULL, FIELD(root_policy_temperature), 0.01, 100, 1,
     "the policy's temperature at the root, on top of nnPolicyTemperature"},
    {"fpuReductionMax", NULL, FIELD(net_select.fpu_reduction), -2, 2, 2,
     "with a network: how much worse than its position an unvisited move is taken to be, in utility (-1 to 1), times the square root of the visited moves' priors"},
    {"rootFpuReductionMax", NULL, FIELD(root_fpu_reduction), -1, 2, 2,
     "fpuReductionMax at the root; below 0: as elsewhere. If this or rootPolicyTemperature is set, nothing is kept for the next move"},
    {"net_score_share", NULL, FIELD(net_select.score_share), 0, 1, 1,
     "with a network: share of a move's utility that is its score instead of its win rate"},
    {"net_score_width", NULL, FIELD(net_select.score_width), 1, 1e6, 1,
     "with a network: lead in points that counts half of the most that a score can count on 19x19; on smaller boards fewer, by their number of points"},
    {"net_score_centering", NULL, FIELD(net_select.score_centering), 0, 1, 1,
     "with a network: share of the position's score that scores are counted from, so that won and lost games are played on for their points"},
    {"net_won_game_score_share", NULL, FIELD(net_select.won_game_score_share), 0, 1, 1,
     "with a network: net_score_share in a game that is won or lost for sure; it changes little by little from a win rate of 90% on; ranks do without"},
    {"net_won_game_score_width", NULL, FIELD(net_select.won_game_score_width), 1, 1e6, 1,
     "with a network: net_score_width in such a game"},
    {"lcbStdevs", NULL, FIELD(net_lcb_z), 0, 10, 1,
     "with a network: standard errors taken off a move's mean before choosing; 0: the most visited move"},
    {"rootNumSymmetriesToSample", NULL, FIELD(net_root_symmetries), 1, SYMMETRY_COUNT, 1,
     "with a network: rotations and reflections of the root over which its answer is averaged"},
    {"policyOptimism", NULL, FIELD(policy_optimism), 0, 1, 1,
     "with a network of version 12 or newer: share of its optimistic policy, below the root"},
    {"rootPolicyOptimism", NULL, FIELD(root_policy_optimism), 0, 1, 1,
     "the same at the root"},
    {"playoutDoublingAdvantage", NULL, FIELD(doublings.fixed), -3, 3, 1,
     "with a network of KataGo's: judges positions as if one side made 2 to this power times as many playouts as the other, for handicap games"},
    {"playoutDoublingAdvantagePla", NULL, FIELD(doublings.side), 0, 0, 1,
     "that side: black, white, or E for the one that is searched for"},
    {"excludeTerritoryAdjacentToAtari", NULL, FIELD(excludes_atari), 0, 0, 1,
     "by territory rules with tax NONE the last liberty of a chain is no point; auto: as the network was trained"},
    {"antiMirror", NULL, FIELD(anti_mirror), 0, 1, 1,
     "plays against mirror Go; also biases analysis of mirrored games"},
    {"genmoveAntiMirror", NULL, FIELD(genmove_anti_mirror), 0, 1, 1,
     "antiMirror for choosing moves only, not for analysis"},
    {"rank", NULL, FIELD(strength), 0, 0, 1,
     "plays as strong as 20k to 1k, 1d to 9d; off: as well as it can"},
    {"humanSLProfile", NULL, FIELD(profile), 0, 0, 1,
     "with a human-play network: whose play it imitates (rank_5k, rank_5k_3d, preaz_5k, proyear_1995); empty: off"},
    {"humanSLChosenMoveProp", NULL, FIELD(sampling.human_share), 0, 1, 1,
     "share of the chances of moves that the policy of --human-model has, if it has a profile"},
    {"humanSLChosenMovePiklLambda", NULL, FIELD(sampling.human_lambda), 0, 1e9, 1,
     "human moves that lose this much utility (2: a win for a loss) are played e times less often"},
    {"humanSLChosenMoveIgnorePass", NULL, FIELD(sampling.human_ignores_pass), 0, 1, 1,
     "the search decides how often to pass, not the human policy"},
    {"chosenMoveTemperature", NULL, FIELD(sampling.temperature), 0, 5, 1,
     "moves are sampled by their visits, or by the policy, to the power of 1 over this; 0: the best move"},
    {"chosenMoveTemperatureEarly", NULL, FIELD(sampling.temperature_early), 0, 5, 1,
     "the same at the beginning of the game"},
    {"chosenMoveTemperatureHalflife", NULL, FIELD(sampling.halflife), 0.1, 1e5, 1,
     "moves in which the early temperature decays halfway to chosenMoveTemperature, on 19x19; scaled down on smaller boards"},
    {"chosenMoveTemperatureOnlyBelowProb", NULL, FIELD(sampling.below), 0, 1, 1,
     "only moves with smaller chances than this are played less often at lower temperatures"},
    {"chosenMoveSubtract", NULL, FIELD(sampling.subtract), 0, 1e10, 1,
     "visits subtracted from each sampled move, at most a 64th of the most"},
    {"chosenMovePrune", NULL, FIELD(sampling.prune), 0, 1e10, 1,
     "moves with fewer visits are not sampled, unless they have a 64th of the most"},
    {"chosen_move_own_share", NULL, FIELD(sampling.own_share), 0, 1, 1,
     "share of the chances of moves that the policy of the network itself has"},
    {"chosen_move_least", NULL, FIELD(sampling.least), 0, 1, 1,
     "moves with less than this part of the greatest chance are not sampled"},
    {"chosen_move_careful", NULL, FIELD(sampling.move_filter), 0, 1, 1,
     "filled eyes, needless self-atari and early passes are not sampled"},
    {NULL, NULL, PARAMETER_BOOL, 0, 0, 0, 0, NULL},
};
// clang-format on

const Parameter *parameter_find(const char *name) {
    for (const Parameter *parameter = PARAMETERS; parameter->name != NULL; parameter++) {
        if (text_names_match(parameter->name, name) ||
            (parameter->option != NULL && text_names_match(parameter->option, name))) {
            return parameter;
        }
    }
    return NULL;
}

static bool read_profile(const char *text, HumanProfile *profile, Status *status) {
    static const char *const UNSET[] = {"", "_", "\"\""};
    for (size_t i = 0; i < sizeof UNSET / sizeof UNSET[0]; i++) {
        if (strcmp(text, UNSET[i]) == 0) {
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

static bool read_auto(const char *name, const char *text, int8_t *value, Status *status) {
    const bool is_auto = strcasecmp(text, parameter_auto_name(-1)) == 0;
    bool is_on = false;
    if (!is_auto && !number_read_switch(name, text, &is_on, status)) {
        return status_fail(status, "%s: expected auto, true or false, got '%.40s'", name, text);
    }
    *value = is_auto ? -1 : is_on;
    return true;
}

const char *parameter_auto_name(int8_t value) {
    return value < 0 ? "auto" : value > 0 ? "true" : "false";
}

static const char *get_name(const HumanProfile *profile) {
    return profile->name[0] == '\0' ? "_" : profile->name;
}

bool parameter_set(const Parameter *parameter, PlayerOptions *options, const char *text,
                   Status *status) {
    void *field = (char *)options + parameter->offset;
    double real;
    switch (parameter->type) {
    case PARAMETER_BOOL:
        return number_read_switch(parameter->name, text, field, status);
    case PARAMETER_INTEGER:
        return number_read_integer(parameter->name, text, (int64_t)parameter->least,
                                   (int64_t)parameter->most, field, status);
    case PARAMETER_REAL:
        if (!number_read_real(parameter->name, text, parameter->least, parameter->most, &real,
                              status)) {
            return false;
        }
        *(double *)field = real / parameter->scale;
        return true;
    case PARAMETER_PROFILE:
        return read_profile(text, field, status);
    case PARAMETER_STRENGTH:
        return strength_read(text, field, status);
    case PARAMETER_COLOR:
        return read_color(parameter->name, text, field, status);
    case PARAMETER_AUTO:
        return read_auto(parameter->name, text, field, status);
    }
    return false;
}

double parameter_real(const Parameter *parameter, const PlayerOptions *options) {
    return parameter->scale * *(const double *)((const char *)options + parameter->offset);
}

void parameter_add_value(const Parameter *parameter, const PlayerOptions *options, Text *text) {
    const void *field = (const char *)options + parameter->offset;
    switch (parameter->type) {
    case PARAMETER_BOOL:
        text_add(text, "%d", *(const bool *)field);
        break;
    case PARAMETER_INTEGER:
        text_add(text, "%lld", (long long)*(const int64_t *)field);
        break;
    case PARAMETER_REAL:
        text_add(text, "%.12g", parameter_real(parameter, options));
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
    case PARAMETER_AUTO:
        text_add(text, "%s", parameter_auto_name(*(const int8_t *)field));
        break;
    }
}
