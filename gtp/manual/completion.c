/* Completions for bash, zsh and fish: subcommands, options, values from lists, and files of the
 * kind that an argument's name says. */
#include "gtp/manual/manual.h"

#include <string.h>

const char *const SHELL_NAMES[SHELL_COUNT + 1] = {"bash", "zsh", "fish", NULL};

/* What completes an argument. */
typedef enum { VALUE_NONE, VALUE_LIST, VALUE_FILE, VALUE_FOLDER, VALUE_COMMAND, VALUE_OTHER } Value;

static bool mentions(const char *text, const char *word) {
    return text != NULL && strstr(text, word) != NULL;
}

static Value value_of(const Option *option) {
    const bool is_operand = option->name[0] != '-';
    const char *word = is_operand ? option->name : option->argument;
    return word == NULL                                        ? VALUE_NONE
           : option->kind == OPTION_NAME                       ? VALUE_LIST
           : option->kind == OPTION_SWITCH                     ? VALUE_LIST
           : mentions(word, "FOLDER") || mentions(word, "DIR") ? VALUE_FOLDER
           : mentions(word, "COMMAND")                         ? VALUE_COMMAND
           : mentions(word, "FILE") || mentions(word, "SUITE") || mentions(word, ".sgf")
               ? VALUE_FILE
               : VALUE_OTHER;
}

/* How the files end that an argument names; "": no ending is usual. */
static const char *file_ending(const Option *option) {
    const char *word = option->name[0] != '-' ? option->name : option->argument;
    return mentions(word, "SUITE")           ? ".tst"
           : mentions(word, ".sgf")          ? ".sgf"
           : mentions(option->name, "model") ? ".gz"
                                             : "";
}

/* Adds the values of a list, separated. */
static void add_values(Text *script, const Option *option, const char *separator) {
    static const char *const SWITCH[] = {"on", "off", NULL};
    const char *const *names = option->kind == OPTION_SWITCH ? SWITCH : option->names;
    for (size_t i = 0; names[i] != NULL; i++) {
        text_add(script, "%s%s", i == 0 ? "" : separator, names[i]);
    }
}

/* Calls `add` for each documented option of a command, and for its operands. */
static void for_each_option(Text *script, const CommandHelp *help,
                            void (*add)(Text *script, const CommandHelp *help,
                                        const Option *option)) {
    for (size_t i = 0; help->options[i] != NULL; i++) {
        for (const Option *option = help->options[i]; option->kind != OPTION_END; option++) {
            const bool is_operand = option->name != NULL && option->name[0] != '-';
            if (option->kind != OPTION_HEADING && (option->help != NULL || is_operand)) {
                add(script, help, option);
            }
        }
    }
}

/* The first words of a help: up to the first comma, colon, semicolon or parenthesis, without what
 * shells would take for quotes. */
static void add_short_help(Text *script, const Option *option) {
    const size_t length = option->help == NULL ? 0 : strcspn(option->help, ",:;(\n");
    for (size_t i = 0; i < length; i++) {
        if (strchr("'\"`[]$\\", option->help[i]) == NULL) {
            text_append(script, &option->help[i], 1);
        }
    }
    while (script->length > 0 && script->bytes[script->length - 1] == ' ') {
        script->bytes[--script->length] = '\0';
    }
}

/* Adds a text within single quotes; those in it are written as `quote`. */
static void add_quoted(Text *script, const char *text, const char *quote) {
    text_add(script, "'");
    for (; *text != '\0'; text++) {
        text_add(script, *text == '\'' ? "%s" : "%.1s", *text == '\'' ? quote : text);
    }
    text_add(script, "'");
}

/* ---- bash ---- */

static void add_bash_name(Text *script, const CommandHelp *help, const Option *option) {
    (void)help;
    if (option->name[0] == '-') {
        text_add(script, " %s", option->name);
    } else if (value_of(option) == VALUE_LIST) {
        text_add(script, " ");
        add_values(script, option, " ");
    }
}

/* A branch for the word before the one that is completed. */
static void add_bash_value(Text *script, const CommandHelp *help, const Option *option) {
    (void)help;
    const Value value = value_of(option);
    if (option->name[0] != '-' || value == VALUE_NONE) {
        return;
    }
    text_add(script, "        %s", option->name);
    if (option->alias != NULL) {
        text_add(script, "|%s", option->alias);
    }
    switch (value) {
    case VALUE_LIST:
        text_add(script, ") COMPREPLY=($(compgen -W '");
        add_values(script, option, " ");
        text_add(script, "' -- \"$cur\")); return ;;\n");
        return;
    case VALUE_FILE:
        text_add(script, ") _dihedra_files '%s'; return ;;\n", file_ending(option));
        return;
    case VALUE_FOLDER:
        text_add(script,
                 ") compopt -o filenames; COMPREPLY=($(compgen -d -- \"$cur\")); return ;;\n");
        return;
    case VALUE_COMMAND:
        text_add(script, ") COMPREPLY=($(compgen -c -- \"$cur\")); return ;;\n");
        return;
    case VALUE_NONE:
    case VALUE_OTHER:
        break;
    }
    text_add(script, ") return ;;\n");
}

/* The ending of the files that a command's operands name; "": any; NULL: they name none. */
static const char *operand_ending(const CommandHelp *help) {
    for (size_t i = 0; help->options[i] != NULL; i++) {
        for (const Option *option = help->options[i]; option->kind != OPTION_END; option++) {
            if (option->name != NULL && option->name[0] != '-' && option->kind != OPTION_HEADING) {
                return value_of(option) == VALUE_FILE ? file_ending(option) : NULL;
            }
        }
    }
    return NULL;
}

static void add_bash(Text *script, const CommandHelp *const *commands) {
    text_add(script, "# Completions of dihedra for bash.\n"
                     "# Adds folders and the files that end so; all files if none does.\n"
                     "_dihedra_files() {\n"
                     "    local IFS=$'\\n' files\n"
                     "    compopt -o filenames\n"
                     "    files=$(compgen -f -X \"!*$1\" -- \"$cur\")\n"
                     "    [[ $files ]] || files=$(compgen -f -- \"$cur\")\n"
                     "    COMPREPLY+=($files $(compgen -d -- \"$cur\"))\n"
                     "}\n_dihedra() {\n"
                     "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
                     "    local command= options= ending=- IFS=$' \\t\\n'\n"
                     "    COMPREPLY=()\n"
                     "    [[ $COMP_CWORD -gt 1 ]] && command=${COMP_WORDS[1]}\n"
                     "    case $command in\n");
    for (size_t i = 1; commands[i] != NULL; i++) {
        const char *ending = operand_ending(commands[i]);
        text_add(script, "    %s)\n        options='", commands[i]->name);
        for_each_option(script, commands[i], add_bash_name);
        text_add(script, "'\n        ending='%s'\n        case $prev in\n",
                 ending == NULL ? "-" : ending);
        for_each_option(script, commands[i], add_bash_value);
        text_add(script, "        esac ;;\n");
    }
    text_add(script, "    help) options='gtp parameters");
    for (size_t i = 1; commands[i] != NULL; i++) {
        text_add(script, " %s", commands[i]->name);
    }
    text_add(script, "' ;;\n    *)\n        options='");
    for_each_option(script, commands[0], add_bash_name);
    text_add(script, " --version'\n        case $prev in\n");
    for_each_option(script, commands[0], add_bash_value);
    text_add(script, "        esac\n        [[ $COMP_CWORD -eq 1 ]] && options+=' help");
    for (size_t i = 1; commands[i] != NULL; i++) {
        text_add(script, " %s", commands[i]->name);
    }
    text_add(script, "' ;;\n    esac\n"
                     "    COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
                     "    [[ $ending != - && $cur != -* ]] && _dihedra_files \"$ending\"\n"
                     "}\ncomplete -F _dihedra dihedra\n");
}

/* ---- zsh ---- */

static void add_zsh_action(Text *script, const Option *option) {
    switch (value_of(option)) {
    case VALUE_NONE:
        return;
    case VALUE_LIST:
        text_add(script, ":value:(");
        add_values(script, option, " ");
        text_add(script, ")");
        return;
    case VALUE_FILE:
        text_add(script, ":file:_files -g \"*%s\"", file_ending(option));
        return;
    case VALUE_FOLDER:
        text_add(script, ":folder:_files -/");
        return;
    case VALUE_COMMAND:
        text_add(script, ":command:_command_names");
        return;
    case VALUE_OTHER:
        text_add(script, ":value:");
        return;
    }
}

static void add_zsh_option(Text *script, const CommandHelp *help, const Option *option) {
    (void)help;
    if (option->name[0] != '-') {
        text_add(script, "            '*");
        add_zsh_action(script, option);
        text_add(script, "' \\\n");
        return;
    }
    text_add(script, "            '%s%s[", option->kind == OPTION_LIST ? "*" : "", option->name);
    add_short_help(script, option);
    text_add(script, "]");
    add_zsh_action(script, option);
    text_add(script, "' \\\n");
}

static void add_zsh(Text *script, const CommandHelp *const *commands) {
    text_add(script, "#compdef dihedra\n# Completions of dihedra for zsh.\n_dihedra() {\n"
                     "    local -a subcommands=(\n");
    for (size_t i = 1; commands[i] != NULL; i++) {
        Text row = {0};
        text_add(&row, "%s:%s", commands[i]->name, commands[i]->summary);
        text_add(script, "        ");
        add_quoted(script, text_get(&row), "'\\''");
        text_add(script, "\n");
        text_free(&row);
    }
    text_add(script, "        'help:shows what a subcommand does'\n    )\n"
                     "    if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then\n"
                     "        _describe subcommand subcommands\n        return\n    fi\n"
                     "    case $words[2] in\n");
    for (size_t i = 1; commands[i] != NULL; i++) {
        text_add(script,
                 "    %s)\n        words=(\"${(@)words[2,-1]}\")\n        (( CURRENT-- ))\n"
                 "        _arguments \\\n",
                 commands[i]->name);
        for_each_option(script, commands[i], add_zsh_option);
        text_add(script, "            ;;\n");
    }
    text_add(script,
             "    help) _describe subcommand subcommands ;;\n    *)\n        _arguments \\\n");
    for_each_option(script, commands[0], add_zsh_option);
    text_add(script,
             "            '--version[the version]'\n        ;;\n    esac\n}\n_dihedra \"$@\"\n");
}

/* ---- fish ---- */

static void add_fish_option(Text *script, const CommandHelp *help, const Option *option) {
    const Value value = value_of(option);
    const char *condition =
        *help->name == '\0' ? "__dihedra_no_subcommand" : "__fish_seen_subcommand_from ";
    text_add(script, "complete -c dihedra -n '%s%s'", condition, help->name);
    if (option->name[0] == '-') {
        text_add(script, " -l %s", option->name + strspn(option->name, "-"));
    }
    if (option->alias != NULL) {
        const char *alias = option->alias + strspn(option->alias, "-");
        text_add(script, " -%c %s", alias[1] == '\0' ? 's' : 'o', alias);
    }
    switch (value) {
    case VALUE_NONE:
        break;
    case VALUE_LIST:
        text_add(script, " -x -a '");
        add_values(script, option, " ");
        text_add(script, "'");
        break;
    case VALUE_FILE:
        if (*file_ending(option) == '\0') {
            text_add(script, option->name[0] == '-' ? " -r -F" : " -F");
        } else { /* these files first */
            text_add(script, "%s -k -a '(__fish_complete_suffix %s)'",
                     option->name[0] == '-' ? " -x" : "", file_ending(option));
        }
        break;
    case VALUE_FOLDER:
        text_add(script, " -x -a '(__fish_complete_directories)'");
        break;
    case VALUE_COMMAND:
        text_add(script, " -x -a '(__fish_complete_command)'");
        break;
    case VALUE_OTHER:
        text_add(script, " -x");
        break;
    }
    text_add(script, " -d '");
    add_short_help(script, option);
    text_add(script, "'\n");
}

static void add_fish(Text *script, const CommandHelp *const *commands) {
    text_add(script, "# Completions of dihedra for fish.\nfunction __dihedra_no_subcommand\n"
                     "    not __fish_seen_subcommand_from help");
    for (size_t i = 1; commands[i] != NULL; i++) {
        text_add(script, " %s", commands[i]->name);
    }
    text_add(
        script,
        "\nend\ncomplete -c dihedra -f\n"
        "complete -c dihedra -n __fish_use_subcommand -a help -d 'shows what a subcommand does'\n"
        "complete -c dihedra -n __dihedra_no_subcommand -l version -d 'the version'\n");
    for (size_t i = 0; commands[i] != NULL; i++) {
        if (i > 0) {
            text_add(script, "complete -c dihedra -n __fish_use_subcommand -a %s -d ",
                     commands[i]->name);
            add_quoted(script, commands[i]->summary, "\\'");
            text_add(script, "\n");
            text_add(script, "complete -c dihedra -n '__fish_seen_subcommand_from help' -a %s\n",
                     commands[i]->name);
        }
        for_each_option(script, commands[i], add_fish_option);
    }
}

void manual_add_completion(Text *script, Shell shell, const CommandHelp *const *commands) {
    switch (shell) {
    case SHELL_BASH:
        add_bash(script, commands);
        return;
    case SHELL_ZSH:
        add_zsh(script, commands);
        return;
    case SHELL_FISH:
        add_fish(script, commands);
        return;
    case SHELL_COUNT:
        return;
    }
}
