package dev.kakutei.standalone.transactions;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Which open transactions no coordinator will end.
 *
 * <p>A coordinator calls a transaction complete after all its markers were written. So what was open before it was asked,
 * is not in its hands, and is still open afterwards from the same offset on, was left out.
 */
final class Abandoned {
    private Abandoned() {}

    /**
     * @param before what was open before the coordinators were asked
     * @param known what they said, of these producers
     * @param after what was open afterwards
     * @param longest no transaction is left open by its coordinator for longer
     */
    static List<HangingTransaction> among(
            Collection<OpenTransaction> before,
            Collection<KnownTransaction> known,
            Collection<OpenTransaction> after,
            Duration longest,
            Instant now) {
        Map<Long, KnownTransaction> byProducer = known.stream()
                .collect(Collectors.toMap(KnownTransaction::producerId, Function.identity(), (one, other) -> one));
        List<HangingTransaction> hanging = new ArrayList<>();
        for (OpenTransaction open : before) {
            Optional<KnownTransaction> of = Optional.ofNullable(byProducer.get(open.producerId()));
            boolean leftOut = of.map(transaction -> !transaction.endsIn(open.partition()))
                    // We may not see it, or its coordinator is just moving: then only time decides.
                    .orElseGet(() -> open.lastWritten().plus(longest).isBefore(now));
            if (leftOut && after.contains(open)) {
                hanging.add(new HangingTransaction(
                        open, of.map(KnownTransaction::transactionalId).orElse("")));
            }
        }
        return hanging;
    }
}
