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
public final class Gate {
    /** How long a few free calls wait for more: whoever takes them up pays a commit, however few they are. */
    private static final long COMPANY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** Which part of all calls is worth a commit. */
    private static final int WORTH_IT = 4;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Consumer<BreakerState> turns;
    private final LongSupplier nanos;
    private Limits limits;
    private TokenBucket bucket;
    private Breaker breaker;
    private BreakerState told = BreakerState.CLOSED;
    private int underWay;

    /** @param turns told of every new state of the breaker, in order; must not block */
    public Gate(Limits limits, Consumer<BreakerState> turns) {
        this(limits, turns, System::nanoTime);
    }

    Gate(Limits limits, Consumer<BreakerState> turns, LongSupplier nanos) {
        this.turns = turns;
        this.nanos = nanos;
        adopt(limits);
    }

    /** A call that has begun. It ends once, whatever is told twice. */
    public final class Pass {
        private final Breaker judge;
        private final long term;
        private final AtomicBoolean ended = new AtomicBoolean();

        private Pass(Breaker judge, long term) {
            this.judge = judge;
            this.term = term;
        }

        public void end(Evidence evidence) {
            if (ended.compareAndSet(false, true)) {
                locked(() -> {
                    underWay--;
                    if (judge != null) {
                        judge.end(term, evidence, nanos.getAsLong());
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
    public Opening await(Duration patience, int wanted) {
        long began = nanos.getAsLong();
        long deadline = began + patience.toNanos();
        long company = began + Math.min(patience.toNanos(), COMPANY_NANOS);
        lock.lock();
        try {
            while (true) {
                long now = nanos.getAsLong();
                Opening opening = opening(now);
                tellTurns(now);
                if (opening instanceof Opening.Calls calls && company - now > 0 && moreWouldPay(calls, wanted)) {
                    changed.awaitNanos(company - now);
                } else if (opening instanceof Opening.Shut shut && deadline - now > 0) {
                    changed.awaitNanos(Math.min(deadline - now, untilNext(shut.hold(), now)));
                } else {
                    return opening;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Opening.Shut(Hold.CONCURRENCY);
        } finally {
            lock.unlock();
        }
    }

    /** A call begins. It was allowed for a moment ago; limits that have changed since do not call it back. */
    public Pass begin() {
        lock.lock();
        try {
            long now = nanos.getAsLong();
            underWay++;
            if (bucket != null) {
                bucket.take(now);
            }
            return new Pass(breaker, breaker == null ? 0 : breaker.begin(now));
        } finally {
            lock.unlock();
        }
    }

    /** Other limits from now on; nothing that is known of the gateway is forgotten. */
    public void limits(Limits other) {
        locked(() -> adopt(other));
    }

    /** When a command that was held by this should come again; zero where nobody can say. */
    public Duration comeBack(Hold hold) {
        lock.lock();
        try {
            long now = nanos.getAsLong();
            return switch (hold) {
                case ARRIVAL, CONCURRENCY -> Duration.ZERO;
                case RATE -> bucket == null ? Duration.ZERO : bucket.comeBack(now);
                case BREAKER -> breaker == null ? Duration.ZERO : breaker.opensIn(now);
            };
        } finally {
            lock.unlock();
        }
    }

    /** Whether all calls ended in this time. */
    public boolean awaitIdle(Duration patience) {
        long left = Math.min(patience.toNanos(), TimeUnit.HOURS.toNanos(1));
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
            tellTurns(now);
            return state(now);
        });
    }

    private Opening opening(long now) {
        int passing = breaker == null ? Integer.MAX_VALUE : breaker.available(now);
        if (passing == 0) {
            return new Opening.Shut(Hold.BREAKER);
        }
        int tokens = bucket == null ? Integer.MAX_VALUE : bucket.available(now);
        if (tokens == 0) {
            return new Opening.Shut(Hold.RATE);
        }
        int free = limits.concurrency() - underWay;
        if (free <= 0) {
            return new Opening.Shut(Hold.CONCURRENCY);
        }
        return state(now) == BreakerState.HALF_OPEN
                ? new Opening.Probe()
                : new Opening.Calls(Math.min(free, Math.min(tokens, passing)));
    }

    /** Not where tokens or the breaker are what is scarce: no call that ends brings those. */
    private boolean moreWouldPay(Opening.Calls calls, int wanted) {
        return calls.count() < Math.min(wanted, limits.concurrency() / WORTH_IT)
                && calls.count() == limits.concurrency() - underWay;
    }

    /** How long until time alone changes something; a signal may come before. */
    private long untilNext(Hold hold, long now) {
        Duration wait = switch (hold) {
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

    private void tellTurns(long now) {
        BreakerState state = state(now);
        if (state != told) {
            told = state;
            turns.accept(state);
        }
    }

    private void locked(Runnable change) {
        lock.lock();
        try {
            change.run();
            tellTurns(nanos.getAsLong());
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
