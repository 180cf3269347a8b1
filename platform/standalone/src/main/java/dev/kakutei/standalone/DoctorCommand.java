package dev.kakutei.standalone;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.kakutei.ingest.IngestConfig;
import dev.kakutei.schemas.codec.Json;
import dev.kakutei.standalone.doctor.Doctor;
import dev.kakutei.standalone.doctor.DoctorFinding;
import dev.kakutei.store.database.PostgresConfig;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;

/** {@code ./kakutei doctor}: whether Postgres and Kafka are set so that the promises hold. Changes nothing. */
@CommandLine.Command(
        name = "doctor",
        description = {
            "Checks PostgreSQL and Kafka, and reports every setting that is wrong for Kakutei.",
            "Ends with 1 when there is a mistake, with --strict also when there is a warning."
        },
        mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
    @CommandLine.Mixin
    private DatabaseOptions options;

    @CommandLine.Option(names = "--strict", description = "warnings count as mistakes")
    private boolean strict;

    @CommandLine.Option(names = "--all", description = "show also what is as it should be")
    private boolean all;

    @Override
    public Integer call() {
        IngestConfig ingest = options.ingest();
        PostgresConfig server = options.postgres();
        PostgresConfig postgres = new PostgresConfig(
                server.url(),
                server.user(),
                server.password(),
                server.owner(),
                server.ownersPassword(),
                ingest.store().postgres().poolSize(),
                ingest.store().postgres().slot());
        List<DoctorFinding> findings = Doctor.examine(
                postgres,
                ingest.store().batch().walMib(),
                options.kafka(),
                ingest.gateways().gateways().byName().keySet());
        PrintWriter out = options.out();
        findings.stream()
                .filter(finding -> all || options.json() || finding.level() != DoctorFinding.Level.GOOD)
                .forEach(finding -> out.println(options.json() ? json(finding) : text(finding)));
        long mistakes = count(findings, DoctorFinding.Level.MISTAKE);
        long warnings = count(findings, DoctorFinding.Level.WARNING);
        if (!options.json()) {
            out.println(findings.size() + " checks: " + mistakes + " mistakes, " + warnings + " warnings, "
                    + count(findings, DoctorFinding.Level.NOTE) + " notes");
        }
        out.flush();
        return mistakes > 0 || (strict && warnings > 0) ? 1 : 0;
    }

    private static long count(List<DoctorFinding> findings, DoctorFinding.Level level) {
        return findings.stream().filter(finding -> finding.level() == level).count();
    }

    private static String text(DoctorFinding finding) {
        return String.format(
                "%-7s  %-8s  %s: %s%s",
                word(finding.level()),
                word(finding.server()),
                finding.subject(),
                finding.what(),
                finding.advice().isEmpty() ? "" : "\n         → " + finding.advice());
    }

    private static String json(DoctorFinding finding) {
        ObjectNode node = Json.MAPPER.createObjectNode();
        node.put("level", word(finding.level()));
        node.put("server", word(finding.server()));
        node.put("subject", finding.subject());
        node.put("what", finding.what());
        node.put("advice", finding.advice());
        try {
            return Json.MAPPER.writeValueAsString(node);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a line that cannot be written", e);
        }
    }

    private static String word(Enum<?> word) {
        return word.name().toLowerCase(Locale.ROOT);
    }
}
