#include "engine/cluster/farm/farm_message.h"

#include <stdlib.h>
#include <string.h>

#include "engine/base/memory.h"

void farm_message_send(Mpi *mpi, int to, FarmKind kind, int64_t number, const char *bytes,
                       size_t length) {
    char *both = memory_new(sizeof number + length, 1);
    memcpy(both, &number, sizeof number);
    if (length > 0) {
        memcpy(both + sizeof number, bytes, length);
    }
    mpi_send(mpi, to, (int)kind, both, sizeof number + length);
    free(both);
}

bool farm_message_read(const MpiMessage *message, int64_t *number, const char **bytes,
                       size_t *length) {
    if (message->length < sizeof *number) {
        return false;
    }
    memcpy(number, message->bytes, sizeof *number);
    *bytes = message->bytes + sizeof *number;
    *length = message->length - sizeof *number;
    return true;
}
