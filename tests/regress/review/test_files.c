/* The files that dihedra analyze writes: the record is read strictly and compared with the one
 * it was made from; the page has what the record says; and the
 * command is run once with the program's own engine. */
#include "tests/support/program/analyze_arena.h"
#include "tests/support/reader/sgf_dump.h"

#include <math.h>

/* ---- The record ---- */

static bool is_among(const char *identifier, const char *list) {
    return strstr(list, formatted(" %s ", identifier)) != NULL;
}

/* Property by property, but for those that the analysis sets or adds to. */
static bool keeps_node(const SgfNode *old, const SgfNode *new) {
    for (const SgfProperty *p = old->first_property; p != NULL; p = p->next) {
        if (is_among(p->identifier, " SBKV SBKS V ")) {
            continue;
        }
        const SgfProperty *q = sgf_node_property(new, p->identifier);
        if (q == NULL || q->value_count != p->value_count) {
            return false;
        }
        for (uint32_t i = 0; i < p->value_count; i++) {
            const bool is_comment = strcmp(p->identifier, "C") == 0;
            if (strncmp(p->values[i].text, q->values[i].text, p->values[i].length) != 0 ||
                (!is_comment && p->values[i].length != q->values[i].length)) {
                return false;
            }
        }
    }
    return true;
}

/* Nothing but moves and values. */
static bool is_variation(const SgfNode *node) {
    for (; node != NULL; node = node->first_child) {
        for (const SgfProperty *p = node->first_property; p != NULL; p = p->next) {
            if (!is_among(p->identifier, " B W C SBKV SBKS V ")) {
                return false;
            }
        }
        if (node->first_child != NULL && node->first_child->next_sibling != NULL) {
            return false;
        }
    }
    return true;
}

/* Is the old tree there, in its order, with nothing but variations besides? *added counts them. */
static bool keeps_tree(const SgfNode *old, const SgfNode *new, int *added) {
    while (new != NULL) {
        if (old != NULL && keeps_node(old, new)) {
            if (!keeps_tree(old->first_child, new->first_child, added)) {
                return false;
            }
            old = old->next_sibling;
        } else if (is_variation(new)) {
            ++*added;
        } else {
            return false;
        }
        new = new->next_sibling;
    }
    return old == NULL;
}

/* Compares new.sgf with game.sgf; returns how many variations it has more. */
static int expect_kept(Arena *arena) {
    static char text[ARENA_TEXT_MAX];
    SgfTree *old, *new;
    Status status;
    int added = 0;
    arena_read(arena, "game.sgf", text);
    cr_assert(sgf_parse_strictly(text, strlen(text), &old, &status), "%s", status.text);
    arena_read(arena, "new.sgf", text);
    cr_assert(sgf_parse_strictly(text, strlen(text), &new, &status), "%s\n%s", status.text, text);
    cr_assert(keeps_tree(sgf_tree_root(old), sgf_tree_root(new), &added), "%s", text);
    sgf_tree_free(old);
    sgf_tree_free(new);
    return added;
}

Test(analyze_files, the_record_keeps_what_it_held_and_gains_values) {
    static const char EXPECTED[] =
        "(;GM[1]FF[4]SZ[3]KM[0.5]RU[Chinese]PB[A]SBKV[55]SBKS[1.5]V[1.5]"
        "C[Black wins 55.0%, score B+1.5, 15 visits.]\n"
        ";B[bb]SBKV[58]SBKS[1.5]V[1.5]C[good\n\nBlack wins 58.0%, score B+1.5, 12 visits.\n"
        "The move is the engine's choice.]\n"
        "(;W[aa]BM[1]SBKV[90]SBKS[5]V[5]C[Black wins 90.0%, score B+5.0, 11 visits.\n"
        "A blunder: the move loses 35.0% and 4.0 points. The engine's choice: C1 C2 "
        "(Black wins 55.0%, score B+1.0). From move 2 to 3 both left C1.]\n"
        "(;B[ba]DO[]SBKV[75]SBKS[3]V[3]C[Black wins 75.0%, score B+3.0, 13 visits.\n"
        "A mistake: the move loses 17.0% and 2.5 points. The engine's choice: C1 "
        "(Black wins 92.0%, score B+5.5). From move 2 to 3 both left C1.]\n"
        ";W[cc]TE[1]SBKV[30]SBKS[-2.25]V[-2.25]C[Black wins 30.0%, score W+2.3, 14 visits.\n"
        "A find: the move gains 30.0% and 6.3 points. The engine's choice: C3 "
        "(Black wins 60.0%, score B+4.0).])\n"
        "(;B[cc]SBKV[92]SBKS[5.5]V[5.5]C[The engine's choice (1 move): Black wins 92.0%, score "
        "B+5.5, 8 "
        "visits.])\n(;B[ca]C[other]))\n"
        "(;W[cc]SBKV[55]SBKS[1]V[1]C[The engine's choice (2 moves): Black wins 55.0%, score B+1.0, "
        "9 "
        "visits.]\n;B[cb]))\n";
    static char text[ARENA_TEXT_MAX];
    Arena *arena = analyze_arena_new();
    arena_must_run(
        arena, "analyze game.sgf --engine 'sh teller.sh - 0' --visits 20 --deep 0 --out new.sgf");
    arena_read(arena, "new.sgf", text);
    cr_assert_str_eq(text, EXPECTED, "%s", text);
    cr_assert_eq(expect_kept(arena), 2);
}

#define REVIEW "analyze %s --engine 'sh teller.sh - 0' --visits 20 --deep 0 --out %s"

/* The review of a review is the review of the game, byte for byte. */
Test(analyze_files, a_review_replaces_the_one_before) {
    static char first[ARENA_TEXT_MAX], second[ARENA_TEXT_MAX];
    static const char *const GAMES[] = {
        NULL, /* that of the arena */
        "(;SZ[3]KM[0.5]C[a\\]:b\n];B[bb]C[ x\n\n](;W[aa]BM[2];B[ba](;W[cc])(;W[ca]))(;W[ab]))",
        "(;SZ[3]KM[0.5]RU[Japanese Rules]RE[\uD751 3\uC9D1\uBC18\uC2B9];B[bb];W[aa]LB[aa:a\\:b]"
        "TE[1];B[ba]C[Black wins!\n\nThe move is bad.]C[two];W[cc])",
    };
    Arena *arena = analyze_arena_new();
    for (size_t i = 0; i < sizeof GAMES / sizeof GAMES[0]; i++) {
        if (GAMES[i] != NULL) {
            arena_write(arena, "game.sgf", GAMES[i]);
        }
        arena_must_run(arena, REVIEW, "game.sgf", "new.sgf");
        arena_read(arena, "new.sgf", first);
        arena_must_run(arena, REVIEW, "new.sgf", "again.sgf");
        arena_read(arena, "again.sgf", second);
        cr_assert_str_eq(first, second);
    }
}

/* What people write beside an earlier review stays: before its words, after them, on their line;
 * moves after its variation. Its grades and variations go, also those of earlier versions and those
 * that stand twice. */
Test(analyze_files, what_people_add_to_a_review_stays) {
    static const char REVIEWED[] =
        "(;SZ[3]KM[0.5]C[Black wins 1.0%, score W+9.0, 1 visit.\n\nhello\n\n"
        "Black wins 2.0%, score W+9.0, 3 visits.]"
        ";B[bb]BM[1]SBKV[1]V[9]LB[aa:x]C[good\n\nBlack wins 9.0%, score B+1.5, 12 visits.\n"
        "A blunder: the move loses 42.0% and 0.5 points. It is the engine's choice. really?]"
        "(;W[aa]TE[1]C[Black wins 9.0%, score B+1.5, 12 visits.\nThe move loses 1.0%. The engine's "
        "choice: A1 (Black wins 9.0%, score 0.0).\nThe move is mine.];B[ba]DO[]C[Black wins 9.0%, "
        "score ?, 12 visits.\nA find: the move gains 9.0% and loses 0.5 points. ])"
        "(;W[ca]SBKV[1]V[1]C[The engine's choice: Black wins 9.0%, score B+1.0, 9 visits.];B[cb])"
        "(;W[cc]C[The engine's choice (1 move): Black wins 9.0%, score B+1.0, 9 visits.];B[cb])"
        "(;W[cc]C[The engine's choice (2 moves): Black wins 9.0%, score B+1.0, 9 visits.];B[cb])"
        "(;W[ac]C[The engine's choice: Black wins 9.0%, score B+1.0, 9 visits. No.])"
        "(;W[bc]C[The engine's choice: Black wins 9.0%, score B+1.0, 9 visits.];B[cb]C[!]))";
    static const char EXPECTED[] =
        "(;SZ[3]KM[0.5]SBKV[55]SBKS[1.5]V[1.5]C[hello\n\nBlack wins 55.0%, score B+1.5, 15 visits.]"
        "\n;B[bb]LB[aa:x]SBKV[58]SBKS[1.5]V[1.5]C[good\n\nreally?\n\nBlack wins 58.0%, score "
        "B+1.5, "
        "12 visits.\nThe move is the engine's choice.]\n"
        "(;W[aa]TE[1]SBKV[90]SBKS[5]V[5]C[The move is mine.\n\nBlack wins 90.0%, score B+5.0, 11 "
        "visits.\nA blunder: the move loses 35.0% and 4.0 points. The engine's choice: C1 C2 "
        "(Black wins 55.0%, score B+1.0). From move 2 to 3 both left C1.]\n"
        "(;B[ba]DO[]SBKV[75]SBKS[3]V[3]C[Black wins 75.0%, score B+3.0, 13 visits.\n"
        "A mistake: the move loses 17.0% and 2.5 points. The engine's choice: C1 "
        "(Black wins 92.0%, score B+5.5). From move 2 to 3 both left C1.])\n"
        "(;B[cc]SBKV[92]SBKS[5.5]V[5.5]C[The engine's choice (1 move): Black wins 92.0%, score "
        "B+5.5, 8 visits.]))\n"
        "(;W[cc]SBKV[55]SBKS[1]V[1]C[The engine's choice (2 moves): Black wins 55.0%, score B+1.0, "
        "9 visits.]\n;B[cb])\n"
        "(;W[cc]C[The engine's choice (1 move): Black wins 9.0%, score B+1.0, 9 visits.]\n;B[cb])\n"
        "(;W[ac]C[The engine's choice: Black wins 9.0%, score B+1.0, 9 visits. No.])\n"
        "(;W[bc]C[The engine's choice: Black wins 9.0%, score B+1.0, 9 visits.]\n;B[cb]C[!]))\n";
    static char text[ARENA_TEXT_MAX];
    Arena *arena = analyze_arena_new();
    arena_write(arena, "game.sgf", REVIEWED);
    arena_must_run(arena, REVIEW, "game.sgf", "new.sgf");
    arena_read(arena, "new.sgf", text);
    cr_assert_str_eq(text, EXPECTED, "%s", text);
}

/* What the record says of moves stays; set-up stones, moves in the root, further games, deep
 * branches, texts that need escapes. */
Test(analyze_files, all_kinds_of_records_are_kept) {
    static const struct {
        const char *record;
        int variations; /* that are added: beside a root or a set-up there is no place */
    } CASES[] = {
        {"(;SZ[3]B[aa]C[x\\]:\\\\y];W[bb]IT[];B[cc]BM[2])", 2},
        {"(;SZ[3]AB[aa][ba]AW[cc]PL[W]C[];W[bb]V[3]SBKV[1];AE[aa];C[text];B[ac]LB[bb:\\:1])", 1},
        {"(;SZ[4:3](;B[aa](;W[ba](;B[ca])(;B[cb]))(;W[bb];B[cc]))(;B[bb]))(;SZ[9];B[aa])", 3},
        {"(;SZ[3];B[];W[tt];B[bb];AB[cc]W[aa])", 0},
    };
    Arena *arena = analyze_arena_new();
    Text *reports = text_kept();
    for (int i = 0; i < 6;
         i++) { /* the side that plays wins, so every move but a pass is a blunder */
        text_add(reports, "info move pass visits 9 winrate 1 scoreLead 9 pv pass pass\n");
    }
    arena_write(arena, "reports", reports->bytes);
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        arena_write(arena, "game.sgf", CASES[i].record);
        arena_run(
            arena,
            "analyze game.sgf --engine 'sh teller.sh - 0' --visits 20 --deep 0 --out new.sgf");
        arena_expect(arena, 0, "");
        const int added = expect_kept(arena);
        cr_assert_eq(added, CASES[i].variations, "%s: %d", CASES[i].record, added);
    }
}

/* ---- The page ---- */

/* Returns what the page shows. tests/clients/pages.test.js looks at how it does. */
static json_t *read_page(Arena *arena) {
    static char page[ARENA_TEXT_MAX];
    arena_read(arena, "new.html", page);
    return page_data(page);
}

Test(analyze_files, the_page_keeps_what_the_record_says) {
    Arena *arena = analyze_arena_new();
    arena_write(
        arena, "game.sgf",
        "(;SZ[3]PB[<script>alert(1)</script>]BR[\"'>]PW[\377\001&amp;]RE[<i>]RU[<u>]DT[\\]]\n"
        ";B[bb]C[</div><script src=\"http://x\">]\n;W[aa];B[ba])");
    arena_must_run(
        arena, "analyze game.sgf --engine 'sh teller.sh - 0' --visits 20 --deep 0 --html new.html");
    json_t *data = read_page(arena);
    const char *sgf = json_text_at(data, "sgf");
    cr_assert_not_null(strstr(sgf, "PB[<script>alert(1)</script>]BR[\"'>]"), "%s", sgf);
    expect_in(sgf, "\n;B[bb]C[</div><script src=\"http://x\">]\n;W[aa]");
}

/* The data are those of the game: from which move on, what owns what. */
Test(analyze_files, the_page_has_the_positions) {
    Arena *arena = analyze_arena_new();
    arena_write(arena, "reports",
                strchr(ANALYZE_ARENA_REPORTS, '\n') + 1); /* what is told from move 2 on */
    arena_must_run(arena,
                   "analyze game.sgf --engine 'sh teller.sh - 0' --visits 20 --deep 0 --html "
                   "new.html --from 2");
    json_t *data = read_page(arena);
    const json_t *positions = json_object_get(data, "positions");
    cr_assert_eq(json_array_size(positions), 4);
    cr_assert_eq(json_at(data, "first"), 1);
    cr_assert_str_eq(game_text(positions, 0, "owner"), "aukkkkkkk"); /* told by White */
    cr_assert_str_eq(game_text(positions, 3, "owner"), "kkkkkkkkk");
}

/* ---- The page with the engine ---- */

#define PAGE "<i>engine</i><script id=\"data\"></script>rest"

Test(analyze_files, the_page_with_the_engine_is_a_file_that_gets_the_game) {
    static const char COMMAND[] =
        "analyze game.sgf --engine 'sh teller.sh - 0' --visits 20 --deep 0 --html new.html";
    static char page[ARENA_TEXT_MAX];
    Arena *arena = analyze_arena_new();
    arena_write(arena, "own.html", PAGE);
    arena_must_run(arena, "%s --with-engine=own.html", COMMAND);
    arena_read(arena, "new.html", page);
    cr_assert(strncmp(page, PAGE, 31) == 0 && strstr(page, "}</script>rest") != NULL, "%s", page);
    arena_shell(arena, "mkdir -p prefix/bin prefix/share/dihedra; cp \"$D\" prefix/bin/dihedra; "
                       "mv own.html prefix/share/dihedra/dihedra.html; rm new.html");
    arena_shell(arena, formatted("prefix/bin/dihedra %s --with-engine", COMMAND));
    arena_expect(arena, 0, "");
    arena_read(arena, "new.html", page);
    cr_assert(strncmp(page, PAGE, 31) == 0, "%s", page);
    arena_shell(arena, "rm prefix/share/dihedra/dihedra.html");
    arena_shell(arena, formatted("prefix/bin/dihedra %s --with-engine", COMMAND));
    arena_expect(arena, 2, "/prefix/bin/, in its ../share/dihedra or in its ../web; make web");
    arena_run(arena, "%s --with-engine=game.sgf", COMMAND);
    arena_expect(arena, 2, "game.sgf: not the page that make web builds\n");
    arena_run(arena, "%s --with-engine=none.html", COMMAND);
    arena_expect(arena, 2, "none.html: ");
    arena_run(arena, "analyze game.sgf --with-engine");
    arena_expect(arena, 2, "--with-engine is for the page of --html");
}

/* ---- With the program's own engine ---- */

static void expect_sane(const json_t *json, size_t moves) {
    cr_assert_eq(json_array_size(json_object_get(json, "moves")), moves);
    cr_assert_eq(json_array_size(json_object_get(json, "positions")), moves + 1);
    for (size_t i = 0; i <= moves; i++) {
        const double rate = json_at(json, formatted("positions/%zu/black_win_rate", i));
        cr_assert(rate >= 0 && rate <= 1);
        cr_assert_geq(json_at(json, formatted("positions/%zu/visits", i)), 40);
        cr_assert_leq(fabs(json_at(json, formatted("positions/%zu/black_score_points", i))), 100);
    }
}

static void expect_whole(Arena *arena, const char *record, const char *options, size_t moves) {
    arena_write(arena, "game.sgf", record);
    arena_run(arena,
              "analyze game.sgf --visits 40 --memory 8 --json --out new.sgf --html new.html %s",
              options);
    arena_expect(arena, 0, " position");
    json_t *json = arena_json(arena);
    expect_sane(json, moves);
    cr_assert_str_eq(json_text_at(json, "name"), "Dihedra");
    expect_kept(arena);
    read_page(arena);
}

/* Black plays on the first line while a stone of White's can be taken, and gives it up. */
Test(analyze_files, a_game_is_analysed_as_a_whole) {
    Arena *arena = analyze_arena_new();
    expect_whole(arena,
                 "(;GM[1]FF[4]SZ[9]KM[7]RU[Chinese];B[ee];W[ec];B[gd];W[cf];B[ef];W[ff];B[fe]"
                 ";W[gg];B[ch];W[bg];B[eh];W[tt];B[])",
                 "", 13);
    expect_whole(arena, "(;SZ[7:5]HA[2]AB[bb][fd]RU[NZ];W[dc];B[tt];W[cc];AB[ca];B[db];W[ab];B[])",
                 "--threads 2 --from 2 --to 5", 4);
    expect_whole(arena, "(;SZ[3])", "", 0);
}
