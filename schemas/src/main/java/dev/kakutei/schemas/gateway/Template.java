package dev.kakutei.schemas.gateway;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A text with holes that a request fills: {@code pay-{request_id}}. A brace itself is written twice: {@code {{} and
 * {@code }}}.
 */
public record Template(List<Part> parts) {
    private static final Pattern METADATA_NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final String METADATA = Placeholder.METADATA.spelling() + ".";

    public Template {
        parts = List.copyOf(parts);
    }

    /** A piece of the text: either stands there as it is, or is filled. */
    public sealed interface Part {}

    public record Literal(String text) implements Part {
        public Literal {
            requireNonNull(text, "text");
        }
    }

    /**
     * @param entry which entry of the metadata; null for all of it, and for every other placeholder
     * @param filter null for none
     */
    public record Hole(Placeholder placeholder, String entry, Placeholder.Filter filter) implements Part {
        public Hole {
            requireNonNull(placeholder, "placeholder");
            if (entry != null && placeholder != Placeholder.METADATA) {
                throw new IllegalArgumentException("only metadata has entries");
            }
        }
    }

    /** @throws IllegalArgumentException with a sentence for people, where the text has an unknown placeholder */
    public static Template of(String text) {
        List<Part> parts = new ArrayList<>();
        for (Piece piece : pieces(text)) {
            parts.add(piece.hole() ? hole(piece.text()) : new Literal(piece.text()));
        }
        return new Template(parts);
    }

    public Stream<Hole> holes() {
        return parts.stream().filter(Hole.class::isInstance).map(Hole.class::cast);
    }

    /** The one hole that is all there is, so that what fills it may be more than text. */
    public Optional<Hole> onlyHole() {
        return parts.size() == 1 ? holes().findFirst() : Optional.empty();
    }

    private static Hole hole(String inner) {
        int bar = inner.indexOf('|');
        String name = bar < 0 ? inner : inner.substring(0, bar);
        Hole hole = name.startsWith(METADATA) ? entry(name) : whole(name);
        return bar < 0 ? hole : filtered(hole, inner.substring(bar + 1));
    }

    private static Hole entry(String name) {
        String entry = name.substring(METADATA.length());
        if (!METADATA_NAME.matcher(entry).matches()) {
            throw new IllegalArgumentException(
                    "{" + name + "}: an entry of metadata is named by 1 to 64 letters, digits, '_' and '-'");
        }
        return new Hole(Placeholder.METADATA, entry, null);
    }

    private static Hole whole(String name) {
        Placeholder placeholder = Placeholder.spelled(name).orElseThrow(() -> {
            Optional<String> wrong = ReferenceNames.wrongInPost(name);
            if (wrong.isPresent()) {
                return new IllegalArgumentException(wrong.get());
            }
            Set<String> known = new TreeSet<>(Placeholder.spellings());
            String guess = NearestName.of(name, known)
                    .map(near -> "did you mean {" + near + "}? ")
                    .orElse("");
            return new IllegalArgumentException("{" + name + "} is no placeholder; " + guess + "There are "
                    + String.join(", ", known) + ", metadata.NAME; a brace itself is written twice");
        });
        return new Hole(placeholder, null, null);
    }

    private static Hole filtered(Hole hole, String spelling) {
        Set<Placeholder.Filter> allowed = hole.entry() == null
                ? hole.placeholder().filters()
                : Set.of(Placeholder.Filter.LOWER, Placeholder.Filter.UPPER);
        Placeholder.Filter filter = Placeholder.Filter.spelled(spelling).orElse(null);
        if (filter == null || !allowed.contains(filter)) {
            String can = allowed.isEmpty()
                    ? "there is no filter for it"
                    : "its filters are "
                            + String.join(
                                    ", ",
                                    allowed.stream()
                                            .map(Placeholder.Filter::spelling)
                                            .sorted()
                                            .toList());
            throw new IllegalArgumentException("\"" + spelling + "\" cannot be used on {"
                    + hole.placeholder().spelling() + "}: " + can);
        }
        return new Hole(hole.placeholder(), hole.entry(), filter);
    }

    /** @param hole whether {@code text} stood between braces */
    public record Piece(String text, boolean hole) {}

    /** Cuts a text at its braces, whatever they hold. */
    public static List<Piece> pieces(String text) {
        List<Piece> pieces = new ArrayList<>();
        StringBuilder literal = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            boolean twice = at + 1 < text.length() && text.charAt(at + 1) == c;
            if (c != '{' && c != '}') {
                literal.append(c);
                at++;
            } else if (twice) {
                literal.append(c);
                at += 2;
            } else {
                int end = c == '{' ? text.indexOf('}', at) : -1;
                if (end < 0) {
                    throw new IllegalArgumentException("has a '" + c + "' without its other half; "
                            + "a placeholder is written {request_id}, a brace itself twice");
                }
                if (!literal.isEmpty()) {
                    pieces.add(new Piece(literal.toString(), false));
                    literal.setLength(0);
                }
                pieces.add(new Piece(text.substring(at + 1, end), true));
                at = end + 1;
            }
        }
        if (!literal.isEmpty() || pieces.isEmpty()) {
            pieces.add(new Piece(literal.toString(), false));
        }
        return pieces;
    }
}
