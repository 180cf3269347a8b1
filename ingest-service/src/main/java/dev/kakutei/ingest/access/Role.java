package dev.kakutei.ingest.access;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a client may do (SPEC G3). */
public enum Role {
    /** Submits requests, and sees its own. */
    SUBMITTER,
    /** Releases what is held for approval; sees everybody's requests. */
    APPROVER,
    /** Acts on requests where no machine can; sees everybody's. */
    OPERATOR,
    /** Sees everybody's requests, and may comment on them; that moves none. */
    VIEWER,
    /** Attaches summaries to submissions, for approvers; sees everybody's requests. */
    SUMMARISER;

    /** As it is written in tables, commands and answers. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Role> ofWord(String word) {
        return Stream.of(values()).filter(role -> role.word().equals(word)).findFirst();
    }

    /** In the order they are declared, so that the same roles read the same everywhere. */
    public static String words(Set<Role> roles) {
        return roles.stream().sorted().map(Role::word).collect(Collectors.joining(", "));
    }
}
