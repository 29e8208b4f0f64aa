#include "gtp/bookmark.h"

void bookmark_set(Bookmark *bookmark, const Game *game) {
    *bookmark = (Bookmark){
        .is_set = true, .move_count = game->move_count, .hash = game->past[game->move_count].hash};
}

void bookmark_clear(Bookmark *bookmark) {
    bookmark->is_set = false;
}

bool bookmark_is_on_path(const Bookmark *bookmark, const Game *game) {
    return bookmark->is_set && bookmark->move_count <= game->move_count &&
           game->past[bookmark->move_count].hash == bookmark->hash;
}

bool bookmark_holds(const Bookmark *bookmark, const Game *game) {
    return bookmark->move_count == game->move_count && bookmark_is_on_path(bookmark, game);
}
