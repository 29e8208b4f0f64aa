#include "engine/go/sgf/import.h"

void repair_note(const Repair *repair, const SgfProperty *property, const char *value,
                 const char *what) {
    char place[32] = "", shown[REPAIR_VALUE_MAX];
    if (repair->move > 0) {
        snprintf(place, sizeof place, ", move %d", repair->move);
    }
    sgf_note(&repair->tree->repairs, "line %u%s: %.20s[%s] %s", property->line, place,
             property->identifier, record_shown_value(value, shown), what);
}

/* The properties of a tree that is being read may be changed. */
SgfProperty *repair_find(const Repair *repair, const char *identifier) {
    return (SgfProperty *)sgf_node_property(repair->node, identifier);
}

void repair_set_value(const Repair *repair, SgfProperty *property, uint32_t index,
                      const char *text) {
    const size_t length = strlen(text);
    char *copy = sgf_tree_take(repair->tree, length + 1), what[64];
    memcpy(copy, text, length + 1);
    snprintf(what, sizeof what, "is read as %s", length > 0 ? text : "a pass");
    repair_note(repair, property, property->values[index].text, what);
    property->values[index] =
        (SgfValue){.text = copy, .length = (uint32_t)length, .colon = (uint32_t)strcspn(text, ":")};
}

void repair_replace(const Repair *repair, SgfProperty *property, const char *text,
                    const char *what) {
    if (text != NULL) {
        repair_set_value(repair, property, 0, text);
        return;
    }
    repair_note(repair, property, property->values[0].text, what);
    for (SgfProperty *p = repair->node->first_property; p != NULL; p = p->next) {
        p->is_ignored = p->is_ignored || strcmp(p->identifier, property->identifier) == 0;
    }
}

void repair_drop_empty(const Repair *repair) {
    for (SgfProperty **link = &repair->node->first_property; *link != NULL;) {
        if ((*link)->value_count == 0) {
            *link = (*link)->next;
        } else {
            link = &(*link)->next;
        }
    }
}

SgfProperty *repair_add_property(const Repair *repair, const char *identifier, uint32_t line,
                                 uint32_t count) {
    SgfProperty *property =
        sgf_tree_take(repair->tree, sizeof *property + count * sizeof(SgfValue));
    *property = (SgfProperty){.next = repair->node->first_property,
                              .identifier = identifier,
                              .line = line,
                              .value_count = count};
    repair->node->first_property = property;
    return property;
}
