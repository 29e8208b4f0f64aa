#include "gtp/session/saved_position.h"

void saved_position_set(SavedPosition *saved, const Game *game) {
    *saved = (SavedPosition){
        .is_set = true, .move_count = game->move_count, .hash = game->past[game->move_count].hash};
}

void saved_position_clear(SavedPosition *saved) {
    saved->is_set = false;
}

bool saved_position_is_on_path(const SavedPosition *saved, const Game *game) {
    return saved->is_set && saved->move_count <= game->move_count &&
           game->past[saved->move_count].hash == saved->hash;
}

bool saved_position_holds(const SavedPosition *saved, const Game *game) {
    return saved->move_count == game->move_count && saved_position_is_on_path(saved, game);
}
