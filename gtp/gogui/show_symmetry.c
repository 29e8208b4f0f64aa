/* The table's view of the position: its key, its symmetries, the orientation it is stored in. */
#include <inttypes.h>
#include <string.h>

#include "gtp/gogui/gfx.h"
#include "gtp/gogui/show.h"

static const char *const SYMMETRY_NAMES[SYMMETRY_COUNT] = {
    "as it is",
    "left and right exchanged",
    "top and bottom exchanged",
    "half a turn",
    "mirrored in the diagonal from the top left corner",
    "a quarter turn clockwise",
    "a quarter turn counter-clockwise",
    "mirrored in the diagonal from A1",
};

/* Returns the symmetries of the position as a bit set: if both the orientation and g turn it into
 * the canonical one, then g followed by the inverse of the orientation is one. */
static unsigned own_symmetries(const HashKey *key) {
    const Symmetry back = symmetry_inverse(key->orientation);
    unsigned set = 0;
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        if (key->symmetries >> g & 1) {
            set |= 1U << symmetry_compose(back, g);
        }
    }
    return set;
}

/* Adds the symmetries of the set and a newline. */
static void add_symmetries(Text *text, unsigned set) {
    for (int g = 0; g < SYMMETRY_COUNT; g++) {
        if (set >> g & 1) {
            text_add(text, " %d", g);
        }
    }
    text_add(text, "\n");
}

static bool show_key(GtpCall *call) {
    const Game *game = call->engine->game;
    const HashKey key = board_key(&game->board, &game->rules);
    text_add(call->answer,
             "Key: %016" PRIX64 "\nCheck: %016" PRIX64 "\nOrientation: %d, %s\nSymmetries:",
             key.key, key.check, key.orientation, SYMMETRY_NAMES[key.orientation]);
    add_symmetries(call->answer, own_symmetries(&key));
    return true;
}

/* Sets up the board before the last move. */
static void replay_to_last(const Game *game, Board *board) {
    Status status;
    board_init(board, game->geometry);
    board_set_up(board, game->past_cells, game->past[0].to_move,
                 &status); /* cannot fail: they stood there */
    for (int i = 0; i + 1 < game->move_count; i++) {
        board_play(board, game->moves[i].color, game->moves[i].point);
    }
    const int last = game->move_count - 1;
    if (game_superko_past(game, last, game->moves[last].color) == 0) {
        board_set_to_move(board, game->moves[last].color);
    }
}

enum { IMAGE_OF_BOARD = 1, IMAGE_OF_POSITION };

/* Labels each image of the last move with its symmetries. Images by a symmetry of the position are
 * green, others gray. */
static void add_images(GtpCall *call, Point last, unsigned own) {
    const Geometry *geometry = call->engine->game->geometry;
    char words[POINT_COUNT][SYMMETRY_COUNT + 1] = {{0}};
    uint8_t marks[POINT_COUNT] = {0};
    Text labels = {0};
    for (Symmetry g = 0; g < SYMMETRY_COUNT; g++) {
        if (geometry->width == geometry->height || !symmetry_transposes(g)) {
            const Point p = geometry_map_point(geometry, g, last);
            const uint8_t mark = own >> g & 1 ? IMAGE_OF_POSITION : IMAGE_OF_BOARD;
            words[p][strlen(words[p])] = (char)('0' + g);
            marks[p] = mark > marks[p] ? mark : marks[p];
        }
    }
    for (int cell = 0; cell < geometry->cell_count; cell++) {
        const Point p = geometry->point_of[cell];
        if (marks[p] != 0) {
            gfx_add_label(&labels, geometry, p,
                          strlen(words[p]) == SYMMETRY_COUNT ? "all" : words[p]);
        }
    }
    gfx_add_points(call->answer, geometry, "COLOR green", marks, IMAGE_OF_POSITION);
    gfx_add_points(call->answer, geometry, "COLOR gray", marks, IMAGE_OF_BOARD);
    gfx_add_labels(call->answer, &labels);
}

static bool show_images(GtpCall *call) {
    const Game *game = call->engine->game;
    const Point last = game_last_move(game);
    if (!point_is_move(last)) {
        text_add(call->answer, "TEXT There is no last move on the board\n");
        return true;
    }
    Board before;
    replay_to_last(game, &before);
    const HashKey key = board_key(&before, &game->rules);
    const unsigned own = own_symmetries(&key);
    add_images(call, last, own);
    text_add(call->answer, "TEXT Symmetries of the position before the last move:");
    add_symmetries(call->answer, own);
    return true;
}

const GtpCommand GTP_SHOW_SYMMETRY_COMMANDS[] = {
    {"dihedra-show_images", "", GTP_WORDS, 0, 0, show_images,
     "images of the last move by symmetries 0..7; at the green ones it means the same (gfx)"},
    {"dihedra-show_key", "", GTP_WORDS, 0, 0, show_key,
     "key and symmetries of the position (hstring)"},
    {0},
};
