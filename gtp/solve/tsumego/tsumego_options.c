#include "gtp/solve/tsumego/tsumego.h"

#include "engine/base/member.h"
#include "engine/base/team.h"
#include "engine/solve/problem/region.h"
#include "gtp/subcommands.h"

static const char USAGE[] =
    "usage: dihedra tsumego FILE.sgf|FOLDER... [OPTION...]\n"
    "\n"
    "Solves problems of life and death: can the marked stones be killed, can they be saved,\n"
    "which first moves work, and what refutes the others? A problem is the first position with\n"
    "stones, before any move, of each game of a record, or of each record in a folder, by any\n"
    "rules but those with a group tax, under which connecting may be worth more. Stones\n"
    "marked by TR, SQ, MA, CR or a label are the targets; without marks, the stones that are shut\n"
    "in. The region is found around the targets; one that is open ends where VW does, if that\n"
    "is at most 64 points.\n";

static const char NOTES[] =
    "Answers are proved for play within the region: a chain with a liberty outside counts as\n"
    "safe. Those around the region that are not alive by themselves are listed (\"assumes\"); a\n"
    "proof that rests on one with fewer than two liberties outside, or without room for two\n"
    "eyes there, is refused. Kos are told apart: \"ko\" means that the opponent needs the first\n"
    "threat. If the status would be another without ko threats, as that of the bent four in the\n"
    "corner, it is told, too. A problem that reaches a limit is \"unknown\". Interrupted by\n"
    "SIGINT, prints what is known of the present problem and ends.\n"
    "\n"
    "In a frame, stones of the side that kills stand on the empty points around an open region,\n"
    "and are never captured. Who lives there needs no way out; who dies there may have one on\n"
    "the board. Open regions are searched by turns with frames around them, to see whether the\n"
    "targets live in one; with --frame, the problem is solved in that frame alone. First moves\n"
    "in an open region get at most some four times the positions of the answer.\n"
    "\n"
    "An answer that rests on the end of an open region, where stones count as safe, is asked\n"
    "again in the widest region that fits (\"wider\"); what is found there counts.\n"
    "\n"
    "A proof has the winner's moves against all replies in the region, and is checked before it\n"
    "is written. With several problems, the second is written to FILE.2, and so on. `dihedra\n"
    "verify` checks it again.\n"
    "\n"
    "Exit status: 0 if all problems were solved, 1 if one is unknown or cannot be read, 2 if an\n"
    "option is wrong.\n";

static const char *const FIRST_NAMES[] = {"both", "black", "white", NULL};
static const char *const TARGET_NAMES[] = {"all", "any", NULL};

// clang-format off
static const Option OPTIONS[] = {
    {.name = "FILE.sgf|FOLDER", .is_required = true, .may_repeat = true, OPTION_LIST_IN(TsumegoOptions, files)},
    {.name = "--first", .argument = "COLOR", .names = FIRST_NAMES, OPTION_NAME_IN(TsumegoOptions, first), .help = "who moves first: black, white or both (default)"},
    {.name = "--targets", .argument = "WHICH", .names = TARGET_NAMES, OPTION_NAME_IN(TsumegoOptions, any), .help = "capture all targets (default) or any of them"},
    {.name = "--frame", .argument = "N", .integer = {1, REGION_RADIUS}, OPTION_INT_IN(TsumegoOptions, frame), .help = "closes open regions N steps from the targets by stones of the side that kills"},
    {.name = "--seconds", .argument = "S", .real = {0.001, 1e6}, OPTION_REAL_IN(TsumegoOptions, seconds), .help = "for each problem, and again for its proof and its tree (default: no limit)"},
    {.name = "--nodes", .argument = "N", .integer = {1, INT64_C(1000000000000)}, OPTION_INT64_IN(TsumegoOptions, nodes), .help = "positions for each search (default 20000000)"},
    {.name = "--mb", .argument = "N", .integer = {1, 1000000}, OPTION_INT_IN(TsumegoOptions, megabytes), .help = "memory for the tables (default 256)"},
    {.name = "--threads", .argument = "T", .integer = {1, TEAM_MAX}, OPTION_INT_IN(TsumegoOptions, threads), .help = "threads (default: all processors)"},
    {.name = "--json", OPTION_FLAG_IN(TsumegoOptions, json), .help = "a JSON object for each problem, a line each"},
    {.name = "--proof", .argument = "FILE", OPTION_TEXT_IN(TsumegoOptions, proof), .help = "writes a proof of the answers to a problem"},
    {.name = "--sgf", .argument = "FILE", OPTION_TEXT_IN(TsumegoOptions, sgf), .help = "writes the solutions as trees of moves with comments"},
    {0},
};
// clang-format on

const CommandHelp TSUMEGO_HELP = {
    "tsumego", "solves problems of life and death", USAGE, {OPTIONS}, NOTES};

bool tsumego_options_read(TsumegoOptions *options, int argc, char **argv, Status *status) {
    *options = (TsumegoOptions){.nodes = 20000000, .megabytes = 256};
    const OptionGroup groups[] = {{OPTIONS, options, NULL}, {0}};
    return option_read(groups, argc, argv, status);
}
