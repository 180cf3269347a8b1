package dev.kakutei.simulator;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All that was posted and decided for one reference. Changed by {@link GatewayState#apply} alone. */
final class Account {
    private final Subject subject;
    private final List<RecordedEffect> effects = new ArrayList<>(1);
    private final List<RecordedEffect> refusals = new ArrayList<>(0);
    private int posts;
    private int lookups;

    Account(Subject subject) {
        this.subject = subject;
    }

    void apply(JournalEntry e) {
        switch (e.type()) {
            case RECEIVED -> posts++;
            case LOOKUP -> lookups++;
            case APPLIED -> effects.add(RecordedEffect.of(e));
            case DECLINED -> refusals.add(RecordedEffect.of(e));
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

    RecordedEffect decided(String id) {
        return find(effects, id).or(() -> find(refusals, id)).orElseThrow();
    }

    private static Optional<RecordedEffect> find(List<RecordedEffect> among, String id) {
        return among.stream().filter(f -> f.id().equals(id)).findFirst();
    }

    /** What a look-up sees at this time: the latest effect that was not declined, else the latest refusal, else nothing. */
    Optional<RecordedEffect> visible(Instant now, Duration lag) {
        Optional<RecordedEffect> inEffect = Optional.empty();
        Optional<RecordedEffect> refused = Optional.empty();
        for (List<RecordedEffect> among : List.of(refusals, effects)) {
            for (RecordedEffect effect : among) {
                if (effect.at().plus(lag).isAfter(now)) {
                    continue;
                }
                if (effect.status().counts()) {
                    inEffect = Optional.of(effect);
                } else {
                    refused = Optional.of(effect);
                }
            }
        }
        return inEffect.isPresent() ? inEffect : refused;
    }

    Tally tally() {
        int inEffect = (int) effects.stream().filter(f -> f.status().counts()).count();
        return new Tally(
                subject.kind(),
                subject.reference(),
                posts,
                lookups,
                effects.size(),
                inEffect,
                refusals.size(),
                effects);
    }
}
