#include "engine/player/limits.h"

#include <math.h>

#include "engine/player/doublings.h"

/* Seconds a move if nothing else is set. */
static const double DEFAULT_SECONDS = 5;

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

SearchLimits limits_of_turn(const Turn *turn) {
    const PlayerOptions *options = turn->options;
    const bool is_counted = options->visits > 0 || options->playouts > 0;
    const double automatic = is_counted ? INFINITY : DEFAULT_SECONDS;
    const uint64_t seed = options->seed ^ hash_mix((uint64_t)turn->game->move_count + 1);
    return (SearchLimits){
        .threads = (int)options->threads,
        .seconds = options->move_seconds > 0 ? options->move_seconds : automatic,
        .visits = options->visits > 0 ? options->visits : INT64_MAX,
        .playouts = options->playouts > 0 ? options->playouts : INT64_MAX,
        .symmetric = options->symmetric,
        .seed = seed,
        .sampling_seed = seed,
        .play_out = options->play_out,
        .memory = (size_t)options->memory_mb << 20,
        .keep = options->keep,
        .early_stop = options->early_stop,
        .root_symmetries = (int)options->net_root_symmetries,
        .sampling = options->sampling,
        .noise = options->noise,
        .playout_doublings = doublings_fixed(&options->doublings, turn->color),
        .anti_mirror = options->anti_mirror,
    };
}

void limits_only_report(SearchLimits *limits) {
    limits->early_stop = false;
    limits->sampling = (SamplingParameters){0};
}

void limits_by_network(const PlayerOptions *options, const Network *network, SearchLimits *limits) {
    const bool by_network = network != NULL;
    if (by_network && network_has_encoder(network)) {
        limits->profile = options->profile;
    }
    if (by_network && network_has_optimism(network)) {
        limits->policy_optimism = options->policy_optimism;
        limits->root_policy_optimism = options->root_policy_optimism;
    }
    limits->lcb_z = by_network ? options->net_lcb_z : options->lcb_z;
    limits->select = by_network ? options->net_select : options->select;
    limits->root = (SearchRoot){
        .fpu_reduction = options->root_fpu_reduction >= 0 ? options->root_fpu_reduction
                                                          : limits->select.fpu_reduction,
        .prior_temperature = options->root_policy_temperature,
    };
    limits->is_root_apart = limits->root.fpu_reduction != limits->select.fpu_reduction ||
                            limits->root.prior_temperature != 1;
    limits->keep = limits->keep && !limits->is_root_apart;
}
