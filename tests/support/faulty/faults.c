#include "tests/support/faulty/faults.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

// clang-format off
const Fault FAULTS[] = {
    /* What a line is, and what an answer is. */
    {"id-dropped", "GTP 2, command structure", "If the command has an id, the response has the same.", false},
    {"id-cut", "GTP 2, simple entities", "An int is at most 2^31 - 1.", false},
    {"id-invented", "GTP 2, response structure", "If no id was in the command, none is in the response.", false},
    {"one-newline", "GTP 2, response structure", "A response ends in two consecutive newlines.", false},
    {"empty-line", "GTP 2, response structure", "A response has no consecutive newlines before its end.", false},
    {"comment-kept", "GTP 2, 3.1 preprocessing", "Everything from a hash sign to the end of the line is removed.", false},
    {"blank-answered", "GTP 2, 3.1 preprocessing", "Lines that are empty or have only white space are discarded.", false},
    {"cr-kept", "GTP 2, 3.1 preprocessing", "CR is removed.", false},
    {"control-kept", "GTP 2, 3.1 preprocessing", "Control characters other than HT and LF are removed.", false},
    {"tab-kept", "GTP 2, 3.1 preprocessing", "HT becomes a space.", false},
    {"chatter", "GTP 2, communication model", "The engine writes only responses to commands.", false},
    {"pipe-dropped", "GTP 2, communication model", "Each command gets a response, in order.", false},
    {"unknown-ok", "GTP 2, error messages", "An unknown command is an error.", false},
    {"unknown-text", "GTP 2, error messages", "The message for an unknown command is \"unknown command\".", false},
    {"tab-written", "GTP 2, 2.3 whitespace", "On output only a SPACE is used.", false},
    /* Administration. */
    {"version-1", "GTP 2, protocol_version", "The number is 2.", false},
    {"known-yes", "GTP 2, known_command", "The answer is a boolean: true or false.", false},
    {"known-all", "GTP 2, known_command", "The answer is false if the engine does not know the command.", false},
    {"list-line", "GTP 2, list_commands", "The commands stand one a row.", false},
    {"list-short", "GTP 2, list_commands", "All known commands are listed, the required ones too.", false},
    {"list-private", "GTP 2, list_commands", "Private extensions are listed, too.", false},
    {"quit-silent", "GTP 2, quit", "The response is sent before the connection is closed.", false},
    {"quit-stays", "GTP 2, quit", "The session ends.", false},
    /* Entities. */
    {"color-case", "GTP 2, simple entities", "Colors are not case sensitive.", false},
    {"vertex-case", "GTP 2, simple entities", "Vertices are not case sensitive.", false},
    {"letter-i", "GTP 2, 2.11 board coordinates", "The letter I is skipped.", false},
    /* Setting up. */
    {"size-text", "GTP 2, boardsize", "The message for a size that the engine cannot have is \"unacceptable size\".", false},
    {"clear-kept", "GTP 2, clear_board", "The board is cleared.", false},
    {"clear-history", "GTP 2, clear_board", "The move history is reset to empty.", false},
    {"komi-refused", "GTP 2, komi", "The engine must accept the komi even if it is ridiculous.", false},
    {"komi-whole", "GTP 2, komi", "The komi is a float.", false},
    {"fixed-point", "GTP 2, 4.1.1 fixed handicap", "Each number of stones has its points.", false},
    {"fixed-full", "GTP 2, fixed_handicap", "The board must be empty.", false},
    {"fixed-edge", "GTP 2, 4.1.1 fixed handicap", "Below 13x13 the stones are on the third line.", false},
    {"fixed-komi", "GTP 2, fixed_handicap", "Komi is set by the controller alone.", false},
    {"free-twice", "GTP 2, set_free_handicap", "No vertex stands twice in the list.", false},
    /* Playing. */
    {"play-occupied", "GTP 2, play", "A move on a stone is illegal.", false},
    {"play-turns", "GTP 2, play", "Consecutive moves of one color are not illegal.", false},
    {"refusal-clears", "GTP 2, play", "An illegal move is not played.", false},
    {"capture-one", "GTP 2, play", "All captured stones are removed.", false},
    {"ko-ignored", "GTP 2, play", "Retaking a ko at once is illegal.", false},
    {"suicide-stays", "rules of Go", "A stone without a liberty does not stay on the board.", false},
    {"suicide-chain", "KataGo, GTP_Extensions.md", "By Chinese rules suicide is illegal.", false},
    {"undo-stones", "GTP 2, undo", "The board is reset to the state before the last move.", false},
    {"undo-empty", "GTP 2, undo", "If there is no move to take back, it fails with \"cannot undo\".", false},
    {"genmove-unplayed", "GTP 2, genmove", "The move is played.", false},
    {"genmove-color", "GTP 2, genmove", "The move is one of the requested color, whichever moved last.", false},
    {"genmove-over", "GoGui, KGS", "A move is made after two passes.", false},
    /* Tournaments and regression. */
    {"late", "GTP 2, 4.2 time handling", "A move is made in the time that is left.", false},
    {"late-untold", "GTP 2, 4.2 time handling", "time_settings holds without time_left.", false},
    {"time-refused", "GTP 2, time_settings", "The engine must accept the requested values.", false},
    {"score-words", "GTP 2, final_score", "The score is W+, B+ with a number, or 0.", false},
    {"score-passes", "GTP 2, final_score", "No move is added to the history.", false},
    {"status-empty", "GTP 2, final_status_list", "The stones listed are stones on the board.", false},
    {"status-chain", "GTP 2, final_status_list", "All stones of the status are listed.", false},
    {"status-twice", "GTP 2, final_status_list", "Only stones of the status are listed.", false},
    {"reg-plays", "GTP 2, reg_genmove", "The move is not played.", false},
    {"load-after", "GTP 2, loadsgf", "The position is that before the move of this number.", false},
    {"load-missing", "GTP 2, loadsgf", "It fails with \"cannot load file\" if the file does not exist.", false},
    {"load-undo", "GTP 2, loadsgf", "The move history is that of the record.", false},
    {"load-rectangle", "SGF FF[4], compressed point lists", "\"aa:cc\" is a rectangle of points.", false},
    {"board-mirrored", "GTP 2, showboard", "Coordinates are placed as section 2.11 says.", false},
    /* Clients. */
    {"analyze-deaf", "Leela Zero, lz-analyze", "The analysis ends when a further line comes.", false},
    {"blank-deaf", "KataGo, GTP_Extensions.md", "A raw newline ends an analysis.", false},
    {"interval-seconds", "KataGo, GTP_Extensions.md", "The interval is in centiseconds.", false},
    {"analyze-color", "Leela Zero, lz-analyze", "The analysis is for the color that is named.", false},
    {"analyze-plays", "Leela Zero, lz-analyze", "An analysis plays no move.", false},
    {"winrate-percent", "Leela Zero, lz-analyze", "winrate is an integer, 10000 times the probability.", false},
    {"winrate-side", "Leela Zero, lz-analyze", "winrate is that of the side to move.", false},
    {"pv-missing", "Leela Zero, lz-analyze", "Each move has its pv, which begins with the move.", false},
    {"genmove-no-play", "Leela Zero, lz-genmove_analyze", "The response ends with \"play VERTEX\".", false},
    {"analyze-genmove", "Leela Zero, lz-genmove_analyze", "The move is one of the requested color.", false},
    {"kata-nan", "KataGo, kata-analyze", "Figures are finite numbers.", false},
    {"lead-side", "KataGo, GTP_Extensions.md", "All values are from one perspective.", false},
    {"root-side", "KataGo, GTP_Extensions.md", "All values are from one perspective.", false},
    {"root-bare", "KataGo, GTP_Extensions.md", "rootInfo has visits.", false},
    {"pv-visits", "KataGo, GTP_Extensions.md", "pvVisits has a value for each move of pv.", false},
    {"allow-ignored", "KataGo, GTP_Extensions.md", "No move outside of the list is considered.", false},
    {"ownership-flipped", "KataGo, GTP_Extensions.md", "ownership starts at the top left.", false},
    {"ownership-side", "KataGo, GTP_Extensions.md", "ownership is from the perspective of the current player.", false},
    {"rules-quotes", "KataGo, GTP_Extensions.md", "The rules are a JSON dictionary.", false},
    {"rules-reset", "KataGo, GTP_Extensions.md", "Rules are those that were set last.", false},
    {"rule-any", "KataGo, GTP_Extensions.md", "RULE is a field of the rules.", false},
    {"gogui-type", "GoGui, analyze commands", "A line is TYPE/LABEL/COMMAND with a known type.", false},
    {"interrupt-answered", "GoGui, gogui-interrupt", "The comment has no response.", false},
    {"sequence-half", "GoGui, gogui-play_sequence", "If a move is illegal, none is played.", false},
    {"cgos-text", "CGOS, cgos-genmove_analyze", "The first line is one JSON object.", false},
    {"cleanup-passes", "KGS, kgsGtp", "No pass while dead stones are on the board.", false},

    /* KataGo's JSON analysis protocol. */
    {"json-id", "KataGo, Analysis_Engine.md", "A response has the id of its query.", true},
    {"json-turn", "KataGo, Analysis_Engine.md", "Each turn of analyzeTurns gets a response.", true},
    {"json-during", "KataGo, Analysis_Engine.md", "A turn has one response with isDuringSearch false, its last.", true},
    {"json-order", "KataGo, Analysis_Engine.md", "moveInfos are sorted by order, from 0.", true},
    {"json-winrate", "KataGo, Analysis_Engine.md", "winrate is from 0 to 1.", true},
    {"json-player", "KataGo, Analysis_Engine.md", "currentPlayer is the player to move on this turn.", true},
    {"json-ownership", "KataGo, Analysis_Engine.md", "ownership has boardXSize times boardYSize values.", true},
    {"json-policy", "KataGo, Analysis_Engine.md", "policy has one more value than the board has points, the pass.", true},
    {"json-side", "KataGo, Analysis_Engine.md", "reportAnalysisWinratesAs governs the win rates.", true},
    {"json-initial", "KataGo, Analysis_Engine.md", "initialPlayer is the player to move before the first move.", true},
    {"json-allow", "KataGo, Analysis_Engine.md", "No move outside of allowMoves is considered.", true},
    {"json-error", "KataGo, Analysis_Engine.md", "A query that is wrong gets an error, with its id and the field.", true},
    {"json-dies", "KataGo, Analysis_Engine.md", "A line that is not JSON gets an error and ends nothing.", true},
    {"json-terminate", "KataGo, Analysis_Engine.md", "An action is echoed.", true},
    {"json-id-cut", "KataGo, Analysis_Engine.md", "A response has the id of its query.", true},
    {"json-return", "KataGo, Analysis_Engine.md", "A line may end in CR LF.", true},
    {"json-square", "KataGo, Analysis_Engine.md", "boardXSize and boardYSize are the size of the board.", true},
    {"json-visits", "KataGo, Analysis_Engine.md", "maxVisits is the most visits.", true},
    {"json-pv", "KataGo, Analysis_Engine.md", "pvVisits has a number for each move of pv.", true},
    {"json-flipped", "KataGo, Analysis_Engine.md", "ownership is row by row from the top.", true},
    {"json-lead", "KataGo, Analysis_Engine.md", "All values are from one perspective.", true},
    {"json-silent", "KataGo, Analysis_Engine.md", "reportDuringSearchEvery is the interval of reports.", true},
    {"json-unwarned", "KataGo, Analysis_Engine.md", "An unknown field gets a warning.", true},
    {"json-komi", "KataGo, Analysis_Engine.md", "komi is a whole number or a half.", true},
    {"json-dance", "KataGo, Analysis_Engine.md", "An unknown action is an error.", true},
    {"json-idless", "KataGo, Analysis_Engine.md", "A query without an id is an error.", true},
    {"json-turns-all", "KataGo, Analysis_Engine.md", "turnNumbers are the turns that are terminated.", true},
    {"json-echo", "KataGo, Analysis_Engine.md", "An action is echoed with its fields.", true},
    {"json-last", "KataGo, Analysis_Engine.md", "At the end of the input all queries are finished.", true},
    {NULL, NULL, NULL, false},
};
// clang-format on

static const char *chosen = "";

static const Fault *find(const char *name) {
    const Fault *fault = FAULTS;
    while (fault->name != NULL && strcmp(fault->name, name) != 0) {
        fault++;
    }
    return fault->name == NULL ? NULL : fault;
}

bool fault_choose(const char *name) {
    const Fault *fault = find(name);
    chosen = fault == NULL ? chosen : fault->name;
    return fault != NULL;
}

bool fault_is(const char *name) {
    assert(find(name) != NULL);
    return strcmp(chosen, name) == 0;
}
