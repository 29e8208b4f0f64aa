#include "regress/comply/check.h"

#include "engine/base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define CORE                                                                                       \
    "protocol_version name version known_command list_commands quit boardsize clear_board komi "   \
    "play genmove"

// clang-format off
const ComplyLevelInfo LEVELS[LEVEL_COUNT] = {
    [LEVEL_CORE] = {"core", "the GTP 2 core", CORE, "", false},
    [LEVEL_TOURNAMENT] = {"tournament", "GTP 2 tournaments",
        CORE " fixed_handicap place_free_handicap set_free_handicap undo time_settings time_left final_score "
        "final_status_list", "", false},
    [LEVEL_REGRESSION] = {"regression", "GTP 2 regression tests", CORE " loadsgf reg_genmove", "", false},
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
    [LEVEL_STRESS] = {"stress", "floods and hostile input", CORE, "", false},
    [LEVEL_ANALYSIS] = {"analysis", "KataGo's analysis protocol", "", "", true},
    [LEVEL_KATRAIN] = {"katrain", "KaTrain", "", "", true},
    [LEVEL_OGATAK] = {"ogatak", "Ogatak", "", "", true},
};

static const unsigned char GTP_TEXT[] = {
#include "regress/comply/checks/framing.tst.inc"
#include "regress/comply/checks/commands.tst.inc"
#include "regress/comply/checks/rules.tst.inc"
#include "regress/comply/checks/records.tst.inc"
#include "regress/comply/checks/clock.tst.inc"
#include "regress/comply/checks/analyze.tst.inc"
#include "regress/comply/checks/clients.tst.inc"
#include "regress/comply/checks/stress.tst.inc"
    0};
static const unsigned char ANALYSIS_TEXT[] = {
#include "regress/comply/checks/json.tst.inc"
    0};
// clang-format on

bool check_names(const char *list, const char *word) {
    const size_t length = strlen(word);
    for (const char *at = list; length > 0 && (at = strstr(at, word)) != NULL; at += length) {
        const bool begins = at == list || at[-1] == ' ' || at[-1] == '|';
        if (begins && (at[length] == '\0' || at[length] == ' ' || at[length] == '|')) {
            return true;
        }
    }
    return false;
}

/* Reads a line of a check's head. Returns false if the line is not of a head. */
static bool read_head(ComplyCheck *check, const char *line) {
    if (strncmp(line, "#source ", 8) == 0) {
        check->source = line + 8;
    } else if (strncmp(line, "#needs ", 7) == 0) {
        check->needs = line + 7;
    } else if (strncmp(line, "#levels ", 8) == 0) {
        for (ComplyLevel level = 0; level < LEVEL_COUNT; level++) {
            check->levels |= (unsigned)check_names(line + 8, LEVELS[level].key) << level;
        }
    } else if (strcmp(line, "#advice") == 0) {
        check->is_advice = true;
    } else if (strcmp(line, "#formal") == 0) {
        check->is_formal = true;
    } else if (strcmp(line, "#fresh") == 0) {
        check->is_fresh = true;
    } else {
        return false;
    }
    return true;
}

static void read_line(CheckList *list, char *line) {
    static const char BEGINS[] = "#check ";
    ComplyCheck *check = list->count == 0 ? NULL : &list->checks[list->count - 1];
    if (strncmp(line, BEGINS, sizeof BEGINS - 1) == 0) {
        list->checks = memory_grow(list->checks, list->count, sizeof *list->checks);
        char *colon = strstr(line, ": ");
        assert(colon != NULL);
        *colon = '\0';
        list->checks[list->count++] = (ComplyCheck){.id = line + sizeof BEGINS - 1,
                                                    .meaning = colon + 2,
                                                    .needs = "",
                                                    .first = list->line_count,
                                                    .end = list->line_count};
    } else if (line[0] != '\0' && (check == NULL || !read_head(check, line))) {
        list->lines = memory_grow(list->lines, list->line_count, sizeof *list->lines);
        list->lines[list->line_count++] = line;
        if (check != NULL) {
            check->end = list->line_count;
        }
    }
}

CheckList check_list_read(bool of_analysis) {
    CheckList list = {.text = memory_copy((const char *)(of_analysis ? ANALYSIS_TEXT : GTP_TEXT))};
    for (char *line = list.text; *line != '\0';) {
        char *end = line + strcspn(line, "\n");
        char *next = end + (*end != '\0');
        *end = '\0';
        read_line(&list, line);
        line = next;
    }
    return list;
}

void check_list_free(CheckList *list) {
    free(list->checks);
    free(list->lines);
    free(list->text);
}
