/* Values in words, as records have them: each is read in full, or not at all. */
#include "engine/go/board/rules.h"
#include "engine/go/sgf/words.h"
#include "tests/support/program/cleanup.h"

enum { READ_MAX = RESULT_TEXT_MAX };

/* How texts, separated by '|', are read: "-" if they are not. */
typedef struct {
    const char *expected, *texts;
} Reading;

/* Writes what is read. Returns false if nothing is. */
typedef bool Reader(const char *text, char read[READ_MAX]);

/* The readings end with a NULL. */
static void expect_readings(Reader *reader, const Reading *readings) {
    for (const Reading *reading = readings; reading->texts != NULL; reading++) {
        for (const char *at = reading->texts; at != NULL;) {
            const size_t length = strcspn(at, "|");
            char text[128], read[READ_MAX] = "-";
            snprintf(text, sizeof text, "%.*s", (int)length, at);
            if (!reader(text, read)) {
                strcpy(read, "-");
            }
            cr_assert_str_eq(read, reading->expected, "%s is read as %s", text, read);
            at = at[length] == '|' ? at + length + 1 : NULL;
        }
    }
}

static const Reading KOMI[] = {
    {"6.5", "6.5 points|six and a half|Schwarz gibt 6,5 Punkte|6 очков с половиной|贴6目半|"
            "６目半コミ出し|６．５|육집반"},
    {"-3.5", "-3,5 points"},
    {"0.5", "Komi 0.5 pt.|half a point|½|.5 points|un demi-point"},
    {"5.5", "+5.5 points|5.5 moku|貼五目半"},
    {"7.5", "7½|3.75子|3又3／4子|三又四分之三子|3子3/4|7點半"},
    {"3.75", "3¾"},
    {"0", "no komi|ohne Komi|sans komi|без коми|不贴目|无|無貼目|コミなし|덤 없음"},
    {"-5.5", "reverse komi 5.5|倒贴5.5|逆コミ5目半"},
    {"-5", "White gives 5 points|白贴5目|역덤 5집"},
    {"-6.5", "−6.5 pts|倒貼六目半"},
    {"3.5", "３目半|叁目半|3호반"},
    {"10.5", "十目半"},
    {"-", "6.5목|SIX THOUSAND|about 6.5|6.5 or 7.5|6.5 7.5|6.5半|6目7目|6집 몇|1,000|1.2.3|3 1/0|"
          "1/2/3|Komi-6.5|-3 reverse|- 3|no 3|White 5.5|3目1/4子|one half|points|x2y|"
          "6.5\xE7\x9B|| ,|1234567"},
    {0},
};

static bool read_komi(const char *text, char read[READ_MAX]) {
    double points;
    return komi_from_words(text, &points) && snprintf(read, READ_MAX, "%g", points) > 0;
}

Test(words, komi) {
    expect_readings(read_komi, KOMI);
}

static const Reading HANDICAPS[] = {
    {"2", "2 stones|two stones|2.0|让二子|让2子|二子|两子|二子番|２子|2점|두점"},
    {"4", "Handicap: 4|4 Steine|4 камня|受四子|置碁 四子|4점 접바둑"},
    {"0", "none|no handicap|even|keine|分先|让先|互先|호선"},
    {"3", "Vorgabe 3|3 pierres|三子局"},
    {"9", "讓九子"},
    {"-", "2.5|二子半|some|-2|handicap|2 or 3|x2y|先二"},
    {0},
};

static bool read_handicap(const char *text, char read[READ_MAX]) {
    int stones;
    return handicap_from_words(text, &stones) && snprintf(read, READ_MAX, "%d", stones) > 0;
}

Test(words, handicaps) {
    expect_readings(read_handicap, HANDICAPS);
}

static const Reading SIZES[] = {
    {"19x19", "19路|１９|1９|19줄"},
    {"9x9", "九路盘|9 lines|9x"},
    {"9x7", "９：７"},
    {"13x9", "13 x 9"},
    {"-", "9.5|-9|26|9x9x9|big|x"},
    {0},
};

static bool read_size(const char *text, char read[READ_MAX]) {
    SgfSize size;
    return size_from_words(text, &size) &&
           snprintf(read, READ_MAX, "%dx%d", size.width, size.height) > 0;
}

Test(words, sizes) {
    expect_readings(read_size, SIZES);
}

static const Reading RESULTS[] = {
    {"B+R",
     "Black wins by resignation|White resigns|White resigned.|B+resign|b+r|"
     "Black wins, White resigned|Weiß gibt auf|Blanc abandonne|БЕЛЫЕ СДАЛИСЬ|黑中盘胜|"
     "黑棋中盘胜|白方认输|一百八十五手黑中盘胜|先番中押し勝ち|白投了|백 기권|총 185수 흑 불계승"},
    {"W+R", "White wins by resign!|Weiss gewinnt durch Aufgabe|Blanc gagne par abandon|白中盤勝|"
            "黑認輸|共186手，白中盘胜|186手まで白中押勝"},
    {"W+T", "Black loses on time|Победа белых по времени|黒時間切れ負け"},
    {"B+T",
     "White timeout|White forfeits on time|Schwarz gewinnt auf Zeit|白超時|白超时判负|백 시간패"},
    {"W+F", "White wins by forfeit|黑犯规|黒反則負け"},
    {"B+3.5", "Black wins by 3.5 points|Schwarz gewinnt mit 3,5 Punkten|"
              "Чёрные выиграли 3,5 очка"},
    {"W+3.5", "W+3 1/2|W+3,5|241手終 白3目半勝"},
    {"B+12.5", "B + 12.5"},
    {"B+2", "White lost by 2"},
    {"B+", "Winner: Black"},
    {"W+", "White won, 185 moves"},
    {"0", "draw|Jigo|Unentschieden|Partie nulle|Ничья|持碁|무승부"},
    {"Void", "No result|unfinished|无胜负|無勝負|打掛"},
    {"?", "Unknown"},
    {"B+6.5", "Noir gagne de 6 points et demi"},
    {"W+0.5", "Белые выиграли пол-очка"},
    {"B+7.5", "黑胜3又3/4子|黑胜三又四分之三子"},
    {"W+1", "白胜半子"},
    {"B+7", "黑胜3子半"},
    {"B+0.5", "黒の半目勝ち"},
    {"W+6.5", "백 여섯집반승"},
    {"B+F", "백 반칙패"},
    {"-",
     "Black by resignation|Resigned: White|see comment|Abandon des Blancs|"
     "Resignation by White|Black's resignation|сдача белых|forfeit by White|"
     "Aufgabe Schwarz|Black on time|Black 120 moves|黑 185|黑185子|黑178子胜|"
     "Black wins by a lot|Black or White|Black wins and White wins|"
     "Black won by 3.5 or 4.5|Black wins by 3.5 on time|B+R or B+T|黑胜3目又|黑勝몇目半|中盘胜|"
     "185 moves|B+0|draw, Black wins|B+3目1/4子|"},
    {0},
};

Test(words, results) {
    expect_readings(result_from_words, RESULTS);
}

static const Reading RULES[] = {
    {"japanese",
     "Japanese Rules|japanese_rules|Japanese-rules.|JP|Nihon Kiin|Japanese 1989 rules|"
     "日本棋院規則|日规|일본룰|règles japonaises|Японские правила|한국 규칙|韩国规则|Korea|"
     "territory scoring|数目法"},
    {"chinese",
     "Chinese Rules|Chinese rules (2002)|CN|China|中國規則|中国ルール|중국룰|Chinesische Regeln|"
     "Règles chinoises|Китайские правила|数子法|Area|area-scoring"},
    {"ing", "ING's Goe rules|应氏规则"},
    {"aga", "AGA Rules|American Go Association|BGA|French|Règles françaises"},
    {"new-zealand", "NZ|New Zealand Rules"},
    {"tromp-taylor", "Tromp/Taylor|TT--"},
    {"-", "A.G.A.|moon|not Chinese|Chinese or Japanese|Japanese, area scoring|Chinese 7.5|"
          "house rules|rules|中国 몇|"},
    {0},
};

static bool read_rules(const char *text, char read[READ_MAX]) {
    const char *name = rules_from_words(text);
    return name != NULL && strcpy(read, name);
}

Test(words, rules) {
    expect_readings(read_rules, RULES);
}

/* Each word of each set names it, stems with no ending. */
Test(words, of_each_rule_set) {
    int count = 0;
    for (const RuleSet *set = RULE_SETS; set->rules.name != NULL; set++) {
        for (const char *word = set->words; word != NULL && *word != '\0'; count++) {
            const size_t length = strcspn(word, " ~");
            char text[READ_MAX];
            snprintf(text, sizeof text, "%.*s", (int)length, word);
            cr_assert_eq(rules_from_words(text), set->rules.name, "%s", text);
            word += length + strspn(word + length, "~ ");
        }
    }
    cr_assert_gt(count, 50);
}

static const Reading COLORS[] = {
    {"B", "Black to play|黑先|흑 차례|Schwarz am Zug"},
    {"W", "White's turn|white|白番|Ход белых"},
    {"-", "Black or White|Blackbird|not black"},
    {0},
};

static bool read_color(const char *text, char read[READ_MAX]) {
    Color color;
    return color_from_words(text, &color) && strcpy(read, color == BLACK ? "B" : "W");
}

Test(words, colors) {
    expect_readings(read_color, COLORS);
}
