#!/bin/sh
# dihedra solve over several ranks: the values of one rank, proofs that the verifier accepts, ranks
# that disagree, and an end by a signal.
#
#   tests/ranks/solve.sh PROGRAM [LAUNCHER [OPTION...]]
#
# PROGRAM is built with MPI; LAUNCHER is that MPI's mpirun. Exit status 1 if something is wrong.
set -u
program=$1
shift
[ $# -gt 0 ] || set -- mpirun
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
case $("$1" --version 2>&1) in *"Open MPI"* | *OpenRTE*) set -- "$@" --oversubscribe ;; esac
status=0

fail() {
    echo "tests/ranks/solve.sh: $*" >&2
    status=1
}

# What is known in the end, of the position and after each first move.
values() {
    sed -n 's/.*"lower": \([-0-9]*\), "upper": \([-0-9]*\), "status": "\([a-z]*\)".*/\1 \2 \3/p' \
        "$1" | head -1
    grep -o '"value": [-0-9a-z]*' "$1"
}

# same RANKS OPTION...: one rank and several find the same.
same() {
    ranks=$1
    shift
    "$program" solve "$@" --json >"$folder/one" 2>"$folder/errors" ||
        fail "one rank: solve $*: exit status $?"
    timeout 300 $launcher -n "$ranks" "$program" solve "$@" --leaf-nodes "$leaf" --json \
        >"$folder/many" 2>"$folder/errors" || fail "$ranks ranks: solve $*: exit status $?"
    values "$folder/one" >"$folder/a"
    values "$folder/many" >"$folder/b"
    [ -s "$folder/a" ] && cmp -s "$folder/a" "$folder/b" ||
        fail "$ranks ranks, leaves of $leaf, solve $*: not the values of one rank"
}

# proves RANKS OPTION...: the proof is right.
proves() {
    ranks=$1
    shift
    timeout 300 $launcher -n "$ranks" "$program" solve "$@" --leaf-nodes 500 \
        --proof "$folder/proof" >/dev/null 2>"$folder/errors" ||
        fail "$ranks ranks: solve $* --proof: exit status $?"
    "$program" verify "$folder/proof" >/dev/null 2>&1 || fail "$ranks ranks, solve $*: a wrong proof"
}

launcher="$*"
for ko in simple psk ssk; do
    leaf=0 same 3 2x2 --ko $ko --all-first
    leaf=1 same 4 2x2 --ko $ko --all-first --mb 1
    leaf=50 same 2 2x3 --ko $ko --all-first
    leaf=50 same 4 3x4 --ko $ko --mb 1
done
leaf=50 same 3 3x3 --ko psk --ranks-home plain
leaf=0 same 2 3x3 --ko psk --ranks-home abstract
leaf=50 same 4 3x4 --ko psk --share-nodes 64 --first b2
proves 4 3x4 --ko psk
proves 3 4x4 --ko simple --share-nodes 64

# Ranks of one job that are to solve different things.
timeout 60 $launcher -n 1 "$program" solve 3x3 : -n 1 "$program" solve 3x4 >/dev/null \
    2>"$folder/errors"
[ $? -ne 0 ] && grep -q 'the question' "$folder/errors" || fail "ranks of two boards are not refused"

# Nor may one have the other's position turned: tasks name points.
printf '(;SZ[4:3];B[aa];W[ba];B[bb];W[ca];B[ab])' >"$folder/a.sgf"
printf '(;SZ[4:3];B[dc];W[cc];B[cb];W[bc];B[db])' >"$folder/b.sgf"
timeout 60 $launcher -n 1 "$program" solve "$folder/a.sgf" --leaf-nodes 20 : \
    -n 1 "$program" solve "$folder/b.sgf" --leaf-nodes 20 >/dev/null 2>"$folder/errors"
[ $? -ne 0 ] && grep -q 'the question' "$folder/errors" || fail "a turned position is not refused"

# A signal to rank 0 ends all, with the bounds so far. timeout sends it.
timeout 60 $launcher -n 1 timeout --signal=INT 3 "$program" solve 5x5 --mb 16 --json : \
    -n 2 "$program" solve 5x5 --mb 16 --json >"$folder/many" 2>"$folder/errors"
grep -q '"status": "open"' "$folder/many" || fail "no bounds after a signal"
exit $status
