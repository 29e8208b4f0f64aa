#include "engine/player/player.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/clock.h"
#include "engine/go/ending/ending.h"
#include "engine/player/networks.h"
#include "engine/player/time.h"
#include "engine/solve/play/exact.h"

/* Seconds a move if nothing else is set. */
static const double DEFAULT_SECONDS = 5;

/* The part of a move's time in which a network that is still being read may turn up. The rest is
 * for the playouts: a third of the time costs them little, since their strength grows with the
 * logarithm of it, and the later the network came, the fewer visits it would still make. */
static const double WAIT_SHARE = 2.0 / 3;

/* And the part in which it may be found out that there is nothing to search. */
static const double PASS_SHARE = 0.5;

/* And the part that the solver may take, and a search of a late endgame; the rest is for choosing
 * among the moves that they leave. */
static const double SOLVE_SHARE = 0.7, LATE_SHARE = 0.2;

/* Without a time limit: positions of the solver for each visit, in about the same time. */
static const uint64_t SOLVE_NODES_PER_VISIT = 50;

/* A win rate may end the game only if it rests on this many visits. */
enum { JUDGE_VISITS = 200 };

/* A rank's time a move: what is left of 0.2 s is for an evaluation under way and the answer. */
static const double STRENGTH_SECONDS = 0.16;
enum { STRENGTH_MEMORY_MB = 16 };

/* Ranks search a position in the same way every time, and only the sampling differs: so the chances
 * can be told afterwards. */
enum { STRENGTH_SEED = 1 };

PlayerOptions player_default_options(void) {
    return (PlayerOptions){
        .symmetric = true,
        .keep = true,
        .early_stop = true,
        .solve = true,
        .lcb_z = 0,
        .select = {.prior_weight = 1.5,
                   .exploration = 0,
                   .amaf_visits = 1000,
                   .unvisited_loss = 0.05,
                   .loss_grows = false,
                   .prior_temperature = 1,
                   .score_share = 0.05,
                   .score_width = 361},
        .net_lcb_z = 2,
        .net_select = {.prior_weight = 0.7,
                       .unvisited_loss = 0.1,
                       .loss_grows = true,
                       .prior_temperature = 1,
                       .score_share = 0.2,
                       .score_width = 60,
                       .score_centering = 1,
                       .won_game_score_share = 0.5,
                       .won_game_score_width = 20},
        .net_root_images = 1,
        .policy_optimism = 1,
        .root_policy_optimism = 0.2,
        .doublings = {.side = EMPTY},
        .sampling = {.halflife = 19, .below = 1, .prune = 1, .human_lambda = 1e9},
        .rates = policy_default_rates(),
        .threads = 1,
        .memory_mb = 256,
        .seed = 1,
        .resign_below = 0.05,
        .lag = 0.2,
    };
}

int64_t player_level_visits(int level) {
    return INT64_C(50) << level; /* 100 to 51,200 */
}

/* For a move's verdict, which waits for no network. */
static Ending *ending_at_hand(Player *player) {
    static const Deadline NOW = {.at = 0};
    return networks_ending(player, &NOW);
}

/* Is there nothing left to play for? From the deadline on all doubts are left to the search. */
static bool is_settled(Player *player, const PlayerOptions *options, const Game *game,
                       const Deadline *deadline) {
    return ending_is_settled(ending_at_hand(player), game,
                             ending_takes_dead(&game->rules, options->play_out), deadline);
}

/* A rank does not take a pass in the middle of the game for its end, even if it would win so. */
static bool should_pass(Player *player, const PlayerOptions *options, const Game *game, Color color,
                        const Deadline *deadline) {
    const bool may_end = !options->play_out && options->strength == STRENGTH_NONE;
    if (player->avoid != NULL && player->avoid->until[color][POINT_PASS] > 0) {
        return false;
    }
    return (may_end && game->board.passes > 0 &&
            ending_pass_wins(ending_at_hand(player), game, color, deadline)) ||
           is_settled(player, options, game, deadline);
}

bool player_can_judge(const Game *game, const SearchResult *search) {
    return search->visits >= JUDGE_VISITS && resign_policy_is_past_opening(game);
}

static bool should_resign(Player *player, const PlayerOptions *options, const Game *game,
                          Color color, const PlayerMove *answer) {
    const SearchResult *search = &answer->search;
    if (options->strength != STRENGTH_NONE) {
        const bool by_network = player->load != NULL && !answer->network_was_late;
        return by_network && /* a rank's few playouts say too little */
               resign_policy_update(&player->resign_policy[color], options->strength,
                                    options->resign_below, game, color, search);
    }
    return search->win_rate < options->resign_below && player_can_judge(game, search);
}

/* What the options say of a search of the game's present position for color, whatever it drives. */
static SearchLimits search_limits(const PlayerOptions *options, const Game *game, Color color) {
    const uint64_t seed = options->seed ^ hash_mix((uint64_t)game->move_count + 1);
    const bool is_counted = options->visits > 0 || options->playouts > 0;
    const double automatic = is_counted ? INFINITY : DEFAULT_SECONDS;
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
        .root_images = (int)options->net_root_images,
        .sampling = options->sampling,
        .noise = options->noise,
        .playout_doublings = doublings_fixed(&options->doublings, color),
        .anti_mirror = options->anti_mirror,
    };
}

/* A search that a choice of move rests on goes by more than one that only reports. */
static void serve_choice(const PlayerOptions *options, double playout_doublings,
                         SearchLimits *limits) {
    limits->playout_doublings = playout_doublings;
    limits->anti_mirror = options->anti_mirror || options->genmove_anti_mirror;
}

bool player_init(Player *player, NetworkLoad *load) {
    const PlayerOptions options = player_default_options();
    *player = (Player){.playouts = malloc(sizeof *player->playouts), .load = load};
    if (player->playouts != NULL) {
        playout_evaluator_init(player->playouts, &options.rates);
        player->search = search_new(&player->playouts->evaluator);
    }
    return player->search != NULL;
}

void player_free(Player *player) {
    search_free(player->search);
    search_free(player->strength_search);
    free(player->playouts);
    *player = (Player){0};
}

Ending *player_ending(Player *player) {
    static const Deadline NEVER = {.at = INFINITY};
    return networks_ending(player, &NEVER);
}

void player_forget(Player *player) {
    player->resign_policy[BLACK] = player->resign_policy[WHITE] = (ResignPolicy){0};
    player->dynamic_doublings = (DynamicDoublings){0};
    search_clear(player->search);
}

/* ---- Ranks ---- */

bool player_can_play_strength(Player *player, int strength, Status *status) {
    static const Deadline NOW = {.at = 0};
    char text[STRENGTH_TEXT_MAX + 1];
    Status reason;
    Network *human;
    if (strength == STRENGTH_NONE) {
        return true;
    }
    strength_write(strength, text);
    if (player->load == NULL && player->human == NULL) {
        return status_fail(status,
                           "%s: playing a rank needs a network (--model or "
                           "--human-model)",
                           text);
    }
    if (player->load == NULL && !networks_can_imitate(player, &reason)) {
        return status_fail(status, "%s: %.200s", text, reason.text);
    }
    if (!networks_wait_for_human(player, &NOW, &human, &reason)) {
        return status_fail(status, "%s: %.200s", text, reason.text);
    }
    return true;
}

/* What the engine's own opinion goes by, whatever the rank. A human-play network to search with has
 * to imitate somebody. */
static PlayerOptions own_options(const PlayerOptions *options) {
    PlayerOptions own = *options;
    if (own.strength != STRENGTH_NONE && !human_profile_is_set(&own.profile)) {
        own.profile = strength_profile(own.strength);
    }
    return own;
}

/* Changes options to those that play the rank they have. luck, 0 to 1, decides whether there is one
 * more visit. Without a profile a network could not be asked that imitates people and turns up too
 * late to be counted. */
static void play_strength(const Imitators *imitators, double luck, PlayerOptions *options) {
    const bool is_imitated = imitators->main || imitators->human;
    const StrengthPlay play =
        is_imitated ? strength_play_imitated() : strength_play(options->strength);
    options->profile = strength_profile(options->strength);
    options->visits = (int64_t)play.visits + (luck < play.visits - floor(play.visits));
    options->playouts = 0;
    options->sampling = play.sampling;
    if (!imitators->human) {
        options->sampling.human_share = 0; /* the main network's own policy, human or not */
    }
    options->net_select.won_game_score_width = 0; /* ranks were measured without */
    options->doublings = (PlayoutDoublings){.side = EMPTY};
    options->anti_mirror = options->genmove_anti_mirror = false;
    options->threads = 1;
    options->keep = false;
    options->memory_mb = STRENGTH_MEMORY_MB;
}

/* Returns a number from 0 to 1, independent of the sampling with the same seed (choose.c). */
static double luck_of(uint64_t seed) {
    Rng rng = rng_new(seed);
    return rng_next(&rng) / (UINT32_MAX + 1.0);
}

/* The same, after waiting until the deadline for networks to turn up. Sets whether one has not.
 * Returns false with a message if the rank cannot be played. */
static bool prepare_strength(Player *player, double luck, PlayerOptions *options,
                             const Deadline *deadline, bool *is_late, Status *status) {
    Imitators imitators;
    if (!player_can_play_strength(player, options->strength, status) ||
        !networks_find_imitators(player, deadline, &imitators, status)) {
        return false;
    }
    *is_late = imitators.is_late;
    play_strength(&imitators, luck, options);
    return true;
}

/* ---- Time ---- */

/* The time of a move. */
typedef struct {
    double start;
    double seconds;
    /* By a clock or the options: what comes before the search is part of it, too. */
    bool is_limited;
} MoveTime;

/* Until a part of the time is over, or the search is cancelled. */
static Deadline part_of(const Player *player, const MoveTime *time, double share) {
    return (Deadline){.at = time->start + share * time->seconds, .cancel = player->cancel};
}

/* Sets the limits' time by the clock (NULL: none), or else by the options. */
static MoveTime start_time(const PlayerOptions *options, const GameClock *clock, const Game *game,
                           Color color, SearchLimits *limits) {
    MoveTime time = {.start = clock_seconds(),
                     .seconds = limits->seconds,
                     .is_limited = options->move_seconds > 0};
    const double budget = clock == NULL ? INFINITY
                                        : time_budget(clock, color, game->geometry->cell_count,
                                                      game->move_count, options->lag);
    if (isfinite(budget)) {
        time.seconds = budget;
        time.is_limited = true;
        limits->unclear_seconds = time_reserve(clock, color, budget, options->lag);
    }
    return time;
}

/* How long a move waits for networks that are still being read. */
static Deadline wait_for_networks(const Player *player, const MoveTime *time) {
    return part_of(player, time, time->is_limited ? WAIT_SHARE : INFINITY);
}

/* The time of a rank's move, once the networks are there. */
static MoveTime strength_time(const MoveTime *time) {
    const double now = clock_seconds();
    const double left = time->is_limited ? time->start + time->seconds - now : INFINITY;
    return (MoveTime){.start = now,
                      .seconds = fmin(fmax(left, 0), STRENGTH_SECONDS),
                      .is_limited = time->is_limited};
}

/* Searches for what is left of the time. */
static bool run_search(Player *player, const PlayerOptions *options, const MoveTime *time,
                       const Game *game, Color color, SearchLimits *limits, PlayerMove *answer,
                       Status *status) {
    limits->watch = player->watch;
    limits->avoid = player->avoid;
    limits->symmetric = limits->symmetric && player->avoid == NULL;
    limits->cancel = player->cancel;
    const double before = clock_seconds();
    const Deadline deadline = wait_for_networks(player, time);
    if (!networks_choose(player, options, &deadline, limits, &answer->network_was_late, status)) {
        return false;
    }
    const double now = clock_seconds();
    const double waited = time->is_limited ? 0 : now - before;
    limits->seconds = fmax(time->seconds - (now - time->start - waited), 0);
    answer->searched = search_run(player->search, game, color, limits, &answer->search, status);
    return answer->searched;
}

/* ---- What is known exactly ---- */

/* Is the best move wanted? Not of a player that imitates people, or plays at random. */
static bool plays_to_win(const PlayerOptions *options) {
    const SamplingParameters *sampling = &options->sampling;
    return options->strength == STRENGTH_NONE && sampling->temperature == 0 &&
           sampling->temperature_early == 0 && sampling->human_share == 0 && options->noise == 0 &&
           !human_profile_is_set(&options->profile);
}

static bool find_exact(const Player *player, const PlayerOptions *options, const MoveTime *time,
                       const Game *game, Color color, ExactMoves *moves) {
    const bool is_agreed = ending_takes_dead(&game->rules, options->play_out);
    const int64_t visits = options->visits > 0 && options->playouts > 0
                               ? (int64_t)fmin((double)options->visits, (double)options->playouts)
                               : options->visits + options->playouts;
    const ExactLimits limits = {
        .deadline = part_of(player, time, exact_fits(game) ? SOLVE_SHARE : LATE_SHARE),
        .nodes = visits > 0 ? SOLVE_NODES_PER_VISIT * (uint64_t)visits : UINT64_MAX,
        .threads = (int)options->threads,
        .table_bytes = (size_t)options->memory_mb << 20,
    };
    return options->solve && plays_to_win(options) && player->avoid == NULL &&
           exact_find_moves(game, color, is_agreed, &limits, moves);
}

static Point only_move(const Game *game, const ExactMoves *moves) {
    Point only = POINT_PASS;
    for (int i = 0; i < game->board.empty_count; i++) {
        only = moves->keeps[game->board.empty[i]] ? game->board.empty[i] : only;
    }
    return only;
}

/* Chooses a move that keeps the value: ends the game if it is not lost, and else leaves the choice
 * to the search, which sets traps. */
static bool choose_exact(Player *player, const PlayerOptions *options, const MoveTime *time,
                         const Game *game, Color color, ExactMoves *moves, SearchLimits *limits,
                         PlayerMove *answer, Status *status) {
    const bool is_lost = exact_final_score(game, color, moves->value) < 0;
    const Deadline deadline = part_of(player, time, PASS_SHARE);
    exact_prefer(game, moves);
    if (moves->keeps[POINT_PASS] &&
        (!is_lost || moves->count == 0 || should_pass(player, options, game, color, &deadline))) {
        return true;
    }
    moves->keeps[POINT_PASS] = false;
    if (moves->count == 1) {
        answer->move = only_move(game, moves);
        return true;
    }
    limits->allowed = moves->keeps;
    if (!run_search(player, options, time, game, color, limits, answer, status)) {
        return false;
    }
    answer->move = is_lost && should_resign(player, options, game, color, answer)
                       ? POINT_RESIGN
                       : answer->search.move;
    return true;
}

static bool choose(Player *player, const PlayerOptions *given, const GameClock *clock,
                   const Game *game, Color color, PlayerMove *answer, Status *status) {
    *answer = (PlayerMove){.move = POINT_PASS};
    PlayerOptions ranked = *given;
    const PlayerOptions *options = &ranked;
    SearchLimits limits = search_limits(given, game, color);
    MoveTime time = start_time(given, clock, game, color, &limits);
    bool is_late = false;
    if (options->strength != STRENGTH_NONE) {
        const Deadline wait = wait_for_networks(player, &time);
        if (!prepare_strength(player, luck_of(limits.seed), &ranked, &wait, &is_late, status)) {
            return false;
        }
        limits = search_limits(options, game, color);
        limits.seed = STRENGTH_SEED;
        time = strength_time(&time);
    }
    const Deadline deadline = part_of(player, &time, PASS_SHARE);
    ExactMoves moves;
    /* On a larger board the game is over before the last point is won and the last dead stone
     * taken. */
    const bool is_small = game->geometry->cell_count <= EXACT_SMALL_CELLS;
    if (!is_small && should_pass(player, options, game, color, &deadline)) {
        return true;
    }
    serve_choice(options,
                 doublings_next(&player->dynamic_doublings, &options->doublings, game, color),
                 &limits);
    if (find_exact(player, options, &time, game, color, &moves)) {
        return choose_exact(player, options, &time, game, color, &moves, &limits, answer, status);
    }
    if (is_small && should_pass(player, options, game, color, &deadline)) {
        return true;
    }
    if (!run_search(player, options, &time, game, color, &limits, answer, status)) {
        return false;
    }
    answer->network_was_late = answer->network_was_late || is_late;
    const bool resigns = should_resign(player, options, game, color, answer);
    answer->move = resigns ? POINT_RESIGN : answer->search.move;
    return true;
}

bool player_choose(Player *player, const PlayerOptions *options, const GameClock *clock,
                   const Game *game, Color color, PlayerMove *answer, Status *status) {
    if (!choose(player, options, clock, game, color, answer, status)) {
        return false;
    }
    if (answer->searched) {
        doublings_note(&player->dynamic_doublings, game, color, answer->search.win_rate);
    }
    return true;
}

bool player_choose_among(Player *player, const PlayerOptions *given, const GameClock *clock,
                         const Game *game, Color color, const bool *allowed, PlayerMove *answer,
                         Status *status) {
    *answer = (PlayerMove){.move = POINT_PASS};
    const PlayerOptions own = own_options(given), *options = &own;
    SearchLimits limits = search_limits(options, game, color);
    limits.allowed = allowed;
    serve_choice(options,
                 doublings_present(&player->dynamic_doublings, &options->doublings, game, color),
                 &limits);
    const MoveTime time = start_time(options, clock, game, color, &limits);
    if (!run_search(player, options, &time, game, color, &limits, answer, status)) {
        return false;
    }
    answer->move = answer->search.move;
    return true;
}

bool player_analyze(Player *player, const PlayerOptions *given, const GameClock *clock,
                    double start, const Game *game, Color color, Status *status) {
    PlayerMove ignored;
    const PlayerOptions own = own_options(given), *options = &own;
    SearchLimits limits = search_limits(options, game, color);
    limits.early_stop = false;
    limits.sampling = (SamplingParameters){0}; /* nothing is played */
    MoveTime time = start_time(options, clock, game, color, &limits);
    time.start = start;
    limits.unclear_seconds = 0; /* no move depends on it */
    return run_search(player, options, &time, game, color, &limits, &ignored, status);
}

/* Thinks until another thread sets player->cancel. */
static bool think(Player *player, const PlayerOptions *options, const Game *game, Color color,
                  SearchLimits *limits, Status *status) {
    const MoveTime time = {.start = clock_seconds(), .seconds = INFINITY};
    const Deadline cancelled = networks_until_cancelled(player);
    limits->early_stop = false;
    limits->sampling = (SamplingParameters){0}; /* nothing is played */
    Network *network;
    PlayerMove ignored;
    if (player->load != NULL && network_load_wait_until(player->load, &cancelled, &network,
                                                        status) == NETWORK_LOAD_NOT_YET) {
        return true;
    }
    return run_search(player, options, &time, game, color, limits, &ignored, status);
}

bool player_analyze_until_cancelled(Player *player, const PlayerOptions *given, const Game *game,
                                    Color color, Status *status) {
    const PlayerOptions own = own_options(given), *options = &own;
    SearchLimits limits = search_limits(options, game, color);
    return think(player, options, game, color, &limits, status);
}

bool player_ponder(Player *player, const PlayerOptions *given, const Game *game, Color color,
                   Status *status) {
    const PlayerOptions own = own_options(given), *options = &own;
    SearchLimits limits = search_limits(options, game, color);
    serve_choice(options,
                 doublings_present(&player->dynamic_doublings, &options->doublings, game,
                                   color_opponent(color)),
                 &limits);
    return think(player, options, game, color, &limits, status);
}

/* ---- What moves say about ranks ---- */

/* The share of moves that mean nothing: they may lie anywhere. */
static const double SLIP = 0.02;

typedef struct {
    Player *player;
    const PlayerOptions *options;
    const Imitators *imitators;
    const Game *game;
    Color color;
    Point move;
    double *chances; /* [strength] */
} Weighing;

/* Searches as a rank does, for as long as it takes. *sampling is how it samples then. */
static bool search_as(const Weighing *w, int strength, const SearchObserver *observer,
                      SamplingParameters *sampling, Status *status) {
    const MoveTime time = {.start = clock_seconds(), .seconds = INFINITY};
    const Deadline cancelled = networks_until_cancelled(w->player);
    PlayerMove ignored;
    PlayerOptions options = *w->options;
    options.strength = strength;
    play_strength(w->imitators, 0, &options);
    SearchLimits limits = search_limits(&options, w->game, w->color);
    limits.seed = STRENGTH_SEED;
    limits.observer = observer;
    *sampling = limits.sampling;
    return run_search(w->player, &options, &time, w->game, w->color, &limits, &ignored, status) &&
           (!deadline_is_over(&cancelled) || status_fail(status, "interrupted"));
}

/* Each rank imitates other people. */
static bool weigh_one_by_one(const Weighing *w, Status *status) {
    SamplingParameters sampling;
    bool ok = true;
    for (int strength = STRENGTH_LEAST; ok && strength <= STRENGTH_MOST; strength++) {
        ok = search_as(w, strength, NULL, &sampling, status);
        w->chances[strength] = ok ? search_chance(w->player->search, &sampling, w->move) : 0;
    }
    return ok;
}

/* Adds the chances of the ranks that may end after this many visits. */
static void weigh_visits(void *context, int64_t visits) {
    const Weighing *w = context;
    for (int strength = STRENGTH_LEAST; strength <= STRENGTH_MOST; strength++) {
        const StrengthPlay play = strength_play(strength);
        const double part = 1 - fabs(play.visits - (double)visits); /* of its moves */
        if (part > 0) {
            w->chances[strength] +=
                part * search_chance(w->player->search, &play.sampling, w->move);
        }
    }
}

/* All ranks search in the same way, and the stronger just go on for longer. */
static bool weigh_together(Weighing *w, Status *status) {
    const SearchObserver observer = {weigh_visits, w};
    SamplingParameters ignored;
    memset(w->chances, 0, (STRENGTH_MOST + 1) * sizeof *w->chances);
    return search_as(w, STRENGTH_MOST, &observer, &ignored, status);
}

bool player_weigh_strengths(Player *player, const PlayerOptions *options, const Game *game,
                            Color color, Point move, double chances[STRENGTH_MOST + 1], bool *tells,
                            Status *status) {
    const Deadline cancelled = networks_until_cancelled(player);
    Imitators imitators;
    *tells = false;
    if (!player_can_play_strength(player, STRENGTH_LEAST, status)) {
        return false;
    }
    if (move == POINT_PASS || is_settled(player, options, game, &cancelled)) {
        return true;
    }
    if (!networks_find_imitators(player, &cancelled, &imitators, status)) {
        return false;
    }
    if (imitators.is_late) {
        return status_fail(status, "interrupted");
    }
    Search *usual = player->search;
    if (player->strength_search == NULL) {
        player->strength_search = search_new(&player->playouts->evaluator);
    }
    if (player->strength_search == NULL) {
        return status_fail(status, "out of memory");
    }
    const bool is_imitated = imitators.main || imitators.human;
    Weighing weighing = {player, options, &imitators, game, color, move, chances};
    *tells = true;
    player->search = player->strength_search;
    const bool ok =
        is_imitated ? weigh_one_by_one(&weighing, status) : weigh_together(&weighing, status);
    player->search = usual;
    for (int strength = STRENGTH_LEAST; ok && strength <= STRENGTH_MOST; strength++) {
        chances[strength] = (1 - SLIP) * chances[strength] + SLIP / game->geometry->cell_count;
    }
    return ok;
}
