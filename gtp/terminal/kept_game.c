#include "gtp/terminal/kept_game.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zlib.h>

#include "engine/base/command_line.h"
#include "engine/base/os/files.h"
#include "engine/base/os/system.h"
#include "engine/player/strength.h"

const char KEPT_PERSON[] = "You";

static const char PREFIX[] = "play", ENGINE[] = "Dihedra";

/* ---- The files ---- */

static const char *file_name(const char *path) {
    return path + os_folder_length(path);
}

/* The later file first; of the same second the one that began later. */
static int compare_files(const void *a, const void *b) {
    const char *one = *(char *const *)a, *other = *(char *const *)b;
    OsFileInfo first, second;
    os_path_info(one, &first);
    os_path_info(other, &second);
    return first.written == second.written  ? strcmp(other, one)
           : first.written < second.written ? 1
                                            : -1;
}

static FileList find_files(void) {
    static const char *const ENDINGS[] = {".sgf", NULL};
    FileList games = {0};
    char *folder = os_user_cache_folder();
    int count = 0;
    if (folder != NULL) {
        file_list_add_files(&games, folder, ENDINGS);
    }
    for (int i = 0; i < games.count; i++) {
        char *path = games.items[i];
        if (strncmp(file_name(path), PREFIX, strlen(PREFIX)) == 0) {
            games.items[count++] = path;
        } else {
            free(path);
        }
    }
    games.count = count;
    if (count > 0) {
        qsort(games.items, (size_t)count, sizeof *games.items, compare_files);
    }
    free(folder);
    return games;
}

/* Where files cannot be locked, as on some network file systems, the game goes on without. */
static bool take_lock(KeptGame *kept) {
    const char *path = text_get(&kept->path), *name = file_name(path);
    Text lock = text_new("%.*splay.lock", (int)(name - path), path);
    kept->lock = os_open(text_get(&lock), OS_OPEN_APPEND);
    const bool is_elsewhere =
        kept->lock >= 0 &&
        !os_lock_byte(kept->lock, crc32_z(0, (const Bytef *)name, strlen(name)) >> 1) &&
        errno == EWOULDBLOCK;
    text_free(&lock);
    return !is_elsewhere;
}

bool kept_game_begin(KeptGame *kept, Status *status) {
    char *folder = os_user_cache_folder(), name[64];
    if (folder == NULL) {
        return status_fail(status, "the system has no folder for it");
    }
    const bool ok = file_make_two_folders(folder) || file_fail(status, folder, strerror(errno));
    bool is_taken = !ok;
    for (time_t second = time(NULL); !is_taken; second++) {
        const struct tm began = os_local_time(second);
        strftime(name, sizeof name, "-%Y-%m-%d-%H%M%S.sgf", &began);
        text_set(&kept->path, "%s%s%s", folder, PREFIX, name);
        is_taken = take_lock(kept) && !os_exists(text_get(&kept->path));
        if (!is_taken) {
            kept_game_leave(kept);
        }
    }
    free(folder);
    return ok;
}

bool kept_game_take(KeptGame *kept, const char *path) {
    FileList games = find_files();
    bool is_free = true;
    for (int i = 0; i < games.count && kept->path.length == 0; i++) {
        if (file_is_same(path, games.items[i])) {
            text_set(&kept->path, "%s", games.items[i]);
            is_free = take_lock(kept);
        }
    }
    if (!is_free) {
        kept_game_leave(kept);
    }
    file_list_free(&games);
    return is_free;
}

void kept_game_leave(KeptGame *kept) {
    if (kept->path.length > 0 && kept->lock >= 0) {
        os_close(kept->lock);
    }
    text_free(&kept->path);
}

/* ---- The records ---- */

bool kept_game_read(const char *path, KeptRecord *record, Status *status) {
    SgfTree *tree;
    Status reason;
    char names[2][64] = {"", ""};
    if (!sgf_load(path, &tree, status)) {
        return false;
    }
    const SgfNode *root = sgf_tree_root(tree);
    *record = (KeptRecord){.person = EMPTY};
    sgf_node_simple_text(root, "PB", names[BLACK], sizeof names[BLACK]);
    sgf_node_simple_text(root, "PW", names[WHITE], sizeof names[WHITE]);
    sgf_node_simple_text(root, "RE", record->result, sizeof record->result);
    const Color person = strcmp(names[BLACK], KEPT_PERSON) == 0 ? BLACK : WHITE;
    const char *engine = names[color_opponent(person)], *rank = strchr(engine, ' ');
    if (strcmp(names[person], KEPT_PERSON) == 0 && strncmp(engine, ENGINE, strlen(ENGINE)) == 0 &&
        (rank == NULL || strength_read(rank + 1, &record->strength, &reason))) {
        record->person = person;
    }
    bool ok = sgf_node_size(root, &record->size, &reason);
    for (const SgfNode *node = root; ok && node != NULL; node = node->first_child) {
        Move move;
        ok = sgf_node_move(node, record->size, &move, &reason);
        record->moves += ok && move.color != EMPTY;
        const SgfProperty *first = node->first_property;
        record->has_more |=
            node->next_sibling != NULL || (node == root ? sgf_node_property(root, "C") != NULL
                                                        : first != NULL && first->next != NULL);
    }
    sgf_tree_free(tree);
    return ok || file_fail(status, path, reason.text);
}

bool kept_game_find_last(Text *path) {
    KeptRecord record;
    Status ignored;
    FileList games = find_files();
    int last = 0;
    while (last < games.count && !kept_game_read(games.items[last], &record, &ignored)) {
        last++; /* no record of a game */
    }
    const bool ok = last < games.count && record.person != EMPTY && record.result[0] == '\0' &&
                    record.moves > 0;
    text_set(path, "%s", ok ? games.items[last] : "");
    file_list_free(&games);
    return ok;
}

/* ---- The list ---- */

static void list_game(const char *path, Text *list) {
    KeptRecord record;
    OsFileInfo info;
    Status status;
    char date[32], size[16], against[32] = "-", rank[STRENGTH_TEXT_MAX + 1];
    os_path_info(path, &info);
    const struct tm written = os_local_time((time_t)info.written);
    strftime(date, sizeof date, "%Y-%m-%d %H:%M", &written);
    if (!kept_game_read(path, &record, &status)) {
        text_add(list, "%s  %s\n", date, status.text);
        return;
    }
    const bool is_ours = record.person != EMPTY;
    if (is_ours) {
        snprintf(against, sizeof against, "%s %s", ENGINE,
                 record.strength == STRENGTH_NONE ? "" : strength_write(record.strength, rank));
    }
    snprintf(size, sizeof size, "%dx%d", record.size.width, record.size.height);
    text_add(list, "%s  %-5s  %-8s  %-11s  %5d  %-10s  ", date, size,
             is_ours ? color_capital_name(record.person) : "-", against, record.moves,
             record.result[0] == '\0' ? "unfinished" : record.result);
    command_line_quote(list, path);
    text_add(list, "\n");
}

void kept_games_print(FILE *stream) {
    FileList games = find_files();
    Text list = {0};
    for (int i = 0; i < games.count; i++) {
        if (i == 0) {
            text_add(&list, "%-16s  %-5s  %-8s  %-11s  %5s  %-10s  %s\n", "last move", "board",
                     "you have", "against", "moves", "result", "file");
        }
        list_game(games.items[i], &list);
    }
    if (games.count == 0) {
        char *folder = os_user_cache_folder();
        text_add(&list, "no game is kept in %s\n", folder == NULL ? "any folder" : folder);
        free(folder);
    }
    fputs(text_make_printable(list.bytes, "\n"), stream);
    text_free(&list);
    file_list_free(&games);
}
