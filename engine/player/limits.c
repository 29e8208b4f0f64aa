#include "engine/player/limits.h"

/* Seconds a move if nothing else is set. */
static const double DEFAULT_SECONDS = 5;

enum { RANK_SEED = 1 };

SearchLimits limits_of_visits(const PlayerOptions *options, int64_t visits) {
    return (SearchLimits){.threads = 1,
                          .seconds = INFINITY,
                          .visits = visits,
                          .playouts = INT64_MAX,
                          .seed = 1,
                          .symmetric = true,
                          .memory = (size_t)options->memory_mb << 20,
                          .root_symmetries = 1,
                          .select = options->select};
}

double limits_seconds(const PlayerOptions *options) {
    const bool is_counted = options->visits > 0 || options->playouts > 0;
    return options->move_seconds > 0 ? options->move_seconds
           : is_counted              ? INFINITY
                                     : DEFAULT_SECONDS;
}

double limits_playout_doublings(const PlayoutDoublings *doublings, Color color) {
    const Color side = doublings->side == EMPTY ? color : doublings->side;
    return side == BLACK ? doublings->fixed : -doublings->fixed;
}

SearchLimits limits_of_turn(const Turn *turn, SearchPurpose purpose, const Network *network,
                            Network *human) {
    const PlayerOptions *options = turn->options;
    const bool by_network = network != NULL, chooses = search_chooses(purpose);
    const bool is_pondering = purpose == SEARCH_TO_PONDER;
    const Color chooser = is_pondering ? color_opponent(turn->color) : turn->color;
    const uint64_t seed = options->seed ^ hash_mix((uint64_t)turn->game->move_count + 1);
    SearchLimits limits = {
        .threads = (int)options->threads,
        .seconds = limits_seconds(options),
        .visits = options->visits > 0 ? options->visits : INT64_MAX,
        .playouts = options->playouts > 0 ? options->playouts : INT64_MAX,
        .symmetric = options->symmetric,
        .seed = purpose == SEARCH_AS_RANK ? RANK_SEED : seed,
        .sampling_seed = seed,
        .chooses = chooses,
        .play_out = options->play_out,
        .memory = (size_t)options->memory_mb << 20,
        .early_stop = options->early_stop && chooses,
        .root_symmetries = (int)options->net_root_symmetries,
        .sampling = chooses ? options->sampling : (SamplingParameters){0},
        .playout_doublings = limits_playout_doublings(&options->doublings, chooser),
        .anti_mirror =
            options->anti_mirror || (options->genmove_anti_mirror && (chooses || is_pondering)),
        .lcb_z = by_network ? options->net_lcb_z : 0,
        .select = by_network ? options->net_select : options->select,
    };
    if (by_network && network_has_encoder(network)) {
        limits.profile = options->profile;
    }
    if (by_network && network_has_optimism(network)) {
        limits.policy_optimism = options->policy_optimism;
        limits.root_policy_optimism = options->root_policy_optimism;
    }
    if (human != NULL && human_profile_is_set(&options->profile)) {
        limits.human = network_evaluator(human);
        limits.human_profile = options->profile;
    }
    limits.root = (SearchRoot){
        .fpu_reduction = options->root_fpu_reduction >= 0 ? options->root_fpu_reduction
                                                          : limits.select.fpu_reduction,
        .prior_temperature = options->root_policy_temperature,
    };
    limits.is_root_apart = limits.root.fpu_reduction != limits.select.fpu_reduction ||
                           limits.root.prior_temperature != 1;
    limits.keep = options->keep && !limits.is_root_apart;
    return limits;
}
