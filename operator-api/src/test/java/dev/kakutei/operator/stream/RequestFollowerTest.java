package dev.kakutei.operator.stream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.ledger.Entry;
import dev.kakutei.schemas.Fact;
import dev.kakutei.schemas.LedgerEvent;
import dev.kakutei.schemas.OperatorAction;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.store.EventHistories;
import dev.kakutei.store.Requests;
import dev.kakutei.store.accept.NewRequest;
import dev.kakutei.store.read.LedgerReader.Timeline;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RequestFollowerTest {
    static final EventView SHOWN = new EventView() {
        @Override
        public ObjectNode request(Entry entry) {
            return Json.MAPPER.createObjectNode().put("state", entry.status().word());
        }

        @Override
        public ObjectNode event(LedgerEvent event) {
            return Json.MAPPER.createObjectNode().put("event_id", event.seq());
        }
    };

    private final NewRequest request = Requests.payment("k");
    private final List<LedgerEvent> life = EventHistories.succeeded(request);

    @Test
    void opening_ofNewCaller_isTheState() {
        assertThat(names(opened(2, 0).opening())).containsExactly("state 2");
    }

    @Test
    void opening_ofSettledRequest_isTheStateAndTheEnd() {
        RequestFollower following = opened(3, 0);

        assertThat(names(following.opening())).containsExactly("state 3", "end 3");
        assertThat(following.ended()).isTrue();
    }

    @Test
    void opening_ofAReconnect_isWhatItMissed() {
        assertThat(names(opened(3, 1).opening())).containsExactly("change 2", "change 3", "end 3");
        assertThat(names(opened(3, 3).opening())).containsExactly("end 3");
        assertThat(opened(2, 2).opening()).isEmpty();
    }

    @Test
    void opening_ofOneWhoIsAhead_waitsForWhatIsNew() {
        RequestFollower following = opened(1, 2);

        assertThat(following.opening()).isEmpty();
        assertThat(names(following.hear(life))).containsExactly("change 3", "end 3");
    }

    @Test
    void opening_ofOneWhoMissedVeryMuch_isTheState() {
        List<LedgerEvent> busy = new ArrayList<>(List.of(request.event()));
        for (int i = 0; i < RequestFollower.MAX_MISSED + 5; i++) {
            EventHistories.next(
                    busy, new Fact.OperatorActed("o" + i, OperatorAction.Type.HOLD, "because", Outcome.Doubt.NONE));
        }

        assertThat(names(new RequestFollower(SHOWN, timeline(busy), 1).opening()))
                .containsExactly("state " + busy.size());
        assertThat(new RequestFollower(SHOWN, timeline(busy), 10).opening()).hasSize(busy.size() - 10);
    }

    @Test
    void opening_eventsCutOff_isTheState() {
        Timeline cut = new Timeline(timeline(life).entry(), life.subList(0, 2));

        assertThat(names(new RequestFollower(SHOWN, cut, 1).opening())).containsExactly("state 3", "end 3");
    }

    @Test
    void hear_gap_isBehindUntilItIsFilled() {
        RequestFollower following = opened(1, 0);

        assertThat(following.hear(List.of(life.get(2)))).isEmpty();
        assertThat(following.behind()).isTrue();
        assertThat(names(following.hear(life))).containsExactly("change 2", "change 3", "end 3");
        assertThat(following.behind()).isFalse();
    }

    @Test
    void hear_anyOrderAnyRepetition_showsEachOnceInOrder() {
        Random random = new Random(4);
        for (int run = 0; run < 300; run++) {
            List<LedgerEvent> events = EventHistories.random(request, random, 12);
            int settled = firstTerminal(events);
            RequestFollower following = new RequestFollower(SHOWN, timeline(events.subList(0, 1)), 0);
            List<String> shown = new ArrayList<>(names(following.opening()));
            for (int i = 0; i < 6; i++) {
                List<LedgerEvent> some = new ArrayList<>(events);
                Collections.shuffle(some, random);
                shown.addAll(names(following.hear(some.subList(0, random.nextInt(some.size() + 1)))));
            }
            shown.addAll(names(following.hear(events)));

            List<String> expected = new ArrayList<>(List.of("state 1"));
            for (int seq = 2; seq <= settled; seq++) {
                expected.add("change " + seq);
            }
            if (following.ended()) {
                expected.add("end " + settled);
            }
            assertThat(shown).isEqualTo(expected);
        }
    }

    @Test
    void frame_isWhatTheStandardAsksFor() {
        assertThat(opened(3, 0).opening().get(1).text())
                .isEqualTo("event: end\nid: 3\ndata: {\"status\":\"AUTHORIZED\"}\n\n");
        assertThat(Frame.comment("heartbeat").text()).isEqualTo(": heartbeat\n\n");
    }

    private static int firstTerminal(List<LedgerEvent> events) {
        Entry entry = Entry.begin(events.get(0));
        for (LedgerEvent event : events.subList(1, events.size())) {
            entry = entry.apply(event);
            if (entry.status().terminal()) {
                return event.seq();
            }
        }
        return events.size();
    }

    private RequestFollower opened(int events, int lastSeen) {
        return new RequestFollower(SHOWN, timeline(life.subList(0, events)), lastSeen);
    }

    static Timeline timeline(List<LedgerEvent> events) {
        Entry entry = Entry.begin(events.get(0));
        for (LedgerEvent event : events.subList(1, events.size())) {
            entry = entry.apply(event);
        }
        return new Timeline(entry, events);
    }

    /** Each frame as "event id". */
    static List<String> names(List<Frame> frames) {
        return frames.stream()
                .map(frame -> frame.text().split("\n"))
                .map(lines -> lines[0].substring("event: ".length()) + " " + lines[1].substring("id: ".length()))
                .toList();
    }
}
