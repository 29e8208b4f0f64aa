#include "verify/local/local_proof.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"
#include "engine/base/text.h"
#include "verify/frame.h"
#include "verify/key_set.h"
#include "verify/local/local_board.h"

static const char START[] = "dihedra local ", VERSION[] = "2";
static const char ASSUMES[] = "no play outside, passes allowed, suicide illegal";
static const char *const COLORS[] = {"black", "white", NULL};
static const char *const GOALS[] = {"capture-all", "capture-any", "live", NULL};
static const char *const KOS[] = {"black", "white", "simple", NULL};

/* ---- The file ---- */

static void read_targets(FrameReader *reader, LocalProof *proof) {
    LocalRules *rules = &proof->rules;
    frame_read(reader, "targets");
    char *next = reader->value;
    while (reader->ok && next != NULL) {
        char *word = next;
        next = strchr(word, ' ');
        if (next != NULL) {
            *next++ = '\0';
        }
        const int cell = frame_cell(rules->width, rules->height, word);
        frame_expect(reader, cell != LOCAL_PASS && proof->cell[cell] == rules->owner,
                     "a target is not a stone of its owner");
        frame_expect(reader, rules->target_count < LOCAL_TARGETS_MAX, "too many targets");
        if (reader->ok) {
            rules->targets[rules->target_count++] = cell;
        }
    }
}

/* Returns -1 if the word is no number of threats. */
static int find_threats(const char *word) {
    return strcmp(word, "any") == 0                              ? LOCAL_THREATS_ANY
           : word[0] >= '0' && word[0] <= '9' && word[1] == '\0' ? word[0] - '0'
                                                                 : -1;
}

static void read_claim(FrameReader *reader, LocalClaim *claim) {
    char goal[16] = "", first[16] = "", kos[16] = "", threats[2][4] = {"", ""}, outcome[16] = "";
    char again[128];
    *claim = (LocalClaim){.moves = NULL};
    const char *value = frame_read(reader, "claim");
    sscanf(value, "%15s first %15s kos %15s threats %3s %3s %15s %18zu", goal, first, kos,
           threats[0], threats[1], outcome, &claim->move_count);
    snprintf(again, sizeof again, "%s first %s kos %s threats %s %s %s %zu", goal, first, kos,
             threats[0], threats[1], outcome, claim->move_count);
    claim->threats[0] = find_threats(threats[0]);
    claim->threats[1] = find_threats(threats[1]);
    const int names[3] = {text_find(goal, GOALS), text_find(first, COLORS), text_find(kos, KOS)};
    claim->reached = strcmp(outcome, "reached") == 0;
    frame_expect(reader,
                 names[0] >= 0 && names[1] >= 0 && names[2] >= 0 && claim->threats[0] >= 0 &&
                     claim->threats[1] >= 0 && (claim->reached || strcmp(outcome, "held") == 0) &&
                     strcmp(value, again) == 0,
                 "expected 'claim GOAL first COLOR kos WHOSE threats B W reached|held MOVES'");
    if (!reader->ok) {
        return;
    }
    claim->goal = (LocalGoal)names[0];
    claim->first = (LocalColor)names[1];
    claim->kos = (LocalKos)names[2];
    claim->moves = (const char *)reader->bytes + reader->at;
    reader->line++;
    const size_t left = reader->length - reader->at;
    frame_expect(reader,
                 claim->move_count < left / 2 && claim->moves[2 * claim->move_count] == '\n',
                 "the claim has another number of moves");
    reader->at += reader->ok ? 2 * claim->move_count + 1 : 0;
}

static bool read_proof(const uint8_t *bytes, size_t length, LocalProof *proof, Status *status) {
    FrameReader reader = {.bytes = bytes, .length = length, .ok = true, .status = status};
    LocalRules *rules = &proof->rules;
    uint8_t playable[LOCAL_CELLS_MAX] = {0};
    memset(proof, 0, sizeof *proof);
    const char *version = frame_read(&reader, "dihedra local proof");
    if (reader.ok && strcmp(version, VERSION) != 0) {
        return status_fail(status, "a local proof of version %.20s; this program reads version %s",
                           version, VERSION);
    }
    frame_read_size(&reader, &rules->width, &rules->height);
    rules->count = rules->width * rules->height;
    frame_read_cells(&reader, "position", rules->count, "XO.", proof->cell);
    frame_read_cells(&reader, "playable", rules->count, ".#", playable);
    const int owner = text_find(frame_read(&reader, "owner"), COLORS);
    frame_expect(&reader, owner >= 0, "expected black or white");
    rules->owner = owner == 1 ? LOCAL_WHITE : LOCAL_BLACK;
    for (int cell = 0; cell < rules->count; cell++) {
        rules->playable[cell] = playable[cell] != 0;
    }
    read_targets(&reader, proof);
    strcpy(proof->safe, frame_read(&reader, "safe"));
    frame_expect(&reader, strcmp(frame_read(&reader, "assumes"), ASSUMES) == 0,
                 "this program knows no other assumptions than its own");
    char again[16];
    const char *count = frame_read(&reader, "claims");
    proof->claim_count = atoi(count);
    snprintf(again, sizeof again, "%d", proof->claim_count);
    frame_expect(&reader,
                 strcmp(again, count) == 0 && proof->claim_count >= 1 &&
                     proof->claim_count <= LOCAL_CLAIMS_MAX,
                 "expected 1 to 32 claims");
    bool of_kind[3] = {false};
    for (int i = 0; reader.ok && i < proof->claim_count; i++) {
        read_claim(&reader, &proof->claims[i]);
        of_kind[proof->claims[i].goal] = true;
    }
    frame_expect(&reader, !of_kind[LOCAL_CAPTURE_ALL] || !of_kind[LOCAL_CAPTURE_ANY],
                 "claims about all targets and about any of them");
    frame_read_checksum(&reader);
    return reader.ok;
}

bool local_proof_is_start(const uint8_t *bytes, size_t length) {
    _Static_assert(sizeof START - 1 == LOCAL_PROOF_START_BYTES, "the start of the file");
    return length >= LOCAL_PROOF_START_BYTES && memcmp(bytes, START, LOCAL_PROOF_START_BYTES) == 0;
}

/* ---- The walls ---- */

static void add_vertex(const LocalRules *rules, int cell, Text *text) {
    text_add(text, "%c%d", FRAME_COLUMNS[cell % rules->width], rules->height - cell / rules->width);
}

static LocalColor find_winner(const LocalRules *rules, const LocalClaim *claim) {
    const LocalColor owner = rules->owner;
    return claim->reached == (claim->goal == LOCAL_LIVE) ? owner : local_opponent(owner);
}

/* Is every wall of a side that wins a claim alive, or named and free? */
static bool check_walls(const LocalProof *proof, const LocalGame *game, const SlowBoard *board,
                        Status *status) {
    static const char *const FAULTS[] = {
        [LOCAL_IN_ATARI] = "it has one liberty outside the region, and two are needed",
        [LOCAL_SHUT_IN] = "it has no room for two eyes outside the region",
        [LOCAL_CAPTURED] = "it can be captured by play in the region, and stands outside"};
    const LocalRules *rules = &proof->rules;
    LocalWall walls[LOCAL_CELLS_MAX];
    bool wins[2] = {false}; /* [color] */
    for (int i = 0; i < proof->claim_count; i++) {
        wins[find_winner(rules, &proof->claims[i])] = true;
    }
    Text named = {0}, weak = {0};
    local_find_walls(game, board, walls);
    for (int cell = 0; cell < rules->count; cell++) {
        if (walls[cell] == LOCAL_NO_WALL ||
            (walls[cell] != LOCAL_CAPTURED && !wins[proof->cell[cell]])) {
            continue;
        }
        if (walls[cell] == LOCAL_FREE) {
            text_add(&named, named.length > 0 ? " " : "");
            add_vertex(rules, cell, &named);
        } else if (walls[cell] > LOCAL_FREE && weak.length == 0) {
            text_add(&weak, "the wall at ");
            add_vertex(rules, cell, &weak);
            text_add(&weak, " is not safe: %s", FAULTS[walls[cell]]);
        }
    }
    for (int color = 0; color < 2; color++) {
        const int exit =
            wins[color] ? local_find_dead_end(game, board, (LocalColor)color) : LOCAL_PASS;
        if (exit != LOCAL_PASS && weak.length == 0) {
            text_add(&weak, "the way out at ");
            add_vertex(rules, exit, &weak);
            text_add(&weak, " has no room for two eyes");
        }
    }
    const char *expected = named.length > 0 ? text_get(&named) : "none";
    const bool ok = weak.length > 0
                        ? status_fail(status, "%s", text_get(&weak))
                        : strcmp(proof->safe, expected) == 0 ||
                              status_fail(status,
                                          "line 7: the walls that are assumed to be safe "
                                          "are '%s'",
                                          expected);
    text_free(&named);
    text_free(&weak);
    return ok;
}

/* ---- The check of a claim ---- */

enum { REPLY_DONE = LOCAL_CELLS_MAX + 1 };

/* The positions with the winner to move, in the order in which the strategy meets them: the order
 * of its moves. */
typedef struct {
    const LocalClaim *claim;
    LocalGame game;
    int number; /* of the claim, from 1 */
    KeySet positions;
    bool *open; /* [position]: are its replies still being followed? */
    struct {
        uint32_t position;
        int reply; /* the next to follow; a pass comes last */
    } * path;
    size_t path_length;
    KeySet later;             /* positions to enter when all replies so far have been followed */
    const Deadline *deadline; /* NULL: none */
    Status *status;
} LocalCheck;

static bool fail_claim(const LocalCheck *check, size_t move, const char *what) {
    return status_fail(check->status, "claim %d, move %zu: %s", check->number, move + 1, what);
}

enum { STATE_BYTES = 8, PACKED_BYTES = sizeof(SlowBoard) + STATE_BYTES };

/* The bytes that are used of a set. */
static size_t count_set_bytes(const LocalGame *game) {
    return (size_t)(game->shape.count + 63) / 64 * 8;
}

static void pack_position(const LocalCheck *check, const LocalPosition *position, uint8_t *bytes) {
    const size_t set_bytes = count_set_bytes(&check->game);
    for (int side = 0; side < 2; side++, bytes += set_bytes) {
        memcpy(bytes, &position->board.stones[side], set_bytes);
    }
    bytes[0] = (uint8_t)((position->banned + 1) & 255);
    bytes[1] = (uint8_t)((position->banned + 1) >> 8);
    bytes[2] = (uint8_t)position->threats[0];
    bytes[3] = (uint8_t)position->threats[1];
    memcpy(bytes + 4, &position->captured, 4);
}

static LocalPosition unpack_position(const LocalCheck *check, const uint8_t *bytes) {
    const size_t set_bytes = count_set_bytes(&check->game);
    LocalPosition position = {.mover = find_winner(&check->game.rules, check->claim)};
    for (int side = 0; side < 2; side++, bytes += set_bytes) {
        memcpy(&position.board.stones[side], bytes, set_bytes);
    }
    position.banned = (bytes[0] | bytes[1] << 8) - 1;
    position.threats[0] = bytes[2];
    position.threats[1] = bytes[3];
    memcpy(&position.captured, bytes + 4, 4);
    return position;
}

/* Is the position won or lost as it stands? */
static bool is_decided(const LocalCheck *check, const LocalPosition *position, bool *won) {
    const LocalOutcome outcome = local_judge(&check->game, position);
    *won = outcome == (check->claim->reached ? LOCAL_REACHED : LOCAL_HELD);
    return outcome != LOCAL_OPEN;
}

/* Enters a position with the winner to move, whose replies are then to be followed. */
static bool enter_position(LocalCheck *check, const LocalPosition *position) {
    uint8_t packed[PACKED_BYTES];
    pack_position(check, position, packed);
    const uint32_t met = check->positions.count, number = key_set_add(&check->positions, packed);
    if (number < met) {
        return !check->claim->reached || !check->open[number] ||
               fail_claim(check, number,
                          "play returns to this position, and the goal is not reached");
    }
    if (number == check->claim->move_count) {
        return fail_claim(check, number, "a position without a move");
    }
    check->path = memory_grow(check->path, check->path_length, sizeof *check->path);
    check->path[check->path_length].position = number;
    check->path[check->path_length++].reply = 0;
    return check->open[number] = true;
}

/* Plays the winner's move in a position that was entered. */
static bool play_winner(const LocalCheck *check, uint32_t index, LocalPosition *position) {
    const char *move = check->claim->moves + 2 * (size_t)index;
    const int x = move[0] - 'a', y = move[1] - 'a';
    const bool passes = memcmp(move, "--", 2) == 0;
    *position = unpack_position(check, key_set_get(&check->positions, index));
    if (!passes &&
        (x < 0 || x >= check->game.rules.width || y < 0 || y >= check->game.rules.height)) {
        return fail_claim(check, index, "no move");
    }
    return local_play(&check->game, position,
                      passes ? LOCAL_PASS : y * check->game.rules.width + x) ||
           fail_claim(check, index, "an illegal move");
}

/* Follows the next reply in the last position of the path. */
static bool follow_reply(LocalCheck *check) {
    const size_t last = check->path_length - 1;
    const uint32_t index = check->path[last].position;
    const int reply = check->path[last].reply++;
    LocalPosition position;
    bool won;
    if (!play_winner(check, index, &position)) {
        return false;
    }
    if (reply == 0 && is_decided(check, &position, &won)) {
        check->path[last].reply = REPLY_DONE;
        return won || fail_claim(check, index, "the move loses");
    }
    if (reply > check->game.rules.count) {
        check->open[index] = false;
        check->path_length--;
        return true;
    }
    const bool is_later = check->claim->reached && local_breaks_ban(&position, reply) &&
                          position.threats[position.mover] == LOCAL_THREATS_ANY;
    if (!local_play(&check->game, &position,
                    reply == check->game.rules.count ? LOCAL_PASS : reply)) {
        return true;
    }
    if (is_decided(check, &position, &won)) {
        return won || fail_claim(check, index, "a reply wins");
    }
    if (is_later) {
        uint8_t packed[PACKED_BYTES];
        pack_position(check, &position, packed);
        key_set_add(&check->later, packed);
        return true;
    }
    return enter_position(check, &position);
}

static bool follow_path(LocalCheck *check) {
    while (check->path_length > 0) {
        if (deadline_is_over(check->deadline)) {
            return status_fail(check->status, "no time is left to check it");
        }
        if (!follow_reply(check)) {
            return false;
        }
    }
    return true;
}

/* Follows the loser's moves from a root in which it moves first. */
static bool enter_root(LocalCheck *check, const LocalPosition *root) {
    bool won;
    if (is_decided(check, root, &won)) {
        return won || fail_claim(check, 0, "the position shows the opposite");
    }
    if (root->mover == find_winner(&check->game.rules, check->claim)) {
        return enter_position(check, root);
    }
    for (int reply = 0; reply <= check->game.rules.count; reply++) {
        LocalPosition position = *root;
        if (!local_play(&check->game, &position,
                        reply == check->game.rules.count ? LOCAL_PASS : reply)) {
            continue;
        }
        if (is_decided(check, &position, &won) ? !won && !fail_claim(check, 0, "a first move wins")
                                               : !enter_position(check, &position)) {
            return false;
        }
        if (!follow_path(check)) {
            return false;
        }
    }
    return true;
}

static bool follow(LocalCheck *check, const SlowBoard *board) {
    const LocalPosition root = {.board = *board,
                                .mover = check->claim->first,
                                .banned = LOCAL_PASS,
                                .threats = {check->claim->threats[0], check->claim->threats[1]}};
    if (!enter_root(check, &root) || !follow_path(check)) {
        return false;
    }
    for (uint32_t i = 0; i < check->later.count; i++) { /* it may grow */
        const LocalPosition position = unpack_position(check, key_set_get(&check->later, i));
        if (!enter_position(check, &position) || !follow_path(check)) {
            return false;
        }
    }
    return check->positions.count == check->claim->move_count ||
           fail_claim(check, check->positions.count, "no position needs this move");
}

static bool check_claim(const LocalProof *proof, int index, const LocalGame *game,
                        const SlowBoard *board, const Deadline *deadline, Status *status) {
    const LocalClaim *claim = &proof->claims[index];
    const size_t key_bytes = 2 * count_set_bytes(game) + STATE_BYTES;
    LocalCheck check = {.claim = claim,
                        .game = *game,
                        .number = index + 1,
                        .deadline = deadline,
                        .open = memory_new(claim->move_count, sizeof *check.open),
                        .status = status};
    check.game.rules.goal = claim->goal;
    check.game.rules.kos = claim->kos;
    key_set_init(&check.positions, key_bytes);
    key_set_init(&check.later, key_bytes);
    const bool ok = follow(&check, board);
    key_set_free(&check.positions);
    key_set_free(&check.later);
    free(check.open);
    free(check.path);
    return ok;
}

bool local_proof_verify(const uint8_t *bytes, size_t length, const Deadline *deadline,
                        LocalProof *proof, Status *status) {
    if (!read_proof(bytes, length, proof, status)) {
        return false;
    }
    LocalGame game;
    local_game_init(&game, &proof->rules);
    const SlowBoard board = local_board_of(&game, proof->cell);
    if (!slow_is_legal(&game.shape, &board)) {
        return status_fail(status, "a chain has no liberty");
    }
    if (!check_walls(proof, &game, &board, status)) {
        return false;
    }
    for (int i = 0; i < proof->claim_count; i++) {
        if (!check_claim(proof, i, &game, &board, deadline, status)) {
            return false;
        }
    }
    return true;
}

/* ---- What the claims say ---- */

/* Does a claim say that the mover, who moves first, wins or loses the capture under these kos, if
 * the side `with` has threats and the other has none? */
static bool has_claim(const LocalProof *proof, LocalColor mover, LocalKos kos, LocalColor with,
                      int threats, bool wins) {
    const LocalColor owner = proof->rules.owner;
    for (int i = 0; i < proof->claim_count; i++) {
        const LocalClaim *claim = &proof->claims[i];
        if (claim->goal != LOCAL_LIVE && claim->first == mover && claim->kos == kos &&
            claim->threats[with] == threats && claim->threats[local_opponent(with)] == 0 &&
            (claim->reached == (mover != owner)) == wins) {
            return true;
        }
    }
    return false;
}

/* How many threats does a side need to win when the mover moves first? 0: that is not claimed. */
static int count_threats(const LocalProof *proof, LocalColor mover, LocalColor needer) {
    const LocalKos kos = LOCAL_KOS_SIMPLE;
    const bool own = mover == needer;
    int least = 0;
    for (int count = 1; count <= 9; count++) {
        if (has_claim(proof, mover, kos, needer, count, own) &&
            has_claim(proof, mover, kos, needer, count - 1, !own)) {
            least = count;
        }
    }
    return least;
}

const char *local_proof_answer(const LocalProof *proof, bool to_kill, int *threats) {
    const LocalColor owner = proof->rules.owner, mover = to_kill ? local_opponent(owner) : owner;
    const LocalColor opponent = local_opponent(mover);
    const LocalKos simple = LOCAL_KOS_SIMPLE;
    const LocalKos own = mover == LOCAL_BLACK ? LOCAL_KOS_BLACK : LOCAL_KOS_WHITE;
    const LocalKos other = mover == LOCAL_BLACK ? LOCAL_KOS_WHITE : LOCAL_KOS_BLACK;
    *threats = 0;
    if (has_claim(proof, mover, other, mover, 0, true)) {
        return "yes";
    }
    if (has_claim(proof, mover, own, mover, 0, false)) {
        return "no";
    }
    if (has_claim(proof, mover, simple, opponent, LOCAL_THREATS_ANY, true)) {
        return "yes, whatever the threats";
    }
    if (has_claim(proof, mover, simple, mover, LOCAL_THREATS_ANY, false)) {
        return "no, whatever the threats";
    }
    if (has_claim(proof, mover, simple, mover, 0, true) &&
        has_claim(proof, mover, other, mover, 0, false)) {
        *threats = count_threats(proof, mover, opponent);
        return "ko";
    }
    if (has_claim(proof, mover, simple, mover, 0, false) &&
        has_claim(proof, mover, own, mover, 0, true)) {
        *threats = count_threats(proof, mover, mover);
        return "ko, opponent takes first";
    }
    return NULL;
}

bool local_proof_is_seki(const LocalProof *proof, bool to_kill) {
    const LocalColor owner = proof->rules.owner, attacker = local_opponent(owner);
    const LocalColor mover = to_kill ? attacker : owner;
    int threats;
    const char *answer = local_proof_answer(proof, to_kill, &threats);
    if (answer == NULL || strncmp(answer, to_kill ? "no" : "yes", 2) != 0) {
        return false;
    }
    for (int i = 0; i < proof->claim_count; i++) {
        const LocalClaim *claim = &proof->claims[i];
        if (claim->goal == LOCAL_LIVE && claim->first == mover && !claim->reached &&
            claim->kos == LOCAL_KOS_SIMPLE && claim->threats[0] + claim->threats[1] == 0) {
            return true;
        }
    }
    return false;
}
