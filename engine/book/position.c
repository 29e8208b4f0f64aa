#include "engine/book/position.h"

#include <math.h>
#include <string.h>

/* The tables of every book, of all sessions and versions of the program. */
#define BOOK_HASH_SEED UINT64_C(0x4F70656E696E6773)

static const Graph SYMMETRIC = {.symmetric = true};

BookFacts book_facts(int width, int height, const Rules *rules, double komi) {
    BookFacts facts = {.width = width,
                       .height = height,
                       .rules = *rules,
                       .komi = round(komi * 256) / 256,
                       .error_factor = 1.5,
                       .to_move = BLACK};
    memset(facts.start, EMPTY, sizeof facts.start);
    return facts;
}

Geometry *book_geometry_new(const BookFacts *facts) {
    return geometry_new(facts->width, facts->height, BOOK_HASH_SEED);
}

bool book_facts_check_start(const BookFacts *facts, Status *status) {
    Geometry *geometry = book_geometry_new(facts);
    Board board;
    if (geometry == NULL) {
        return status_fail(status, "out of memory");
    }
    board_init(&board, geometry);
    const bool ok = board_set_up(&board, facts->start, facts->to_move, status);
    geometry_free(geometry);
    return ok;
}

static void start_key(BookPosition *position) {
    graph_key_start(&SYMMETRIC, &position->board, &position->facts->rules, &position->key);
}

static void set_start(BookPosition *position, const BookFacts *facts, const Geometry *geometry,
                      const ColorCell *cells, Color to_move, const int prisoners[2]) {
    Status ignored;
    position->facts = facts;
    position->ply = 0;
    board_init(&position->board, geometry);
    board_set_up(&position->board, cells, to_move, &ignored);
    memcpy(position->board.prisoners, prisoners, sizeof position->board.prisoners);
    position->board.button = facts->rules.button ? BUTTON_FREE : BUTTON_NONE;
    start_key(position);
}

void book_position_start(BookPosition *position, const BookFacts *facts, const Geometry *geometry) {
    static const int NO_PRISONERS[2] = {0, 0};
    set_start(position, facts, geometry, facts->start, facts->to_move, NO_PRISONERS);
}

void book_position_play(BookPosition *position, Point p) {
    const BookFacts *facts = position->facts;
    Board *board = &position->board;
    const GraphKey before = position->key;
    board_play(board, board->to_move, p);
    position->ply++;
    if (facts->rules.ko == KO_SIMPLE) {
        start_key(position);
    } else {
        graph_key_next(&SYMMETRIC, &before, board, &facts->rules, p, &position->key);
    }
}

bool book_position_allows(const BookPosition *position, Point p) {
    const Board *board = &position->board;
    return board_check(board, board->to_move, p, position->facts->rules.suicide) == MOVE_LEGAL;
}

bool book_facts_fit(const BookFacts *facts, const Game *game, Status *status) {
    const Geometry *geometry = game->geometry;
    const double komi = game->komi + rules_handicap_bonus(&game->rules, game_handicap(game));
    if (geometry->width != facts->width || geometry->height != facts->height) {
        return status_fail(status, "the book is for %dx%d, the game is %dx%d", facts->width,
                           facts->height, geometry->width, geometry->height);
    }
    if (rules_hash_code(&game->rules) != rules_hash_code(&facts->rules)) {
        return status_fail(status, "the book is for %s rules, the game has %s%s",
                           rules_text(&facts->rules, (char[RULES_TEXT_MAX]){0}),
                           rules_text(&game->rules, (char[RULES_TEXT_MAX]){0}),
                           facts->rules.excludes_atari == game->rules.excludes_atari
                               ? ""
                               : " and another excludeTerritoryAdjacentToAtari");
    }
    if (fabs(komi - facts->komi) >= 1.0 / 256) {
        return status_fail(status, "the book is for komi %g, the game has %g", facts->komi, komi);
    }
    return true;
}

void book_position_of_game(BookPosition *position, const BookFacts *facts, const Geometry *geometry,
                           const Game *game, Color color) {
    Board *board = &position->board;
    set_start(position, facts, geometry, game->past_cells, game->past[0].to_move,
              game->first_prisoners);
    for (int i = 0; i < game->move_count; i++) {
        const Move move = game->moves[i];
        if (game_superko_past(game, i, move.color) == 0) {
            board_set_to_move(board, move.color);
            start_key(position);
        }
        book_position_play(position, move.point);
    }
    if (game_superko_past(game, game->move_count, color) == 0) {
        board_set_to_move(board, color);
        start_key(position);
    }
}

Point book_position_to_book(const BookPosition *position, Point p) {
    const Geometry *geometry = position->board.geometry;
    Point least = POINT_NONE;
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        if ((position->key.key.symmetries >> g & 1) != 0) {
            const Point image = geometry_map_point(geometry, g, p);
            least = least == POINT_NONE || image < least ? image : least;
        }
    }
    return least;
}

/* Is it a pass, or a point of the board's image under g? */
static bool is_on_image(const Geometry *geometry, Symmetry g, Point move) {
    const bool transposed = symmetry_transposes(g);
    return move == POINT_PASS ||
           point_is_within(move, transposed ? geometry->height : geometry->width,
                           transposed ? geometry->width : geometry->height);
}

int book_position_from_book(const BookPosition *position, Point move,
                            Point points[SYMMETRY_COUNT]) {
    const Geometry *geometry = position->board.geometry;
    int count = 0;
    points[0] = POINT_NONE;
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        if ((position->key.key.symmetries >> g & 1) != 0 && is_on_image(geometry, g, move)) {
            point_list_add(points, &count, geometry_unmap_point(geometry, g, move));
        }
    }
    return count;
}

Symmetry book_position_link(const BookPosition *before, Point p, const BookPosition *after) {
    const Point move = book_position_to_book(before, p);
    Symmetry least = SYMMETRY_COUNT;
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        if ((before->key.key.symmetries >> g & 1) == 0 ||
            geometry_map_point(before->board.geometry, g, p) != move) {
            continue;
        }
        for (Symmetry h = 0; h < SYMMETRY_COUNT; h++) {
            const Symmetry link = symmetry_compose(h, symmetry_inverse(g));
            if ((after->key.key.symmetries >> h & 1) != 0 && link < least) {
                least = link;
            }
        }
    }
    return least;
}
