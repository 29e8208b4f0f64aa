/* Completions for bash, zsh and fish: subcommands, options, values from lists, and files for all
 * other values. */
#include "gtp/manual/manual.h"

#include <string.h>

const char *const SHELL_NAMES[SHELL_COUNT + 1] = {"bash", "zsh", "fish", NULL};

static bool is_operand(const Option *option) {
    return option->name[0] != '-';
}

/* The values of an option, or NULL: any. */
static const char *const *values_of(const Option *option) {
    static const char *const SWITCH[] = {"on", "off", NULL};
    return option->kind == OPTION_NAME     ? option->names
           : option->kind == OPTION_SWITCH ? SWITCH
                                           : NULL;
}

static void add_values(Text *script, const Option *option) {
    const char *const *names = values_of(option);
    for (size_t i = 0; names[i] != NULL; i++) {
        text_add(script, "%s%s", i == 0 ? "" : " ", names[i]);
    }
}

/* Calls `add` for each documented option of a command, and for its operands. */
static void for_each_option(Text *script, const CommandHelp *help,
                            void (*add)(Text *script, const CommandHelp *help,
                                        const Option *option)) {
    for (size_t i = 0; help->options[i] != NULL; i++) {
        for (const Option *option = help->options[i]; option->kind != OPTION_END; option++) {
            if (option->kind != OPTION_HEADING && (option->help != NULL || is_operand(option))) {
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
}

/* Adds a text within single quotes; those in it are written as `quote`. */
static void add_quoted(Text *script, const char *text, const char *quote) {
    text_add(script, "'");
    for (; *text != '\0'; text++) {
        text_add(script, *text == '\'' ? "%s" : "%.1s", *text == '\'' ? quote : text);
    }
    text_add(script, "'");
}

static void add_names(Text *script, const CommandHelp *const *commands) {
    for (size_t i = 1; commands[i] != NULL; i++) {
        text_add(script, " %s", commands[i]->name);
    }
}

/* ---- bash: without an answer it completes files ---- */

static void add_bash_name(Text *script, const CommandHelp *help, const Option *option) {
    (void)help;
    if (!is_operand(option)) {
        text_add(script, " %s", option->name);
    } else if (values_of(option) != NULL) {
        text_add(script, " ");
        add_values(script, option);
    }
}

/* A branch for the word before the one that is completed. */
static void add_bash_value(Text *script, const CommandHelp *help, const Option *option) {
    (void)help;
    if (is_operand(option) || option->argument == NULL) {
        return;
    }
    text_add(script, "        %s%s%s) ", option->name, option->alias == NULL ? "" : "|",
             option->alias == NULL ? "" : option->alias);
    if (values_of(option) == NULL) {
        text_add(script, "return ;;\n");
    } else {
        text_add(script, "options='");
        add_values(script, option);
        text_add(script, "' ;;\n");
    }
}

static void add_bash(Text *script, const CommandHelp *const *commands) {
    text_add(script, "# Completions of dihedra for bash.\n"
                     "_dihedra() {\n"
                     "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
                     "    local command= options= IFS=$' \\t\\n'\n"
                     "    COMPREPLY=()\n"
                     "    [[ $COMP_CWORD -gt 1 ]] && command=${COMP_WORDS[1]}\n"
                     "    case $command in\n    help) options='gtp parameters");
    add_names(script, commands);
    text_add(script, "' ;;\n");
    for (size_t i = 1; commands[i] != NULL; i++) {
        text_add(script, "    %s)\n        options='", commands[i]->name);
        for_each_option(script, commands[i], add_bash_name);
        text_add(script, "'\n        case $prev in\n");
        for_each_option(script, commands[i], add_bash_value);
        text_add(script, "        esac ;;\n");
    }
    text_add(script, "    *)\n        options='");
    for_each_option(script, commands[0], add_bash_name);
    text_add(script, " --version'\n        [[ $COMP_CWORD -eq 1 ]] && options+=' help");
    add_names(script, commands);
    text_add(script, "'\n        case $prev in\n");
    for_each_option(script, commands[0], add_bash_value);
    text_add(script, "        esac ;;\n    esac\n"
                     "    COMPREPLY=($(compgen -W \"$options\" -- \"$cur\"))\n"
                     "}\ncomplete -o default -F _dihedra dihedra\n");
}

/* ---- zsh ---- */

static void add_zsh_option(Text *script, const CommandHelp *help, const Option *option) {
    (void)help;
    if (is_operand(option)) {
        text_add(script, "            '*");
    } else {
        text_add(script, "            '%s%s[", option->kind == OPTION_LIST ? "*" : "",
                 option->name);
        add_short_help(script, option);
        text_add(script, "]");
    }
    if (values_of(option) != NULL) {
        text_add(script, ":value:(");
        add_values(script, option);
        text_add(script, ")");
    } else if (is_operand(option) || option->argument != NULL) {
        text_add(script, ":value:_files");
    }
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
    const char *condition =
        *help->name == '\0' ? "__dihedra_no_subcommand" : "__fish_seen_subcommand_from ";
    text_add(script, "complete -c dihedra -n '%s%s'", condition, help->name);
    if (!is_operand(option)) {
        text_add(script, " -l %s", option->name + strspn(option->name, "-"));
    }
    if (option->alias != NULL) {
        const char *alias = option->alias + strspn(option->alias, "-");
        text_add(script, " -%c %s", alias[1] == '\0' ? 's' : 'o', alias);
    }
    if (values_of(option) != NULL) {
        text_add(script, " -x -a '");
        add_values(script, option);
        text_add(script, "'");
    } else if (is_operand(option) || option->argument != NULL) {
        text_add(script, is_operand(option) ? " -F" : " -r -F");
    }
    text_add(script, " -d '");
    add_short_help(script, option);
    text_add(script, "'\n");
}

static void add_fish(Text *script, const CommandHelp *const *commands) {
    text_add(script, "# Completions of dihedra for fish.\nfunction __dihedra_no_subcommand\n"
                     "    not __fish_seen_subcommand_from help");
    add_names(script, commands);
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
