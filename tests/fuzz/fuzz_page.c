/* libFuzzer entry for requests to `dihedra page`: the bytes of one connection, in which TOKEN and
 * PORT stand for the server's. What the server answers without the token is a refusal, nothing
 * above its folder is told, and it goes on. */
#include "gtp/page/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "tests/fuzz/fuzz.h"

enum { BYTES_MAX = 1 << 16, ROUNDS = 3 };

/* What is written above the folder, each letter the next one: the fuzzer would learn the words from
 * a comparison, and send them. */
static const char SECRET[] = "uif!ijeefo!sfdpse";

typedef struct {
    Server *server;
    struct event_base *base;
    char token[64], port[16];
} Target;

static void write_record(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    require(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

static char secret_at(size_t at) {
    return (char)(SECRET[at] - 1);
}

static bool tells_secret(const char *answer) {
    for (const char *from = answer; *from != '\0'; from++) {
        size_t same = 0;
        while (same < sizeof SECRET - 1 && from[same] == secret_at(same)) {
            same++;
        }
        if (same == sizeof SECRET - 1) {
            return true;
        }
    }
    return false;
}

static Target start(void) {
    static char memory[] = "/dev/shm/fuzz_page_XXXXXX", disk[] = "/tmp/fuzz_page_XXXXXX";
    const char *above = mkdtemp(memory); /* saving syncs, which takes long on a disk */
    static Folder folder, pages;
    static ServerOptions options;
    Status status;
    Target target = {.base = event_base_new()};
    above = above != NULL ? above : mkdtemp(disk);
    const int here = open(".", O_RDONLY | O_DIRECTORY); /* libFuzzer opens its corpora later */
    require(above != NULL && here >= 0 && chdir(above) == 0 && mkdir("folder", 0700) == 0 &&
            mkdir("pages", 0700) == 0);
    char secret[] = "(;C[.................])";
    for (size_t i = 0; i < sizeof SECRET - 1; i++) {
        secret[4 + i] = secret_at(i);
    }
    require(tells_secret(secret));
    write_record("secret.sgf", secret);
    write_record("folder/game.sgf", "(;SZ[9]PB[A];B[ee])");
    require(symlink("../secret.sgf", "folder/link.sgf") == 0 && symlink("..", "folder/up") == 0);
    write_record("pages/index.html", "<p>an index</p>");
    require(folder_open(&folder, "folder", &status) && folder_open(&pages, "pages", &status));
    require(fchdir(here) == 0 && close(here) == 0);
    pages.has_pages = true;
    options = (ServerOptions){.folder = &folder, .reviews = &pages, .tabs.base = target.base};
    target.server = server_new(&options, &status);
    require(target.server != NULL &&
            sscanf(server_address(target.server, false), "http://127.0.0.1:%15[0-9]/?%63s",
                   target.port, target.token) == 2);
    return target;
}

/* The input with the server's token and port; how often the token is in it. */
static size_t fill_in(const Target *target, const uint8_t *data, size_t size, char *bytes,
                      int *tokens) {
    size_t length = 0;
    for (size_t at = 0; at < size && length < BYTES_MAX - sizeof target->token;) {
        const bool is_token = size - at >= 5 && memcmp(data + at, "TOKEN", 5) == 0;
        const bool is_port = size - at >= 4 && memcmp(data + at, "PORT", 4) == 0;
        const char *put = is_token ? target->token : is_port ? target->port : NULL;
        if (put == NULL) {
            bytes[length++] = (char)data[at++];
        } else {
            memcpy(bytes + length, put, strlen(put));
            length += strlen(put);
            at += is_token ? 5 : 4;
        }
        *tokens += is_token;
    }
    return length;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char bytes[BYTES_MAX], answer[1 << 20];
    static Target target;
    if (target.server == NULL) {
        target = start();
    }
    int tokens = 0;
    const size_t length = fill_in(&target, data, size, bytes, &tokens);
    const struct sockaddr_in place = {.sin_family = AF_INET,
                                      .sin_port = htons((uint16_t)atoi(target.port)),
                                      .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const struct linger at_once = {.l_onoff = 1}; /* leaves no port waiting */
    const int client = socket(AF_INET, SOCK_STREAM, 0);
    require(client >= 0 &&
            (connect(client, (const struct sockaddr *)&place, sizeof place) == 0 ||
             errno == EINTR)); /* by libFuzzer's clock; it is connected all the same */
    while (poll(&(struct pollfd){client, POLLOUT, 0}, 1, -1) < 1) {
    }
    setsockopt(client, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    require(fcntl(client, F_SETFL, O_NONBLOCK) == 0 &&
            send(client, bytes, length, MSG_NOSIGNAL) >= 0);
    size_t count = 0;
    for (int i = 0; i < ROUNDS; i++) {
        event_base_loop(target.base, EVLOOP_NONBLOCK);
        const ssize_t n = recv(client, answer + count, sizeof answer - 1 - count, 0);
        count += n > 0 ? (size_t)n : 0;
    }
    close(client);
    event_base_loop(target.base, EVLOOP_NONBLOCK);
    answer[count] = '\0';
    require(tokens > 0 || strncmp(answer, "HTTP/1.1 2", 10) != 0);
    require(!tells_secret(answer));
    return 0;
}
