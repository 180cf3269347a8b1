package dev.kakutei.schemas.gateway;

import java.util.ArrayList;
import java.util.List;

/** What there is to say about a file while it is read: mistakes refuse it, warnings do not. */
final class Diagnostics {
    private final List<String> mistakes = new ArrayList<>();
    private final List<String> warnings = new ArrayList<>();

    void mistake(String text) {
        mistakes.add(text);
    }

    void warning(String text) {
        warnings.add(text);
    }

    List<String> mistakes() {
        return mistakes;
    }

    List<String> warnings() {
        return warnings;
    }
}
