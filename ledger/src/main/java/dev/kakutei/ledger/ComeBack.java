package dev.kakutei.ledger;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.ComeBackHeaders;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** How long a gateway's wish to be left alone is believed (SPEC C4). */
final class ComeBack {
    /** Nobody is believed who asks for longer. */
    static final Duration MOST = Duration.ofHours(1);

    private ComeBack() {}

    /** How long from {@code now} the gateway wants to be left alone; empty where it did not say, or not in sense. */
    static Optional<Duration> wish(Answer answer, Instant now) {
        Optional<Duration> wish = ComeBackHeaders.wish(answer.headers(), now);
        return wish.map(asked -> asked.compareTo(MOST) > 0 ? MOST : asked);
    }
}
