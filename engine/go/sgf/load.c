/* Reads records as people have them: decoded, converted to SGF, parsed and repaired. */
#include <stdlib.h>

#include "engine/base/file.h"
#include "engine/go/sgf/import.h"

enum { REPAIRS_SHOWN = 20 }; /* lines on standard error */

/* Converts a record that is not SGF; SGF stays as it is. */
static bool convert(Text *text, Status *status) {
    bool (*converter)(const char *, Text *, Status *) = gib_is_record(text_get(text)) ? gib_convert
                                                        : ngf_is_record(text_get(text))
                                                            ? ngf_convert
                                                            : NULL;
    Text sgf = {0};
    if (converter == NULL) {
        return true;
    }
    const bool ok = converter(text_get(text), &sgf, status);
    text_free(text);
    *text = sgf;
    return ok;
}

bool sgf_read(const char *bytes, size_t length, SgfTree **tree, Status *status) {
    Text text = {0}, repairs = {0};
    *tree = NULL;
    const bool needs_charset = record_decode(bytes, length, &text, &repairs);
    bool ok = convert(&text, status);
    ok = ok && sgf_parse(text_get(&text), text.length, tree, status);
    text_free(&text);
    if (!ok) {
        text_free(&repairs);
        return false;
    }
    text_add(&repairs, "%s", sgf_tree_repairs(*tree));
    text_free(&(*tree)->repairs);
    (*tree)->repairs = repairs;
    for (SgfNode *root = (*tree)->root; ok && root != NULL; root = root->next_sibling) {
        record_set_charset(*tree, root, needs_charset);
        ok = record_repair_game(*tree, root, status);
    }
    if (!ok) {
        sgf_tree_free(*tree);
        *tree = NULL;
    }
    return ok;
}

void sgf_print_repairs(const char *path, const char *repairs) {
    int count = 0;
    for (const char *line = repairs; *line != '\0'; line += strcspn(line, "\n") + 1) {
        if (count++ < REPAIRS_SHOWN) {
            status_warn("", "%.120s: %.*s", path, (int)strcspn(line, "\n"), line);
        }
    }
    if (count > REPAIRS_SHOWN) {
        status_warn("", "%.120s: further repairs are not listed", path);
    }
}

bool sgf_load(const char *path, SgfTree **tree, Status *status) {
    const bool is_input = strcmp(path, "-") == 0;
    size_t length;
    *tree = NULL;
    char *bytes = is_input ? file_read_standard_input(SGF_FILE_MAX, &length, status)
                           : file_read(path, FILE_ANY, SGF_FILE_MAX, &length, status);
    if (bytes == NULL) {
        return false;
    }
    const char *name = is_input ? "standard input" : path;
    Status why;
    const bool ok = sgf_read(bytes, length, tree, &why) || file_fail(status, name, why.text);
    free(bytes);
    if (ok) {
        sgf_print_repairs(name, sgf_tree_repairs(*tree));
    }
    return ok;
}
