# What the tests of many ranks share. Sourced by run with PROGRAM and MPICC set.

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
MPIRUN=${MPICC/mpicc/mpirun}
if "$MPIRUN" --version 2>/dev/null | grep -qi 'open mpi\|openrte'; then
    IS_OPENMPI=1
else
    IS_OPENMPI=
fi
export DIHEDRA_TEST_OF_RANKS=$$ # by which processes that are left over are found

fail() {
    printf 'FAILED: %s\n' "$*" >&2
    exit 1
}

HOSTS=(${IS_OPENMPI:+--oversubscribe})

# launch N COMMAND...: runs it on N ranks. A launcher that does not end is ended: Open MPI's has been
# seen to hang after MPI_Abort, when no rank was left.
launch() {
    timeout -k 10 "${LAUNCH_SECONDS:-600}" "$MPIRUN" "${HOSTS[@]}" -n "$@"
}

# launch_two COMMAND... : COMMAND...: two ranks with command lines of their own.
launch_two() {
    local first=()
    while [ "$1" != : ]; do
        first+=("$1")
        shift
    done
    shift
    timeout -k 10 "${LAUNCH_SECONDS:-600}" "$MPIRUN" "${HOSTS[@]}" -n 1 "${first[@]}" : -n 1 "$@"
}

# expect TEXT FILE: the file has the text.
expect() {
    grep -qF -- "$1" "$2" || { cat "$2" >&2; fail "no '$1' in $2"; }
}

# await COMMAND...: until it succeeds.
await() {
    for ((i = 0; i < 3000; i++)); do
        "$@" && return 0
        sleep 0.02
    done
    fail "waited in vain for: $*"
}

# children PID: the processes below it, all generations. Without procps, which a container may lack.
children() {
    local stat line pid parent found=" $1 " grown=1
    local -A parents=()
    for stat in /proc/[0-9]*/stat; do
        { read -r line <"$stat"; } 2>/dev/null || continue
        pid=${line%% *}
        line=${line##*) } # after the name, which may hold anything: the state, then the parent
        line=${line#* }
        parents[$pid]=${line%% *}
    done
    while [ $grown = 1 ]; do
        grown=0
        for pid in "${!parents[@]}"; do
            parent=${parents[$pid]}
            if [[ $found == *" $parent "* && $found != *" $pid "* ]]; then
                found+="$pid "
                grown=1
                echo "$pid"
            fi
        done
    done
}

# rank_of PID: its number, if the process is a rank.
rank_of() {
    { tr '\0' '\n' <"/proc/$1/environ"; } 2>/dev/null |
        sed -n 's/^\(OMPI_COMM_WORLD_RANK\|PMI_RANK\)=//p' | head -n 1
}

# find_role ROLE MPIRUN_PID: the processes of that role: a coordinator, workers, or engines.
find_role() {
    local pid rank
    for pid in $(children "$2"); do
        [ "$(readlink "/proc/$pid/exe")" = "$PROGRAM" ] || continue
        rank=$(rank_of "$pid")
        case $1:$rank in
        coordinator:0 | engine: | worker:[1-9]*) echo "$pid" ;;
        esac
    done
}

# is_nothing_left: no process of these tests runs any more, except this shell and its children.
is_nothing_left() {
    local environment pid
    for environment in /proc/[0-9]*/environ; do
        pid=${environment%/environ}
        if [ "$(readlink "$pid/exe" 2>/dev/null)" = "$PROGRAM" ] &&
            { tr '\0' '\n' <"$environment"; } 2>/dev/null |
            grep -qx "DIHEDRA_TEST_OF_RANKS=$DIHEDRA_TEST_OF_RANKS"; then
            return 1
        fi
    done
}

# pick LINES: one of them at random.
pick() {
    local -a all
    mapfile -t all < <(printf '%s\n' "$1" | grep .)
    [ ${#all[@]} -gt 0 ] && echo "${all[RANDOM % ${#all[@]}]}"
}

# plain_log FILE: the games of a log in order, without what differs from run to run.
plain_log() {
    sed -E '1d; s/"[a-z_]*seconds":(\[[^]]*\]|[^[,][^,]*),//g; s/,"slowest_move_s":[0-9.]*//' "$1" | sort
}

# check_whole LOG REFERENCE: the same games, none lost and none doubled.
check_whole() {
    plain_log "$1" >whole.now
    plain_log "$2" >whole.reference
    cmp -s whole.now whole.reference ||
        { diff whole.reference whole.now >&2; fail "$1 does not hold the games of $2"; }
}
