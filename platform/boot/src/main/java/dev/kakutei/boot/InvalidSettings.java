package dev.kakutei.boot;

import java.util.List;

/** Settings with mistakes: all of them, each with its key. */
public final class InvalidSettings extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> mistakes;

    InvalidSettings(List<String> mistakes) {
        super("the settings have " + mistakes.size() + (mistakes.size() == 1 ? " mistake" : " mistakes") + ":\n  "
                + String.join("\n  ", mistakes));
        this.mistakes = List.copyOf(mistakes);
    }

    public List<String> mistakes() {
        return mistakes;
    }
}
