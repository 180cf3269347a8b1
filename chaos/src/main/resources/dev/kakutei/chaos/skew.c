/* A clock that is wrong by SKEW_MS: for one process, and for the time of day alone. Waiting is not touched. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long skew_ms(void) {
    static long ms;
    static int known;
    if (!known) {
        const char *text = getenv("SKEW_MS");
        ms = text ? atol(text) : 0;
        known = 1;
    }
    return ms;
}

int clock_gettime(clockid_t clock, struct timespec *at) {
    static int (*real)(clockid_t, struct timespec *);
    if (!real) {
        real = (int (*)(clockid_t, struct timespec *)) dlsym(RTLD_NEXT, "clock_gettime");
    }
    int result = real(clock, at);
    if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        long long nanos = (long long) at->tv_sec * 1000000000LL + at->tv_nsec + skew_ms() * 1000000LL;
        at->tv_sec = nanos / 1000000000LL;
        at->tv_nsec = nanos % 1000000000LL;
    }
    return result;
}

int gettimeofday(struct timeval *at, void *zone) {
    struct timespec now;
    int result = clock_gettime(CLOCK_REALTIME, &now);
    (void) zone;
    at->tv_sec = now.tv_sec;
    at->tv_usec = now.tv_nsec / 1000;
    return result;
}

time_t time(time_t *at) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at) {
        *at = now.tv_sec;
    }
    return now.tv_sec;
}
