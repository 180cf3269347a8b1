package dev.kakutei.operator.summary;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.schemas.SubmissionSummary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SummaryAnswerTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | {\"summary\":\"A deposit.\"}         | A deposit.",
                "200 | {\"summary\":\"  A\\nB \",\"x\":1}   | A\\nB",
            })
    void answer_withASummary_isText(int status, String body, String text) {
        assertThat(SummaryAnswer.of(status, body.getBytes(UTF_8)))
                .isEqualTo(new SummaryAnswer.Text(text.replace("\\n", "\n")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | {\"summary\":\" \"}     | no_summary | LATER",
                "200 | {\"summary\":5}         | no_summary | LATER",
                "200 | {}                      | no_summary | LATER",
                "200 | []                      | no_summary | LATER",
                "200 | A deposit.              | not_json   | LATER",
                "200 | {\"summary\":           | not_json   | LATER",
                "201 | {\"summary\":\"x\"}     | http_201   | LATER",
                "302 | {}                      | http_302   | LATER",
                "400 | {}                      | http_400   | NEVER",
                "401 | {}                      | http_401   | LATER",
                "413 | {}                      | http_413   | NEVER",
                "422 | {}                      | http_422   | NEVER",
                "429 | {}                      | http_429   | LATER",
                "503 | {\"summary\":\"x\"}     | http_503   | LATER",
            })
    void answer_withoutASummary_isAFailure(int status, String body, String code, SummaryAnswer.Again again) {
        assertThat(SummaryAnswer.of(status, body.getBytes(UTF_8))).isEqualTo(new SummaryAnswer.Failed(code, again));
    }

    @Test
    void answer_thatIsTooLong_isCutWhereItMayBe() {
        String pairs = "\uD83D\uDE00".repeat(SubmissionSummary.MAX_TEXT);

        String text = ((SummaryAnswer.Text) SummaryAnswer.of(200, ("{\"summary\":\"" + pairs + "\"}").getBytes(UTF_8)))
                .text();

        assertThat(text).endsWith("\uD83D\uDE00…");
        assertThat(text.length()).isLessThanOrEqualTo(SubmissionSummary.MAX_TEXT);
    }

    @Test
    void answer_withACharacterThatCannotBeStored_isMadeStorable() {
        assertThat(SummaryAnswer.of(200, "{\"summary\":\"a\\u0000b\\ud800c\"}".getBytes(UTF_8)))
                .isEqualTo(new SummaryAnswer.Text("a\uFFFDb\uFFFDc"));
    }
}
