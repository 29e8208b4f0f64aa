/* Openings from SGF files. */
#include <stdlib.h>

#include "engine/base/file.h"
#include "engine/base/memory.h"
#include "engine/go/sgf/record.h"
#include "regress/match/openings/openings.h"

typedef struct {
    Openings *openings;
    Game *game; /* the opening that is being read */
    int line;   /* to which a failure belongs; 0: its message says so itself */
} OpeningReader;

/* Plays the next move of the opening. */
static bool read_move(OpeningReader *reader, Color color, Point p, Status *status) {
    static const char *const REASONS[] = {[MOVE_OCCUPIED] = "a stone stands there",
                                          [MOVE_SUICIDE] = "suicide",
                                          [MOVE_KO] = "ko",
                                          [MOVE_SUPERKO] = "superko: the position would repeat"};
    Game *game = reader->game;
    const char *reason = p == POINT_PASS && game->board.passes > 0
                             ? "a second pass ends the game"
                             : REASONS[game_check(game, color, p)];
    char vertex[POINT_TEXT_MAX];
    return reason == NULL
               ? game_play(game, color, p, status)
               : status_fail(status, "move %d: %s %s: %s", game->move_count + 1, color_name(color),
                             point_to_text(p, game->geometry->height, vertex), reason);
}

static bool read_node(OpeningReader *reader, const SgfNode *node, Status *status) {
    Game *game = reader->game;
    const SgfSize size = {game->geometry->width, game->geometry->height};
    const int moves = game->move_count;
    Move move;
    reader->line = 0;
    if (!record_set_up(game, node, moves > 0, NULL, status) ||
        !sgf_node_move(node, size, &move, status)) {
        return false;
    }
    reader->line = (int)node->line;
    if (game->move_count < moves) {
        return status_fail(status, "stones set up after move %d", moves);
    }
    return move.color == EMPTY || read_move(reader, move.color, move.point, status);
}

static bool read_record(OpeningReader *reader, const SgfNode *root, int moves_max, Status *status) {
    const Openings *openings = reader->openings;
    const Game *game = reader->game;
    SgfSize size;
    reader->line = 0;
    if (!sgf_node_size(root, &size, status)) {
        return false;
    }
    reader->line = (int)root->line;
    if (size.width != openings->width || size.height != openings->height) {
        return status_fail(status, "a %dx%d board, not %dx%d", size.width, size.height,
                           openings->width, openings->height);
    }
    bool ok = game_clear(reader->game, openings->width, openings->height, status);
    for (const SgfNode *node = root; ok && node != NULL; node = node->first_child) {
        ok = read_node(reader, node, status);
        if (game->move_count == moves_max && moves_max > 0) {
            break;
        }
    }
    return ok && openings_add(reader->openings, reader->game, status);
}

static bool read_sgf(OpeningReader *reader, const char *bytes, size_t length, int moves_max,
                     Status *status) {
    SgfTree *tree;
    if (!sgf_read(bytes, length, &tree, status)) {
        return false;
    }
    text_add(&reader->openings->repairs, "%s", sgf_tree_repairs(tree));
    bool ok = true;
    for (const SgfNode *root = sgf_tree_root(tree); ok && root != NULL; root = root->next_sibling) {
        ok = read_record(reader, root, moves_max, status);
    }
    sgf_tree_free(tree);
    return ok;
}

bool openings_load(const char *path, const OpeningBoard *board, int moves_max, Openings *openings,
                   Status *status) {
    OpeningReader reader = {.openings = openings, .game = memory_check(game_new(1))};
    size_t length = 0;
    char *bytes = file_read(path, FILE_REGULAR, SGF_FILE_MAX, &length, status);
    *openings = (Openings){.width = board->width, .height = board->height};
    reader.game->rules = *board->rules;
    Status why, place;
    bool ok = bytes != NULL && read_sgf(&reader, bytes, length, moves_max, &why);
    if (ok && openings->count == 0) {
        reader.line = 0;
        ok = status_fail(&why, "no opening in it");
    }
    if (!ok && bytes != NULL) {
        status_fail(&place, "line %d: %s", reader.line, why.text);
        file_fail(status, path, reader.line > 0 ? place.text : why.text);
    }
    if (!ok) {
        openings_free(openings);
    }
    game_free(reader.game);
    free(bytes);
    return ok;
}
