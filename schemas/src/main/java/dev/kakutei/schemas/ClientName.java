package dev.kakutei.schemas;

import java.util.regex.Pattern;

/**
 * Who a request belongs to. A name goes into topics, logs, headers and addresses, so it has only characters that mean
 * nothing in any of them. An idempotency key names a request within its client: two clients may use the same one.
 */
public final class ClientName {
    /** Every caller, where access is open: there callers are not distinguished. */
    public static final String DEFAULT = "default";

    /** For error messages about an invalid name. */
    public static final String RULE = "1 to 50 small letters, digits and '-', not beginning with '-'";

    private static final Pattern FORM = Pattern.compile("[a-z0-9][a-z0-9-]{0,49}");

    private ClientName() {}

    /** @param text as the caller gave it; null is no name */
    public static boolean isValid(String text) {
        return text != null && FORM.matcher(text).matches();
    }

    /** The client's name out of {@link #actor}. */
    public static String of(String actor) {
        return actor.substring(actor.indexOf(':') + 1);
    }

    /** A client as a request's events name it: who did it. */
    public static String actor(String name) {
        return "client:" + name;
    }
}
