#include "gtp/json/query/query.h"

#include <stdlib.h>

void query_free(Query *query) {
    if (query != NULL) {
        free(query->avoid);
        free(query->settings);
        free(query->id);
        free(query);
    }
}
