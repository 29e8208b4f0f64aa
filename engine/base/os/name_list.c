/* Lists of names, as a folder's. */
#include "engine/base/os/files.h"

#include <stdlib.h>
#include <string.h>

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **os_name_list(const char *names, size_t count, size_t bytes) {
    char **list = malloc((count + 1) * sizeof *list + bytes);
    if (list != NULL) {
        char *text = (char *)(list + count + 1);
        memcpy(text, bytes == 0 ? "" : names, bytes);
        for (size_t i = 0; i < count; i++, text += strlen(text) + 1) {
            list[i] = text;
        }
        list[count] = NULL;
        qsort(list, count, sizeof *list, compare_names);
    }
    return list;
}
