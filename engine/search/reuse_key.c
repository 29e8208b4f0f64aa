#include "engine/search/reuse_key.h"

#include <string.h>

#include "engine/go/ending/ending.h"

ReuseKey reuse_key_of(const Game *game, const Evaluator *evaluator, const SearchLimits *limits,
                      const Mirror *mirror) {
    return (ReuseKey){
        .geometry = game->geometry,
        .rules = game->rules,
        .komi = game->komi,
        .handicap = game->handicap,
        .takes_dead = ending_takes_dead(&game->rules, limits->play_out),
        .evaluator = evaluator,
        .score_share = limits->select.score_share,
        .prior_temperature = limits->select.prior_temperature,
        .policy_optimism = limits->policy_optimism,
        .playout_doublings = limits->playout_doublings,
        .root_symmetries = limits->root_symmetries,
        .root_temperature = limits->is_root_apart ? limits->root.prior_temperature : 1,
        .profile = limits->profile,
        .symmetric = limits->symmetric,
        .mirroring = mirror->side,
        .memory = limits->memory,
    };
}

bool reuse_key_is_same(const ReuseKey *a, const ReuseKey *b) {
    return a->geometry == b->geometry && rules_are_same(&a->rules, &b->rules) &&
           a->komi == b->komi && a->handicap == b->handicap && a->takes_dead == b->takes_dead &&
           a->evaluator == b->evaluator && a->score_share == b->score_share &&
           a->prior_temperature == b->prior_temperature &&
           a->policy_optimism == b->policy_optimism &&
           a->playout_doublings == b->playout_doublings &&
           a->root_symmetries == b->root_symmetries && a->root_temperature == b->root_temperature &&
           strcmp(a->profile.name, b->profile.name) == 0 && a->symmetric == b->symmetric &&
           a->mirroring == b->mirroring && a->memory == b->memory;
}
