/* What the tests of dihedra analyze share: the folder of tests/support/match_helpers.h, and an
 * engine that is a shell script which tells what it is given to tell. */
#ifndef TESTS_SUPPORT_ANALYZE_HELPERS_H
#define TESTS_SUPPORT_ANALYZE_HELPERS_H

#include "tests/support/match_helpers.h"

/* sh teller.sh FAULT N: answers its Nth analysis with line N of the file "reports" and a report of
 * a million visits behind it, and writes what it is told to the file "told". At its Nth analysis
 * (or play, for "refuse") it goes wrong. */
static const char TELLER[] =
    "fault=$1 at=$2 asked=0 played=0\n"
    "more='info move pass visits 1000000 winrate 0.5 pv pass'\n"
    ": >told\n"
    "while read -r id command rest; do\n"
    "  [ \"$id\" = quit ] && exit 0\n"
    "  answer= sign='='\n"
    "  echo \"$command $rest\" >>told\n"
    "  case $command in\n"
    "  name) answer='A <b>&' ;;\n"
    "  version) answer=1.0 ;;\n"
    "  known_command)\n"
    "    answer=true\n"
    "    [ $fault = ignorant ] && answer=false ;;\n"
    "  play)\n"
    "    played=$((played + 1))\n"
    "    [ $fault = refuse ] && [ $played = $at ] && sign='?' answer='illegal move' ;;\n"
    "  kata-analyze)\n"
    "    case $fault-$rest in old-*rootInfo*) printf '?%s no such thing\\n\\n' $id; continue ;; "
    "esac\n"
    "    asked=$((asked + 1))\n"
    "    report=$(sed -n ${asked}p reports)\n"
    "    if [ $asked = $at ]; then\n"
    "      case $fault in\n"
    "      die) exit 3 ;;\n"
    "      half) printf '=%s\\ninfo mo' $id; exit 3 ;;\n"
    "      hang) echo hanging >&2; exec sleep 1000 ;;\n"
    "      deaf) printf '=%s\\n' $id; echo hanging >&2; exec sleep 1000 ;;\n"
    "      slow) printf '=%s\\n%s\\n' $id \"$report\"; exec sleep 1000 ;;\n"
    "      endless) printf '=%s\\n%s\\n%s\\n' $id \"$report\" \"$more\"; read -r line; exec sleep "
    "1000 ;;\n"
    "      babble) report='hello\tworld' ;;\n"
    "      bytes) report=$(printf 'info \\001\\377 \\303') ;;\n"
    "      offboard) report='info move Z9 visits 9 winrate 0.5' ;;\n"
    "      occupied) report='info move B2 visits 9 winrate 0.5 pv B2' ;;\n"
    "      rate) report='info move A1 visits 9 winrate 1.5 pv A1' ;;\n"
    "      short) report='info move A1 visits 9 winrate 0.5 pv A1 ownership 1 1' ;;\n"
    "      empty) printf '=%s\\n\\n' $id; continue ;;\n"
    "      no) asked=$((asked - 1)); printf '?%s not now\\n\\n' $id; continue ;;\n"
    "      esac\n"
    "    fi\n"
    "    printf '=%s\\n%s\\n' $id \"$report\"\n"
    "    [ $fault = brief ] || { echo \"$more\"; read -r line; }\n"
    "    printf '\\n'\n"
    "    continue ;;\n"
    "  esac\n"
    "  printf '%s%s %s\\n\\n' \"$sign\" \"$id\" \"$answer\"\n"
    "done\n";

/* A game of four moves, and what is told of its five positions. Black's first move is the engine's
 * choice, White's a blunder, Black's second a mistake, White's last a find. */
static const char GAME[] = "(;GM[1]FF[4]SZ[3]KM[0.5]RU[Chinese]PB[A]\n"
                           ";B[bb]C[good];W[aa](;B[ba];W[cc]V[9])(;B[ca]C[other]))\n";
static const char REPORTS[] =
    "info move B2 visits 10 winrate 0.60 scoreLead 2.0 order 0 pv B2 C2 A3 info move A1 visits 5 "
    "winrate 0.5 scoreLead 0 order 1 pv A1 rootInfo visits 15 winrate 0.55 scoreLead 1.5 "
    "ownership 0.5 0 0 0 1 0 0 0 -1\n"
    "info move C1 visits 9 winrate 0.45 scoreLead -1 order 0 pv C1 C2 rootInfo visits 12 "
    "winrate 0.42 scoreLead -1.5 ownership 1 -1 0 0 0 0 0 0 0\n"
    "info move C1 visits 8 winrate 0.92 scoreLead 5.5 order 0 pv C1 rootInfo visits 11 "
    "winrate 0.90 scoreLead 5 ownership 0 0 0 0 0 0 0 0 0\n"
    "info move C3 visits 7 winrate 0.40 scoreLead -4 order 0 pv C3 B2 A1 rootInfo visits 13 "
    "winrate 0.25 scoreLead -3 ownership 0 0 0 0 0 0 0 0 0\n"
    "info move C2 visits 6 winrate 0.35 scoreLead 1 order 0 pv C2 pass rootInfo visits 14 "
    "winrate 0.3 scoreLead -2.25 ownership 0 0 0 0 0 0 0 0 0\n";

/* With teller.sh, game.sgf and reports; arena_free as ever. */
static inline Arena *analyze_arena(void) {
    Arena *arena = arena_new();
    arena_write(arena, "teller.sh", TELLER);
    arena_write(arena, "game.sgf", GAME);
    arena_write(arena, "reports", REPORTS);
    return arena;
}

static inline int arena_analyze(Arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* dihedra analyze with these arguments; its exit status. */
static inline int arena_analyze(Arena *arena, const char *format, ...) {
    char options[8192], line[8192 + 64];
    va_list args;
    va_start(args, format);
    vsnprintf(options, sizeof options, format, args);
    va_end(args);
    snprintf(line, sizeof line, "\"$D\" analyze %s", options);
    return arena_shell(arena, line);
}

#endif
