/* Rules in KataGo's dialect: names and keys against KataGo's documentation, every set that keys can
 * express, and what is refused. A game goes on under other rules, and the search forgets what it
 * found under the old ones. */
#include "gtp/json/config/katago_rules.h"
#include "tests/support/session/session.h"

/* ---- What the names stand for ---- */

typedef struct {
    const char *name, *shown, *ko, *scoring, *suicide, *tax, *bonus, *friendly;
} Named;

/* From docs/GTP_Extensions.md and the list of names in cpp/game/rules.cpp of KataGo. */
static const Named NAMED[] = {
    {"tromp-taylor", "tromp-taylor", "POSITIONAL", "AREA", "true", "NONE", "0", "false"},
    {"chinese", "chinese-simple-ko", "SIMPLE", "AREA", "false", "NONE", "N", "true"},
    {"chinese-ogs", "chinese", "POSITIONAL", "AREA", "false", "NONE", "N", "true"},
    {"japanese", "japanese", "SIMPLE", "TERRITORY", "false", "SEKI", "0", "true"},
    {"korean", "japanese", "SIMPLE", "TERRITORY", "false", "SEKI", "0", "true"},
    {"aga", "aga", "SITUATIONAL", "AREA", "false", "NONE", "N-1", "true"},
    {"New Zealand", "new-zealand", "SITUATIONAL", "AREA", "true", "NONE", "0", "true"},
    {"ing", "ing", "POSITIONAL", "AREA", "true", "NONE", "0", "true"},
    {"koSIMPLEscoreTERRITORYtaxNONEsui0", "custom", "SIMPLE", "TERRITORY", "false", "NONE", "0",
     "false"},
    {"koSIMPLEscoreTERRITORYtaxSEKIsui0fpok1", "japanese", "SIMPLE", "TERRITORY", "false", "SEKI",
     "0", "true"},
    {"stone-scoring", "stone-scoring", "SIMPLE", "AREA", "false", "ALL", "0", "true"},
    {"ancient area", "stone-scoring", "SIMPLE", "AREA", "false", "ALL", "0", "true"},
    {"ancient_territory", "ancient-territory", "SIMPLE", "TERRITORY", "false", "ALL", "0", "true"},
    {"AGAButton", "aga-button", "SITUATIONAL", "AREA", "false", "NONE", "N-1", "true"},
    {"koPOSITIONALscoreAREAtaxSEKIsui1button1", "custom", "POSITIONAL", "AREA", "true", "SEKI", "0",
     "false"},
};

enum { NAMED_COUNT = sizeof NAMED / sizeof NAMED[0], JSON_TEXT_MAX = 256 };

static const char *json_of(const Named *set, char text[JSON_TEXT_MAX]) {
    snprintf(text, JSON_TEXT_MAX,
             "{\"friendlyPassOk\":%s,\"hasButton\":%s,\"ko\":\"%s\",\"scoring\":\"%s\","
             "\"suicide\":%s,\"tax\":\"%s\",\"whiteHandicapBonus\":\"%s\"}",
             set->friendly, strstr(set->name, "utton") != NULL ? "true" : "false", set->ko,
             set->scoring, set->suicide, set->tax, set->bonus);
    return text;
}

/* By name after the rules before it, and by JSON after the first rules. */
Test(kata_rules, names_stand_for_katagos_sets) {
    Session *session = session_new(5, 5);
    for (int i = 0; i < NAMED_COUNT; i++) {
        char json[JSON_TEXT_MAX];
        const Rules *rules = &session->engine.game->rules;
        session_expect(session, formatted("kata-set-rules %s", NAMED[i].name), "");
        session_expect(session, "kata-get-rules", json_of(&NAMED[i], json));
        cr_assert_str_eq(rules->name, NAMED[i].shown, "%s", NAMED[i].name);
        session_do(session, "kata-set-rules tromp-taylor");
        session_expect(session, formatted("kata-set-rules %s", json), "");
        cr_assert_str_eq(rules->name, NAMED[i].shown, "%s", NAMED[i].name);
        session_expect(session, "kata-get-rules", json);
    }
}

/* ---- Keys ---- */

Test(kata_rules, keys_left_out_are_as_in_tromp_taylor) {
    Session *session = session_new(5, 5);
    session_do(session, "kata-set-rules aga;kata-set-rules {}");
    cr_assert_str_eq(session->engine.game->rules.name, "tromp-taylor");
    session_do(session, "kata-set-rules {\"tax\": \"SEKI\", \"scoring\": \"TERRITORY\"}");
    cr_assert_eq(session->engine.game->rules.scoring, SCORING_TERRITORY);
    cr_assert_eq(session->engine.game->rules.ko, KO_POSITIONAL);
    session_do(session, "kata-set-rule scoring area"); /* values in any case; the tax stays */
    cr_assert_eq(session->engine.game->rules.tax, TAX_SEKI);
    session_do(session, "kata-set-rule tax none");
    cr_assert_str_eq(session->engine.game->rules.name, "tromp-taylor");
    session_do(session, "kata-set-rules {\"score\": \"TERRITORY\"}"); /* its other name */
    cr_assert_eq(session->engine.game->rules.scoring, SCORING_TERRITORY);
    session_do(session, "kata-set-rule tax NONE;kata-set-rule score AREA");
    cr_assert_str_eq(session->engine.game->rules.name, "tromp-taylor");
}

Test(kata_rules, says_what_cannot_be_played) {
    static const char *const CASES[][2] = {
        {"kata-set-rules gomoku", "unknown rules gomoku"},
        {"kata-set-rules koSIMPLEscoreTERRITORYtaxSEKIsui0button1",
         "cannot play by these rules: hasButton true with scoring TERRITORY"},
        {"kata-set-rules {\"scoring\":\"TERRITORY\",\"hasButton\":true}",
         "cannot play by these rules: hasButton true with scoring TERRITORY"},
        {"kata-set-rules {\"tax\":\"SOME\"}", "syntax error: expected tax NONE|SEKI|ALL, got SOME"},
        {"kata-set-rules koSIMPLEtaxSOMEsui0", "unknown rules koSIMPLEtaxSOMEsui0"},
        {"kata-set-rules {\"suicide\":1}", "syntax error: expected a string or a bool for suicide"},
        {"kata-set-rules {\"ko\":\"SPIGHT\"}",
         "syntax error: expected ko SIMPLE|POSITIONAL|SITUATIONAL, got SPIGHT"},
        {"kata-set-rules {\"komi\":6.5}", "syntax error: expected a string or a bool for komi"},
        {"kata-set-rules {\"superko\":\"SIMPLE\"}", "syntax error: unknown key of rules superko"},
        {"kata-set-rule Ko SIMPLE", "syntax error: unknown key of rules Ko"},
        {"kata-set-rule scoring STONES",
         "syntax error: expected scoring AREA|TERRITORY, got STONES"},
        {"kata-set-rule whiteHandicapBonus 2",
         "syntax error: expected whiteHandicapBonus 0|N|N-1, got 2"},
        /* text that is not JSON, JSON that is not an object, keys given twice */
        {"kata-set-rules {", "syntax error: expected a ..."},
        {"kata-set-rules {\"ko\":\"SIMPLE\",}", "syntax error: expected a ..."},
        {"kata-set-rules {\"ko\":\"SIMPLE\",\"ko\":\"SIMPLE\"}", "syntax error: expected a ..."},
        {"kata-set-rules {\"ko\":{\"ko\":\"SIMPLE\"}}", "syntax error: expected a ..."},
        {"kata-set-rules {\"\xFF\":\"SIMPLE\"}", "syntax error: expected a ..."},
        {"kata-set-rules {\"ko\":null}", "syntax error: expected a ..."},
    };
    session_expect_lines_refused("kata-set-rules aga", CASES, sizeof CASES / sizeof CASES[0]);
}

/* ---- In the middle of a game ---- */

/* The history of the game stays, so superko applies as soon as the rules have it. */
Test(kata_rules, game_goes_on) {
    Session *session = session_on(". X O .\n"
                                  "X . X O\n",
                                  WHITE);
    session_do(session, "kata-set-rules chinese;play w B1");
    char *moves = session_ask(session, "move_history");
    session_do(session, "play b pass;play w pass");
    session_expect(session, "is_legal b C1", "1");
    session_do(session, "kata-set-rule ko POSITIONAL");
    session_expect(session, "is_legal b C1", "0");
    session_do(session, "kata-set-rule ko SIMPLE");
    session_expect(session, "is_legal b C1", "1");
    session_do(session, "gg-undo 2");
    session_expect(session, "move_history", moves);
}

/* The first pass has taken the button as soon as there is one, and no longer if there is none. */
Test(kata_rules, the_button_follows_the_rules) {
    Session *session = session_new(5, 5);
    const Board *board = &session->engine.game->board;
    session_do(session, "komi 0;play b C3;play w pass;play b pass");
    cr_assert_eq(board->passes, 2);
    session_do(session, "kata-set-rule hasButton true");
    cr_assert(board->passes == 1 && board->button == BUTTON_WHITE);
    session_expect(session, "final_score", "B+24.5");
    session_expect_refusal(session, "kata-set-rule scoring TERRITORY",
                           "cannot play by these rules: hasButton true with scoring TERRITORY");
    cr_assert(board->passes == 1 && board->button == BUTTON_WHITE);
    session_do(session, "gg-undo 2");
    cr_assert(board->passes == 0 && board->button == BUTTON_FREE);
    session_do(session, "play w pass;play b pass;kata-set-rules chinese");
    cr_assert(board->passes == 2 && board->button == BUTTON_NONE);
}

Test(kata_rules, suicide_and_bonus_follow_the_rules) {
    Session *session = session_on(". X O\n"
                                  "X O .\n"
                                  "O . .\n",
                                  BLACK);
    session_do(session, "kata-set-rules chinese");
    session_expect(session, "is_legal b A3", "0");
    session_do(session, "kata-set-rule suicide true");
    session_expect(session, "is_legal b A3", "1");
    session_do(session, "boardsize 5;komi 0.5;set_free_handicap B2 D4 B4");
    session_expect(session, "final_score", "B+21.5");
    session_do(session, "kata-set-rule whiteHandicapBonus N-1");
    session_expect(session, "final_score", "B+22.5");
    session_do(session, "kata-set-rule whiteHandicapBonus 0");
    session_expect(session, "final_score", "B+24.5");
}

/* KataGo's name of each set, which other engines are told, means that set here, too. */
Test(kata_rules, each_set_has_katagos_name) {
    for (const RuleSet *set = RULE_SETS; set->rules.name != NULL; set++) {
        KatagoRules asked;
        cr_assert(katago_rules_find(set->told[RULES_KATAGO], &asked));
        const Rules rules = katago_rules_get(&asked);
        cr_assert(rules_are_same(&rules, &set->rules), "%s", set->rules.name);
        cr_assert_eq(asked.komi, set->komi);
    }
}
