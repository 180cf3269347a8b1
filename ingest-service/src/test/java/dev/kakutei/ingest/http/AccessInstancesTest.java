package dev.kakutei.ingest.http;

import static dev.kakutei.ingest.http.KeyedListeners.PAYMENT;
import static dev.kakutei.ingest.http.KeyedListeners.get;
import static dev.kakutei.ingest.http.KeyedListeners.post;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.access.ClientRole;
import dev.kakutei.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** SPEC G3, A4: two instances on one Postgres agree on who may come in and whose a request is. */
class AccessInstancesTest {
    private static KeyedListeners listeners;

    @BeforeAll
    static void start() throws Exception {
        listeners = new KeyedListeners(2);
    }

    @AfterAll
    static void stop() {
        listeners.close();
    }

    @Test
    void sameIdempotencyKey_fromTwoClientsRacing_isTwoRequestsThatDoNotSeeEachOther() {
        for (int i = 0; i < 20; i++) {
            String key = "race-" + i;
            List<CompletableFuture<KeyedListeners.Answer>> racing = new ArrayList<>();
            for (String client : List.of("shop", "rival", "shop", "rival")) {
                String body = PAYMENT.replace("\"r\"", "\"" + client + "\"");
                racing.add(listeners.sendAsync(
                        racing.size() / 2, post("/payments", body, listeners.submitting(client, key))));
            }
            List<KeyedListeners.Answer> answers =
                    racing.stream().map(CompletableFuture::join).toList();

            assertThat(answers.stream().map(KeyedListeners.Answer::status))
                    .containsExactlyInAnyOrder(202, 202, 200, 200);
            assertThat(answers.get(0).requestId())
                    .isEqualTo(answers.get(2).requestId())
                    .isNotEqualTo(answers.get(1).requestId());
            assertThat(answers.get(1).requestId()).isEqualTo(answers.get(3).requestId());
        }
        assertThat(listeners.store().count("outbox_orders where idempotency_key like 'race-%'"))
                .isEqualTo(40);
        assertThat(listeners
                        .store()
                        .text("select actor from ledger_events join ledger using (request_id)"
                                + " where idempotency_key = 'race-0' and client = 'rival'"))
                .isEqualTo("client:rival");
        assertThat(listeners
                        .send(1, get("/requests/race-0?client=shop", listeners.bearer("helpdesk")))
                        .requestId())
                .isEqualTo(listeners
                        .send(0, get("/requests/race-0", listeners.bearer("shop")))
                        .requestId());
    }

    @Test
    void key_madeRotatedAndRevoked_isFollowedByBoth() throws Exception {
        listeners.client("turning", ClientRole.SUBMITTER);
        KeyedListeners.Ask old = get("/requests/t-1", listeners.bearer("turning"));
        // Made a moment ago: neither may send its first caller away.
        assertThat(listeners.pay(0, "turning", "t-1").status()).isEqualTo(202);
        assertThat(listeners.pay(1, "turning", "t-1").status()).isEqualTo(200);
        listeners.key("turning-2", "turning");
        KeyedListeners.Ask fresh = get("/requests/t-1", listeners.bearer("turning-2"));
        assertThat(listeners.send(0, fresh).status()).isEqualTo(200);
        assertThat(listeners.send(1, old).status()).isEqualTo(200);

        listeners.clients().revoke(listeners.id("turning"), Optional.empty());

        for (int instance : List.of(0, 1)) {
            Await.until(
                    "the old key is refused",
                    () -> listeners.send(instance, old).status() == 401);
            assertThat(listeners.send(instance, fresh).status()).isEqualTo(200);
        }
        listeners.clients().change("turning", Set.of(ClientRole.VIEWER), OptionalInt.empty());
        for (int instance : List.of(0, 1)) {
            Await.until(
                    "the role is gone",
                    () -> listeners.pay(instance, "turning-2", "t-1").status() == 403);
        }
    }

    @Test
    void client_asksFasterThanItsRate_is429AndNeverMoreThanTheBound() throws Exception {
        listeners.clients().add("hasty", Set.of(ClientRole.SUBMITTER), OptionalInt.of(20));
        listeners.key("hasty", "hasty");
        KeyedListeners.Ask ask = get("/requests/none", listeners.bearer("hasty"));
        assertThat(listeners.send(0, ask).status()).isEqualTo(404);

        List<CompletableFuture<KeyedListeners.Answer>> asked = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            asked.add(listeners.sendAsync(0, ask));
        }
        List<KeyedListeners.Answer> answers =
                asked.stream().map(CompletableFuture::join).toList();

        assertThat(answers.stream().filter(answer -> answer.status() == 404))
                .as("a second's worth, and no time has passed")
                .hasSize(19);
        assertThat(answers.stream().filter(answer -> answer.status() == 429))
                .hasSize(281)
                .allSatisfy(answer -> {
                    assertThat(answer.headers().get("retry-after")).isEqualTo("1");
                    assertThat(answer.headers().get("content-type")).isEqualTo("application/problem+json");
                    assertThat(answer.body()).contains("too-many-requests");
                });
        // Others are not slowed down, and each instance counts for itself.
        assertThat(listeners
                        .send(0, get("/requests/none", listeners.bearer("helpdesk")))
                        .status())
                .isEqualTo(404);
        assertThat(listeners.send(1, ask).status()).isEqualTo(404);
        listeners.pass(Duration.ofMillis(50));
        assertThat(listeners.send(0, ask).status()).as("one more").isEqualTo(404);
        assertThat(listeners.send(0, ask).status()).isEqualTo(429);
    }
}
