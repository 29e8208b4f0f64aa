/* Rules as KataGo has them: names of sets, and keys with their values. Constant data and pure
 * functions: any thread. */
#ifndef GTP_JSON_CONFIG_KATAGO_RULES_H
#define GTP_JSON_CONFIG_KATAGO_RULES_H

#include "engine/base/json.h"
#include "engine/base/status.h"
#include "engine/go/board/rules.h"

/* The value of tax if it is not given: the one that goes with the scoring. */
enum { TAX_USUAL = TAX_ALL + 1 };

typedef enum {
    RULE_FRIENDLY_PASS_OK,
    RULE_HAS_BUTTON,
    RULE_KO,
    RULE_SCORING,
    RULE_SUICIDE,
    RULE_TAX,
    RULE_WHITE_HANDICAP_BONUS,
    RULE_COUNT
} KatagoRule;

typedef struct {
    const char *name;
    bool is_bool;
    const char *values[4]; /* by number, those of a bool too; NULL ends them */
} KatagoRuleKey;

extern const KatagoRuleKey KATAGO_RULE_KEYS[RULE_COUNT]; /* in alphabetical order */

typedef struct {
    int values[RULE_COUNT]; /* KoRule, Scoring, HandicapBonus, Tax or bool */
    double komi;            /* NAN: not given */
} KatagoRules;

/* Returns the rules of a game, without a komi. */
KatagoRules katago_rules_of(const Rules *rules);

/* Returns an object of all keys, the tax among them, without a komi. */
json_t *katago_rules_json(const Rules *rules);

/* Returns the rules of a game. They may be impossible (rules.h). */
Rules katago_rules_get(const KatagoRules *rules);

/* Returns the number of a key, whose other name in KataGo may be given, or -1. */
int katago_rules_find_key(const char *name);

/* Returns the number of a value of the key, or -1. */
int katago_rules_find_value(KatagoRule key, const char *value);

/* Finds a set by name, or by text that rules_read knows: KataGo's Chinese rules have the simple ko
 * of actual play, those of the servers (chinese-ogs, chinese-kgs) have superko. Returns false if no
 * set has this name. */
bool katago_rules_find(const char *name, KatagoRules *rules);

/* Reads an object of rules; keys that are missing are as in Tromp-Taylor rules. Returns false
 * with a message if a key or value is unknown. */
bool katago_rules_read(const json_t *object, KatagoRules *rules, Status *status);

#endif
