/* regress/match/fingerprint: compared with games that are turned and compared move by move. */
#include "hash/random.h"
#include "regress/match/log.h"
#include "tests/support/position/games.h"

/* The fingerprint of a game whose moves are words such as "C4" or "pass", Black first, after the
 * stones of a diagram (NULL: none). */
static uint64_t fingerprint(int width, int height, const char *diagram, const char *moves) {
    Game *game = games_new(width, height, "chinese");
    Status status;
    if (diagram != NULL) {
        const Diagram position = diagram_read(diagram);
        cr_assert(game_set_up(game, position.cells, BLACK, 0, &status));
    }
    char *copy = strdup(moves), *rest = copy;
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        Point p;
        cr_assert(point_from_text(word, width, height, &p), "%s", word);
        cr_assert(game_play(game, game->board.to_move, p, &status));
    }
    const uint64_t result = fingerprint_of_game(game);
    free(copy);
    return result;
}

/* ---- The same ---- */

/* A random game, captures, passes, moves out of turn and stones set up included. */
static Game *random_game(int width, int height, int moves, SplitMix *random) {
    Game *game = games_new(width, height, "chinese");
    for (int i = 0; i < moves; i++) {
        const uint64_t word = splitmix_next(random);
        const Color color = word % 8 == 0 ? WHITE : game->board.to_move;
        const uint64_t cell = word / 64 % (uint64_t)game->geometry->cell_count;
        const Point p = word % 16 == 1 ? POINT_PASS : game->geometry->point_of[cell];
        Status status;
        if (game_check(game, color, p) == MOVE_LEGAL) {
            cr_assert(game_play(game, color, p, &status));
        }
        if (i == moves / 4 && word % 32 < 16) { /* what stands there is where the game begins */
            uint8_t cells[CELL_COUNT_MAX];
            board_get_cells(&game->board, cells);
            cr_assert(game_set_up(game, cells, color, 0, &status));
        }
    }
    return game;
}

/* The game as it reads on the board turned by g. */
static Game *turned_game(const Game *game, Symmetry g) {
    const Geometry *geometry = game->geometry;
    const bool transposes = symmetry_transposes(g);
    Game *turned = games_new(transposes ? geometry->height : geometry->width,
                             transposes ? geometry->width : geometry->height, "chinese");
    uint8_t cells[CELL_COUNT_MAX];
    Status status;
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point image = geometry_map_point(geometry, g, geometry->point_of[cell]);
        cells[turned->geometry->cell_of[image]] = game->past_cells[cell];
    }
    cr_assert(game_set_up(turned, cells, BLACK, 0, &status), "%s", status.text);
    for (int i = 0; i < game->move_count; i++) {
        const Point image = geometry_map_point(geometry, g, game->moves[i].point);
        cr_assert(game_play(turned, game->moves[i].color, image, &status));
    }
    return turned;
}

Test(fingerprint, the_same_for_all_images) {
    static const int SHAPES[][2] = {{9, 9}, {19, 19}, {4, 4}, {7, 4}, {1, 5}, {25, 25}};
    SplitMix random = {1};
    for (int round = 0; round < 30; round++) {
        const int *shape = SHAPES[round % 6];
        Game *game = random_game(shape[0], shape[1], 20 + round * 5, &random);
        const uint64_t wanted = fingerprint_of_game(game);
        for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
            Game *turned = turned_game(game, g);
            cr_assert(fingerprint_of_game(turned) == wanted, "%dx%d by %d", shape[0], shape[1], g);
        }
    }
}

/* ---- Different otherwise ---- */

Test(fingerprint, everything_that_is_played_counts) {
    static const struct {
        int width, height;
        const char *diagram, *moves;
    } GAMES_KNOWN[] = {
        {3, 3, NULL, ""},
        {3, 3, NULL, "A1"},
        {3, 3, NULL, "A1 pass"},
        {3, 3, NULL, "pass A1"}, /* White's stone */
        {3, 3, NULL, "A1 C3"},
        {3, 3, NULL, "A1 A2"},
        {3, 3, "...\n...\nX..\n", ""},
        {3, 3, "...\n...\nO..\n", ""},
        {3, 3, "...\n...\nX..\n", "C3"},
        {4, 4, NULL, ""},
        {4, 4, NULL, "A1"},
        {4, 3, NULL, "A1"},
        {12, 1, NULL, "A1"},
        {6, 2, NULL, "A1"},
    };
    enum { COUNT = sizeof GAMES_KNOWN / sizeof GAMES_KNOWN[0] };
    uint64_t all[COUNT];
    for (int i = 0; i < COUNT; i++) {
        all[i] = fingerprint(GAMES_KNOWN[i].width, GAMES_KNOWN[i].height, GAMES_KNOWN[i].diagram,
                             GAMES_KNOWN[i].moves);
        for (int j = 0; j < i; j++) {
            cr_assert_not(all[i] == all[j], "%d %d", i, j);
        }
    }
}
