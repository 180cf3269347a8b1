package dev.kakutei.standalone.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.codec.Json;
import org.junit.jupiter.api.Test;

/** What a person is shown before agreeing to it. */
class RequestTextTest {
    private static final String EVENTS = """
            [{"event_id":1,"at":"T1","by":"client:shop","type":"accepted","fact":{"digest":"aaa","request":{}}},
             {"event_id":2,"at":"T2","by":"verifier","type":"approval_requested","fact":{"version":1}},
             {"event_id":3,"at":"T3","by":"approver:boss","type":"returned","fact":{"comment":"too much"}},
             {"event_id":4,"at":"T4","by":"client:shop","type":"resubmitted",
              "fact":{"version":2,"digest":"bbb","request":{}}}]""";

    @Test
    void currentState_ofTheLastVersion_showsItsAmountDigestAndLastEvent() throws JsonProcessingException {
        String shown = RequestText.currentState(request("\"amount\":\"900\",\"currency\":\"JPY\",", 4), json(EVENTS));

        assertThat(shown.lines())
                .anySatisfy(line -> assertThat(line).matches("state +pending_approval"))
                .anySatisfy(line -> assertThat(line).matches("amount +900 JPY"))
                .anySatisfy(line -> assertThat(line).matches("version +2"))
                .anySatisfy(line -> assertThat(line).matches("digest +bbb"))
                .last()
                .asString()
                .contains("T4", "client:shop", "resubmitted");
    }

    @Test
    void currentState_eventsThatCameLater_areNotPartOfWhatIsAgreedTo() throws JsonProcessingException {
        String shown = RequestText.currentState(request("", 3), json(EVENTS));

        assertThat(shown).doesNotContain("bbb", "resubmitted").contains("aaa", "returned", "too much");
        assertThat(shown.lines()).anySatisfy(line -> assertThat(line).matches("amount +unknown"));
    }

    private static JsonNode request(String more, int last) throws JsonProcessingException {
        return json("{\"idempotency_key\":\"p-1\",\"state\":\"pending_approval\"," + more + "\"gateway\":\"bank\","
                + "\"last_event_id\":" + last + "}");
    }

    private static JsonNode json(String text) throws JsonProcessingException {
        return Json.MAPPER.readTree(text);
    }
}
