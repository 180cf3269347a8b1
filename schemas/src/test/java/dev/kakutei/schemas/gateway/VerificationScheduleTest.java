package dev.kakutei.schemas.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A schedule under which "not found" can never be believed calls a person each time: that is a mistake in the file. */
class VerificationScheduleTest {
    @ParameterizedTest
    @CsvSource(delimiterString = " | ", quoteCharacter = '`', textBlock = """
            verification: {after: [2s, 2s, 2s], settling_time: 1s}                          | 61s  | 36s   | none of 3 questions counts
            verification: {after: [5m]}                                                     | 11m  | 330s  | none of 1 question counts
            verification: {after: [5m, 5m, 5m]}                                             | 11m  | 930s  | 1 of 3 questions counts
            verification: {after: [1h], misses: 2}                                          | 11m  | 3630s | 1 of 1 question counts
            {verification: {after: [1s, 1s], settling_time: 0s, misses: 2}, send_window: 3s} | 33s  | 32s   | none of 2 questions counts
            {verification: {after: [20s, 20s, 20s], settling_time: 20s, misses: 3}, call_timeout: 2m} | 170s | 3m | 1 of 3 questions counts
            """)
    void schedule_thatCanNeverConclude_isAMistakeWithItsFigures(
            String entry, String counts, String last, String counted) {
        assertThat(SchemaAgreement.check(GatewayFilePartsTest.gateway(entry)).mistakes())
                .singleElement()
                .asString()
                .startsWith("gateways.sim.verification.after: \"not found\" can never be believed")
                .contains("the first answer that counts can come " + counts + " after a request is sent")
                .contains("the last question is asked " + last + " after it")
                .contains(counted);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " | ", quoteCharacter = '`', textBlock = """
            verification: {}
            verification: {after: [11m, 1s]}
            verification: {after: [11m], misses: 1}
            {verification: {after: [1s, 30s, 31s, 1s], settling_time: 1s}}
            {verification: {after: [10m], settling_time: 10m}, status_query: {paths: {order: "/o/{gateway_reference}"}}}
            """)
    void schedule_thatAlwaysConcludes_isSound(String entry) {
        GatewayFileReport report = SchemaAgreement.check(GatewayFilePartsTest.gateway(entry));

        assertThat(report.mistakes()).isEmpty();
        assertThat(report.warnings()).isEmpty();
    }

    @Test
    void schedule_thatConcludesOnlyAfterALongCall_isWarnedOf() {
        assertThat(SchemaAgreement.check(
                                GatewayFilePartsTest.gateway("verification: {after: [5s, 30s, 1s], settling_time: 1s}"))
                        .warnings())
                .singleElement()
                .asString()
                .startsWith(
                        "gateways.sim.verification.after: \"not found\" is believed only after a call that took long")
                .contains("61s", "36s");
    }

    @Test
    void schedule_ofAGatewayThatIsNotAsked_isNotJudged() {
        assertThat(SchemaAgreement.check("""
                gateways:
                  sim: {class: neither, url: "https://h.example", paths: {order: /o}, verification: {after: [1s]}}
                """).mistakes()).isEmpty();
    }
}
