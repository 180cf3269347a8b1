package dev.kakutei.standalone;

import dev.kakutei.schemas.Answer;
import dev.kakutei.schemas.Outcome;
import dev.kakutei.schemas.Report;
import dev.kakutei.sender.gateway.GatewayDryRun;
import java.io.PrintWriter;
import java.util.Locale;

/** Prints a trial for people. */
record TrialPage(PrintWriter out) {
    private static final String BY_STATUS = "the HTTP status";

    void show(GatewayDryRun.Shown shown) {
        out.println(shown.method() + " " + shown.uri());
        shown.headers().forEach((header, value) -> out.println(header + ": " + value));
        if (!shown.body().isEmpty()) {
            out.println();
            out.println(shown.body());
        }
    }

    void answer(GatewayDryRun.GivenAnswer given, Outcome outcome, String consequence) {
        answer(word(outcome), BY_STATUS, given, outcome.answer(), consequence);
    }

    /** @param statusPath where the answer has the gateway's word for the state */
    void answer(GatewayDryRun.GivenAnswer given, Report.InquiryReport report, String statusPath, String consequence) {
        String finding = report.finding().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String by = given.status() == 200 ? "the word at " + statusPath : BY_STATUS;
        answer(finding, by, given, report.answer(), consequence);
    }

    private void answer(
            String word, String otherwiseBy, GatewayDryRun.GivenAnswer given, Answer read, String consequence) {
        out.println();
        out.println("an answer of " + given.status() + " would be judged: " + word);
        line("decided by", read.judgedBy() == null ? otherwiseBy : read.judgedBy());
        line("category", read.category().name());
        line("code", read.code());
        line("message", read.message());
        line("reference", read.reference());
        line("then", consequence);
    }

    private void line(String name, String value) {
        if (value != null) {
            out.printf("  %-11s %s%n", name, value);
        }
    }

    private static String word(Outcome outcome) {
        return outcome.match(new Outcome.Cases<>() {
            @Override
            public String delivered(Outcome.Delivered delivered) {
                return "done";
            }

            @Override
            public String refused(Outcome.Refused refused) {
                return "refused for certain";
            }

            @Override
            public String retryable(Outcome.Retryable retryable) {
                return retryable.doubt() == Outcome.Doubt.NONE
                        ? "not done, may be sent again"
                        : "perhaps done, may be sent again where that is safe";
            }

            @Override
            public String unknown(Outcome.Unknown unknown) {
                return "unknown";
            }

            @Override
            public String notSent(Outcome.NotSent notSent) {
                return "not sent";
            }
        });
    }
}
