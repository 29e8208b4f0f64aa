/* The eight images of a game are one position of a book, and its moves come back turned. */
#include "engine/book/position.h"
#include "tests/support/position/games.h"
#include "tests/support/position/random_game.h"

static BookFacts facts_of(const Game *game) {
    return book_facts(game->geometry->width, game->geometry->height, &game->rules, game->komi);
}

static void expect_image(const BookFacts *facts, const Geometry *geometry,
                         const BookPosition *plain, const Game *image) {
    BookPosition turned;
    book_position_of_game(&turned, facts, geometry, image, image->board.to_move);
    cr_assert_eq(turned.key.key.key, plain->key.key.key);
    cr_assert_eq(turned.key.key.check, plain->key.key.check);
}

Test(book_position, images_have_one_key_whatever_the_hash_seed) {
    Rng rng = rng_new(1);
    const char *const rules[] = {"tromp-taylor", "chinese-simple-ko", "new-zealand", "japanese"};
    for (int i = 0; i < 40; i++) {
        const int height = i % 5 == 4 ? 4 : 5;
        Game *game = random_game_new(5, height, rules[i % 4], (int)rng_below(&rng, 60), &rng);
        const BookFacts facts = facts_of(game);
        Geometry *geometry = book_geometry_new(&facts);
        BookPosition plain;
        book_position_of_game(&plain, &facts, geometry, game, game->board.to_move);
        for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
            if (height == 5 || !symmetry_transposes(g)) {
                Game *image = game_new_image(game, g);
                cr_assert_not_null(image);
                expect_image(&facts, geometry, &plain, image);
                game_free(image);
            }
        }
        geometry_free(geometry);
    }
}

Test(book_position, moves_go_to_the_book_and_back) {
    Rng rng = rng_new(2);
    for (int i = 0; i < 60; i++) {
        Game *game = random_game_new(5, i % 3 == 2 ? 3 : 5, "japanese", i % 12, &rng);
        const BookFacts facts = facts_of(game);
        Geometry *geometry = book_geometry_new(&facts);
        BookPosition position;
        book_position_of_game(&position, &facts, geometry, game, game->board.to_move);
        for (int cell = 0; cell <= geometry->cell_count; cell++) {
            const Point p = cell == geometry->cell_count ? POINT_PASS : geometry->point_of[cell];
            const Point move = book_position_to_book(&position, p);
            Point points[SYMMETRY_COUNT];
            const int count = book_position_from_book(&position, move, points);
            bool has_p = false;
            for (int j = 0; j < count; j++) {
                has_p = has_p || points[j] == p;
                cr_assert_eq(book_position_to_book(&position, points[j]), move);
            }
            cr_assert(has_p);
        }
        geometry_free(geometry);
    }
}

/* A file may name any of 1,024 points: just those of the canonical board are moves, which lies the
 * other way for half of these games. */
Test(book_position, what_is_off_the_board_is_no_move) {
    Rng rng = rng_new(4);
    bool transposed[2] = {false};
    for (int i = 0; i < 20; i++) {
        Game *game = random_game_new(3, 25, "chinese", 12, &rng);
        const BookFacts facts = facts_of(game);
        Geometry *geometry = book_geometry_new(&facts);
        BookPosition position;
        int moves = 0;
        book_position_of_game(&position, &facts, geometry, game, game->board.to_move);
        transposed[symmetry_transposes(position.key.key.orientation)] = true;
        for (Point move = 0; move < 1024; move++) {
            Point points[SYMMETRY_COUNT];
            const int count = book_position_from_book(&position, move, points);
            moves += count > 0;
            cr_assert_eq(points[0] == POINT_NONE, count == 0);
            for (int j = 0; j < count; j++) {
                cr_assert(points[j] == POINT_PASS || point_is_within(points[j], 3, 25));
            }
        }
        cr_assert_eq(moves, 3 * 25 + 1);
        geometry_free(geometry);
    }
    cr_assert(transposed[0] && transposed[1]);
}

/* Plays three moves on an empty board in one of two orders. */
static HashKey key_of_order(int side, const char *rules, bool swapped) {
    Game *game = games_new(side, side, rules);
    const BookFacts facts = facts_of(game);
    Geometry *geometry = book_geometry_new(&facts);
    BookPosition position;
    games_play(game, BLACK, swapped ? point_at(1, 0) : point_at(0, 0));
    games_play(game, WHITE, point_at(2, 2));
    games_play(game, BLACK, swapped ? point_at(0, 0) : point_at(1, 0));
    book_position_of_game(&position, &facts, geometry, game, WHITE);
    geometry_free(geometry);
    return position.key.key;
}

Test(book_position, history_counts_where_superko_can_forbid_something) {
    cr_assert_neq(key_of_order(3, "tromp-taylor", false).key,
                  key_of_order(3, "tromp-taylor", true).key);
    cr_assert_eq(key_of_order(3, "chinese-simple-ko", false).key,
                 key_of_order(3, "chinese-simple-ko", true).key);
    cr_assert_eq(key_of_order(9, "tromp-taylor", false).key,
                 key_of_order(9, "tromp-taylor", true).key);
}

/* One set of stones, before which Black has taken a stone or White has passed. */
static HashKey key_after_capture(const char *rules, bool captures, bool restarts) {
    const Diagram diagram = diagram_read("a X . . .\n"
                                         "b . . . .\n"
                                         ". . . . .\n"
                                         ". . . . .\n"
                                         ". . . . .\n");
    Game *game = games_set_up(&diagram, WHITE, rules);
    const BookFacts facts = facts_of(game);
    Geometry *geometry = book_geometry_new(&facts);
    BookPosition position;
    games_play(game, WHITE, captures ? diagram_point(&diagram, 'a') : POINT_PASS);
    games_play(game, BLACK, diagram_point(&diagram, 'b'));
    if (restarts) {
        ColorCell cells[CELL_COUNT_MAX];
        Status status;
        board_get_cells(&game->board, cells);
        cr_assert(game_restart_from(game, cells, WHITE, &status), "%s", status.text);
    }
    book_position_of_game(&position, &facts, geometry, game, WHITE);
    geometry_free(geometry);
    return position.key.key;
}

Test(book_position, prisoners_count_under_territory_rules) {
    const uint64_t captured = key_after_capture("japanese", true, false).key;
    cr_assert_neq(captured, key_after_capture("japanese", false, false).key);
    cr_assert_eq(captured, key_after_capture("japanese", true, true).key);
    cr_assert_eq(key_after_capture("chinese-simple-ko", true, false).key,
                 key_after_capture("chinese-simple-ko", false, false).key);
}

Test(book_position, a_game_that_does_not_fit_is_named) {
    Game *game = games_new(9, 9, "chinese");
    Status status;
    BookFacts facts = facts_of(game);
    cr_assert(book_facts_fit(&facts, game, &status));
    facts.komi = 6.5;
    cr_assert(!book_facts_fit(&facts, game, &status));
    cr_assert_str_eq(status.text, "the book is for komi 6.5, the game has 7.5");
    facts.komi = 7.5;
    facts.rules = *rules_find("japanese");
    cr_assert(!book_facts_fit(&facts, game, &status));
    cr_assert_str_eq(status.text, "the book is for japanese rules, the game has chinese");
    game->rules = *rules_find("ing");
    facts.rules = *rules_find("tromp-taylor"); /* dead stones are captured: it comes to the same */
    cr_assert(book_facts_fit(&facts, game, &status));
    game->rules = (Rules){.name = "custom", .scoring = SCORING_TERRITORY};
    facts.rules = game->rules;
    facts.rules.excludes_atari = true;
    cr_assert(!book_facts_fit(&facts, game, &status));
    cr_assert_not_null(strstr(status.text, " and another excludeTerritoryAdjacentToAtari"));
    facts.rules = game->rules;
    facts.width = 7;
    cr_assert(!book_facts_fit(&facts, game, &status));
    cr_assert_str_eq(status.text, "the book is for 7x9, the game is 9x9");
}
