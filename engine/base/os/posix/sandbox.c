/* The sandbox of Linux: a seccomp filter lists the system calls that are left to every thread. */
#include "engine/base/os/system.h"

#if defined(__linux__) && defined(DIHEDRA_SECCOMP)

#include <errno.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The calls that a running engine needs, with any arguments. */
static const int ALLOWED[] = {
    /* what is open: pipes, the log, a mapped book */
    SCMP_SYS(read), SCMP_SYS(readv), SCMP_SYS(pread64), SCMP_SYS(write), SCMP_SYS(writev),
    SCMP_SYS(lseek), SCMP_SYS(fstat), SCMP_SYS(close), SCMP_SYS(poll), SCMP_SYS(ppoll),
    SCMP_SYS(pipe2), /* from one thread to another */
    /* memory */
    SCMP_SYS(brk), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise),
    /* threads */
    SCMP_SYS(futex), SCMP_SYS(set_robust_list), SCMP_SYS(rseq), SCMP_SYS(gettid),
    SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity), SCMP_SYS(membarrier),
    /* signals to this process */
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn),
    SCMP_SYS(rt_sigtimedwait), SCMP_SYS(sigaltstack), SCMP_SYS(restart_syscall),
    /* time, chance and the machine */
    SCMP_SYS(clock_gettime), SCMP_SYS(clock_getres), SCMP_SYS(gettimeofday), SCMP_SYS(time),
    SCMP_SYS(nanosleep), SCMP_SYS(clock_nanosleep), SCMP_SYS(getrusage), SCMP_SYS(times),
    SCMP_SYS(getrandom), SCMP_SYS(getpid), SCMP_SYS(sysinfo),
    /* the end */
    SCMP_SYS(exit), SCMP_SYS(exit_group)};

/* add_rule and add_rules return 0, or a negative errno. */

/* A call that this processor's kernel does not have needs no rule. */
static int add_rule(scmp_filter_ctx filter, uint32_t action, int call,
                    const struct scmp_arg_cmp *condition) {
    const int error =
        seccomp_rule_add_array(filter, action, call, condition == NULL ? 0 : 1, condition);
    return error == -EDOM ? 0 : error;
}

static int add_rules(scmp_filter_ctx filter) {
    const scmp_datum_t thread = CLONE_VM | CLONE_THREAD | CLONE_SIGHAND;
    const struct scmp_arg_cmp not_executable = {2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0};
    const struct scmp_arg_cmp new_thread = {0, SCMP_CMP_MASKED_EQ, thread, thread};
    const struct scmp_arg_cmp this_process = {0, SCMP_CMP_EQ, (scmp_datum_t)getpid(), 0};
    /* The flags of clone3 are in memory, which a filter cannot read. Libraries use clone instead if
     * the call does not exist. abort() sends a signal by tgkill. */
    const struct {
        uint32_t action;
        int call;
        const struct scmp_arg_cmp *condition;
    } rules[] = {
        {SCMP_ACT_ALLOW, SCMP_SYS(mmap), &not_executable},
        {SCMP_ACT_ALLOW, SCMP_SYS(mprotect), &not_executable},
        {SCMP_ACT_ALLOW, SCMP_SYS(clone), &new_thread},
        {SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), NULL},
        {SCMP_ACT_ALLOW, SCMP_SYS(tgkill), &this_process},
    };
    int error = 0;
    for (size_t i = 0; error == 0 && i < sizeof ALLOWED / sizeof ALLOWED[0]; i++) {
        error = add_rule(filter, SCMP_ACT_ALLOW, ALLOWED[i], NULL);
    }
    for (size_t i = 0; error == 0 && i < sizeof rules / sizeof rules[0]; i++) {
        error = add_rule(filter, rules[i].action, rules[i].call, rules[i].condition);
    }
    return error;
}

static bool restrict_by_seccomp(Status *status) {
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (filter == NULL) {
        return status_fail(status, "out of memory");
    }
    int error = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    error = error == 0 ? add_rules(filter) : error;
    error = error == 0 ? seccomp_load(filter) : error;
    seccomp_release(filter);
    return error == 0 || status_fail(status, "seccomp filter rejected: %s", strerror(-error));
}

bool os_sandbox_enter(Status *status) {
    os_local_time(0); /* reads the file of the time zone, once */
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        return status_fail(status, "cannot set no_new_privs: %s", strerror(errno));
    }
    return restrict_by_seccomp(status);
}

#elif defined(__linux__)

bool os_sandbox_enter(Status *status) {
    return status_fail(status, "this program was built without libseccomp");
}

#else

bool os_sandbox_enter(Status *status) {
    return status_fail(status, "only Linux has it");
}

#endif
