#include "engine/player/player.h"

#include <stdlib.h>

#include "engine/player/limits.h"
#include "engine/player/networks.h"
#include "engine/solve/dragon/owl.h"
#include "engine/solve/play/small_board.h"

/* ---- The search of a turn ---- */

/* How one turn of a player is searched: the options that hold for it, what it is for and its time.
 * Private to engine/player. A PlayerSearch belongs to one thread and may not be copied: its turn
 * points to its own options. */

typedef struct {
    Player *player;
    Turn turn;
    PlayerOptions options; /* the turn's, as changed by a rank or a profile */
    SearchPurpose purpose;
    const bool *allowed;    /* of SearchLimits; the caller may set it */
    double start, seconds;  /* of the turn's time */
    double unclear_seconds; /* in addition, if the position is unclear */
    bool is_limited; /* by a clock or the options: then waiting for networks is part of the time */
    bool is_late;    /* a network that decides how the rank plays is not ready */
} PlayerSearch;

/* The part of a move's time that waits for a network that is still loading. The rest is for
 * playouts, whose strength grows with the logarithm of their time. */
static const double WAIT_SHARE = 2.0 / 3;

enum { STRENGTH_MEMORY_MB = 16 };

/* ---- Time ---- */

/* Returns the end of a part of the time. */
static Deadline player_search_part_of_time(const PlayerSearch *search, double share) {
    return (Deadline){.at = search->start + share * search->seconds,
                      .cancel = search->player->cancel};
}

/* Until when the search waits for networks that are still loading. */
static Deadline wait_for_networks(const PlayerSearch *search) {
    return player_search_part_of_time(search, search->is_limited ? WAIT_SHARE : INFINITY);
}

/* Sets the time by the clock, or else by the options; without an end if the search goes on until it
 * is cancelled. */
static void start_time(PlayerSearch *search) {
    const Turn *turn = &search->turn;
    const PlayerOptions *options = turn->options;
    if (search->purpose == SEARCH_ON || search->purpose == SEARCH_TO_PONDER) {
        search->start = clock_seconds();
        search->seconds = INFINITY;
        return;
    }
    const double budget = turn->clock == NULL ? INFINITY
                                              : time_budget(turn->clock, turn->color,
                                                            turn->game->geometry->cell_count,
                                                            turn->game->move_count, options->lag);
    search->start = turn->start > 0 ? turn->start : clock_seconds();
    search->is_limited = options->move_seconds > 0 || isfinite(budget);
    search->seconds = isfinite(budget) ? budget : limits_seconds(options);
    if (isfinite(budget) && search->purpose == SEARCH_TO_CHOOSE) {
        search->unclear_seconds = time_reserve(turn->clock, turn->color, budget, options->lag);
    }
}

/* Sets the time of a rank's move, once the networks are ready. */
static void start_strength_time(PlayerSearch *search) {
    const double now = clock_seconds();
    const double left = search->is_limited ? search->start + search->seconds - now : INFINITY;
    search->start = now;
    search->seconds = fmin(fmax(left, 0), STRENGTH_SEARCH_MS / 1000.0);
    search->unclear_seconds = 0;
}

/* ---- Options ---- */

/* Prepares a search by the engine's own evaluation, whatever the rank. A human-play network to
 * search with gets the rank's profile, since it needs one. */
static void player_search_init(PlayerSearch *search, Player *player, const Turn *turn,
                               SearchPurpose purpose) {
    *search = (PlayerSearch){
        .player = player, .turn = *turn, .options = *turn->options, .purpose = purpose};
    PlayerOptions *own = &search->options;
    search->turn.options = own;
    if (own->strength != STRENGTH_NONE && !human_profile_is_set(&own->profile)) {
        own->profile = strength_profile(own->strength);
    }
    start_time(search);
}

/* Changes the options to those of the rank. */
static void play_strength(PlayerSearch *search, const Imitators *imitators) {
    PlayerOptions *options = &search->options;
    const int strength = options->strength;
    const bool is_imitated = imitators->main || imitators->human;
    const StrengthPlay play = is_imitated ? strength_play_imitated() : strength_play(strength);
    /* Independent of the sampling by the same seed (choose.c). */
    Rng rng = rng_new(options->seed ^ hash_mix((uint64_t)search->turn.game->move_count + 1));
    const double draw = rng_unit(&rng);
    search->purpose = SEARCH_AS_RANK;
    options->visits = (int64_t)play.visits + (draw < play.visits - floor(play.visits));
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

/* Prepares a search for choosing a move, by a rank if the options have one: then it waits for the
 * networks. Returns false with a message if the rank cannot be played. */
static bool player_search_init_choice(PlayerSearch *search, Player *player, const Turn *turn,
                                      Status *status) {
    const int strength = turn->options->strength;
    player_search_init(search, player, turn, SEARCH_TO_CHOOSE);
    if (strength == STRENGTH_NONE) {
        return true;
    }
    Imitators imitators;
    const Deadline deadline = wait_for_networks(search);
    if (!networks_can_play_strength(player, strength, status) ||
        !networks_find_imitators(player, &deadline, &imitators, status)) {
        return false;
    }
    search->is_late = imitators.is_late;
    play_strength(search, &imitators);
    start_strength_time(search);
    return true;
}

/* ---- Searching ---- */

/* Searches for the rest of the time. Returns false with a message on failure. */
static bool player_search_run(PlayerSearch *search, PlayerMove *choice, Status *status) {
    Player *player = search->player;
    const double before = clock_seconds();
    const Deadline deadline = wait_for_networks(search);
    TurnNetworks networks;
    if (!networks_choose(player, &search->options, search_chooses(search->purpose), &deadline,
                         &networks, status)) {
        return false;
    }
    SearchLimits limits =
        limits_of_turn(&search->turn, search->purpose, networks.main, networks.human);
    const double now = clock_seconds();
    const double waited = search->is_limited ? 0 : now - before;
    limits.seconds = fmax(search->seconds - (now - search->start - waited), 0);
    limits.unclear_seconds = search->unclear_seconds;
    limits.allowed = search->allowed;
    limits.watch = player->watch;
    limits.avoid = player->avoid;
    limits.symmetric = limits.symmetric && player->avoid == NULL;
    limits.cancel = player->cancel;
    choice->network_was_late = networks.is_late || search->is_late;
    choice->searched = search_run(player->search, search->turn.game, search->turn.color, &limits,
                                  &choice->search, status);
    return choice->searched;
}

/* The part of a move's time for deciding whether the game is over. */
static const double PASS_SHARE = 0.5;

/* The part for the solver; the rest is for choosing among the moves that it leaves. */
static const double SOLVE_SHARE = 0.7;

/* Without a time limit: positions that the solver enters in about the time of a visit. */
static const uint64_t SOLVE_NODES_PER_VISIT = 50;

PlayerOptions player_default_options(void) {
    return (PlayerOptions){
        .symmetric = true,
        .keep = true,
        .early_stop = true,
        .solve = true,
        .select = {.cpuct = 1.5,
                   .rave_equivalence = 1000,
                   .fpu_reduction = 0.05,
                   .prior_temperature = 1,
                   .score_share = 0.05,
                   .score_width = 361},
        .net_lcb_z = 2,
        .net_select = {.cpuct = 0.7,
                       .fpu_reduction = 0.1,
                       .fpu_by_visited_policy = true,
                       .prior_temperature = 1,
                       .score_share = 0.2,
                       .score_width = 60,
                       .score_centering = 1,
                       .won_game_score_share = 0.5,
                       .won_game_score_width = 20},
        .net_root_symmetries = 1,
        .root_fpu_reduction = -0.5,
        .root_policy_temperature = 1,
        .policy_optimism = 1,
        .root_policy_optimism = 0.2,
        .doublings = {.side = EMPTY},
        .excludes_atari = -1,
        .sampling = {.halflife = 19, .below = 1, .prune = 1, .human_lambda = 1e9},
        .book = book_play_default(),
        .threads = 1,
        .memory_mb = 256,
        .seed = 1,
        .resign_below = 0.05,
        .lag = 0.2,
    };
}

bool player_init(Player *player, NetworkLoad *load) {
    *player = (Player){.playouts = &PLAYOUT_EVALUATOR, .load = load};
    player->search = search_new(player->playouts);
    if (player->search != NULL) {
        ending_set_prover(search_ending(player->search), owl_prove);
    }
    return player->search != NULL;
}

void player_free(Player *player) {
    search_free(player->search);
    *player = (Player){0};
}

Ending *player_ending(Player *player) {
    return networks_ending(player, &DEADLINE_NEVER);
}

void player_clear(Player *player) {
    player->resign_policy[BLACK] = player->resign_policy[WHITE] = (ResignPolicy){0};
    search_clear(player->search);
}

/* ---- Choosing a move ---- */

/* A rank does not pass just because that would win. */
static bool should_pass(const PlayerSearch *search) {
    Player *player = search->player;
    const Turn *turn = &search->turn;
    const Deadline deadline = player_search_part_of_time(search, PASS_SHARE);
    const bool may_end = !turn->options->play_out && turn->options->strength == STRENGTH_NONE;
    if (player->avoid != NULL && player->avoid->until[turn->color][POINT_PASS] > 0) {
        return false;
    }
    return (may_end && turn->game->board.passes > 0 &&
            ending_pass_wins(networks_ending(player, &DEADLINE_NOW), turn->game, turn->color,
                             &deadline)) ||
           (!ending_bars_pass(&turn->game->board, turn->game->rules.suicide) &&
            ending_is_settled(
                networks_ending(player, &DEADLINE_NOW), turn->game,
                ending_removes_dead_stones(&turn->game->rules, turn->options->play_out),
                &deadline));
}

/* Is the best move wanted? Not if the player follows a human profile or samples its moves. */
static bool plays_to_win(const PlayerOptions *options) {
    const SamplingParameters *sampling = &options->sampling;
    return options->strength == STRENGTH_NONE && sampling->temperature == 0 &&
           sampling->temperature_early == 0 && sampling->human_share == 0 &&
           !human_profile_is_set(&options->profile);
}

/* The limit of a move's visits; 0: none. */
static int64_t count_visits(const PlayerOptions *options) {
    return options->visits > 0 && options->playouts > 0
               ? (int64_t)fmin((double)options->visits, (double)options->playouts)
               : options->visits + options->playouts;
}

/* Finds the moves that keep the position's value, if it can be known. */
static bool find_exact(const PlayerSearch *search, ExactMoves *moves) {
    const PlayerOptions *options = &search->options;
    const Turn *turn = &search->turn;
    const int64_t visits = count_visits(options);
    const ExactLimits limits = {
        .deadline = player_search_part_of_time(search, SOLVE_SHARE),
        .nodes = visits > 0 ? SOLVE_NODES_PER_VISIT * (uint64_t)visits : UINT64_MAX,
        .threads = (int)options->threads,
        .table_bytes = (size_t)options->memory_mb << 20,
    };
    return options->solve && plays_to_win(options) && search->player->avoid == NULL &&
           exact_find_moves(turn->game, turn->color, &limits, moves);
}

/* Takes a move from the opening book, if it fits. */
static bool choose_from_book(const PlayerSearch *search, PlayerMove *choice) {
    const Player *player = search->player;
    const BookPlay *play = &search->turn.options->book;
    const Game *game = search->turn.game;
    Rng rng = rng_new(search->turn.options->seed ^ hash_mix((uint64_t)game->move_count + 1));
    BookListing listing;
    BookChoice move;
    Status ignored;
    const bool imitates = search->turn.options->strength != STRENGTH_NONE ||
                          human_profile_is_set(&search->turn.options->profile);
    if (player->book == NULL || player->avoid != NULL || imitates ||
        !book_facts_fit(&player->book->facts, game, &ignored) ||
        !book_probe(player->book, game, search->turn.color, &listing)) {
        return false;
    }
    choice->is_from_book = book_choose(&listing, play, game, &rng, &move);
    if (choice->is_from_book) {
        choice->move = move.point;
        choice->book = move.opinion;
    }
    return choice->is_from_book;
}

static Point only_move(const Game *game, const ExactMoves *moves) {
    Point only = POINT_PASS;
    for (int i = 0; i < game->board.empty_count; i++) {
        only = moves->keeps[game->board.empty[i]] ? game->board.empty[i] : only;
    }
    return only;
}

/* ---- The stages of a choice: each returns whether it has decided, or failed ---- */

/* Passes or plays the only move that keeps the exact value, if that is known. Otherwise *is_exact,
 * with the moves that keep it, among which the search sets traps, or not. */
static bool choose_exactly(const PlayerSearch *search, ExactMoves *exact, bool *is_exact,
                           PlayerMove *choice) {
    const Game *game = search->turn.game;
    *is_exact = find_exact(search, exact);
    const bool may_pass = !*is_exact || exact->keeps[POINT_PASS];
    const bool passes =
        (*is_exact && may_pass &&
         (exact->count == 0 ||
          (!exact->is_lost && !ending_bars_pass(&game->board, game->rules.suicide)))) ||
        (game->geometry->cell_count <= EXACT_SMALL_CELLS && may_pass && should_pass(search));
    if (!passes && *is_exact && exact->count == 1) {
        choice->move = only_move(game, exact);
        return true;
    }
    if (*is_exact) {
        exact->keeps[POINT_PASS] = false;
    }
    return passes;
}

/* Searches, and resigns if the game looks lost and no exact value says otherwise. */
static bool choose_by_search(PlayerSearch *search, bool may_resign, PlayerMove *choice,
                             Status *status) {
    Player *player = search->player;
    if (!player_search_run(search, choice, status)) {
        return false;
    }
    const bool resigns = may_resign && resign_policy_decides(player->resign_policy, &search->turn,
                                                             choice, player->load != NULL);
    choice->move = resigns ? POINT_RESIGN : choice->search.move;
    return true;
}

bool player_choose(Player *player, const Turn *turn, PlayerMove *choice, Status *status) {
    PlayerSearch search;
    ExactMoves exact;
    bool is_exact;
    *choice = (PlayerMove){.move = POINT_PASS, .color = turn->color};
    if (!player_search_init_choice(&search, player, turn, status)) {
        return false;
    }
    /* On a small board every point counts: the exact value comes first. On a larger one the game is
     * over before the last point is won and the last dead stone taken. */
    const bool is_small = turn->game->geometry->cell_count <= EXACT_SMALL_CELLS;
    if ((!is_small && should_pass(&search)) || choose_exactly(&search, &exact, &is_exact, choice)) {
        return true;
    }
    if (!is_exact && choose_from_book(&search, choice)) {
        return true;
    }
    search.allowed = is_exact ? exact.keeps : NULL;
    return choose_by_search(&search, !is_exact || exact.is_lost, choice, status);
}

bool player_choose_among(Player *player, const Turn *turn, const bool *allowed, PlayerMove *choice,
                         Status *status) {
    PlayerSearch search;
    *choice = (PlayerMove){.move = POINT_PASS, .color = turn->color};
    player_search_init(&search, player, turn, SEARCH_TO_CHOOSE);
    search.allowed = allowed;
    return choose_by_search(&search, false, choice, status);
}

/* ---- Searches that choose nothing ---- */

bool player_analyze(Player *player, const Turn *turn, Status *status) {
    PlayerMove ignored;
    PlayerSearch search;
    player_search_init(&search, player, turn, SEARCH_TO_REPORT);
    return player_search_run(&search, &ignored, status);
}

bool player_can_analyze(Player *player, const Turn *turn, Status *status) {
    const Deadline cancelled = networks_until_cancelled(player);
    TurnNetworks ignored;
    PlayerSearch search;
    player_search_init(&search, player, turn, SEARCH_ON);
    return networks_choose(player, &search.options, false, &cancelled, &ignored, status);
}

/* Searches until another thread sets player->cancel. */
static bool search_until_cancelled(Player *player, const Turn *turn, SearchPurpose purpose,
                                   Status *status) {
    const Deadline cancelled = networks_until_cancelled(player);
    Network *network;
    PlayerMove ignored;
    PlayerSearch search;
    player_search_init(&search, player, turn, purpose);
    return (player->load != NULL && network_load_wait_until(player->load, &cancelled, &network,
                                                            status) == NETWORK_LOAD_NOT_YET) ||
           player_search_run(&search, &ignored, status);
}

bool player_analyze_until_cancelled(Player *player, const Turn *turn, Status *status) {
    return search_until_cancelled(player, turn, SEARCH_ON, status);
}

bool player_ponder(Player *player, const Turn *turn, Status *status) {
    return search_until_cancelled(player, turn, SEARCH_TO_PONDER, status);
}
