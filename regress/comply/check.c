#include "regress/comply/check.h"

#include <string.h>

#define CORE                                                                                       \
    "protocol_version name version known_command list_commands quit boardsize clear_board komi "   \
    "play genmove"

// clang-format off
const ComplyLevelInfo LEVELS[LEVEL_COUNT] = {
    [LEVEL_CORE] = {"core", "the GTP 2 core", CORE, NULL, false},
    [LEVEL_TOURNAMENT] = {"tournament", "GTP 2 tournaments",
        CORE " fixed_handicap place_free_handicap set_free_handicap undo time_settings time_left final_score "
        "final_status_list", NULL, false},
    [LEVEL_REGRESSION] = {"regression", "GTP 2 regression tests", CORE " loadsgf reg_genmove", NULL, false},
    [LEVEL_SABAKI] = {"sabaki", "Sabaki", CORE,
        "lz-analyze|kata-analyze|analyze=analysis;undo=undo without replaying the game;"
        "final_status_list=dead stones", false},
    [LEVEL_GOGUI] = {"gogui", "GoGui", CORE,
        "undo=undo without replaying the game;gogui-interrupt=interrupting;gogui-analyze_commands=Analyze Commands;"
        "final_status_list=dead stones;time_settings=clocks", false},
    [LEVEL_LIZZIE] = {"lizzie", "Lizzie", CORE " undo lz-analyze|kata-analyze", "kata-analyze=ownership and score",
        false},
    [LEVEL_KGS] = {"kgs", "KGS", CORE,
        "time_settings=clocks;time_left=clocks;final_status_list=rated games;kgs-genmove_cleanup=playing on when dead "
        "stones are disputed", false},
    [LEVEL_CGOS] = {"cgos", "CGOS", CORE,
        "time_settings=clocks;time_left=clocks;cgos-genmove_analyze|cgos-analyze=figures for viewers", false},
    [LEVEL_GOMILL] = {"gomill", "gomill", CORE,
        "gomill-explain_last_move=comments on moves;gomill-describe_engine=a description;fixed_handicap=handicap games",
        false},
    [LEVEL_STRESS] = {"stress", "floods and hostile input", CORE, NULL, false},
    [LEVEL_ANALYSIS] = {"analysis", "KataGo's analysis protocol", "", NULL, true},
    [LEVEL_KATRAIN] = {"katrain", "KaTrain", "", NULL, true},
    [LEVEL_OGATAK] = {"ogatak", "Ogatak", "", NULL, true},
};
// clang-format on

bool check_list_has(const char *list, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at += length) {
        const bool begins = at == list || at[-1] == ' ' || at[-1] == '|';
        if (begins && (at[length] == '\0' || at[length] == ' ' || at[length] == '|')) {
            return length > 0;
        }
    }
    return false;
}
