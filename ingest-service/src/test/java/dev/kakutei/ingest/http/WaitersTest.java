package dev.kakutei.ingest.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.ingest.metrics.WaitingMetrics;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.RequestStatus;
import dev.kakutei.schemas.Result;
import dev.kakutei.store.Requests;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WaitersTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private final Waiters waiters = new Waiters(3, new WaitingMetrics(new SimpleMeterRegistry()));
    private final RequestId id = Requests.payment("k").id();
    private final RequestId other = Requests.payment("l").id();

    @Test
    void settled_severalWaitForOneRequest_allAreAnswered() {
        Waiters.Place one = waiters.take(id, "simulator").orElseThrow();
        Waiters.Place two = waiters.take(id, "simulator").orElseThrow();
        Waiters.Place stranger = waiters.take(other, "simulator").orElseThrow();
        CompletableFuture<Optional<Result>> first = one.within(LONG);
        CompletableFuture<Optional<Result>> second = two.within(LONG);

        waiters.settled(result(id));

        assertThat(first.getNow(null)).contains(result(id));
        assertThat(second.getNow(null)).contains(result(id));
        assertThat(stranger.within(LONG)).isNotDone();
    }

    @Test
    void close_oneOfTwo_leavesTheOtherWaiting() {
        Waiters.Place one = waiters.take(id, "simulator").orElseThrow();
        Waiters.Place two = waiters.take(id, "simulator").orElseThrow();

        one.close();
        one.close();

        assertThat(waiters.size()).isOne();
        waiters.settled(result(id));
        assertThat(two.within(LONG).getNow(null)).isPresent();
        two.close();
        assertThat(waiters.size()).isZero();
    }

    @Test
    void take_afterTheResultWasPublished_hasItAtOnce() {
        waiters.settled(result(id));

        assertThat(waiters.take(id, "simulator").orElseThrow().within(LONG).getNow(null))
                .contains(result(id));
        assertThat(waiters.take(other, "simulator").orElseThrow().within(LONG)).isNotDone();
    }

    @Test
    void take_allPlacesTaken_isEmptyUntilOneIsLeft() {
        Waiters.Place first = waiters.take(id, "simulator").orElseThrow();
        waiters.take(id, "simulator");
        waiters.take(other, "simulator");

        assertThat(waiters.take(other, "simulator")).isEmpty();
        first.close();
        assertThat(waiters.take(other, "simulator")).isPresent();
    }

    @Test
    void close_whileManyWait_answersAllWithNothing() {
        CompletableFuture<Optional<Result>> one =
                waiters.take(id, "simulator").orElseThrow().within(LONG);
        CompletableFuture<Optional<Result>> two =
                waiters.take(id, "simulator").orElseThrow().within(LONG);

        waiters.close();

        assertThat(one.getNow(null)).isEmpty();
        assertThat(two.getNow(null)).isEmpty();
        assertThat(waiters.take(other, "simulator")).isEmpty();
    }

    @Test
    void remembered_results_areBounded() {
        waiters.settled(result(id));
        for (int i = 0; i < 2_000; i++) {
            waiters.settled(result(Requests.payment("x").id()));
        }

        assertThat(waiters.take(id, "simulator").orElseThrow().within(LONG)).isNotDone();
    }

    private static Result result(RequestId id) {
        return new Result(
                id,
                RequestKind.PAYMENT,
                "default",
                "k",
                RequestStatus.AUTHORIZED,
                Fact.Verdict.SUCCEEDED,
                null,
                "simulator",
                200,
                null,
                null,
                1,
                0,
                null,
                null,
                "JPY",
                Requests.T0,
                Requests.T0,
                null,
                null);
    }
}
