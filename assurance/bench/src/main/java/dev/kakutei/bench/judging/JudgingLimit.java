package dev.kakutei.bench.judging;

import dev.kakutei.bench.result.Run;
import java.util.Locale;

/** The limits of SPEC D4 and D8 on what judging an answer may cost, each for one figure of a {@link Run}. */
public enum JudgingLimit {
    CRITERIA("criteria_micros", "evaluation of all criteria, nine conditions", 1000, "µs"),
    CRITERIA_AND_PARSING("criteria_and_parsing_micros", "the same with parsing an answer of a kilobyte", 1000, "µs"),
    JSON_PATH("json_path_micros", "one JSONPath", 500, "µs"),
    JSON_PATH_WITH_STAR("json_path_with_star_micros", "one JSONPath with `[*]`", 500, "µs"),
    REPEATED_REGEX("repeated_regex_percent", "a repeated regex, of its first evaluation", 10, "%"),
    SHARE_OF_A_CALL("criteria_percent_of_call", "evaluation of all criteria, of a whole call over loopback", 5, "%"),
    /** Twice the text is twice the time; what is above that is left to the noise of a shared machine. */
    DOUBLED_TEXT("doubled_text_times", "a hostile regex on a text twice as long, the worst of nine", 2.6, "times");

    /** Of all runs of this kind. */
    public static final String WORKLOAD = "judging";

    private final String figure;
    private final String what;
    private final double most;
    private final String unit;

    JudgingLimit(String figure, String what, double most, String unit) {
        this.figure = figure;
        this.what = what;
        this.most = most;
        this.unit = unit;
    }

    /** Its name in a run. */
    public String figure() {
        return figure;
    }

    /** What is measured, for people. */
    public String what() {
        return what;
    }

    /** With its unit. */
    public String limit() {
        return text(most);
    }

    public String text(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%,.0f %s" : "%.3g %s", value, unit);
    }

    /** Not kept also where it was not measured. */
    public boolean isKept(double measured) {
        return measured <= most;
    }
}
