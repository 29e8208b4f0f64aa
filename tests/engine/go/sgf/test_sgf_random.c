/* engine/go/sgf: random trees in random spellings; prefixes, mutations, shortage of memory;
 * writing, and files that cannot be written; real games if they are present. The slow oracles: a
 * maker that notes the dump of a random tree while it spells the record, and a counter of brackets.
 */
#include "engine/go/sgf/record.h"
#include "hash/random.h"
#include "tests/support/program/cleanup.h"
#include "tests/support/reader/sgf_dump.h"
#include "tests/support/reader/sgf_rewrite.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* The whole tree as the writer writes it; the caller frees the writer. */
static SgfWriter write_tree(const SgfTree *tree) {
    SgfWriter writer;
    Status status;
    sgf_writer_init(&writer);
    sgf_rewrite(&writer, tree);
    cr_assert(sgf_writer_check(&writer, &status), "%s", status.text);
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

/* ---- Hostile input ---- */

static const char rich_record[] =
    "(;GM[1]FF[4]CA[UTF-8]AP[Dihedra:1.0]SZ[9]KM[6.5]RU[Chinese]HA[2]AB[cc][gg:hh]AW[ee]PL[W]"
    "PB[A \\] B]PW[C \\\\ D]C[Two\nlines \\\nsoft: and 10\\:30]\n;W[ce]LB[aa:one][bb:t\\:wo]"
    "(;Black[tt](;W[dd])(;W[]))\r\n(;B[ff];W[ei]C[(;]))\n\n";

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

static void check_prefixes(const char *record) {
    size_t length = strlen(record);
    SgfTree *whole = sgf_must_parse(record);
    for (size_t cut = 0; cut < length; cut++) {
        SgfTree *tree = parse_exact(record, cut);
        bool only_space = strspn(record + cut, " \t\r\n") == length - cut;
        bool same = tree != NULL && same_writing(tree, whole);
        cr_assert_eq(same, only_space, "cut at %zu", cut);
        sgf_tree_free(tree);
    }
    sgf_tree_free(whole);
}

Test(sgf, no_prefix_passes_for_the_whole) {
    check_prefixes(rich_record);
    check_prefixes("mail\n\n(;A[1])\n(;B[2](;C[3])(;D[4]))(;)\n ");
}

Test(sgf, mutations_do_no_harm) {
    int rounds = getenv("DIHEDRA_LONG") != NULL ? 1000000 : 20000, parsed = 0;
    SplitMix random = {2};
    for (int i = 0; i < rounds; i++) {
        char bytes[2 * sizeof rich_record];
        size_t length = sizeof rich_record - 1;
        memcpy(bytes, rich_record, length);
        for (uint32_t n = 1 + below(&random, 4); n > 0; n--) {
            static const char junk[] = "()[];:\\\n\rBAaz019\0\xFF";
            size_t at = below(&random, (uint32_t)length), from = below(&random, (uint32_t)length);
            size_t most = length - (at > from ? at : from);
            size_t span = below(&random, most < 16 ? (uint32_t)most + 1 : 16);
            switch (below(&random, 4)) {
            case 0: /* another byte */
                bytes[at] = junk[below(&random, sizeof junk - 1)];
                break;
            case 1: /* any byte */
                bytes[at] = (char)below(&random, 256);
                break;
            case 2: /* cut a piece */
                memmove(bytes + at, bytes + at + span, length - at - span);
                length -= span;
                break;
            default: /* a copy of a piece elsewhere */
                memmove(bytes + at, bytes + from, span);
            }
        }
        SgfTree *tree = parse_exact(bytes, length);
        if (tree != NULL) {
            parsed++;
            ask_everything(tree);
            check_rewriting(tree);
        }
        sgf_tree_free(tree);
    }
    cr_assert(parsed > rounds / 10 && parsed < rounds, "%d of %d parsed", parsed, rounds);
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

Test(sgf, shortage_of_memory_is_an_error) {
    SgfTree *tree = NULL;
    Status status;
    char record[6000];
    size_t length = (size_t)snprintf(record, sizeof record, "%s(;C[%05000d])", rich_record, 0);
    size_t memory = 0;
    for (; !sgf_parse_within(record, length, memory, &tree, &status); memory++) {
        cr_assert_null(tree);
        cr_assert_str_eq(status.text, "out of memory");
    }
    cr_assert(memory > length && memory < 8 * length, "%zu", memory);
    SgfWriter whole = write_tree(tree), writer;
    for (size_t most = 0; most < whole.text.length; most++) {
        sgf_writer_init(&writer);
        writer.length_max = most;
        sgf_rewrite(&writer, tree);
        cr_assert_not(sgf_writer_check(&writer, &status));
        cr_assert_str_eq(status.text, "the game record is too large");
        cr_assert(writer.text.length <= most);
        cr_assert_eq(memcmp(writer.text.bytes != NULL ? writer.text.bytes : "", whole.text.bytes,
                            writer.text.length),
                     0);
        sgf_writer_free(&writer);
    }
    sgf_writer_free(&whole);
    sgf_tree_free(tree);
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
    SgfWriter writer;
    sgf_writer_init(&writer);
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
    cr_assert(sgf_writer_check(&writer, &status));
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
    sgf_tree_free(tree);
    sgf_writer_free(&writer);
}

static const char *written_real(double value) {
    static char text[256];
    SgfWriter writer;
    Status status;
    sgf_writer_init(&writer);
    sgf_writer_real(&writer, "KM", value);
    bool ok = sgf_writer_check(&writer, &status);
    snprintf(text, sizeof text, "%s", ok ? writer.text.bytes : status.text);
    sgf_writer_free(&writer);
    return text;
}

static void check_real(double value, const char *expected) {
    cr_assert_str_eq(written_real(value), expected, "%g gives %s", value, written_real(value));
}

Test(sgf, writes_reals_shortest) {
    check_real(7.5, "KM[7.5]");
    check_real(0, "KM[0]");
    check_real(-0.0, "KM[0]");
    check_real(-1e-9, "KM[0]");
    check_real(-3.25, "KM[-3.25]");
    check_real(100, "KM[100]");
    check_real(0.1, "KM[0.1]");
    check_real(-0.000001, "KM[-0.000001]");
    check_real(123456789.654321, "KM[123456789.654321]");
    check_real(1e9, "a number is too large for a game record");
    check_real(NAN, "a number is too large for a game record");
    check_real(-INFINITY, "a number is too large for a game record");
    SplitMix random = {3};
    Status status;
    for (int i = 0; i < 3000; i++) { /* every number of up to 6 decimals comes back */
        int64_t scale = 1, millionths = (int64_t)(splitmix_next(&random) % 1000000000000000);
        for (uint32_t n = below(&random, 12); n > 0; n--) {
            scale *= 10;
        }
        double value = (double)(millionths / scale) / 1e6 * (i % 2 == 0 ? 1 : -1), back;
        const char *record = formatted("(;%.60s)", written_real(value));
        SgfTree *tree = sgf_must_parse(record);
        cr_assert(sgf_node_real(sgf_tree_root(tree), "KM", NAN, &back, &status));
        cr_assert_eq(back, value, "%s", record);
        sgf_tree_free(tree);
    }
}

/* ---- Files ---- */

/* A fresh folder, and the path of a file in it. */
typedef struct {
    char path[64], file[96];
} Folder;

static Folder make_folder(void) {
    Folder folder;
    strcpy(folder.path, "/tmp/dihedra-sgf-XXXXXX");
    cr_assert_not_null(mkdtemp(folder.path));
    snprintf(folder.file, sizeof folder.file, "%s/game.sgf", folder.path);
    return folder;
}

/* Removes the folder, which must hold as many files as expected. */
static void remove_folder(const Folder *folder, int files) {
    DIR *entries = opendir(folder->path);
    cr_assert_not_null(entries);
    for (struct dirent *entry; (entry = readdir(entries)) != NULL;) {
        char path[sizeof folder->path + sizeof entry->d_name];
        snprintf(path, sizeof path, "%s/%s", folder->path, entry->d_name);
        if (entry->d_name[0] != '.') {
            files--;
            cr_assert_eq(remove(path), 0);
        }
    }
    closedir(entries);
    cr_assert_eq(rmdir(folder->path), 0);
    cr_assert_eq(files, 0, "%d files too few", files);
}

static void check_file(const char *path, const char *record) {
    SgfTree *loaded, *tree = sgf_must_parse(record);
    Status status;
    cr_assert(sgf_load(path, &loaded, &status), "%s", status.text);
    cr_assert(same_writing(tree, loaded));
    sgf_tree_free(loaded);
    sgf_tree_free(tree);
}

/* Saves while no file may grow beyond that many bytes. */
static bool save_limited(const SgfWriter *writer, const char *path, rlim_t most, Status *status) {
    struct rlimit before;
    signal(SIGXFSZ, SIG_IGN);
    cr_assert_eq(getrlimit(RLIMIT_FSIZE, &before), 0);
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &(struct rlimit){most, before.rlim_max}), 0);
    bool saved = sgf_writer_save(writer, path, status);
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &before), 0);
    return saved;
}

static void expect_reason(const Status *status, const char *path, const char *reason) {
    cr_assert_str_eq(status->text, formatted("%s: %s", path, reason));
}

Test(sgf, saves_whole_or_not_at_all) {
    Folder folder = make_folder();
    Status status;
    SgfTree *tree = sgf_must_parse(formatted("(;C[%015000d])", 1));
    SgfWriter small = write_sample(), large = write_tree(tree);
    sgf_tree_free(tree);
    cr_assert(sgf_writer_save(&small, folder.file, &status), "%s", status.text);
    check_file(folder.file, small.text.bytes);
    cr_assert_not(save_limited(&large, folder.file, 10000, &status));
    expect_reason(&status, folder.file, strerror(EFBIG));
    check_file(folder.file, small.text.bytes);
    cr_assert(sgf_writer_save(&large, folder.file, &status), "%s", status.text);
    check_file(folder.file, large.text.bytes);
    sgf_writer_free(&small);
    sgf_writer_free(&large);
    remove_folder(&folder, 1);
}

Test(sgf, file_errors_are_named) {
    Folder folder = make_folder();
    SgfWriter writer = write_sample();
    SgfTree *tree;
    Status status;
    cr_assert_not(sgf_load(folder.file, &tree, &status));
    expect_reason(&status, folder.file, strerror(ENOENT));
    cr_assert_not(sgf_load(folder.path, &tree, &status));
    expect_reason(&status, folder.path, strerror(EISDIR));
    cr_assert_not(sgf_writer_save(&writer, folder.path, &status));
    expect_reason(&status, folder.path, "not a regular file");
    cr_assert_not(sgf_writer_save(&writer, "/dev/null", &status));
    expect_reason(&status, "/dev/null", "not a regular file");
    char path[128];
    snprintf(path, sizeof path, "%s/none/game.sgf", folder.path);
    cr_assert_not(sgf_writer_save(&writer, path, &status));
    expect_reason(&status, path, strerror(ENOENT));
    writer.failure = "broken";
    cr_assert_not(sgf_writer_save(&writer, folder.file, &status));
    expect_reason(&status, folder.file, "broken");
    sgf_writer_free(&writer);
    remove_folder(&folder, 0);
}

Test(sgf, refuses_what_is_too_long) {
    Folder folder = make_folder();
    SgfTree *tree;
    Status status;
    FILE *file = fopen(folder.file, "wb");
    cr_assert_not_null(file);
    fputs("(;)", file);
    cr_assert_eq(ftruncate(fileno(file), (off_t)SGF_FILE_MAX + 1), 0);
    fclose(file);
    cr_assert_not(sgf_load(folder.file, &tree, &status));
    expect_reason(&status, folder.file, "larger than 67108864 bytes");
    cr_assert_not(sgf_parse("(;)", (size_t)SGF_FILE_MAX + 1, &tree, &status));
    cr_assert_str_eq(status.text, "larger than 67108864 bytes");
    remove_folder(&folder, 1);
}

/* ---- Real games ---- */

typedef struct {
    size_t nodes, values, branches;
} Counts;

/* Counts by brackets alone. */
static Counts count_brackets(FILE *file) {
    Counts counts = {0, 0, 0};
    for (int c; (c = getc(file)) != EOF;) {
        counts.nodes += c == ';';
        counts.branches += c == '(';
        counts.values += c == '[';
        while (c == '[' && (c = getc(file)) != ']' && c != EOF) {
            if (c == '\\') {
                getc(file);
            }
            c = '[';
        }
    }
    return counts;
}

static Counts count_tree(const SgfTree *tree) {
    Counts counts = {0, 0, 0};
    for (const SgfNode *node = sgf_tree_root(tree); node != NULL; node = next_node(node)) {
        counts.nodes++;
        counts.branches += node->opens_branch;
        for (const SgfProperty *p = node->first_property; p != NULL; p = p->next) {
            counts.values += p->value_count;
        }
    }
    return counts;
}

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
    FILE *file = fopen(path, "rb");
    Counts expected = count_brackets(file), counts = count_tree(tree);
    fclose(file);
    if (strstr(sgf_tree_repairs(tree), "no character set is named") != NULL) {
        expected.values += (size_t)sgf_tree_games(tree); /* CA is added */
    }
    cr_assert_eq(memcmp(&counts, &expected, sizeof counts), 0, "%s: %zu nodes", path, counts.nodes);
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
