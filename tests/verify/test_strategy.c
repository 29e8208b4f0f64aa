/* Positions in records: what is packed is unpacked, and no other bytes are a position. */
#include "verify/strategy.h"

#include <criterion/criterion.h>
#include <string.h>

/* 2x3 takes two bytes, of which the second has one cell and four beyond the board. */
Test(strategy, every_position_has_its_own_bytes) {
    WholeRules rules;
    whole_rules_init(&rules, 2, 3, WHOLE_SIMPLE, false);
    cr_assert_eq(strategy_key_bytes(&rules), 3);
    for (int first = 0; first < 256; first++) {
        for (int second = 0; second < 256; second++) {
            const uint8_t ko_byte = (uint8_t)((first + second) % 9);
            const uint8_t bytes[3] = {(uint8_t)first, (uint8_t)second, ko_byte};
            const bool is_position =
                first < 243 && second < 243 && second % 81 == 0 && ko_byte <= 6;
            SlowBoard board;
            int ko;
            cr_assert_eq(strategy_unpack(&rules, bytes, &board, &ko), is_position, "%d %d %d",
                         first, second, ko_byte);
            if (is_position) {
                uint8_t packed[3];
                cr_assert_eq((int)whole_stone(&board, 0), first / 81);
                cr_assert_eq((int)whole_stone(&board, 5), second / 81);
                strategy_pack(&rules, &board, ko, packed);
                cr_assert_eq(memcmp(packed, bytes, sizeof bytes), 0);
            }
        }
    }
}
