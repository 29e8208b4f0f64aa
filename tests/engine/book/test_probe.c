/* What a book says of a game's position, and which of its moves are taken. */
#include "engine/book/probe.h"
#include "tests/support/position/games.h"

typedef struct {
    BookGraph *book;
    Game *game;
} Fixture;

static void set_value(BookNode *node, double win_loss, uint64_t visits) {
    node->own = (BookValues){.win_loss = win_loss, .score = 10 * win_loss, .visits = visits};
    book_values_round(&node->own);
}

/* A 9x9 book of three first moves: tengen 0.5 with 1,000 visits, four points worth 0.49 with 10
 * visits, and corners worth -0.5 with 10,000. Other moves are worth `others`. */
static Fixture new_fixture(double others) {
    static const struct {
        int x, y;
        double win_loss;
        uint64_t visits;
    } MOVES[] = {{4, 4, 0.5, 1000}, {2, 2, 0.49, 10}, {0, 0, -0.5, 10000}};
    Fixture fixture = {.game = games_new(9, 9, "chinese")};
    fixture.game->komi = 7;
    const BookFacts facts = book_facts(9, 9, &fixture.game->rules, 7);
    BookGraph *graph = book_graph_new(&facts);
    set_value(&graph->nodes[BOOK_ROOT], others, 5);
    for (int i = 0; i < 3; i++) {
        BookPosition position;
        book_graph_start(graph, &position);
        const uint32_t child =
            book_graph_play(graph, BOOK_ROOT, &position, point_at(MOVES[i].x, MOVES[i].y), 0.25);
        set_value(&graph->nodes[child], MOVES[i].win_loss, MOVES[i].visits);
    }
    book_graph_recompute(graph);
    fixture.book = graph;
    return fixture;
}

static BookListing list(const Fixture *fixture) {
    BookListing listing;
    cr_assert(book_probe(fixture->book, fixture->game, BLACK, &listing));
    return listing;
}

/* How often each of the three moves comes in 1,000 choices; [3]: none. */
static void count_choices(const BookListing *listing, const BookPlay *play, const Game *game,
                          int counts[4]) {
    Rng rng = rng_new(1);
    for (int i = 0; i < 4; i++) {
        counts[i] = 0;
    }
    for (int i = 0; i < 1000; i++) {
        BookChoice choice;
        int chosen = 3;
        if (book_choose(listing, play, game, &rng, &choice)) {
            const Point move = book_position_to_book(&listing->position, choice.point);
            for (chosen = 0; listing->moves[chosen].move != move;) {
                chosen++;
            }
        }
        counts[chosen]++;
    }
}

Test(book_probe, lists_moves_best_first) {
    Fixture fixture = new_fixture(0);
    const BookListing listing = list(&fixture);
    cr_assert_eq(listing.count, 3);
    cr_assert_float_eq(listing.moves[0].opinion.win_rate, 0.75, 1e-4);
    cr_assert_float_eq(listing.moves[2].opinion.win_rate, 0.25, 1e-4);
    cr_assert_float_eq(listing.opinion.win_rate, 0.75, 1e-4);
    cr_assert_float_eq(listing.others.win_rate, 0.5, 1e-4);
    cr_assert(listing.has_others);
    book_graph_free(fixture.book);
}

Test(book_probe, chooses_by_loss_visits_and_chance) {
    Fixture fixture = new_fixture(0);
    const BookListing listing = list(&fixture);
    BookPlay play = book_play_default();
    int counts[4];
    count_choices(&listing, &play, fixture.game, counts);
    cr_assert_eq(counts[0], 1000);
    play.randomness = 100;
    count_choices(&listing, &play, fixture.game, counts);
    cr_assert(counts[0] > 400 && counts[1] > 400 && counts[2] == 0);
    play.randomness = 50; /* by visits: 1,000 to 10 */
    count_choices(&listing, &play, fixture.game, counts);
    cr_assert(counts[0] > 970 && counts[1] > 0);
    play.max_loss = 1;
    play.randomness = 100;
    count_choices(&listing, &play, fixture.game, counts);
    cr_assert(counts[0] > 250 && counts[1] > 250 && counts[2] > 250);
    play.randomness = 1; /* by their 99th powers, which no double holds */
    count_choices(&listing, &play, fixture.game, counts);
    cr_assert_eq(counts[2], 1000);
    play.randomness = 100;
    play.min_visits = 500;
    count_choices(&listing, &play, fixture.game, counts);
    cr_assert(counts[0] > 400 && counts[1] == 0 && counts[2] > 400);
    play.max_ply = 0;
    count_choices(&listing, &play, fixture.game, counts);
    cr_assert_eq(counts[3], 1000);
    book_graph_free(fixture.book);
}

Test(book_probe, leaves_a_position_to_the_search_if_another_move_looks_better) {
    Fixture fixture = new_fixture(0.9);
    const BookListing listing = list(&fixture);
    const BookPlay play = book_play_default();
    int counts[4];
    count_choices(&listing, &play, fixture.game, counts);
    cr_assert_eq(counts[3], 1000);
    book_graph_free(fixture.book);
}

Test(book_probe, takes_each_image_of_a_move_alike) {
    Fixture fixture = new_fixture(0);
    const BookListing listing = list(&fixture);
    const BookPlay play = {.max_ply = 100, .min_visits = 10000, .max_loss = 1};
    Rng rng = rng_new(2);
    int corners[4] = {0};
    for (int i = 0; i < 1000; i++) {
        BookChoice choice;
        cr_assert(book_choose(&listing, &play, fixture.game, &rng, &choice));
        corners[(point_x(choice.point) > 0) + 2 * (point_y(choice.point) > 0)]++;
    }
    for (int i = 0; i < 4; i++) {
        cr_assert_gt(corners[i], 200);
    }
    book_graph_free(fixture.book);
}
