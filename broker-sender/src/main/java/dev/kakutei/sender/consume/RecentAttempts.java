package dev.kakutei.sender.consume;

import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.RequestId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The attempts this process took up lately. Commands are issued once and taken once, so this should never find anything;
 * it is a second safeguard. Bounded: the oldest are removed.
 */
final class RecentAttempts {
    private record Attempt(RequestId request, int number) {}

    private final Map<Attempt, Boolean> seen;

    RecentAttempts(int limit) {
        seen = new LinkedHashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Attempt, Boolean> eldest) {
                return size() > limit;
            }
        };
    }

    /** Asking again does no harm at a gateway, so only sends are remembered. */
    boolean isRepeated(Command command) {
        return command instanceof Command.Send send
                && seen.put(new Attempt(send.requestId(), send.attempt()), Boolean.TRUE) != null;
    }
}
