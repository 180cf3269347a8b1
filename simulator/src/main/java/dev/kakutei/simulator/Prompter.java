package dev.kakutei.simulator;

import java.util.List;
import java.util.Optional;

/**
 * Says what each request shall meet: a script's step, else what the request itself asks for, else what the mix draws.
 * Not safe for several threads: the desk's lock guards it.
 */
final class Prompter {
    private final ScriptBook scripts = new ScriptBook();
    private Mix mix;

    Prompter(Mix mix) {
        this.mix = mix;
    }

    Plan forPost(Post post, int nth) {
        Draw draw = draw(Occasion.POST, post.subject(), nth);
        Behaviour behaviour = scripts.next(Occasion.POST, post.subject(), post.key(), nth)
                .or(() -> Optional.ofNullable(post.magic()).flatMap(name -> MagicValue.meantBy(name, nth)))
                .orElseGet(() -> mix.choose(Occasion.POST, draw));
        return Plan.forPost(behaviour, draw);
    }

    Plan forLookup(Subject subject, int nth) {
        Draw draw = draw(Occasion.LOOKUP, subject, nth);
        Behaviour behaviour =
                scripts.next(Occasion.LOOKUP, subject, null, nth).orElseGet(() -> mix.choose(Occasion.LOOKUP, draw));
        return Plan.forLookup(behaviour, draw);
    }

    private Draw draw(Occasion occasion, Subject subject, int nth) {
        return Draw.of(mix.seed(), occasion, subject.kind(), subject.reference(), nth);
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
