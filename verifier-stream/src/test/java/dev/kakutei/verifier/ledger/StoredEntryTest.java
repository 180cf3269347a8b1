package dev.kakutei.verifier.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.ledger.Entry;
import dev.kakutei.ledger.Summaries;
import dev.kakutei.ledger.Version;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.codec.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The samples were stored by an earlier version, for which an entry was one flat record: each is a line with the entry
 * before, the events and the entry after. Most are steps of a simulation. Between them they have every field.
 */
class StoredEntryTest {
    /** Entries as they were stored; null before the acceptance. */
    private record Step(String before, List<LedgerEvent> events, String after) {}

    @Test
    void entry_readAndStoredAgain_isTheSameTextAsBefore() throws Exception {
        for (String stored : entries()) {
            assertThat(StoredEntry.MAPPER.writeValueAsString(read(stored))).isEqualTo(stored);
        }
    }

    @Test
    void entry_read_isTheFoldOfItsEvents() throws Exception {
        for (Step step : steps()) {
            Entry entry = step.before() == null ? null : read(step.before());
            for (LedgerEvent event : step.events()) {
                entry = entry == null ? Entry.begin(event) : entry.apply(event);
            }
            assertThat(entry).isEqualTo(read(step.after()));
        }
    }

    @Test
    void fields_ofTheSamples_areAllThereAre() throws Exception {
        Set<String> found = new HashSet<>();
        for (String stored : entries()) {
            tree(stored).fieldNames().forEachRemaining(found::add);
        }
        assertThat(found)
                .containsExactlyInAnyOrderElementsOf(
                        EntryField.ALL.stream().map(EntryField::word).toList());
    }

    @Test
    void entry_ofBeforeThereWereVersions_hasTheFirst() throws Exception {
        for (String stored : entries()) {
            ObjectNode older = tree(stored);
            older.remove(
                    List.of("version", "approval", "comments", "summaries", "answers", "last_call", "other_gateways"));
            Entry old = read(older.toString());
            assertThat(old.version()).isEqualTo(new Version(1, old.digest(), old.client(), null));
            assertThat(old.comments().count()).isZero();
            assertThat(old.summaries()).isEqualTo(Summaries.NONE);
            assertThat(old.inquiries().answers().acknowledgedReference()).isNull();
            assertThat(old.attempts().lastCall()).isNull();
            assertThat(old.otherGateways()).isEmpty();
            assertThat(old.approval()).isNull();
        }
    }

    @Test
    void entry_withFieldsOfALaterVersion_isRead() throws Exception {
        String stored = tree(entries().get(0)).toString();
        ObjectNode later = tree(stored);
        later.putObject("later").putArray("one").add(1);
        assertThat(read(later.toString())).isEqualTo(read(stored));
    }

    @Test
    void entry_withNullForAbsent_isRead() throws Exception {
        ObjectNode stored = tree(entries().get(0));
        stored.remove(List.of("reason", "risky_attempt"));
        ObjectNode withNull = stored.deepCopy();
        withNull.putNull("reason").putNull("risky_attempt");
        assertThat(read(withNull.toString())).isEqualTo(read(stored.toString()));
    }

    @Test
    void whatIsNoObject_isRefused() {
        assertThatThrownBy(() -> read("[]")).isInstanceOf(MismatchedInputException.class);
    }

    private static ObjectNode tree(String stored) throws JsonProcessingException {
        return (ObjectNode) Json.MAPPER.readTree(stored);
    }

    private static Entry read(String stored) throws JsonProcessingException {
        return StoredEntry.MAPPER.readValue(stored, Entry.class);
    }

    private static List<String> entries() throws IOException {
        return steps().stream()
                .flatMap(step -> Stream.of(step.before(), step.after()))
                .filter(Objects::nonNull)
                .toList();
    }

    private static List<Step> steps() throws IOException {
        try (InputStream samples = StoredEntryTest.class.getResourceAsStream("stored-entries.txt")) {
            List<Step> steps = new ArrayList<>();
            for (String line : new String(samples.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                String[] parts = line.split("\t");
                List<LedgerEvent> events = List.of(Json.MAPPER.readValue(parts[1], LedgerEvent[].class));
                steps.add(new Step(parts[0].equals("null") ? null : parts[0], events, parts[2]));
            }
            assertThat(steps).isNotEmpty();
            return steps;
        }
    }
}
