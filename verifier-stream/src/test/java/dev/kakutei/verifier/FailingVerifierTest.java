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

/** A verifier that cannot go on reports it and ends; it does not retry in silence (SPEC F8). */
class FailingVerifierTest {
    @TempDir
    Path folder;

    /**
     * What the store holds of a request cannot be read: whatever comes for it fails, again and again. One failure is
     * allowed here instead of several: each takes a session timeout.
     */
    @Test
    void verifier_whoseStoreIsBroken_endsWithAnErrorAndIsNotReady() throws Exception {
        try (VerifierRig rig = new VerifierRig(folder, "5s");
                VerifierStream verifier = new VerifierStream(
                        rig.config("one"),
                        new SimpleMeterRegistry(),
                        InstantSource.system(),
                        new FailureLimit(1, Duration.ofMinutes(5)))) {
            RequestId id = VerifierRig.anyId();
            String changelog = rig.applicationId() + "-entries-changelog";
            RealKafka.createTopics(List.of(new NewTopic(changelog, 2, (short) 1)));
            rig.raw(changelog, id.toString(), "no entry".getBytes(UTF_8));
            verifier.start();
            assertThat(problem(verifier)).isEmpty();

            rig.accept(id);

            assertThatThrownBy(() -> verifier.ended().get(VerifierRig.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("fails again and again");
            String problem = Await.until(
                            "the topology has stopped",
                            VerifierRig.LIMIT,
                            () -> problem(verifier),
                            current -> current.isPresent() && current.get().contains("ERROR"))
                    .orElseThrow();
            assertThat(problem).contains("last failure: ").contains("accepted");
        }
    }

    private static Optional<String> problem(VerifierStream verifier) {
        return verifier.checks().stream()
                .filter(check -> check.name().equals("verifier.running"))
                .map(HealthCheck::problem)
                .findFirst()
                .orElseThrow()
                .get();
    }
}
