/* `dihedra tsumego` as a user runs it. */
#include "engine/base/text.h"
#include "tests/support/program/arena.h"

static const char PROBLEM[] =
    "(;SZ[9]AB[ba][bb][cb][db][eb][ea]AW[ac][bc][cc][dc][ec][fc][fb][fa]TR[bb])";

/* Nine empty points in the corner. */
static const char HARDER[] =
    "(;SZ[9]AB[da][db][dc][dd][ad][bd][cd]AW[ea][eb][ec][ed][ee][ae][be][ce][de]TR[da])";

Test(tsumego, prints_status_moves_and_refutations) {
    Arena *arena = arena_new();
    arena_write(arena, "problem.sgf", PROBLEM);
    arena_prints(arena, "tsumego problem.sgf",
                 "problem.sgf, problem 1: black at B8: unsettled\n"
                 "White kills by playing first at A8; Black lives by playing first "
                 "at A8. The key point is A8.\n");
    arena_expect_told(arena, "white first, to kill: yes; ");
    arena_expect_told(arena, "black first, to save: yes; ");
    arena_expect_told(arena, "  right    A8\n");
    arena_expect_told(arena, "C9-A8");
}

/* The bent four in the corner: White may begin the ko when it likes. */
Test(tsumego, tells_the_bent_four_by_play_and_without_threats) {
    Arena *arena = arena_new();
    arena_write(arena, "bent.sgf",
                "(;SZ[7]AB[ae][be][bf][cf][df][ef][eg]"
                "AW[ag][bg][cg][ad][bd][ce][de][ee][fe][ff][fg]TR[ae])");
    arena_prints(arena, "tsumego bent.sgf",
                 "unsettled (dead without ko threats)\nWhite kills by playing first at "
                 "A2, but by a ko that it takes first (Black needs one more threat); "
                 "Black lives by playing first, but by a ko that its opponent takes "
                 "first (it needs one more threat).\n");
}

Test(tsumego, prints_json) {
    Arena *arena = arena_new();
    arena_write(arena, "problem.sgf", PROBLEM);
    arena_run(arena, "tsumego problem.sgf --json --first white");
    json_t *json = arena_json(arena);
    cr_assert(json_is_null(json_object_get(json, "status")));
    cr_assert(json_is_null(json_object_get(json, "save")));
    json_t *kill = json_object_get(json, "kill");
    cr_assert_str_eq(json_text_at(kill, "result"), "yes");
    cr_assert_eq(json_at(kill, "code"), 1);
    cr_assert_gt(json_array_size(json_object_get(kill, "zone")), 8);
}

/* Without marks, the group in the smallest closed region is the target. What a record shows of it
 * is not its region. */
Test(tsumego, finds_targets_and_region) {
    Arena *arena = arena_new();
    arena_write(
        arena, "plain.sgf",
        "(;SZ[9]AB[ba][bb][cb][db][eb][ea]AW[ac][bc][cc][dc][ec][fc][fb][fa])"
        "(;SZ[9]AB[ba][bb][cb][db][eb][ea]AW[ac][bc][cc][dc][ec][fc][fb][fa]TR[bb]VW[ca:da])");
    arena_prints(arena, "tsumego plain.sgf", "problem 1: black at B9: unsettled\n");
    cr_assert_not_null(strstr(arena->out, "problem 2: black at B8: unsettled\n"));
}

/* A view of an open problem is its region, if it fits. */
Test(tsumego, a_view_bounds_an_open_region) {
    Arena *arena = arena_new();
    const char *stones = "(;SZ[19]AB[ac][ad][bd][cd][dd][eb][ec][fe]AW[ab][ba][bc][cc][dc]TR[ab]"
                         "[ba][bc][cc][dc]%s)";
    const char *const wrong[] = {"", "VW[aa:ss]", "VW[aa]", "VW[ss]"};
    static char found[ARENA_TEXT_MAX];
    for (int i = 0; i < 4; i++) {
        arena_write(arena, "open.sgf", formatted(stones, wrong[i]));
        arena_must_run(arena, "tsumego open.sgf --first black --threads 1");
        if (i == 0) {
            snprintf(found, sizeof found, "%s", arena->out);
        }
        cr_assert_str_eq(arena->out, found, "%s", wrong[i]);
    }
    arena_write(arena, "open.sgf", formatted(stones, "VW[aa:eb]"));
    arena_prints(arena, "tsumego open.sgf --first black",
                 "\nregion A19 B19 C19 D19 E19 A18 B18 C18 D18 E18 B17 C17 D17\n");
}

/* Some records have an empty root, with stones, marks and a view in the node after it. */
Test(tsumego, stones_may_be_set_up_after_the_root) {
    Arena *arena = arena_new();
    arena_write(arena, "second.sgf",
                "(;SZ[9]VW[aa:gg];PL[W];AB[ba][bb][cb][db][eb][ea]"
                "AW[ac][bc][cc][dc][ec][fc][fb][fa]TR[bb](;W[aa])(;W[ca]))");
    arena_prints(arena, "tsumego second.sgf", "problem 1: black at B8: unsettled\n");
}

/* The black stones at A2 stand in White's eye space with one liberty outside what White's stones
 * reach: they are no wall. A region that leaves them out has no proof. */
Test(tsumego, attacking_stones_inside_are_not_safe) {
    static const char STONES[] =
        "(;SZ[9]AB[ca][db][bc][cc][ec][fc][ad][dd][ed][be][ce][de][ee][ff][gf][if][eg][fg][hg][ig]"
        "[ah][bh][eh][gh][bi][fi]AW[da][ea][eb][fb][hb][gc][gd][hd][ae][fe][ge][he][ie][af][bf]"
        "[cf][df][ef][hf][ag][bg][dg][ch][dh][di][ei]TR[ae]";
    Arena *arena = arena_new();
    arena_write(arena, "found.sgf", formatted("%s)", STONES));
    arena_prints(arena, "tsumego found.sgf --proof proof --sgf out.sgf",
                 "problem 1: white at A5: alive\n");
    arena_expect_told(arena, "\nassumes these are safe: E7 G7 A6\n");
    static char text[ARENA_TEXT_MAX];
    arena_read(arena, "out.sgf", text);
    cr_assert_not_null(strstr(text, "assumes these are safe: E7 G7 A6"));
    arena_prints(arena, "verify proof", "\nsafe      E7 G7 A6\n");
}

/* A view may leave out a wall that could be captured, or a point that leads nowhere. */
Test(tsumego, a_view_makes_no_wall_safe_and_no_room) {
    static const char OPEN[] = "(;SZ[19]AB[ac][ad][bd][cd][dd][eb][ec][fe]%s)";
    Arena *arena = arena_new();
    arena_write(arena, "wall.sgf",
                formatted(OPEN, "AB[da]AW[ab][ba][bc][cc][dc]TR[ab][ba][bc][cc][dc]"
                                "VW[aa:ca][ab:db][ac:dc]"));
    arena_run(arena, "tsumego wall.sgf --first black --proof proof");
    expect_in(arena->out, "\nassumes the same of these, which may be captured: D19\n");
    expect_in(arena->err, "the wall at D19 is not safe: it has one liberty outside the "
                          "region, and two are needed");
    arena_write(arena, "hole.sgf", formatted(OPEN, "AW[bc][cc][dc]TR[bc]VW[ba:da][ab:db][ac:dc]"));
    arena_run(arena, "tsumego hole.sgf --first black --proof proof");
    expect_in(arena->out, "\nopen at A19 E19: stones that get there count as safe\n");
    expect_in(arena->err, "the way out at A19 has no room for two eyes");
}

/* A kill near the end of an open region is asked for in a wider one; not where VW is the region. */
Test(tsumego, an_answer_at_the_end_of_a_region_is_asked_in_a_wider_one) {
    Arena *arena = arena_new();
    const char *stones = "(;SZ[19]AB[ac][ad][bd][cd][dd][eb][ec][fe]AW[ab][ba][bc][cc][dc]TR[ab]"
                         "[ba][bc][cc][dc]%s)";
    static const char JSON[] = "tsumego corner.sgf --first black --threads 1 --json";
    arena_write(arena, "corner.sgf", formatted(stones, ""));
    arena_prints(arena, "tsumego corner.sgf --first black --threads 1",
                 "\nwider: the same in the widest region that fits\n");
    arena_run(arena, JSON);
    cr_assert_str_eq(json_string_value(json_object_get(arena_json(arena), "wider")), "same");
    arena_write(arena, "corner.sgf", formatted(stones, "VW[aa:ed]"));
    arena_run(arena, JSON);
    cr_assert(json_is_null(json_object_get(arena_json(arena), "wider")));
}

/* A ladder belongs to the region to its end, where it works or meets a stone that breaks it. */
Test(tsumego, follows_ladders_to_their_end) {
    const char *stones = "(;SZ[19]AB[ih][hi][hj][jj][ik]AW[ii][ij]%sTR[ii])";
    Arena *arena = arena_new();
    arena_write(arena, "ladder.sgf", formatted(stones, ""));
    arena_prints(arena, "tsumego ladder.sgf --first white --proof proof",
                 "White dies even if it plays first.\n");
    arena_prints(arena, "verify proof", "\nwhite first, to save: no\n");
    arena_write(arena, "ladder.sgf", formatted(stones, "AW[oe]"));
    arena_run(arena, "tsumego ladder.sgf --first white --nodes 10000");
    cr_assert_null(strstr(arena->out, "dies"));
}

/* A frame closes an open region by stones, which are told. A region that is closed needs none. */
Test(tsumego, frames_open_regions) {
    Arena *arena = arena_new();
    arena_write(arena, "open.sgf", "(;SZ[19]AB[bb][cb][db]AW[bc][cc][dc][ec]TR[bb])");
    arena_prints(arena, "tsumego open.sgf --frame 1 --first white --proof proof",
                 "\nframe F19 F18 A17\n");
    arena_expect_told(arena, "white first, to kill: yes; ");
    arena_run(arena, "tsumego open.sgf --frame 1 --first white --json");
    json_t *json = arena_json(arena);
    cr_assert_eq(json_array_size(json_object_get(json, "frame")), 3);
    cr_assert_gt(json_array_size(json_object_get(json, "region")), 8);
    arena_write(arena, "problem.sgf", PROBLEM);
    arena_must_run(arena, "tsumego problem.sgf --frame 1");
    cr_assert_null(strstr(arena->out, "\nframe "));
}

/* Who lives in a frame around an open region is shown with the frame's stones. */
Test(tsumego, shows_the_frame_in_which_targets_live) {
    Arena *arena = arena_new();
    arena_write(arena, "open.sgf",
                "(;SZ[19]AB[bb][cb][db][eb][fb][ab]AW[ac][bc][cc][dc][ec][fc][gc]TR[bb])");
    arena_prints(arena, "tsumego open.sgf --first black --sgf out.sgf --threads 1",
                 "  frame    at radius 1: no way out is needed\n");
    static char text[ARENA_TEXT_MAX];
    arena_read(arena, "out.sgf", text);
    cr_assert_not_null(strstr(text, "AW[ga][hb][ac]"), "%s", text);
    cr_assert_not_null(strstr(text, "The stones of the frame stand on the board."));
}

/* What a frame proves is no proof for a side that it makes a difference to. */
Test(tsumego, a_proof_in_a_frame_is_of_answers_that_hold_there, .timeout = 60) {
    Arena *arena = arena_new();
    arena_write(arena, "escape.sgf", "(;SZ[9]AB[ab][bb][cb][db][da]AW[ac][bc][cc][dc]TR[da])");
    arena_prints(arena, "tsumego escape.sgf --threads 1 --proof proof",
                 "white first, to kill: no;");
    arena_expect_told(arena, "verified, in the frame at radius 1, not for kill\n");
    arena_must_run(arena, "verify proof");
    cr_assert_null(strstr(arena->out, "to kill: yes"), "%s", arena->out);
}

Test(tsumego, outputs_are_no_inputs) {
    static const char *const CASES[][2] = {
        {"a.sgf --proof a.sgf", "--proof and the record are the same file"},
        {"a.sgf --sgf x --proof x", "--proof and --sgf are the same file"},
        {"u.2 --proof u", "--proof and the record are the same file"},
        {"a.sgf u.2 --proof u", "--proof and the record are the same file"},
        {"a.sgf a.sgf a.sgf --proof u --sgf u.3", "--proof and --sgf are the same file"},
        {"a.sgf --sgf none/x", "none/x: No such file or directory"},
    };
    Arena *arena = arena_new();
    arena_write(arena, "a.sgf", "(;SZ[5]AB[aa][ba]AW[ab][bb][cb]TR[aa])");
    arena_shell(arena, "cat a.sgf a.sgf >u.2");
    arena_expect_refusals(arena, "tsumego", 2, CASES, sizeof CASES / sizeof CASES[0]);
}

/* On an open board the group that is shut off from it is the target, whatever color has more stones
 * or moves first; a stone of its color in the open is not. */
Test(tsumego, finds_targets_in_the_open) {
    Arena *arena = arena_new();
    arena_write(arena, "open.sgf",
                "(;SZ[19]AB[bc][cc][dc][db]AW[bd][cd][dd][ed][ec][eb][qd])"
                "(;SZ[19]PL[W]AB[bd][cd][dd][ed][ec][eb][qd]AW[bc][cc][dc][db])"
                "(;SZ[19]AB[jr][kr][lr]AW[iq][jq][kq][lq][mr][pp][ir]AB[jm])");
    arena_run(arena, "tsumego open.sgf --nodes 1");
    arena_expect(arena, 1, "");
    cr_assert_not_null(strstr(arena->out, "problem 1: black at B17: "));
    cr_assert_not_null(strstr(arena->out, "problem 2: white at B17: "));
    cr_assert_not_null(strstr(arena->out, "problem 3: black at K2: "));
}

/* Each is refused with its reason, and the others are still solved. */
Test(tsumego, refuses_what_is_no_problem) {
    static const struct {
        const char *game, *reason;
    } CASES[] = {
        {"(;SZ[9]AB[aa][ee])", "no stone is marked and no group is enclosed"},
        {"(;SZ[9];B[aa];AB[ab]AW[bb])", "no stones are set up before the first move"},
        {"(;SZ[9]AB[aa]AW[ab][ba]TR[aa])", "line 1: the stones around A9 have no liberty"},
        {"(;SZ[9]AB[aa]LB[zz:1]PL[X])", "no stone is marked and no group is enclosed"},
        {"(;SZ[9]RU[ancient-area]AB[aa])",
         "problems cannot be solved under rules with a group tax (stone-scoring)"},
    };
    Arena *arena = arena_new();
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        arena_write(arena, "bad.sgf", CASES[i].game);
        arena_run(arena, "tsumego bad.sgf");
        arena_expect(arena, 1,
                     formatted("dihedra tsumego: bad.sgf, problem 1: %s\n", CASES[i].reason));
    }
}

/* White's wall has one liberty, at A6. */
Test(tsumego, tells_that_a_wall_is_in_atari) {
    Arena *arena = arena_new();
    arena_write(arena, "atari.sgf",
                "(;SZ[9]AB[aa][ba][bb][cb][db][eb][ea][gb][ga][gc][fd][ed][dd][cd][bd]"
                "AW[ab][ac][bc][cc][dc][ec][fc][fb][fa]TR[bb]VW[ca:da])");
    arena_prints(arena, "tsumego atari.sgf",
                 "\nin atari, so that this is false as it stands: F9\n");
}

/* Two targets are all to be killed, or any of them; White needs kos, and no threats help. */
Test(tsumego, tells_of_several_targets_whatever_the_threats) {
    static const char STONES[] =
        "AB[ab][ae][af][ba][bb][bf][bg][bh][ca][ce][ch][da][dc][dh][ea][ee][eh][fa][fb][f"
        "c][fg][fh][gc][gg][hc][hd][he][hf][hg]AW[ac][ad][bc][be][cb][cc][cg][db][df][dg]"
        "[ed][ef][eg][fd][ff][gd][ge][gf]TR[ac][cg]VW[ac][ad][ae][bc][bd][be][cb][cc][cd]"
        "[ce][cf][cg][db][dc][dd][de][df][dg][eb][ec][ed][ee][ef][eg][fd][fe][ff][gd][ge]"
        "[gf]";
    Arena *arena = arena_new();
    arena_write(arena, "two.sgf", formatted("(;SZ[11]%s)", STONES));
    arena_prints(arena, "tsumego two.sgf --proof p.proof",
                 "White loses all targets even if it plays first, whatever "
                 "the ko threats.\n");
    arena_expect_told(arena, "to save any of them: no, whatever the threats; ");
    arena_prints(arena, "tsumego two.sgf --targets any",
                 "White loses a target even if it plays first");
    cr_assert_not_null(strstr(arena->out, "to kill any of them: yes; "));
    arena_prints(arena, "verify p.proof",
                 "with any number of threats of White: all targets are "
                 "captured: proved, ");
}

/* What lives or is dead as it stands costs no search. */
Test(tsumego, tells_a_double_ko) {
    Arena *arena = arena_new();
    arena_write(arena, "kos.sgf",
                "(;SZ[6:5]AB[ad][ba][bc][bd][cd][da][ea][eb][ec][ed][ee][fc]AW[ae][bb][be][ca][cc]"
                "[ce][dc][de]TR[cc][dc])");
    arena_prints(arena, "tsumego kos.sgf --first white --threads 1 --proof proof",
                 "White dies even if it plays first, whatever the ko threats (double ko).");
    arena_expect_told(arena, ", verified\n");
}

/* A move that wins against some threats may lead, after a broken ban, where nothing wins against
 * any number: then another one does. */
Test(tsumego, proves_what_holds_whatever_the_threats, .timeout = 60) {
    static const char *const GAMES[] = {
        "(;SZ[8:5]AB[ba][cb][cc][bd]AW[ca][da][fa][ga][ha][db][eb][fb][gb][hb][dc][ec][fc][hc][ad]"
        "[dd][ed][fd][gd][hd][be][ce][de][ee][fe][ge][he]TR[cb])",
        "(;SZ[8:6]AB[ca][da][ea][cc][ec][ad][cd][dd][ed][ae][be][ce]AW[fa][ga][ha][bb][eb][fb][gb]"
        "[hb][dc][fc][hc][fd][gd][hd][de][ee][fe][ge][af][bf][cf][df][ef][ff][gf][hf]TR[cc])",
        "(;SZ[7:6]AB[ba][da][bb][eb][cc][dc]AW[ca][ea][fa][ga][fb][gb][ec][fc][gc][ad][bd][dd][ed]"
        "[fd][gd][be][ce][de][ee][ge][af][bf][cf][df][ef][ff][gf]TR[ba])"};
    static char alone[ARENA_TEXT_MAX], behind[ARENA_TEXT_MAX];
    Arena *arena = arena_new();
    for (int i = 0; i < 3; i++) {
        arena_write(arena, "one.sgf", GAMES[i]);
        arena_write(arena, "four.sgf",
                    formatted("%s%s%s%s", GAMES[0], GAMES[1], GAMES[2], GAMES[i]));
        arena_prints(arena, "tsumego one.sgf --threads 1 --proof one", "whatever the threats");
        arena_expect_told(arena, " moves, verified\n");
        arena_must_run(arena, "tsumego four.sgf --threads 1 --proof four");
        arena_read(arena, "one", alone);
        arena_read(arena, "four.4", behind);
        cr_assert_str_eq(behind, alone);
    }
}

Test(tsumego, answers_at_once_what_is_settled) {
    Arena *arena = arena_new();
    arena_write(arena, "alive.sgf",
                "(;SZ[9]AB[ba][bb][ab][cb][db][da]AW[ac][bc][cc][dc][ec][eb][ea]TR[bb])");
    arena_prints(arena, "tsumego alive.sgf",
                 ": alive\nBlack lives even if White plays first.\nregion ");
    arena_expect_told(arena, "\nwhite first, to kill: no; 0 positions\n");
    arena_write(arena, "dead.sgf", "(;SZ[9]AW[ab][bb][cb][db][da][eb][fb][gb][ga]AB[aa]TR[aa])");
    arena_run(arena, "tsumego dead.sgf");
    arena_expect(arena, 1,
                 "dihedra tsumego: dead.sgf, problem 1: the targets are dead as they stand\n");
}

/* A proof has the answers that are known. */
Test(tsumego, proves_nothing_that_is_unknown) {
    Arena *arena = arena_new();
    arena_write(arena, "problem.sgf", HARDER);
    arena_run(arena, "tsumego problem.sgf --first white --nodes 2 --proof p.proof");
    arena_expect(arena, 1,
                 "dihedra tsumego: problem.sgf, problem 1: no proof: no answer is known\n");
    arena_must_run(arena, "tsumego problem.sgf --first black --proof p.proof --json");
    cr_assert_str_eq(json_text_at(arena_json(arena), "proof"), "p.proof");
    arena_must_run(arena, "verify p.proof");
    cr_assert_null(strstr(arena->out, "to kill"));
    cr_assert_not_null(strstr(arena->out, "black first, to save: yes\n"));
}

/* Folders and several jobs: the output has the order of the problems. */
Test(tsumego, many_problems_keep_their_order) {
    Arena *arena = arena_new();
    arena_shell(arena, "mkdir folder");
    arena_write(arena, "folder/a.sgf", PROBLEM);
    arena_write(arena, "folder/b.SGF", PROBLEM);
    arena_write(arena, "folder/c.txt", "no record");
    arena_shell(arena, "for i in 1 2 3 4 5 6 7 8; do cat folder/a.sgf; done >many.sgf");
    arena_run(arena, "tsumego folder many.sgf | grep problem >list; cut -d: -f1 list");
    cr_assert_str_eq(arena->out,
                     "folder/a.sgf, problem 1\nfolder/b.SGF, problem 1\nmany.sgf, problem 1\n"
                     "many.sgf, problem 2\nmany.sgf, problem 3\nmany.sgf, problem 4\n"
                     "many.sgf, problem 5\nmany.sgf, problem 6\nmany.sgf, problem 7\n"
                     "many.sgf, problem 8\n");
}

/* The program writes a proof only if its own verifier accepts it; verify says the same. */
Test(tsumego, proofs_are_checked_by_verify) {
    Arena *arena = arena_new();
    arena_write(arena, "problem.sgf", PROBLEM);
    arena_prints(arena, "tsumego problem.sgf --proof p.proof",
                 "  proof    p.proof, 12 moves, verified\n");
    arena_prints(arena, "verify p.proof",
                 "White first, Black wins all kos: all targets are "
                 "captured: proved, 11 moves\n");
    arena_expect_told(arena, "white first, to kill: yes\nblack first, to save: yes\n");
    arena_expect_told(arena, "assumes   play on these 10 points only");
    arena_shell(arena, "sed s/aaca/aaab/ p.proof >changed.proof");
    arena_run(arena, "verify changed.proof");
    arena_expect(arena, 1,
                 "dihedra verify: changed.proof: byte 459: the checksum does not match the bytes "
                 "before it\n");
}

/* The tree has every first move, judged, and replies; a viewer reads it back. */
Test(tsumego, writes_the_solution_as_a_record) {
    Arena *arena = arena_new();
    static char text[ARENA_TEXT_MAX];
    arena_write(arena, "problem.sgf", PROBLEM);
    arena_must_run(arena, "tsumego problem.sgf --sgf tree.sgf --first white");
    arena_read(arena, "tree.sgf", text);
    expect_in(text, "PL[W]TR[bb]C[problem.sgf, problem 1\nwhite first, to kill: yes");
    cr_assert_not_null(strstr(text, "(;W[ab]TE[1]C[Right.]\n(;B[aa]"));
    cr_assert_not_null(strstr(text, "(;W[ca]BM[1]C[Wrong.]\n(;B[ab]))"));
    arena_prints(arena, "tsumego tree.sgf --first white", "white first, to kill: yes; ");
}

/* A request to end ends the search at once, and what is known is printed. */
Test(tsumego, an_interrupt_prints_what_is_known) {
    Arena *arena = arena_new();
    arena_write(arena, "open.sgf", "(;SZ[19]AB[dd][dp]AW[pd][pp]TR[dd]VW[aa:hh])");
    arena_shell(arena, "\"$D\" tsumego open.sgf open.sgf --nodes 1000000000 & sleep 0.3; "
                       "kill -TERM $!; wait $!");
    arena_expect(arena, 1, "");
    cr_assert_not_null(strstr(arena->out, "open.sgf, problem 1: black at D16: unknown\n"));
    cr_assert_null(strstr(arena->out, "problem 2"));
}
