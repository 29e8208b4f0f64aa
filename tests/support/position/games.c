#include "tests/support/position/games.h"

static void release(void *game) {
    game_free(game);
}

Game *games_kept(Game *game) {
    cr_assert_not_null(game);
    cleanup_add(game, release);
    return game;
}

Game *games_new(int width, int height, const char *rules) {
    Game *game = games_kept(game_new(HASH_DEFAULT_SEED));
    Status status;
    cr_assert(game_clear(game, width, height, &status));
    Rules read;
    cr_assert(rules_read(rules, &read), "%s", rules);
    game_set_rules(game, &read);
    return game;
}

Game *games_set_up(const Diagram *diagram, Color to_move, const char *rules) {
    Game *game = games_new(diagram->width, diagram->height, rules);
    Status status;
    cr_assert(game_set_up(game, diagram->cells, to_move, 0, &status), "%s", status.text);
    return game;
}

Game *games_from(const char *diagram, Color to_move, const char *rules) {
    const Diagram read = diagram_read(diagram);
    return games_set_up(&read, to_move, rules);
}

void games_play(Game *game, Color color, Point p) {
    Status status;
    cr_assert_eq(game_check(game, color, p), MOVE_LEGAL);
    cr_assert(game_play(game, color, p, &status), "%s", status.text);
}

void games_undo(Game *game, int count) {
    Status status;
    cr_assert(game_undo(game, count, &status), "%s", status.text);
}
