package dev.kakutei.schemas;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LedgerEventTest {
    @Test
    void document_ofEverySample_isThatOfAVersion() {
        Samples.all().values().stream()
                .map(Samples.Sample::message)
                .filter(LedgerEvent.class::isInstance)
                .map(LedgerEvent.class::cast)
                .forEach(event -> {
                    boolean version =
                            event.fact() instanceof Fact.Accepted || event.fact() instanceof ApprovalFact.Resubmitted;
                    assertThat(event.document().isPresent())
                            .as("%s", event.fact())
                            .isEqualTo(version);
                });
    }

    @Test
    void document_ofAnAcceptance_isWhatTheCallerSent() {
        LedgerEvent accepted = (LedgerEvent) Samples.all().values().stream()
                .map(Samples.Sample::message)
                .filter(message -> message instanceof LedgerEvent event && event.fact() instanceof Fact.Accepted)
                .findFirst()
                .orElseThrow();

        assertThat(accepted.document()).contains(((Fact.Accepted) accepted.fact()).request());
    }
}
