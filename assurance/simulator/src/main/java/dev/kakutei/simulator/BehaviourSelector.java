package dev.kakutei.simulator;

import java.util.List;
import java.util.Optional;

/**
 * Selects the behaviour that each request meets: a script's step, else what the request itself asks for, else what the mix
 * draws. Not safe for several threads: the {@link RequestProcessor}'s lock guards it.
 */
final class BehaviourSelector {
    private final Scripts scripts = new Scripts();
    private Mix mix;

    BehaviourSelector(Mix mix) {
        this.mix = mix;
    }

    Plan forPost(Post post, int nth) {
        Draw draw = draw(CallType.POST, post.subject(), nth);
        Behaviour behaviour = scripts.next(CallType.POST, post.subject(), post.key(), nth)
                .or(() -> Optional.ofNullable(post.magic()).flatMap(name -> MagicValue.meantBy(name, nth)))
                .orElseGet(() -> mix.choose(CallType.POST, draw));
        return Plan.forPost(behaviour, draw);
    }

    Plan forLookup(Subject subject, int nth) {
        Draw draw = draw(CallType.LOOKUP, subject, nth);
        Behaviour behaviour =
                scripts.next(CallType.LOOKUP, subject, null, nth).orElseGet(() -> mix.choose(CallType.LOOKUP, draw));
        return Plan.forLookup(behaviour, draw);
    }

    private Draw draw(CallType callType, Subject subject, int nth) {
        return Draw.of(mix.seed(), callType, subject.kind(), subject.reference(), nth);
    }

    /** All of them or, where there is no room, none. Answers how many are in force now. */
    int add(List<Script> more) {
        scripts.add(more);
        return scripts.size();
    }

    int clear() {
        int cleared = scripts.size();
        scripts.clear();
        return cleared;
    }

    int scripts() {
        return scripts.size();
    }

    Mix mix(Mix next) {
        mix = next;
        return next;
    }
}
