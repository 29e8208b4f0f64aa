#include "regress/match_sgf.h"

#include <stdio.h>
#include <time.h>

#include "engine/sgf/sgf.h"

static SgfPoint sgf_point(Point p) {
    return (SgfPoint){.x = (uint8_t)point_x(p), .y = (uint8_t)point_y(p)};
}

static SgfColor sgf_color(Color color) {
    return color == BLACK ? SGF_BLACK : SGF_WHITE;
}

static void write_header(const Game *game, const char *const names[2], const BoutResult *bout,
                         SgfWriter *writer) {
    char date[16];
    struct tm day;
    const time_t now = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d", localtime_r(&now, &day));
    const SgfHeader header = {
        .version = DIHEDRA_VERSION,
        .size = {game->geometry->width, game->geometry->height},
        .komi = game->komi,
        .rules = game->rules.name,
        .black = names[BLACK],
        .white = names[WHITE],
        .result = bout->result,
        .date = date,
    };
    sgf_writer_header(writer, &header);
}

static void write_comment(const char *const names[2], const BoutResult *bout, SgfWriter *writer) {
    char text[1024];
    const char *separator = bout->message[0] == '\0' ? "" : "\n";
    snprintf(text, sizeof text, "Ended by: %s\n%s: %d moves, %.3f s\n%s: %d moves, %.3f s%s%s%s",
             bout_end_name(bout->end), names[BLACK], bout->thoughts[BLACK], bout->seconds[BLACK],
             names[WHITE], bout->thoughts[WHITE], bout->seconds[WHITE], separator,
             separator[0] == '\0'    ? ""
             : bout->winner == BLACK ? "White "
                                     : "Black ",
             bout->message);
    sgf_writer_text(writer, "C", text);
}

static void write_set_up(const Game *game, SgfWriter *writer) {
    static const char *const IDENTIFIERS[2] = {"AB", "AW"};
    for (int color = BLACK; color <= WHITE; color++) {
        for (int cell = 0; cell < game->geometry->cell_count; cell++) {
            if (game->past_cells[cell] == color) {
                sgf_writer_point(writer, IDENTIFIERS[color],
                                 sgf_point(game->geometry->point_of[cell]));
            }
        }
    }
    if (game->past[0].to_move != BLACK) {
        sgf_writer_color(writer, "PL", SGF_WHITE);
    }
}

static void write_moves(const Game *game, const double *move_seconds, SgfWriter *writer) {
    for (int i = 0; i < game->move_count; i++) {
        const Move move = game->moves[i];
        SgfMove written = {.color = sgf_color(move.color), .pass = move.point == POINT_PASS};
        if (!written.pass) {
            written.point = sgf_point(move.point);
        }
        sgf_writer_node(writer);
        sgf_writer_move(writer, &written);
        if (move_seconds[i] > 0) {
            char text[32];
            snprintf(text, sizeof text, "%.3f s", move_seconds[i]);
            sgf_writer_text(writer, "C", text);
        }
    }
}

bool match_sgf_save(const char *folder, int number, const char *const names[2], const Game *game,
                    const double *move_seconds, const BoutResult *bout, Status *status) {
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/game-%04d.sgf", folder, number);
    if (length < 0 || (size_t)length >= sizeof path) {
        return status_fail(status, "the folder's name is too long: %.100s", folder);
    }
    SgfWriter writer;
    Status why;
    sgf_writer_init(&writer);
    sgf_writer_open(&writer);
    write_header(game, names, bout, &writer);
    write_comment(names, bout, &writer);
    write_set_up(game, &writer);
    write_moves(game, move_seconds, &writer);
    sgf_writer_close(&writer);
    const bool ok = sgf_writer_save(&writer, path, &why);
    sgf_writer_free(&writer);
    return ok || status_fail(status, "%.120s: %.120s", path, why.text);
}
