package dev.kakutei.e2e.watching;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.kakutei.schemas.DurationText;
import dev.kakutei.testkit.SourceTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** One rule of {@code deploy/prometheus/rules.yml}. */
record AlertRule(
        String name, PromQl.Node expression, Duration lasting, String severity, String summary, String runbook) {
    private static final int STEP = 10;

    static List<AlertRule> all() {
        List<AlertRule> rules = new ArrayList<>();
        try {
            for (JsonNode group : new YAMLMapper()
                    .readTree(SourceTree.file("deploy/prometheus/rules.yml").toFile())
                    .get("groups")) {
                for (JsonNode rule : group.get("rules")) {
                    rules.add(new AlertRule(
                            rule.get("alert").textValue(),
                            PromQl.parse(rule.get("expr").textValue()),
                            DurationText.parse(rule.path("for").asText("0s")).orElseThrow(),
                            rule.at("/labels/severity").textValue(),
                            rule.at("/annotations/summary").textValue(),
                            rule.at("/annotations/runbook").textValue()));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return rules;
    }

    /** Whether it fires at that time: it has held at every look since so long. */
    boolean fires(Series series, int now) {
        for (int at = now; at >= now - lasting.toSeconds(); at -= STEP) {
            if (new Evaluation(series, at).of(expression).isEmpty()) {
                return false;
            }
        }
        return true;
    }
}
