package dev.kakutei.boot.redact;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.net.URLEncoder;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Takes out of a text what must not be stored (SPEC F4): the gateway's own secrets, which it may echo, and what looks
 * like one: card numbers, tokens, keys, values of fields that are named like secrets. It errs on the side of taking out:
 * one number in ten that is long enough passes for a card's.
 *
 * <p>Where the promise ends: a secret that is shorter than four characters, that stands in a prose sentence in no form
 * known here, or that the gateway has encoded in a way of its own.
 */
public final class Redaction {
    public static final String MASK = "***";
    /** For where no secrets are known. */
    public static final Redaction PLAIN = new Redaction(List::of);

    /** A shorter one would blot out half of every text. */
    private static final int SHORTEST_SECRET = 4;

    /** Possessive and without nesting: one pass, whatever the text. */
    private static final Pattern BEARER =
            Pattern.compile("\\b(bearer|basic)\\s++[a-z0-9._~+/=-]{6,}+", Pattern.CASE_INSENSITIVE);

    private static final Pattern WEB_TOKEN =
            Pattern.compile("\\beyJ[A-Za-z0-9_-]{5,4096}+\\.[A-Za-z0-9_-]{5,4096}+(?:\\.[A-Za-z0-9_-]*+)?");
    private static final Pattern KEY =
            Pattern.compile("\\b(?:[prs]k_(?:live|test)_[A-Za-z0-9]{6,}+|(?:AKIA|ASIA)[0-9A-Z]{16})");
    private static final String PEM_BEGIN = "-----BEGIN ";
    private static final String PEM_END = "-----END ";
    private static final String PEM_RULE = "-----";

    private final Supplier<? extends Collection<String>> secrets;

    /** @param secrets the gateway's own as they are now; they may be renewed */
    public Redaction(Supplier<? extends Collection<String>> secrets) {
        this.secrets = requireNonNull(secrets, "secrets");
    }

    public String redact(String text) {
        if (text == null) {
            return null;
        }
        String named = SecretFields.masked(keys(withoutSecrets(text)));
        String tokens = WEB_TOKEN.matcher(named).replaceAll(MASK);
        String bearers = BEARER.matcher(tokens).replaceAll("$1 " + MASK);
        return CardNumbers.masked(KEY.matcher(bearers).replaceAll(MASK));
    }

    /** Only the gateway's own: for a name that must stay as it is, though it may look like a card's number. */
    public String withoutSecrets(String text) {
        if (text == null) {
            return null;
        }
        List<String> forms = secrets.get().stream()
                .filter(secret -> secret.length() >= SHORTEST_SECRET)
                .flatMap(Redaction::forms)
                .distinct()
                // a secret may be part of another one
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
        String clean = text;
        for (String form : forms) {
            clean = clean.replace(form, MASK);
        }
        for (String form : forms) {
            clean = withoutBeginningAtTheEnd(clean, form);
        }
        return clean;
    }

    /** A text that was cut may end in the middle of a secret. */
    private static String withoutBeginningAtTheEnd(String text, String secret) {
        for (int length = Math.min(secret.length() - 1, text.length()); length >= SHORTEST_SECRET; length--) {
            if (text.regionMatches(text.length() - length, secret, 0, length)) {
                return text.substring(0, text.length() - length) + MASK;
            }
        }
        return text;
    }

    /** As it is, as it stands in JSON, and as it stands in a form or an address. */
    private static Stream<String> forms(String secret) {
        return Stream.of(
                secret,
                String.valueOf(JsonStringEncoder.getInstance().quoteAsString(secret)),
                URLEncoder.encode(secret, UTF_8));
    }

    private static String keys(String text) {
        int begin = text.indexOf(PEM_BEGIN);
        if (begin < 0) {
            return text;
        }
        StringBuilder clean = new StringBuilder(text.length());
        int from = 0;
        while (begin >= 0) {
            clean.append(text, from, begin).append(MASK);
            from = endOfKey(text, begin);
            begin = text.indexOf(PEM_BEGIN, from);
        }
        return clean.append(text, from, text.length()).toString();
    }

    private static int endOfKey(String text, int begin) {
        int end = text.indexOf(PEM_END, begin);
        int rule = end < 0 ? -1 : text.indexOf(PEM_RULE, end + PEM_END.length());
        return rule < 0 ? text.length() : rule + PEM_RULE.length();
    }
}
