/* libFuzzer entry for KataGo's config files: any bytes are refused with one line, or set options
 * within their limits. The first byte says which: a file, or what a query overrides. */
#include "gtp/json/config/settings.h"
#include "tests/fuzz/fuzz.h"

static void read_katagos(const char *path) {
    const char *files[] = {path};
    const OptionList list = {files, 1}, none = {0};
    Pairs pairs = {0};
    Settings settings = settings_default();
    Status status = {""};
    if (pairs_read(&pairs, &list, &none, &status)) {
        for (int i = 0; i < pairs.count; i++) {
            const Settings before = settings;
            if (settings_set(&settings, pairs.items[i].key, pairs.items[i].value, &status) ==
                SETTING_WRONG) {
                require(strchr(status.text, '\n') == NULL);
                settings = before;
            }
        }
        require(settings.session.positions >= 1 && settings.query.player.threads >= 1);
    } else {
        require(strchr(status.text, '\n') == NULL);
    }
    pairs_free(&pairs);
}

static void override(const char *text) {
    Pairs pairs = {0};
    QuerySettings settings = settings_default().query;
    Status status = {""};
    if (pairs_read_text(&pairs, text, &status)) {
        for (int i = 0; i < pairs.count; i++) {
            settings_override(&settings, pairs.items[i].key, pairs.items[i].value, &status);
        }
        require(settings.player.threads >= 1);
    }
    pairs_free(&pairs);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[FUZZ_PATH_MAX];
    if (size == 0) {
        return 0;
    }
    const int file = fuzz_open(data + 1, size - 1, path);
    if (data[0] % 3 != 2) {
        read_katagos(path);
    } else {
        char *text = calloc(1, size);
        require(text != NULL);
        memcpy(text, data + 1, size - 1);
        override(text);
        free(text);
    }
    close(file);
    return 0;
}
