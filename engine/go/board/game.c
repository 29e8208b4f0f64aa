/* Games: moves, superko, undo. The header has the invariant. */
#include "engine/go/board/game.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/os/pages.h"
#include "engine/go/board/score.h"

enum { DEFAULT_SIDE = 19, MOVES_MIN = 256 /* moves that a new game has memory for */ };

static const double DEFAULT_KOMI = 7.5;

static ColorCell *past_cells_at(const Game *game, int index) {
    return game->past_cells + (ptrdiff_t)index * game->geometry->cell_count;
}

/* Moves index 0 of moves, past and past_cells; earlier: positions before it. */
static void set_earlier(Game *game, int earlier) {
    const int shift = earlier - game->earlier_count;
    if (shift != 0) {
        game->past_cells = past_cells_at(game, shift);
        game->moves += shift;
        game->past += shift;
        game->earlier_count = earlier;
    }
}

static bool reserve_moves(Game *game, int count, Status *status) {
    const int earlier = game->earlier_count;
    if (earlier + count <= game->move_capacity) {
        return true;
    }
    const int capacity = earlier + count < MOVES_MIN ? MOVES_MIN : (earlier + count) * 2;
    const size_t positions = (size_t)capacity + 1;
    set_earlier(game, 0);
    Move *moves = realloc(game->moves, (size_t)capacity * sizeof *moves);
    game->moves = moves == NULL ? game->moves : moves;
    Past *past = realloc(game->past, positions * sizeof *past);
    game->past = past == NULL ? game->past : past;
    ColorCell *cells = realloc(game->past_cells, positions * CELL_COUNT_MAX);
    game->past_cells = cells == NULL ? game->past_cells : cells;
    set_earlier(game, earlier);
    if (moves == NULL || past == NULL || cells == NULL) {
        return status_fail(status, "out of memory");
    }
    game->move_capacity = capacity;
    return true;
}

static void remember_present(Game *game, int superko_past) {
    game->past[game->move_count] = (Past){.hash = game->board.hash.lane[0],
                                          .to_move = game->board.to_move,
                                          .button = game->board.button,
                                          .superko_past = superko_past};
    board_get_cells(&game->board, past_cells_at(game, game->move_count));
}

Game *game_new(uint64_t hash_seed) {
    Game *game = aligned_new(sizeof(Game));
    if (game == NULL) {
        return NULL;
    }
    game->hash_seed = hash_seed;
    game->rules = RULE_SETS[0].rules;
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
        set_earlier(game, 0);
        geometry_free(game->geometry);
        free(game->moves);
        free(game->past);
        free(game->past_cells);
        aligned_free(game);
    }
}

static Button first_button(const Rules *rules) {
    return rules->button ? BUTTON_FREE : BUTTON_NONE;
}

/* Makes the board's position the first of the game. */
static void begin_at_board(Game *game, Button button) {
    game->board.button = (uint8_t)button;
    memcpy(game->first_prisoners, game->board.prisoners, sizeof game->first_prisoners);
    game->move_count = 0;
    remember_present(game, 0);
}

bool game_clear(Game *game, int width, int height, Status *status) {
    if (width < 1 || width > BOARD_SIDE_MAX || height < 1 || height > BOARD_SIDE_MAX) {
        return status_fail(status, "unacceptable size");
    }
    const Geometry *old = game->geometry;
    Geometry *geometry = game->geometry;
    if (old == NULL || old->width != width || old->height != height) {
        geometry = geometry_new(width, height, game->hash_seed);
        if (geometry == NULL) {
            return status_fail(status, "out of memory");
        }
    }
    set_earlier(game, 0);
    if (geometry != old) {
        geometry_free(game->geometry);
        game->geometry = geometry;
    }
    board_init(&game->board, game->geometry);
    game->handicap = 0;
    begin_at_board(game, first_button(&game->rules));
    return true;
}

bool game_set_up(Game *game, const ColorCell *cells, Color to_move, int handicap, Status *status) {
    if (!board_set_up(&game->board, cells, to_move, status)) {
        return false;
    }
    set_earlier(game, 0);
    game->handicap = handicap;
    begin_at_board(game, first_button(&game->rules));
    return true;
}

bool game_place_handicap(Game *game, const Point *points, int count, Status *status) {
    ColorCell cells[CELL_COUNT_MAX];
    board_get_cells(&game->board, cells);
    for (int i = 0; i < count; i++) {
        cells[game->geometry->cell_of[points[i]]] = BLACK;
    }
    return game_set_up(game, cells, WHITE, count, status);
}

bool game_restart_from(Game *game, const ColorCell *cells, Color to_move, Status *status) {
    const int kept[2] = {game->board.prisoners[BLACK], game->board.prisoners[WHITE]};
    const Button button = (Button)game->board.button;
    if (!reserve_moves(game, game->move_count + 2, status) ||
        !board_set_up(&game->board, cells, to_move, status)) {
        return false;
    }
    memcpy(game->board.prisoners, kept, sizeof kept);
    if (game->move_count > 0) {
        game->moves[game->move_count] = (Move){.color = EMPTY, .point = POINT_NONE};
        set_earlier(game, game->earlier_count + game->move_count + 1);
    }
    begin_at_board(game, button);
    return true;
}

static bool copy_image(const Game *game, Symmetry g, Game *image, Status *status) {
    const Geometry *geometry = game->geometry;
    ColorCell cells[CELL_COUNT_MAX];
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point to = geometry_map_point(geometry, g, geometry->point_of[cell]);
        cells[image->geometry->cell_of[to]] = game->past_cells[cell];
    }
    image->handicap = game->handicap;
    image->board.button = game->past[0].button;
    memcpy(image->board.prisoners, game->first_prisoners, sizeof game->first_prisoners);
    bool ok = game_restart_from(image, cells, game->past[0].to_move, status);
    for (int i = 0; ok && i < game->move_count; i++) {
        const Move move = game->moves[i];
        ok = game_play(image, move.color, geometry_map_point(geometry, g, move.point), status);
        if (game->past[i + 1].superko_past == 0) {
            game_set_to_move(image, color_opponent(game->past[i + 1].to_move));
            game_set_to_move(image, game->past[i + 1].to_move);
        }
    }
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
    image->counts_first_moves = game->counts_first_moves;
    return image;
}

int game_superko_past(const Game *game, int i, Color color) {
    return game->past[i].to_move == color ? game->past[i].superko_past : 0;
}

bool game_repeats(const Game *game, Color color, const Board *board) {
    if (game->rules.ko == KO_SIMPLE) {
        return false;
    }
    const int start = game->move_count - game_superko_past(game, game->move_count, color);
    for (int i = game->move_count; i >= start; i--) {
        const Color mover = i == game->move_count ? color : game->moves[i].color;
        ColorCell cells[CELL_COUNT_MAX];
        if (game->past[i].hash != board->hash.lane[0] || game->past[i].button != board->button ||
            (game->rules.ko == KO_SITUATIONAL && mover != board->to_move)) {
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
    const bool repeats = game_repeats(game, color, &after);
    if (lone && (repeats || game->rules.ko != KO_SITUATIONAL)) {
        return MOVE_SUICIDE;
    }
    return repeats ? MOVE_SUPERKO : MOVE_LEGAL;
}

static void play_on_board(Board *board, Move move) {
    if (board->to_move != move.color) {
        board_set_to_move(board, move.color);
    }
    board_play(board, move.color, move.point);
}

bool game_play(Game *game, Color color, Point p, Status *status) {
    const Move move = {.color = color, .point = p};
    const int known = game_superko_past(game, game->move_count, color);
    if (!reserve_moves(game, game->move_count + 1, status)) {
        return false;
    }
    play_on_board(&game->board, move);
    game->moves[game->move_count++] = move;
    remember_present(game, known + 1);
    return true;
}

void game_set_to_move(Game *game, Color color) {
    if (game->board.to_move != color) {
        board_set_to_move(&game->board, color);
        game->past[game->move_count].to_move = color;
        game->past[game->move_count].superko_past = 0;
    }
}

bool game_undo(Game *game, int count, Status *status) {
    if (count < 0 || count > game->move_count) {
        return status_fail(status, "cannot undo");
    }
    Board *board = &game->board;
    if (!board_set_up(board, past_cells_at(game, 0), game->past[0].to_move, status)) {
        return false;
    }
    memcpy(board->prisoners, game->first_prisoners, sizeof board->prisoners);
    board->button = game->past[0].button;
    game->move_count -= count;
    for (int i = 0; i <= game->move_count; i++) {
        game->past[i].button = board->button;
        if (game->past[i].superko_past == 0) {
            board_set_to_move(board, game->past[i].to_move);
        }
        if (i < game->move_count) {
            play_on_board(board, game->moves[i]);
        }
    }
    return true;
}

void game_set_rules(Game *game, const Rules *rules) {
    Status ignored; /* the game has been in its first position */
    if (game->rules.button != rules->button) {
        game->past[0].button = (uint8_t)first_button(rules);
    }
    game->rules = *rules;
    game_undo(game, 0, &ignored);
}

void game_return(Game *game, int move_count, const Board *board) {
    board_copy(&game->board, board);
    game->move_count = move_count;
}

Point game_last_move(const Game *game) {
    return game->move_count == 0 ? POINT_NONE : game->moves[game->move_count - 1].point;
}

int game_handicap(const Game *game) {
    const int first = game->move_count - game->past[game->move_count].superko_past;
    const ColorCell *cells = past_cells_at(game, first);
    int stones = 0;
    const bool white_again =
        first > 0 && first < game->move_count && game->moves[first].color == WHITE;
    if (!game->counts_first_moves || white_again) {
        return game->handicap;
    }
    for (int cell = 0; cell < game->geometry->cell_count; cell++) {
        if (cells[cell] == WHITE) {
            return game->handicap;
        }
        stones += cells[cell] == BLACK;
    }
    for (int i = first; i < game->move_count; i++) {
        const Move move = game->moves[i];
        if (move.color == WHITE && move.point != POINT_PASS) {
            break;
        }
        stones += move.point != POINT_PASS;
    }
    return stones >= 2 && stones > game->handicap ? stones : game->handicap;
}

double game_score(const Game *game, const uint8_t *status) {
    const Board *board = &game->board;
    const int points = game->rules.scoring == SCORING_TERRITORY
                           ? score_territory(board, status, &game->rules)
                           : score_by_rules(board, status, &game->rules, NULL);
    return points - game->komi - rules_handicap_bonus(&game->rules, game_handicap(game)) +
           board_button_points(board);
}

double game_white_komi(const Game *game) {
    double komi = game->komi + rules_handicap_bonus(&game->rules, game_handicap(game));
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
    score_by_rules(&game->board, status, &game->rules, owner);
}
