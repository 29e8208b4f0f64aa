/* Network files whose weights take 16 bits, half of the bytes.
 *
 *     header    char[16] "dihedra compact\n"
 *     section   uint32 bytes of text, the text, uint32 count of weights, their IEEE binary16
 *
 * Sections follow until the end. Numbers are little-endian. The text goes up to the weights' mark,
 * as in KataGo's format, so that expanding needs no knowledge of the layers. Rounding changes a
 * weight by at most one part in 2048, or 3e-8. Written by engine/lab/train/network/export.py. */
#include "engine/eval/net/model/scanner.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char HEADER[16] = "dihedra compact\n";

typedef struct {
    const uint8_t *bytes;
    size_t length, at;
    uint8_t *expanded; /* room for twice the length: only weights grow */
    size_t written;
} Expansion;

static bool has_left(const Expansion *e, size_t count, size_t size) {
    return count <= (e->length - e->at) / size;
}

static bool read_count(Expansion *e, size_t *count) {
    if (!has_left(e, 4, 1)) {
        return false;
    }
    const uint8_t *byte = e->bytes + e->at;
    *count = (size_t)byte[0] | (size_t)byte[1] << 8 | (size_t)byte[2] << 16 | (size_t)byte[3] << 24;
    e->at += 4;
    return true;
}

/* The bits of the float with the value of a binary16. The exponent's bias differs by 112: a product
 * moves it, which also turns subnormal numbers to normal ones. */
static uint32_t float_bits(uint16_t half) {
    const uint32_t magnitude = (uint32_t)(half & 0x7FFF) << 13, sign = (uint32_t)(half >> 15) << 31;
    float value;
    memcpy(&value, &magnitude, sizeof value);
    value = (half & 0x7C00) == 0x7C00 ? INFINITY : value * 0x1p112F;
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits | sign;
}

static bool copy_text(Expansion *e) {
    size_t count;
    if (!read_count(e, &count) || !has_left(e, count, 1)) {
        return false;
    }
    memcpy(e->expanded + e->written, e->bytes + e->at, count);
    e->at += count;
    e->written += count;
    return true;
}

static bool expand_weights(Expansion *e) {
    size_t count;
    if (!read_count(e, &count) || !has_left(e, count, 2)) {
        return false;
    }
    for (size_t i = 0; i < count; i++, e->at += 2) {
        const uint8_t *byte = e->bytes + e->at;
        const uint32_t bits = float_bits((uint16_t)(byte[0] | byte[1] << 8));
        for (int k = 0; k < 4; k++) {
            e->expanded[e->written++] = (uint8_t)(bits >> 8 * k);
        }
    }
    return true;
}

static bool expand_sections(Expansion *e) {
    while (e->at < e->length) {
        if (!copy_text(e) || !expand_weights(e)) {
            return false;
        }
    }
    return true;
}

bool compact_is_compact(const uint8_t *bytes, size_t length) {
    return length >= sizeof HEADER && memcmp(bytes, HEADER, sizeof HEADER) == 0;
}

uint8_t *compact_expand(const uint8_t *bytes, size_t length, size_t *expanded, Status *status) {
    Expansion e = {
        .bytes = bytes, .length = length, .at = sizeof HEADER, .expanded = malloc(2 * length)};
    assert(compact_is_compact(bytes, length));
    if (e.expanded == NULL) {
        status_fail(status, "out of memory");
        return NULL;
    }
    if (!expand_sections(&e)) {
        status_fail(status, "the network is cut short: a section goes beyond byte %zu", length);
        free(e.expanded);
        return NULL;
    }
    *expanded = e.written;
    return e.expanded;
}
