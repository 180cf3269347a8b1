package dev.kakutei.chaos.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

class ArchitectureRulesTest {
    private static final JavaClasses CODE = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("dev.kakutei");

    /** Benches measure the whole and nothing depends on them, so they are not on this module's class path. */
    private static final String NOT_LOOKED_AT = "assurance/bench";

    @TempDir
    Path folder;

    static final List<ArchRule> rules = ArchitectureRules.ALL;

    @ParameterizedTest
    @FieldSource("rules")
    void code_everyRule_holds(ArchRule rule) {
        rule.check(CODE);
    }

    @Test
    void code_everyPackageWithSources_isLookedAt() {
        var sources = SourceRules.ofThisCheckout();
        var expected = new TreeSet<String>();
        sources.modules().stream()
                .filter(module -> !module.equals(NOT_LOOKED_AT))
                .forEach(module -> expected.addAll(sources.packagesOf(module)));

        assertThat(CODE.stream().map(JavaClass::getPackageName).collect(Collectors.toSet()))
                .containsAll(expected);
    }

    @Test
    void rules_all_haveASampleThatBreaksThem() {
        assertThat(wrong().map(arguments -> arguments.get()[0]).distinct())
                .containsExactlyInAnyOrderElementsOf(ArchitectureRules.ALL);
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void rule_wrongSample_bites(ArchRule rule, Sample sample) {
        assertThat(rule.evaluate(sample.compiledIn(folder)).hasViolation()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("right")
    void rules_rightSample_areSilent(Sample sample) {
        JavaClasses classes = sample.compiledIn(folder);
        assertThat(ArchitectureRules.ALL)
                .noneMatch(rule -> rule.evaluate(classes).hasViolation());
    }

    static Stream<Arguments> wrong() {
        var seeing = ArchitectureRules.PARTS_SEE_ONLY_WHAT_THEY_MAY;
        var impure = ArchitectureRules.LEDGER_HAS_NO_CLOCK_AND_NO_DICE;
        return Stream.of(
                wrong(seeing, "relay.Wrong", "dev.kakutei.ingest.Ingest field;", "dev.kakutei.ingest.Ingest"),
                wrong(seeing, "sender.Wrong", "dev.kakutei.ledger.Ledger field;", "dev.kakutei.ledger.Ledger"),
                wrong(seeing, "schemas.Wrong", "dev.kakutei.boot.Boot field;", "dev.kakutei.boot.Boot"),
                wrong(seeing, "standalone.Wrong", "dev.kakutei.testkit.Kit field;", "dev.kakutei.testkit.Kit"),
                wrong(seeing, "attic.Wrong", ""),
                wrong(
                        ArchitectureRules.DEBEZIUM_STAYS_IN_CAPTURE,
                        "relay.route.Wrong",
                        "Object field = new io.debezium.engine.Engine();",
                        "io.debezium.engine.Engine"),
                wrong(ArchitectureRules.SQL_STAYS_WITH_ITS_OWNERS, "ingest.http.Wrong", "java.sql.Connection field;"),
                wrong(ArchitectureRules.SQL_STAYS_WITH_ITS_OWNERS, "verifier.Wrong", "javax.sql.DataSource field;"),
                wrong(
                        ArchitectureRules.STREAMS_STAY_IN_THE_VERIFIER,
                        "boot.Wrong",
                        "org.apache.kafka.streams.KafkaStreams field;",
                        "org.apache.kafka.streams.KafkaStreams"),
                wrong(ArchitectureRules.NO_MOCKS, "testkit.Wrong", "org.mockito.Mockito field;", "org.mockito.Mockito"),
                wrong(
                        ArchitectureRules.LEDGER_KNOWS_ONLY_JDK_AND_SCHEMAS,
                        "ledger.Wrong",
                        "com.fasterxml.jackson.databind.JsonNode field;",
                        "com.fasterxml.jackson.databind.JsonNode"),
                wrong(
                        ArchitectureRules.ONLY_THE_TEST_KIT_ARMS_FAILPOINTS,
                        "boot.Failpoint",
                        "static void arm() {} void trap() { arm(); }"),
                wrong(impure, "ledger.Wrong", "Object field = java.time.Instant.now();"),
                wrong(impure, "ledger.Wrong", "java.util.function.LongSupplier field = System::currentTimeMillis;"),
                wrong(impure, "ledger.deep.Wrong", "void rest() throws Exception { Thread" + ".sleep(1); }"),
                wrong(impure, "ledger.Wrong", "Object field = java.time.InstantSource.system();"),
                wrong(impure, "ledger.Wrong", "Object field = new java.util.Random(7);"),
                wrong(impure, "ledger.Wrong", "Object field = java.util.UUID.randomUUID();"),
                wrong(ArchitectureRules.NAMES_SAY_SOMETHING, "ingest.OrderManager", ""),
                wrong(ArchitectureRules.NAMES_SAY_SOMETHING, "ingest.TableImpl", ""),
                wrong(ArchitectureRules.NAMES_SAY_SOMETHING, "boot.common.Thing", ""));
    }

    static Stream<Sample> right() {
        return Stream.of(
                Sample.of("dev.kakutei.relay.capture.Right", "io.debezium.Engine field;", "io.debezium.Engine"),
                Sample.of("dev.kakutei.ingest.store.Right", "java.sql.Connection field;"),
                Sample.of("dev.kakutei.ingest.Right", "dev.kakutei.ledger.Ledger field;", "dev.kakutei.ledger.Ledger"),
                Sample.of(
                        "dev.kakutei.verifier.topology.Right",
                        "org.apache.kafka.streams.Topology field;",
                        "org.apache.kafka.streams.Topology"),
                Sample.of(
                        "dev.kakutei.ledger.Right",
                        "dev.kakutei.schemas.Fact field; Object at(java.time.Instant now) { return now.plusSeconds(5); }",
                        "dev.kakutei.schemas.Fact"));
    }

    private static Arguments wrong(ArchRule rule, String className, String body, String... foreign) {
        return arguments(rule, Sample.of("dev.kakutei." + className, body, foreign));
    }
}
