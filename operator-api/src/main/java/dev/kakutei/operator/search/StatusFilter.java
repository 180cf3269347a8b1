package dev.kakutei.operator.search;

import dev.kakutei.ledger.Status;
import dev.kakutei.schemas.RequestKind;
import dev.kakutei.schemas.RequestStatus;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * The states that are searched for, for each kind: the status that callers see depends on both.
 *
 * @param pendingVerification whether the outcome must be in doubt, or must not; null where that does not matter
 */
public record StatusFilter(Set<Status> orders, Set<Status> payments, Boolean pendingVerification) {
    public static final StatusFilter ANY =
            new StatusFilter(EnumSet.allOf(Status.class), EnumSet.allOf(Status.class), null);
    /** Before an attempt was made, and after the end, nothing is in doubt. */
    private static final Set<Status> MAY_BE_IN_DOUBT =
            EnumSet.of(Status.SENDING, Status.RETRYING, Status.HELD, Status.VERIFYING, Status.VERIFICATION_FAILED);

    public StatusFilter {
        orders = Set.copyOf(orders);
        payments = Set.copyOf(payments);
    }

    /** In doubt or not. */
    public StatusFilter(Set<Status> orders, Set<Status> payments) {
        this(orders, payments, null);
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
        return new StatusFilter(states.orders, states.payments, wanted);
    }

    public boolean nothing() {
        return orders.isEmpty() && payments.isEmpty();
    }

    /** Whether the state chooses nothing: of each kind that is looked for, every state. */
    public boolean everyState() {
        return !nothing()
                && (orders.isEmpty() || orders.equals(ANY.orders))
                && (payments.isEmpty() || payments.equals(ANY.payments));
    }

    public Set<Status> of(RequestKind kind) {
        return switch (kind) {
            case ORDER -> orders;
            case PAYMENT -> payments;
        };
    }

    Set<Status> states() {
        Set<Status> states = EnumSet.noneOf(Status.class);
        states.addAll(orders);
        states.addAll(payments);
        return states;
    }

    private StatusFilter where(BiPredicate<RequestKind, Status> condition) {
        return new StatusFilter(
                kept(RequestKind.ORDER, condition), kept(RequestKind.PAYMENT, condition), pendingVerification);
    }

    private Set<Status> kept(RequestKind kind, BiPredicate<RequestKind, Status> condition) {
        Set<Status> kept = EnumSet.noneOf(Status.class);
        of(kind).stream().filter(state -> condition.test(kind, state)).forEach(kept::add);
        return kept;
    }
}
