package dev.kakutei.proof.read;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.proof.GatewayLine;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * What a gateway recorded itself: its journal, or a settlement file. CSV where the name ends so, JSON otherwise; the
 * fields are the same, and only {@code reference} must be there ({@code docs/proof/journals.md}).
 *
 * @param gateways whose it is; several where they are one and the same system
 */
public record GatewayJournalFile(Set<String> gateways, Path file) {
    public GatewayJournalFile {
        gateways = Set.copyOf(gateways);
        requireNonNull(file, "file");
        if (gateways.isEmpty()) {
            throw new IllegalArgumentException("a journal needs at least one gateway");
        }
    }

    /** @param text {@code GATEWAY[,GATEWAY…]=FILE} */
    public static GatewayJournalFile of(String text) {
        int equals = text.indexOf('=');
        if (equals < 1 || equals == text.length() - 1) {
            throw new IllegalArgumentException("a journal is given as GATEWAY=FILE, not as " + text);
        }
        return new GatewayJournalFile(
                Set.of(text.substring(0, equals).split(",")), Path.of(text.substring(equals + 1)));
    }

    String name() {
        return String.join(",", new TreeSet<>(gateways));
    }

    void read(Consumer<GatewayLine> reader) {
        if (file.toString().toLowerCase(Locale.ROOT).endsWith(".csv")) {
            CsvRows.read(file, (row, number) -> reader.accept(line(row::get, number)));
        } else {
            JsonLines.read(file, (object, number) -> reader.accept(line(field -> text(object, field), number)));
        }
    }

    private static String text(JsonNode object, String field) {
        JsonNode value = object.path(field);
        return value.isMissingNode() || value.isNull() || value.isContainerNode() ? null : value.asText();
    }

    private GatewayLine line(Function<String, String> field, long number) {
        String reference = field.apply("reference");
        if (reference == null) {
            throw new Unreadable(file + " line " + number + " has no reference");
        }
        return new GatewayLine(
                name(),
                type(field.apply("type"), number),
                moment(field.apply("at"), number),
                reference,
                attempt(field.apply("attempt")),
                field.apply("amount"),
                field.apply("currency"),
                field.apply("quantity"),
                field.apply("instrument"),
                field.apply("digest"),
                field.apply("id"),
                field.apply("status"));
    }

    /** A settlement file lists effects alone. */
    private GatewayLine.Type type(String word, long number) {
        if (word == null) {
            return GatewayLine.Type.APPLIED;
        }
        try {
            return GatewayLine.Type.valueOf(word.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new Unreadable(
                    file + " line " + number + " has the type " + word + "; there are "
                            + Arrays.toString(GatewayLine.Type.values()),
                    e);
        }
    }

    private Instant moment(String text, long number) {
        try {
            return text == null ? null : OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new Unreadable(
                    file + " line " + number + ": " + text + " is not a time such as 2026-11-16T12:00:00.000Z", e);
        }
    }

    private static Integer attempt(String text) {
        try {
            return text == null ? null : Integer.valueOf(text);
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
