/* Reads the fields of a query and reports what is wrong with them. A FieldReader belongs to one
 * thread. */
#ifndef GTP_JSON_QUERY_FIELD_H
#define GTP_JSON_QUERY_FIELD_H

#include "gtp/json/query/query.h"

typedef struct {
    const json_t *object;
    const QueryErrorHandler *errors;
    int width, height; /* of the board, once they are known */
} FieldReader;

/* Reports an error in a field. Returns false. */
bool field_fail(const FieldReader *reader, const char *field, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Warns of something about a field. */
void field_warn(const FieldReader *reader, const char *field, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The field's value, or NULL if it is absent. */
const json_t *field_find(const FieldReader *reader, const char *field);

/* Each of these leaves *value unchanged if the field is absent, and fails if it has another type or
 * is out of range. */
bool field_read_bool(const FieldReader *reader, const char *field, bool *value);
bool field_read_integer(const FieldReader *reader, const char *field, int64_t least, int64_t most,
                        int64_t *value);
bool field_read_real(const FieldReader *reader, const char *field, double least, double most,
                     double *value);

/* Reads a color. `field` is only named in the message. */
bool field_read_color(const FieldReader *reader, const char *field, const json_t *value,
                      Color *color);

/* Reads a vertex such as "C4", "(2,15)" or, if passes is set, "pass". */
bool field_read_point(const FieldReader *reader, const char *field, const json_t *value,
                      bool passes, Point *point);

/* Reads a list of pairs of a color and a vertex into moves, which has space for all of them, and
 * sets *count. */
bool field_read_moves(const FieldReader *reader, const char *field, bool passes, Move *moves,
                      int32_t *count);

/* A list of whole numbers; items are NULL if the field is missing. */
typedef struct {
    int64_t *items;
    int count;
} FieldList;

/* Reads a list whose items the caller frees. `what` says what they are. */
bool field_read_list(const FieldReader *reader, const char *field, const char *what, int64_t least,
                     int64_t most, FieldList *list);

#endif
