/* regress/comply/connection: an engine that sends without reading. */
#include "regress/comply/connection.h"

#include <criterion/criterion.h>
#include <stdlib.h>

Test(comply, keeps_no_more_than_its_limit) {
    enum { SENT = 1 << 20, READ = 1 << 16 }; /* bytes: more than a pipe takes; read at a time */
    Connection connection = {.command = "yes", .error_path = "/dev/null"};
    Status status;
    char *bytes = calloc(SENT, 1);
    cr_assert(connection_start(&connection, &status), "%s", status.text);
    cr_assert_not(connection_send(&connection, bytes, SENT, 20));
    cr_assert_lt(connection.received.length, CONNECTION_RECEIVED_MAX + READ);
    cr_assert_not(connection_receive(&connection, 20));
    connection_stop(&connection);
    text_free(&connection.received);
    free(bytes);
}
