package dev.kakutei.proof.check;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.ResultMessages;
import dev.kakutei.proof.FactHistory;
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

/** Whether the system's own records agree with each other, and are complete. */
final class RecordChecks {
    private final CaseCheck check;

    private RecordChecks(CaseCheck check) {
        this.check = check;
    }

    static void examine(CaseCheck check) {
        RecordChecks checks = new RecordChecks(check);
        checks.factsDense();
        checks.allAnnounced();
        checks.factsStored();
        checks.auditChain();
        checks.noRequestStuck();
        checks.oneResult();
    }

    private void factsDense() {
        if (check.file().facts().isEmpty() || !check.canJudge(Promise.FACTS_DENSE)) {
            return;
        }
        check.count(Promise.FACTS_DENSE);
        if (check.history().fault() != null) {
            check.violate(
                    Promise.FACTS_DENSE,
                    "fact " + (check.history().steps().size() + 1) + ": "
                            + check.history().fault());
        }
    }

    private void allAnnounced() {
        if (check.file().events().isEmpty()
                || check.mayHaveLost(Promise.ALL_ANNOUNCED)
                || !check.canCompare(Promise.ALL_ANNOUNCED)) {
            return;
        }
        check.count(Promise.ALL_ANNOUNCED);
        if (check.file().facts().isEmpty()) {
            check.violate(
                    Promise.ALL_ANNOUNCED,
                    "was accepted at " + check.file().events().get(0).at() + " and is not on the ledger topic");
        }
    }

    private void factsStored() {
        if (check.file().facts().isEmpty()
                || check.mayHaveLost(Promise.FACTS_STORED)
                || !check.canCompare(Promise.FACTS_STORED)) {
            return;
        }
        if (check.file().events().isEmpty() && isCleaned()) {
            check.skip(Promise.FACTS_STORED, "old enough to have been cleaned away");
            return;
        }
        check.count(Promise.FACTS_STORED);
        Map<Integer, StoredEvent> stored = new HashMap<>();
        check.file().events().forEach(event -> stored.put(event.eventId(), event));
        for (LedgerEvent fact : check.file().facts()) {
            StoredEvent event = stored.remove(fact.seq());
            if (event == null) {
                check.violate(Promise.FACTS_STORED, "fact " + fact.seq() + " is on the topic and not in Postgres");
            } else {
                same(fact, event);
            }
        }
        stored.keySet()
                .forEach(seq -> check.violate(
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
        check.violate(Promise.FACTS_STORED, "event " + fact.seq() + " in Postgres is " + difference);
    }

    private boolean isCleaned() {
        return check.context().kept() != null
                && check.history()
                        .now()
                        .filter(entry -> entry.status().terminal())
                        .filter(entry -> entry.settlement()
                                .at()
                                .plus(check.context().kept())
                                .isBefore(check.context().now()))
                        .isPresent();
    }

    private void auditChain() {
        if (check.file().events().isEmpty() || !check.canJudge(Promise.AUDIT_CHAIN)) {
            return;
        }
        check.count(Promise.AUDIT_CHAIN);
        String previous = null;
        int expected = 1;
        for (StoredEvent event : check.file().events()) {
            String chain = AuditChain.next(
                    previous, check.file().id(), event.eventId(), event.at(), event.actor(), event.fact());
            if (event.eventId() != expected) {
                check.violate(Promise.AUDIT_CHAIN, "event " + expected + " is missing from the chain");
                return;
            }
            if (!chain.equals(event.chain())) {
                check.violate(
                        Promise.AUDIT_CHAIN,
                        "the chain breaks at event " + event.eventId() + ": "
                                + (event.chain() == null ? "it is not chained" : "its hash is not that of its text"));
                return;
            }
            previous = chain;
            expected++;
        }
    }

    private void noRequestStuck() {
        Optional<Entry> now = check.history().now();
        if (now.isEmpty() || !check.canJudge(Promise.NO_REQUEST_STUCK)) {
            return;
        }
        check.count(Promise.NO_REQUEST_STUCK);
        Entry entry = now.get();
        if (entry.status().terminal() || entry.status().waitsForPerson()) {
            return;
        }
        if (entry.dueAt() == null) {
            if (entry.updatedAt().isBefore(check.context().cut())) {
                check.violate(
                        Promise.NO_REQUEST_STUCK,
                        "is " + entry.status().word() + " since " + entry.updatedAt() + " without a timer");
            }
        } else if (entry.dueAt().isBefore(check.context().cut())) {
            check.violate(
                    Promise.NO_REQUEST_STUCK,
                    "is " + entry.status().word() + ", and its timer was due at " + entry.dueAt());
        }
    }

    private void oneResult() {
        if (check.history().steps().isEmpty() || !check.canCompare(Promise.ONE_RESULT)) {
            return;
        }
        check.count(Promise.ONE_RESULT);
        List<Result> results = check.file().results();
        Optional<FactHistory.Step> settlement = check.history().settlement();
        if (settlement.isEmpty()) {
            if (!results.isEmpty()) {
                check.violate(
                        Promise.ONE_RESULT, "has a result, " + results.get(0).verdict() + ", and is not settled");
            }
            return;
        }
        if (results.size() != 1) {
            check.violate(Promise.ONE_RESULT, "is settled, and has " + results.size() + " results");
        } else if (!ResultMessages.result(settlement.get().after()).equals(results.get(0))) {
            check.violate(Promise.ONE_RESULT, "its result does not say what was settled");
        }
    }
}
