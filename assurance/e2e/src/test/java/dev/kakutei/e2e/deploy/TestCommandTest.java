package dev.kakutei.e2e.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.kakutei.testkit.Await;
import dev.kakutei.testkit.PromiseViolation;
import dev.kakutei.testkit.SourceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code ./kakutei test} makes of the reports of a build: which classes it runs again, and what it prints. The build is
 * a script that puts down prepared reports, a folder for each call.
 */
class TestCommandTest {
    private static final Path PROJECT = SourceTree.root();
    private static final String FAILED =
            "<testcase name=\"%s\" classname=\"%s\"><failure message=\"%s\" type=\"%s\"/></testcase>";

    @TempDir
    private Path root;

    private int calls;

    @BeforeEach
    void copyTheScripts() throws IOException {
        Files.createDirectories(root.resolve(".ci"));
        Files.copy(PROJECT.resolve("kakutei"), root.resolve("kakutei"));
        Files.copy(PROJECT.resolve(".ci/testing.sh"), root.resolve(".ci/testing.sh"));
        Files.writeString(root.resolve("pom.xml"), "<module>ledger</module>\n<module>e2e</module>\n");
        Path bin = Files.createDirectories(root.resolve("bin"));
        Path mvn = Files.writeString(bin.resolve("mvn"), """
                #!/bin/sh
                cd '%s' && echo "$*" >>calls && n=$(wc -l <calls)
                [ ! -d "answers/$n" ] || cp -r "answers/$n/." .
                [ ! -f "answers/$n.log" ] || cat "answers/$n.log"
                """.formatted(root));
        Files.setPosixFilePermissions(mvn, PosixFilePermissions.fromString("rwx------"));
    }

    @Test
    void test_allPass_printsTheSumAlone() throws Exception {
        nextCall(report("ledger", "dev.kakutei.ledger.AttemptRulesTest", passed("a"), passed("b")));

        Ended ended = kakutei("test");

        assertThat(ended.lastLine()).isEqualTo("2 passed, 0 failed");
        assertThat(ended.code()).isZero();
    }

    @Test
    void test_unitTestFails_isNamedAndNotRunAgain() throws Exception {
        String name = "dev.kakutei.ledger.AttemptRulesTest";
        nextCall(report("ledger", name, passed("a"), failed("b", name, "expected 1 &lt; 0", "AssertionError")));

        Ended ended = kakutei("test");

        assertThat(ended.output()).contains("failed: " + name + ".b (").contains("expected 1 < 0");
        assertThat(ended.lastLine()).isEqualTo("1 passed, 1 failed");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(calls()).hasSize(1);
    }

    @Test
    void test_endToEndClassFailsOnce_isFlakyWithBothReports() throws Exception {
        String name = "dev.kakutei.e2e.UpTest";
        nextCall(report("e2e", name, passed("a"), failed("b", name, "late", "AssertionError")));
        nextCall(report("e2e", name, passed("a"), passed("b")));

        Ended ended = kakutei("test");

        assertThat(ended.output())
                .contains("flaky: " + name + ", 1 failed at first")
                .contains("reports/default/e2e/TEST-" + name + ".xml")
                .contains("reports/default-again/e2e/TEST-" + name + ".xml")
                .contains("\n1 flaky\n");
        assertThat(ended.lastLine()).isEqualTo("2 passed, 0 failed");
        assertThat(ended.code()).isZero();
        assertThat(calls()).hasSize(2);
        assertThat(calls().get(1)).contains("-Dtest=" + name).contains("-T 1").contains("-Dtest.forks=1");
    }

    @Test
    void test_endToEndClassFailsTwice_isFailed() throws Exception {
        String name = "dev.kakutei.e2e.UpTest";
        nextCall(report("e2e", name, failed("b", name, "late", "AssertionError")));
        nextCall(report("e2e", name, failed("b", name, "late", "AssertionError")));

        Ended ended = kakutei("test");

        assertThat(ended.output()).contains("failed twice: " + name).doesNotContain("flaky:");
        assertThat(ended.lastLine()).isEqualTo("0 passed, 1 failed");
    }

    @Test
    void test_promiseViolated_isNeverRunAgain() throws Exception {
        String name = "dev.kakutei.e2e.KilledTest";
        nextCall(report("e2e", name, failed("b", name, "posted twice", PromiseViolation.class.getName())));

        Ended ended = kakutei("test");

        assertThat(ended.lastLine()).isEqualTo("0 passed, 1 failed");
        assertThat(calls()).hasSize(1);
    }

    @Test
    void test_skipped_saysWhy() throws Exception {
        nextCall(report(
                "e2e",
                "dev.kakutei.e2e.ConsoleTest",
                passed("a"),
                "<testcase name=\"b\" classname=\"c\"><skipped message=\"Assumption failed: no Chromium\"/></testcase>",
                "<testcase name=\"d\" classname=\"c\"><skipped><![CDATA[org.opentest4j.TestAbortedException:"
                        + " Assumption failed: no Chromium\n\tat dev.kakutei]]></skipped></testcase>"));

        Ended ended = kakutei("test");

        assertThat(ended.output()).contains("skipped 2: Assumption failed: no Chromium");
        assertThat(ended.lastLine()).isEqualTo("1 passed, 0 failed, 2 skipped");
    }

    @Test
    void test_noReportAtAll_fails() throws Exception {
        Ended ended = kakutei("test");

        assertThat(ended.output()).contains("no test ran");
        assertThat(ended.lastLine()).isEqualTo("0 passed, 1 failed");
    }

    @Test
    void test_testJvmDied_fails() throws Exception {
        nextCall(report("ledger", "dev.kakutei.ledger.AttemptRulesTest", passed("a")));
        Files.writeString(root.resolve("answers/1.log"), "[ERROR] The forked VM terminated without saying goodbye\n");

        Ended ended = kakutei("test");

        assertThat(ended.output()).contains("the build itself, outside the tests");
        assertThat(ended.lastLine()).isEqualTo("1 passed, 1 failed");
    }

    @Test
    void all_runsTheProofsAfterTheDefaultTier() throws Exception {
        nextCall(report("ledger", "dev.kakutei.ledger.AttemptRulesTest", passed("a")));
        nextCall(report("ledger", "dev.kakutei.ledger.AttemptRulesTest", passed("b"), passed("c")));

        assertThat(kakutei("test", "--all").lastLine()).isEqualTo("3 passed, 0 failed");
        assertThat(calls()).hasSize(2).allMatch(call -> call.contains("-Dkakutei.depth=full"));
        assertThat(calls().get(1)).contains("-Dgroups=proof").contains("-T 1");
    }

    @Test
    void failed_runsOnlyWhatFailedLastTime() throws Exception {
        String name = "dev.kakutei.ledger.AttemptRulesTest";
        nextCall(report("ledger", name, passed("a"), failed("b(int)[1]", name, "no", "AssertionError")));
        nextCall(report("ledger", name, passed("b(int)[1]")));

        assertThat(kakutei("test").code()).isEqualTo(1);
        assertThat(kakutei("test", "--failed").lastLine()).isEqualTo("1 passed, 0 failed");
        assertThat(calls().get(1)).contains("-Dtest=" + name + "#b*");
        assertThat(kakutei("test", "--failed").output()).contains("nothing failed in the last run");
    }

    @Test
    void slice_printsItsSeedAndHandsItOn() throws Exception {
        nextCall(report("ledger", "dev.kakutei.chaos.MutantsTest", passed("a")));

        assertThat(kakutei("test", "--slice", "17").output()).contains("./kakutei test --slice 17");
        assertThat(calls().get(0)).contains("-Dgroups=slice").contains("-Dkakutei.slice=17");
    }

    @Test
    void test_unknownOptionOrModule_saysWhatThereIs() throws Exception {
        assertThat(kakutei("test", "--fast").output()).contains("no such option of test: --fast");
        assertThat(kakutei("test", "nonsense").output()).contains("There are: ledger, e2e");
        assertThat(calls()).isEmpty();
    }

    private record Ended(int code, String output) {
        String lastLine() {
            List<String> lines = output.lines().toList();
            return lines.get(lines.size() - 1);
        }
    }

    private record Report(String module, String name, String text) {}

    private Ended kakutei(String... args) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder("bash", "./kakutei").directory(root.toFile());
        builder.command().addAll(List.of(args));
        builder.environment().merge("PATH", root.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().remove("KAKUTEI_GRADLE");
        Path output = Files.createTempFile(root, "output", ".txt");
        Process process = builder.redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        assertThat(process.waitFor(Await.LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), Files.readString(output));
    }

    private void nextCall(Report report) throws IOException {
        calls++;
        Path folder = Files.createDirectories(
                root.resolve("answers/" + calls).resolve(report.module()).resolve("target/surefire-reports"));
        Files.writeString(folder.resolve("TEST-" + report.name() + ".xml"), report.text());
    }

    private List<String> calls() throws IOException {
        Path file = root.resolve("calls");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    private static Report report(String module, String name, String... cases) {
        long failures =
                List.of(cases).stream().filter(one -> one.contains("<failure")).count();
        long skipped =
                List.of(cases).stream().filter(one -> one.contains("<skipped")).count();
        return new Report(
                module,
                name,
                "<?xml version=\"1.0\"?>\n<testsuite name=\"%s\" tests=\"%d\" errors=\"0\" skipped=\"%d\" failures=\"%d\">%s</testsuite>"
                        .formatted(name, cases.length, skipped, failures, String.join("\n", cases)));
    }

    private static String passed(String test) {
        return "<testcase name=\"" + test + "\" classname=\"any\" time=\"0.1\"/>";
    }

    private static String failed(String test, String name, String message, String type) {
        return FAILED.formatted(test, name, message, type);
    }
}
