package dev.kakutei.simulator;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One reference in the books. Changed by {@link Books#apply} alone. */
final class Account {
    private final Subject subject;
    private final List<Effect> effects = new ArrayList<>(1);
    private final List<Effect> refusals = new ArrayList<>(0);
    private int posts;
    private int lookups;

    Account(Subject subject) {
        this.subject = subject;
    }

    void apply(JournalEntry e) {
        switch (e.type()) {
            case RECEIVED -> posts++;
            case LOOKUP -> lookups++;
            case APPLIED -> effects.add(Effect.of(e));
            case DECLINED -> refusals.add(Effect.of(e));
            case SETTLED -> effects.replaceAll(f -> f.id().equals(e.id()) ? f.settled(e.status()) : f);
            case REPLIED, DROPPED -> {}
        }
    }

    int posts() {
        return posts;
    }

    int lookups() {
        return lookups;
    }

    Effect decided(String id) {
        return find(effects, id).or(() -> find(refusals, id)).orElseThrow();
    }

    private static Optional<Effect> find(List<Effect> among, String id) {
        return among.stream().filter(f -> f.id().equals(id)).findFirst();
    }

    /** What a look-up sees at this time: the latest effect that stands, else the latest refusal, else nothing. */
    Optional<Effect> visible(Instant now, Duration lag) {
        Optional<Effect> standing = Optional.empty();
        Optional<Effect> refused = Optional.empty();
        for (List<Effect> among : List.of(refusals, effects)) {
            for (Effect effect : among) {
                if (effect.at().plus(lag).isAfter(now)) {
                    continue;
                }
                if (effect.status().counts()) {
                    standing = Optional.of(effect);
                } else {
                    refused = Optional.of(effect);
                }
            }
        }
        return standing.isPresent() ? standing : refused;
    }

    Tally tally() {
        int standing = (int) effects.stream().filter(f -> f.status().counts()).count();
        return new Tally(
                subject.kind(),
                subject.reference(),
                posts,
                lookups,
                effects.size(),
                standing,
                refusals.size(),
                effects);
    }
}
