#include "tests/support/reader/json_at.h"

json_t *json_find(const json_t *json, const char *path) {
    while (json != NULL && *path != '\0') {
        char word[64];
        const size_t length = strcspn(path, "/");
        snprintf(word, sizeof word, "%.*s", (int)length, path);
        json = json_is_array(json) ? json_array_get(json, (size_t)atoi(word))
                                   : json_object_get(json, word);
        path += length + (path[length] == '/');
    }
    return (json_t *)json;
}

double json_at(const json_t *json, const char *path) {
    const json_t *found = json_find(json, path);
    cr_assert(json_is_number(found), "no number at %s", path);
    return json_number_value(found);
}

const char *json_text_at(const json_t *json, const char *path) {
    const json_t *found = json_find(json, path);
    cr_assert(json_is_string(found), "no text at %s", path);
    return json_string_value(found);
}

json_t *page_data(const char *page) {
    static const char begin[] = "id=\"data\">";
    const char *start = strstr(page, begin);
    cr_assert_not_null(start);
    start += strlen(begin);
    cr_assert(strncmp(strchr(start, '<'), "</script>", 9) == 0, "a '<' in the data: %.300s", start);
    json_t *data = json_loads(start, JSON_DISABLE_EOF_CHECK, NULL);
    cr_assert_not_null(data);
    return cleanup_json(data);
}
