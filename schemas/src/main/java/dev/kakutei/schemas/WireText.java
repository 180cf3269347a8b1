package dev.kakutei.schemas;

/**
 * Text that every hop can carry. A UTF-16 surrogate without its other half has no UTF-8 form: an encoder either fails on
 * it or writes {@code ?}, which would give two different requests one digest. U+0000 is refused by PostgreSQL's text.
 */
public final class WireText {
    private static final char REPLACEMENT = '\uFFFD';

    private WireText() {}

    /** Whether it can be carried as it is. */
    public static boolean isSound(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0 || (Character.isSurrogate(c) && !isPair(text, i++))) {
                return false;
            }
        }
        return true;
    }

    /** Text from outside, made fit to be carried: never longer than the limit, and never cut inside a pair. */
    public static String sound(String text, int limit) {
        String cut = text.length() <= limit ? text : text.substring(0, limit);
        if (isSound(cut)) {
            return cut;
        }
        StringBuilder sound = new StringBuilder(cut.length());
        for (int i = 0; i < cut.length(); i++) {
            char c = cut.charAt(i);
            if (Character.isSurrogate(c) && isPair(cut, i)) {
                sound.append(c).append(cut.charAt(++i));
            } else if (i == limit - 1 && Character.isHighSurrogate(c)) {
                // its other half was cut off
                break;
            } else {
                sound.append(c == 0 || Character.isSurrogate(c) ? REPLACEMENT : c);
            }
        }
        return sound.toString();
    }

    private static boolean isPair(String text, int index) {
        return Character.isHighSurrogate(text.charAt(index))
                && index + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(index + 1));
    }
}
