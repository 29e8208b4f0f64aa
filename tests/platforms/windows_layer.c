/* windows_layer FOLDER PROGRAM SPARSE: tests engine/base/os by its own functions where the program
 * shows too little of it. FOLDER is empty; SPARSE is a file of 5 GiB. Each test prints a line. */
#include "engine/base/os/files.h"
#include "engine/base/os/pages.h"
#include "engine/base/os/process.h"
#include "engine/base/os/system.h"
#include "engine/base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static void expect(bool ok, const char *what) {
    if (!ok) {
        printf("failed: %s (errno %d, error %lu)\n", what, errno, GetLastError());
        exit(EXIT_FAILURE);
    }
}

static void write_file(const char *path, const char *bytes) {
    char *name;
    const int file = os_create_temporary(path, &name);
    expect(file >= 0, "a temporary file");
    expect(os_commit_temporary(file, name, path, os_write(file, bytes, strlen(bytes))), path);
    free(name);
}

static void expect_bytes(const char *path, const char *bytes) {
    char found[64] = "";
    const int file = os_open(path, OS_OPEN_READ);
    expect(file >= 0 && os_read(file, found, sizeof found - 1) == (int64_t)strlen(bytes) &&
               strcmp(found, bytes) == 0 && os_close(file),
           path);
}

/* Folders below each other until the path has more than 400 characters, some beyond UCS-2. */
static void test_long_paths(const char *folder) {
    Text path = {0};
    OsFileInfo info;
    text_add(&path, "%s", folder);
    while (path.length < 600) {
        text_add(&path, "/a folder \xF0\x9F\x80\x84 \xE5\x9B\xB2\xE7\xA2\x81 \xC3\xBC");
        expect(os_make_folder(path.bytes) && os_make_folder(path.bytes), path.bytes);
    }
    expect(os_path_info(path.bytes, &info) && info.kind == OS_FILE_FOLDER, "a long folder's kind");
    Text file = {0};
    text_add(&file, "%s\\file \xF0\x9F\x80\x84", path.bytes);
    write_file(file.bytes, "one");
    write_file(file.bytes, "three");
    expect_bytes(file.bytes, "three");
    expect(os_exists(file.bytes) && os_is_readable(file.bytes) && os_path_info(file.bytes, &info) &&
               info.bytes == 5 && info.kind == OS_FILE_REGULAR,
           "a long file's kind");
    char **names = os_list_folder(path.bytes);
    expect(names != NULL && names[0] != NULL && names[1] == NULL &&
               strcmp(names[0], "file \xF0\x9F\x80\x84") == 0,
           "the names in a long folder");
    free(names);
    expect(!os_make_folder(file.bytes) && errno == ENOTDIR, "a file is no folder");
    expect(os_remove(file.bytes) && !os_exists(file.bytes), "a long file's end");
    text_free(&file);
    text_free(&path);
    puts("ok: paths longer than 260 characters, names beyond 16 bits");
}

static void test_paths(const char *folder) {
    Text a = {0}, b = {0};
    text_add(&a, "%s/ONE \xC3\x9C", folder);
    text_add(&b, "%s\\.\\one \xC3\xBC", folder);
    expect(os_is_same_file(a.bytes, b.bytes), "names of a new file in two cases");
    write_file(a.bytes, "x");
    expect(os_is_same_file(a.bytes, b.bytes) && !os_is_same_file(a.bytes, folder), "one file");
    expect(os_make_folder("C:\\") && os_make_folder("C:/"), "a root exists");
    expect(os_is_absolute("C:\\a") && os_is_absolute("\\\\host\\a") && !os_is_absolute("a\\b"),
           "absolute paths");
    text_free(&a);
    text_free(&b);
    puts("ok: two names of one file, roots");
}

static void test_locks(const char *folder) {
    Text path = {0};
    text_add(&path, "%s/locked", folder);
    const int one = os_open(path.bytes, OS_OPEN_APPEND), two = os_open(path.bytes, OS_OPEN_APPEND);
    expect(os_lock(one) && !os_lock(two) && errno == EWOULDBLOCK, "the second lock fails");
    expect(os_write(one, "abc", 3), "the locked file is written to");
    FILE *stream = os_reopen_for_reading(two);
    expect(stream != NULL && getc(stream) == 'a' && fclose(stream) == 0, "and read by others");
    expect(!os_remove(path.bytes), "an open file is not removed");
    expect(os_close(one) && os_lock(two), "a closed file is not locked");
    expect(os_remove_locked(two, path.bytes) && !os_exists(path.bytes), "a lock's end");
    text_free(&path);
    puts("ok: locks");
}

static void test_pages(const char *folder, const char *sparse) {
    enum { BYTES = 64 << 20, USED = 100000 };
    char *pages = pages_new(BYTES, PAGES_SPARSE);
    expect(pages != NULL && pages[BYTES - 1] == 0, "pages");
    memset(pages, 1, USED);
    pages_clear(pages, BYTES);
    expect(pages[0] == 0 && pages[USED - 1] == 0, "cleared pages");
    pages_free(pages, BYTES);

    Text path = {0};
    text_add(&path, "%s/mapped", folder);
    write_file(path.bytes, "mapped");
    int file = os_open(path.bytes, OS_OPEN_READ);
    char *mapped = pages_map_file(file, 6);
    expect(mapped != NULL && pages_map_file(file, 1 << 20) == NULL && os_close(file), "a mapping");
    expect(memcmp(mapped, "mapped", 6) == 0, "the mapped bytes");
    mapped[0] = 'M';
    expect_bytes(path.bytes, "mapped");
    pages_free(mapped, 6);
    text_free(&path);

    OsFileInfo info;
    file = os_open(sparse, OS_OPEN_READ);
    expect(os_file_info(file, &info) && info.bytes == (uint64_t)5 << 30, "5 GiB by descriptor");
    expect(os_path_info(sparse, &info) && info.bytes == (uint64_t)5 << 30, "5 GiB by path");
    mapped = pages_map_file(file, (size_t)5 << 30);
    expect(mapped != NULL && mapped[((size_t)5 << 30) - 1] == 0, "5 GiB mapped");
    pages_free(mapped, (size_t)5 << 30);
    expect(os_close(file), "closing");
    puts("ok: pages, mappings that leave the file alone, files of more than 4 GiB");
}

/* Handles are counted after the first child, which loads what children need. */
static void test_children(const char *program) {
    char *words[] = {(char *)program, "--model", "none", NULL};
    char *missing[] = {"no such program", NULL};
    DWORD before = 0, after = 0;
    Status status;
    for (int i = 0; i < 10; i++) {
        char answer[64];
        bool can_read;
        ChildProcess *child = child_start(&(ChildOptions){.words = words}, &status);
        expect(child != NULL, "a child");
        expect(child_write(child, "name\n", 5) == 5, "what a child is asked");
        child_wait(child, 20, &can_read, NULL);
        expect(can_read && child_read(child, answer, sizeof answer) > 0 && answer[0] == '=',
               "a child's answer");
        if (i % 2 == 0) {
            child_close_input(child);
            expect(child_wait_for_end(child, 20), "a child's end");
        }
        const ChildEnd end = child_finish(child);
        expect(i % 2 != 0 || end.exit_status == 0, "a child's exit status");
        expect(child_start(&(ChildOptions){.words = missing}, &status) == NULL, "no such program");
        expect(GetProcessHandleCount(GetCurrentProcess(), i == 0 ? &before : &after), "handles");
    }
    expect(after <= before, "no handle is left open");
    puts("ok: children, without handles left open");
}

/* The input stays open and silent; the output has lost its reader. */
static void test_closed_output(const char *program) {
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    HANDLE input[2], output[2];
    PROCESS_INFORMATION made;
    Text line = {0};
    wchar_t wide[1024];
    text_add(&line, "\"%s\" --model none", program);
    MultiByteToWideChar(CP_UTF8, 0, line.bytes, -1, wide, 1024);
    expect(CreatePipe(&input[0], &input[1], &inherited, 0) &&
               CreatePipe(&output[0], &output[1], &inherited, 0) &&
               SetHandleInformation(input[1], HANDLE_FLAG_INHERIT, 0) &&
               SetHandleInformation(output[0], HANDLE_FLAG_INHERIT, 0),
           "pipes");
    STARTUPINFOW start = {.cb = sizeof start,
                          .dwFlags = STARTF_USESTDHANDLES,
                          .hStdInput = input[0],
                          .hStdOutput = output[1],
                          .hStdError = GetStdHandle(STD_ERROR_HANDLE)};
    expect(CreateProcessW(NULL, wide, NULL, NULL, TRUE, 0, NULL, NULL, &start, &made), program);
    CloseHandle(input[0]);
    CloseHandle(output[1]);
    char answer[8];
    DWORD count;
    expect(WriteFile(input[1], "name\n", 5, &count, NULL) &&
               ReadFile(output[0], answer, sizeof answer, &count, NULL),
           "an answer");
    CloseHandle(output[0]);
    const bool has_ended = WaitForSingleObject(made.hProcess, 10000) == WAIT_OBJECT_0;
    TerminateProcess(made.hProcess, 1);
    expect(has_ended, "a closed output ends the program");
    text_free(&line);
    puts("ok: a closed output ends the program");
}

int main(int argc, char **argv) {
    os_prepare_process(&argc, &argv);
    setvbuf(stdout, NULL, _IONBF, 0);
    test_long_paths(argv[1]);
    test_paths(argv[1]);
    test_locks(argv[1]);
    test_pages(argv[1], argv[3]);
    test_children(argv[2]);
    test_closed_output(argv[2]);
    return 0;
}
