/* Values in words, as records have them: each is read in full, or not at all. */
#include "engine/go/sgf/words.h"

#include <criterion/criterion.h>
#include <string.h>

typedef struct {
    const char *text;
    double value;
} Number;

/* ---- Komi ---- */

static const Number KOMI[] = {
    /* English */
    {"6.5 points", 6.5},
    {"-3,5 points", -3.5},
    {"Komi 0.5 pt.", 0.5},
    {"+5.5 points", 5.5},
    {"7\u00BD", 7.5},
    {"six and a half", 6.5},
    {"half a point", 0.5},
    {"\u00BD", 0.5},
    {"3\u00BE", 3.75},
    {"no komi", 0},
    {"reverse komi 5.5", -5.5},
    {"White gives 5 points", -5},
    {"\u22126.5 pts", -6.5},
    {"5.5 moku", 5.5},
    {".5 points", 0.5},
    /* German, French, Russian */
    {"ohne Komi", 0},
    {"Schwarz gibt 6,5 Punkte", 6.5},
    {"un demi-point", 0.5},
    {"sans komi", 0},
    {"\u0431\u0435\u0437 \u043A\u043E\u043C\u0438", 0},
    {"6 \u043E\u0447\u043A\u043E\u0432 \u0441 "
     "\u043F\u043E\u043B\u043E\u0432\u0438\u043D\u043E\u0439",
     6.5},
    /* Chinese, simplified and traditional */
    {"３目半", 3.5},
    {"贴6目半", 6.5},
    {"貼五目半", 5.5},
    {"3.75子", 7.5},
    {"3又3／4子", 7.5},
    {"三又四分之三子", 7.5},
    {"3子3/4", 7.5},
    {"倒贴5.5", -5.5},
    {"叁目半", 3.5},
    {"十目半", 10.5},
    {"倒貼六目半", -6.5},
    {"白贴5目", -5},
    {"不贴目", 0},
    {"无", 0},
    {"無貼目", 0},
    {"7點半", 7.5},
    /* Japanese */
    {"６目半コミ出し", 6.5},
    {"逆コミ5目半", -5.5},
    {"コミなし", 0},
    {"６．５", 6.5},
    /* Korean */
    {"육집반", 6.5},
    {"3호반", 3.5},
    {"덤 없음", 0},
    {"역덤 5집", -5},
    {"6.5목", 99}, /* 99: not read */
    /* not read */
    {"SIX THOUSAND", 99},
    {"about 6.5", 99},
    {"6.5 or 7.5", 99},
    {"6.5 7.5", 99},
    {"6.5半", 99},
    {"6目7目", 99},
    {"6집 몇", 99},
    {"1,000", 99},
    {"1.2.3", 99},
    {"3 1/0", 99},
    {"1/2/3", 99},
    {"Komi-6.5", 99},
    {"-3 reverse", 99},
    {"- 3", 99},
    {"no 3", 99},
    {"White 5.5", 99},
    {"3目1/4子", 99},
    {"one half", 99},
    {"points", 99},
    {"x2y", 99},
    {"6.5\xE7\x9B", 99},
    {"", 99},
    {" ,", 99},
    {"1234567", 99},
};

Test(words, komi) {
    for (size_t i = 0; i < sizeof KOMI / sizeof KOMI[0]; i++) {
        double points;
        const double read = komi_from_words(KOMI[i].text, &points) ? points : 99;
        cr_assert_eq(read, KOMI[i].value, "%s is read as %g", KOMI[i].text, read);
    }
}

/* ---- Handicap ---- */

static const Number HANDICAPS[] = {
    {"2 stones", 2},  {"two stones", 2},  {"2.0", 2},       {"Handicap: 4", 4},
    {"none", 0},      {"no handicap", 0}, {"even", 0},      {"4 Steine", 4},
    {"Vorgabe 3", 3}, {"keine", 0},       {"3 pierres", 3}, {"4 \u043A\u0430\u043C\u043D\u044F", 4},
    {"让二子", 2},    {"让2子", 2},       {"二子", 2},      {"两子", 2},
    {"受四子", 4},    {"讓九子", 9},      {"分先", 0},      {"让先", 0},
    {"三子局", 3},    {"二子番", 2},      {"置碁 四子", 4}, {"互先", 0},
    {"２子", 2},      {"2점", 2},         {"두점", 2},      {"4점 접바둑", 4},
    {"호선", 0},      {"2.5", -1}, /* -1: not read */
    {"二子半", -1},   {"some", -1},       {"-2", -1},       {"handicap", -1},
    {"2 or 3", -1},   {"x2y", -1},        {"先二", -1},
};

Test(words, sizes) {
    static const struct {
        const char *text;
        int width, height; /* 0: not read */
    } SIZES[] = {{"19路", 19, 19}, {"１９", 19, 19},  {"1９", 19, 19},   {"九路盘", 9, 9},
                 {"９：７", 9, 7}, {"13 x 9", 13, 9}, {"9 lines", 9, 9}, {"9.5", 0, 0},
                 {"-9", 0, 0},     {"26", 0, 0},      {"9x9x9", 0, 0},   {"big", 0, 0},
                 {"x", 0, 0},      {"9x", 9, 9},      {"19줄", 19, 19}};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        SgfSize size = {0};
        size_from_words(SIZES[i].text, &size);
        cr_assert(size.width == SIZES[i].width && size.height == SIZES[i].height, "%s is %dx%d",
                  SIZES[i].text, size.width, size.height);
    }
}

Test(words, handicaps) {
    for (size_t i = 0; i < sizeof HANDICAPS / sizeof HANDICAPS[0]; i++) {
        int stones;
        const int read = handicap_from_words(HANDICAPS[i].text, &stones) ? stones : -1;
        cr_assert_eq(read, HANDICAPS[i].value, "%s is read as %d", HANDICAPS[i].text, read);
    }
}

/* ---- Results ---- */

static const char *const RESULTS[][2] = {
    /* English */
    {"Black wins by resignation", "B+R"},
    {"Black by resignation", NULL},
    {"White wins by resign!", "W+R"},
    {"White resigns", "B+R"},
    {"White resigned.", "B+R"},
    {"Resigned: White", NULL},
    {"B+resign", "B+R"},
    {"b+r", "B+R"},
    {"Black loses on time", "W+T"},
    {"White timeout", "B+T"},
    {"White forfeits on time", "B+T"},
    {"White wins by forfeit", "W+F"},
    {"Black wins by 3.5 points", "B+3.5"},
    {"W+3 1/2", "W+3.5"},
    {"W+3,5", "W+3.5"},
    {"B + 12.5", "B+12.5"},
    {"White lost by 2", "B+2"},
    {"Winner: Black", "B+"},
    {"White won, 185 moves", "W+"},
    {"Black wins, White resigned", "B+R"},
    {"draw", "0"},
    {"Jigo", "0"},
    {"No result", "Void"},
    {"unfinished", "Void"},
    {"Unknown", "?"},
    /* German, French, Russian */
    {"Schwarz gewinnt mit 3,5 Punkten", "B+3.5"},
    {"Weiß gibt auf", "B+R"},
    {"Weiss gewinnt durch Aufgabe", "W+R"},
    {"Schwarz gewinnt auf Zeit", "B+T"},
    {"Unentschieden", "0"},
    {"Blanc gagne par abandon", "W+R"},
    {"Blanc abandonne", "B+R"},
    {"Noir gagne de 6 points et demi", "B+6.5"},
    {"Partie nulle", "0"},
    {"Чёрные выиграли 3,5 очка", "B+3.5"},
    {"БЕЛЫЕ СДАЛИСЬ", "B+R"},
    {"Победа белых по времени", "W+T"},
    {"Белые выиграли пол-очка", "W+0.5"},
    {"Ничья", "0"},
    /* Chinese, simplified and traditional */
    {"黑中盘胜", "B+R"},
    {"白中盤勝", "W+R"},
    {"黑棋中盘胜", "B+R"},
    {"白方认输", "B+R"},
    {"黑認輸", "W+R"},
    {"黑胜3又3/4子", "B+7.5"},
    {"黑胜三又四分之三子", "B+7.5"},
    {"白胜半子", "W+1"},
    {"黑胜3子半", "B+7"},
    {"白超時", "B+T"},
    {"白超时判负", "B+T"},
    {"黑犯规", "W+F"},
    {"共186手，白中盘胜", "W+R"},
    {"一百八十五手黑中盘胜", "B+R"},
    {"无胜负", "Void"},
    /* Japanese */
    {"186手まで白中押勝", "W+R"},
    {"241手終 白3目半勝", "W+3.5"},
    {"黒の半目勝ち", "B+0.5"},
    {"先番中押し勝ち", "B+R"},
    {"白投了", "B+R"},
    {"黒時間切れ負け", "W+T"},
    {"黒反則負け", "W+F"},
    {"持碁", "0"},
    {"無勝負", "Void"},
    {"打掛", "Void"},
    /* Korean */
    {"백 여섯집반승", "W+6.5"},
    {"백 시간패", "B+T"},
    {"백 기권", "B+R"},
    {"백 반칙패", "B+F"},
    {"총 185수 흑 불계승", "B+R"},
    {"무승부", "0"},
    /* not read */
    {"see comment", NULL},
    {"Abandon des Blancs", NULL},
    {"Resignation by White", NULL},
    {"Black's resignation", NULL},
    {"сдача белых", NULL},
    {"forfeit by White", NULL},
    {"Aufgabe Schwarz", NULL},
    {"Black on time", NULL},
    {"Black 120 moves", NULL},
    {"黑 185", NULL},
    {"黑185子", NULL},
    {"黑178子胜", NULL},
    {"Black wins by a lot", NULL},
    {"Black or White", NULL},
    {"Black wins and White wins", NULL},
    {"Black won by 3.5 or 4.5", NULL},
    {"Black wins by 3.5 on time", NULL},
    {"B+R or B+T", NULL},
    {"黑胜3目又", NULL},
    {"黑勝몇目半", NULL},
    {"中盘胜", NULL},
    {"185 moves", NULL},
    {"B+0", NULL},
    {"draw, Black wins", NULL},
    {"B+3目1/4子", NULL},
    {"", NULL},
};

Test(words, results) {
    for (size_t i = 0; i < sizeof RESULTS / sizeof RESULTS[0]; i++) {
        char result[RESULT_TEXT_MAX];
        const char *expected = RESULTS[i][1] == NULL ? "not read" : RESULTS[i][1];
        const char *read = result_from_words(RESULTS[i][0], result) ? result : "not read";
        cr_assert_str_eq(read, expected, "%s is %s", RESULTS[i][0], read);
    }
}

/* ---- Rules and colors ---- */

static const char *const RULE_SETS[][2] = {
    {"Japanese Rules", "japanese"},
    {"japanese_rules", "japanese"},
    {"Japanese-rules.", "japanese"},
    {"JP", "japanese"},
    {"Nihon Kiin", "japanese"},
    {"Japanese 1989 rules", "japanese"},
    {"日本棋院規則", "japanese"},
    {"日规", "japanese"},
    {"일본룰", "japanese"},
    {"règles japonaises", "japanese"},
    {"Японские правила", "japanese"},
    {"한국 규칙", "japanese"},
    {"韩国规则", "japanese"},
    {"Korea", "japanese"},
    {"territory scoring", "japanese"},
    {"数目法", "japanese"},
    {"Chinese Rules", "chinese"},
    {"Chinese rules (2002)", "chinese"},
    {"CN", "chinese"},
    {"China", "chinese"},
    {"中國規則", "chinese"},
    {"中国ルール", "chinese"},
    {"중국룰", "chinese"},
    {"Chinesische Regeln", "chinese"},
    {"Règles chinoises", "chinese"},
    {"Китайские правила", "chinese"},
    {"数子法", "chinese"},
    {"Area", "chinese"},
    {"area-scoring", "chinese"},
    {"ING's Goe rules", "ing"},
    {"应氏规则", "ing"},
    {"AGA Rules", "aga"},
    {"A.G.A.", NULL},
    {"American Go Association", "aga"},
    {"BGA", "aga"},
    {"French", "aga"},
    {"Règles françaises", "aga"},
    {"NZ", "new-zealand"},
    {"New Zealand Rules", "new-zealand"},
    {"Tromp/Taylor", "tromp-taylor"},
    {"TT--", "tromp-taylor"},
    {"moon", NULL},
    {"not Chinese", NULL},
    {"Chinese or Japanese", NULL},
    {"Japanese, area scoring", NULL},
    {"Chinese 7.5", NULL},
    {"house rules", NULL},
    {"rules", NULL},
    {"中国 몇", NULL},
    {"", NULL},
};

Test(words, rules) {
    for (size_t i = 0; i < sizeof RULE_SETS / sizeof RULE_SETS[0]; i++) {
        const char *name = rules_from_words(RULE_SETS[i][0]), *expected = RULE_SETS[i][1];
        cr_assert(name == NULL ? expected == NULL : expected != NULL && strcmp(name, expected) == 0,
                  "%s is %s", RULE_SETS[i][0], name == NULL ? "not read" : name);
    }
}

Test(words, colors) {
    static const char *const COLORS[][2] = {
        {"Black to play", "B"}, {"White's turn", "W"}, {"white", "W"},          {"黑先", "B"},
        {"白番", "W"},          {"흑 차례", "B"},      {"Schwarz am Zug", "B"}, {"Ход белых", "W"},
        {"Black or White", ""}, {"Blackbird", ""},     {"not black", ""}};
    for (size_t i = 0; i < sizeof COLORS / sizeof COLORS[0]; i++) {
        Color color;
        const bool ok = color_from_words(COLORS[i][0], &color);
        cr_assert_str_eq(!ok ? "" : color == BLACK ? "B" : "W", COLORS[i][1], "%s", COLORS[i][0]);
    }
}
