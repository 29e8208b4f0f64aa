/* engine/go/sgf: random trees in random spellings; prefixes, mutations, shortage of memory;
 * writing, and files that cannot be written; real games if they are present. The slow oracle is a
 * maker that notes the dump of a random tree while it spells the record. */
#include "engine/go/sgf/record.h"
#include "hash/random.h"
#include "tests/support/program/cleanup.h"
#include "tests/support/reader/sgf_dump.h"

#include <errno.h>
#include <ftw.h>
#include <math.h>
#include <sys/resource.h>
#include <sys/stat.h>

/* The whole tree as the writer writes it; the caller frees the writer. */
static SgfWriter write_tree(const SgfTree *tree) {
    SgfWriter writer = {0};
    sgf_rewrite(&writer, tree);
    return writer;
}

/* The node after this one in the order of the record, or NULL. */
static const SgfNode *next_node(const SgfNode *node) {
    const SgfNode *next = node->first_child;
    for (; next == NULL && node != NULL; node = node->parent) {
        next = node->next_sibling;
    }
    return next;
}

static bool same_writing(const SgfTree *a, const SgfTree *b) {
    SgfWriter first = write_tree(a), second = write_tree(b);
    bool same = first.text.length == second.text.length &&
                memcmp(first.text.bytes, second.text.bytes, first.text.length) == 0;
    sgf_writer_free(&first);
    sgf_writer_free(&second);
    return same;
}

/* What is written must parse to a tree that is written the same. */
static void check_rewriting(const SgfTree *tree) {
    SgfTree *again;
    Status status;
    SgfWriter writer = write_tree(tree);
    cr_assert(sgf_parse_strictly(writer.text.bytes, writer.text.length, &again, &status), "%s",
              status.text);
    cr_assert(same_writing(tree, again), "%s", writer.text.bytes);
    sgf_writer_free(&writer);
    sgf_tree_free(again);
}

/* ---- Random trees ---- */

static uint32_t below(SplitMix *random, uint32_t n) {
    return (uint32_t)(splitmix_next(random) % n);
}

/* Spells a random collection and notes its dump. */
typedef struct {
    SplitMix random;
    SgfDump record, dump;
    const char *line_break;
} Maker;

enum { MAKER_SIZE = 1 << 19 }; /* more than two games of 31 branches of 4 nodes can fill */

static void make_space(Maker *m) {
    const char *const spaces[] = {"", "", " ", "\t", m->line_break};
    sgf_dump_add_string(&m->record, spaces[below(&m->random, 5)]);
}

/* Escapes characters that must be escaped and sometimes others, and inserts soft line breaks. */
static void make_value(Maker *m) {
    static const char nasty[] = "\\]:[;()\n\n aZ\t\0\x80\xFF";
    char text[24];
    size_t length = below(&m->random, sizeof text + 1), colon = length;
    make_space(m);
    sgf_dump_add_string(&m->record, "[");
    for (size_t i = 0; i < length; i++) {
        text[i] = nasty[below(&m->random, sizeof nasty - 1)];
        bool must = text[i] == ']' || text[i] == '\\';
        bool escaped = text[i] != '\n' && (must || below(&m->random, 4) == 0);
        if (below(&m->random, 8) == 0) {
            sgf_dump_add_string(&m->record, "\\");
            sgf_dump_add_string(&m->record, m->line_break);
        }
        sgf_dump_add_string(&m->record, escaped ? "\\" : text[i] == '\n' ? m->line_break : "");
        sgf_dump_add(&m->record, &text[i], text[i] != '\n');
        if (text[i] == ':' && !escaped && colon == length) {
            colon = i;
        }
    }
    sgf_dump_add_string(&m->record, "]");
    sgf_dump_add_value(&m->dump, text, length, colon);
}

static void make_node(Maker *m) {
    static const char *const names[] = {"B", "W", "AB", "C", "LB", "X1"};
    make_space(m);
    sgf_dump_add_string(&m->record, ";");
    for (uint32_t n = below(&m->random, 4); n > 0; n--) {
        const char *name = names[below(&m->random, 6)];
        make_space(m);
        sgf_dump_add_string(&m->record, below(&m->random, 4) == 0 ? "lower" : "");
        sgf_dump_add_string(&m->record, name);
        sgf_dump_add_string(&m->dump, name);
        for (uint32_t k = 1 + below(&m->random, 2); k > 0; k--) {
            make_value(m);
        }
    }
}

static void make_branch(Maker *m, int depth) {
    uint32_t nodes = 1 + below(&m->random, 4);
    sgf_dump_add_string(&m->record, "(");
    sgf_dump_add_string(&m->dump, "+");
    for (uint32_t i = 0; i < nodes; i++) {
        sgf_dump_add_string(&m->dump, "(");
        make_node(m);
    }
    for (uint32_t n = depth < 4 ? below(&m->random, 3) : 0; n > 0; n--) {
        make_space(m);
        make_branch(m, depth + 1);
    }
    make_space(m);
    sgf_dump_add_string(&m->record, ")");
    sgf_dump_add(&m->dump, "))))", nodes);
}

static void make_collection(Maker *m) {
    static const char *const breaks[] = {"\n", "\r\n", "\r", "\n\r"};
    m->record.length = m->dump.length = 0;
    m->line_break = breaks[below(&m->random, 4)];
    for (uint32_t n = 1 + below(&m->random, 2); n > 0; n--) {
        make_space(m);
        make_branch(m, 0);
    }
    make_space(m);
}

Test(sgf, random_trees_round_trip) {
    int rounds = getenv("DIHEDRA_LONG") != NULL ? 100000 : 3000;
    Maker m = {.random = {1}, .record = {.bytes = malloc(MAKER_SIZE)}};
    m.dump.bytes = malloc(MAKER_SIZE);
    for (int i = 0; i < rounds; i++) {
        SgfTree *tree;
        Status status;
        make_collection(&m);
        sgf_dump_expect(m.record.bytes, m.record.length, &m.dump);
        cr_assert(sgf_parse_strictly(m.record.bytes, m.record.length, &tree, &status));
        SgfWriter writer = write_tree(tree);
        sgf_dump_expect(writer.text.bytes, writer.text.length, &m.dump);
        sgf_writer_free(&writer);
        sgf_tree_free(tree);
    }
    free(m.dump.bytes);
    free(m.record.bytes);
}

/* A value in its spelling, read by the rules of FF[4] alone: the text, and a '\\' in escapes for
 * each of its characters that was escaped. Line breaks are not among them. */
static void read_spelling(const char *s, size_t length, char *text, char *escapes) {
    for (size_t i = 0; i < length; i++) {
        const bool is_escaped = s[i] == '\\';
        i += is_escaped;
        *text++ = s[i];
        *escapes++ = is_escaped ? '\\' : ' ';
    }
    *text = *escapes = '\0';
}

/* One colon of a pair alone has no '\\', the first that had none; elsewhere no colon loses it. */
static void expect_colons(const char *name, bool is_pair, const char *value, const char *written) {
    char text[64], escapes[64], again[64], kept[64];
    read_spelling(value, strlen(value), text, escapes);
    read_spelling(written, strlen(written), again, kept);
    cr_assert_str_eq(text, again, "%s[%s] is written as [%s]", name, value, written);
    bool has_colon = false;
    for (size_t i = 0; text[i] != '\0'; i++) {
        if (text[i] == ':') {
            const bool is_first = !has_colon && escapes[i] == ' ';
            cr_assert(is_first  ? kept[i] == ' '
                      : is_pair ? kept[i] == '\\'
                                : escapes[i] == ' ' || kept[i] == '\\',
                      "%s[%s] is written as [%s]", name, value, written);
            has_colon = has_colon || is_first;
        }
    }
}

/* All properties of FF[4], some older ones, and one of a program. */
Test(sgf, colons_stay_escaped) {
    static const char NAMES[] =
        "AB AE AN AP AR AW B BL BM BR BT C CA CP CR DD DM DO DT EV FF FG GB GC GM GN GW HA HO IT "
        "KM KO LB LN MA MN N OB ON OT OW PB PC PL PM PW RE RO RU SL SO SQ ST SZ TB TE TM TR TW UC "
        "US V VW W WL WR WT L M CH SI XX ";
    SplitMix random = {3};
    for (const char *name = NAMES; *name != '\0'; name = strchr(name, ' ') + 1) {
        const char *identifier = formatted("%.*s", (int)strcspn(name, " "), name);
        const bool is_pair = strstr(" AP FG LB SZ ", formatted(" %s ", identifier)) != NULL;
        for (int round = 0; round < 100; round++) {
            char value[64] = "";
            for (uint32_t n = below(&random, 12); n > 0; n--) {
                static const char *const pieces[] = {"a", ":", "\\:", "\\\\", "\\]", " ", "["};
                strcat(value, pieces[below(&random, 7)]);
            }
            const SgfTree *tree = sgf_must_parse(formatted("(;%s[%s])", identifier, value));
            SgfWriter writer = write_tree(tree);
            const char *start = strchr(writer.text.bytes, '[') + 1;
            const int length = (int)strlen(start) - (int)strlen("])\n");
            expect_colons(identifier, is_pair, value, formatted("%.*s", length, start));
            check_rewriting(tree);
            sgf_writer_free(&writer);
        }
    }
}

/* ---- Hostile input ---- */

/* Parses from a buffer of exactly that length, so that the address sanitizer sees any overrun. */
static SgfTree *parse_exact(const char *bytes, size_t length) {
    char *copy = malloc(length > 0 ? length : 1);
    SgfTree *tree;
    Status status = {"none"};
    memcpy(copy, bytes, length);
    bool ok = sgf_parse_strictly(copy, length, &tree, &status);
    free(copy);
    cr_assert_eq(ok, tree != NULL);
    cr_assert_null(strchr(status.text, '\n'));
    return tree;
}

/* Calls every reader on every node of a tree. Returns whether none of them failed. */
static bool ask_everything(const SgfTree *tree) {
    Status status;
    SgfSize size = {SGF_DEFAULT_SIDE, SGF_DEFAULT_SIDE};
    Point points[CELL_COUNT_MAX];
    Move move;
    Color color;
    double real;
    int integer, count;
    char text[16];
    const SgfNode *node = sgf_tree_root(tree);
    bool ok = sgf_node_size(node, &size, &status);
    size = ok ? size : (SgfSize){19, 19};
    while (node != NULL) {
        ok &= sgf_node_move(node, size, &move, &status);
        ok &= sgf_node_points(node, "AB", size, points, &count, &status);
        ok &= sgf_node_points(node, "AW", size, points, &count, &status);
        ok &= sgf_node_real(node, "KM", 0, &real, &status);
        ok &= sgf_node_integer(node, "HA", 0, &integer, &status);
        ok &= sgf_node_color(node, "PL", EMPTY, &color, &status);
        sgf_node_simple_text(node, "RU", text, sizeof text);
        node = next_node(node);
    }
    return ok;
}

/* "(;A[]" repeated and closed, and so on: long records of one kind. */
static void check_long(const char *piece, const char *closing, int times) {
    size_t size = (strlen(piece) + strlen(closing)) * (size_t)times + 8;
    char *bytes = malloc(size), *out = bytes;
    out += sprintf(out, "(;");
    for (int i = 0; i < times; i++) {
        out = stpcpy(out, piece);
    }
    for (int i = 0; i < times; i++) {
        out = stpcpy(out, closing);
    }
    out = stpcpy(out, ")");
    SgfTree *tree = parse_exact(bytes, (size_t)(out - bytes));
    cr_assert_not_null(tree);
    cr_assert(ask_everything(tree));
    check_rewriting(tree);
    sgf_tree_free(tree);
    free(bytes);
}

Test(sgf, length_and_depth_are_free) {
    check_long("(;", ")", 200000);
    check_long(";B[aa]", "", 200000);
    check_long("(;W[aa])", "", 200000);
    check_long("X[]", "", 200000);
    check_long("\nB[ab]C[\\\\]", "", 1);
}

/* ---- Writing ---- */

static SgfWriter write_sample(void) {
    SgfHeader header = {.version = "0:1",
                        .size = {9, 13},
                        .komi = -3.25,
                        .handicap = 2,
                        .rules = "Chinese",
                        .black = "A ] \\ B",
                        .result = "B+R"};
    SgfWriter writer = {0};
    sgf_writer_open(&writer);
    sgf_writer_header(&writer, &header);
    sgf_writer_point(&writer, "AB", point_at(0, 0));
    sgf_writer_point(&writer, "AB", point_at(8, 12));
    sgf_writer_color(&writer, "PL", WHITE);
    sgf_writer_node(&writer);
    sgf_writer_move(&writer, (Move){WHITE, point_at(2, 3)});
    sgf_writer_text(&writer, "C", "10:30 [a]\nb");
    sgf_writer_open(&writer);
    sgf_writer_node(&writer);
    sgf_writer_move(&writer, (Move){BLACK, POINT_PASS});
    sgf_writer_close(&writer);
    sgf_writer_open(&writer);
    sgf_writer_node(&writer);
    sgf_writer_point(&writer, "B", point_at(5, 5));
    sgf_writer_integer(&writer, "BL", -7);
    sgf_writer_close(&writer);
    sgf_writer_close(&writer);
    return writer;
}

Test(sgf, writes_a_record) {
    SgfWriter writer = write_sample();
    Status status;
    cr_assert_eq(writer.text.length, strlen(writer.text.bytes));
    cr_assert_str_eq(writer.text.bytes,
                     "(;GM[1]FF[4]CA[UTF-8]AP[Dihedra:0\\:1]SZ[9:13]KM[-3.25]HA[2]RU[Chinese]"
                     "PB[A \\] \\\\ B]RE[B+R]AB[aa][im]PL[W]\n"
                     ";W[cd]C[10:30 [a\\]\nb]\n"
                     "(;B[])\n(;B[ff]BL[-7]))\n");
    SgfTree *tree = sgf_must_parse(writer.text.bytes);
    SgfSize size;
    double komi;
    cr_assert(sgf_node_size(sgf_tree_root(tree), &size, &status));
    cr_assert(size.width == 9 && size.height == 13);
    cr_assert(sgf_node_real(sgf_tree_root(tree), "KM", NAN, &komi, &status));
    cr_assert_eq(komi, -3.25);
    cr_assert(ask_everything(tree));
    sgf_writer_free(&writer);
}

static const char *written_real(double value) {
    static char text[256];
    SgfWriter writer = {0};
    sgf_writer_real(&writer, "KM", value);
    snprintf(text, sizeof text, "%s", writer.text.bytes);
    sgf_writer_free(&writer);
    return text;
}

static void check_real(double value, const char *expected) {
    cr_assert_str_eq(written_real(value), expected, "%g gives %s", value, written_real(value));
}

Test(sgf, writes_reals_shortest) {
    check_real(7.5, "KM[7.5]");
    check_real(-0.0, "KM[0]");
    check_real(-3.25, "KM[-3.25]");
    check_real(0.1, "KM[0.1]");
    check_real(-0.000001, "KM[-0.000001]");
}

/* ---- Real games ---- */

static int check_game(const char *path, const struct stat *info, int type, struct FTW *walk) {
    (void)info, (void)walk;
    size_t length = strlen(path);
    if (type != FTW_F || length < 4 || strcmp(path + length - 4, ".sgf") != 0) {
        return 0;
    }
    SgfTree *tree;
    Status status;
    cr_assert(sgf_load(path, &tree, &status), "%s: %s", path, status.text);
    cr_assert(ask_everything(tree), "%s: a value is malformed", path);
    Game *game = game_new(HASH_DEFAULT_SEED);
    cr_assert(record_load(game, path, (RecordStop){0}, true, &status), "%s: %s", path, status.text);
    game_free(game);
    check_rewriting(tree);
    sgf_tree_free(tree);
    return 0;
}

Test(sgf, reads_real_games) {
    const char *shared = getenv("DIHEDRA_SHARED");
    struct stat info;
    const char *folder = formatted("%s/suites/gnugo", shared != NULL ? shared : "../shared");
    if (stat(folder, &info) != 0) {
        cr_skip_test("%s is not there", folder);
    }
    cr_assert_eq(nftw(folder, check_game, 16, FTW_PHYS), 0);
}
