package dev.kakutei.verifier;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.boot.HealthCheck;
import dev.kakutei.schemas.RequestId;
import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.RealKafka;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ledger that cannot go on says so and ends; it does not go round in silence (SPEC F8). */
class FailingVerifierTest {
    @TempDir
    Path folder;

    /**
     * What the store holds of a request cannot be read: whatever comes for it fails, again and again. One failure is
     * borne here instead of several: each takes a session time-out.
     */
    @Test
    void verifier_whoseStoreIsBroken_endsLoudlyAndIsUnwell() throws Exception {
        try (VerifierRig rig = new VerifierRig(folder, "5s");
                VerifierStream verifier = new VerifierStream(
                        rig.config("one"),
                        new SimpleMeterRegistry(),
                        InstantSource.system(),
                        new FailureBudget(1, Duration.ofMinutes(5)))) {
            RequestId id = VerifierRig.anyId();
            String changelog = rig.applicationId() + "-entries-changelog";
            RealKafka.createTopics(List.of(new NewTopic(changelog, 2, (short) 1)));
            rig.raw(changelog, id.toString(), "no entry".getBytes(UTF_8));
            verifier.start();
            assertThat(trouble(verifier)).isEmpty();

            rig.accept(id);

            assertThatThrownBy(() -> verifier.ended().get(VerifierRig.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("fails again and again");
            String told = Await.until(
                            "the topology has stopped",
                            VerifierRig.LIMIT,
                            () -> trouble(verifier),
                            trouble -> trouble.isPresent() && trouble.get().contains("ERROR"))
                    .orElseThrow();
            assertThat(told).contains("last failure: ").contains("accepted");
        }
    }

    private static Optional<String> trouble(VerifierStream verifier) {
        return verifier.checks().stream()
                .filter(check -> check.name().equals("verifier.running"))
                .map(HealthCheck::trouble)
                .findFirst()
                .orElseThrow()
                .get();
    }
}
