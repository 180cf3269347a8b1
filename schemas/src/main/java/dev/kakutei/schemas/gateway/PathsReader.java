package dev.kakutei.schemas.gateway;

import dev.kakutei.schemas.RequestKind;
import java.net.URI;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Reads the path of each kind of request, which is appended to the gateway's url. */
final class PathsReader {
    private PathsReader() {}

    private static final Set<String> IN_POST = Set.of(ReferenceNames.REQUEST_ID);
    private static final Set<String> IN_STATUS_QUERY =
            Set.of(ReferenceNames.REQUEST_ID, ReferenceNames.GATEWAY_REFERENCE);

    static Map<RequestKind, String> ofPosts(Section section) {
        return read(section, IN_POST, ReferenceNames::wrongInPost);
    }

    static Map<RequestKind, String> ofStatusQuery(Section section) {
        return read(section, IN_STATUS_QUERY, ReferenceNames::wrongInStatusQuery);
    }

    /** @param names the placeholders that may be in it */
    private static Map<RequestKind, String> read(
            Section section, Set<String> names, Function<String, Optional<String>> wrong) {
        Map<RequestKind, String> paths = new EnumMap<>(RequestKind.class);
        for (RequestKind kind : RequestKind.values()) {
            String path = section.text(kind.wire(), null);
            if (path != null) {
                check(section, kind.wire(), path, names, wrong);
                paths.put(kind, path);
            }
        }
        section.refuseUnknown();
        return paths;
    }

    /** The names of the placeholders in a path that has been checked. */
    static List<String> holes(String path) {
        return Template.pieces(path).stream()
                .filter(Template.Piece::hole)
                .map(Template.Piece::text)
                .toList();
    }

    private static void check(
            Section section, String name, String path, Set<String> names, Function<String, Optional<String>> wrong) {
        if (!path.startsWith("/")) {
            section.mistake(name, "must begin with '/', not \"" + path + "\"");
            return;
        }
        StringBuilder filled = new StringBuilder("http://h");
        try {
            for (Template.Piece piece : Template.pieces(path)) {
                if (piece.hole() && !names.contains(piece.text())) {
                    section.mistake(
                            name,
                            wrong.apply(piece.text())
                                    .orElseGet(() -> "{" + piece.text() + "} is no placeholder of a path; there is "
                                            + String.join(", ", new TreeSet<>(names))));
                }
                filled.append(piece.hole() ? "x" : piece.text());
            }
            if (URI.create(filled.toString()).getRawFragment() != null) {
                section.mistake(name, "must have no '#': that part of an address is never sent");
            }
        } catch (IllegalArgumentException e) {
            section.mistake(name, "is not the path of an address: " + e.getMessage());
        }
    }
}
