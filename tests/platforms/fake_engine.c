/* fake_engine MODE: a GTP engine that passes, and instead of its first move does what MODE says:
 * crash, hang, garbage, flood or close. "echo FILE" writes the other arguments to a file, one a
 * line, in UTF-8. For Windows (wine). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

static void misbehave(const char *mode) {
    if (strcmp(mode, "crash") == 0) {
        abort();
    }
    if (strcmp(mode, "hang") == 0) {
        Sleep(600000);
    }
    if (strcmp(mode, "garbage") == 0) {
        printf("what?\n\n");
    }
    while (strcmp(mode, "flood") == 0) {
        puts("flood flood flood flood flood flood flood flood flood flood flood flood");
    }
    if (strcmp(mode, "close") == 0) {
        exit(0);
    }
}

static int run(int argc, char **argv) {
    const char *mode = argc > 1 ? argv[1] : "";
    char line[1024], id[32], command[64];
    int moves = 0;
    if (strcmp(mode, "echo") == 0) {
        FILE *file = fopen(argv[2], "wb");
        for (int i = 3; i < argc; i++) {
            fprintf(file, "%s\n", argv[i]);
        }
        fclose(file);
    }
    while (fgets(line, sizeof line, stdin) != NULL) {
        if (sscanf(line, "%31[0-9] %63s", id, command) != 2) {
            continue;
        }
        const char *answer = strcmp(command, "name") == 0               ? "Fake"
                             : strcmp(command, "version") == 0          ? mode
                             : strcmp(command, "protocol_version") == 0 ? "2"
                             : strcmp(command, "known_command") == 0    ? "false"
                             : strcmp(command, "genmove") == 0          ? "pass"
                                                                        : "";
        if (strcmp(command, "genmove") == 0 && ++moves == 1) {
            misbehave(mode);
        }
        printf("=%s %s\r\n\r\n", id, answer);
        fflush(stdout);
        if (strcmp(command, "quit") == 0) {
            break;
        }
    }
    return 0;
}

int wmain(int argc, wchar_t **wide) {
    char **argv = calloc((size_t)argc + 1, sizeof *argv);
    for (int i = 0; i < argc; i++) {
        argv[i] = calloc(3, wcslen(wide[i]) + 1);
        WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, argv[i], 3 * (int)wcslen(wide[i]) + 1, NULL,
                            NULL);
    }
    return run(argc, argv);
}
