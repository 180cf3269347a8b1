package dev.kakutei.boot.redact;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Which names of fields are those of secrets, however they are written: {@code card_number}, {@code x-CardNumber}. */
final class SecretNames {
    /** Each may be the end of a longer name, and may have an s after it. */
    private static final List<String> ENDINGS = List.of(
            "password",
            "passwd",
            "passphrase",
            "secret",
            "apikey",
            "accesskey",
            "privatekey",
            "token",
            "authorization",
            "credential",
            "cardnumber",
            "accountnumber",
            "securitycode");

    /** These end other words, too (Japan, shipping), so they must be a whole one. */
    private static final Set<String> WORDS =
            Set.of("pan", "pin", "pwd", "otp", "iban", "ssn", "cvv", "cvv2", "cvc", "cvc2", "track1", "track2");

    private SecretNames() {}

    static boolean has(String name) {
        String letters = name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
        String single = letters.endsWith("s") ? letters.substring(0, letters.length() - 1) : letters;
        return ENDINGS.stream().anyMatch(single::endsWith) || WORDS.contains(lastWord(name));
    }

    private static String lastWord(String name) {
        int from = name.length();
        while (from > 0 && isLetterOrDigit(name.charAt(from - 1)) && !isBetweenWords(name, from)) {
            from--;
        }
        return name.substring(from).toLowerCase(Locale.ROOT);
    }

    /** The place before a capital that follows a small letter. */
    private static boolean isBetweenWords(String name, int at) {
        return at < name.length()
                && Character.isUpperCase(name.charAt(at))
                && Character.isLowerCase(name.charAt(at - 1));
    }

    private static boolean isLetterOrDigit(char c) {
        return c < 128 && Character.isLetterOrDigit(c);
    }
}
