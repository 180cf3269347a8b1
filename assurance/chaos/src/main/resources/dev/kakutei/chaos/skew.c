/*
 * A clock that is wrong by as many milliseconds as SKEW_FILE says, now: for one process, and for the time of day alone.
 * Waiting is not touched. The file holds one 64-bit number in the machine's own order, and may change at any time.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *mapped(void) {
    const char *name = getenv("SKEW_FILE");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    if (file < 0) {
        return NULL;
    }
    void *place = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
    close(file);
    return place == MAP_FAILED ? NULL : (volatile int64_t *) place;
}

/* Two threads that come first map it twice, which does no harm. */
static long long skew_ms(void) {
    static volatile int64_t *volatile offset;
    static volatile int known;
    if (!known) {
        offset = mapped();
        known = 1;
    }
    return offset ? *offset : 0;
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
