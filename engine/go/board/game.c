/* Games: moves, superko, undo. The header has the invariant. */
#include "engine/go/board/game.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/os/pages.h"
#include "engine/go/board/score.h"

enum { DEFAULT_SIDE = 19, MOVES_MIN = 256 /* moves that a new game has memory for */ };

static const double DEFAULT_KOMI = 7.5;

static ColorCell *past_cells_at(const Game *game, int index) {
    return game->past_cells + (size_t)index * (size_t)game->geometry->cell_count;
}

static bool reserve_moves(Game *game, int count, Status *status) {
    if (count <= game->move_capacity) {
        return true;
    }
    const int capacity = count < MOVES_MIN ? MOVES_MIN : count * 2;
    const size_t positions = (size_t)capacity + 1;
    Move *moves = realloc(game->moves, (size_t)capacity * sizeof *moves);
    game->moves = moves == NULL ? game->moves : moves;
    Past *past = realloc(game->past, positions * sizeof *past);
    game->past = past == NULL ? game->past : past;
    ColorCell *cells = realloc(game->past_cells, positions * CELL_COUNT_MAX);
    game->past_cells = cells == NULL ? game->past_cells : cells;
    if (moves == NULL || past == NULL || cells == NULL) {
        return status_fail(status, "out of memory");
    }
    game->move_capacity = capacity;
    return true;
}

static void remember_present(Game *game) {
    game->past[game->move_count] =
        (Past){.hash = game->board.hash.lane[0], .to_move = (Color)game->board.to_move};
    board_get_cells(&game->board, past_cells_at(game, game->move_count));
}

Game *game_new(uint64_t hash_seed) {
    Game *game = aligned_new(sizeof(Game));
    if (game == NULL) {
        return NULL;
    }
    game->hash_seed = hash_seed;
    game->rules = RULES[0];
    game->komi = DEFAULT_KOMI;
    Status status;
    if (!reserve_moves(game, 1, &status) ||
        !game_clear(game, DEFAULT_SIDE, DEFAULT_SIDE, &status)) {
        game_free(game);
        return NULL;
    }
    return game;
}

void game_free(Game *game) {
    if (game != NULL) {
        geometry_free(game->geometry);
        free(game->moves);
        free(game->past);
        free(game->past_cells);
        aligned_free(game);
    }
}

/* Makes the board's position the first of the game. */
static void start(Game *game) {
    memcpy(game->first_prisoners, game->board.prisoners, sizeof game->first_prisoners);
    game->move_count = 0;
    remember_present(game);
}

bool game_clear(Game *game, int width, int height, Status *status) {
    if (width < 1 || width > BOARD_SIDE_MAX || height < 1 || height > BOARD_SIDE_MAX) {
        return status_fail(status, "unacceptable size");
    }
    const Geometry *old = game->geometry;
    if (old == NULL || old->width != width || old->height != height) {
        Geometry *geometry = geometry_new(width, height, game->hash_seed);
        if (geometry == NULL) {
            return status_fail(status, "out of memory");
        }
        geometry_free(game->geometry);
        game->geometry = geometry;
    }
    board_init(&game->board, game->geometry);
    game->handicap = 0;
    start(game);
    return true;
}

/* Starts from a position with prisoners that were taken before. */
static bool start_from(Game *game, const ColorCell *cells, Color to_move, const int prisoners[2],
                       Status *status) {
    const int kept[2] = {prisoners[BLACK], prisoners[WHITE]};
    if (!board_set_up(&game->board, cells, to_move, status)) {
        return false;
    }
    memcpy(game->board.prisoners, kept, sizeof kept);
    start(game);
    return true;
}

bool game_set_up(Game *game, const ColorCell *cells, Color to_move, int handicap, Status *status) {
    static const int NO_PRISONERS[2] = {0, 0};
    const bool ok = start_from(game, cells, to_move, NO_PRISONERS, status);
    game->handicap = ok ? handicap : game->handicap;
    return ok;
}

bool game_restart_from(Game *game, const ColorCell *cells, Color to_move, Status *status) {
    return start_from(game, cells, to_move, game->board.prisoners, status);
}

/* Copies the start and the moves. Whose turn it was may have been set by hand, so it is copied too.
 */
static bool copy_image(const Game *game, Symmetry g, Game *image, Status *status) {
    const Geometry *geometry = game->geometry;
    ColorCell cells[CELL_COUNT_MAX];
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point to = geometry_map_point(geometry, g, geometry->point_of[cell]);
        cells[image->geometry->cell_of[to]] = game->past_cells[cell];
    }
    image->handicap = game->handicap;
    memcpy(image->board.prisoners, game->first_prisoners, sizeof game->first_prisoners);
    bool ok = game_restart_from(image, cells, game->past[0].to_move, status);
    for (int i = 0; ok && i < game->move_count; i++) {
        const Move move = game->moves[i];
        ok = game_play(image, move.color, geometry_map_point(geometry, g, move.point), status);
        game_set_to_move(image, game->past[i + 1].to_move);
    }
    image->board.ko = geometry_map_point(geometry, g, game->board.ko);
    return ok;
}

Game *game_new_image(const Game *game, Symmetry g) {
    const Geometry *geometry = game->geometry;
    const bool transposes = symmetry_transposes(g);
    Game *image = game_new(game->hash_seed);
    Status status;
    if (image == NULL ||
        !game_clear(image, transposes ? geometry->height : geometry->width,
                    transposes ? geometry->width : geometry->height, &status) ||
        !copy_image(game, g, image, &status)) {
        game_free(image);
        return NULL;
    }
    image->rules = game->rules;
    image->komi = game->komi;
    return image;
}

bool game_repeats(const Game *game, const Board *board) {
    if (game->rules.ko == KO_SIMPLE) {
        return false;
    }
    for (int i = game->move_count; i >= 0; i--) {
        const Past *past = &game->past[i];
        ColorCell cells[CELL_COUNT_MAX];
        if (past->hash != board->hash.lane[0] ||
            (game->rules.ko == KO_SITUATIONAL && past->to_move != (Color)board->to_move)) {
            continue;
        }
        board_get_cells(board, cells);
        if (memcmp(cells, past_cells_at(game, i), (size_t)game->geometry->cell_count) == 0) {
            return true;
        }
    }
    return false;
}

MoveCheck game_check(const Game *game, Color color, Point p) {
    const MoveCheck check = board_check(&game->board, color, p, game->rules.suicide);
    if (check != MOVE_LEGAL || p == POINT_PASS) {
        return check;
    }
    Board after;
    board_copy(&after, &game->board);
    board_play(&after, color, p);
    /* The suicide of a lone stone changes nothing on the board. Only situational superko may allow
     * it: the other side is to move then. */
    const bool lone =
        board_color(&after, p) == EMPTY && board_own_neighbors(&game->board, color, p) == 0;
    const bool repeats = game_repeats(game, &after);
    if (lone && (repeats || game->rules.ko != KO_SITUATIONAL)) {
        return MOVE_SUICIDE;
    }
    return repeats ? MOVE_SUPERKO : MOVE_LEGAL;
}

bool game_play(Game *game, Color color, Point p, Status *status) {
    if (!reserve_moves(game, game->move_count + 1, status)) {
        return false;
    }
    board_play(&game->board, color, p);
    game->moves[game->move_count++] = (Move){.color = color, .point = p};
    remember_present(game);
    return true;
}

void game_set_to_move(Game *game, Color color) {
    if ((Color)game->board.to_move != color) {
        game->board.to_move = (uint8_t)color;
        game->board.ko = POINT_NONE;
        game->past[game->move_count].to_move = color;
    }
}

bool game_undo(Game *game, int count, Status *status) {
    if (count < 0 || count > game->move_count) {
        return status_fail(status, "cannot undo");
    }
    const int remaining = game->move_count - count;
    if (!start_from(game, past_cells_at(game, 0), game->past[0].to_move, game->first_prisoners,
                    status)) {
        return false;
    }
    for (; game->move_count < remaining; game->move_count++) {
        const Move move = game->moves[game->move_count];
        board_play(&game->board, move.color, move.point);
    }
    game_set_to_move(game, game->past[remaining].to_move); /* may have been set by hand */
    return true;
}

void game_return(Game *game, int move_count, const Board *board) {
    board_copy(&game->board, board);
    game->move_count = move_count;
}

Point game_last_move(const Game *game) {
    return game->move_count == 0 ? POINT_NONE : game->moves[game->move_count - 1].point;
}

double game_score(const Game *game, const uint8_t *status) {
    const Board *board = &game->board;
    const int points = game->rules.scoring == SCORING_TERRITORY ? score_territory(board, status)
                                                                : score_area(board, status, NULL);
    return points - game->komi - rules_handicap_bonus(&game->rules, game->handicap);
}

double game_white_komi(const Game *game) {
    double komi = game->komi + rules_handicap_bonus(&game->rules, game->handicap);
    if (game->rules.scoring == SCORING_AREA) {
        return komi;
    }
    komi += game->first_prisoners[WHITE] - game->first_prisoners[BLACK];
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        komi += game->past_cells[cell] == BLACK;
        komi -= game->past_cells[cell] == WHITE;
    }
    for (int i = 0; i < game->move_count; i++) {
        if (game->moves[i].point != POINT_PASS) {
            komi += game->moves[i].color == BLACK ? 1 : -1;
        }
    }
    return komi;
}

void game_find_owners(const Game *game, const uint8_t *status, uint8_t owner[POINT_COUNT]) {
    if (game->rules.scoring == SCORING_TERRITORY) {
        score_area_taxed(&game->board, status, owner);
    } else {
        score_area(&game->board, status, owner);
    }
}
