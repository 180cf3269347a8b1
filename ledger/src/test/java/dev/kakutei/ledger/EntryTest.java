package dev.kakutei.ledger;

import static dev.kakutei.ledger.Histories.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Category;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.Finding;
import dev.kakutei.schemas.InquiryFact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Outcome;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class EntryTest {
    @Test
    void begin_anythingButAnAcceptance_isRefused() {
        LedgerEvent started = event(1, new Fact.AttemptStarted(1, at(30), at(60)));
        LedgerEvent second = new LedgerEvent(
                Histories.ID,
                2,
                Histories.START,
                "ingest",
                Histories.acceptance(at(30), null).fact());

        assertThatThrownBy(() -> Entry.begin(started)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Entry.begin(second)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Observation.Arrived(started, null)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Observation.Arrived(second, null)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void apply_anEventThatIsNotTheNextOne_isABug() {
        Entry entry = Histories.accepted().entry();
        Fact started = new Fact.AttemptStarted(1, at(30), at(60));

        assertThatThrownBy(() -> entry.apply(event(1, started))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> entry.apply(event(3, started))).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() ->
                        entry.apply(new LedgerEvent(Histories.anotherId(7), 2, Histories.START, "verifier", started)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void apply_aSecondAcceptance_isABug() {
        Fact accepted = Histories.acceptance(at(30), null).fact();

        assertThatThrownBy(() -> Histories.accepted().then(Duration.ZERO, accepted))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void apply_anythingThatMovesAnEnd_isABug() {
        for (Map.Entry<String, Entry> history : Histories.all().entrySet()) {
            Entry entry = history.getValue();
            if (entry.status().terminal()) {
                LedgerEvent again = event(entry.seq() + 1, new Fact.AttemptStarted(9, at(30), at(60)));
                assertThatThrownBy(() -> entry.apply(again))
                        .as(history.getKey())
                        .isInstanceOf(IllegalStateException.class);
            }
        }
    }

    @Test
    void currentEventId_movesWithTheStateOnly() {
        Entry asked = Histories.doubted().asked(302).entry();

        assertThat(asked.seq()).isEqualTo(4);
        assertThat(asked.currentEventId()).isEqualTo(3);
    }

    @Test
    void firstSentAt_isTheFirstAttempts_andLastSendNotAfterTheLasts() {
        Entry entry =
                Histories.sent().retrying(2, Outcome.Doubt.NONE).sending(7).entry();

        assertThat(entry.attempts().firstSentAt()).isEqualTo(at(0));
        assertThat(entry.attempts().lastSendNotAfter()).isEqualTo(at(37));
    }

    @Test
    void gatewayReference_onceKnown_isKept() {
        Answer named = new Answer(Category.OK, 200, "PENDING", null, 3, Map.of(), "ref-1", null);
        Histories asked = Histories.doubted().asked(302);
        asked.then(Duration.ofSeconds(303), new InquiryFact.InquiryInconclusive(1, Finding.PENDING, named, 0, at(600)));

        assertThat(asked.entry().lastAnswer().reference()).isEqualTo("ref-1");
        assertThat(asked.withAPerson(700).entry().lastAnswer().reference()).isEqualTo("ref-1");
    }

    @Test
    void settled_asSuccess_showsNoErrorOfTheWayThere() {
        Entry entry = Histories.sent()
                .retrying(2, Outcome.Doubt.NONE)
                .sending(7)
                .settled(8, Fact.Verdict.SUCCEEDED, 2)
                .entry();

        assertThat(entry.lastAnswer().errorCode()).isNull();
        assertThat(entry.lastAnswer().errorMessage()).isNull();
        assertThat(entry.settlement().at()).isEqualTo(at(8));
        assertThat(entry.settlement().byAttempt()).isEqualTo(2);
    }

    private static LedgerEvent event(int seq, Fact fact) {
        return new LedgerEvent(Histories.ID, seq, Histories.START, "verifier", fact);
    }
}
