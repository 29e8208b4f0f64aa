/* A network's file. It stays open, so that its model can be read again, even when the program may
 * open no more files. A ModelFile belongs to one thread at a time. */
#ifndef ENGINE_EVAL_NET_MODEL_MODEL_FILE_H
#define ENGINE_EVAL_NET_MODEL_MODEL_FILE_H

#include "engine/eval/net/model/model.h"

typedef struct ModelFile ModelFile;

/* Opens a regular file, packed by gzip or not. Returns NULL with a message that begins with the
 * path on failure. */
ModelFile *model_file_open(const char *path, Status *status);
void model_file_close(ModelFile *file); /* may be NULL */

/* Is there memory for `times` the bytes of the unpacked file? Returns false with a message if not,
 * before any is taken, or if the file is damaged. */
bool model_file_fits(ModelFile *file, double times, Status *status);

/* Reads the model, each time from the file's beginning; it may be compact. Returns NULL
 * with a message that names the file, the offset and the reason, or that its content has changed
 * since it was first read. */
Model *model_file_read(ModelFile *file, Status *status);

/* Opens, reads and closes a file, if there is memory for it. */
Model *model_load(const char *path, Status *status);

#endif
