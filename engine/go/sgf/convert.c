/* Files of servers that are not SGF: GIB (Tygem) and NGF (Cyberoro), line by line. Neither format
 * has a published description; the meaning of the fields is as other programs have found it. */
#include <math.h>
#include <stdlib.h>

#include "engine/go/board/game.h"
#include "engine/go/board/handicap.h"
#include "engine/go/sgf/chars.h"
#include "engine/go/sgf/import.h"
#include "engine/go/sgf/words.h"

enum { LINE_MAX_BYTES = 256, FORMAT_SIDE = 19 /* of GIB */ };

/* A conversion under way. */
typedef struct {
    SgfWriter writer;
    int side;
    int moves;
    Color last;    /* who moved last */
    int lines_due; /* line breaks since the last move */
} Conversion;

/* Copies the line at *text without the white space at its ends, cut to fit, and moves *text to the
 * next one. */
static void take_line(const char **text, char line[LINE_MAX_BYTES]) {
    size_t length = strcspn(*text, "\n");
    const char *end = *text + length, *start = text_trim(*text, &length);
    *text = *end == '\n' ? end + 1 : end;
    snprintf(line, LINE_MAX_BYTES, "%.*s", (int)length, start);
}

static void begin_conversion(Conversion *conversion) {
    conversion->writer = (SgfWriter){0};
    sgf_writer_open(&conversion->writer);
    sgf_writer_node(&conversion->writer);
    sgf_writer_text(&conversion->writer, "GM", "1");
    sgf_writer_text(&conversion->writer, "FF", "4");
    sgf_writer_text(&conversion->writer, "CA", "UTF-8");
}

/* A move's line in the SGF is that in the file, so that messages name it. The writer begins a line
 * for each node. */
static void write_move(Conversion *conversion, Color color, Point point) {
    for (; conversion->lines_due > 1; conversion->lines_due--) {
        text_add(&conversion->writer.text, "\n");
    }
    conversion->lines_due = 0;
    sgf_writer_node(&conversion->writer);
    sgf_writer_move(&conversion->writer, (Move){color, point});
    conversion->moves++;
    conversion->last = color;
}

static void add_date(Conversion *conversion, int year, int month, int day) {
    char text[16];
    snprintf(text, sizeof text, "%04d-%02d-%02d", abs(year) % 10000, abs(month) % 100,
             abs(day) % 100);
    sgf_writer_text(&conversion->writer, "DT", text);
}

static bool is_on_board(const Conversion *conversion, int x, int y) {
    return x >= 0 && y >= 0 && x < conversion->side && y < conversion->side;
}

static void add_handicap(Conversion *conversion, int count) {
    Point points[HANDICAP_MAX];
    if (count < 2 || count > handicap_fixed_max(conversion->side, conversion->side)) {
        return;
    }
    handicap_fixed_points(conversion->side, count, points);
    sgf_writer_integer(&conversion->writer, "HA", count);
    for (int i = 0; i < count; i++) {
        sgf_writer_point(&conversion->writer, "AB", points[i]);
    }
}

/* Moves the SGF to *sgf. Returns false with a message if there is no move. */
static bool finish_conversion(Conversion *conversion, const char *format, Text *sgf,
                              Status *status) {
    sgf_writer_close(&conversion->writer);
    if (conversion->moves > 0) {
        text_append(sgf, conversion->writer.text.bytes, conversion->writer.text.length);
    }
    sgf_writer_free(&conversion->writer);
    return conversion->moves > 0 || status_fail(status, "%s file without moves", format);
}

/* ---- GIB ---- */

bool gib_is_record(const char *text) {
    return strstr(text, "\\HS") != NULL && strstr(text, "\\GS") != NULL;
}

/* Writes "NAME (RANK)". */
static void add_player(Conversion *conversion, char *player, const char *name_key,
                       const char *rank_key) {
    char *rank = strrchr(player, '(');
    if (rank != NULL && rank > player) {
        char *name_end = rank;
        rank[strcspn(rank, ")")] = '\0';
        while (name_end > player && name_end[-1] == ' ') {
            name_end--;
        }
        *name_end = '\0';
        sgf_writer_text(&conversion->writer, rank_key, rank + 1);
    }
    sgf_writer_text(&conversion->writer, name_key, player);
}

/* Reads the number after this word of a list that is separated by commas. */
static bool find_number(const char *list, const char *word, int *number) {
    const char *at = list;
    while ((at = strstr(at, word)) != NULL && at != list && at[-1] != ',') {
        at++;
    }
    return at != NULL && sscanf(at + strlen(word), "%d", number) == 1;
}

/* How a game ended: who won, and by how much. */
static void add_gib_result(Conversion *conversion, int kind, int tenths) {
    static const char *const KINDS[] = {
        [0] = "B+", [1] = "W+", [3] = "B+R", [4] = "W+R", [7] = "B+T", [8] = "W+T"};
    char text[RESULT_TEXT_MAX];
    if (kind < 0 || kind >= (int)(sizeof KINDS / sizeof KINDS[0]) || KINDS[kind] == NULL) {
        return;
    }
    if (kind <= 1) {
        snprintf(text, sizeof text, "%s%.12g", KINDS[kind], tenths / 10.0);
    }
    sgf_writer_text(&conversion->writer, "RE", kind <= 1 ? text : KINDS[kind]);
}

/* Reads "S1,R0,W4,Z0,G65,C2016:01:20:13:05": winner, margin, komi, date. */
static void add_gib_tag(Conversion *conversion, const char *tag) {
    int komi, kind, margin = 0, year, month, day;
    const char *date = strstr(tag, ",C");
    if (find_number(tag, "G", &komi)) {
        sgf_writer_real(&conversion->writer, "KM", komi / 10.0);
    }
    if (find_number(tag, "W", &kind)) {
        find_number(tag, "Z", &margin);
        add_gib_result(conversion, kind, margin);
    }
    if (date != NULL && sscanf(date, ",C%4d:%2d:%2d", &year, &month, &day) == 3) {
        add_date(conversion, year, month, day);
    }
}

/* If the line is "\[KEY=VALUE\]", returns the value and cuts the line after it; otherwise NULL. */
static char *find_header_value(char *line, const char *key) {
    const size_t length = strlen(key);
    if (strncmp(line, "\\[", 2) != 0 || strncmp(line + 2, key, length) != 0 ||
        line[2 + length] != '=') {
        return NULL;
    }
    char *end = strstr(line, "\\]");
    if (end != NULL) {
        *end = '\0';
    }
    return line + 2 + length + 1;
}

static bool add_gib_move(Conversion *conversion, const char *line, Status *status) {
    int color, x, y;
    if (strncmp(line, "SKI", 3) == 0) {
        write_move(conversion, color_opponent(conversion->last), POINT_PASS);
        return true;
    }
    if (sscanf(line, "STO %*d %*d %d %d %d", &color, &x, &y) != 3 || color < 1 || color > 2 ||
        !is_on_board(conversion, x, y)) {
        return status_fail(status, "GIB file: not a move: %.40s", line);
    }
    write_move(conversion, color == 2 ? WHITE : BLACK, point_at(x, y));
    return true;
}

bool gib_convert(const char *text, Text *sgf, Status *status) {
    Conversion conversion = {.side = FORMAT_SIDE, .last = WHITE};
    bool ok = true;
    begin_conversion(&conversion);
    while (ok && *text != '\0') {
        char line[LINE_MAX_BYTES], *value;
        int handicap;
        take_line(&text, line);
        if ((value = find_header_value(line, "GAMEBLACKNAME")) != NULL) {
            add_player(&conversion, value, "PB", "BR");
        } else if ((value = find_header_value(line, "GAMEWHITENAME")) != NULL) {
            add_player(&conversion, value, "PW", "WR");
        } else if ((value = find_header_value(line, "GAMETAG")) != NULL) {
            add_gib_tag(&conversion, value);
        } else if (sscanf(line, "INI %*d %*d %d", &handicap) == 1) {
            add_handicap(&conversion, handicap);
            conversion.last = handicap >= 2 ? BLACK : WHITE;
        } else if (strncmp(line, "STO", 3) == 0 || strncmp(line, "SKI", 3) == 0) {
            ok = add_gib_move(&conversion, line, status);
        }
        conversion.lines_due++;
    }
    if (!ok) {
        sgf_writer_free(&conversion.writer);
        return false;
    }
    return finish_conversion(&conversion, "GIB", sgf, status);
}

/* ---- NGF ---- */

enum { NGF_LINES_MAX = 12 };

/* Which of the lines before the moves, counted from 0, says what; 0: none. */
typedef struct {
    int lines;
    const char *prefix; /* of each line */
    int side, white, black, handicap, komi, date, result;
} NgfLayout;

static const NgfLayout NGF_LAYOUTS[] = {{11, "GI", 6, 1, 2, 7, 9, 5, 0},
                                        {12, "", 1, 2, 3, 5, 7, 8, 10}};

/* "PMABBQDQD": two letters count the moves; then the color, and column and row, of which B is the
 * first. SGF has a property PM. */
static bool is_ngf_move(const char *line) {
    return strncmp(line, "PM", 2) == 0 && is_capital(line[2]) && is_capital(line[3]) &&
           (line[4] == 'B' || line[4] == 'W');
}

/* Returns the layout of a text whose moves begin where they should, or NULL. */
static const NgfLayout *find_ngf_layout(const char *text) {
    for (size_t i = 0; i < sizeof NGF_LAYOUTS / sizeof NGF_LAYOUTS[0]; i++) {
        const NgfLayout *layout = &NGF_LAYOUTS[i];
        const char *line = text;
        bool has_prefix = true;
        for (int number = 0; number < layout->lines; number++) {
            has_prefix &= strncmp(line, layout->prefix, strlen(layout->prefix)) == 0;
            line += strcspn(line, "\n");
            line += *line == '\n';
        }
        if (has_prefix && is_ngf_move(line)) {
            return layout;
        }
    }
    return NULL;
}

bool ngf_is_record(const char *text) {
    return find_ngf_layout(text) != NULL;
}

/* The name goes to the first blank, the rank follows. */
static void add_ngf_player(Conversion *conversion, const char *line, const char *name_key,
                           const char *rank_key) {
    char name[LINE_MAX_BYTES] = "", rank[LINE_MAX_BYTES] = "";
    sscanf(line, "%255s %255s", name, rank);
    if (name[0] != '\0') {
        sgf_writer_text(&conversion->writer, name_key, name);
    }
    if (rank[0] != '\0') {
        sgf_writer_text(&conversion->writer, rank_key, rank);
    }
}

/* The komi of even games comes without its half, the date as "20170316 [11:26]" or "2006-9-5". */
static void add_ngf_game(Conversion *conversion, int handicap, const char *komi, const char *date,
                         const char *result) {
    double points;
    char text[RESULT_TEXT_MAX];
    int year, month, day;
    add_handicap(conversion, handicap);
    if (komi_from_words(komi, &points) && fabs(points) <= GAME_KOMI_MAX) {
        sgf_writer_real(&conversion->writer, "KM",
                        points + (handicap == 0 && points == floor(points) ? 0.5 : 0));
    }
    if (sscanf(date, "%4d%2d%2d", &year, &month, &day) == 3) {
        add_date(conversion, year, month, day);
    }
    if (result[0] != '\0') {
        sgf_writer_text(&conversion->writer, "RE", result_from_words(result, text) ? text : result);
    }
}

/* A point off the board is a pass. */
static void add_ngf_move(Conversion *conversion, const char *line) {
    if (is_ngf_move(line) && strlen(line) >= 7) {
        const int x = line[5] - 'B', y = line[6] - 'B';
        write_move(conversion, line[4] == 'B' ? BLACK : WHITE,
                   is_on_board(conversion, x, y) ? point_at(x, y) : POINT_PASS);
    }
}

bool ngf_convert(const char *text, Text *sgf, Status *status) {
    const NgfLayout *layout = find_ngf_layout(text);
    char head[NGF_LINES_MAX][LINE_MAX_BYTES];
    const char *of[NGF_LINES_MAX] = {NULL};
    for (int i = 0; i < layout->lines; i++) {
        take_line(&text, head[i]);
        of[i] = head[i] + strlen(layout->prefix);
    }
    Conversion conversion = {
        .side = (int)strtol(of[layout->side], NULL, 10), .last = WHITE, .lines_due = layout->lines};
    if (conversion.side < 1 || conversion.side > BOARD_SIDE_MAX) {
        return status_fail(status, "NGF file: not a board size: %.20s", of[layout->side]);
    }
    begin_conversion(&conversion);
    sgf_writer_integer(&conversion.writer, "SZ", conversion.side);
    add_ngf_player(&conversion, of[layout->white], "PW", "WR");
    add_ngf_player(&conversion, of[layout->black], "PB", "BR");
    add_ngf_game(&conversion, (int)strtol(of[layout->handicap], NULL, 10), of[layout->komi],
                 of[layout->date], layout->result == 0 ? "" : of[layout->result]);
    while (*text != '\0') {
        char line[LINE_MAX_BYTES];
        take_line(&text, line);
        add_ngf_move(&conversion, line);
        conversion.lines_due++;
    }
    return finish_conversion(&conversion, "NGF", sgf, status);
}
