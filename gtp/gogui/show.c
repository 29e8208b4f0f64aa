/* The commands by which GoGui shows the engine's view of the position; see show.h. */
#include "gtp/gogui/show.h"

const GtpCommand GTP_SHOW_COMMANDS[] = {
    {"dihedra-show_liberties", "", 0, 0, show_liberties,
     "how many liberties each stone's chain has (sboard)"},
    {"dihedra-show_chains", "", 0, 0, show_chains,
     "a colour for each chain, another than for the chains around it (cboard)"},
    {"dihedra-show_eyes", "", 0, 0, show_eyes, "eyes that playouts do not fill (bwboard)"},
    {"dihedra-show_ladders", "", 0, 0, show_ladders,
     "crosses: chains in atari that cannot run; triangles: those that a ladder would take, "
     "beginning "
     "at the circles (gfx)"},
    {"dihedra-show_danger", "", 0, 0, show_danger,
     "by reading: red chains are lost, yellow ones may be taken; circles take, squares save (gfx)"},
    {"dihedra-show_ownership", "", 0, 0, show_ownership,
     "who owns each point after random games: 1 Black, -1 White (dboard)"},
    {"dihedra-show_ownership_colors", "", 0, 0, show_ownership_colors,
     "the same in colours: blue Black's, red White's (gfx)"},
    {"dihedra-show_final", "", 0, 0, show_final,
     "whose each point is with dead stones, the crossed ones, taken off; the score (gfx)"},
    {"dihedra-show_benson", "", 0, 0, show_benson,
     "chains alive though their owner always pass, and their territory (bwboard)"},
    {"dihedra-show_unconditional", "", 0, 0, show_unconditional,
     "the same with territory in which the opponent cannot live though it move for ever (bwboard)"},
    {"dihedra-show_win_rates", "[COLOR]", 0, 1, show_win_rates,
     "win rates in percent of the moves looked at, by what the search knows already, or a short "
     "one (gfx)"},
    {"dihedra-show_visits", "[COLOR]", 0, 1, show_visits,
     "how often the search, as before, looked at each move (gfx)"},
    {"dihedra-show_policy", "[COLOR]", 0, 1, show_policy,
     "the evaluator's policy in percent: where the search looks first (gfx)"},
    {"dihedra-show_pv", "[COLOR]", 0, 1, show_pv,
     "the line of most visits, by the search as before (varc)"},
    {"dihedra-show_search", "[COLOR]", 0, 1, show_search,
     "the best moves with all figures, by the search as before (hstring)"},
    {"dihedra-show_last_search", "", 0, 0, show_last_search,
     "what the last search for a move came to (hstring)"},
    {"dihedra-show_table", "", 0, 0, show_table,
     "how the table served the last search for a move (hstring)"},
    {"dihedra-save_tree", "FILE [DEPTH [BRANCHES]]", 1, GTP_ARGUMENTS_MAX, show_save_tree,
     "writes the search tree below the position as SGF, 10 moves deep and 5 wide; FILE with blanks "
     "in double quotes"},
    {"dihedra-show_images", "", 0, 0, show_images,
     "where the symmetries 0..7 take the last move; green: there it would have been the same "
     "(gfx)"},
    {"dihedra-show_canonical", "", 0, 0, show_canonical,
     "the position in the orientation in which the table stores it (hstring)"},
    {"dihedra-show_key", "", 0, 0, show_key, "the position's key and symmetries (hstring)"},
    {NULL, NULL, 0, 0, NULL, NULL},
};
