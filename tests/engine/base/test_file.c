/* Whole files: what is read, from files and pipes, and what is refused; permissions and long names
 * of files that are written. More of writing is tested with records (tests/engine/go/sgf). */
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/base/file.h"
#include "tests/support/program/cleanup.h"

typedef struct {
    char folder[64], path[96];
} Place;

static Place make_place(void) {
    Place place = {.folder = "/tmp/dihedra-file-XXXXXX"};
    cr_assert_not_null(mkdtemp(place.folder));
    snprintf(place.path, sizeof place.path, "%s/file", place.folder);
    return place;
}

static void remove_place(const Place *place) {
    unlink(place->path);
    cr_assert_eq(rmdir(place->folder), 0);
}

static void write_bytes(const char *path, const char *bytes, size_t length) {
    FILE *file = fopen(path, "wb");
    cr_assert_not_null(file);
    cr_assert_eq(fwrite(bytes, 1, length, file), length);
    cr_assert_eq(fclose(file), 0);
}

static void expect_refused(const char *path, FileKind kind, size_t most, const char *reason) {
    Status status;
    size_t length;
    const char *message = formatted("%s: %s", path, reason);
    cr_assert_null(file_read(path, kind, most, &length, &status), "%s", path);
    cr_assert_str_eq(status.text, message);
}

Test(file, all_bytes_are_read) {
    static const size_t LENGTHS[] = {0, 1, 65535, 65536, 65537, 300000};
    const Place place = make_place();
    char *bytes = cleanup_free(malloc(300000));
    for (size_t i = 0; i < 300000; i++) {
        bytes[i] = (char)(i * i / 7); /* NULs among them */
    }
    for (size_t i = 0; i < sizeof LENGTHS / sizeof LENGTHS[0]; i++) {
        write_bytes(place.path, bytes, LENGTHS[i]);
        for (FileKind kind = FILE_ANY; kind <= FILE_REGULAR; kind++) {
            size_t length;
            Status status;
            char *read = cleanup_free(file_read(place.path, kind, LENGTHS[i], &length, &status));
            cr_assert_not_null(read, "%s", status.text);
            cr_assert_eq(length, LENGTHS[i]);
            cr_assert_arr_eq(read, bytes, length);
            cr_assert_eq(read[length], '\0');
        }
        if (LENGTHS[i] > 0) {
            const char *reason = formatted("larger than %zu bytes", LENGTHS[i] - 1);
            expect_refused(place.path, FILE_ANY, LENGTHS[i] - 1, reason);
            expect_refused(place.path, FILE_REGULAR, LENGTHS[i] - 1, reason);
        }
    }
    remove_place(&place);
}

Test(file, refusals_name_the_file) {
    expect_refused("/nonexistent/file", FILE_ANY, 9, "No such file or directory");
    expect_refused("/nonexistent/file", FILE_REGULAR, 9, "No such file or directory");
    expect_refused("/tmp", FILE_ANY, 9, "Is a directory");
    expect_refused("/tmp", FILE_REGULAR, 9, "not a regular file");
    expect_refused("/dev/zero", FILE_ANY, 1 << 20, "larger than 1048576 bytes");
    expect_refused("/dev/zero", FILE_REGULAR, 9, "not a regular file");
}

/* Writes in pieces, as a program at the other end of a pipe does. */
static void *write_pieces(void *path) {
    const int file = open(path, O_WRONLY);
    for (int i = 0; i < 1000; i++) {
        if (write(file, "123456789\n", 10) != 10) {
            break;
        }
    }
    close(file);
    return NULL;
}

Test(file, a_pipe_is_read_to_its_end) {
    const Place place = make_place();
    cr_assert_eq(mkfifo(place.path, 0600), 0);
    expect_refused(place.path, FILE_REGULAR, 9, "not a regular file"); /* and does not wait */
    pthread_t writer;
    cr_assert_eq(pthread_create(&writer, NULL, write_pieces, (void *)place.path), 0);
    size_t length;
    Status status;
    char *bytes = cleanup_free(file_read(place.path, FILE_ANY, 1 << 20, &length, &status));
    pthread_join(writer, NULL);
    cr_assert_not_null(bytes, "%s", status.text);
    cr_assert_eq(length, 10000);
    cr_assert_str_eq(bytes + length - 10, "123456789\n");
    remove_place(&place);
}

static mode_t permissions_of(const char *path) {
    struct stat about;
    cr_assert_eq(stat(path, &about), 0, "%s", path);
    return about.st_mode & 0777;
}

/* A new file has what the umask leaves, one that is replaced keeps what it had. */
Test(file, permissions_are_kept) {
    static const mode_t KEPT[] = {0600, 0666, 0440};
    const Place place = make_place();
    const mode_t before = umask(0027);
    Status status;
    cr_assert(file_replace(place.path, "new", 3, &status), "%s", status.text);
    cr_assert_eq(permissions_of(place.path), 0640);
    for (size_t i = 0; i < sizeof KEPT / sizeof KEPT[0]; i++) {
        cr_assert_eq(chmod(place.path, KEPT[i]), 0);
        cr_assert(file_replace(place.path, "again", 5, &status), "%s", status.text);
        cr_assert_eq(permissions_of(place.path), KEPT[i]);
    }
    umask(before);
    remove_place(&place);
}
