package dev.kakutei.verifier.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.Alert;
import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Command;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.RequestId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An unreachable gateway raises an alert within a minute, though only one request is on its way (SPEC F2, F3). */
class GatewayUnreachableTest {
    private static final String CAUSE = "gateway_unreachable";
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Outcome NO_CONNECTION = new Outcome.NotSent(
            Answer.none(Category.NOT_CONNECTED, "connect_timeout", "no connection came about in time"));
    private static final Outcome DELIVERED =
            new Outcome.Delivered(new Answer(Category.OK, 201, null, null, 3, Map.of(), null, null));

    /** With the default schedule, and the longest spread that its jitter can add. */
    private final LedgerOnTopics topics = new LedgerOnTopics(LedgerOnTopics.GATEWAYS.replace(
            "retry: {jitter: none}", "retry: {attempts: 6, first: 6250ms, cap: 200s, jitter: none}"));

    private final List<Alert> alerts = new ArrayList<>();

    @AfterEach
    void close() {
        topics.close();
    }

    @Test
    void gateway_withoutConnectionsForOneRequest_raisesAnAlertWithinAMinuteAndEndsItWhenItIsReached() {
        RequestId id = new RequestId(UUID.randomUUID());
        topics.accept(LedgerOnTopics.payment(id));
        int attempt = 0;
        while (raised().isEmpty() && topics.now().isBefore(LedgerOnTopics.START.plusSeconds(120))) {
            attempt = failed(id, attempt);
        }
        assertThat(raised()).singleElement().satisfies(alert -> {
            assertThat(alert.severity()).isEqualTo(Alert.Severity.HIGH);
            assertThat(alert.gateway()).isEqualTo("bank");
            assertThat(alert.summary()).contains("cannot be reached").contains("no connection came about in time");
            assertThat(alert.at()).isBefore(LedgerOnTopics.START.plusSeconds(60));
        });

        attempt = failed(id, attempt);
        assertThat(raised()).as("once per cause").hasSize(1);
        Command next = next();
        topics.report(id, ((Command.Send) next).attempt(), DELIVERED);

        assertThat(raised()).extracting(Alert::resolvedAt).containsExactly(null, topics.now());
    }

    @Test
    void gateway_thatIsRestarted_raisesNothing() {
        for (int number = 0; number < 20; number++) {
            RequestId id = new RequestId(UUID.randomUUID());
            topics.accept(LedgerOnTopics.payment(id, topics.now()));
            topics.report(id, 1, NO_CONNECTION);
        }
        topics.pass(SECOND);
        assertThat(raised()).isEmpty();
    }

    /** The next attempt finds no connection. Returns its number. */
    private int failed(RequestId id, int before) {
        Command.Send send = (Command.Send) next();
        assertThat(send.attempt()).isEqualTo(before + 1);
        topics.pass(CONNECT_TIMEOUT);
        topics.report(id, send.attempt(), NO_CONNECTION);
        return send.attempt();
    }

    private Command next() {
        Instant limit = topics.now().plus(Duration.ofMinutes(5));
        while (topics.now().isBefore(limit)) {
            List<Command> commands = topics.commands();
            if (!commands.isEmpty()) {
                return commands.get(0);
            }
            topics.pass(SECOND);
        }
        throw new AssertionError("no command");
    }

    private List<Alert> raised() {
        alerts.addAll(topics.alerts());
        return alerts.stream().filter(alert -> alert.cause().equals(CAUSE)).toList();
    }
}
