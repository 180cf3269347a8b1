package dev.kakutei.simulator;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All that the gateway knows, as a fold of its journal: {@link #apply} is the only way to change it, live and on reload
 * alike, so there is nothing here that the journal does not say. Not safe for several threads: the
 * {@link RequestProcessor}'s lock guards it.
 */
final class GatewayState {
    /** What an Idempotency-Key is bound to, once something was decided under it. */
    record Binding(Subject subject, String id, long post, String digest, Instant since) {}

    private record KeyOf(Kind kind, String key) {}

    private final Duration keyTtl;
    private final Map<Subject, Account> accounts = new HashMap<>();
    /** In order of binding, so that what expires first comes first. */
    private final Map<KeyOf, Binding> keys = new LinkedHashMap<>();

    private final Map<Long, JournalEntry> deferred = new LinkedHashMap<>();
    private final Map<String, JournalEntry> pending = new LinkedHashMap<>();
    private long seq;
    private long applied;

    GatewayState(Duration keyTtl) {
        this.keyTtl = keyTtl;
    }

    void apply(JournalEntry e) {
        if (e.seq() != seq + 1) {
            throw new IllegalStateException("seq " + e.seq() + " after " + seq);
        }
        seq = e.seq();
        accounts.computeIfAbsent(e.subject(), Account::new).apply(e);
        switch (e.type()) {
            case RECEIVED -> {
                if (e.due() != null) {
                    deferred.put(e.post(), e);
                }
            }
            case APPLIED -> {
                applied++;
                deferred.remove(e.post());
                bind(e);
                if (e.due() != null) {
                    pending.put(e.id(), e);
                }
            }
            case DECLINED -> bind(e);
            case SETTLED -> pending.remove(e.id());
            case REPLIED, DROPPED, LOOKUP -> {}
        }
    }

    private void bind(JournalEntry e) {
        if (e.key() == null) {
            return;
        }
        removeExpired(e.at());
        KeyOf key = new KeyOf(e.kind(), e.key());
        keys.remove(key);
        keys.put(key, new Binding(e.subject(), e.id(), e.post(), e.digest(), e.at()));
    }

    private void removeExpired(Instant now) {
        for (Iterator<Binding> oldest = keys.values().iterator(); oldest.hasNext(); ) {
            if (!expired(oldest.next(), now)) {
                return;
            }
            oldest.remove();
        }
    }

    private boolean expired(Binding binding, Instant now) {
        return !now.isBefore(binding.since().plus(keyTtl));
    }

    Optional<Binding> binding(Kind kind, String key, Instant now) {
        return Optional.ofNullable(keys.get(new KeyOf(kind, key))).filter(b -> !expired(b, now));
    }

    /** The account, or an empty one that is not kept: asking changes nothing. */
    Account account(Subject subject) {
        Account known = accounts.get(subject);
        return known == null ? new Account(subject) : known;
    }

    /** Posts that were received to be applied later, and are not applied yet. */
    List<JournalEntry> deferred() {
        return List.copyOf(deferred.values());
    }

    /** Pending effects that have not settled yet. */
    List<JournalEntry> pending() {
        return List.copyOf(pending.values());
    }

    List<Tally> tallies() {
        List<Tally> all = new ArrayList<>(accounts.size());
        accounts.values().forEach(account -> all.add(account.tally()));
        return all;
    }

    long seq() {
        return seq;
    }

    long applied() {
        return applied;
    }

    int references() {
        return accounts.size();
    }
}
