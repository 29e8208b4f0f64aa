/* Guesses the character set of a text: the one in which its letters are the most usual ones.
 *
 * For each language and each set that it is written in, the text costs what it takes to name its
 * characters, in bits: few for the language's frequent letters, many for rare ones, signs and bytes
 * that are no characters. The cheapest reading wins. Pure functions. */
#include <math.h>

#include "engine/base/charset/charset.h"

/* ---- Languages ---- */

/* The costs of letters, in bits. */
typedef struct {
    double frequent;     /* of the most frequent letter is 2 more than this */
    double beside_ascii; /* what a letter costs more beside a small one of ASCII, */
    double after_beyond; /* after a letter beyond ASCII, */
    double at_begin;     /* or after anything else */
} Script;

static const Script LATIN = {3, 0, 3, 0}, CYRILLIC = {1, 6, 0, 3}, ASIAN = {3, 3, 0, 0};

typedef struct {
    Charset first, last; /* sets */
    const Script *script;
    double rarity;       /* what a text in it costs more */
    const char *letters; /* frequent ones, the most frequent first; without capitals */
} Language;

/* Counted in translations of programs; those of Asia with the words and names of the game. */
static const Language LANGUAGES[] = {
    {CHARSET_LATIN_1, CHARSET_LATIN_1, &LATIN, 0, "éèàêçôîûùâïëœ"}, /* French */
    {CHARSET_LATIN_1, CHARSET_LATIN_1, &LATIN, 0, "üäöß"},          /* German */
    {CHARSET_LATIN_1, CHARSET_LATIN_1, &LATIN, 0, "óíáéñúü"},       /* Spanish */
    {CHARSET_LATIN_1, CHARSET_LATIN_1, &LATIN, 0, "ãçáéíóêúâàôõ"},  /* Portuguese */
    {CHARSET_LATIN_1, CHARSET_LATIN_1, &LATIN, 0, "èàùòìé"},        /* Italian */
    {CHARSET_LATIN_1, CHARSET_LATIN_1, &LATIN, 0, "äöåøæé"},        /* Nordic */
    {CHARSET_LATIN_1, CHARSET_LATIN_1, &LATIN, 3,
     "éáíóúüöäñåèàçæøêãâôîûëïìòùõßýðþœšž"}, /* names of many countries */
    {CHARSET_WINDOWS_1250, CHARSET_ISO_8859_2, &LATIN, 0.5, "łżąęśóćńź"}, /* Polish */
    {CHARSET_WINDOWS_1250, CHARSET_ISO_8859_2, &LATIN, 0.5,
     "íáéčřýžěšůúťňóďľôäĺŕ"},                                             /* Czech, Slovak */
    {CHARSET_WINDOWS_1250, CHARSET_ISO_8859_2, &LATIN, 0.5, "áéöóőíüúű"}, /* Hungarian */
    {CHARSET_WINDOWS_1250, CHARSET_ISO_8859_2, &LATIN, 0.5, "čšžćđ"},     /* Croatian */
    {CHARSET_WINDOWS_1250, CHARSET_ISO_8859_2, &LATIN, 0.5, "ăîţşâ"},     /* Romanian */
    {CHARSET_WINDOWS_1251, CHARSET_KOI8_R, &CYRILLIC, 0, "оаеинтрслвкпдмуяызьгбчйхжшюцщэфъёіїєґ"},
    {CHARSET_GBK, CHARSET_GBK, &ASIAN, 0,
     "的不一是中在有个子用了目为白黑大时文人件出地我棋无这他对法到定上和们数以要来王李胜可后负张行"
     "国半盘能围边接方式角刘长陈于字说小杨作名使会央本赵官着就黄劫也立高断程生周征过下样手吃飞输而"
     "吴表先何马外你徐跳发得符孙自分错模之所朱那进段活许标尖第已没选扳胡认动应成如入郭多虎好里眼置"
     "粘气年林项贴道将部前同死误当现然事强经梁势设任郑开指厚罗新家薄种宋效间决面列谢理布都级信正唐"
     "据示杀制起建形么韩主从场其去明曹取被学类录力只打重关邓还者但或局此萧常军些快冯存命它曾提看因"
     "并机位未九日天内蔡八务意工与加器七实最彭果六度潘谱性知平金袁范慢丁董全点余心她苏更值把叶系号"
     "补格合吕问公包赛向魏杯由坏想届蒋真参量头田回轮两杜空型光解体相优变沈劣显姜义海代东除弱十等万"
     "民江处次攻世必区"},
    {CHARSET_BIG5, CHARSET_BIG5, &ASIAN, 0,
     "的不是在一中有目子用個了定白黑人大無為時這我法檔棋他地式來出們以到上要王李勝後對和案負張可使"
     "盤半國邊圍方劉長數能角陳會說字作行接楊立於央趙本生選官設著就黃劫小也高名樣斷周征你下得手吃而"
     "程先何吳過馬輸指外徐跳發自動位示之錯孫所入飛取朱第分那模件沒尖如已好段扳胡元項許活成家應郭誤"
     "虎眼多黏氣年開林文列貼前新死者然同裡表資梁經將勢道鄭標當理厚羅任現正薄進面種宋決明事謝金都建"
     "部重唐級殺間機工麼韓提形稱場起其區去從強認曹結力主學此只效快合還鄧佈至局常蕭些馮但或號曾與看"
     "存格因度九天蔡顯八內關七更彭果日實它六最物體性被意潘譜想未袁慢並董知變除加相全余心錄點把她蘇"
     "頭補葉由呂賽解情魏訊盃世向屆蔣代回田壞組輪軍等制杜兩引空丁值優記沈問劣次姜萬類范符弱十民江攻"
     "語守公傅處系信鍾"},
    {CHARSET_SHIFT_JIS, CHARSET_EUC_JP, &ASIAN, 0,
     "のーにはをるでンましがたすルスてトイいなとれリクラ中さかシきコアりせ本ドんあもこプフらレ一タ"
     "ロくうジテ佐カけデ定みつ高バ藤日グ辺目ッ大鈴マ手ちメど黒よそ白長キ木おめ後だサ石田セわミえオ"
     "パやウ行前国橋ばエ会ブョ番部ァ地ニ人段小名三出ポ伊山局戦年級むじ加へべナ渡ろムィぎ時二勝ほソ"
     "っずモゆボび内ね十ケ村生上ダハチ力げツ同ごベビ元ひ切ェ林ふザュぶ口ユぬ打ぐ合ざ模吉ズぞホ見ワ"
     "ぜゴ自ぼ様数づォ用囲ぢ松正ょ込ゃヤャ井ペ対ゅ表分ぱ関清取ぽゲ川ぷ政間ピヘ子ぺ崎ノぴガ事隅金森"
     "今ネ池ヒ碁発不原使続社入持島棋場指阿近先形ヨ月聖要所新岡結文者ギ和方示ゾ議実谷野因信半動作坊"
     "設開ゼ西明ヌ民王座成了活ヅ直遠接選連天最伸青五死坂無張変斎回福治効ヴ字外書太問現浦東布列全宮"
     "理次依党盤化代平在必竹市値基下失業悪丸期通良武家安当決相好終的式杉有妙許約性制横四厚尾薄報認"
     "投味以引置敗城急法言策告栩再筋能羽体根意更員除得樹九攻守紀保受逃題度立趙情可殺勲記光米存読機"
     "画学夫解曲秀"},
    {CHARSET_EUC_KR, CHARSET_EUC_KR, &ASIAN, 0,
     "이다수지에는하을정가의한를기로니자리은백고서시일습사바오전인흑강집상김어대나제도단조중최변없"
     "돌스그치장모박용문세아구부급우둑있위선신포안라여실임보석양패해공원귀성파윤주음만들할배마호반"
     "류소트국경활으생앙유형두동합명것드내계진게터미송끊행거붙현데연설늘비착막권면표방결함과요심받"
     "션손노름무프젖황승입야차남않크했뛰약작목불된씌회력식개잇적좋화텁분살허쪽금엷본민값길영홍당읽"
     "건까옵못추관간응네테번좌초체타때끝교었더환러또발려너코축태물버았쁜순같채덤복와재림산될말법삭"
     "곽래운잡커히알속업키르통희되든준카디투열직감침찾토창블날메쟁엄출피록규천병맥등학점료질죽울잘"
     "레달염령많독던눈꼬필머렉특브웨칸협왕묘옥항육색맹십줄철베훈른혁페능절접확즉저럼랜텍참검택처템"
     "칼북퍼덱각증왔종"},
};

/* ---- Costs ---- */

/* In bits, fitted to records and translations in 21 languages. ASCII costs something because
 * another set may take it for the second half of a pair. In UTF-8 a character costs no more than
 * the most frequent letter of a language does, so text that is well-formed is UTF-8. */
static const double ASCII_SMALL = 4, ASCII_OTHER = 6, UTF_8_CHARACTER = 5, FAULT = 16;
static const double RARE_LETTER = 12, CAPITAL = 2,
                    CAPITAL_WITHIN = 5; /* within: after a small one */
static const double RARE_SIGN = 16, SIGN_WITHIN = 4, CONTROL = 20, PUNCTUATION = 8;
static const double RARE_PAIR = 19, KATAKANA = 11; /* of half width */
static const double STATED = 40; /* what a set is ahead of others in which the text is said to be */

enum { SAMPLE_BEYOND = 2000, SAMPLE_LENGTH = 1 << 20 }; /* bytes beyond ASCII, and all, at most */

/* The leads of a set's usual characters, whose trails are from least_trail on, and their cost. */
static const struct {
    uint8_t first, last, least_trail, cost;
} USUAL[] = {
    [CHARSET_GBK] = {0xB0, 0xD7, 0xA1, 13},       /* characters of the first level */
    [CHARSET_BIG5] = {0xA4, 0xC6, 0x40, 13},      /* frequent characters */
    [CHARSET_SHIFT_JIS] = {0x88, 0x97, 0x40, 13}, /* characters of the first level */
    [CHARSET_EUC_JP] = {0xB0, 0xCF, 0xA1, 14},    /* the same */
    [CHARSET_EUC_KR] = {0xB0, 0xC8, 0xA1, 14},    /* syllables */
};

static bool is_within(uint32_t c, uint32_t first, uint32_t last) {
    return c >= first && c <= last;
}

/* The small letter of a capital beyond ASCII, or the letter itself. */
static uint32_t small_letter(uint32_t c) {
    if (is_within(c, 0xC0, 0xDE) || is_within(c, 0x410, 0x42F)) {
        return c + 0x20;
    }
    if (is_within(c, 0x400, 0x40F)) {
        return c + 0x50;
    }
    const bool even_is_small = is_within(c, 0x139, 0x148) || is_within(c, 0x179, 0x17E);
    const bool is_cased = is_within(c, 0x100, 0x17E) || is_within(c, 0x490, 0x491);
    return is_cased && c % 2 == even_is_small ? c + 1 : c;
}

/* Is it a letter or a syllable beyond ASCII? */
static bool is_foreign_letter(uint32_t c) {
    return is_within(c, 0xC0, 0x17E) || is_within(c, 0x400, 0x491) || is_within(c, 0x3041, 0xD7A3);
}

/* What a character costs that is not among the language's letters. */
static double other_cost(Charset charset, const uint8_t *s, size_t length, uint32_t c) {
    if (is_within(c, 0x80, 0x9F)) {
        return CONTROL;
    }
    if (is_within(c, 0x2010, 0x2030) || is_within(c, 0x3000, 0x303F) ||
        is_within(c, 0xFF01, 0xFF5E) || c == 0xAB || c == 0xBB || c == 0xA0 || c == 0xA1 ||
        c == 0xBF || c == 0x2116) {
        return PUNCTUATION;
    }
    if (is_within(c, 0xFF61, 0xFF9F)) {
        return KATAKANA;
    }
    if (length == 1) {
        return is_foreign_letter(c) ? RARE_LETTER : RARE_SIGN;
    }
    const bool is_usual = length == 2 &&
                          is_within(s[0], USUAL[charset].first, USUAL[charset].last) &&
                          s[1] >= USUAL[charset].least_trail;
    return is_usual ? USUAL[charset].cost : RARE_PAIR;
}

/* Returns the place of a character in a text, from 0, or -1. */
static int find_letter(const char *letters, uint32_t character) {
    uint32_t c;
    for (int rank = 0; *letters != '\0'; rank++) {
        letters += text_read_utf8(letters, &c);
        if (c == character) {
            return rank;
        }
    }
    return -1;
}

/* What a character beyond ASCII costs after the one before it. */
static double letter_cost(const Language *language, Charset charset, const uint8_t *s,
                          size_t length, uint32_t c, uint32_t before) {
    const uint32_t small = small_letter(c);
    const int rank = find_letter(language->letters, small);
    double cost =
        rank < 0 ? other_cost(charset, s, length, c) : language->script->frequent + log2(rank + 4);
    if (small != c) {
        const bool is_within_word = is_within(before, 'a', 'z') ||
                                    (is_foreign_letter(before) && small_letter(before) == before);
        cost += CAPITAL + (is_within_word ? CAPITAL_WITHIN : 0);
    }
    if (is_foreign_letter(c)) {
        cost += is_within(before, 'a', 'z') ? language->script->beside_ascii
                : is_foreign_letter(before) ? language->script->after_beyond
                                            : language->script->at_begin;
    } else if (length == 1 && is_within(before, 'a', 'z')) {
        cost += SIGN_WITHIN;
    }
    return cost;
}

/* What the text costs in a language; NULL: in any. */
static double text_cost(const Language *language, Charset charset, const char *bytes,
                        size_t length) {
    uint32_t c, before = ' ';
    double cost = language == NULL ? 0 : language->rarity;
    for (size_t at = 0, taken; at < length; at += taken, before = c) {
        taken = charset_read(charset, bytes + at, length - at, &c);
        if (taken == 2 && bytes[at + 1] == ']') { /* may end a value of a record */
            taken = 1;
            c = CHARSET_REPLACEMENT;
        }
        if (c < 0x80) {
            const bool is_beside =
                is_within(c, 'a', 'z') && is_foreign_letter(before) && language != NULL;
            cost += is_within(c, 'a', 'z') ? ASCII_SMALL : ASCII_OTHER;
            cost += is_beside ? language->script->beside_ascii : 0;
        } else if (c == CHARSET_REPLACEMENT) {
            cost += FAULT;
        } else if (language == NULL) {
            cost += UTF_8_CHARACTER;
        } else {
            cost += letter_cost(language, charset, (const uint8_t *)bytes + at, taken, c, before);
        }
    }
    return cost;
}

/* Narrows the text to the part that has the first bytes beyond ASCII. */
static void take_sample(const char **bytes, size_t *length) {
    size_t first = 0, end;
    while (first < *length && (uint8_t)(*bytes)[first] < 0x80) {
        first++;
    }
    first -= first > 0; /* what is before a letter counts */
    const size_t most = *length - first < SAMPLE_LENGTH ? *length : first + SAMPLE_LENGTH;
    int beyond = 0;
    for (end = first; end < most && beyond < SAMPLE_BEYOND; end++) {
        beyond += (uint8_t)(*bytes)[end] >= 0x80;
    }
    *bytes += first;
    *length = end - first;
}

Charset charset_guess(const char *bytes, size_t length, Charset stated) {
    take_sample(&bytes, &length);
    Charset cheapest = CHARSET_UTF_8;
    double least = text_cost(NULL, CHARSET_UTF_8, bytes, length);
    least -= stated == CHARSET_UTF_8 ? STATED : 0;
    for (size_t i = 0; i < sizeof LANGUAGES / sizeof LANGUAGES[0]; i++) {
        for (Charset set = LANGUAGES[i].first; set <= LANGUAGES[i].last; set++) {
            const double cost =
                text_cost(&LANGUAGES[i], set, bytes, length) - (set == stated ? STATED : 0);
            if (cost < least) {
                cheapest = set;
                least = cost;
            }
        }
    }
    return cheapest;
}
