#include "engine/player/player.h"

#include <stdlib.h>

#include "engine/player/player_search.h"
#include "engine/player/resign_policy.h"
#include "engine/solve/dragon/owl.h"
#include "engine/solve/play/exact.h"

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
    const PlayoutPolicyRates rates = playout_policy_default_rates();
    *player = (Player){.playouts = malloc(sizeof *player->playouts), .load = load};
    if (player->playouts == NULL) {
        return false;
    }
    playout_evaluator_init(player->playouts, &rates);
    player->search = search_new(&player->playouts->evaluator);
    if (player->search != NULL) {
        ending_set_prover(search_ending(player->search), owl_prove);
    }
    return player->search != NULL;
}

void player_free(Player *player) {
    search_free(player->search);
    free(player->playouts);
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

/* Does not wait for a network. */
static Ending *ready_ending(Player *player) {
    return networks_ending(player, &DEADLINE_NOW);
}

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
            ending_pass_wins(ready_ending(player), turn->game, turn->color, &deadline)) ||
           (!ending_bars_pass(&turn->game->board, turn->game->rules.suicide) &&
            ending_is_settled(
                ready_ending(player), turn->game,
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

/* Passes if the game is over. On a small board every point counts: the exact value comes first. On
 * a larger one the game is over before the last point is won and the last dead stone taken. */
static bool choose_if_over(const PlayerSearch *search) {
    return search->turn.game->geometry->cell_count > EXACT_SMALL_CELLS && should_pass(search);
}

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
    if (choose_if_over(&search) || choose_exactly(&search, &exact, &is_exact, choice)) {
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
