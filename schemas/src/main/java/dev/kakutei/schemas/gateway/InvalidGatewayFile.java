package dev.kakutei.schemas.gateway;

import java.util.List;

/** A gateway file with mistakes: all of them, each with its path. */
public final class InvalidGatewayFile extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient List<String> mistakes;

    InvalidGatewayFile(List<String> mistakes) {
        super("the gateway file has " + mistakes.size() + (mistakes.size() == 1 ? " mistake" : " mistakes") + ":\n  "
                + String.join("\n  ", mistakes));
        this.mistakes = List.copyOf(mistakes);
    }

    public List<String> mistakes() {
        return mistakes;
    }
}
