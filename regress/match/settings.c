#include "regress/match/settings.h"

#include <inttypes.h>
#include <stdio.h>

static json_t *engines_json(const MatchOptions *options) {
    json_t *engines = json_new_array();
    for (int i = 0; i < options->schedule.engines; i++) {
        json_t *engine = json_new_object();
        json_set_text(engine, "name", options->match_engines[i].name);
        json_set_text(engine, "product", options->match_engines[i].product);
        json_set_text(engine, "command", options->match_engines[i].command);
        json_add_value(engines, engine);
    }
    return engines;
}

/* Adds openings: those of a file by their checksum, random ones by how they were drawn, because a
 * longer match draws more of them. */
static void set_openings(json_t *json, const MatchOptions *options, const Openings *openings) {
    char checksum[24];
    snprintf(checksum, sizeof checksum, "%016" PRIx64, openings_checksum(openings));
    json_set_text(json, "openings", options->openings_path == NULL ? NULL : checksum);
    json_set_figure(json, "random_opening", options->random_plies, 0);
    json_set_value(json, "seed", json_integer(options->seed));
}

static json_t *sprt_json(const Sprt *sprt) {
    json_t *json = json_new_object();
    json_set_figure(json, "elo0", sprt->elo0, 6);
    json_set_figure(json, "elo1", sprt->elo1, 6);
    return json;
}

/* Figures have few enough digits to compare equal after they were written to a log and read back.
 */
json_t *match_settings(const MatchOptions *options, const Openings *openings) {
    json_t *json = json_new_object();
    json_set_figure(json, "dihedra_match", 1, 0);
    json_set_value(json, "engines", engines_json(options));
    json_set_text(json, "format",
                  options->schedule.format == SCHEDULE_GAUNTLET ? "gauntlet" : "round-robin");
    json_set_value(json, "alternate", json_boolean(options->schedule.alternate));
    json_set_figure(json, "size", options->size, 0);
    json_set_figure(json, "komi", options->komi, 6);
    json_set_text(json, "rules", options->rules->name);
    json_set_text(json, "time", options->time);
    json_set_figure(json, "margin", options->game.margin, 3);
    json_set_figure(json, "hang", options->game.hang, 3);
    json_set_figure(json, "visits", (double)options->visits, 0);
    set_openings(json, options, openings);
    json_set_figure(json, "move_limit", options->game.move_limit, 0);
    json_set_value(json, "no_dead", json_boolean(options->game.all_alive));
    json_set_text(json, "referee", options->referee.command);
    json_set_value(json, "restart", json_boolean(options->restart));
    json_set_value(json, "sprt", options->has_sprt ? sprt_json(&options->sprt) : json_null());
    return json;
}
