package dev.kakutei.simulator;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * Random behaviour that can be repeated: what a request meets depends on the seed, its kind, its reference and its
 * number, and on nothing else. What the shares leave over is OK.
 */
public record Mix(long seed, List<Share> posts, List<Share> lookups) {
    public static final Mix CALM = new Mix(0, List.of(), List.of());

    /** So many of all requests, from 0 to 1, behave like this. */
    public record Share(double probability, Behaviour behaviour) {
        @JsonCreator
        public Share(@JsonProperty("probability") double probability, @JsonProperty("behaviour") Behaviour behaviour) {
            this.probability = probability;
            this.behaviour = behaviour;
            if (!(probability >= 0 && probability <= 1) || behaviour == null) {
                throw new IllegalArgumentException("a share has a probability from 0 to 1, and a behaviour");
            }
        }
    }

    @JsonCreator
    public Mix(
            @JsonProperty("seed") long seed,
            @JsonProperty("posts") List<Share> posts,
            @JsonProperty("lookups") List<Share> lookups) {
        this.seed = seed;
        this.posts = checked(posts, CallType.POST);
        this.lookups = checked(lookups, CallType.LOOKUP);
    }

    private static List<Share> checked(List<Share> shares, CallType callType) {
        List<Share> copy = shares == null ? List.of() : List.copyOf(shares);
        double sum = 0;
        for (Share share : copy) {
            sum += share.probability();
            if (!share.behaviour().act().fits(callType)) {
                throw new IllegalArgumentException(share.behaviour().act() + " does not fit a " + callType);
            }
        }
        if (sum > 1 + 1e-9) {
            throw new IllegalArgumentException("the shares for a " + callType + " sum to more than 1: " + sum);
        }
        return copy;
    }

    public Mix withSeed(long other) {
        return new Mix(other, posts, lookups);
    }

    Behaviour choose(CallType callType, Draw draw) {
        double at = draw.next();
        for (Share share : callType == CallType.POST ? posts : lookups) {
            at -= share.probability();
            if (at < 0) {
                return share.behaviour();
            }
        }
        return Behaviour.ok();
    }
}
