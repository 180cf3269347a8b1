package dev.kakutei.sender.limit;

import dev.kakutei.schemas.gateway.Limits;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Between the lane of one gateway and its socket: says how many calls may begin, and keeps count of those that have. One
 * thread asks and begins; any thread may end a call or change the limits.
 */
public final class CallLimiter {
    /** How long a few free calls wait for more: starting calls costs a commit, however few they are. */
    private static final long BATCHING_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** Which part of all calls is worth a commit. */
    private static final int WORTH_IT = 4;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Consumer<BreakerState> stateChanges;
    private final LongSupplier nanos;
    private Limits limits;
    private TokenBucket bucket;
    private Breaker breaker;
    private BreakerState reportedState = BreakerState.CLOSED;
    private int underWay;

    /** @param stateChanges receives every new state of the breaker, in order; must not block */
    public CallLimiter(Limits limits, Consumer<BreakerState> stateChanges) {
        this(limits, stateChanges, System::nanoTime);
    }

    CallLimiter(Limits limits, Consumer<BreakerState> stateChanges, LongSupplier nanos) {
        this.stateChanges = stateChanges;
        this.nanos = nanos;
        adopt(limits);
    }

    /** A call that has begun. It ends once, even when the end is reported twice. */
    public final class Permit {
        private final Breaker judge;
        private final long term;
        private final AtomicBoolean ended = new AtomicBoolean();

        private Permit(Breaker judge, long term) {
            this.judge = judge;
            this.term = term;
        }

        public void end(CallHealth health) {
            if (ended.compareAndSet(false, true)) {
                locked(() -> {
                    underWay--;
                    if (judge != null) {
                        judge.end(term, health, nanos.getAsLong());
                    }
                });
            }
        }
    }

    /**
     * What may begin, waiting a little where nothing may, and a moment where fewer calls are free than are wanted.
     *
     * @param wanted how many calls there are to begin
     */
    public CallAllowance await(Duration timeout, int wanted) {
        long began = nanos.getAsLong();
        long deadline = began + timeout.toNanos();
        long batchingUntil = began + Math.min(timeout.toNanos(), BATCHING_NANOS);
        lock.lock();
        try {
            while (true) {
                long now = nanos.getAsLong();
                CallAllowance allowance = allowance(now);
                reportState(now);
                if (allowance instanceof CallAllowance.Calls calls
                        && batchingUntil - now > 0
                        && moreWouldPay(calls, wanted)) {
                    changed.awaitNanos(batchingUntil - now);
                } else if (allowance instanceof CallAllowance.Blocked blocked && deadline - now > 0) {
                    changed.awaitNanos(Math.min(deadline - now, untilNext(blocked.reason(), now)));
                } else {
                    return allowance;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new CallAllowance.Blocked(WaitReason.CONCURRENCY);
        } finally {
            lock.unlock();
        }
    }

    /** A call begins. It was allowed for a moment ago; limits that have changed since do not revoke it. */
    public Permit begin() {
        lock.lock();
        try {
            long now = nanos.getAsLong();
            underWay++;
            if (bucket != null) {
                bucket.take(now);
            }
            return new Permit(breaker, breaker == null ? 0 : breaker.begin(now));
        } finally {
            lock.unlock();
        }
    }

    /** Other limits from now on; everything that is known of the gateway is kept. */
    public void limits(Limits other) {
        locked(() -> adopt(other));
    }

    /** When a command that waited for this should be tried again; zero where that is not known. */
    public Duration retryAfter(WaitReason reason) {
        lock.lock();
        try {
            long now = nanos.getAsLong();
            return switch (reason) {
                case ARRIVAL, CONCURRENCY -> Duration.ZERO;
                case RATE -> bucket == null ? Duration.ZERO : bucket.retryAfter(now);
                case BREAKER -> breaker == null ? Duration.ZERO : breaker.opensIn(now);
            };
        } finally {
            lock.unlock();
        }
    }

    /** Whether all calls ended in this time. */
    public boolean awaitIdle(Duration timeout) {
        long left = Math.min(timeout.toNanos(), TimeUnit.HOURS.toNanos(1));
        lock.lock();
        try {
            while (underWay > 0 && left > 0) {
                left = changed.awaitNanos(left);
            }
            return underWay == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return underWay == 0;
        } finally {
            lock.unlock();
        }
    }

    public int underWay() {
        return asked(() -> underWay);
    }

    public int concurrency() {
        return asked(() -> limits.concurrency());
    }

    /** How many tokens are there; not a number where there is no rate. */
    public double tokens() {
        return asked(() -> bucket == null ? Double.NaN : bucket.available(nanos.getAsLong()));
    }

    public BreakerState breaker() {
        return asked(() -> {
            long now = nanos.getAsLong();
            reportState(now);
            return state(now);
        });
    }

    private CallAllowance allowance(long now) {
        int passing = breaker == null ? Integer.MAX_VALUE : breaker.available(now);
        if (passing == 0) {
            return new CallAllowance.Blocked(WaitReason.BREAKER);
        }
        int tokens = bucket == null ? Integer.MAX_VALUE : bucket.available(now);
        if (tokens == 0) {
            return new CallAllowance.Blocked(WaitReason.RATE);
        }
        int free = limits.concurrency() - underWay;
        if (free <= 0) {
            return new CallAllowance.Blocked(WaitReason.CONCURRENCY);
        }
        return state(now) == BreakerState.HALF_OPEN
                ? new CallAllowance.Probe()
                : new CallAllowance.Calls(Math.min(free, Math.min(tokens, passing)));
    }

    /** Not where tokens or the breaker are what is scarce: no call that ends brings those. */
    private boolean moreWouldPay(CallAllowance.Calls calls, int wanted) {
        return calls.count() < Math.min(wanted, limits.concurrency() / WORTH_IT)
                && calls.count() == limits.concurrency() - underWay;
    }

    /** How long until time alone changes something; a signal may come before. */
    private long untilNext(WaitReason reason, long now) {
        Duration wait = switch (reason) {
            case RATE -> bucket.untilNext(now);
            case BREAKER -> breaker.opensIn(now);
            case ARRIVAL, CONCURRENCY -> Duration.ZERO;
        };
        return wait.isZero() ? Long.MAX_VALUE : wait.toNanos();
    }

    private void adopt(Limits other) {
        long now = nanos.getAsLong();
        limits = other;
        if (other.rate() == null) {
            bucket = null;
        } else if (bucket == null) {
            bucket = new TokenBucket(other.rate(), now);
        } else {
            bucket.rate(other.rate(), now);
        }
        if (other.breaker() == null) {
            breaker = null;
        } else if (breaker == null) {
            breaker = new Breaker(other.breaker());
        } else {
            breaker.limits(other.breaker());
        }
    }

    private BreakerState state(long now) {
        return breaker == null ? BreakerState.CLOSED : breaker.state(now);
    }

    private void reportState(long now) {
        BreakerState state = state(now);
        if (state != reportedState) {
            reportedState = state;
            stateChanges.accept(state);
        }
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
            reportState(nanos.getAsLong());
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private <T> T asked(Supplier<T> question) {
        lock.lock();
        try {
            return question.get();
        } finally {
            lock.unlock();
        }
    }
}
