#include "tests/support/program/analyze_arena.h"

/* Black's first move is the engine's choice, White's reply a blunder, Black's second move a
 * mistake, and White's last one better than the engine's choice. */
static const char GAME[] = "(;GM[1]FF[4]SZ[3]KM[0.5]RU[Chinese]PB[A]\n"
                           ";B[bb]C[good];W[aa](;B[ba];W[cc]V[9])(;B[ca]C[other]))\n";
const char ANALYZE_ARENA_REPORTS[] =
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

Arena *analyze_arena_new(void) {
    Arena *arena = arena_new();
    arena_add_engine(arena, "teller.sh");
    arena_write(arena, "game.sgf", GAME);
    arena_write(arena, "reports", ANALYZE_ARENA_REPORTS);
    return arena;
}
