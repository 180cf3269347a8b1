package dev.kakutei.proof.check;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Telling;
import dev.kakutei.proof.Life;
import dev.kakutei.proof.Promise;
import dev.kakutei.proof.StoredEvent;
import dev.kakutei.schemas.AuditChain;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.Result;
import dev.kakutei.schemas.codec.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether our own books agree with each other, and are whole. */
final class RecordChecks {
    private final Examination one;

    private RecordChecks(Examination one) {
        this.one = one;
    }

    static void examine(Examination one) {
        RecordChecks checks = new RecordChecks(one);
        checks.factsDense();
        checks.allAnnounced();
        checks.factsStored();
        checks.auditChain();
        checks.nobodyForgotten();
        checks.oneResult();
    }

    private void factsDense() {
        if (one.file().facts().isEmpty() || !one.canJudge(Promise.FACTS_DENSE)) {
            return;
        }
        one.count(Promise.FACTS_DENSE);
        if (one.life().fault() != null) {
            one.violate(
                    Promise.FACTS_DENSE,
                    "fact " + (one.life().steps().size() + 1) + ": "
                            + one.life().fault());
        }
    }

    private void allAnnounced() {
        if (one.file().events().isEmpty()
                || one.mayHaveLost(Promise.ALL_ANNOUNCED)
                || !one.canCompare(Promise.ALL_ANNOUNCED)) {
            return;
        }
        one.count(Promise.ALL_ANNOUNCED);
        if (one.file().facts().isEmpty()) {
            one.violate(
                    Promise.ALL_ANNOUNCED,
                    "was accepted at " + one.file().events().get(0).at() + " and is not on the ledger topic");
        }
    }

    private void factsStored() {
        if (one.file().facts().isEmpty()
                || one.mayHaveLost(Promise.FACTS_STORED)
                || !one.canCompare(Promise.FACTS_STORED)) {
            return;
        }
        if (one.file().events().isEmpty() && isCleaned()) {
            one.skip(Promise.FACTS_STORED, "old enough to have been cleaned away");
            return;
        }
        one.count(Promise.FACTS_STORED);
        Map<Integer, StoredEvent> stored = new HashMap<>();
        one.file().events().forEach(event -> stored.put(event.eventId(), event));
        for (LedgerEvent fact : one.file().facts()) {
            StoredEvent event = stored.remove(fact.seq());
            if (event == null) {
                one.violate(Promise.FACTS_STORED, "fact " + fact.seq() + " is on the topic and not in Postgres");
            } else {
                same(fact, event);
            }
        }
        stored.keySet()
                .forEach(seq -> one.violate(
                        Promise.FACTS_STORED, "event " + seq + " is in Postgres and not on the ledger topic"));
    }

    private void same(LedgerEvent fact, StoredEvent event) {
        String difference;
        try {
            Fact stored = Json.MAPPER.readValue(event.fact(), Fact.class);
            if (!stored.equals(fact.fact())) {
                difference = "another fact";
            } else if (!event.at().equals(fact.at())) {
                difference = "another time, " + event.at();
            } else if (!event.actor().equals(fact.by())) {
                difference = "another actor, " + event.actor();
            } else {
                return;
            }
        } catch (JsonProcessingException e) {
            difference = "no fact";
        }
        one.violate(Promise.FACTS_STORED, "event " + fact.seq() + " in Postgres is " + difference);
    }

    private boolean isCleaned() {
        return one.terms().kept() != null
                && one.life()
                        .now()
                        .filter(entry -> entry.status().terminal())
                        .filter(entry -> entry.settledAt()
                                .plus(one.terms().kept())
                                .isBefore(one.terms().now()))
                        .isPresent();
    }

    private void auditChain() {
        if (one.file().events().isEmpty() || !one.canJudge(Promise.AUDIT_CHAIN)) {
            return;
        }
        one.count(Promise.AUDIT_CHAIN);
        String previous = null;
        int expected = 1;
        for (StoredEvent event : one.file().events()) {
            String chain = AuditChain.next(
                    previous, one.file().id(), event.eventId(), event.at(), event.actor(), event.fact());
            if (event.eventId() != expected) {
                one.violate(Promise.AUDIT_CHAIN, "event " + expected + " is missing from the chain");
                return;
            }
            if (!chain.equals(event.chain())) {
                one.violate(
                        Promise.AUDIT_CHAIN,
                        "the chain breaks at event " + event.eventId() + ": "
                                + (event.chain() == null ? "it is not chained" : "its hash is not that of its text"));
                return;
            }
            previous = chain;
            expected++;
        }
    }

    private void nobodyForgotten() {
        Optional<Entry> now = one.life().now();
        if (now.isEmpty() || !one.canJudge(Promise.NOBODY_FORGOTTEN)) {
            return;
        }
        one.count(Promise.NOBODY_FORGOTTEN);
        Entry entry = now.get();
        if (entry.status().terminal() || entry.status().waitsForPerson()) {
            return;
        }
        if (entry.dueAt() == null) {
            if (entry.updatedAt().isBefore(one.terms().cut())) {
                one.violate(
                        Promise.NOBODY_FORGOTTEN,
                        "is " + entry.status().word() + " since " + entry.updatedAt() + " without a timer");
            }
        } else if (entry.dueAt().isBefore(one.terms().cut())) {
            one.violate(
                    Promise.NOBODY_FORGOTTEN,
                    "is " + entry.status().word() + ", and its timer was due at " + entry.dueAt());
        }
    }

    private void oneResult() {
        if (one.life().steps().isEmpty() || !one.canCompare(Promise.ONE_RESULT)) {
            return;
        }
        one.count(Promise.ONE_RESULT);
        List<Result> results = one.file().results();
        Optional<Life.Step> settlement = one.life().settlement();
        if (settlement.isEmpty()) {
            if (!results.isEmpty()) {
                one.violate(
                        Promise.ONE_RESULT, "has a result, " + results.get(0).verdict() + ", and is not settled");
            }
            return;
        }
        if (results.size() != 1) {
            one.violate(Promise.ONE_RESULT, "is settled, and has " + results.size() + " results");
        } else if (!Telling.result(settlement.get().after()).equals(results.get(0))) {
            one.violate(Promise.ONE_RESULT, "its result does not say what was settled");
        }
    }
}
