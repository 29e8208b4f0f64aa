#include "engine/go/sgf/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/charset/charset.h"
#include "engine/go/board/rules.h"
#include "engine/go/sgf/chars.h"

static const char DIGITS[] = "0123456789";

/* ---- The vocabulary ---- */

/* English, German, French, Russian, Chinese, Japanese and Korean as fold_text leaves them, and a
 * letter for what they mean; beside these 'N' is a number, 'S' a rule set, '/' a fraction, '-' the
 * sign of a number and '_' another hyphen before one. "~" ends a stem, to which any ending belongs,
 * and "_" is a blank. */
static const struct {
    char meaning;
    const char *words;
} WORDS[] = {
    {'B', "b black schwarz~ noir~ черн~ 黑 黒 先番 흑"},
    {'W', "w white weis~ blanc~ бел~ 白 백"},
    {'+', "+"},
    {'>', "win wins won winner victory gewinnt gewann gewonnen sieg siegt gagn~ victoire выигр~ "
          "побед~ 胜 胜利 勝 勝利 勝ち 赢 贏 승 승리"},
    {'<', "lose loses lost loss verliert verlor verloren perd~ проигр~ 败 敗 负 負 負け 输 輸 패"},
    /* how a side wins, and in small letters what a side does that loses by it */
    {'R', "r res resignation aufgabe abandon сдач~ 中盘 中盤 中押 中押し 不计 不計 불계"},
    {'r', "resign resigns resigned gibt_auf gab_auf abandonne сдал~ 认输 認輸 投降 投了 기권"},
    {'F', "f forfeit forfait 不战 不戦 부전"},
    {'f', "forfeits forfeited 犯规 犯規 反則 弃权 棄権 棄權 반칙"},
    {'T', "t time zeit temps врем~ 时间 時間 시간"},
    {'t', "timeout forfeits_on_time 超时 超時 時間切れ 시간초과 zeituberschreitung просроч~"},
    {'D', "draw jigo tie unentschieden remis egalite nul nulle ничья 和 和棋 和局 平局 持碁 持棋 "
          "ジゴ 무승부 빅"},
    {'V', "void no_result unfinished suspended adjourned annulled abgebrochen 无胜负 無勝負 无效 "
          "無効 打挂 打掛 打ち掛け 未完 中断 中止 무효"},
    {'?', "? unknown unbekannt inconnu неизвестн~ 未知 不明 불명"},
    {'p', "p pt pts point points punkt~ очк~ moku 目 点 點 집 호 점"},
    {'s', "子 zi"}, /* of two points each */
    {'h', "half halb~ demi пол полочка половин~ 半 반"},
    {'o', "分之 分の 분의"}, /* between denominator and numerator */
    {'m', "move moves zuge coups ход~ 手 수"},
    {'k', "komi коми 贴目 貼目 贴子 貼子 コミ 덤 공제"},
    {'g', "give gives gibt donne дают 贴 貼 出し"},
    {'x', "reverse обратн~ 倒贴 倒貼 逆 역"},
    {'n', "no none without kein~ ohne sans aucun~ pas нет без не 无 無 不 なし 없음"},
    {'H', "handicap stone stones vorgabe~ stein~ pierre~ фор~ камн~ камень 让 讓 受 授 置 置碁 "
          "置き碁 局 접 접바둑"},
    {'l', "路 路盘 路盤 道 路棋盘 line lines board x × 줄 줄바둑"},
    {'v', "先"},
    {'e', "even 互先 分先 让先 讓先 定先 호선 정선 맞바둑"},
    {'&', "and und et и 又 と"},
    {'.', "a an the by with for of on in to at game play plays turn first next s ein eine einen "
          "einem eines der die das durch mit um auf am zug partie match de des par au aux du la "
          "le les un une на по с в у の で は が に まで 番 手番 行 方 棋 判 共 全 完 "
          "终 終 计 計 총 끝 차례 rule rules ruleset scoring counting style go association new "
          "regel~ regle~ правил~ 规则 規則 规 規 式 制 法 棋院 ルール 룰 규칙 식"},
    {'a', "area flache~ 数子 數子"},
    {'y', "territory gebiet~ territoire~ 数目 數目 点目"},
    /* 0 to 9, 10, 100, and again; "A" fills a gap: "one" would make "one half" 1.5 */
    {'#', "〇 一 二 三 四 五 六 七 八 九 十 百 零 壹 两 叁 肆 伍 陆 柒 捌 玖 拾 佰 영 일 이 삼 사 "
          "오 육 칠 "
          "팔 구 십 A A 한 두 세 네 다섯 여섯 일곱 여덟 아홉 열 A zero A two three four five six "
          "seven eight nine ten A A A 兩 석 넉"},
};

/* The length of the letter at text, of a script that has blanks between words, or 0. */
static size_t letter_length(const char *text) {
    const uint8_t lead = (uint8_t)text[0];
    return is_lower(text[0]) ? 1 : lead == 0xD0 || lead == 0xD1 ? 2 : 0;
}

/* The length of the word at text, if it is that one of the vocabulary, or 0. */
static size_t match_word(const char *text, const char *word, size_t length) {
    const bool is_stem = word[length - 1] == '~';
    size_t at = 0;
    for (size_t i = 0; i < length - is_stem; i++, at++) {
        if (text[at] != (word[i] == '_' ? ' ' : word[i])) {
            return 0;
        }
    }
    while (is_stem && letter_length(text + at) > 0) {
        at += letter_length(text + at);
    }
    return letter_length(word) > 0 && letter_length(text + at) > 0 ? 0 : at;
}

/* Is the longest word of a list that begins the text longer than *length? Then sets that, and its
 * place in the list. */
static bool find_longer(const char *text, const char *words, size_t *length, int *index) {
    bool is_found = false;
    for (int k = 0; words != NULL && *words != '\0'; k++) {
        const size_t size = strcspn(words, " "), matched = match_word(text, words, size);
        if (matched > *length) {
            *length = matched;
            *index = k;
            is_found = true;
        }
        words += size + (words[size] == ' ');
    }
    return is_found;
}

/* Returns the meaning of the longest word that begins the text, or NUL. *index: its place in the
 * list, or that of the rule set. */
static char find_word(const char *text, size_t *length, int *index) {
    char meaning = '\0';
    *length = 0;
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        meaning = find_longer(text, WORDS[i].words, length, index) ? WORDS[i].meaning : meaning;
    }
    for (int i = 0; RULE_SETS[i].rules.name != NULL; i++) {
        if (find_longer(text, RULE_SETS[i].words, length, index)) {
            meaning = 'S';
            *index = i;
        }
    }
    return meaning;
}

/* ---- Phrases ---- */

enum { PHRASE_BYTES = 128, PHRASE_MAX = 24 };

/* Points. More are a count of all stones, as in "黑185子". */
enum { MARGIN_MAX = 200 };

typedef struct {
    char meanings[PHRASE_MAX + 1];
    double values[PHRASE_MAX]; /* of 'N', '/' and 'S' */
} Phrase;

/* The ASCII or small letter that a character is read as. */
static uint32_t fold_character(uint32_t c) {
    static const char LATIN[] = "aaaaaaaceeeeiiiidnooooo ouuuuyts"; /* U+00C0 and U+00E0 on */
    if (c >= 0xFF01 && c <= 0xFF5E) {                               /* of full width */
        c -= 0xFEE0;
    }
    const bool is_blank = c == 0xA0 || c == 0xB7 || c == 0x30FB ||
                          (c >= 0x3000 && c < 0x3040 && c != 0x3007) || c < ' ';
    const bool is_dash = (c >= 0x2010 && c <= 0x2015) || c == 0x2212;
    return is_blank                                              ? ' '
           : is_dash                                             ? '-'
           : c == 0x2044 || c == 0x2215                          ? '/'
           : (c >= 'A' && c <= 'Z') || (c >= 0x410 && c < 0x430) ? c + 0x20
           : c >= 0xC0 && c <= 0xFF                              ? (uint32_t)LATIN[c & 0x1F]
           : c == 0x401 || c == 0x451                            ? 0x435 /* io as ie */
                                                                 : c;
}

/* Writes the text in small letters without accents, with the digits, dashes and blanks of ASCII and
 * fractions in digits. Returns false if it is not UTF-8 or too long. */
static bool fold_text(const char *text, char folded[PHRASE_BYTES]) {
    static const char *const QUARTERS[] = {" 1/4", " 1/2", " 3/4"}; /* U+00BC on */
    Text out = {0};
    for (size_t length = 1; *text != '\0' && length > 0; text += length) {
        uint32_t c;
        length = text_read_utf8(text, &c);
        if (c >= 0xBC && c <= 0xBE) {
            text_add(&out, "%s", QUARTERS[c - 0xBC]);
        } else {
            charset_add_utf8(&out, fold_character(c));
        }
    }
    const bool ok = *text == '\0' && out.length < PHRASE_BYTES;
    snprintf(folded, PHRASE_BYTES, "%s", text_get(&out));
    text_free(&out);
    return ok;
}

/* Reads "3", "3.5", "3,5" or "3/4" at *text, and moves past it. Returns the meaning, or NUL if it
 * is not such a number. */
static char read_fraction(const char **text, double *value) {
    const char *s = *text;
    const size_t whole = strspn(s, DIGITS);
    char meaning = 'N', *end;
    *value = (double)strtol(s, NULL, 10);
    s += whole;
    if (whole > 0 && *s == '/' && is_digit(s[1])) {
        meaning = '/';
        *value /= (double)strtol(s + 1, &end, 10);
        s = end;
    } else if ((*s == '.' || *s == ',') && is_digit(s[1])) {
        const size_t decimals = strspn(++s, DIGITS);
        *value += decimals > 2 ? NAN : (double)strtol(s, NULL, 10) / (decimals == 1 ? 10 : 100);
        s += decimals;
    }
    *text = s;
    const bool goes_on = (*s == '.' || *s == ',' || *s == '/') && is_digit(s[1]);
    return whole > 6 || !isfinite(*value) || goes_on ? '\0' : meaning;
}

/* Reads numerals such as "six" or "二十三" at *text, and moves past them. */
static double read_numerals(const char **text) {
    int total = 0, digits = 0, index;
    for (size_t length; find_word(*text, &length, &index) == '#'; *text += length) {
        const int numeral = index % 12;
        total += numeral < 10 ? 0 : (digits > 0 ? digits : 1) * (numeral == 10 ? 10 : 100);
        digits = numeral >= 10 ? 0 : digits > 999 ? digits : 10 * digits + numeral;
    }
    return total + digits;
}

/* Reads the next word or number at *text, and moves past it. is_sign: a "-" there is the sign of a
 * number. Returns the meaning, or NUL if the word is unknown. */
static char read_word(const char **text, bool is_sign, double *value) {
    size_t length;
    int index;
    if (is_digit(**text) || **text == '.') {
        return read_fraction(text, value);
    }
    if (**text == '-') {
        ++*text;
        return is_sign ? '-' : '_';
    }
    const char meaning = find_word(*text, &length, &index);
    if (meaning == '#') {
        *value = read_numerals(text);
        return 'N';
    }
    *value = index;
    *text += length;
    return meaning;
}

/* Reads a text all of whose words have one of these meanings. */
static bool read_phrase(const char *text, const char *meanings, Phrase *phrase) {
    char folded[PHRASE_BYTES];
    int count = 0;
    *phrase = (Phrase){.meanings = ""};
    if (!fold_text(text, folded)) {
        return false;
    }
    for (const char *s = folded; *s != '\0';) {
        const size_t blanks = *s == '-' ? strspn(s + 1, " ") : 0;
        const bool begins_number = strchr(".-", *s) != NULL && is_digit(s[1 + blanks]);
        if (!begins_number && strchr(" .,:;!'\"()[]<>=/&#*_-", *s) != NULL) {
            s++;
            continue;
        }
        const bool is_sign = blanks == 0 && (s == folded || strchr(" (:,=+", s[-1]) != NULL);
        if (count == PHRASE_MAX) {
            return false;
        }
        phrase->meanings[count] = read_word(&s, is_sign, &phrase->values[count]);
        if (phrase->meanings[count++] == '\0') {
            return false;
        }
    }
    return count > 0 && phrase->meanings[count - 1] != '&' &&
           phrase->meanings[strspn(phrase->meanings, meanings)] == '\0';
}

static bool has(const Phrase *phrase, const char *meanings) {
    return strpbrk(phrase->meanings, meanings) != NULL;
}

/* The one of these meanings that the phrase has, NUL if it has none, or '!' if it has several. */
static char only(const Phrase *phrase, const char *meanings) {
    const char *first = strpbrk(phrase->meanings, meanings);
    for (const char *other = first; other != NULL; other = strpbrk(other + 1, meanings)) {
        if (*other != *first) {
            return '!';
        }
    }
    return first == NULL ? '\0' : *first;
}

/* ---- Values ---- */

/* Adds up a whole number and a part, as in "3 3/4" and "3目半"; NAN if neither is there. Moves as
 * in "185 moves" do not count. Returns false if there are two of a kind. */
static bool read_amount(const Phrase *phrase, double *amount) {
    double whole = NAN, part = NAN;
    const char *meanings = phrase->meanings;
    for (int i = 0; meanings[i] != '\0'; i++) {
        double value = meanings[i] == 'h' ? 0.5 : phrase->values[i];
        const bool is_ratio = strncmp(meanings + i, "NoN", 3) == 0; /* the denominator is first */
        if (is_ratio) {
            value = phrase->values[i + 2] / value;
            i += 2;
        }
        if (strncmp(meanings + i, "Nm", 2) == 0) {
            i++;
        } else if (is_ratio || strchr("/h", meanings[i]) != NULL) {
            if (!isnan(part) || !isfinite(value)) {
                return false;
            }
            part = value;
        } else if (strchr("Nom", meanings[i]) != NULL) {
            if (!isnan(whole) || meanings[i] != 'N') {
                return false;
            }
            whole = value;
        }
    }
    *amount = isnan(whole) ? part : isnan(part) ? whole : whole + part;
    return isnan(*amount) ? !has(phrase, "ps")
                          : (isnan(whole) || isnan(part) || whole == floor(whole)) &&
                                only(phrase, "ps") != '!';
}

bool komi_from_words(const char *text, double *points) {
    Phrase phrase;
    double amount;
    if (!read_phrase(text, "N/hops.v&+-kgxnBW", &phrase) || !read_amount(&phrase, &amount)) {
        return false;
    }
    const int signs = has(&phrase, "-") + has(&phrase, "x") + has(&phrase, "W");
    *points = has(&phrase, "n") ? 0 : amount * (has(&phrase, "s") ? 2 : 1) * (signs > 0 ? -1 : 1);
    return isnan(amount) == has(&phrase, "n") && signs <= 1 && only(&phrase, "BW") != '!' &&
           (has(&phrase, "g") || !has(&phrase, "BW"));
}

bool size_from_words(const char *text, SgfSize *size) {
    Phrase phrase;
    int sides[2], count = 0;
    bool ok = read_phrase(text, "Nl", &phrase);
    for (int i = 0; ok && phrase.meanings[i] != '\0'; i++) {
        const double value = phrase.values[i];
        if (phrase.meanings[i] == 'N') {
            ok = count < 2 && value == floor(value) && value >= 1 && value <= BOARD_SIDE_MAX;
            sides[count++ % 2] = ok ? (int)value : 0;
        }
    }
    if (ok && count > 0) {
        *size = (SgfSize){sides[0], sides[count - 1]};
    }
    return ok && count > 0;
}

bool handicap_from_words(const char *text, int *stones) {
    Phrase phrase;
    double amount;
    if (!read_phrase(text, "N/hops.&Hne", &phrase) || !read_amount(&phrase, &amount)) {
        return false;
    }
    const bool is_none = has(&phrase, "ne");
    *stones = is_none || isnan(amount) ? 0 : (int)amount;
    return isnan(amount) == is_none && (is_none || amount == floor(amount));
}

bool color_from_words(const char *text, Color *color) {
    Phrase phrase;
    const bool ok = read_phrase(text, "BWm.v", &phrase);
    *color = has(&phrase, "B") ? BLACK : WHITE;
    return ok && only(&phrase, "BW") != '!' && has(&phrase, "BW");
}

/* Finds who wins by "Black wins", "White lost" or "White resigns"; EMPTY if the words do not tell.
 * Returns false if they contradict each other. */
static bool read_winner(const Phrase *phrase, Color *winner) {
    Color subject = EMPTY, loser = EMPTY;
    char verb = '\0'; /* one that waits for its subject: "winner: Black" */
    *winner = EMPTY;
    for (const char *meaning = phrase->meanings; *meaning != '\0'; meaning++) {
        subject = *meaning == 'B' ? BLACK : *meaning == 'W' ? WHITE : subject;
        verb = strchr("+><", *meaning) != NULL ? *meaning : verb;
        loser = strchr("rft", *meaning) != NULL ? subject : loser;
        if (verb != '\0' && subject != EMPTY) {
            const Color side = verb == '<' ? color_opponent(subject) : subject;
            if (*winner == color_opponent(side)) {
                return false;
            }
            *winner = side;
            verb = '\0';
        }
    }
    if (*winner == EMPTY) {
        *winner = loser != EMPTY              ? color_opponent(loser)
                  : only(phrase, "BW") != '!' ? subject
                                              : EMPTY;
        return verb == '\0' && (loser != EMPTY || !has(phrase, "rft"));
    }
    return verb == '\0';
}

bool result_from_words(const char *text, char result[RESULT_TEXT_MAX]) {
    Phrase phrase;
    double amount;
    Color winner;
    if (!read_phrase(text, "N/hops.v&mBW+><RFTrftDV?", &phrase) || !read_amount(&phrase, &amount) ||
        !read_winner(&phrase, &winner)) {
        return false;
    }
    const char way = only(&phrase, "RFTDV?"), deed = only(&phrase, "rft");
    const char end = deed == '\0' ? way : (char)(deed - 'a' + 'A');
    if (deed == '!' || (way != '\0' && way != end) || end == '!') {
        return false;
    }
    const double points = amount * (has(&phrase, "s") ? 2 : 1);
    if (has(&phrase, "DV?")) {
        snprintf(result, RESULT_TEXT_MAX, end == 'D' ? "0" : end == 'V' ? "Void" : "?");
        return isnan(amount) && !has(&phrase, "+><");
    }
    char how[24] = {end};
    if (!isnan(amount)) {
        snprintf(how, sizeof how, "%.12g", points);
    }
    snprintf(result, RESULT_TEXT_MAX, "%c+%s", winner == BLACK ? 'B' : 'W', how);
    /* "White's resignation", "Black: 185 moves": a color alone is no winner */
    const bool is_told = has(&phrase, "+><rft") || (!isnan(amount) && has(&phrase, "psh"));
    return winner != EMPTY && is_told &&
           (isnan(amount) || (points > 0 && points <= MARGIN_MAX && end == '\0'));
}

const char *rules_from_words(const char *text) {
    Phrase phrase;
    int set = -1;
    if (!read_phrase(text, "SayN.&_", &phrase)) {
        return NULL;
    }
    for (int i = 0; phrase.meanings[i] != '\0'; i++) {
        const double value = phrase.values[i];
        const bool is_other_set = phrase.meanings[i] == 'S' && set >= 0 && set != (int)value;
        const bool is_no_year = phrase.meanings[i] == 'N' && !(value >= 1900 && value < 2100);
        if (is_other_set || is_no_year) {
            return NULL;
        }
        set = phrase.meanings[i] == 'S' ? (int)value : set;
    }
    const char scoring = only(&phrase, "ay");
    const Rules *rules = set >= 0         ? &RULE_SETS[set].rules
                         : scoring == 'a' ? rules_find("chinese")
                         : scoring == 'y' ? rules_find("japanese")
                                          : NULL;
    const bool is_territory = rules != NULL && rules->scoring == SCORING_TERRITORY;
    return rules != NULL && (scoring == '\0' || (scoring == 'y') == is_territory) ? rules->name
                                                                                  : NULL;
}
