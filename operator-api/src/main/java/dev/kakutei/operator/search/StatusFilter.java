package dev.kakutei.operator.search;

import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.RequestStatus;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The states that are searched for, for each kind: the status that callers see depends on both.
 *
 * @param pendingVerification whether the outcome must be in doubt, or must not; null where that does not matter
 */
public record StatusFilter(Map<RequestKind, Set<Status>> byKind, Boolean pendingVerification) {
    public static final StatusFilter ANY = new StatusFilter(each(kind -> EnumSet.allOf(Status.class)));
    /** Before an attempt was made, and after the end, nothing is in doubt. */
    private static final Set<Status> MAY_BE_IN_DOUBT =
            EnumSet.of(Status.SENDING, Status.RETRYING, Status.HELD, Status.VERIFYING, Status.VERIFICATION_FAILED);

    public StatusFilter {
        Map<RequestKind, Set<Status>> given = byKind;
        byKind = each(kind -> given.getOrDefault(kind, Set.of()));
    }

    /** In doubt or not. */
    public StatusFilter(Map<RequestKind, Set<Status>> byKind) {
        this(byKind, null);
    }

    /** States by the ledger's own names, and by the status that callers see; all of them together. */
    public static StatusFilter either(Collection<Status> states, Collection<RequestStatus> outward) {
        return ANY.where((kind, state) -> states.contains(state) || outward.contains(state.outward(kind)));
    }

    public StatusFilter only(RequestKind wanted) {
        return where((kind, state) -> kind == wanted);
    }

    public StatusFilter only(Predicate<Status> wanted) {
        return where((kind, state) -> wanted.test(state));
    }

    public StatusFilter inDoubt(boolean wanted) {
        StatusFilter states = only(wanted ? MAY_BE_IN_DOUBT::contains : state -> !state.pendingVerification());
        return new StatusFilter(states.byKind, wanted);
    }

    public boolean nothing() {
        return byKind.values().stream().allMatch(Set::isEmpty);
    }

    /** Whether the state chooses nothing: of each kind that is looked for, every state. */
    public boolean everyState() {
        return !nothing()
                && byKind.values().stream()
                        .allMatch(states -> states.isEmpty() || states.size() == Status.values().length);
    }

    public Set<Status> of(RequestKind kind) {
        return byKind.get(kind);
    }

    Set<Status> states() {
        Set<Status> states = EnumSet.noneOf(Status.class);
        byKind.values().forEach(states::addAll);
        return states;
    }

    private StatusFilter where(BiPredicate<RequestKind, Status> condition) {
        return new StatusFilter(each(kind -> kept(kind, condition)), pendingVerification);
    }

    private Set<Status> kept(RequestKind kind, BiPredicate<RequestKind, Status> condition) {
        Set<Status> kept = EnumSet.noneOf(Status.class);
        of(kind).stream().filter(state -> condition.test(kind, state)).forEach(kept::add);
        return kept;
    }

    private static Map<RequestKind, Set<Status>> each(Function<RequestKind, Set<Status>> states) {
        return Stream.of(RequestKind.values())
                .collect(Collectors.toUnmodifiableMap(kind -> kind, kind -> Set.copyOf(states.apply(kind))));
    }
}
