package dev.kakutei.boot.secret;

import dev.kakutei.boot.renew.UnusableValue;
import dev.kakutei.schemas.gateway.Secret;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A secret that a setting names by reference: {@code env:NAME} or {@code file:PATH}. Its {@code toString} does not show
 * it.
 */
public final class ReferencedSecret {
    private static final Pattern REFERENCE = Pattern.compile("env:([A-Za-z_][A-Za-z0-9_]{0,127})|file:(.+)");

    private final RotatingSecret kept;

    private ReferencedSecret(RotatingSecret kept) {
        this.kept = kept;
    }

    /** Empty for what is no reference. It is not repeated in any message: it may be the secret itself. */
    public static Optional<Secret> reference(String text) {
        Matcher matcher = REFERENCE.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Optional.of(
                matcher.group(1) == null
                        ? new Secret(Secret.Source.FILE, matcher.group(2))
                        : new Secret(Secret.Source.ENV, matcher.group(1)));
    }

    /** Why it cannot be used. */
    public static Optional<String> mistake(String entry, Secret secret, Map<String, String> environment) {
        return mistake(new SecretUse(entry, secret, SecretUse.Form.ANY_TEXT), environment);
    }

    /** Why it cannot be used in a header. */
    public static Optional<String> headerMistake(String entry, Secret secret, Map<String, String> environment) {
        return mistake(new SecretUse(entry, secret, SecretUse.Form.HEADER), environment);
    }

    private static Optional<String> mistake(SecretUse use, Map<String, String> environment) {
        try {
            new SecretSource(use, environment).read();
            return Optional.empty();
        } catch (UnusableValue e) {
            return Optional.of(e.getMessage());
        }
    }

    /** @throws IllegalStateException where it is missing; {@link #mistake} says it before */
    public static ReferencedSecret of(String entry, Secret secret, Map<String, String> environment) {
        return of(new SecretUse(entry, secret, SecretUse.Form.ANY_TEXT), environment);
    }

    /**
     * One that goes into a header as it is; a renewed one that cannot is not taken. {@link #headerMistake} says it
     * before.
     */
    public static ReferencedSecret ofHeader(String entry, Secret secret, Map<String, String> environment) {
        return of(new SecretUse(entry, secret, SecretUse.Form.HEADER), environment);
    }

    private static ReferencedSecret of(SecretUse use, Map<String, String> environment) {
        try {
            return new ReferencedSecret(new RotatingSecret(new SecretSource(use, environment), System::nanoTime));
        } catch (UnusableValue e) {
            throw new IllegalStateException(use.entry() + ": " + e.getMessage());
        }
    }

    /** As it is now. */
    public String reveal() {
        return kept.reveal();
    }

    @Override
    public String toString() {
        return "***";
    }
}
