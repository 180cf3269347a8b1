package dev.kakutei.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.proof.check.KeyChecks;
import dev.kakutei.schemas.RequestId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** An idempotency key stands for one request and one effect, whatever sources show of it. */
class OneKeyTest {
    private static final Instant START = SampleHistory.START;
    private static final Duration KEPT = Duration.ofDays(30);

    @Test
    void oneRequest_byTwoSources_isOne() {
        Findings findings = judged(null, use(1, START, START.plusSeconds(1), 1), use(1, START, null, 0));
        assertThat(verdict(findings, Promise.ONE_REQUEST_PER_KEY)).isEqualTo(Findings.Verdict.KEPT);
        assertThat(verdict(findings, Promise.ONE_EFFECT_PER_KEY)).isEqualTo(Findings.Verdict.KEPT);
        assertThat(findings.result(Promise.ONE_EFFECT_PER_KEY).examined()).isEqualTo(1);
    }

    @Test
    void twoRequests_oneEffect_breaksTheKeyAndNotTheEffect() {
        Findings findings = judged(null, use(1, START, null, 1), use(2, START.plusSeconds(9), null, 0));
        assertThat(verdict(findings, Promise.ONE_REQUEST_PER_KEY)).isEqualTo(Findings.Verdict.BROKEN);
        assertThat(findings.result(Promise.ONE_REQUEST_PER_KEY).examples().toString())
                .contains("shop/k-1", "2 requests", id(1).toString(), id(2).toString());
        assertThat(verdict(findings, Promise.ONE_EFFECT_PER_KEY)).isEqualTo(Findings.Verdict.KEPT);
    }

    @Test
    void twoRequests_eachWithItsEffect_breaksBoth() {
        Findings findings = judged(null, use(1, START, null, 1), use(2, START.plusSeconds(9), null, 1));
        assertThat(verdict(findings, Promise.ONE_REQUEST_PER_KEY)).isEqualTo(Findings.Verdict.BROKEN);
        assertThat(verdict(findings, Promise.ONE_EFFECT_PER_KEY)).isEqualTo(Findings.Verdict.BROKEN);
    }

    @Test
    void oneRequest_twoEffects_breaksTheEffect() {
        Findings findings = judged(null, use(1, START, null, 2));
        assertThat(verdict(findings, Promise.ONE_REQUEST_PER_KEY)).isEqualTo(Findings.Verdict.KEPT);
        assertThat(verdict(findings, Promise.ONE_EFFECT_PER_KEY)).isEqualTo(Findings.Verdict.BROKEN);
    }

    @Test
    void keyUsedAgain_afterItWasCleanedAway_isAnother() {
        Instant settled = START.plusSeconds(5);
        Findings findings = judged(KEPT, use(2, settled.plus(KEPT), null, 1), use(1, START, settled, 1));
        assertThat(findings.violations()).isZero();
        assertThat(findings.result(Promise.ONE_REQUEST_PER_KEY).examined()).isEqualTo(2);
        assertThat(findings.result(Promise.ONE_EFFECT_PER_KEY).examined()).isEqualTo(2);
    }

    @Test
    void keyUsedAgain_beforeItWasCleanedAwayOrWhileItIsOpen_isAViolation() {
        Instant settled = START.plusSeconds(5);
        Instant early = settled.plus(KEPT).minusSeconds(60);
        Instant late = settled.plus(KEPT.multipliedBy(9));
        assertThat(judged(KEPT, use(1, START, settled, 1), use(2, early, null, 1))
                        .violations())
                .isEqualTo(2);
        assertThat(judged(KEPT, use(1, START, null, 1), use(2, late, null, 1)).violations())
                .isEqualTo(2);
        assertThat(judged(null, use(1, START, settled, 1), use(2, late, null, 1))
                        .violations())
                .isEqualTo(2);
    }

    @Test
    void effects_withoutAJournalOfTheGateway_areNotChecked() {
        KeyUse stranger = new KeyUse("shop", "k-1", id(1), "stranger", START, null, 0);
        Findings findings = judged(null, stranger);
        assertThat(verdict(findings, Promise.ONE_REQUEST_PER_KEY)).isEqualTo(Findings.Verdict.KEPT);
        assertThat(verdict(findings, Promise.ONE_EFFECT_PER_KEY)).isEqualTo(Findings.Verdict.NOT_CHECKED);
        assertThat(findings.result(Promise.ONE_EFFECT_PER_KEY).skipped()).hasSize(1);
    }

    @Test
    void use_ofACaseFile_isFromItsFactsOrElseFromPostgres() {
        SampleHistory history = SampleHistory.straight();
        KeyUse byFacts = KeyUse.of(history.file()).orElseThrow();
        assertThat(byFacts.client() + "/" + byFacts.key()).isEqualTo("default/p-1");
        assertThat(byFacts.effects()).isEqualTo(1);
        assertThat(byFacts.settledAt()).isEqualTo(history.now);
        history.facts.clear();
        KeyUse byEvents = KeyUse.of(history.file()).orElseThrow();
        assertThat(byEvents.key()).isEqualTo("p-1");
        assertThat(byEvents.effects()).isEqualTo(1);
        history.events.clear();
        assertThat(KeyUse.of(history.file())).isEmpty();
    }

    private static Findings judged(Duration kept, KeyUse... uses) {
        ProofContext all = SampleHistory.straight().context();
        Findings findings = new Findings();
        KeyChecks.examine(
                "shop/k-1",
                List.of(uses),
                new ProofContext(
                        all.gateways(),
                        all.since(),
                        all.journals(),
                        all.journalsWithPosts(),
                        all.alerts(),
                        all.alarmsKept(),
                        all.now(),
                        all.grace(),
                        all.skew(),
                        kept,
                        null),
                findings);
        return findings;
    }

    private static KeyUse use(int number, Instant acceptedAt, Instant settledAt, int effects) {
        return new KeyUse("shop", "k-1", id(number), "strict", acceptedAt, settledAt, effects);
    }

    private static RequestId id(int number) {
        return new RequestId(new UUID(0x01a1e28244ff772eL, 0x897d_5274_8770_0000L + number));
    }

    private static Findings.Verdict verdict(Findings findings, Promise promise) {
        return findings.result(promise).verdict();
    }
}
