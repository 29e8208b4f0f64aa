#include "engine/player/player.h"

#include <math.h>
#include <stdlib.h>

#include "engine/base/clock.h"
#include "engine/go/ending/ending.h"
#include "engine/player/doublings.h"
#include "engine/player/player_search.h"
#include "engine/player/resign_policy.h"
#include "engine/solve/play/exact.h"

/* The part of a move's time in which it may be found out that there is nothing to search. */
static const double PASS_SHARE = 0.5;

/* The part that the solver may take, and a search of a late endgame; the rest is for choosing among
 * the moves that they leave. */
static const double SOLVE_SHARE = 0.7, LATE_SHARE = 0.2;

/* Without a time limit: positions of the solver for each visit, in about the same time. */
static const uint64_t SOLVE_NODES_PER_VISIT = 50;

/* A win rate may end the game only if it rests on this many visits. */
enum { JUDGE_VISITS = 200 };

PlayerOptions player_default_options(void) {
    return (PlayerOptions){
        .symmetric = true,
        .keep = true,
        .early_stop = true,
        .solve = true,
        .lcb_z = 0,
        .select = {.cpuct = 1.5,
                   .ucb_constant = 0,
                   .rave_equivalence = 1000,
                   .fpu_reduction = 0.05,
                   .fpu_by_visited_policy = false,
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

/* ---- Choosing a move ---- */

/* Waits for no network. */
static Ending *ending_at_hand(Player *player) {
    static const Deadline NOW = {.at = 0};
    return networks_ending(player, &NOW);
}

bool player_is_settled(Player *player, const Turn *turn, const Deadline *deadline) {
    return ending_is_settled(ending_at_hand(player), turn->game,
                             ending_takes_dead(&turn->game->rules, turn->options->play_out),
                             deadline);
}

/* A rank does not take a pass in the middle of the game for its end, even if it would win so. */
static bool should_pass(Player *player, const PlayerSearch *search) {
    const Turn *turn = &search->turn;
    const Color color = turn->color;
    const Deadline deadline = player_search_part_of_time(search, player, PASS_SHARE);
    const bool may_end = !turn->options->play_out && turn->options->strength == STRENGTH_NONE;
    if (player->avoid != NULL && player->avoid->until[color][POINT_PASS] > 0) {
        return false;
    }
    return (may_end && turn->game->board.passes > 0 &&
            ending_pass_wins(ending_at_hand(player), turn->game, color, &deadline)) ||
           player_is_settled(player, turn, &deadline);
}

/* Is the best move wanted? Not of a player that imitates people, or plays at random. */
static bool plays_to_win(const PlayerOptions *options) {
    const SamplingParameters *sampling = &options->sampling;
    return options->strength == STRENGTH_NONE && sampling->temperature == 0 &&
           sampling->temperature_early == 0 && sampling->human_share == 0 && options->noise == 0 &&
           !human_profile_is_set(&options->profile);
}

/* Finds the moves that keep the position's value, and whether that is a loss, if it can be known.
 */
static bool find_exact(const Player *player, const PlayerSearch *search, ExactMoves *moves,
                       bool *is_lost) {
    const Color color = search->turn.color;
    const PlayerOptions *options = &search->options;
    const Game *game = search->turn.game;
    const int64_t visits = options->visits > 0 && options->playouts > 0
                               ? (int64_t)fmin((double)options->visits, (double)options->playouts)
                               : options->visits + options->playouts;
    const ExactLimits limits = {
        .deadline =
            player_search_part_of_time(search, player, exact_fits(game) ? SOLVE_SHARE : LATE_SHARE),
        .nodes = visits > 0 ? SOLVE_NODES_PER_VISIT * (uint64_t)visits : UINT64_MAX,
        .threads = (int)options->threads,
        .table_bytes = (size_t)options->memory_mb << 20,
    };
    if (!options->solve || !plays_to_win(options) || player->avoid != NULL ||
        !exact_find_moves(game, color, ending_takes_dead(&game->rules, options->play_out), &limits,
                          moves)) {
        return false;
    }
    exact_prefer(game, moves);
    *is_lost = exact_final_score(game, color, moves->value) < 0;
    return true;
}

static Point only_move(const Game *game, const ExactMoves *moves) {
    Point only = POINT_PASS;
    for (int i = 0; i < game->board.empty_count; i++) {
        only = moves->keeps[game->board.empty[i]] ? game->board.empty[i] : only;
    }
    return only;
}

bool player_can_judge(const Game *game, const SearchResult *search) {
    return search->visits >= JUDGE_VISITS && resign_policy_is_past_opening(game);
}

static bool should_resign(Player *player, const Turn *turn, const PlayerMove *choice) {
    const SearchResult *result = &choice->search;
    const PlayerOptions *options = turn->options;
    if (options->strength != STRENGTH_NONE) {
        const bool by_network = player->load != NULL && !choice->network_was_late;
        return by_network && /* a rank's few playouts say too little */
               resign_policy_update(&player->resign_policy[turn->color], turn, result);
    }
    return result->win_rate < options->resign_below && player_can_judge(turn->game, result);
}

bool player_choose(Player *player, const Turn *turn, PlayerMove *choice, Status *status) {
    const Game *game = turn->game;
    PlayerSearch search;
    ExactMoves exact;
    *choice = (PlayerMove){.move = POINT_PASS, .color = turn->color};
    if (!player_search_init_choice(&search, player, turn, status)) {
        return false;
    }
    /* On a small board every point counts. On a larger one the game is over before the last point
     * is won and the last dead stone taken. */
    const bool solves_first = game->geometry->cell_count <= EXACT_SMALL_CELLS;
    if (!solves_first && should_pass(player, &search)) {
        return true;
    }
    player_search_serve_choice(&search, doublings_next(&player->dynamic_doublings, &search.turn));
    bool is_lost = false; /* for certain */
    const bool is_exact = find_exact(player, &search, &exact, &is_lost);
    const bool may_pass = !is_exact || exact.keeps[POINT_PASS];
    if ((is_exact && may_pass && (!is_lost || exact.count == 0)) ||
        (solves_first && may_pass && should_pass(player, &search))) {
        return true;
    }
    if (is_exact && exact.count == 1) {
        choice->move = only_move(game, &exact);
        return true;
    }
    if (is_exact) { /* among moves that keep the value the search sets traps */
        exact.keeps[POINT_PASS] = false;
        search.limits.allowed = exact.keeps;
    }
    if (!player_search_run(&search, player, choice, status)) {
        return false;
    }
    doublings_note(&player->dynamic_doublings, turn, choice->search.win_rate);
    const bool resigns = (!is_exact || is_lost) && should_resign(player, &search.turn, choice);
    choice->move = resigns ? POINT_RESIGN : choice->search.move;
    return true;
}

bool player_choose_among(Player *player, const Turn *turn, const bool *allowed, PlayerMove *choice,
                         Status *status) {
    PlayerSearch search;
    *choice = (PlayerMove){.move = POINT_PASS, .color = turn->color};
    player_search_init_own(&search, turn);
    search.limits.allowed = allowed;
    player_search_serve_choice(&search,
                               doublings_present(&player->dynamic_doublings, &search.turn));
    if (!player_search_run(&search, player, choice, status)) {
        return false;
    }
    choice->move = choice->search.move;
    return true;
}

/* ---- Searches that choose nothing ---- */

bool player_analyze(Player *player, const Turn *turn, Status *status) {
    PlayerMove ignored;
    PlayerSearch search;
    player_search_init_own(&search, turn);
    player_search_only_report(&search);
    return player_search_run(&search, player, &ignored, status);
}

/* Thinks until another thread sets player->cancel. */
static bool think(Player *player, PlayerSearch *search, Status *status) {
    const Deadline cancelled = networks_until_cancelled(player);
    Network *network;
    PlayerMove ignored;
    player_search_only_report(search);
    player_search_take_any_time(search);
    if (player->load != NULL && network_load_wait_until(player->load, &cancelled, &network,
                                                        status) == NETWORK_LOAD_NOT_YET) {
        return true;
    }
    return player_search_run(search, player, &ignored, status);
}

bool player_analyze_until_cancelled(Player *player, const Turn *turn, Status *status) {
    PlayerSearch search;
    player_search_init_own(&search, turn);
    return think(player, &search, status);
}

bool player_ponder(Player *player, const Turn *turn, Status *status) {
    PlayerSearch search;
    player_search_init_own(&search, turn);
    Turn next = search.turn; /* the choice that it is for */
    next.color = color_opponent(turn->color);
    player_search_serve_choice(&search, doublings_present(&player->dynamic_doublings, &next));
    return think(player, &search, status);
}
