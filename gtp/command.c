#include "gtp/command.h"

#include <stddef.h>
#include <string.h>

const GtpCommand *command_find(const GtpFamily *families, const char *name) {
    for (const GtpFamily *family = families; family->commands != NULL; family++) {
        for (const GtpCommand *command = family->commands; command->name != NULL; command++) {
            if (strcmp(command->name, name) == 0) {
                return command;
            }
        }
    }
    return NULL;
}

const GtpCommand *command_find_listed(const GtpFamily *families, const char *name) {
    const GtpCommand *command = command_find(families, name);
    return command != NULL && command->help != NULL ? command : NULL;
}
