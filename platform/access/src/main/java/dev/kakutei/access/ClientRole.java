package dev.kakutei.access;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a client may do (SPEC G3). */
public enum ClientRole {
    /** Submits requests, and sees its own. */
    SUBMITTER,
    /** Releases what is held for approval; sees all requests. */
    APPROVER,
    /** Acts on requests where only a person can; sees all requests. */
    OPERATOR,
    /** Sees all requests, and may comment on them, which changes no state. */
    VIEWER,
    /** Attaches summaries to submissions, for approvers; sees all requests. */
    SUMMARISER;

    /** As it is written in tables, commands and answers. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<ClientRole> ofWord(String word) {
        return Stream.of(values()).filter(role -> role.word().equals(word)).findFirst();
    }

    /** In the order they are declared, so that the same roles read the same everywhere. */
    public static String words(Set<ClientRole> roles) {
        return roles.stream().sorted().map(ClientRole::word).collect(Collectors.joining(", "));
    }
}
