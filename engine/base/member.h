/* Offsets of members for tables of fields. */
#ifndef ENGINE_BASE_MEMBER_H
#define ENGINE_BASE_MEMBER_H

#include <stddef.h>

/* The offset of a member. It does not compile if the member has another type. */
#define MEMBER_OFFSET(struct_type, member, type)                                                   \
    (offsetof(struct_type, member) + 0 * sizeof(_Generic(((struct_type *)NULL)->member, type       \
                                                         : (char)0)))

/* In a row of a table of options (options.h): what the member is, and where. An enum counts as an
 * int. */
#define OPTION_FLAG_IN(struct_type, member)                                                        \
    .kind = OPTION_FLAG, .offset = MEMBER_OFFSET(struct_type, member, bool)
#define OPTION_TEXT_IN(struct_type, member)                                                        \
    .kind = OPTION_TEXT, .offset = MEMBER_OFFSET(struct_type, member, const char *)
#define OPTION_INT_IN(struct_type, member)                                                         \
    .kind = OPTION_INT, .offset = MEMBER_OFFSET(struct_type, member, int)
#define OPTION_INT64_IN(struct_type, member)                                                       \
    .kind = OPTION_INT64, .offset = MEMBER_OFFSET(struct_type, member, int64_t)
#define OPTION_REAL_IN(struct_type, member)                                                        \
    .kind = OPTION_REAL, .offset = MEMBER_OFFSET(struct_type, member, double)
#define OPTION_NAME_IN(struct_type, member)                                                        \
    .kind = OPTION_NAME, .offset = offsetof(struct_type, member) +                                 \
                                   0 * sizeof(_Generic(((struct_type *)NULL)->member, int          \
                                                       : (char)0, unsigned                         \
                                                       : (char)0))
#define OPTION_LIST_IN(struct_type, member)                                                        \
    .kind = OPTION_LIST, .offset = MEMBER_OFFSET(struct_type, member, OptionList)

#endif
