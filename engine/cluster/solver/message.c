/* Packs records; the header draws them. */
#include "engine/cluster/solver/message.h"

#include <string.h>

enum { GOAL_SHIFT = 64 };

/* ---- Writing ---- */

static void add_number(Text *batch, uint64_t number) {
    char bytes[10];
    size_t length = 0;
    for (; number >= 128; number >>= 7) {
        bytes[length++] = (char)(number | 128);
    }
    bytes[length++] = (char)number;
    text_append(batch, bytes, length);
}

static void add_key(Text *batch, uint64_t key) {
    char bytes[8];
    for (int i = 0; i < 8; i++) {
        bytes[i] = (char)(key >> 8 * i);
    }
    text_append(batch, bytes, sizeof bytes);
}

static void add_origin(Text *batch, const Origin *origin) {
    add_number(batch, (uint64_t)origin->rank);
    add_number(batch, origin->node);
    add_number(batch, (uint64_t)origin->place);
}

static void add_task(Text *batch, const Task *task) {
    const DistributedSearch *search = &task->search;
    add_number(batch, search->epoch);
    add_number(batch, (uint64_t)search->attacker | (uint64_t)search->trusts_open << 1 |
                          (uint64_t)search->is_pessimistic << 2 | (uint64_t)task->is_large << 3 |
                          (uint64_t)task->is_lent << 4);
    add_number(batch, (uint64_t)search->goal + GOAL_SHIFT);
    add_number(batch, (uint64_t)search->first);
    add_origin(batch, &task->origin);
    add_number(batch, (uint64_t)task->depth);
    add_number(batch, (uint64_t)task->length);
    if (task->length > 0) {
        text_append(batch, (const char *)task->moves, (size_t)task->length);
        text_append(batch, (const char *)task->places, (size_t)task->length);
    }
}

static void add_result(Text *batch, const TaskResult *task_result) {
    const SolverResult *result = &task_result->result;
    add_number(batch, task_result->epoch);
    add_number(batch, task_result->node);
    add_number(batch, (uint64_t)task_result->place);
    add_number(batch, (uint64_t)result->answer | (uint64_t)result->is_tainted << 2 |
                          (uint64_t)task_result->end << 3);
    add_number(batch, (uint64_t)result->depends);
    add_number(batch, result->kos);
    add_number(batch, task_result->nodes);
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

void message_add(const Message *message, Text *batch) {
    const char kind = (char)message->kind;
    text_append(batch, &kind, 1);
    switch (message->kind) {
    case MESSAGE_TASK:
        add_task(batch, &message->task);
        break;
    case MESSAGE_RESULT:
        add_result(batch, &message->task_result);
        break;
    case MESSAGE_CANCEL:
        add_origin(batch, &message->origin);
        break;
    case MESSAGE_MOVED:
        add_origin(batch, &message->moved.origin);
        add_number(batch, (uint64_t)message->moved.rank);
        break;
    case MESSAGE_BOUNDS:
    case MESSAGE_LOOKUP:
    case MESSAGE_FOUND:
        add_key(batch, message->entry.key);
        add_key(batch, message->entry.check);
        add_key(batch, message->entry.payload);
        break;
    default:
        for (int i = 0; i < numbers_of(message->kind); i++) {
            add_number(batch, message->numbers[i]);
        }
    }
}

/* ---- Reading ---- */

/* Where the batch is read, until something makes no sense. */
typedef struct {
    const unsigned char *at, *end;
    bool ok;
} Reader;

static uint64_t read_number(Reader *reader, uint64_t most) {
    uint64_t number = 0;
    bool goes_on = true;
    for (int shift = 0; goes_on && shift < 64 && reader->at < reader->end; shift += 7) {
        number |= (uint64_t)(*reader->at & 127) << shift;
        goes_on = *reader->at++ >= 128;
    }
    reader->ok &= !goes_on && number <= most;
    return reader->ok ? number : 0;
}

static int read_int(Reader *reader, int most) {
    return (int)read_number(reader, (uint64_t)most);
}

static uint64_t read_key(Reader *reader) {
    uint64_t key = 0;
    reader->ok &= reader->end - reader->at >= 8;
    for (int i = 0; reader->ok && i < 8; i++) {
        key |= (uint64_t)*reader->at++ << 8 * i;
    }
    return key;
}

static const uint8_t *read_bytes(Reader *reader, int length, int most) {
    const uint8_t *bytes = reader->at;
    reader->ok &= reader->end - reader->at >= length;
    for (int i = 0; reader->ok && i < length; i++) {
        reader->ok &= *reader->at++ <= most;
    }
    return bytes;
}

static Origin read_origin(Reader *reader) {
    Origin origin;
    origin.rank = read_int(reader, INT32_MAX);
    origin.node = read_number(reader, UINT64_MAX);
    origin.place = read_int(reader, BITBOARD_PASS);
    return origin;
}

static void read_task(Reader *reader, Task *task) {
    DistributedSearch *search = &task->search;
    search->epoch = (uint32_t)read_number(reader, UINT32_MAX);
    const int flags = read_int(reader, 31);
    search->attacker = (Color)(flags & 1);
    search->trusts_open = (flags & 2) != 0;
    search->is_pessimistic = (flags & 4) != 0;
    task->is_large = (flags & 8) != 0;
    task->is_lent = (flags & 16) != 0;
    search->goal = read_int(reader, 2 * GOAL_SHIFT) - GOAL_SHIFT;
    search->first = read_int(reader, BITBOARD_NONE);
    task->origin = read_origin(reader);
    task->depth = read_int(reader, INT32_MAX / 2);
    task->length = read_int(reader, PATH_PLIES_MAX - 1);
    task->moves = read_bytes(reader, task->length, BITBOARD_PASS);
    task->places = read_bytes(reader, task->length, BITBOARD_PASS);
}

static void read_result(Reader *reader, TaskResult *task_result) {
    SolverResult *result = &task_result->result;
    task_result->epoch = (uint32_t)read_number(reader, UINT32_MAX);
    task_result->node = read_number(reader, UINT64_MAX);
    task_result->place = read_int(reader, BITBOARD_PASS);
    const int flags = read_int(reader, 31);
    result->answer = (Answer)(flags & 3);
    result->is_tainted = (flags & 4) != 0;
    task_result->end = (SearchEnd)(flags >> 3);
    result->depends = read_int(reader, DEPENDS_ON_NO_PLY);
    result->kos = (Kos)read_number(reader, BOUNDS_KOS_ALL);
    task_result->nodes = read_number(reader, UINT64_MAX);
    reader->ok &= result->answer <= ANSWER_NO && task_result->end <= SEARCH_ENDED_BY_DEPTH;
}

static void read_fields(Reader *reader, Message *message) {
    switch (message->kind) {
    case MESSAGE_TASK:
        read_task(reader, &message->task);
        break;
    case MESSAGE_RESULT:
        read_result(reader, &message->task_result);
        break;
    case MESSAGE_CANCEL:
        message->origin = read_origin(reader);
        break;
    case MESSAGE_MOVED:
        message->moved.origin = read_origin(reader);
        message->moved.rank = read_int(reader, INT32_MAX);
        break;
    case MESSAGE_BOUNDS:
    case MESSAGE_LOOKUP:
    case MESSAGE_FOUND:
        message->entry.key = read_key(reader);
        message->entry.check = read_key(reader);
        message->entry.payload = read_key(reader);
        break;
    default:
        for (int i = 0; i < numbers_of(message->kind); i++) {
            message->numbers[i] = read_number(reader, UINT64_MAX);
        }
    }
}

bool message_read(const char **at, const char *end, Message *message) {
    Reader reader = {
        .at = (const unsigned char *)*at, .end = (const unsigned char *)end, .ok = true};
    if (*at == end || *reader.at >= MESSAGE_KINDS) {
        return false;
    }
    memset(message, 0, sizeof *message);
    message->kind = (MessageKind)*reader.at++;
    read_fields(&reader, message);
    *at = (const char *)reader.at;
    return reader.ok;
}
