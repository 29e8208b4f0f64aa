/* Reports of a reviewed game: text (print.c), a page (html.c), the record with comments (sgf.c). */
#ifndef REGRESS_REVIEW_REPORT_H
#define REGRESS_REVIEW_REPORT_H

#include "engine/review/review.h"

/* Prints the moves as a table, and a summary of each player. */
void review_print(const Review *review, FILE *stream);

/* Prints one summary line for both players. page: the report it refers to. */
void review_print_line(const Review *review, const char *page, FILE *stream);

/* Reads the page with the engine, dihedra.html: the file at path; NULL: where `make install` puts
 * it or `make web` builds it, seen from the program, whose argv[0] is given. The caller frees it.
 * Returns NULL with a message. */
char *review_read_engine_page(const char *program, const char *path, Status *status);

/* Saves a page: a board to step through, graphs, what the engine would have played, ownership. With
 * engine_page (NULL: none) the reader can ask the engine. This function and the next write the file
 * whole or not at all, and name it in status if they fail. */
bool review_save_page(const Review *review, const char *engine_page, const char *path,
                      Status *status);

/* Saves the record that was read, with the engine's analysis added.
 *
 * Each analysed position gets a comment after the record's own (C), and Black's win rate in percent
 * and score for Sabaki's graphs (SBKV, SBKS) and as the node's value (V); these three replace
 * earlier ones. A blunder or serious mistake gets BM, a mistake DO, a find TE, unless the record
 * judges the move itself; these but finds get a variation with what the engine would have played.
 * What an earlier review wrote of these positions goes; it is known by its wording, also that of
 * earlier versions. All else is unchanged, variations and further games included. */
bool review_save_sgf(const Review *review, const char *path, Status *status);

/* ---- Many reviewed games as one (collection.c): an index page of them, and mistakes made more
 * than once. A Collection belongs to one thread at a time ---- */

typedef struct Collection Collection;

/* player: whose games they are; NULL: of both sides. */
Collection *collection_new(const char *player);
void collection_free(Collection *collection);

/* The color that the collection's player has in a game; EMPTY: neither. Without a player: EMPTY. */
Color collection_color(const Collection *collection, const GameLine *line);

/* Adds a judged game. page is the name of its page in the index's folder. */
void collection_add(Collection *collection, const Review *review, const char *page);

int collection_count(const Collection *collection);

/* Writes index.html into the folder, whole or not at all. */
bool collection_save(const Collection *collection, const char *folder, Status *status);

/* Prints the object of --json. */
void collection_print(const Collection *collection, FILE *stream);

#endif
