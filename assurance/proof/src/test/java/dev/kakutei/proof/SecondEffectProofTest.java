package dev.kakutei.proof;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.proof.check.CaseCheck;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.SecondEffect;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A request that a person had sent again, though an earlier attempt may have taken effect. */
class SecondEffectProofTest {
    private static final SecondEffect UNACCEPTED = null;

    @Test
    void sentAgain_unaccepted_isAViolation() {
        SampleHistory history = sentAgain("strict", 0, UNACCEPTED).succeeds(2);

        assertThat(broken(history)).containsExactly(Promise.RETRIED_WHEN_SAFE);
        assertThat(findings(history).result(Promise.RETRIED_WHEN_SAFE).examples())
                .anyMatch(example -> example.sentence().contains("accepted"));
    }

    @Test
    void sentAgain_accepted_isNone() {
        assertThat(broken(sentAgain("strict", 0, SecondEffect.ACCEPTED)
                        .succeeds(2)
                        .raise("perhaps_twice")))
                .isEmpty();
    }

    /** One acceptance is for one attempt. */
    @Test
    void sentAgain_acceptedOnceAndMadeTwice_isAViolation() {
        SampleHistory history = sentAgain("strict", 0, SecondEffect.ACCEPTED);
        history.fact(new Fact.AttemptDeferred(
                2, SampleHistory.answer(Category.SERVER_ERROR, 500), Outcome.Doubt.POSSIBLE, history.now));
        history.attempt(3);

        assertThat(broken(history)).contains(Promise.RETRIED_WHEN_SAFE);
    }

    @Test
    void sentAgain_beyondTheKeysMemory_isAViolationUnlessAccepted() {
        long hours = 3 * 3_600;

        assertThat(broken(sentAgain("forgiving", hours, UNACCEPTED).succeeds(2)))
                .containsExactly(Promise.WITHIN_KEY_MEMORY);
        assertThat(broken(sentAgain("forgiving", hours, SecondEffect.ACCEPTED)
                        .succeeds(2)
                        .raise("perhaps_twice")))
                .isEmpty();
    }

    /** What a person accepted is shown all the same: the money was taken twice. */
    @Test
    void twoEffects_accepted_areReportedAsSuch() {
        SampleHistory history = sentAgain("strict", 0, SecondEffect.ACCEPTED).applies("e-1");
        history.succeeds(2).raise("perhaps_twice");

        assertThat(broken(history)).containsExactly(Promise.ONE_EFFECT);
        assertThat(findings(history).result(Promise.ONE_EFFECT).examples())
                .anyMatch(example -> example.sentence().contains("a person accepted"));
    }

    private static SampleHistory sentAgain(String gateway, long afterSeconds, SecondEffect acceptance) {
        SampleHistory history =
                new SampleHistory(gateway).attempt(1).reaches(1).unknown().toPerson();
        history.pass(afterSeconds)
                .fact(new Fact.OperatorActed(
                        "o-1",
                        OperatorAction.Type.SEND_AGAIN,
                        "the customer waits",
                        Outcome.Doubt.POSSIBLE,
                        acceptance))
                .raise("perhaps_twice");
        return history.attempt(2).reaches(2).applies("e-2");
    }

    private static Findings findings(SampleHistory history) {
        Findings findings = new Findings();
        CaseCheck.of(history.file(), history.context(), findings);
        return findings;
    }

    private static List<Promise> broken(SampleHistory history) {
        Findings findings = findings(history);
        return Stream.of(Promise.values())
                .filter(promise -> findings.result(promise).verdict() == Findings.Verdict.BROKEN)
                .toList();
    }
}
