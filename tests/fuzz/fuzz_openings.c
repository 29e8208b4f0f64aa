/* libFuzzer entry for files of openings: any bytes are refused with one line that begins with the
 * path, or are openings of which each can be played to its end. The first byte chooses the board
 * and how many moves of a record count. */
#include "regress/match/openings/openings.h"
#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[FUZZ_PATH_MAX];
    Status status = {""};
    Openings openings;
    if (size == 0) {
        return 0;
    }
    const int side = (data[0] & 1) != 0 ? 9 : 5;
    const OpeningBoard board = {side, side, &RULE_SETS[data[0] >> 1 & 3].rules};
    const int file = fuzz_open(data + 1, size - 1, path);
    if (openings_load(path, &board, data[0] >> 4, &openings, &status)) {
        Game *game = game_new(1);
        require(game != NULL && openings.count >= 1);
        game->rules = *board.rules;
        for (int i = 0; i < openings.count; i++) {
            require(opening_start(&openings, i, game, &status));
            require(game->board.passes < 2);
        }
        openings_checksum(&openings);
        openings_free(&openings);
        game_free(game);
    } else {
        fuzz_check_refusal(path, status.text);
    }
    close(file);
    return 0;
}
