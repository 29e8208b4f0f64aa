/* The symmetric hash of Huima (2000), "A group-theoretic Zobrist hash function": a reference for
 * tests and measurements. The engine does not use it.
 *
 * A value is 64 bits seen as bytes z1 .. z8, z1 the highest. Turning, mirroring and exchanging
 * colors are permutations of the bytes:
 *
 *     rho    z2 z3 z4 z1  z6 z7 z8 z5     the stones go (x, y) -> (n - 1 - y, x)
 *     mu     z4 z3 z2 z1  z8 z7 z6 z5     the stones go (x, y) -> (n - 1 - x, y)
 *     kappa  z5 z6 z7 z8  z1 z2 z3 z4     black stones become white ones and back
 *
 * and the table of an n x n board is random except that
 *
 *     Z_B(n - 1 - y, x) = rho(Z_B(x, y)),  Z_B(n - 1 - x, y) = mu(Z_B(x, y)),  Z_W = kappa(Z_B)
 *
 * so that the hash of a turned position is the turned hash, and one value serves all images. A
 * point that a symmetry leaves in place must have a word that the permutation leaves unchanged:
 *
 *     tengen               z1 z1 z1 z1  z2 z2 z2 z2
 *     diagonal x = y       z1 z2 z3 z2  z4 z5 z6 z5     the other  z1 z2 z1 z3  z4 z5 z4 z6
 *     horizontal axis      z1 z1 z2 z2  z3 z3 z4 z4     vertical   z1 z2 z2 z1  z3 z4 z4 z3
 *
 * Its flaw: the four bytes of a half word carry the group of eight only as it permutes the corners
 * of the square. So of the eight words of a generic point only six are independent: if t mirrors in
 * one diagonal and a in the other, the words of p and its half turn have the same sum as those of
 * t(p) and a(p). Under XOR, for all random words and any width,
 *
 *     {C4 R16} ~ {D3 Q17}    {C4 D3} ~ {R16 Q17}    {C4 Q17} ~ {R16 D3}
 *     {Q3 D17} ~ {R4 C16}    {Q3 R4} ~ {D17 C16}    {Q3 C16} ~ {D17 R4}
 *
 * (all black, any other stones around them), and so in every generic orbit; black on K4, D10, Q10
 * and K16 hashes to 0 like the empty board, the one anomaly that the paper names. Adding bytes
 * modulo 256, which it proposes instead, keeps the first of each row, and {D10 Q10} ~ {K4 K16}. A
 * fully symmetric position has only 16 bits of hash. hash/zobrist.h is free of these faults.
 *
 * A table is constant after initialisation; threads may share it. */
#ifndef HASH_HUIMA_H
#define HASH_HUIMA_H

#include "hash/symmetry.h"

/* How the words of the stones are combined. */
typedef enum { HUIMA_XOR, HUIMA_ADD } HuimaForm;

/* A cell is y * side + x. The word of a black stone is stone[0][cell], of a white one
 * stone[1][cell]. */
typedef struct {
    int side;
    uint64_t stone[2][CELL_COUNT_MAX];
} HuimaTable;

/* Fills the table for a board of side x side (1..25) from a seed. */
void huima_table_init(HuimaTable *table, int side, uint64_t seed);

/* The three byte permutations. */
uint64_t huima_rho(uint64_t value);
uint64_t huima_mu(uint64_t value);
uint64_t huima_kappa(uint64_t value);

/* The permutation that belongs to symmetry g: huima_turn(hash of P, g) = hash of g . P. */
uint64_t huima_turn(uint64_t value, Symmetry g);

/* Combines two words: by XOR, or by adding each byte modulo 256. */
uint64_t huima_combine(HuimaForm form, uint64_t a, uint64_t b);

/* The hash of a whole position, cells[0 .. side * side - 1]. */
uint64_t huima_hash(const HuimaTable *table, HuimaForm form, const HashCell *cells);

/* The least image of a value under the eight symmetries and, on request, color exchange. */
uint64_t huima_canonical(uint64_t value, bool exchange_colors);

#endif
