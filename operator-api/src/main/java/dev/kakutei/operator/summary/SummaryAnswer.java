package dev.kakutei.operator.summary;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import dev.kakutei.schemas.SubmissionSummary;
import dev.kakutei.schemas.WireText;
import dev.kakutei.schemas.codec.Json;
import java.io.IOException;
import java.util.Set;

/** What came of a call to the summariser. */
sealed interface SummaryAnswer {
    <T> T match(Cases<T> cases);

    /** One method for each. */
    interface Cases<T> {
        T text(Text answer);

        T failed(Failed answer);
    }

    /** It said something. */
    record Text(String text) implements SummaryAnswer {
        public Text {
            requireNonNull(text, "text");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.text(this);
        }
    }

    /** @param code in words of our own: nothing that it said */
    record Failed(String code, Again again) implements SummaryAnswer {
        public Failed {
            requireNonNull(code, "code");
            requireNonNull(again, "again");
        }

        @Override
        public <T> T match(Cases<T> cases) {
            return cases.failed(this);
        }
    }

    /** Whether another call for the same submission may help. */
    enum Again {
        LATER,
        /** It would be the same at every call. */
        NEVER
    }

    /** It does not take this document. */
    Set<Integer> FOR_GOOD = Set.of(400, 413, 422);

    String CUT = "…";

    /** @param body at most as long as is read */
    static SummaryAnswer of(int status, byte[] body) {
        if (status != 200) {
            return new Failed("http_" + status, FOR_GOOD.contains(status) ? Again.NEVER : Again.LATER);
        }
        JsonNode summary;
        try {
            summary = Json.MAPPER.readTree(body).path("summary");
        } catch (IOException e) {
            return failed("not_json");
        }
        if (!summary.isTextual() || summary.textValue().isBlank()) {
            return failed("no_summary");
        }
        return new Text(fitting(summary.textValue().strip()));
    }

    static Failed failed(String code) {
        return new Failed(code, Again.LATER);
    }

    /** A summary that is somewhat too long is one all the same. */
    private static String fitting(String text) {
        String sound = WireText.sound(text, SubmissionSummary.MAX_TEXT);
        return text.length() <= SubmissionSummary.MAX_TEXT
                ? sound
                : WireText.sound(text, SubmissionSummary.MAX_TEXT - CUT.length()) + CUT;
    }
}
