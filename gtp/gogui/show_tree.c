/* The search tree below the position as SGF: a branch for each move, with its figures. */
#include <stdlib.h>
#include <string.h>

#include "engine/base/version.h"
#include "engine/go/sgf/record.h"
#include "gtp/gogui/show.h"

enum {
    DEFAULT_DEPTH = 10, /* moves */
    DEFAULT_BRANCHES = 5,
    MOVES_MAX = 100000, /* a position that several paths lead to is written for each of them */
};

static void write_start(const GtpEngine *engine, const Analysis *analysis, SgfWriter *writer) {
    const Geometry *geometry = engine->game->geometry;
    char rules[RULES_TEXT_MAX];
    const SgfHeader header = {.version = DIHEDRA_VERSION,
                              .size = {(uint8_t)geometry->width, (uint8_t)geometry->height},
                              .komi = engine->game->komi,
                              .rules = rules_text(&engine->game->rules, rules)};
    ColorCell cells[CELL_COUNT_MAX];
    Text comment = {0};
    board_get_cells(&engine->game->board, cells);
    sgf_writer_header(writer, &header);
    record_write_stones(geometry, cells, analysis->color, 0, writer);
    text_add(&comment, "%lld visit%s, %s to play: win rate %.1f%%, score %+.1f",
             (long long)analysis->visits, text_plural(analysis->visits),
             color_name(analysis->color), 100 * analysis->win_rate, analysis->score);
    sgf_writer_text(writer, "C", text_get(&comment));
    text_free(&comment);
}

static void enter_move(void *context, Color color, const SearchMove *move) {
    SgfWriter *writer = context;
    Text comment = {0};
    text_add(&comment, "%lld visit%s, win rate %.1f%%, score %+.1f, prior %.1f%%",
             (long long)move->visits, text_plural(move->visits), 100 * move->win_rate, move->score,
             100 * move->prior);
    sgf_writer_open(writer);
    sgf_writer_node(writer);
    sgf_writer_move(writer, (Move){color, move->move});
    sgf_writer_text(writer, "C", text_get(&comment));
    text_free(&comment);
}

static void leave_move(void *context) {
    sgf_writer_close(context);
}

static bool read_limits(GtpCall *call, int i, long *depth, long *branches) {
    *depth = DEFAULT_DEPTH;
    *branches = DEFAULT_BRANCHES;
    if (call->count > i + 2) {
        return call_fail(call, "syntax error: expected dihedra-save_tree FILE [DEPTH [BRANCHES]]");
    }
    return (call->count <= i ||
            call_get_integer(call, i, "a depth", 1, SEARCH_DUMP_DEPTH_MAX, depth)) &&
           (call->count <= i + 1 ||
            call_get_integer(call, i + 1, "a number of branches", 1, ANALYSIS_MOVES_MAX, branches));
}

static bool show_save_tree(GtpCall *call) {
    GtpEngine *engine = call->engine;
    long depth, branches;
    const char *path = call->arguments[0];
    if (!read_limits(call, 1, &depth, &branches)) {
        return false;
    }
    Analysis *analysis = show_look(call);
    if (analysis == NULL) {
        return false;
    }
    SgfWriter writer;
    Status status;
    const SearchVisitor visitor = {.depth = (int)depth,
                                   .branches = (int)branches,
                                   .moves = MOVES_MAX,
                                   .enter = enter_move,
                                   .leave = leave_move,
                                   .context = &writer};
    sgf_writer_init(&writer); /* if it runs out of memory, saving the record fails */
    sgf_writer_open(&writer);
    write_start(engine, analysis, &writer);
    bool ok = search_dump_tree(engine->player.search, &visitor, &status);
    sgf_writer_close(&writer);
    ok = ok && sgf_writer_save(&writer, path, &status);
    sgf_writer_free(&writer);
    free(analysis);
    return ok || call_fail(call, "cannot write the tree: %s", status.text);
}

const GtpCommand GTP_SHOW_TREE_COMMANDS[] = {
    {"dihedra-save_tree", "FILE [DEPTH [BRANCHES]]", GTP_FILE, 1, GTP_ARGUMENTS_MAX, show_save_tree,
     "writes the search tree as SGF (10 moves deep, 5 wide); quote a FILE with blanks"},
    {0},
};
