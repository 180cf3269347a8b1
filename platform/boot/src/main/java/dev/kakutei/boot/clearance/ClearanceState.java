package dev.kakutei.boot.clearance;

import dev.kakutei.schemas.Clearance;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What one instance knows of its clearance. No clock and no Kafka in here.
 *
 * <p>A clearance is worth something only when the comparison began after the question was asked: only then has it seen
 * what Kafka is now. So answers are matched with requests by number. A halt makes all earlier requests void: an answer
 * to one of them may be on its way still, and knows nothing of the halt.
 */
final class ClearanceState {
    private final String instance;
    private long asked;
    private long voidUpTo;
    private long cleared;
    private int recovery;
    private String halted;

    ClearanceState(String instance) {
        this.instance = instance;
    }

    synchronized long ask() {
        return ++asked;
    }

    /** The request that waits for its answer; 0 where none does. */
    synchronized long open() {
        return cleared < asked ? asked : 0;
    }

    /** Applies an answer, to this instance or to all. Returns whether it changed anything. */
    synchronized boolean receive(Clearance answer) {
        if (answer.verdict() == Clearance.Verdict.HALTED) {
            boolean news = !answer.reason().equals(halted);
            halted = answer.reason();
            cleared = 0;
            voidUpTo = asked;
            asked++;
            return news;
        }
        boolean ours = instance.equals(answer.instance()) && answer.number() > voidUpTo && answer.number() <= asked;
        if (!ours || answer.number() <= cleared) {
            return false;
        }
        boolean news = halted != null || cleared == 0 || recovery != answer.recovery();
        cleared = answer.number();
        recovery = answer.recovery();
        halted = null;
        return news;
    }

    synchronized boolean covers(long request, int underRecovery) {
        return request > 0 && request <= cleared && recovery == underRecovery;
    }

    synchronized OptionalInt recovery() {
        return cleared == 0 ? OptionalInt.empty() : OptionalInt.of(recovery);
    }

    /** Why nothing may be done; empty where it may, and where no ingest-service has answered. */
    synchronized Optional<String> halted() {
        return Optional.ofNullable(halted);
    }
}
