/* Checks a proof of local goals (`dihedra tsumego --proof`) and prints what it proves. */
#ifndef GTP_SOLVE_VERIFY_LOCAL_H
#define GTP_SOLVE_VERIFY_LOCAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* start: when the check began, by clock_seconds. Returns whether the proof is right; if not, the
 * reason has been printed. */
bool verify_local(const uint8_t *bytes, size_t length, bool as_json, double start);

#endif
