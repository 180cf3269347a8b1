package dev.kakutei.boot.secret;

import dev.kakutei.boot.renew.UnusableValue;
import dev.kakutei.schemas.gateway.Gateway;
import dev.kakutei.schemas.gateway.Secret;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/** The secrets of one gateway. Its {@code toString} does not show them. */
public final class Secrets {
    private final Map<Secret, RotatingSecret> kept;

    private Secrets(Map<Secret, RotatingSecret> kept) {
        this.kept = Map.copyOf(kept);
    }

    /**
     * Finds them all.
     *
     * @throws IllegalStateException where one is missing; {@link #mistakes} says it before, and of all
     */
    public static Secrets of(Gateway gateway, Map<String, String> environment) {
        return of(gateway, environment, System::nanoTime);
    }

    static Secrets of(Gateway gateway, Map<String, String> environment, LongSupplier nanoTime) {
        Map<Secret, RotatingSecret> kept = new HashMap<>();
        List<String> mistakes = find(gateway, environment, nanoTime, kept);
        if (!mistakes.isEmpty()) {
            throw new IllegalStateException(String.join("; ", mistakes));
        }
        return new Secrets(kept);
    }

    /** What is missing or cannot be used, each with its place in the gateway file. */
    public static List<String> mistakes(Gateway gateway, Map<String, String> environment) {
        return find(gateway, environment, System::nanoTime, new HashMap<>());
    }

    /** The secret itself, as it is now. */
    public String reveal(Secret secret) {
        RotatingSecret found = kept.get(secret);
        if (found == null) {
            throw new IllegalStateException("a secret that the gateway does not have");
        }
        return found.reveal();
    }

    /** What must never be in a text that is kept: every secret, and the one before it. */
    public List<String> known() {
        TreeSet<String> known = new TreeSet<>();
        kept.values().forEach(secret -> known.addAll(secret.known()));
        return List.copyOf(known);
    }

    private static List<String> find(
            Gateway gateway, Map<String, String> environment, LongSupplier nanoTime, Map<Secret, RotatingSecret> kept) {
        List<String> mistakes = new ArrayList<>();
        for (SecretUse use : SecretUse.of(gateway)) {
            try {
                RotatingSecret found = new RotatingSecret(new SecretSource(use, environment), nanoTime);
                // used twice, it must be fit for both, today and when it is renewed
                kept.merge(use.secret(), found, (one, other) -> use.form() == SecretUse.Form.HEADER ? other : one);
            } catch (UnusableValue e) {
                mistakes.add(use.entry() + ": " + e.getMessage());
            }
        }
        return mistakes;
    }

    @Override
    public String toString() {
        return "***";
    }
}
