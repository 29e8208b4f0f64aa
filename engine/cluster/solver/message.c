#include "engine/cluster/solver/message.h"

#include <string.h>

/* Writes records, or reads them and checks them: each field is described once, for both. */
typedef struct {
    Text *out; /* NULL: reads */
    const unsigned char *at, *end;
    bool ok; /* until something makes no sense */
} Codec;

static void code_number(Codec *codec, uint64_t *number, uint64_t most) {
    if (codec->out != NULL) {
        char bytes[10];
        size_t length = 0;
        for (uint64_t rest = *number; length == 0 || rest != 0; rest >>= 7) {
            bytes[length++] = (char)(rest >= 128 ? rest | 128 : rest);
        }
        text_append(codec->out, bytes, length);
        return;
    }
    bool goes_on = true;
    *number = 0;
    for (int shift = 0; goes_on && shift < 64 && codec->at < codec->end; shift += 7) {
        *number |= (uint64_t)(*codec->at & 127) << shift;
        goes_on = *codec->at++ >= 128;
    }
    codec->ok &= !goes_on && *number <= most;
    *number = codec->ok ? *number : 0;
}

static void code_int(Codec *codec, int *value, int least, int most) {
    uint64_t number = (uint64_t)(*value - least);
    code_number(codec, &number, (uint64_t)(most - least));
    *value = (int)number + least;
}

static void code_epoch(Codec *codec, uint32_t *epoch) {
    uint64_t number = *epoch;
    code_number(codec, &number, UINT32_MAX);
    *epoch = (uint32_t)number;
}

/* 8 bytes, the low ones first. */
static void code_key(Codec *codec, uint64_t *key) {
    if (codec->out != NULL) {
        char bytes[8];
        for (int i = 0; i < 8; i++) {
            bytes[i] = (char)(*key >> 8 * i);
        }
        text_append(codec->out, bytes, sizeof bytes);
        return;
    }
    *key = 0;
    codec->ok &= codec->end - codec->at >= 8;
    for (int i = 0; codec->ok && i < 8; i++) {
        *key |= (uint64_t)*codec->at++ << 8 * i;
    }
}

/* Moves, or places among branches. */
static void code_moves(Codec *codec, const uint8_t **moves, int length) {
    if (codec->out != NULL) {
        for (int i = 0; i < length; i++) {
            text_append(codec->out, (const char *)&(*moves)[i], 1);
        }
        return;
    }
    *moves = codec->at;
    codec->ok &= codec->end - codec->at >= length;
    for (int i = 0; codec->ok && i < length; i++) {
        codec->ok &= *codec->at++ <= BITBOARD_PASS;
    }
}

static void code_origin(Codec *codec, Origin *origin) {
    code_int(codec, &origin->rank, 0, INT32_MAX);
    code_number(codec, &origin->node, UINT64_MAX);
    code_int(codec, &origin->place, 0, BITBOARD_PASS);
}

static void code_task(Codec *codec, Task *task) {
    DistributedSearch *search = &task->search;
    int flags = (int)search->attacker | search->trusts_open << 1 | search->is_pessimistic << 2 |
                task->is_large << 3 | task->is_lent << 4;
    code_epoch(codec, &search->epoch);
    code_int(codec, &flags, 0, 31);
    search->attacker = (Color)(flags & 1);
    search->trusts_open = (flags & 2) != 0;
    search->is_pessimistic = (flags & 4) != 0;
    task->is_large = (flags & 8) != 0;
    task->is_lent = (flags & 16) != 0;
    code_int(codec, &search->goal, -64, 64);
    code_int(codec, &search->first, 0, BITBOARD_NONE);
    code_origin(codec, &task->origin);
    code_int(codec, &task->depth, 0, INT32_MAX / 2);
    code_int(codec, &task->length, 0, PATH_PLIES_MAX - 1);
    code_moves(codec, &task->moves, task->length);
    code_moves(codec, &task->places, task->length);
}

static void code_result(Codec *codec, TaskResult *task_result) {
    SolverResult *result = &task_result->result;
    int flags = (int)result->answer | result->is_tainted << 2 | (int)task_result->end << 3;
    uint64_t kos = result->kos;
    code_epoch(codec, &task_result->epoch);
    code_number(codec, &task_result->node, UINT64_MAX);
    code_int(codec, &task_result->place, 0, BITBOARD_PASS);
    code_int(codec, &flags, 0, 31);
    result->answer = (Answer)(flags & 3);
    result->is_tainted = (flags & 4) != 0;
    task_result->end = (SearchEnd)(flags >> 3);
    code_int(codec, &result->depends, 0, DEPENDS_ON_NO_PLY);
    code_number(codec, &kos, BOUNDS_KOS_ALL);
    result->kos = (Kos)kos;
    code_number(codec, &task_result->nodes, UINT64_MAX);
    codec->ok &= result->answer <= ANSWER_NO && task_result->end <= SEARCH_ENDED_BY_DEPTH;
}

/* How many numbers a record of this kind has. */
static int numbers_of(MessageKind kind) {
    switch (kind) {
    case MESSAGE_IDLE:
    case MESSAGE_END:
        return 1;
    case MESSAGE_COUNTS:
        return 8;
    case MESSAGE_FIGURES:
        return MESSAGE_NUMBERS;
    default:
        return 0;
    }
}

static void code_fields(Codec *codec, Message *message) {
    switch (message->kind) {
    case MESSAGE_TASK:
        code_task(codec, &message->task);
        break;
    case MESSAGE_RESULT:
        code_result(codec, &message->task_result);
        break;
    case MESSAGE_CANCEL:
        code_origin(codec, &message->origin);
        break;
    case MESSAGE_MOVED:
        code_origin(codec, &message->moved.origin);
        code_int(codec, &message->moved.rank, 0, INT32_MAX);
        break;
    case MESSAGE_BOUNDS:
    case MESSAGE_LOOKUP:
    case MESSAGE_FOUND:
        code_key(codec, &message->entry.key);
        code_key(codec, &message->entry.check);
        code_key(codec, &message->entry.payload);
        break;
    default:
        for (int i = 0; i < numbers_of(message->kind); i++) {
            code_number(codec, &message->numbers[i], UINT64_MAX);
        }
    }
}

void message_add(const Message *message, Text *batch) {
    const char kind = (char)message->kind;
    Codec codec = {.out = batch, .ok = true};
    Message copy = *message;
    text_append(batch, &kind, 1);
    code_fields(&codec, &copy);
}

bool message_read(const char **at, const char *end, Message *message) {
    Codec codec = {.at = (const unsigned char *)*at, .end = (const unsigned char *)end, .ok = true};
    if (*at == end || *codec.at >= MESSAGE_KINDS) {
        return false;
    }
    memset(message, 0, sizeof *message);
    message->kind = (MessageKind)*codec.at++;
    code_fields(&codec, message);
    *at = (const char *)codec.at;
    return codec.ok;
}
