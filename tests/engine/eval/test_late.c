/* A network that is still being read when a move is asked for: who waits, and for how long. */
#include "tests/support/network/net_check.h"
#include "tests/support/position/games.h"
#include "tests/support/session/session.h"

/* Writes a network that takes seconds to read, since int16 is calibrated on games that it plays. */
static void write_slow_network(char path[TEMPORARY_PATH_MAX], const char *blocks, int channels) {
    const NetSpec spec = {.version = 8,
                          .kernel = 5,
                          .channels = channels,
                          .pooled = channels / 4,
                          .hidden = channels / 4,
                          .blocks = blocks,
                          .is_even = true,
                          .activation = "ACTIVATION_RELU",
                          .scale = 1.0F / 32};
    net_check_write(&spec, path);
}

typedef struct {
    char path[TEMPORARY_PATH_MAX];
    NetworkLoad *load;
    Player player;
    Game *game;
    Status status;
} Late;

/* Begins to read a network of this width. */
static NetworkLoad *start_load(char path[TEMPORARY_PATH_MAX], int channels) {
    const NetworkOptions how = {.precision = PRECISION_INT16};
    Status status;
    write_slow_network(path, "oo", channels);
    NetworkLoad *load = network_load_start(path, &how, &status);
    cr_assert_not_null(load, "%s", status.text);
    return load;
}

/* A player whose network of this width has just begun to be read. */
static Late late_new(int channels) {
    Late late = {.game = games_new(9, 9, "tromp-taylor")};
    late.load = start_load(late.path, channels);
    cr_assert(player_init(&late.player, late.load));
    return late;
}

static void late_free(Late *late) {
    player_free(&late->player);
    network_load_free(late->load);
}

static PlayerOptions few_visits(void) {
    PlayerOptions options = player_default_options();
    options.visits = 8;
    options.memory_mb = 16;
    return options;
}

static PlayerMove choose(Late *late, const GameClock *clock) {
    const PlayerOptions options = few_visits();
    const Turn turn = {.game = late->game, .color = BLACK, .options = &options, .clock = clock};
    PlayerMove move;
    cr_assert(player_choose(&late->player, &turn, &move, &late->status), "%s", late->status.text);
    cr_assert(move.searched);
    return move;
}

/* With a clock, waiting is part of the move's time: the move comes in time, chosen by playout
 * games. The next move is chosen by the network, once it is ready. */
Test(network_late, a_clock_does_not_wait) {
    Late late = late_new(192);
    GameClock clock = {0};
    game_clock_set(&clock, 0, 0.1, 1);
    const double start = clock_seconds();
    const PlayerMove first = choose(&late, &clock);
    const double seconds = clock_seconds() - start;
    cr_assert(network_load_is_under_way(late.load),
              "the network is too small for this test: it was read in %g s", seconds);
    cr_assert(first.network_was_late);
    cr_assert_lt(seconds, 0.1 + 0.3);
    cr_assert_not_null(network_load_wait(late.load, &late.status));
    cr_assert_not(choose(&late, &clock).network_was_late);
    late_free(&late);
}

Test(network_late, visits_without_a_clock_wait) {
    Late late = late_new(64);
    GameClock no_limit = {0};
    game_clock_set_no_limit(&no_limit);
    cr_assert_not(choose(&late, &no_limit).network_was_late);
    cr_assert_not(choose(&late, NULL).network_was_late);
    late_free(&late);
}

/* A wait without a limit can be cancelled. */
Test(network_late, waiting_can_be_cancelled) {
    Late late = late_new(192);
    _Atomic bool cancel = true;
    PlayerOptions options = few_visits();
    options.visits = 0;
    const Turn turn = {.game = late.game, .color = BLACK, .options = &options};
    late.player.cancel = &cancel;
    cr_assert(player_ponder(&late.player, &turn, &late.status));
    cr_assert_eq(search_playouts(late.player.search), 0);
    cr_assert(choose(&late, NULL).network_was_late);
    cr_assert(network_load_is_under_way(late.load));
    late_free(&late);
}

/* A rank's wait ends with its time, and by cancelling. */
Test(network_late, a_rank_does_not_wait_longer_than_a_clock_or_the_user) {
    Late late = late_new(192);
    PlayerOptions options = player_default_options();
    PlayerMove move;
    options.strength = STRENGTH_LEAST;
    options.move_seconds = 0.1;
    const Turn turn = {.game = late.game, .color = BLACK, .options = &options};
    const double start = clock_seconds();
    cr_assert(player_choose(&late.player, &turn, &move, &late.status));
    cr_assert_lt(clock_seconds() - start, 0.1 + 0.3);
    cr_assert(move.network_was_late);
    _Atomic bool cancel = true;
    late.player.cancel = &cancel;
    options.move_seconds = 0;
    cr_assert(player_choose(&late.player, &turn, &move, &late.status));
    cr_assert(move.network_was_late);
    cr_assert(network_load_is_under_way(late.load));
    late_free(&late);
}

/* ---- The program ---- */

/* Seconds that the program takes to answer these lines and exit. */
static double time_session(const char *program, const char *model, const char *lines,
                           const char *wanted) {
    char output[1024];
    const char *command = formatted("printf '%s' | '%s' --model '%s' 2>&1", lines, program, model);
    const double start = clock_seconds();
    FILE *pipe = popen(command, "r");
    cr_assert_not_null(pipe);
    output[fread(output, 1, sizeof output - 1, pipe)] = '\0';
    cr_assert_eq(pclose(pipe), 0, "%s", output);
    cr_assert_not_null(strstr(output, wanted), "%s", output);
    return clock_seconds() - start;
}

Test(network_late, the_program_keeps_to_the_clock_and_quits_at_once) {
    const char *program = getenv("DIHEDRA");
    if (program == NULL || access(program, X_OK) != 0) {
        cr_skip_test("DIHEDRA does not name the program");
    }
    char path[TEMPORARY_PATH_MAX];
    write_slow_network(path, "oooooo", 384);
    cr_assert_lt(time_session(program, path, "name\\nquit\\n", "= Dihedra"), 0.5);
    cr_assert_lt(time_session(program, path, "name\\n", "= Dihedra"), 0.5);
    cr_assert_lt(time_session(program, path, "time_settings 0 1 1\\ngenmove b\\nquit\\n",
                              "a network is still loading; this move was chosen without it"),
                 1 + 0.5);
}
